//! The interface of the port for the debugger of games.

use std::fs;

use scenewright_engine::{
    Context, EngineError, GameDebugger, GameFailure, GameFailureKind, ReadResult, Reading, Subject,
};
use scenewright_model::{
    ActOutcome, Breakpoint, DataSource, DebugCommand, FinishedCall, FrameVariables, GameAct,
    GameCall, GameDebug, GameMonitors, GamePhase, MemberValue, ScriptReload,
};

use super::failure::to_engine_error;
use super::{StartedGame, reload};
use crate::answer::Fields;
use crate::connection::FrameVariable;
use crate::engine::PlayableEngine;
use crate::error::GameError;
use crate::game::{Finished, GameState};
use crate::values::to_member;
use crate::variant::{Dictionary, ObjectId, Variant};

const LOCAL: i64 = 0;
const MEMBER: i64 = 1;

fn reading<T>(value: T) -> ReadResult<T> {
    Ok(Reading::new(value, DataSource::Game))
}

impl GameDebugger for PlayableEngine {
    fn debug(
        &self,
        game: Option<&str>,
        command: &DebugCommand,
        stop_on_errors: Option<bool>,
        cx: &Context,
    ) -> ReadResult<GameDebug> {
        let game = self.games().find(game, cx)?;
        game.game.refuse_in_editor("set breakpoints and step").map_err(to_engine_error)?;
        if let Some(stops) = stop_on_errors {
            game.game.set_stops_on_errors(stops, cx).map_err(to_engine_error)?;
        }
        let (mut finished, mut diagnostic) = (None, None);
        match command {
            DebugCommand::Show => {}
            DebugCommand::Set(breakpoint) => {
                diagnostic = self.check_line(breakpoint)?;
                game.game.set_breakpoint(breakpoint, cx).map_err(to_engine_error)?;
            }
            DebugCommand::Clear(Some(breakpoint)) => {
                let cleared = game.game.clear_breakpoint(breakpoint, cx);
                let was_there = cleared.map_err(to_engine_error)?;
                diagnostic = (!was_there).then(|| "There was no such breakpoint.".to_owned());
            }
            DebugCommand::Clear(None) => {
                for breakpoint in game.game.breakpoints() {
                    game.game.clear_breakpoint(&breakpoint, cx).map_err(to_engine_error)?;
                }
            }
            DebugCommand::Resume(step) => {
                let ended = game.game.go_on(*step, cx).map_err(to_engine_error)?;
                finished = game.finished(ended, cx).map_err(to_engine_error)?;
            }
        }
        let mut shown = reading(game.shown(finished, cx)?)?;
        shown.diagnostics.extend(diagnostic);
        Ok(shown)
    }

    fn variables(
        &self,
        game: Option<&str>,
        frame: u32,
        cx: &Context,
    ) -> ReadResult<FrameVariables> {
        let game = self.games().find(game, cx)?;
        let variables = game.game.frame_variables(frame, cx).map_err(to_engine_error)?;
        let mut found = FrameVariables::default();
        for variable in game.named(variables, cx)? {
            let list = match variable.kind {
                LOCAL => &mut found.locals,
                MEMBER => &mut found.members,
                _ => &mut found.globals,
            };
            list.push((variable.name, to_member(&variable.value)));
        }
        reading(found)
    }

    fn evaluate_in_frame(
        &self,
        game: Option<&str>,
        frame: u32,
        expression: &str,
        cx: &Context,
    ) -> ReadResult<GameCall> {
        let game = self.games().find(game, cx)?;
        game.mark_changed();
        let variables = game.game.frame_variables(frame, cx).map_err(to_engine_error)?;
        if !variables.iter().any(|it| it.kind == MEMBER && it.name == "self") {
            let message = "the function has no object that an expression could be evaluated in";
            return Err(to_engine_error(GameError::Debugger(message.to_owned())));
        }
        let before = game.next_entry(cx)?;
        let value = game.game.evaluate_in_frame(frame, expression, cx).map_err(to_engine_error)?;
        let arguments = [("since", Variant::Int(before)), ("limit", Variant::Int(20))];
        let logged = game.ask("log", arguments.into(), cx, |answer| answer.log())?;
        let result = FrameVariable { name: String::new(), kind: LOCAL, value };
        let value = game.named(vec![result], cx)?.pop().map(|it| to_member(&it.value));
        let logged = logged.unwrap_or_default().entries;
        reading(GameCall { object: None, value: value.or(Some(MemberValue::Null)), logged })
    }

    fn reload_scripts(
        &self,
        game: Option<&str>,
        paths: &[String],
        cx: &Context,
    ) -> ReadResult<ScriptReload> {
        let game = self.games().find(game, cx)?;
        game.mark_changed();
        reading(reload::reload(self, &game, paths, cx)?)
    }

    fn monitors(&self, game: Option<&str>, limit: u32, cx: &Context) -> ReadResult<GameMonitors> {
        let arguments = [("limit", Variant::Int(limit.into()))];
        reading(self.games().ask(game, "monitors", arguments.into(), cx, |it| it.monitors())?)
    }
}

impl PlayableEngine {
    /// Godot takes any line, and never stops where nothing is executed. Returns what is odd about it.
    fn check_line(&self, breakpoint: &Breakpoint) -> Result<Option<String>, EngineError> {
        let Breakpoint { file, line } = breakpoint;
        let missing = || EngineError::NotFound { what: Subject::Script, path: file.clone() };
        let path = file.strip_prefix("res://").filter(|path| path.ends_with(".gd"));
        let path = self.games().root().join(path.ok_or_else(missing)?);
        let bytes = fs::read(path).map_err(|_| missing())?;
        let text = String::from_utf8_lossy(&bytes);
        let Some(found) = text.lines().nth((*line as usize).saturating_sub(1)) else {
            let message = format!("{file} has {} lines", text.lines().count());
            let failure = GameFailure::new(GameFailureKind::BadValue, message);
            return Err(EngineError::Game(Box::new(failure)));
        };
        let code = found.trim_start();
        Ok((code.is_empty() || code.starts_with('#'))
            .then(|| format!("Line {line} has no code, so the game never stops there.")))
    }
}

impl StartedGame {
    fn shown(
        &self,
        finished: Option<FinishedCall>,
        cx: &Context,
    ) -> Result<GameDebug, EngineError> {
        let phase = match self.game.state() {
            GameState::Frozen => GamePhase::Frozen,
            GameState::Running => GamePhase::Running,
            GameState::Stopped => GamePhase::Stopped,
            GameState::Broken => GamePhase::Broken,
            GameState::Ended(_) => GamePhase::Ended,
        };
        let stopped = match phase {
            GamePhase::Stopped => self.game.stop_in_script(cx).map_err(to_engine_error)?,
            _ => None,
        };
        let (stop, stack) = stopped.map_or_else(Default::default, |(it, stack)| (Some(it), stack));
        Ok(GameDebug {
            game: self.id.clone(),
            phase,
            stop,
            stack,
            breakpoints: self.game.breakpoints(),
            stops_on_errors: self.game.stops_on_errors(),
            finished,
        })
    }

    fn finished(&self, ended: Finished, cx: &Context) -> Result<Option<FinishedCall>, GameError> {
        let Finished::Answered(answer) = ended else { return Ok(None) };
        let act = self.interrupted_act().take();
        let Some(act) = act else {
            return Ok(Fields(&answer).call().ok().map(FinishedCall::Call));
        };
        let outcome = self.outcome(&act, &answer, cx)?;
        Ok(Some(FinishedCall::Act(Box::new(act), Box::new(outcome))))
    }

    /// What has happened in an act that is over.
    pub(super) fn outcome(
        &self,
        act: &GameAct,
        answer: &Dictionary,
        cx: &Context,
    ) -> Result<ActOutcome, GameError> {
        let profile = match act.profile {
            Some(limit) => self.game.end_profile(limit, cx)?,
            None => None,
        };
        let outcome = Fields(answer).outcome(act.picture.size.format)?;
        Ok(ActOutcome { profile, ..outcome })
    }

    /// What has happened so far in an act that a script stopped.
    pub(super) fn stopped_act(&self, act: &GameAct, cx: &Context) -> Result<ActOutcome, GameError> {
        *self.interrupted_act() = Some(act.clone());
        let answer = self.game.call("progress", Dictionary::default().into(), cx)?;
        let outcome = Fields(&answer).outcome(act.picture.size.format)?;
        let stop = self.game.stop_in_script(cx)?.map(|(stop, _)| stop);
        Ok(ActOutcome { stop, ..outcome })
    }

    /// The number of the log's next entry.
    pub(super) fn next_entry(&self, cx: &Context) -> Result<i64, EngineError> {
        let nothing = [("since", Variant::Int(0)), ("limit", Variant::Int(0))];
        let log = self.ask("log", nothing.into(), cx, |answer| answer.log())?;
        Ok(log.and_then(|log| i64::try_from(log.next).ok()).unwrap_or_default())
    }

    /// The debugger sends objects as ids; the probe knows what they are. Of globals, only nodes are kept: the others
    /// are constants and classes.
    fn named(
        &self,
        variables: Vec<FrameVariable>,
        cx: &Context,
    ) -> Result<Vec<FrameVariable>, EngineError> {
        let kept = |it: &FrameVariable| it.kind <= MEMBER || matches!(it.value, Variant::Object(_));
        let mut variables: Vec<_> = variables.into_iter().filter(kept).collect();
        let id = |it: &FrameVariable| match it.value {
            Variant::Object(ObjectId(id)) => Some(Variant::Int(id as i64)),
            _ => None,
        };
        let ids: Vec<Variant> = variables.iter().filter_map(id).collect();
        let arguments = [("ids", ids.into())];
        let objects = self
            .ask("portable", arguments.into(), cx, |answer| Ok(answer.list("objects")?.to_vec()))?;
        let mut objects = objects.into_iter();
        for variable in &mut variables {
            if let Variant::Object(_) = variable.value {
                variable.value = objects.next().unwrap_or(Variant::Nil);
            }
        }
        let is_node = |it: &FrameVariable| {
            let path = it.value.as_dictionary().and_then(|fields| fields.get("path")).cloned();
            path.is_some_and(|path| path.as_text().is_some_and(|path| path.starts_with("/root")))
        };
        variables.retain(|it| it.kind <= MEMBER || is_node(it));
        Ok(variables)
    }
}
