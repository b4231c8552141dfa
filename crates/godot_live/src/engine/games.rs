//! The games that the editor talks to.

use scenewright_engine::{Context, EditorGames, EngineError};
use scenewright_link::HostUnavailable;
use scenewright_model::{EditorGame, RelayAddress};
use serde_json::json;

use super::LiveGodot;
use crate::protocol::{GamesAnswer, ListedGame, RelayAnswer};

type Result<T> = std::result::Result<T, EngineError>;

impl EditorGames for LiveGodot {
    fn editor_games(&self, cx: &Context) -> Result<Vec<EditorGame>> {
        if let Err(HostUnavailable::NotAnnounced) = self.link.hello(cx) {
            return Ok(Vec::new());
        }
        let GamesAnswer { scene, games } = self.ask("scenewright.games", json!({}), cx)?;
        let game = |listed: ListedGame| EditorGame {
            session: listed.session as u32,
            run: listed.run as u64,
            pid: Some(listed.pid as u32).filter(|pid| *pid > 0),
            scene: scene.clone(),
            break_reason: listed.break_reason,
        };
        Ok(games.into_iter().map(game).collect())
    }

    fn relay(&self, game: &EditorGame, cx: &Context) -> Result<RelayAddress> {
        let params = json!({ "session": game.session, "run": game.run });
        let RelayAnswer { port, token } = self.ask("scenewright.relay_game", params, cx)?;
        Ok(RelayAddress { port: port as u16, token })
    }
}
