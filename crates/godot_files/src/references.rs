//! Finds broken references.
//!
//! Invariant: a finding belongs to the file that contains the reference, never to the scenes that instance it.
//! Invariant: what cannot be known is unknown or unread with a diagnostic, never missing.

mod classes;
mod connections;
mod node_paths;
mod nodes;
mod report;
mod resource;
mod script;
mod scripts;
mod settings;
mod stale;
mod vanished;

use std::sync::{Arc, OnceLock};

use rayon::prelude::*;
use scenewright_engine::{EngineError, Reading, Subject};
use scenewright_model::{Coverage, Findings, UnreadFile, UnreadReason};

use super::api::{Api, ApiChoice};
use super::files::{GodotFileView, extension, res_path};
use super::index::{GodotContent, is_binary};
use super::text::GodotDocument;
use report::GodotFileReport;

/// The deadline is checked after this many files.
const FILES_PER_BATCH: usize = 32;

/// Returns the description of Godot's classes; called at most once, and only if a scene needs it.
type Describe<'a> = &'a (dyn Fn() -> Arc<ApiChoice> + Sync);

pub(super) fn find_missing(
    files: &GodotFileView<'_>,
    describe: Describe<'_>,
) -> Result<Reading<Findings>, EngineError> {
    let is_checked = |name: &str| matches!(extension(name), "tscn" | "tres" | "gd");
    let paths = files.list(|name| is_checked(name) || is_binary(name))?;
    let mut scan = files.cx.scan(paths.len() + 1);
    let classes = LazyApi { describe, described: OnceLock::new() };
    let mut all = AllFindings::default();
    if scan.advance()? {
        all.add(settings::check(files))?;
    }
    let shared = files.share()?;
    for batch in paths.chunks(FILES_PER_BATCH) {
        let mut ready = 0;
        while ready < batch.len() && scan.advance()? {
            ready += 1;
        }
        let checked: Vec<CheckedFile> = batch[..ready]
            .par_iter()
            .map_init(|| shared.files(), |files, path| check(files, &classes, path))
            .collect();
        checked.into_iter().try_for_each(|checked| all.add(checked))?;
        if ready < batch.len() {
            break;
        }
    }
    let mut diagnostics = classes.diagnostics();
    diagnostics.extend(scan.diagnostic());
    let mut coverage = all.coverage;
    coverage.out_of_time = scan.left();
    coverage.unread.extend(files.index()?.unread());
    Ok(Reading { diagnostics, coverage, ..Reading::from_files(all.findings) })
}

/// The findings of a file, and the error that ended its check.
struct CheckedFile {
    relative: String,
    findings: Findings,
    problem: Option<EngineError>,
}

fn check(files: &GodotFileView<'_>, classes: &LazyApi<'_>, relative: &str) -> CheckedFile {
    let mut report = GodotFileReport::new(relative);
    if let Some(refused) = unread_error(files, relative) {
        return report.finish(Err(refused));
    }
    let checked = match extension(relative) {
        "gd" => script::check(files, &mut report),
        _ => resource(files, classes, &mut report),
    };
    report.finish(checked)
}

/// Files that the index could not read are not read again.
fn unread_error(files: &GodotFileView<'_>, relative: &str) -> Option<EngineError> {
    let index = files.index().ok()?;
    match index.file(index.find(relative)?).content() {
        GodotContent::Refused(reason) => Some(EngineError::unread(relative, reason.clone())),
        GodotContent::Binary => Some(EngineError::unread(relative, UnreadReason::BinaryFormat)),
        _ => None,
    }
}

fn resource(
    files: &GodotFileView<'_>,
    classes: &LazyApi<'_>,
    report: &mut GodotFileReport<'_>,
) -> Result<(), EngineError> {
    let document = files.document(Subject::Resource, report.relative)?;
    let checked = document_parts(files, classes, &document, report);
    // The text of a binary file is not in the file.
    if !is_binary(report.relative) {
        report.locate(document.text());
    }
    checked
}

fn document_parts(
    files: &GodotFileView<'_>,
    classes: &LazyApi<'_>,
    document: &GodotDocument,
    report: &mut GodotFileReport<'_>,
) -> Result<(), EngineError> {
    resource::check(files, document, report)?;
    classes::check(files, classes, document, report)?;
    if matches!(extension(report.relative), "tscn" | "scn") {
        nodes::check(files, classes, document, report)?;
    }
    Ok(())
}

/// The description of Godot's classes, chosen on first use.
struct LazyApi<'a> {
    describe: Describe<'a>,
    described: OnceLock<Arc<ApiChoice>>,
}

impl LazyApi<'_> {
    fn choice(&self) -> &ApiChoice {
        self.described.get_or_init(self.describe)
    }

    fn api(&self) -> Option<&Api> {
        self.choice().api.as_deref()
    }

    /// Whether the description has all classes of the project's Godot, without those of extensions.
    fn is_complete(&self) -> bool {
        !self.choice().is_older_than_project
    }

    fn diagnostics(&self) -> Vec<String> {
        let Some(described) = self.described.get() else { return Vec::new() };
        let mut diagnostics = described.diagnostics.clone();
        if let Some(api) = described.api.as_deref().filter(|_| described.is_older_than_project) {
            diagnostics.push(format!(
                "the project is of a newer Godot than the known classes, which are of Godot {}: signals and methods that are new in it are reported as missing",
                api.version_text()
            ));
        }
        diagnostics
    }
}

#[derive(Default)]
struct AllFindings {
    findings: Findings,
    coverage: Coverage,
}

impl AllFindings {
    /// An unreadable file does not end the scan; cancellation does.
    fn add(&mut self, checked: CheckedFile) -> Result<(), EngineError> {
        match checked.problem {
            Some(error @ (EngineError::Cancelled | EngineError::DeadlinePassed)) => {
                return Err(error);
            }
            Some(error) => {
                let reason = error.into_unread_reason();
                let path = res_path(&checked.relative);
                self.coverage.unread.extend(reason.map(|reason| UnreadFile::new(path, reason)));
            }
            None => self.coverage.read += 1,
        }
        self.findings.missing_scripts.extend(checked.findings.missing_scripts);
        self.findings.broken_references.extend(checked.findings.broken_references);
        Ok(())
    }
}
