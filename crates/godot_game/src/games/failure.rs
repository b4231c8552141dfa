//! Failures of games in the words of the port.

use scenewright_engine::{EngineError, GameFailure, GameFailureKind};

use crate::error::{GameError, ProbeFailure};

pub(super) fn to_engine_error(error: GameError) -> EngineError {
    let message = error.to_string();
    let (kind, names) = match error {
        GameError::Engine(error) => return error,
        GameError::EndedAtStart { .. } | GameError::NotConnected { .. } => {
            (GameFailureKind::NotConnected, Vec::new())
        }
        GameError::Start(_)
        | GameError::BrokeAtStart
        | GameError::EndedInStart { .. }
        | GameError::StuckAtStart { .. }
        | GameError::StoppedLate { .. }
        | GameError::WrongProcess
        | GameError::Attach(_)
        | GameError::NoSceneTree
        | GameError::NoProbe { .. } => (GameFailureKind::NotStarted, Vec::new()),
        GameError::Ended { .. } | GameError::Disconnected { .. } => {
            (GameFailureKind::Ended, Vec::new())
        }
        GameError::Broken { .. } => (GameFailureKind::Broken, Vec::new()),
        GameError::Stuck { .. } => (GameFailureKind::Stuck, Vec::new()),
        GameError::Unfinished { .. } => (GameFailureKind::Unfinished, Vec::new()),
        GameError::Stopped(_) => (GameFailureKind::Stopped, Vec::new()),
        GameError::NotStopped => (GameFailureKind::NotStopped, Vec::new()),
        GameError::Debugger(_) => (GameFailureKind::BadValue, Vec::new()),
        GameError::Probe { kind, names, .. } => (probe_kind(kind), names),
        GameError::Answer(_) => (GameFailureKind::Other, Vec::new()),
    };
    EngineError::Game(Box::new(GameFailure { names, ..GameFailure::new(kind, message) }))
}

/// The same with the name that a client sent, for similar ones among those that exist.
pub(crate) fn with_asked(error: EngineError, name: &str) -> EngineError {
    match error {
        EngineError::Game(mut failure) => {
            failure.asked = name.to_owned();
            EngineError::Game(failure)
        }
        other => other,
    }
}

fn probe_kind(kind: ProbeFailure) -> GameFailureKind {
    match kind {
        ProbeFailure::NoNode => GameFailureKind::NoNode,
        ProbeFailure::NoProperty => GameFailureKind::NoProperty,
        ProbeFailure::NoMethod => GameFailureKind::NoMethod,
        ProbeFailure::BadValue => GameFailureKind::BadValue,
        ProbeFailure::BadSource => GameFailureKind::BadSource,
        ProbeFailure::NoDisplay => GameFailureKind::NoDisplay,
        ProbeFailure::NoPicture => GameFailureKind::NoPicture,
        ProbeFailure::Other => GameFailureKind::Other,
    }
}
