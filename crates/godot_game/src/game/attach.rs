//! Taking part in a game that the editor runs: its messages pass through the editor, and the same probe is loaded.
//!
//! Invariant: nothing here stops the game, unless it does not answer. Then it runs on as soon as it is known where it is.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use scenewright_engine::{Context, EditorGames};
use scenewright_model::{EditorGame, GameDisplay, ScriptFrame};

use super::host::{EditorHost, GameHost};
use super::start::run_folder;
use super::{DIAGNOSIS_TIME, Game, read_answer};
use crate::connection::Connection;
use crate::error::GameError;
use crate::listeners::GameListeners;
use crate::message::{MAIN_THREAD, Message};
use crate::probe;
use crate::socket::Socket;
use crate::variant::{Dictionary, Variant};

/// How long the editor may take to accept the connection.
const RELAY_LIMIT: Duration = Duration::from_secs(5);

/// How long the answer of a game may take that was stopped meanwhile.
const BROKEN_LIMIT: Duration = Duration::from_millis(300);

impl Game {
    pub(crate) fn attach(
        editor: &dyn EditorGames,
        found: &EditorGame,
        listeners: GameListeners,
        cx: &Context,
    ) -> Result<Game, GameError> {
        let folder = run_folder().map_err(GameError::Attach)?;
        probe::write(folder.path()).map_err(GameError::Attach)?;
        let address = editor.relay(found, cx)?;
        let connect = || {
            let mut socket = Socket::connect(address.port)?;
            let greeting = Message::new("scenewright:relay", vec![address.token.as_str().into()]);
            greeting.write(&mut socket)?;
            Connection::relayed(socket, listeners)
        };
        let connection = Arc::new(connect().map_err(GameError::Attach)?);
        let host = EditorHost { pid: found.pid, connection: Arc::clone(&connection) };
        let mut game = Game {
            connection,
            process: GameHost::Editor(host),
            turn: Mutex::default(),
            debugged: Mutex::default(),
            display: None,
            remedies: Vec::new(),
            _virtual_display: None,
            _folder: folder,
        };
        game.join(cx)?;
        Ok(game)
    }

    fn join(&mut self, cx: &Context) -> Result<(), GameError> {
        let open = self.connection.wait_for(RELAY_LIMIT, cx, |inbox| {
            inbox.relayed.as_ref().filter(|relayed| relayed.is_open).map(drop)
        })?;
        open.ok_or_else(|| self.diagnose(RELAY_LIMIT, cx))?;
        let root = self.find_root(cx)?;
        self.load_probe(root, cx)?;
        let state = self.call("state", Dictionary::default().into(), cx)?;
        let driver = state.get("display").and_then(Variant::as_text);
        self.display = driver.map(|driver| match driver {
            "headless" => GameDisplay::Headless,
            _ => GameDisplay::Screen,
        });
        Ok(())
    }

    pub(crate) fn is_relayed(&self) -> bool {
        matches!(self.process, GameHost::Editor(_))
    }

    /// Why the game stands in the editor's debugger.
    pub(crate) fn break_reason(&self) -> Option<String> {
        self.connection.relayed_state()?.break_reason
    }

    pub(super) fn breaks(&self) -> u64 {
        self.connection.relayed_state().map_or(0, |relayed| relayed.breaks)
    }

    /// A game that stands in the editor's debugger answers, but does not come to its next tick.
    pub(super) fn check_not_broken(&self, cx: &Context) -> Result<(), GameError> {
        match self.break_reason() {
            Some(_) => Err(self.broken(cx)),
            None => Ok(()),
        }
    }

    /// For what only the debugger of a game of our own can do.
    pub(crate) fn refuse_in_editor(&self, what: &str) -> Result<(), GameError> {
        match self.is_relayed() {
            true => Err(GameError::Debugger(format!("the editor debugs this game: {what} there"))),
            false => Ok(()),
        }
    }

    pub(super) fn answer_in_editor(
        &self,
        id: i64,
        breaks: u64,
        limit: Duration,
        cx: &Context,
    ) -> Result<Dictionary, GameError> {
        let answer = self.connection.wait_for(limit, cx, |inbox| inbox.answer_or_break(id, breaks));
        match answer {
            Ok(Some(Ok(bytes))) => read_answer(&bytes),
            Ok(Some(Err(_))) => read_answer(&self.answer_from_debugger(id, cx)?),
            Ok(None) => {
                self.connection.forget(id);
                Err(self.diagnose(limit, cx))
            }
            Err(error) => {
                self.connection.forget(id);
                Err(error.into())
            }
        }
    }

    /// The probe answers there, too, unless it is its own question that was stopped.
    fn answer_from_debugger(&self, id: i64, cx: &Context) -> Result<Vec<u8>, GameError> {
        let answer = self.connection.wait_for(BROKEN_LIMIT, cx, |inbox| inbox.take_answer(id));
        self.connection.forget(id);
        answer?.ok_or_else(|| self.broken(cx))
    }

    pub(super) fn broken(&self, cx: &Context) -> GameError {
        let reason = self.break_reason().unwrap_or_default();
        GameError::Broken { reason, stack: self.stack(MAIN_THREAD, cx).unwrap_or_default() }
    }

    /// Says where a script is that does not return, and lets it go on.
    pub(super) fn interrupt_in_editor(&self, cx: &Context) -> Result<Vec<ScriptFrame>, GameError> {
        let breaks = self.breaks();
        self.connection.send("break", Vec::new());
        let stopped = self.connection.wait_for(DIAGNOSIS_TIME / 2, cx, |inbox| {
            inbox.relayed.as_ref()?.break_since(breaks).map(drop)
        })?;
        if stopped.is_none() {
            return Ok(Vec::new());
        }
        let stack = self.stack(MAIN_THREAD, cx);
        self.connection.send("continue", Vec::new());
        stack
    }
}
