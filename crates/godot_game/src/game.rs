//! One running game: its process, the connection to it and the probe inside it.

mod attach;
mod debug;
mod host;
mod start;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use scenewright_engine::Context;
use scenewright_model::{GameDisplay, GameRemedy, ScriptFrame};
use tempfile::TempDir;

use crate::connection::{Connection, decode_answer};
use crate::display::VirtualDisplay;
use crate::error::{GameError, ProbeFailure};
use crate::message::MAIN_THREAD;
use crate::output::{OutputLine, errors_in};
use crate::process::ProcessEnd;
use crate::variant::{Dictionary, Variant};

pub(crate) use debug::Finished;
use debug::{Debugged, Waited};
use host::GameHost;
pub(crate) use start::GameOptions;

/// The part of a call's time that is left to find out why a game does not answer.
const DIAGNOSIS_TIME: Duration = Duration::from_secs(2);
/// How long the end of a process may follow the end of its connection.
const END_LIMIT: Duration = Duration::from_secs(2);

/// How many errors of the start are told at once.
const START_ERRORS: usize = 3;

pub(crate) struct Game {
    connection: Arc<Connection>,
    process: GameHost,
    /// One question at a time: an act changes what all others see.
    turn: Mutex<()>,
    debugged: Mutex<Debugged>,
    /// `None` while it is not known.
    display: Option<GameDisplay>,
    remedies: Vec<GameRemedy>,
    // Dropped after the process.
    _virtual_display: Option<VirtualDisplay>,
    _folder: TempDir,
}

/// How a game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GameState {
    Frozen,
    Running,
    /// In a script.
    Stopped,
    /// In the editor's debugger.
    Broken,
    Ended(ProcessEnd),
}

impl GameState {
    pub(crate) fn has_ended(self) -> bool {
        matches!(self, GameState::Ended(_))
    }
}

impl Game {
    pub(crate) fn pid(&self) -> Option<u32> {
        self.process.pid()
    }

    pub(crate) fn display(&self) -> Option<GameDisplay> {
        self.display
    }

    pub(crate) fn remedies(&self) -> &[GameRemedy] {
        &self.remedies
    }

    pub(crate) fn state(&self) -> GameState {
        match self.process.end() {
            Some(end) => GameState::Ended(end),
            None if self.break_reason().is_some() => GameState::Broken,
            None if self.is_in_script() => GameState::Stopped,
            None if self.connection.is_frozen() => GameState::Frozen,
            None => GameState::Running,
        }
    }

    /// Whether it runs and can be asked.
    pub(crate) fn is_connected(&self) -> bool {
        !self.state().has_ended() && self.connection.closed().is_none()
    }

    /// The last lines that the process printed, and how many came before them.
    pub(crate) fn output(&self, count: usize) -> (Vec<OutputLine>, usize) {
        self.process.output(count)
    }

    /// The first errors that were printed before the game could be watched, as a sentence.
    pub(crate) fn start_errors(&self) -> Option<String> {
        let errors = errors_in(&self.process.output(usize::MAX).0);
        let more = match errors.len().saturating_sub(START_ERRORS) {
            0 => String::new(),
            more => format!(" (and {more} more)"),
        };
        let shown = errors[..errors.len().min(START_ERRORS)].join(" | ");
        (!errors.is_empty())
            .then(|| format!("The game printed errors while it started: {shown}{more}"))
    }

    /// Asks the probe something that it answers at once, frozen or not.
    pub(crate) fn call(
        &self,
        method: &str,
        arguments: Variant,
        cx: &Context,
    ) -> Result<Dictionary, GameError> {
        let _turn = self.take_turn();
        let data = vec![method.into(), arguments];
        match self.is_in_script() {
            true => self.ask_past_breakpoints(data, cx),
            false => self.ask("call", data, cx, |_| ()),
        }
    }

    /// Sends messages that Godot's own debugger takes, frozen or not, and returns when it has taken them.
    pub(crate) fn send(
        &self,
        messages: Vec<(&str, Vec<Variant>)>,
        cx: &Context,
    ) -> Result<(), GameError> {
        let _turn = self.take_turn();
        for (command, data) in messages {
            self.connection.send(command, data);
        }
        if !self.connection.has_link() || self.connection.is_in_debugger() {
            return Ok(());
        }
        let mark = self.connection.new_mark();
        self.connection.send("scenewright:mark", vec![mark.into()]);
        let arguments = [("mark", Variant::Int(mark))].into();
        self.ask("call", vec!["debugger".into(), arguments], cx, |_| ()).map(drop)
    }

    /// Lets the game go on until the act is over; then it is frozen again.
    pub(crate) fn act(&self, request: Variant, cx: &Context) -> Result<Dictionary, GameError> {
        let _turn = self.take_turn();
        self.refuse_in_script(cx)?;
        self.check_not_broken(cx)?;
        let outcome = match self.ask("act", vec![request], cx, Game::resume) {
            Err(GameError::Stuck { limit, stack }) if stack.is_empty() => {
                return Err(self.unfinished(limit, cx));
            }
            outcome => outcome?,
        };
        self.wait_until_frozen(cx)?;
        Ok(outcome)
    }

    /// An act that takes too long is another thing than a game that does not come to its next tick.
    fn unfinished(&self, limit: Duration, cx: &Context) -> GameError {
        let stuck = GameError::Stuck { limit, stack: Vec::new() };
        if !self.connection.is_in_debugger() {
            return stuck;
        }
        let arguments = vec!["progress".into(), Dictionary::default().into()];
        let progress = self.ask("call", arguments, cx, |_| ());
        let ticks = progress.ok().and_then(|it| it.get("ticks").and_then(Variant::as_int));
        ticks
            .filter(|ticks| *ticks > 0)
            .map_or(stuck, |ticks| GameError::Unfinished { limit, ticks })
    }

    /// Lets the game run until it is frozen.
    pub(crate) fn run(&self, cx: &Context) -> Result<(), GameError> {
        let _turn = self.take_turn();
        self.refuse_in_script(cx)?;
        let exits = self.connection.look(|inbox| inbox.stops.exits);
        self.connection.send_to_probe("run", Vec::new());
        self.resume();
        let limit = answer_time(cx);
        let runs = self.connection.wait_for(limit, cx, |inbox| {
            (inbox.runs() || inbox.stops.exits > exits).then_some(())
        })?;
        runs.ok_or_else(|| self.diagnose(limit, cx))
    }

    pub(crate) fn freeze(&self, cx: &Context) -> Result<(), GameError> {
        let _turn = self.take_turn();
        self.refuse_in_script(cx)?;
        self.check_not_broken(cx)?;
        if !self.connection.is_frozen() {
            self.connection.send_to_probe("freeze", Vec::new());
        }
        self.wait_until_frozen(cx)
    }

    /// Ends the game at once.
    pub(crate) fn stop(&self) -> Option<ProcessEnd> {
        self.connection.close();
        self.process.kill()
    }

    pub(crate) fn wait_for_end(&self, limit: Duration) -> Option<ProcessEnd> {
        self.process.wait_for_end(limit)
    }

    /// A game that waits at the probe goes on by itself when it has an order.
    fn resume(&self) {
        if self.connection.is_in_debugger() || self.break_reason().is_some() {
            self.connection.send("continue", Vec::new());
        }
    }

    fn wait_until_frozen(&self, cx: &Context) -> Result<(), GameError> {
        let limit = answer_time(cx);
        let frozen =
            self.connection.wait_for(limit, cx, |inbox| inbox.is_frozen().then_some(()))?;
        frozen.ok_or_else(|| self.diagnose(limit, cx))
    }

    /// Sends a question with an id and waits for its answer.
    fn ask(
        &self,
        command: &str,
        data: Vec<Variant>,
        cx: &Context,
        then: impl FnOnce(&Game),
    ) -> Result<Dictionary, GameError> {
        let id = self.connection.new_id();
        let breaks = self.breaks();
        let data = std::iter::once(id.into()).chain(data).collect();
        let stops = self.connection.look(|inbox| inbox.stops.in_scripts);
        self.connection.send_to_probe(command, data);
        then(self);
        let limit = answer_time(cx);
        if self.is_relayed() {
            return self.answer_in_editor(id, breaks, limit, cx);
        }
        match self.wait_for_answer(Some(id), stops, limit, cx) {
            Ok(Waited::Answered(bytes)) => read_answer(&bytes),
            Ok(Waited::Stopped(stop)) => {
                self.debugged().interrupted = Some(id);
                Err(GameError::Stopped(Box::new(stop)))
            }
            Ok(Waited::OutOfTime) => {
                self.connection.forget(id);
                Err(self.diagnose(limit, cx))
            }
            Err(error) => {
                self.connection.forget(id);
                Err(error)
            }
        }
    }

    /// Why there is no answer: the game has ended, the connection is gone, or a script does not return.
    fn diagnose(&self, limit: Duration, cx: &Context) -> GameError {
        if self.connection.closed().is_some()
            && let Some(end) = self.process.wait_for_end(END_LIMIT)
        {
            return GameError::Ended { end, output: self.process.telling_output() };
        }
        if let Some(reason) = self.connection.closed() {
            return GameError::Disconnected { reason };
        }
        if self.break_reason().is_some() {
            return self.broken(cx);
        }
        let stack = self.interrupt(cx).unwrap_or_default();
        GameError::Stuck { limit, stack }
    }

    /// Stops a script that does not return, and says where it is.
    fn interrupt(&self, cx: &Context) -> Result<Vec<ScriptFrame>, GameError> {
        if self.is_relayed() {
            return self.interrupt_in_editor(cx);
        }
        if !self.connection.is_in_debugger() {
            self.connection.send("break", Vec::new());
        }
        let half = DIAGNOSIS_TIME / 2;
        let stopped =
            self.connection.wait_for(half, cx, |inbox| inbox.is_in_debugger().then_some(()))?;
        match stopped {
            Some(()) => self.stack(MAIN_THREAD, cx),
            None => Ok(Vec::new()),
        }
    }

    fn take_turn(&self) -> std::sync::MutexGuard<'_, ()> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn answer_time(cx: &Context) -> Duration {
    cx.time_left().saturating_sub(DIAGNOSIS_TIME).max(Duration::from_millis(100))
}

fn read_answer(bytes: &[u8]) -> Result<Dictionary, GameError> {
    match decode_answer(bytes).map_err(GameError::Answer)? {
        Variant::Dictionary(answer) => check_failure(answer),
        other => Err(GameError::Answer(format!("{other:?}"))),
    }
}

fn check_failure(answer: Dictionary) -> Result<Dictionary, GameError> {
    let Some(message) = answer.get("error").and_then(Variant::as_text) else { return Ok(answer) };
    let kind = ProbeFailure::from_word(answer.get("kind").and_then(Variant::as_text));
    let names = answer.get("names").and_then(Variant::as_array).unwrap_or_default();
    let names = names.iter().filter_map(Variant::as_text).map(str::to_owned).collect();
    Err(GameError::Probe { kind, message: message.to_owned(), names })
}
