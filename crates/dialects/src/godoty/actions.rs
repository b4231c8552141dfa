//! `execute_action`. Changes stay in memory until `save_scene`, as in an editor.

use scenewright_catalogue::EditorEvent;
use serde_json::{Value, json};

use super::errors::GodotyError;
use super::params::GodotyParams;
use super::scene::without_absent;
use super::{Godoty, GodotyResult, paths, text};

pub(super) const ACTIONS: [&str; 13] = [
    "run_scene",
    "run_main_scene",
    "stop_scene",
    "pause_scene",
    "resume_scene",
    "select_node",
    "select_nodes",
    "focus_node",
    "set_property",
    "create_node",
    "delete_node",
    "save_scene",
    "reload_scene",
];

impl Godoty {
    pub(super) async fn execute(&self, params: &GodotyParams) -> GodotyResult {
        let action = params.required("action")?;
        let args = params.args()?;
        let mut result = match action {
            "run_scene" => self.run_scene(&args).await?,
            "run_main_scene" => self.start_game(json!({})).await?,
            "stop_scene" => self.stop_game().await?,
            "pause_scene" => self.control_game("editor.play.pause", "Game paused").await?,
            "resume_scene" => self.control_game("editor.play.resume", "Game resumed").await?,
            "select_node" => {
                let path = args.required("node_path")?;
                self.select(&[path]).await?;
                json!({ "node_path": path })
            }
            "select_nodes" => {
                let paths =
                    args.strings("node_paths")?.ok_or_else(|| args.missing("node_paths"))?;
                self.select(&paths).await?;
                json!({ "node_paths": paths })
            }
            "focus_node" => self.focus(&args).await?,
            "set_property" => self.set_property(&args).await?,
            "create_node" => self.create_node(&args).await?,
            "delete_node" => self.delete_node(&args).await?,
            "save_scene" => self.save_scene().await?,
            "reload_scene" => self.reload_scene().await?,
            _ => return Err(GodotyError::unknown_action(&ACTIONS)),
        };
        result["success"] = json!(true);
        result["action"] = json!(action);
        Ok(result)
    }

    async fn run_scene(&self, args: &GodotyParams) -> GodotyResult {
        match args.text("scene_path")? {
            Some(path) => self.start_game(json!({ "scenePath": path })).await,
            None => self.start_game(json!({ "current": true })).await,
        }
    }

    async fn start_game(&self, arguments: Value) -> GodotyResult {
        let started = |game: &Value| {
            Some(EditorEvent::GameStarted { scene: text(&game["scenePath"]).to_owned() })
        };
        let game = self.call_and_notify("editor.play.start", arguments, started).await?;
        Ok(json!({ "scene_path": game["scenePath"], "message": "Scene started successfully" }))
    }

    async fn stop_game(&self) -> GodotyResult {
        let stopped = |answer: &Value| {
            let reason = "user_stopped".to_owned();
            (answer["wasRunning"] == true)
                .then_some(EditorEvent::GameStopped { reason, exit_code: 0 })
        };
        let answer = self.call_and_notify("editor.play.stop", json!({}), stopped).await?;
        match answer["wasRunning"] == true {
            true => Ok(json!({ "message": "Game stopped" })),
            false => Err(GodotyError::game_not_running()),
        }
    }

    async fn control_game(&self, tool: &str, message: &str) -> GodotyResult {
        self.call(tool, json!({})).await?;
        Ok(json!({ "message": message }))
    }

    /// The id of a node of the scene that is edited.
    async fn node_id(&self, scene: &str, path: &str) -> Result<u64, GodotyError> {
        let inside = paths::to_scene_path(path).ok_or_else(|| GodotyError::node_not_found(path))?;
        let arguments = json!({ "scenePath": scene, "objectPath": inside });
        let read = self.call("scene.object.read", arguments).await;
        let read = read.map_err(|failure| GodotyError::for_node(path, failure))?;
        read["instanceId"].as_u64().ok_or_else(|| GodotyError::node_not_found(path))
    }

    async fn select(&self, nodes: &[&str]) -> Result<(), GodotyError> {
        let scene = self.current_scene().await?;
        let mut ids = Vec::new();
        for path in nodes {
            ids.push(self.node_id(&scene, path).await?);
        }
        let objects = nodes.iter().filter_map(|path| paths::to_scene_path(path)).map(str::to_owned);
        let selected = EditorEvent::SelectionChanged { objects: objects.collect() };
        let arguments = json!({ "instanceIds": ids });
        self.call_and_notify("world.selection.set", arguments, |_| Some(selected)).await?;
        Ok(())
    }

    async fn focus(&self, args: &GodotyParams) -> GodotyResult {
        let path = args.required("node_path")?;
        let scene = self.current_scene().await?;
        let arguments = json!({ "scenePath": scene, "objectPath": paths::to_scene_path(path) });
        self.node_id(&scene, path).await?;
        self.call("editor.focus", arguments).await?;
        Ok(json!({ "node_path": path }))
    }

    async fn set_property(&self, args: &GodotyParams) -> GodotyResult {
        let path = args.required("node_path")?;
        let property = args.required("property")?;
        let value = args.value("value").ok_or_else(|| args.missing("value"))?;
        let scene = self.current_scene().await?;
        let inside = paths::to_scene_path(path).ok_or_else(|| GodotyError::node_not_found(path))?;
        let old = self.property(&scene, inside, property).await;
        let arguments = json!({
            "scenePath": scene,
            "objectPath": inside,
            "member": property,
            "value": godot_literal(value),
            "save": false,
        });
        let written = self.call("scene.member.write", arguments).await;
        written.map_err(|failure| GodotyError::for_node(path, failure))?;
        let new = self.property(&scene, inside, property).await;
        Ok(json!({ "node_path": path, "property": property, "old_value": old, "new_value": new }))
    }

    /// As the protocol shows values; `null` where there is none.
    async fn property(&self, scene: &str, path: &str, property: &str) -> Value {
        let arguments = json!({ "scenePath": scene, "objectPath": path, "includeDefault": true });
        let read = self.call("scene.node.properties", arguments).await.unwrap_or_default();
        let name = property.split([':', '.']).next().unwrap_or(property);
        let found = [&read["properties"], &read["scriptProperties"]];
        let found = found.into_iter().find_map(|list| list.get(name));
        found.map(|found| found["value"].clone()).unwrap_or_default()
    }

    async fn create_node(&self, args: &GodotyParams) -> GodotyResult {
        let parent = args.required("parent_path")?;
        let class = args.required("node_type")?;
        let name = args.text("name")?.unwrap_or(class);
        let arguments = without_absent([
            ("scenePath", Some(json!(self.current_scene().await?))),
            ("parentPath", paths::to_scene_path(parent).map(|parent| json!(parent))),
            ("class", Some(json!(class))),
            ("name", Some(json!(name))),
            ("save", Some(json!(false))),
        ]);
        let made = self.call("scene.object.create", arguments).await;
        let made = made.map_err(|failure| GodotyError::for_node(parent, failure))?;
        let path = made["created"][0]["objectPath"].as_str().unwrap_or_default();
        Ok(json!({ "node_path": paths::to_root_path(path), "node_type": class }))
    }

    async fn delete_node(&self, args: &GodotyParams) -> GodotyResult {
        if !self.allow_dangerous {
            return Err(GodotyError::action_not_allowed(
                "delete_node",
                "Dangerous actions require explicit opt-in",
                "Start the server with --allow-dangerous-actions ('godoty.allow_dangerous_actions' in the plugin's settings)",
            ));
        }
        let path = args.required("node_path")?;
        let arguments = json!({
            "scenePath": self.current_scene().await?,
            "objectPath": paths::to_scene_path(path).ok_or_else(|| GodotyError::node_not_found(path))?,
            "save": false,
            "confirm": true,
        });
        let gone = self.call("scene.object.delete", arguments).await;
        gone.map_err(|failure| GodotyError::for_node(path, failure))?;
        Ok(json!({ "node_path": path }))
    }

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

/// A text such as `Vector3(0, 0, 0)` is a value in Godot's own words.
fn godot_literal(value: &Value) -> Value {
    match value.as_str() {
        Some(text) if text.ends_with(')') && text.starts_with(|c: char| c.is_ascii_uppercase()) => {
            json!({ "literal": text })
        }
        _ => value.clone(),
    }
}
