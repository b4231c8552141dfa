//! `project.scripts.check`: what the engine's own compiler says about the project's scripts.

use scenewright_model::{GameImport, ScriptCheckRequest, ScriptProblem, ScriptSeverity};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{Cx, missing_interface};
use crate::coverage::CoverageOutput;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, Permission, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};
use crate::page::{self, Page};

pub struct ScriptsCheck;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ScriptsCheckArgs {
    /// Only these scripts, with what they load and the autoloads [default: all .gd files]
    #[serde(default)]
    paths: Vec<String>,
    /// If the project was never imported: refuse, or copy (import and check a copy)
    #[serde(default)]
    import: CopyImport,
    /// At most this many problems
    #[serde(default = "page::default_limit")]
    #[schemars(range(min = 1, max = 1000))]
    limit: usize,
    /// The `nextCursor` of the last answer
    cursor: Option<String>,
}

/// The imports that change nothing in the project.
#[derive(Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum CopyImport {
    #[default]
    Refuse,
    Copy,
}

impl From<CopyImport> for GameImport {
    fn from(import: CopyImport) -> GameImport {
        match import {
            CopyImport::Refuse => GameImport::Refuse,
            CopyImport::Copy => GameImport::Copy,
        }
    }
}

impl ScriptsCheckArgs {
    /// Every problem of every script, also of a project that was never imported.
    pub fn all() -> ScriptsCheckArgs {
        let (paths, import) = (Vec::new(), CopyImport::Copy);
        ScriptsCheckArgs { paths, import, limit: usize::MAX, cursor: None }
    }
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScriptsCheckOutput {
    /// Errors and warnings, sorted by path and line
    pub problems: Vec<ScriptProblem>,
    /// Number of errors
    pub errors: usize,
    /// Number of warnings
    pub warnings: usize,
    /// Number of scripts that were compiled
    pub scripts: usize,
    /// Version of the Godot that compiled them; empty if there was nothing to compile
    pub engine_version: String,
    /// Pass it as `cursor` to get the next page; absent on the last page
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
    /// The files that were not read; absent when every file was read
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<CoverageOutput>,
}

impl Operation for ScriptsCheck {
    type Args = ScriptsCheckArgs;
    type Output = ScriptsCheckOutput;

    const PERMISSION: Option<Permission> = Some(Permission::Play);

    const ABOUT: OperationInfo = OperationInfo {
        id: "project.scripts.check",
        name: "Check Scripts",
        description: "Compiles the project's GDScript with the user's own Godot: errors and warnings with file, line and code. Use it after changing scripts.",
        category: "project",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: Some(
            "It runs code of the project: autoloads are created and static initialisers run. No file of the project changes. Of a script that cannot be parsed, Godot tells the first error; of one with errors, no warnings. C# is not checked, nor are scripts inside scenes.",
        ),
        examples: include_str!("scripts_check.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: ScriptsCheckArgs, cx: &Cx<'_>) -> Result<ScriptsCheckOutput, Failure> {
        let page = Page::new(Self::ABOUT.id, args.limit, args.cursor.as_deref())?;
        let request = ScriptCheckRequest { paths: args.paths, import: args.import.into() };
        let check = cx.ask(|engine, cx| match engine.as_script_checker() {
            Some(checker) => checker.check_scripts(&request, cx),
            None => Err(missing_interface(engine, "compile scripts")),
        })?;
        let is_error = |problem: &&ScriptProblem| problem.severity == ScriptSeverity::Error;
        let errors = check.problems.iter().filter(is_error).count();
        let warnings = check.problems.len() - errors;
        let (problems, next_cursor) = page.cut(check.problems);
        Ok(ScriptsCheckOutput {
            problems,
            errors,
            warnings,
            scripts: check.compiled,
            engine_version: check.engine_version,
            next_cursor,
            coverage: cx.coverage(),
        })
    }
}
