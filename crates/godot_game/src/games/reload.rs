//! Scripts that were changed on disk, read again by a running game.
//!
//! Godot exchanges scripts between two frames, so a frozen game goes on for one tick.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use scenewright_engine::{Context, EngineError};
use scenewright_model::{GameLogEntry, ScriptReload};

use super::StartedGame;
use super::failure::to_engine_error;
use crate::engine::PlayableEngine;
use crate::error::GameError;
use crate::game::GameState;
use crate::request;
use crate::scripts::ProjectScripts;
use crate::variant::Variant;

/// How often a running game is asked whether it has read its scripts.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
const MAX_POLLS: usize = 40;
const MAX_PROBLEMS: i64 = 200;

pub(super) fn reload(
    engine: &PlayableEngine,
    game: &StartedGame,
    paths: &[String],
    cx: &Context,
) -> Result<ScriptReload, EngineError> {
    let scripts = ProjectScripts::read(engine, cx)?.select(paths)?;
    if let Some(copy) = &game.copy {
        let failed = |error| {
            let message = format!("the copy of the project cannot be updated: {error}");
            to_engine_error(GameError::Debugger(message))
        };
        update_copy(engine.games().root(), copy.path(), &scripts).map_err(failed)?;
    }
    let reloaded = game.changed_scripts(&scripts, cx)?;
    if reloaded.is_empty() {
        return Ok(ScriptReload::default());
    }
    let before = game.next_entry(cx)?;
    let was_frozen = game.game.state() == GameState::Frozen;
    let paths = reloaded.iter().map(|path| path.as_str().into()).collect();
    game.send(vec![("reload_scripts", paths)], cx)?;
    let ticks = match was_frozen {
        true => {
            game.game.act(request::wait(1), cx).map_err(to_engine_error)?;
            1
        }
        false => {
            game.wait_for_scripts(&reloaded, cx)?;
            0
        }
    };
    let arguments = [("since", Variant::Int(before)), ("limit", Variant::Int(MAX_PROBLEMS))];
    let logged = game.ask("log", arguments.into(), cx, |answer| answer.log())?;
    let concerns = |entry: &GameLogEntry| reloaded.contains(&entry.file);
    let problems = logged.unwrap_or_default().entries.into_iter().filter(concerns).collect();
    Ok(ScriptReload { reloaded, problems, ticks })
}

impl StartedGame {
    /// Those that the game has loaded and that differ from their files.
    fn changed_scripts(
        &self,
        scripts: &[String],
        cx: &Context,
    ) -> Result<Vec<String>, EngineError> {
        let paths: Vec<Variant> = scripts.iter().map(|path| path.as_str().into()).collect();
        self.ask("changed_scripts", [("paths", paths.into())].into(), cx, |answer| {
            answer.texts("changed")
        })
    }

    fn wait_for_scripts(&self, scripts: &[String], cx: &Context) -> Result<(), EngineError> {
        for _ in 0..MAX_POLLS {
            if self.changed_scripts(scripts, cx)?.is_empty() {
                return Ok(());
            }
            cx.check()?;
            thread::sleep(POLL_INTERVAL);
        }
        Ok(())
    }
}

/// A game that runs in a copy of the project reads its scripts there.
fn update_copy(project: &Path, copy: &Path, scripts: &[String]) -> std::io::Result<()> {
    for path in scripts.iter().filter_map(|path| path.strip_prefix("res://")) {
        let text = fs::read(project.join(path))?;
        let target = copy.join(path);
        if fs::read(&target).ok().as_ref() != Some(&text) {
            if let Some(folder) = target.parent() {
                fs::create_dir_all(folder)?;
            }
            fs::write(target, text)?;
        }
    }
    Ok(())
}
