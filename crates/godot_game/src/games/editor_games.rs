//! The games that the editor runs. They are named `editor`, `editor-2` and so on, by the editor's sessions.
//!
//! Invariant: a game of the editor is left alone until a call needs it. Listing and stopping do not.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use scenewright_engine::{Context, EditorGames, Engine, EngineError};
use scenewright_model::{EditorGame, GameEvent, GameInfo, GameOrigin, GamePhase};

use super::failure::to_engine_error;
use super::{ProjectGames, StartedGame};
use crate::game::Game;
use crate::inspector::InspectorState;

const FIRST: &str = "editor";
/// How long the end of a stopped game may follow the editor's answer.
const END_LIMIT: Duration = Duration::from_secs(3);

pub(super) struct EditorAccess {
    engine: Arc<dyn Engine>,
    attached: Mutex<Vec<AttachedGame>>,
    /// One at a time: the editor has one relay for each game.
    turn: Mutex<()>,
}

struct AttachedGame {
    found: EditorGame,
    game: Arc<StartedGame>,
}

pub(super) fn is_editor_id(id: &str) -> bool {
    id == FIRST || id.strip_prefix("editor-").is_some_and(|number| number.parse::<u32>().is_ok())
}

fn id_of(game: &EditorGame) -> String {
    match game.session {
        0 => FIRST.to_owned(),
        session => format!("{FIRST}-{}", session + 1),
    }
}

impl EditorAccess {
    pub(super) fn new(engine: Arc<dyn Engine>) -> EditorAccess {
        let (attached, turn) = Default::default();
        EditorAccess { engine, attached, turn }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<AttachedGame>> {
        self.attached.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The first that can be asked at once.
    pub(super) fn attached(&self) -> Option<Arc<StartedGame>> {
        let attached = self.lock();
        let game = attached.iter().find(|one| one.game.game.is_connected());
        game.map(|one| Arc::clone(&one.game))
    }

    fn by_id(&self, id: &str) -> Option<Arc<StartedGame>> {
        let attached = self.lock();
        attached.iter().find(|one| one.game.id == id).map(|one| Arc::clone(&one.game))
    }

    fn editor(&self) -> Option<&dyn EditorGames> {
        self.engine.as_editor_games()
    }

    /// Without an editor there are none.
    fn list(&self, cx: &Context) -> Result<Vec<EditorGame>, EngineError> {
        self.editor().map_or_else(|| Ok(Vec::new()), |editor| editor.editor_games(cx))
    }
}

impl ProjectGames {
    /// The editor's game with this id, or its first one; from now on it is ours to drive, too.
    pub(super) fn editor_game(
        &self,
        id: Option<&str>,
        cx: &Context,
    ) -> Result<Arc<StartedGame>, EngineError> {
        let _turn = self.editor.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let known = match id {
            Some(id) => self.editor.by_id(id),
            None => self.editor.attached(),
        };
        if let Some(game) = known.as_ref().filter(|game| game.game.is_connected()) {
            return Ok(Arc::clone(game));
        }
        // Its answers say that it has ended.
        let ended = || known.or_else(|| self.editor.by_id(FIRST));
        let running = match self.editor.list(cx) {
            Ok(running) => running,
            Err(error) => return ended().ok_or(error),
        };
        let found = running.iter().find(|game| id.is_none_or(|id| id_of(game) == id));
        match (found, self.editor.editor()) {
            (Some(found), Some(editor)) => self.attach(editor, found, cx),
            _ => ended().ok_or_else(|| self.no_game(id)),
        }
    }

    fn attach(
        &self,
        editor: &dyn EditorGames,
        found: &EditorGame,
        cx: &Context,
    ) -> Result<Arc<StartedGame>, EngineError> {
        let game = Game::attach(editor, found, self.listeners.clone(), cx);
        let game = Arc::new(StartedGame {
            id: id_of(found),
            game: game.map_err(to_engine_error)?,
            was_changed: AtomicBool::new(true),
            copy: None,
            interrupted_act: Mutex::default(),
            inspected: InspectorState::default(),
        });
        let mut attached = self.editor.lock();
        attached.retain(|one| one.game.game.is_connected() && one.game.id != game.id);
        attached.push(AttachedGame { found: found.clone(), game: Arc::clone(&game) });
        drop(attached);
        self.listeners.notify(&GameEvent::Started);
        Ok(game)
    }

    /// All games of the editor, with diagnostics about those that were not asked.
    pub(super) fn editor_infos(
        &self,
        cx: &Context,
    ) -> Result<(Vec<GameInfo>, Vec<String>), EngineError> {
        let running = match self.editor.list(cx) {
            Ok(running) => running,
            Err(error @ (EngineError::Cancelled | EngineError::DeadlinePassed)) => {
                return Err(error);
            }
            Err(error) => {
                let reason = format!("The editor could not be asked for its games: {error}");
                return Ok((Vec::new(), vec![reason]));
            }
        };
        let (mut infos, mut diagnostics) = (Vec::new(), Vec::new());
        for found in &running {
            let attached = self.editor.by_id(&id_of(found));
            match attached.filter(|game| game.game.is_connected()) {
                Some(game) => infos.push(self.info(&game, cx)?),
                None => {
                    infos.push(untouched(found));
                    diagnostics.push(format!(
                        "The editor runs the game '{}' ({}). It was not asked yet: other game tools take part in it.",
                        id_of(found),
                        found.scene
                    ));
                }
            }
        }
        Ok((infos, diagnostics))
    }

    /// Has the editor end all its games. Returns the one with this id, or the first, and what else was ended.
    pub(super) fn stop_in_editor(
        &self,
        id: Option<&str>,
        cx: &Context,
    ) -> Result<(GameInfo, String), EngineError> {
        let running = self.editor.list(cx)?;
        let found = running.iter().find(|game| id.is_none_or(|id| id_of(game) == id));
        let (Some(found), Some(play)) = (found, self.editor.engine.as_play()) else {
            return Err(self.no_game(id));
        };
        play.stop(cx)?;
        let attached: Vec<_> = std::mem::take(&mut *self.editor.lock());
        let was_attached = attached.into_iter().find(|one| one.found.is_same(found));
        let info = match was_attached {
            Some(one) => {
                one.game.game.wait_for_end(END_LIMIT);
                self.info(&one.game, cx)?
            }
            None => {
                let ended = Some("stopped in the editor".to_owned());
                GameInfo { state: GamePhase::Ended, ended, ..untouched(found) }
            }
        };
        let others = match running.len() {
            1 => String::new(),
            count => format!(", with all its {count} instances"),
        };
        Ok((info, format!("The game was stopped in the editor{others}.")))
    }
}

/// What the editor knows of a game.
fn untouched(found: &EditorGame) -> GameInfo {
    GameInfo {
        game: id_of(found),
        origin: GameOrigin::Editor,
        state: if found.break_reason.is_some() { GamePhase::Broken } else { GamePhase::Running },
        stop: None,
        break_reason: found.break_reason.clone().filter(|reason| !reason.is_empty()),
        pid: found.pid,
        display: None,
        remedies: Vec::new(),
        ended: None,
        clock: None,
    }
}
