//! Actions on the open scene as a whole.

use scenewright_catalogue::EditorEvent;
use serde_json::json;

use super::GodotyAction;
use crate::godoty::{Godoty, GodotyResult};

pub(super) const SAVE_SCENE: GodotyAction = GodotyAction {
    name: "save_scene",
    params: &[],
    operation: "world.scene.save",
    is_dangerous: false,
    handler: |server, _| Box::pin(server.save_scene()),
};

pub(super) const RELOAD_SCENE: GodotyAction = GodotyAction {
    name: "reload_scene",
    params: &[],
    operation: "world.scene.reload",
    is_dangerous: false,
    handler: |server, _| Box::pin(server.reload_scene()),
};

impl Godoty {
    async fn save_scene(&self) -> GodotyResult {
        let scene = self.current_scene().await?;
        self.call("world.scene.save", json!({ "scenePath": scene })).await?;
        Ok(json!({ "scene_path": scene, "message": "Scene saved" }))
    }

    async fn reload_scene(&self) -> GodotyResult {
        let scene = self.current_scene().await?;
        let arguments = json!({ "scenePath": scene, "confirm": true });
        let (previous, current) = (Some(scene.clone()), Some(scene.clone()));
        let reloaded = EditorEvent::SceneChanged { previous, current };
        self.call_and_notify("world.scene.reload", arguments, |_| Some(reloaded)).await?;
        Ok(json!({ "scene_path": scene, "message": "Scene reloaded" }))
    }
}
