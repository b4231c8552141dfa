//! The project as a whole: what its settings start with, and uids that several files claim.

use scenewright_engine::EngineError;
use scenewright_model::FindingKind;

use super::Checked;
use super::report::{Owner, Problem, Report};
use super::stale::is_certain;
use crate::files::{Files, Target, res};
use crate::settings::{FILE, Settings};

pub(super) fn check(files: &Files<'_>) -> Checked {
    let mut report = Report::new(FILE);
    let checked = check_settings(files, &mut report).and(check_uids(files, &mut report));
    report.checked(checked)
}

fn check_settings(files: &Files<'_>, report: &mut Report<'_>) -> Result<(), EngineError> {
    let settings = Settings::read(files.root)?;
    let main = settings.main_scene.map(|path| ("application/run/main_scene".to_owned(), path));
    let autoloads = settings.autoloads.into_iter();
    let autoloads =
        autoloads.map(|autoload| (format!("autoload/{}", autoload.name), autoload.path));
    for (key, path) in main.into_iter().chain(autoloads) {
        check_path(files, &key, &path, report)?;
    }
    // Godot 3 began with names of folders.
    for plugin in settings.plugins.iter().filter(|path| path.starts_with("res://")) {
        check_path(files, "editor_plugins/enabled", plugin, report)?;
        check_plugin(files, plugin, report)?;
    }
    Ok(())
}

fn check_path(
    files: &Files<'_>,
    key: &str,
    path: &str,
    report: &mut Report<'_>,
) -> Result<(), EngineError> {
    if let Target::Missing { target, reason } = files.locate(path, None, "")?
        && is_certain(files, &target)?
    {
        let problem = Problem { kind: FindingKind::MissingFile, target, reason };
        report.add(&Owner::default(), key, problem);
    }
    Ok(())
}

/// The script of an enabled plugin.
fn check_plugin(
    files: &Files<'_>,
    plugin: &str,
    report: &mut Report<'_>,
) -> Result<(), EngineError> {
    let Target::File(relative) = files.locate(plugin, None, "")? else { return Ok(()) };
    let index = files.index()?;
    let Some(number) = index.find(&relative) else { return Ok(()) };
    for reference in index.broken(number) {
        if let Target::Missing { target, reason } =
            files.locate(&reference.path, None, &relative)?
        {
            let problem = Problem { kind: FindingKind::MissingFile, target, reason };
            report.add_to(&relative, &Owner::default(), "plugin/script", problem);
        }
    }
    Ok(())
}

/// A file that was copied with its uid.
fn check_uids(files: &Files<'_>, report: &mut Report<'_>) -> Result<(), EngineError> {
    let index = files.index()?;
    for (uid, claims) in index.shared_uids() {
        let Some((first, others)) = claims.split_first() else { continue };
        for &other in others {
            let problem = Problem {
                kind: FindingKind::DuplicateUid,
                target: uid.to_owned(),
                reason: format!("'{}' has the same uid", res(&index.file(*first).path)),
            };
            report.add_to(&index.file(other).path, &Owner::default(), "uid", problem);
        }
    }
    Ok(())
}
