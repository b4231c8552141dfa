//! Compiling a project's scripts with its own engine. No node enters a tree, but autoloads are created and static
//! initialisers run.

mod classes;
mod report;
mod run;

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use scenewright_engine::{Context, EngineError, ReadResult, Reading, ScriptChecker, Subject};
use scenewright_model::{
    Coverage, DataSource, GameImport, ScriptCheck, ScriptCheckRequest, ScriptProblem,
};
use tempfile::TempDir;

use crate::engine::PlayableEngine;
use crate::games::{ImportedCopy, version};
use report::{ReportedProblem, ScriptReport};
use run::ScriptRun;

/// The folder that Godot compiles the scripts in.
struct CheckedFolder {
    path: PathBuf,
    _temporary: Option<TemporaryFolder>,
    diagnostic: Option<String>,
}

/// What has to stay as long as it is used.
enum TemporaryFolder {
    Copy(#[expect(dead_code, reason = "it is only kept")] Arc<ImportedCopy>),
    Links(#[expect(dead_code, reason = "it is only kept")] TempDir),
}

/// The scripts of a project.
pub(crate) struct ProjectScripts {
    /// Sorted.
    gdscript: Vec<String>,
    csharp: usize,
}

impl ScriptChecker for PlayableEngine {
    fn check_scripts(&self, request: &ScriptCheckRequest, cx: &Context) -> ReadResult<ScriptCheck> {
        let games = self.games();
        let godot = games.godot()?;
        let project_version = self.check_version(cx)?;
        let project = ProjectScripts::read(self, cx)?;
        let scripts = project.select(&request.paths)?;
        if scripts.is_empty() {
            return Ok(reading(ScriptCheck::default(), project.csharp_diagnostic()));
        }
        let folder = self.checked_folder(godot, request.import, cx)?;
        let run = ScriptRun { godot, guard: games.guard(), project: &folder.path };
        let mut scan = cx.scan(scripts.len());
        let report = run.compile(&scripts, &mut scan, cx)?;
        let diagnostics = [
            folder.diagnostic,
            version::difference(project_version.as_deref(), Some(&report.version)),
            out_of_time(&report, scripts.len()),
            other_errors(&report),
            missing_codes(&report),
            project.csharp_diagnostic(),
        ];
        let coverage =
            Coverage { out_of_time: scripts.len() - report.compiled, ..Coverage::default() };
        let check = ScriptCheck {
            compiled: report.compiled,
            engine_version: report.version,
            problems: problems(report.problems, games.root()),
        };
        Ok(Reading { coverage, ..reading(check, diagnostics.into_iter().flatten()) })
    }
}

impl PlayableEngine {
    /// Never the project itself if that would change it, or if Godot would not know the classes of its scripts.
    fn checked_folder(
        &self,
        godot: &Path,
        import: GameImport,
        cx: &Context,
    ) -> Result<CheckedFolder, EngineError> {
        let (path, copy) = self.games().folder_to_run(godot, import, cx)?;
        if copy.is_some() {
            let told = "The project was never imported; a copy of it was imported and checked.";
            return Ok(CheckedFolder {
                path,
                _temporary: copy.map(TemporaryFolder::Copy),
                diagnostic: Some(told.to_owned()),
            });
        }
        let classes = match self.inner().as_classes() {
            Some(reader) => reader.classes(cx)?.value,
            None => Vec::new(),
        };
        if classes::is_current(&path, &classes) {
            return Ok(CheckedFolder { path, _temporary: None, diagnostic: None });
        }
        Ok(match classes::linked_project(&path, &classes) {
            Ok(links) => CheckedFolder {
                path: links.path().to_owned(),
                _temporary: Some(TemporaryFolder::Links(links)),
                diagnostic: None,
            },
            Err(_) => CheckedFolder {
                path,
                _temporary: None,
                diagnostic: Some("Godot's list of global classes is out of date, so that errors about unknown classes may be wrong; opening the project in the editor updates it.".to_owned()),
            },
        })
    }
}

impl ProjectScripts {
    pub(crate) fn read(
        engine: &PlayableEngine,
        cx: &Context,
    ) -> Result<ProjectScripts, EngineError> {
        let assets = match engine.inner().as_assets() {
            Some(assets) => assets.assets(cx)?.value,
            None => Vec::new(),
        };
        let csharp = assets.iter().filter(|asset| asset.path.ends_with(".cs")).count();
        let mut gdscript: Vec<String> = assets
            .into_iter()
            .map(|asset| asset.path)
            .filter(|path| path.ends_with(".gd") && !path.contains('\n'))
            .collect();
        gdscript.sort();
        Ok(ProjectScripts { gdscript, csharp })
    }

    /// All of them, or those that were named.
    pub(crate) fn select(&self, paths: &[String]) -> Result<Vec<String>, EngineError> {
        if paths.is_empty() {
            return Ok(self.gdscript.clone());
        }
        let known = |path: &String| match self.gdscript.binary_search(path) {
            Ok(_) => Ok(path.clone()),
            Err(_) => Err(EngineError::NotFound { what: Subject::Script, path: path.clone() }),
        };
        paths.iter().map(known).collect()
    }

    fn csharp_diagnostic(&self) -> Option<String> {
        match self.csharp {
            0 => None,
            1 => Some("1 C# script was not checked: only GDScript is.".to_owned()),
            many => Some(format!("{many} C# scripts were not checked: only GDScript is.")),
        }
    }
}

fn reading(
    check: ScriptCheck,
    diagnostics: impl IntoIterator<Item = String>,
) -> Reading<ScriptCheck> {
    let mut reading = Reading::new(check, DataSource::Game);
    reading.diagnostics.extend(diagnostics);
    reading
}

/// With the column that Godot's own language server reports: that of the first character of the line's code.
fn problems(
    reported: BTreeMap<ReportedProblem, Option<String>>,
    root: &Path,
) -> Vec<ScriptProblem> {
    let mut texts: HashMap<String, String> = HashMap::new();
    let mut column = |path: &str, line: u32| {
        let text = texts.entry(path.to_owned()).or_insert_with(|| {
            let bytes = fs::read(root.join(path.trim_start_matches("res://")));
            String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned()
        });
        text.lines().nth(line as usize - 1).map_or(1, first_column)
    };
    let problem = |(problem, code): (ReportedProblem, Option<String>)| {
        let ReportedProblem { path, line, severity, text: message } = problem;
        let column = column(&path, line);
        ScriptProblem { path, line, column, severity, code, message }
    };
    reported.into_iter().map(problem).collect()
}

fn first_column(line: &str) -> u32 {
    let blanks = line.chars().take_while(|it| it.is_whitespace()).count();
    u32::try_from(blanks).map_or(u32::MAX, |blanks| blanks.saturating_add(1))
}

/// What project code logged, or what it could not load.
fn other_errors(report: &ScriptReport) -> Option<String> {
    let first = report.first_other.as_ref()?;
    let (errors, which) = match report.others {
        1 => ("another error".to_owned(), "which is"),
        count => (format!("{count} other errors"), "the first of which is"),
    };
    Some(format!(
        "Godot logged {errors} while it loaded the scripts and what they need, {which}: {first}"
    ))
}

fn out_of_time(report: &ScriptReport, scripts: usize) -> Option<String> {
    let compiled = report.compiled;
    (compiled < scripts).then(|| {
        format!("Only {compiled} of {scripts} scripts were compiled before the time was up.")
    })
}

fn missing_codes(report: &ScriptReport) -> Option<String> {
    (!report.has_logger).then(|| {
        "This Godot does not tell the codes of warnings; Godot 4.5 and later do.".to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_is_where_the_code_begins() {
        for (line, column) in [("var x", 1), ("\t\tvar x", 3), ("  é", 3), ("", 1)] {
            assert_eq!(first_column(line), column, "{line:?}");
        }
    }
}
