//! A game whose script is stopped: at a breakpoint, after a step, or by an error.
//!
//! Invariant: nothing stops in the probe; a step that comes there goes on.

use std::collections::BTreeSet;
use std::sync::{MutexGuard, PoisonError};
use std::time::Duration;

use scenewright_engine::Context;
use scenewright_model::{Breakpoint, DebugStep, GameProfile, GameStop, ScriptFrame, StopKind};

use super::{Game, answer_time, read_answer};
use crate::connection::{FrameVariable, StopReason};
use crate::error::GameError;
use crate::message::MAIN_THREAD;
use crate::profile::MAX_FUNCTIONS;
use crate::variant::{Dictionary, Variant};

/// How long a stopped game may take to answer Godot's own questions.
const STOPPED_LIMIT: Duration = Duration::from_secs(2);
/// A running game answers a question in its debugger too, if the question did not stop it.
const ANSWER_AFTER_STOP: Duration = Duration::from_millis(150);
/// How long the debugger may take to say that a script has gone on.
const EXIT_LIMIT: Duration = Duration::from_millis(500);

/// What the debugger was told.
#[derive(Debug, Default)]
pub(super) struct Debugged {
    breakpoints: BTreeSet<Breakpoint>,
    stops_on_errors: bool,
    /// The question that a stop keeps from being answered.
    pub(super) interrupted: Option<i64>,
    was_step: bool,
}

/// What came first.
pub(super) enum Waited {
    Answered(Vec<u8>),
    Stopped(GameStop),
    OutOfTime,
}

/// How a script that was let go on ended up.
pub(crate) enum Finished {
    /// The question that the stop had interrupted has its answer.
    Answered(Dictionary),
    Stopped,
    Running,
}

impl Game {
    pub(super) fn debugged(&self) -> MutexGuard<'_, Debugged> {
        self.debugged.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn is_in_script(&self) -> bool {
        self.connection.look(|inbox| inbox.stops.in_script().is_some())
    }

    /// For what would change how the game goes on.
    pub(super) fn refuse_in_script(&self, cx: &Context) -> Result<(), GameError> {
        match self.stop_in_script(cx)? {
            Some((stop, _)) => Err(GameError::Stopped(Box::new(stop))),
            None => Ok(()),
        }
    }

    /// Where a script is stopped, and its stack.
    pub(crate) fn stop_in_script(
        &self,
        cx: &Context,
    ) -> Result<Option<(GameStop, Vec<ScriptFrame>)>, GameError> {
        let held = |inbox: &mut crate::connection::Inbox| {
            inbox.stops.in_script().map(|(thread, reason)| (thread, reason.clone()))
        };
        let Some((thread, reason)) = self.connection.look(held) else { return Ok(None) };
        let stack = self.stack(thread, cx)?;
        let frame = stack.first().cloned().unwrap_or_default();
        let (kind, message) = match reason {
            StopReason::Error(message) => (StopKind::Error, message),
            _ => (self.stop_kind(&frame), String::new()),
        };
        Ok(Some((GameStop { reason: kind, message, frame }, stack)))
    }

    fn stop_kind(&self, frame: &ScriptFrame) -> StopKind {
        let debugged = self.debugged();
        let here = Breakpoint { file: frame.file.clone(), line: frame.line };
        match debugged.was_step && !debugged.breakpoints.contains(&here) {
            true => StopKind::Step,
            false => StopKind::Breakpoint,
        }
    }

    /// The functions of a thread that stands; none where Godot does not know them.
    pub(super) fn stack(&self, thread: i64, cx: &Context) -> Result<Vec<ScriptFrame>, GameError> {
        self.connection.look(|inbox| inbox.stack = None);
        self.connection.send_to(thread, "get_stack_dump", Vec::new());
        let stack = self.connection.wait_for(STOPPED_LIMIT, cx, |inbox| inbox.stack.take())?;
        Ok(stack.unwrap_or_default())
    }

    /// Waits for an answer, or until a script stops after `stops` others did.
    pub(super) fn wait_for_answer(
        &self,
        id: Option<i64>,
        mut stops: u64,
        limit: Duration,
        cx: &Context,
    ) -> Result<Waited, GameError> {
        loop {
            let found = self.connection.wait_for(limit, cx, |inbox| {
                let answer = id.and_then(|id| inbox.take_answer(id)).map(Some);
                let has_stopped = inbox.stops.in_scripts > stops;
                answer
                    .or_else(|| (has_stopped && inbox.stops.in_script().is_some()).then_some(None))
            })?;
            match found {
                None => return Ok(Waited::OutOfTime),
                Some(Some(bytes)) => {
                    self.wait_for_exit(cx)?;
                    return Ok(Waited::Answered(bytes));
                }
                Some(None) => {}
            }
            stops = self.connection.look(|inbox| inbox.stops.in_scripts);
            let Some((stop, _)) = self.stop_in_script(cx)? else { continue };
            if self.is_in_probe(&stop.frame) {
                self.resume_script("next");
                continue;
            }
            let answer = self
                .connection
                .wait_for(ANSWER_AFTER_STOP, cx, |inbox| id.and_then(|id| inbox.take_answer(id)))?;
            return Ok(answer.map_or(Waited::Stopped(stop), Waited::Answered));
        }
    }

    /// The probe's own connection is faster than the debugger's.
    fn wait_for_exit(&self, cx: &Context) -> Result<(), GameError> {
        self.connection.wait_for(EXIT_LIMIT, cx, |inbox| (!inbox.is_leaving).then_some(()))?;
        Ok(())
    }

    fn is_in_probe(&self, frame: &ScriptFrame) -> bool {
        frame.file.starts_with(&*self.probe_folder())
    }

    fn probe_folder(&self) -> String {
        self._folder.path().to_string_lossy().into_owned()
    }

    fn resume_script(&self, command: &str) {
        let thread = self.connection.look(|inbox| inbox.stops.in_script().map(|(it, _)| it));
        self.connection.send_to(thread.unwrap_or(MAIN_THREAD), command, Vec::new());
    }

    /// Asks the probe while a script is stopped. The game's own code may run for it, which stops nowhere.
    pub(super) fn ask_past_breakpoints(
        &self,
        data: Vec<Variant>,
        cx: &Context,
    ) -> Result<Dictionary, GameError> {
        let skip = |skip: bool| self.connection.send("set_skip_breakpoints", vec![skip.into()]);
        skip(true);
        self.ask("call", data, cx, |_| skip(false))
    }

    pub(crate) fn breakpoints(&self) -> Vec<Breakpoint> {
        self.debugged().breakpoints.iter().cloned().collect()
    }

    pub(crate) fn stops_on_errors(&self) -> bool {
        self.debugged().stops_on_errors
    }

    pub(crate) fn set_stops_on_errors(&self, stops: bool, cx: &Context) -> Result<(), GameError> {
        self.send(vec![("set_ignore_error_breaks", vec![(!stops).into()])], cx)?;
        self.debugged().stops_on_errors = stops;
        Ok(())
    }

    pub(crate) fn set_breakpoint(
        &self,
        breakpoint: &Breakpoint,
        cx: &Context,
    ) -> Result<(), GameError> {
        self.send_breakpoint(breakpoint, true, cx)?;
        self.debugged().breakpoints.insert(breakpoint.clone());
        Ok(())
    }

    /// Whether there was one.
    pub(crate) fn clear_breakpoint(
        &self,
        breakpoint: &Breakpoint,
        cx: &Context,
    ) -> Result<bool, GameError> {
        self.send_breakpoint(breakpoint, false, cx)?;
        Ok(self.debugged().breakpoints.remove(breakpoint))
    }

    fn send_breakpoint(
        &self,
        Breakpoint { file, line }: &Breakpoint,
        is_set: bool,
        cx: &Context,
    ) -> Result<(), GameError> {
        let data = vec![file.as_str().into(), Variant::Int((*line).into()), is_set.into()];
        self.send(vec![("breakpoint", data)], cx)
    }

    /// Lets a stopped script go on, to the end of what it interrupted or to the next stop.
    pub(crate) fn go_on(&self, step: DebugStep, cx: &Context) -> Result<Finished, GameError> {
        let _turn = self.take_turn();
        if !self.is_in_script() {
            return Err(GameError::NotStopped);
        }
        let command = match step {
            DebugStep::Continue => "continue",
            DebugStep::Over => "next",
            DebugStep::Into => "step",
            DebugStep::Out => "out",
        };
        let interrupted = self.debugged().interrupted;
        self.debugged().was_step = step != DebugStep::Continue;
        let (stops, exits) =
            self.connection.look(|inbox| (inbox.stops.in_scripts, inbox.stops.exits));
        self.resume_script(command);
        if interrupted.is_none() && step == DebugStep::Continue {
            let limit = answer_time(cx);
            let exit =
                |inbox: &mut crate::connection::Inbox| (inbox.stops.exits > exits).then_some(());
            let gone_on = self.connection.wait_for(limit, cx, exit)?;
            return gone_on.map(|()| Finished::Running).ok_or_else(|| self.diagnose(limit, cx));
        }
        self.wait_for_interrupted(interrupted, stops, cx)
    }

    fn wait_for_interrupted(
        &self,
        interrupted: Option<i64>,
        stops: u64,
        cx: &Context,
    ) -> Result<Finished, GameError> {
        let limit = if interrupted.is_some() { answer_time(cx) } else { STOPPED_LIMIT };
        match self.wait_for_answer(interrupted, stops, limit, cx)? {
            Waited::Stopped(_) => Ok(Finished::Stopped),
            Waited::Answered(bytes) => {
                self.debugged().interrupted = None;
                self.wait_until_frozen(cx)?;
                read_answer(&bytes).map(Finished::Answered)
            }
            // A game that runs by itself may not come to another line of the script.
            Waited::OutOfTime if interrupted.is_none() && self.is_connected() => {
                Ok(Finished::Running)
            }
            Waited::OutOfTime => Err(self.diagnose(limit, cx)),
        }
    }

    /// The variables of a function on the stack of the stopped script.
    pub(crate) fn frame_variables(
        &self,
        frame: u32,
        cx: &Context,
    ) -> Result<Vec<FrameVariable>, GameError> {
        let _turn = self.take_turn();
        let thread = self.check_frame(frame, cx)?;
        let data = vec![Variant::Int(frame.into())];
        self.connection.send_to(thread, "get_stack_frame_vars", data);
        let found = self.connection.wait_for(STOPPED_LIMIT, cx, |inbox| inbox.variables.take())?;
        found.ok_or_else(|| GameError::Debugger("the game did not tell its variables".to_owned()))
    }

    /// The thread of the frame.
    fn check_frame(&self, frame: u32, cx: &Context) -> Result<i64, GameError> {
        let Some((_, stack)) = self.stop_in_script(cx)? else { return Err(GameError::NotStopped) };
        if frame as usize >= stack.len() {
            let message = format!("the stack has {} frames, from 0 on", stack.len());
            return Err(GameError::Debugger(message));
        }
        let thread = self.connection.look(|inbox| inbox.stops.in_script().map(|(it, _)| it));
        thread.ok_or(GameError::NotStopped)
    }

    /// Godot resumes a game that is asked about a frame without an object, so the caller must know that it has one.
    pub(crate) fn evaluate_in_frame(
        &self,
        frame: u32,
        expression: &str,
        cx: &Context,
    ) -> Result<Variant, GameError> {
        let _turn = self.take_turn();
        let thread = self.check_frame(frame, cx)?;
        let skip = |skip: bool| {
            self.connection.send_to(thread, "set_skip_breakpoints", vec![skip.into()]);
        };
        skip(true);
        self.connection.look(|inbox| inbox.evaluated = None);
        let data = vec![expression.into(), Variant::Int(frame.into())];
        self.connection.send_to(thread, "evaluate", data);
        skip(false);
        let limit = answer_time(cx);
        let value = self.connection.wait_for(limit, cx, |inbox| inbox.evaluated.take())?;
        value.ok_or_else(|| GameError::Debugger("the game did not tell the value".to_owned()))
    }

    pub(crate) fn start_profile(&self, cx: &Context) -> Result<(), GameError> {
        self.refuse_in_editor("use its profiler")?;
        self.connection.look(|inbox| inbox.profile.clear());
        let options = vec![Variant::Int(MAX_FUNCTIONS), false.into()];
        self.send(vec![("profiler:servers", vec![true.into(), options.into()])], cx)
    }

    /// The functions since the profiler was started.
    pub(crate) fn end_profile(
        &self,
        limit: u32,
        cx: &Context,
    ) -> Result<Option<GameProfile>, GameError> {
        self.send(vec![("profiler:servers", vec![false.into()])], cx)?;
        let folder = self.probe_folder();
        Ok(self
            .connection
            .wait_for(STOPPED_LIMIT, cx, |inbox| inbox.profile.take(&folder, limit as usize))?)
    }
}
