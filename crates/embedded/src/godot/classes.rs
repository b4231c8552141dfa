//! The classes of a project's GDScript and C# sources: where they are, what they are to Godot, and
//! what they offer.

mod describe;
mod engine;
pub(super) mod kinds;

use rayon::prelude::*;
use scenewright_engine::{EngineError, Reading, Result};
use scenewright_model::Class;

use super::api::Api;
use super::files::{Files, extension, file_name};
use super::gdscript::Script;
use crate::csharp;
use crate::root::ProjectRoot;
use kinds::Kinds;

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
    let (sources, diagnostic) = sources(files)?;
    let kinds = Kinds::of(&sources, &|class| engine::parent(api, class));
    let mut diagnostics: Vec<String> = diagnostic.into_iter().collect();
    diagnostics.extend(kinds.diagnostic());
    diagnostics.extend(problems(&sources));
    let mut classes = describe::classes(&sources, &kinds);
    classes.sort_by(|a, b| (&a.namespace, &a.name, &a.path).cmp(&(&b.namespace, &b.name, &b.path)));
    Ok(Reading { diagnostics, ..Reading::from_files(classes) })
}

/// All sources, and what is to be said if the time was up before the last.
pub(super) fn sources(
    files: &Files<'_>,
) -> std::result::Result<(Vec<File>, Option<String>), EngineError> {
    let paths = files.list(|name| matches!(extension(name), "gd" | "cs"))?;
    let mut sources: Vec<File> = Vec::with_capacity(paths.len());
    let mut scan = files.cx.scan(paths.len());
    let root = files.root;
    for batch in paths.chunks(BATCH) {
        let mut ready = 0;
        while ready < batch.len() && scan.advance()? {
            ready += 1;
        }
        sources.par_extend(batch[..ready].par_iter().filter_map(|path| read(root, path)));
        if ready < batch.len() {
            break;
        }
    }
    let diagnostic = scan.diagnostic();
    Ok((sources, diagnostic))
}

fn read(root: &ProjectRoot, path: &str) -> Option<File> {
    let bytes = root.read("Script", path).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let source = match extension(path) {
        "gd" => Source::GdScript(Script::parse(&text)),
        _ => Source::CSharp(csharp::Source::read(&text)),
    };
    Some(File { path: path.to_owned(), uid: uid(root, path), source })
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
