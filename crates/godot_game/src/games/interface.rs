//! The interface of the port for games.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use scenewright_engine::{
    Context, Engine, EngineError, GameDebugger, GameFailure, GameFailureKind, GameListener, Games,
    ListenerGuard, ReadResult, Reading, RecordingFile, Subject,
};
use scenewright_model::{
    ActEnd, ActOutcome, DataSource, EditValue, GameAct, GameCall, GameDisplay, GameEvent, GameInfo,
    GameLog, GameLogEntry, GamePicture, GamePictureRequest, GameProperties, GameRemedy, GameStart,
    GameTrace, GameTree, GameTreeRequest, GameWrite,
};

use super::failure::{to_engine_error, with_asked};
use super::{
    GamesState, ProjectGames, StartedGame, is_no_game, recordings, ticks_per_second, version,
};
use crate::engine::PlayableEngine;
use crate::error::GameError;
use crate::game::{Game, GameOptions};
use crate::inspector::{GameEngine, InspectorState};
use crate::marks;
use crate::output::OutputLine;
use crate::request;
use crate::values::from_edit;
use crate::variant::{Dictionary, Variant};

/// Without a place to begin, the end of the log is read.
const FROM_THE_END: i64 = 0;

fn reading<T>(value: T) -> ReadResult<T> {
    Ok(Reading::new(value, DataSource::Game))
}

impl Games for PlayableEngine {
    fn start(&self, request: &GameStart, cx: &Context) -> ReadResult<GameInfo> {
        let games = self.games();
        let godot = games.godot()?;
        if request.remedies.contains(&GameRemedy::Movie) && request.display == GameDisplay::Headless
        {
            let message = "the remedy movie needs a display";
            let failure = GameFailure::new(GameFailureKind::NoDisplay, message);
            return Err(EngineError::Game(Box::new(failure)));
        }
        let project_version = self.check_project(request.scene.as_deref(), cx)?;
        let (project, copy) = games.folder_to_run(godot, request.import, cx)?;
        let default_fps = || request.is_frozen.then(|| ticks_per_second(self.inner(), cx));
        let options = GameOptions {
            godot: godot.to_owned(),
            guard: games.environment.guard.clone(),
            project,
            scene: request.scene.clone(),
            arguments: request.arguments.clone(),
            seed: request.seed,
            fixed_fps: request.fixed_fps.or_else(default_fps),
            display: request.display,
            uses_player_data: request.uses_player_data,
            is_frozen: request.is_frozen,
            remedies: request.remedies.clone(),
            listeners: games.listeners.clone(),
        };
        let game = Game::start(&options, cx).map_err(to_engine_error)?;
        let mut state = games.lock();
        state.forget_ended();
        state.started += 1;
        let game = StartedGame {
            id: state.started.to_string(),
            game,
            was_changed: AtomicBool::new(!request.is_frozen),
            copy,
            interrupted_act: Mutex::default(),
            inspected: InspectorState::default(),
        };
        let game = Arc::new(game);
        state.games.push(Arc::clone(&game));
        drop(state);
        games.listeners.notify(&GameEvent::Started);
        let mut started = reading(games.info(&game, cx)?)?;
        started.diagnostics.extend(game.game.start_errors());
        let version = started.value.clock.as_ref().map(|clock| clock.engine_version.as_str());
        started.diagnostics.extend(version::difference(project_version.as_deref(), version));
        Ok(started)
    }

    fn stop(&self, game: Option<&str>, cx: &Context) -> ReadResult<GameInfo> {
        let games = self.games();
        let own = match game {
            Some(id) => games.own(id),
            None => games.own_running(),
        };
        let ended = || games.lock().games.last().cloned().filter(|_| game.is_none());
        let Some(own) = own else {
            return match (games.stop_in_editor(game, cx), ended()) {
                (Err(error), Some(ended)) if is_no_game(&error) => games.stop_own(&ended, cx),
                (Err(error), _) => Err(error),
                (Ok((info, what)), _) => {
                    let mut stopped = reading(info)?;
                    stopped.diagnostics.push(what);
                    Ok(stopped)
                }
            };
        };
        games.stop_own(&own, cx)
    }

    fn games(&self, cx: &Context) -> ReadResult<Vec<GameInfo>> {
        let games = PlayableEngine::games(self);
        let all = games.lock().games.clone();
        let infos: Result<Vec<_>, _> =
            all.iter().map(|game| games.info_or_reason(game, cx)).collect();
        let (infos, reasons): (Vec<_>, Vec<_>) = infos?.into_iter().unzip();
        let (in_editor, diagnostics) = games.editor_infos(cx)?;
        let mut listed = reading(infos)?;
        listed.diagnostics.extend(reasons.into_iter().flatten());
        listed.value.extend(in_editor);
        listed.diagnostics.extend(diagnostics);
        Ok(listed)
    }

    fn set_frozen(&self, game: Option<&str>, frozen: bool, cx: &Context) -> ReadResult<GameInfo> {
        let games = self.games();
        let game = games.find(game, cx)?;
        game.mark_changed();
        let done = if frozen { game.game.freeze(cx) } else { game.game.run(cx) };
        done.map_err(to_engine_error)?;
        reading(games.info(&game, cx)?)
    }

    fn tree(
        &self,
        game: Option<&str>,
        request: &GameTreeRequest,
        cx: &Context,
    ) -> ReadResult<GameTree> {
        let arguments = [
            ("path", request.path.as_str().into()),
            ("depth", Variant::Int(request.depth.into())),
            ("limit", Variant::Int(request.limit.into())),
        ];
        reading(self.games().ask(game, "tree", arguments.into(), cx, |answer| answer.tree())?)
    }

    fn picture(
        &self,
        game: Option<&str>,
        request: &GamePictureRequest,
        cx: &Context,
    ) -> ReadResult<GamePicture> {
        let (game, format) = (self.games().find(game, cx)?, request.size.format);
        if !request.has_marks {
            let arguments = request::picture(request).into();
            return reading(game.ask("picture", arguments, cx, |it| it.picture(format))?);
        }
        let found =
            game.ask("objects", request::objects(request).into(), cx, |it| marks::find(&it))?;
        let arguments = request::marked_picture(request, &found).into();
        reading(game.ask("picture", arguments, cx, |it| it.marked_picture(format, &found))?)
    }

    fn act(&self, game: Option<&str>, act: &GameAct, cx: &Context) -> ReadResult<ActOutcome> {
        let game = self.games().find(game, cx)?;
        if act.profile.is_some() {
            game.game.start_profile(cx).map_err(to_engine_error)?;
        }
        let outcome = match game.game.act(request::act(act), cx) {
            Ok(answer) => game.outcome(act, &answer, cx),
            Err(GameError::Stopped(_)) if game.interrupted_act().is_none() => {
                game.stopped_act(act, cx)
            }
            Err(error) => Err(error),
        };
        // The rest of a stopped act is not recorded.
        if outcome.as_ref().map_or(true, |outcome| outcome.ended_by == ActEnd::Stopped) {
            game.mark_changed();
        }
        let mut outcome = outcome.map_err(to_engine_error)?;
        outcome.game.clone_from(&game.id);
        outcome.is_repeatable = !game.was_changed();
        reading(outcome)
    }

    fn properties(
        &self,
        game: Option<&str>,
        object: &str,
        names: &[String],
        cx: &Context,
    ) -> ReadResult<GameProperties> {
        let names: Vec<Variant> = names.iter().map(|name| name.as_str().into()).collect();
        let asked = names.first().and_then(Variant::as_text).unwrap_or_default().to_owned();
        let arguments = [("path", object.into()), ("properties", names.into())];
        let answer = self.games().ask(game, "read", arguments.into(), cx, |it| it.properties());
        reading(answer.map_err(|error| with_asked(error, &asked))?)
    }

    fn write(
        &self,
        game: Option<&str>,
        object: &str,
        property: &str,
        value: &EditValue,
        cx: &Context,
    ) -> ReadResult<GameWrite> {
        let arguments =
            [("path", object.into()), ("property", property.into()), ("value", from_edit(value))];
        self.games().find(game, cx)?.mark_changed();
        let answer = self.games().ask(game, "write", arguments.into(), cx, |it| it.write());
        reading(answer.map_err(|error| with_asked(error, property))?)
    }

    fn call(
        &self,
        game: Option<&str>,
        object: &str,
        method: &str,
        arguments: &[EditValue],
        cx: &Context,
    ) -> ReadResult<GameCall> {
        let values: Vec<Variant> = arguments.iter().map(from_edit).collect();
        let arguments =
            [("path", object.into()), ("method", method.into()), ("arguments", values.into())];
        self.games().find(game, cx)?.mark_changed();
        let answer = self.games().ask(game, "call", arguments.into(), cx, |it| it.call());
        reading(answer.map_err(|error| with_asked(error, method))?)
    }

    fn evaluate(&self, game: Option<&str>, source: &str, cx: &Context) -> ReadResult<GameCall> {
        self.games().find(game, cx)?.mark_changed();
        let arguments = [("source", source.into())];
        reading(self.games().ask(game, "eval", arguments.into(), cx, |it| it.call())?)
    }

    fn log(
        &self,
        game: Option<&str>,
        since: Option<u64>,
        limit: u32,
        cx: &Context,
    ) -> ReadResult<GameLog> {
        let found = self.games().find(game, cx)?;
        if found.game.state().has_ended() {
            return reading(found.printed(limit));
        }
        let printed = || found.printed(limit);
        let limit = i64::from(limit);
        let (since, limit) = match since {
            Some(since) => (i64::try_from(since).unwrap_or(i64::MAX), limit),
            None => (FROM_THE_END, -limit),
        };
        let arguments = [("since", Variant::Int(since)), ("limit", Variant::Int(limit))];
        let log = self.games().ask(game, "log", arguments.into(), cx, |it| it.log());
        reading(log?.unwrap_or_else(printed))
    }

    fn trace(&self, game: Option<&str>, cx: &Context) -> ReadResult<GameTrace> {
        let nothing = Dictionary::default().into();
        reading(self.games().ask(game, "trace", nothing, cx, |answer| answer.trace())?)
    }

    fn save_recording(&self, file: &RecordingFile, _cx: &Context) -> ReadResult<()> {
        reading(recordings::save(&self.games().root, file)?)
    }

    fn running(&self, cx: &Context) -> Option<Arc<dyn Engine>> {
        let game = self.games().require_running(cx).ok()?;
        Some(Arc::new(GameEngine::new(game, Arc::clone(self.inner_engine()))))
    }

    fn as_debugger(&self) -> Option<&dyn GameDebugger> {
        Some(self)
    }

    fn subscribe(&self, listener: GameListener) -> ListenerGuard {
        self.games().listeners.add(listener)
    }
}

impl PlayableEngine {
    /// Godot itself crashes without a main scene, and starts without a scene that does not exist. Returns the
    /// version that last saved the project.
    fn check_project(
        &self,
        scene: Option<&str>,
        cx: &Context,
    ) -> Result<Option<String>, EngineError> {
        let version = self.check_version(cx)?;
        let has_main = self.inner().project(cx)?.value.main_scene.is_some();
        self.check_scene(scene, has_main, cx)?;
        Ok(version)
    }

    /// Returns the version that last saved the project.
    pub(crate) fn check_version(&self, cx: &Context) -> Result<Option<String>, EngineError> {
        let version = self.inner().project(cx)?.value.engine_version;
        match version::misfit(version.as_deref()) {
            None => Ok(version),
            Some(message) => {
                let failure = GameFailure::new(GameFailureKind::WrongVersion, message);
                Err(EngineError::Game(Box::new(failure)))
            }
        }
    }

    fn check_scene(
        &self,
        scene: Option<&str>,
        has_main: bool,
        cx: &Context,
    ) -> Result<(), EngineError> {
        let Some(scene) = scene else {
            let message = "the project has no main scene; name the scene to run with scenePath";
            let failure = GameFailure::new(GameFailureKind::NotStarted, message);
            return if has_main { Ok(()) } else { Err(EngineError::Game(Box::new(failure))) };
        };
        let scenes = self.inner().scenes(cx)?.value;
        match scenes.iter().any(|known| known.path == scene) {
            true => Ok(()),
            false => {
                Err(EngineError::NotFound { what: Subject::SceneFile, path: scene.to_owned() })
            }
        }
    }
}

impl ProjectGames {
    fn stop_own(&self, game: &StartedGame, cx: &Context) -> ReadResult<GameInfo> {
        game.game.stop();
        self.lock().games.retain(|other| other.id != game.id);
        reading(self.info(game, cx)?)
    }
}

impl StartedGame {
    /// The last lines that the process printed, for games that cannot be asked.
    fn printed(&self, limit: u32) -> GameLog {
        let (lines, left_out) = self.game.output(limit as usize);
        let entry = |line: OutputLine| GameLogEntry {
            tick: 0,
            kind: if line.is_error { "stderr" } else { "print" }.to_owned(),
            text: line.text,
            file: String::new(),
            line: None,
            stack: Vec::new(),
        };
        let next = (left_out + lines.len()) as u64;
        let entries = lines.into_iter().map(entry).collect();
        GameLog { entries, next, left_out: left_out as u64 }
    }
}

impl GamesState {
    /// Games that have ended stay until the next one is started, so that their end can be read.
    fn forget_ended(&mut self) {
        self.games.retain(|game| !game.game.state().has_ended());
    }
}

impl From<Dictionary> for Variant {
    fn from(dictionary: Dictionary) -> Variant {
        Variant::Dictionary(dictionary)
    }
}
