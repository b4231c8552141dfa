//! The games of one project, and what is known about the machine that runs them.

mod debugger;
mod editor_games;
mod failure;
mod import;
mod interface;
mod recordings;
mod reload;
pub(crate) mod version;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use scenewright_engine::{Context, Engine, EngineError, GameFailure, GameFailureKind};
use scenewright_model::{GameAct, GameClock, GameInfo, GameOrigin, GamePhase, SettingsArea};

use crate::answer::Fields;
use crate::error::GameError;
use crate::game::{Game, GameState};
use crate::inspector::InspectorState;
use crate::listeners::GameListeners;
use crate::variant::{Dictionary, Variant};
use editor_games::EditorAccess;
use failure::to_engine_error;
pub(crate) use failure::with_asked;
use import::ImportedCopies;
pub(crate) use import::ImportedCopy;

/// The setting that is the frames per second of a game, unless the client says otherwise.
const TICKS_SETTING: &str = "physics/common/physics_ticks_per_second";
const DEFAULT_TICKS_PER_SECOND: u32 = 60;

/// What games need besides the project.
#[derive(Debug, Clone, Default)]
pub struct GameEnvironment {
    /// The Godot that runs them; `None` if none was found.
    pub godot: Option<PathBuf>,
    /// A program that ends a game when this process ends: see [`crate::guard_process`].
    pub guard: Option<PathBuf>,
}

pub(crate) struct ProjectGames {
    environment: GameEnvironment,
    root: PathBuf,
    state: Mutex<GamesState>,
    listeners: GameListeners,
    editor: EditorAccess,
    copies: ImportedCopies,
}

#[derive(Default)]
struct GamesState {
    started: u64,
    /// Oldest first.
    games: Vec<Arc<StartedGame>>,
}

pub(crate) struct StartedGame {
    id: String,
    game: Game,
    /// By anything but acts.
    was_changed: AtomicBool,
    /// The project's copy that it runs in.
    copy: Option<Arc<ImportedCopy>>,
    /// The act that a script stopped.
    interrupted_act: Mutex<Option<GameAct>>,
    pub(crate) inspected: InspectorState,
}

impl StartedGame {
    pub(crate) fn mark_changed(&self) {
        self.was_changed.store(true, Ordering::Relaxed);
    }

    fn interrupted_act(&self) -> MutexGuard<'_, Option<GameAct>> {
        self.interrupted_act.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn was_changed(&self) -> bool {
        self.was_changed.load(Ordering::Relaxed)
    }
}

impl ProjectGames {
    /// `engine` is the project's own, which may have an editor.
    pub(crate) fn new(
        root: PathBuf,
        environment: GameEnvironment,
        engine: Arc<dyn Engine>,
    ) -> ProjectGames {
        let (state, listeners, copies) = Default::default();
        let editor = EditorAccess::new(engine);
        ProjectGames { environment, root, state, listeners, editor, copies }
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    pub(crate) fn guard(&self) -> Option<&Path> {
        self.environment.guard.as_deref()
    }

    pub(crate) fn godot(&self) -> Result<&Path, EngineError> {
        self.environment.godot.as_deref().ok_or_else(|| {
            let message = "no Godot was found to run the project with";
            EngineError::Game(Box::new(GameFailure::new(GameFailureKind::NoEngine, message)))
        })
    }

    fn lock(&self) -> MutexGuard<'_, GamesState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game with this id, or the one that is meant without.
    fn find(&self, id: Option<&str>, cx: &Context) -> Result<Arc<StartedGame>, EngineError> {
        match id {
            Some(id) if editor_games::is_editor_id(id) => self.editor_game(Some(id), cx),
            Some(id) => self.own(id).ok_or_else(|| self.no_game(Some(id))),
            None => self.default_game(cx),
        }
    }

    fn own(&self, id: &str) -> Option<Arc<StartedGame>> {
        self.lock().games.iter().find(|game| game.id == id).cloned()
    }

    /// Our own game that was started last and runs, or the editor's, or our own that has ended.
    fn default_game(&self, cx: &Context) -> Result<Arc<StartedGame>, EngineError> {
        if let Some(game) = self.own_running() {
            return Ok(game);
        }
        let ended = self.lock().games.last().cloned();
        match (self.editor_game(None, cx), ended) {
            (Err(error), Some(ended)) if is_no_game(&error) => Ok(ended),
            (found, _) => found,
        }
    }

    fn no_game(&self, id: Option<&str>) -> EngineError {
        let message = match id {
            Some(id) => format!("there is no game '{id}'"),
            None => "no game has been started".to_owned(),
        };
        let names = self.lock().games.iter().map(|game| game.id.clone()).collect();
        let (kind, asked) = (GameFailureKind::NoGame, id.unwrap_or_default().to_owned());
        EngineError::Game(Box::new(GameFailure { kind, message, asked, names }))
    }

    /// Asks the probe of a game, and converts its answer.
    fn ask<T>(
        &self,
        game: Option<&str>,
        method: &str,
        arguments: Variant,
        cx: &Context,
        convert: impl FnOnce(Fields<'_>) -> Result<T, GameError>,
    ) -> Result<T, EngineError> {
        self.find(game, cx)?.ask(method, arguments, cx, convert)
    }

    fn own_running(&self) -> Option<Arc<StartedGame>> {
        let state = self.lock();
        state.games.iter().rev().find(|game| game.game.is_connected()).cloned()
    }

    /// A game that can be asked at once: the editor's is none before somebody asked for it.
    pub(crate) fn known_running(&self) -> Option<Arc<StartedGame>> {
        self.own_running().or_else(|| self.editor.attached())
    }

    /// The game that is meant without an id, if it runs.
    pub(crate) fn require_running(&self, cx: &Context) -> Result<Arc<StartedGame>, EngineError> {
        let game = self.default_game(cx)?;
        let none = || GameFailure::new(GameFailureKind::NoGame, "no game runs");
        match game.game.is_connected() {
            true => Ok(game),
            false => Err(EngineError::Game(Box::new(none()))),
        }
    }

    fn info(&self, game: &StartedGame, cx: &Context) -> Result<GameInfo, EngineError> {
        let clock = match game.game.state() {
            GameState::Ended(_) => None,
            _ => {
                let answer = game.game.call("state", Dictionary::default().into(), cx);
                let clock = answer.and_then(|answer| Fields(&answer).clock());
                Some(clock.map_err(to_engine_error)?)
            }
        };
        self.info_with(game, clock, cx)
    }

    /// Without its clock and with the reason, if it does not answer.
    fn info_or_reason(
        &self,
        game: &StartedGame,
        cx: &Context,
    ) -> Result<(GameInfo, Option<String>), EngineError> {
        match self.info(game, cx) {
            Err(EngineError::Game(failure)) if failure.kind == GameFailureKind::Stuck => {
                let info = self.info_with(game, None, cx)?;
                Ok((info, Some(format!("Game {}: {}.", game.id, failure.message))))
            }
            info => Ok((info?, None)),
        }
    }

    fn info_with(
        &self,
        game: &StartedGame,
        clock: Option<GameClock>,
        cx: &Context,
    ) -> Result<GameInfo, EngineError> {
        let state = game.game.state();
        let stop = match state {
            GameState::Stopped => game.game.stop_in_script(cx).map_err(to_engine_error)?,
            _ => None,
        };
        let stop = stop.map(|(stop, _)| stop);
        let (state, ended) = match state {
            GameState::Frozen => (GamePhase::Frozen, None),
            GameState::Running => (GamePhase::Running, None),
            GameState::Stopped => (GamePhase::Stopped, None),
            GameState::Broken => (GamePhase::Broken, None),
            GameState::Ended(end) => (GamePhase::Ended, Some(end.to_string())),
        };
        let (id, pid, display) = (game.id.clone(), game.game.pid(), game.game.display());
        let remedies = game.game.remedies().to_vec();
        let break_reason = game.game.break_reason().filter(|reason| !reason.is_empty());
        let origin = match game.game.is_relayed() {
            true => GameOrigin::Editor,
            false => GameOrigin::Server,
        };
        Ok(GameInfo {
            game: id,
            origin,
            state,
            stop,
            break_reason,
            pid,
            display,
            remedies,
            ended,
            clock,
        })
    }
}

impl StartedGame {
    /// Sends messages to Godot's own debugger.
    pub(crate) fn send(
        &self,
        messages: Vec<(&str, Vec<Variant>)>,
        cx: &Context,
    ) -> Result<(), EngineError> {
        self.game.send(messages, cx).map_err(to_engine_error)
    }

    /// Asks the probe, and converts its answer.
    pub(crate) fn ask<T>(
        &self,
        method: &str,
        arguments: Variant,
        cx: &Context,
        convert: impl FnOnce(Fields<'_>) -> Result<T, GameError>,
    ) -> Result<T, EngineError> {
        let answer = self.game.call(method, arguments, cx);
        answer.and_then(|answer| convert(Fields(&answer))).map_err(to_engine_error)
    }
}

fn is_no_game(error: &EngineError) -> bool {
    matches!(error, EngineError::Game(failure) if failure.kind == GameFailureKind::NoGame)
}

/// The project's physics ticks per second: with as many frames, each frame is one tick.
fn ticks_per_second(engine: &dyn Engine, cx: &Context) -> u32 {
    let read = || {
        let settings = engine.as_settings()?.settings(&[SettingsArea::Time], cx).ok()?;
        let time = settings.value.time?;
        time.iter().find(|setting| setting.name == TICKS_SETTING)?.value.parse().ok()
    };
    read().unwrap_or(DEFAULT_TICKS_PER_SECOND)
}
