//! What can go wrong with a running game.

use std::io;
use std::time::Duration;

use scenewright_engine::EngineError;
use scenewright_model::{GameStop, ScriptFrame};
use thiserror::Error;

use crate::output::OutputLine;
use crate::process::ProcessEnd;

#[derive(Debug, Error)]
pub(crate) enum GameError {
    #[error("the game could not be started: {0}")]
    Start(io::Error),
    #[error("the game ended before it connected ({end}){}", join_output(output))]
    EndedAtStart { end: ProcessEnd, output: Vec<OutputLine> },
    #[error("the game did not connect within {} s{}", limit.as_secs(), join_output(output))]
    NotConnected { limit: Duration, output: Vec<OutputLine> },
    /// Starting it again, knowing that, works.
    #[error("a script error stopped the game before its debugger could")]
    BrokeAtStart,
    /// Starting it again, when the machine has more time, may work.
    #[error("the game was at tick {tick} before its debugger could stop it")]
    StoppedLate { tick: i64 },
    #[error("another process than the game connected to its debugger")]
    WrongProcess,
    #[error("the project replaces Godot's main loop, so there is no scene tree to look at")]
    NoSceneTree,
    #[error("the probe could not be loaded{}", join_output(output))]
    NoProbe { output: Vec<OutputLine> },
    #[error("the game has ended ({end}){}", join_output(output))]
    Ended { end: ProcessEnd, output: Vec<OutputLine> },
    #[error("the game ended while it started ({end}){}", join_output(output))]
    EndedInStart { end: ProcessEnd, output: Vec<OutputLine> },
    #[error(
        "the game did not come to its first tick within {} s{}",
        limit.as_secs(),
        join_stack(stack)
    )]
    StuckAtStart { limit: Duration, stack: Vec<ScriptFrame> },
    #[error("the game in the editor could not be reached: {0}")]
    Attach(io::Error),
    #[error("the game stands in the editor's debugger{}{}", join_reason(reason), join_stack(stack))]
    Broken { reason: String, stack: Vec<ScriptFrame> },
    #[error("the connection to the game broke: {reason}")]
    Disconnected { reason: String },
    /// It runs, but does not come to the next tick.
    #[error("the game did not answer within {} s{}", limit.as_secs(), join_stack(stack))]
    Stuck { limit: Duration, stack: Vec<ScriptFrame> },
    /// It was stopped in time, and stands where it came to.
    #[error("the act was not over within {} s; the game stands after {ticks} ticks of it", limit.as_secs())]
    Unfinished { limit: Duration, ticks: i64 },
    #[error("the game {0}")]
    Stopped(Box<GameStop>),
    #[error("no script of the game is stopped")]
    NotStopped,
    /// A frame, a line or an expression that the debugger cannot take.
    #[error("{0}")]
    Debugger(String),
    /// The probe's own words.
    #[error("{message}")]
    Probe { kind: ProbeFailure, message: String, names: Vec<String> },
    #[error("the game sent an answer that is not understood: {0}")]
    Answer(String),
    #[error(transparent)]
    Engine(#[from] EngineError),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProbeFailure {
    NoNode,
    NoProperty,
    NoMethod,
    BadValue,
    BadSource,
    NoDisplay,
    NoPicture,
    Other,
}

impl ProbeFailure {
    pub(crate) fn from_word(word: Option<&str>) -> ProbeFailure {
        match word {
            Some("no_node") => ProbeFailure::NoNode,
            Some("no_property") => ProbeFailure::NoProperty,
            Some("no_method") => ProbeFailure::NoMethod,
            Some("bad_value") => ProbeFailure::BadValue,
            Some("bad_source") => ProbeFailure::BadSource,
            Some("no_display") => ProbeFailure::NoDisplay,
            Some("no_picture") => ProbeFailure::NoPicture,
            _ => ProbeFailure::Other,
        }
    }
}

/// A break that the user asked for has no reason.
fn join_reason(reason: &str) -> String {
    match reason {
        "" => String::new(),
        reason => format!(": {reason}"),
    }
}

fn join_stack(stack: &[ScriptFrame]) -> String {
    match stack {
        [] => String::new(),
        [frame, ..] => format!("; its script is at {frame}"),
    }
}

fn join_output(output: &[OutputLine]) -> String {
    let lines: Vec<&str> = output.iter().map(|line| line.text.trim()).collect();
    match lines.iter().all(|line| line.is_empty()) {
        true => String::new(),
        false => format!("; it printed: {}", lines.join(" | ")),
    }
}
