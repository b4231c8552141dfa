//! Checks the project's settings, and uids that several files have.

use memchr::memmem;
use scenewright_engine::{EngineError, Subject};
use scenewright_model::{BrokenReason, FindingKind, SourcePosition, source_positions};

use super::CheckedFile;
use super::report::{FindingOwner, GodotFileReport, ReferenceProblem};
use super::stale::is_certainly_missing;
use crate::files::{GodotFileView, ReferenceTarget, extension, res_path};
use crate::lexer::HeaderStyle;
use crate::settings::{GodotSettings, PROJECT_FILE};
use crate::text::GodotDocument;

pub(super) fn check(files: &GodotFileView<'_>) -> CheckedFile {
    let mut report = GodotFileReport::new(PROJECT_FILE);
    let checked = check_settings(files, &mut report).and(check_uids(files, &mut report));
    report.finish(checked)
}

fn check_settings(
    files: &GodotFileView<'_>,
    report: &mut GodotFileReport<'_>,
) -> Result<(), EngineError> {
    let settings = GodotSettings::read(files.root)?;
    let main = settings.main_scene.map(|path| ("application/run/main_scene".to_owned(), path));
    let autoloads = settings.autoloads.into_iter();
    let autoloads =
        autoloads.map(|autoload| (format!("autoload/{}", autoload.name), autoload.path));
    for (key, path) in main.into_iter().chain(autoloads) {
        check_path(files, &key, &path, report)?;
    }
    // Early versions of Godot 3 have names of folders here.
    for plugin in settings.plugins.iter().filter(|path| path.starts_with("res://")) {
        check_path(files, "editor_plugins/enabled", plugin, report)?;
        check_plugin(files, plugin, report)?;
    }
    Ok(())
}

fn check_path(
    files: &GodotFileView<'_>,
    key: &str,
    path: &str,
    report: &mut GodotFileReport<'_>,
) -> Result<(), EngineError> {
    if let ReferenceTarget::Missing { target, reason } = files.locate(path, None, "")?
        && is_certainly_missing(files, &target)?
    {
        let problem = ReferenceProblem { kind: FindingKind::MissingFile, target, reason };
        let position = position_of_setting(files, key, path);
        report.add_to(PROJECT_FILE, &FindingOwner::default(), key, problem, position);
    }
    Ok(())
}

/// Where the project's file has a path in the value of a setting.
fn position_of_setting(
    files: &GodotFileView<'_>,
    setting: &str,
    path: &str,
) -> Option<SourcePosition> {
    let bytes = files.root.read(Subject::ProjectFile, PROJECT_FILE).ok()?;
    let document = GodotDocument::parse(bytes, HeaderStyle::Plain, PROJECT_FILE).ok()?;
    let (tag, key) = setting.split_once('/')?;
    let mut sections = document.sections().filter(|section| section.tag() == tag);
    let value = sections.find_map(|section| {
        let raw = section.property(key)?;
        Some(section.offset_of(raw) + raw.find(path).unwrap_or_default())
    })?;
    source_positions(document.text().as_bytes(), &[value]).pop()
}

/// Where a text file has a text for the first time; `None` for a binary file, or if another file has it.
fn position_of_text(
    files: &GodotFileView<'_>,
    relative: &str,
    text: &str,
) -> Option<SourcePosition> {
    if !matches!(extension(relative), "tscn" | "tres" | "cfg") {
        return None;
    }
    let bytes = files.root.read(Subject::Resource, relative).ok()?;
    let at = memmem::find(&bytes, text.as_bytes())?;
    source_positions(&bytes, &[at]).pop()
}

/// The script of an enabled plugin.
fn check_plugin(
    files: &GodotFileView<'_>,
    plugin: &str,
    report: &mut GodotFileReport<'_>,
) -> Result<(), EngineError> {
    let ReferenceTarget::File(relative) = files.locate(plugin, None, "")? else { return Ok(()) };
    let index = files.index()?;
    let Some(number) = index.find(&relative) else { return Ok(()) };
    for reference in index.broken(number) {
        if let ReferenceTarget::Missing { target, reason } =
            files.locate(&reference.path, None, &relative)?
        {
            let problem = ReferenceProblem { kind: FindingKind::MissingFile, target, reason };
            let position = position_of_text(files, &relative, &reference.path);
            report.add_to(&relative, &FindingOwner::default(), "plugin/script", problem, position);
        }
    }
    Ok(())
}

/// Files that were copied with their uids.
fn check_uids(
    files: &GodotFileView<'_>,
    report: &mut GodotFileReport<'_>,
) -> Result<(), EngineError> {
    let index = files.index()?;
    for (uid, claims) in index.shared_uids() {
        let Some((first, others)) = claims.split_first() else { continue };
        for &other in others {
            let problem = ReferenceProblem {
                kind: FindingKind::DuplicateUid,
                target: uid.to_owned(),
                reason: BrokenReason::SharedUid { path: res_path(&index.file(*first).path) },
            };
            let file = &index.file(other).path;
            let position = position_of_text(files, file, uid);
            report.add_to(file, &FindingOwner::default(), "uid", problem, position);
        }
    }
    Ok(())
}
