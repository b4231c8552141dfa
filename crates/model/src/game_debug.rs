//! A running game under its debugger: where its scripts stop, what they hold, and what they cost.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ActOutcome, GameAct, GameCall, GameLogEntry, GamePhase, MemberValue};

/// A line of a script.
#[derive(
    Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct Breakpoint {
    /// The script's path
    pub file: String,
    /// Its line, from 1
    pub line: u32,
}

/// Where a script was stopped, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GameStop {
    /// breakpoint, step or error
    pub reason: StopKind,
    /// The error's text; absent without one
    #[serde(skip_serializing_if = "String::is_empty")]
    pub message: String,
    #[serde(flatten)]
    pub frame: ScriptFrame,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum StopKind {
    Breakpoint,
    /// The end of a step
    Step,
    Error,
}

impl std::fmt::Display for GameStop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.reason {
            StopKind::Breakpoint => write!(f, "stopped at breakpoint {}", self.frame),
            StopKind::Step => write!(f, "stopped after a step at {}", self.frame),
            StopKind::Error => write!(f, "stopped by an error at {}: {}", self.frame, self.message),
        }
    }
}

/// A function on the stack.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ScriptFrame {
    /// The script; empty if it is not known
    pub file: String,
    /// The line that comes next
    pub line: u32,
    /// The function's name
    pub function: String,
}

impl std::fmt::Display for ScriptFrame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{} in {}", self.file, self.line, self.function)
    }
}

/// What the debugger shall do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DebugCommand {
    Show,
    Set(Breakpoint),
    /// All of them without one.
    Clear(Option<Breakpoint>),
    Resume(DebugStep),
}

/// How a stopped script goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DebugStep {
    Continue,
    /// To the next line of the same function
    Over,
    /// To the next line, in a called function too
    Into,
    /// To the function's caller
    Out,
}

/// What the debugger of a game shows.
#[derive(Debug, Clone, PartialEq)]
pub struct GameDebug {
    /// The game's id.
    pub game: String,
    pub phase: GamePhase,
    pub stop: Option<GameStop>,
    /// The innermost function first.
    pub stack: Vec<ScriptFrame>,
    /// By file and line.
    pub breakpoints: Vec<Breakpoint>,
    /// Whether errors of scripts stop the game.
    pub stops_on_errors: bool,
    /// The call that a stop had interrupted, if it is done now.
    pub finished: Option<FinishedCall>,
}

/// What goes on after a stop is over.
#[derive(Debug, Clone, PartialEq)]
pub enum FinishedCall {
    Act(Box<GameAct>, Box<ActOutcome>),
    Call(GameCall),
}

/// The variables that a frame sees.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FrameVariables {
    pub locals: Vec<(String, MemberValue)>,
    /// Those of the object, which is among them as `self`.
    pub members: Vec<(String, MemberValue)>,
    /// Autoloads; constants and classes are left out.
    pub globals: Vec<(String, MemberValue)>,
}

/// Scripts that were read again.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ScriptReload {
    /// Those that differed from their files.
    pub reloaded: Vec<String>,
    /// What Godot said about them.
    pub problems: Vec<GameLogEntry>,
    /// How many ticks the game went on for it.
    pub ticks: u32,
}

/// The script functions that took the most time of their own.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameProfile {
    /// The slowest first
    pub functions: Vec<ProfiledFunction>,
    /// How many more functions ran
    pub left_out: u64,
}

/// Times are sums over all calls.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfiledFunction {
    /// Its name
    pub function: String,
    /// Its script; empty for what Godot calls itself
    #[serde(skip_serializing_if = "String::is_empty")]
    pub file: String,
    /// Its first line
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// How often it was called
    pub calls: u64,
    /// Milliseconds in the function itself
    pub self_ms: f64,
    /// Milliseconds with the functions that it calls
    pub total_ms: f64,
}

/// Godot's performance monitors over time.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GameMonitors {
    pub names: Vec<String>,
    /// Tick and values, oldest first; `None` for a monitor that did not exist yet.
    pub rows: Vec<(u64, Vec<Option<f64>>)>,
    /// Older rows.
    pub left_out: u64,
}
