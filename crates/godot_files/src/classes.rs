//! The classes of a project's GDScript and C# sources: where they are, what they are to Godot, and
//! what they offer.

mod describe;
mod engine;
pub(super) mod kinds;

use rayon::prelude::*;
use scenewright_engine::{EngineError, Reading, Result};
use scenewright_model::{Class, Coverage, Unread};

use super::api::Api;
use super::files::{Files, extension, file_name, res};
use kinds::Kinds;
use scenewright_csharp as csharp;
use scenewright_gdscript::Script;
use scenewright_project_files::root::{ProjectRoot, source_bytes};

/// Files between two looks at the clock.
const BATCH: usize = 64;

/// How many problems are told one by one.
const MAX_PROBLEMS: usize = 20;

pub(super) struct File {
    /// Relative to the project.
    pub(super) path: String,
    uid: Option<String>,
    source: Source,
}

pub(super) enum Source {
    GdScript(Script),
    CSharp(csharp::Source),
}

pub(super) fn list(files: &Files<'_>, api: &Api) -> Result<Vec<Class>> {
    let Sources { files: sources, coverage, diagnostic } = sources(files)?;
    let kinds = Kinds::of(&sources, &|class| engine::parent(api, class));
    let mut diagnostics: Vec<String> = diagnostic.into_iter().collect();
    diagnostics.extend(kinds.diagnostic());
    diagnostics.extend(problems(&sources));
    let mut classes = describe::classes(&sources, &kinds);
    classes.sort_by(|a, b| (&a.namespace, &a.name, &a.path).cmp(&(&b.namespace, &b.name, &b.path)));
    Ok(Reading { diagnostics, coverage, ..Reading::from_files(classes) })
}

/// The sources of a project, as far as they were read.
pub(super) struct Sources {
    pub(super) files: Vec<File>,
    coverage: Coverage,
    /// What is to be said if the time was up before the last.
    pub(super) diagnostic: Option<String>,
}

pub(super) fn sources(files: &Files<'_>) -> std::result::Result<Sources, EngineError> {
    let paths = files.list(|name| matches!(extension(name), "gd" | "cs"))?;
    let mut sources: Vec<File> = Vec::with_capacity(paths.len());
    let mut scan = files.cx.scan(paths.len());
    let root = files.root;
    let unlisted = files.index()?.unread().filter(|unread| {
        unread.reason.is_of_folder() || matches!(extension(&unread.path), "gd" | "cs")
    });
    let mut coverage = Coverage { unread: unlisted.collect(), ..Coverage::default() };
    for batch in paths.chunks(BATCH) {
        let mut ready = 0;
        while ready < batch.len() && scan.advance()? {
            ready += 1;
        }
        let read: Vec<_> = batch[..ready].par_iter().map(|path| read(root, path)).collect();
        for source in read {
            match source {
                Ok(source) => sources.push(source),
                Err(unread) => coverage.unread.push(unread),
            }
        }
        if ready < batch.len() {
            break;
        }
    }
    (coverage.read, coverage.out_of_time) = (sources.len(), scan.left());
    Ok(Sources { files: sources, coverage, diagnostic: scan.diagnostic() })
}

fn read(root: &ProjectRoot, path: &str) -> std::result::Result<File, Unread> {
    let bytes = source_bytes(root, path).map_err(|reason| Unread::new(res(path), reason))?;
    let text = String::from_utf8_lossy(&bytes);
    let source = match extension(path) {
        "gd" => Source::GdScript(Script::parse(&text)),
        _ => Source::CSharp(csharp::Source::read(&text)),
    };
    Ok(File { path: path.to_owned(), uid: uid(root, path), source })
}

/// From the file beside the script.
fn uid(root: &ProjectRoot, path: &str) -> Option<String> {
    let bytes = root.read("Uid file", &format!("{path}.uid")).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    let uid = text.trim();
    uid.starts_with("uid://").then(|| uid.to_owned())
}

/// Declarations that could not be read.
fn problems(files: &[File]) -> Vec<String> {
    let all = files.iter().flat_map(|file| {
        let problems = match &file.source {
            Source::GdScript(script) => script.problems.as_slice(),
            Source::CSharp(_) => &[],
        };
        problems
            .iter()
            .map(move |problem| format!("res://{}:{}: {}", file.path, problem.line, problem.reason))
    });
    let mut told: Vec<String> = all.collect();
    let left = told.len().saturating_sub(MAX_PROBLEMS);
    told.truncate(MAX_PROBLEMS);
    if left > 0 {
        told.push(format!("Declarations that could not be read, besides those above: {left}."));
    }
    told
}

/// What people call the file's own class.
fn own_name(file: &File, script: &Script) -> String {
    script.class_name().unwrap_or_else(|| file_name(&file.path)).to_owned()
}
