//! The classes of a project's GDScript and C# files, with their kinds and members.

mod describe;
mod engine;
pub(super) mod kinds;

use rayon::prelude::*;
use scenewright_engine::{EngineError, ReadResult, Reading, Subject};
use scenewright_model::{Coverage, ScriptClass, UnreadFile};

use super::api::Api;
use super::files::{GodotFileView, extension, file_name, res_path};
use kinds::GodotClassKinds;
use scenewright_csharp as csharp;
use scenewright_gdscript::{GdScript, GdSyntaxError};
use scenewright_project_files::root::{self, ProjectRoot};

/// The deadline is checked after this many files.
const FILES_PER_BATCH: usize = 64;

/// More syntax errors are only counted.
const MAX_SYNTAX_DIAGNOSTICS: usize = 20;

pub(super) struct GodotSourceFile {
    /// Relative to the project.
    pub(super) path: String,
    uid: Option<String>,
    source: GodotSource,
}

pub(super) enum GodotSource {
    GdScript(GdScript),
    CSharp(csharp::CSharpSource),
}

pub(super) fn list(files: &GodotFileView<'_>, api: &Api) -> ReadResult<Vec<ScriptClass>> {
    let GodotSources { files: sources, coverage, diagnostic } = read_sources(files)?;
    let kinds = GodotClassKinds::determine(&sources, &|class| engine::parent(api, class));
    let mut diagnostics: Vec<String> = diagnostic.into_iter().collect();
    diagnostics.extend(kinds.diagnostic());
    diagnostics.extend(syntax_diagnostics(&sources));
    let mut classes = describe::classes(&sources, &kinds);
    classes.sort_by(|a, b| (&a.namespace, &a.name, &a.path).cmp(&(&b.namespace, &b.name, &b.path)));
    Ok(Reading { diagnostics, coverage, ..Reading::from_files(classes) })
}

/// The source files of a project that could be read.
pub(super) struct GodotSources {
    pub(super) files: Vec<GodotSourceFile>,
    coverage: Coverage,
    /// Set if the deadline passed before the last file.
    pub(super) diagnostic: Option<String>,
}

pub(super) fn read_sources(
    files: &GodotFileView<'_>,
) -> std::result::Result<GodotSources, EngineError> {
    let paths = files.list(|name| matches!(extension(name), "gd" | "cs"))?;
    let mut sources: Vec<GodotSourceFile> = Vec::with_capacity(paths.len());
    let mut scan = files.cx.scan(paths.len());
    let root = files.root;
    let unlisted = files.index()?.unread().filter(|unread| {
        unread.reason.is_of_folder() || matches!(extension(&unread.path), "gd" | "cs")
    });
    let mut coverage = Coverage { unread: unlisted.collect(), ..Coverage::default() };
    for batch in paths.chunks(FILES_PER_BATCH) {
        let mut ready = 0;
        while ready < batch.len() && scan.advance()? {
            ready += 1;
        }
        let read: Vec<_> = batch[..ready].par_iter().map(|path| read_source(root, path)).collect();
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
    Ok(GodotSources { files: sources, coverage, diagnostic: scan.diagnostic() })
}

fn read_source(root: &ProjectRoot, path: &str) -> std::result::Result<GodotSourceFile, UnreadFile> {
    let bytes =
        root::read_source(root, path).map_err(|reason| UnreadFile::new(res_path(path), reason))?;
    let text = String::from_utf8_lossy(&bytes);
    let source = match extension(path) {
        "gd" => GodotSource::GdScript(GdScript::parse(&text)),
        _ => GodotSource::CSharp(csharp::CSharpSource::parse(&text)),
    };
    Ok(GodotSourceFile { path: path.to_owned(), uid: uid(root, path), source })
}

/// From the `.uid` file of the script.
fn uid(root: &ProjectRoot, path: &str) -> Option<String> {
    let bytes = root.read(Subject::UidFile, &format!("{path}.uid")).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    let uid = text.trim();
    uid.starts_with("uid://").then(|| uid.to_owned())
}

/// One line for each declaration that could not be parsed, up to a limit.
fn syntax_diagnostics(files: &[GodotSourceFile]) -> Vec<String> {
    let all = files.iter().flat_map(|file| {
        let errors = match &file.source {
            GodotSource::GdScript(script) => script.errors.as_slice(),
            GodotSource::CSharp(_) => &[],
        };
        let describe = move |error: &GdSyntaxError| {
            format!("res://{}:{}: {}", file.path, error.line, error.kind)
        };
        errors.iter().map(describe)
    });
    let mut diagnostics: Vec<String> = all.collect();
    let left = diagnostics.len().saturating_sub(MAX_SYNTAX_DIAGNOSTICS);
    diagnostics.truncate(MAX_SYNTAX_DIAGNOSTICS);
    if left > 0 {
        diagnostics.push(format!("{left} more declarations could not be parsed."));
    }
    diagnostics
}

/// The display name of the file's own class.
fn own_name(file: &GodotSourceFile, script: &GdScript) -> String {
    script.class_name().unwrap_or_else(|| file_name(&file.path)).to_owned()
}
