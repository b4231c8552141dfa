//! `game.debug`: breakpoints, steps, the stack and the variables of a running game.

use scenewright_model::{
    Breakpoint, DebugCommand, DebugStep, FinishedCall, FrameVariables, GameDebug, GameLogEntry,
    GamePhase, GameStop, MemberValue, ScriptFrame,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::act::{self, GameActOutput};
use super::{CATEGORY, ask_debugger, check_errors, require_evaluate};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, Permission, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};
use crate::value_json::{ValueRecord, to_json};

pub(crate) struct GameDebugRun;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameDebugArgs {
    /// Its id [default: the last started]
    game: Option<String>,
    /// show (where it stands), break (set a breakpoint), clear (one or all), continue, over, into, out (steps) or evaluate
    #[serde(default)]
    action: DebugAction,
    /// break, clear: the script
    file: Option<String>,
    /// break, clear: the line, from 1
    #[schemars(range(min = 1))]
    line: Option<u32>,
    /// Whose variables: 0 is the innermost function of the stack
    #[serde(default)]
    frame: u32,
    /// evaluate: an expression of GDScript. Needs --allow-eval
    expression: Option<String>,
    /// Whether errors of scripts stop the game too [default: as before, first no]
    stop_on_errors: Option<bool>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum DebugAction {
    #[default]
    Show,
    Break,
    Clear,
    Continue,
    Over,
    Into,
    Out,
    Evaluate,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameDebugOutput {
    /// The id of the game
    game: String,
    /// frozen, running, stopped (in a script) or ended
    state: GamePhase,
    /// Where a script stopped it; absent unless it is stopped
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<GameStop>,
    /// The stack, the innermost function first; absent unless it is stopped
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stack: Vec<ScriptFrame>,
    /// The variables of the frame; absent unless it is stopped
    #[serde(skip_serializing_if = "Option::is_none")]
    variables: Option<VariablesOutput>,
    /// The expression's value; absent without one
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<ValueRecord>,
    /// All breakpoints
    breakpoints: Vec<Breakpoint>,
    /// Whether errors of scripts stop the game
    stops_on_errors: bool,
    /// The game.act that was stopped, if it is over now
    #[serde(skip_serializing_if = "Option::is_none")]
    act: Option<Box<GameActOutput>>,
    /// The game.call or game.eval that was stopped, if it is over now
    #[serde(skip_serializing_if = "Option::is_none")]
    call: Option<CallOutput>,
}

#[derive(Serialize, JsonSchema)]
struct VariablesOutput {
    /// Parameters and local variables by name
    locals: Map<String, Value>,
    /// The object (self) and its members
    members: Map<String, Value>,
    /// Autoloads
    #[serde(skip_serializing_if = "Map::is_empty")]
    globals: Map<String, Value>,
}

#[derive(Serialize, JsonSchema)]
struct CallOutput {
    /// What it returned; absent without a value
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<ValueRecord>,
    /// What was logged meanwhile
    #[serde(skip_serializing_if = "Vec::is_empty")]
    logged: Vec<GameLogEntry>,
}

impl Operation for GameDebugRun {
    type Args = GameDebugArgs;
    type Output = GameDebugOutput;

    const PERMISSION: Option<Permission> = Some(Permission::Play);

    const ABOUT: OperationInfo = OperationInfo {
        id: "game.debug",
        name: "Debug a Game",
        description: "Sets breakpoints in GDScript, steps, and shows the stack and the variables of a stopped game. game.act stops at a breakpoint; continue lets it go on to its end or to the next stop.",
        category: CATEGORY,
        safety: SafetyLevel::SafeWrite,
        tier: Tier::Core,
        notes: Some(
            "A stopped game can be looked at and read, but game.act, game.freeze and game.reload wait until it goes on. An act that was stopped cannot be recorded.",
        ),
        examples: include_str!("debug.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: GameDebugArgs, cx: &Cx<'_>) -> Result<GameDebugOutput, Failure> {
        let value = match args.action {
            DebugAction::Evaluate => Some(evaluate(&args, cx)?),
            _ => None,
        };
        let (game, command) = (args.game.as_deref(), args.command()?);
        let shown = ask_debugger(cx, |debugger, cx| {
            debugger.debug(game, &command, args.stop_on_errors, cx)
        })?;
        let variables = match shown.stop {
            Some(_) => {
                let found = ask_debugger(cx, |it, cx| it.variables(game, args.frame, cx))?;
                Some(VariablesOutput::new(&found))
            }
            None => None,
        };
        Ok(output(shown, variables, value))
    }
}

impl GameDebugArgs {
    fn command(&self) -> Result<DebugCommand, Failure> {
        Ok(match self.action {
            DebugAction::Show | DebugAction::Evaluate => DebugCommand::Show,
            DebugAction::Break => DebugCommand::Set(self.breakpoint()?),
            DebugAction::Clear if self.file.is_none() && self.line.is_none() => {
                DebugCommand::Clear(None)
            }
            DebugAction::Clear => DebugCommand::Clear(Some(self.breakpoint()?)),
            DebugAction::Continue => DebugCommand::Resume(DebugStep::Continue),
            DebugAction::Over => DebugCommand::Resume(DebugStep::Over),
            DebugAction::Into => DebugCommand::Resume(DebugStep::Into),
            DebugAction::Out => DebugCommand::Resume(DebugStep::Out),
        })
    }

    fn breakpoint(&self) -> Result<Breakpoint, Failure> {
        let missing = |name| Failure::argument(name, "", "a breakpoint needs a file and a line");
        let file = self.file.clone().ok_or_else(|| missing("file"))?;
        let line = self.line.ok_or_else(|| missing("line"))?;
        Ok(Breakpoint { file, line })
    }
}

/// Godot logs what is wrong with an expression, and gives back null.
fn evaluate(args: &GameDebugArgs, cx: &Cx<'_>) -> Result<ValueRecord, Failure> {
    require_evaluate(cx)?;
    let missing = || Failure::argument("expression", "", "there is nothing to evaluate");
    let expression = args.expression.as_deref().ok_or_else(missing)?;
    let run = ask_debugger(cx, |debugger, cx| {
        debugger.evaluate_in_frame(args.game.as_deref(), args.frame, expression, cx)
    })?;
    check_errors("the expression", &run.logged)?;
    Ok(ValueRecord::new(run.value.as_ref().unwrap_or(&MemberValue::Null)))
}

fn output(
    shown: GameDebug,
    variables: Option<VariablesOutput>,
    value: Option<ValueRecord>,
) -> GameDebugOutput {
    let (act, call) = match shown.finished {
        Some(FinishedCall::Act(act, outcome)) => {
            (Some(Box::new(act::output(*outcome, &act.report))), None)
        }
        Some(FinishedCall::Call(call)) => {
            let result = call.value.as_ref().map(ValueRecord::new);
            (None, Some(CallOutput { result, logged: call.logged }))
        }
        None => (None, None),
    };
    GameDebugOutput {
        game: shown.game,
        state: shown.phase,
        stop: shown.stop,
        stack: shown.stack,
        variables,
        value,
        breakpoints: shown.breakpoints,
        stops_on_errors: shown.stops_on_errors,
        act,
        call,
    }
}

impl VariablesOutput {
    fn new(found: &FrameVariables) -> VariablesOutput {
        let values = |list: &[(String, MemberValue)]| {
            list.iter().map(|(name, value)| (name.clone(), to_json(value))).collect()
        };
        VariablesOutput {
            locals: values(&found.locals),
            members: values(&found.members),
            globals: values(&found.globals),
        }
    }
}
