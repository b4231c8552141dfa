//! `execute_action`. Changes stay in memory until `save_scene`, as in an editor.

use scenewright_catalogue::EditorEvent;
use serde_json::{Value, json};

use super::errors::Trouble;
use super::params::Params;
use super::scene::said;
use super::{Godoty, Outcome, paths, text};

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
    pub(super) async fn execute(&self, params: &Params) -> Outcome {
        let action = params.required("action")?;
        let args = params.args()?;
        let mut result = match action {
            "run_scene" => self.run_scene(&args).await?,
            "run_main_scene" => self.start_game(json!({})).await?,
            "stop_scene" => self.stop_game().await?,
            "pause_scene" => self.game("editor.play.pause", "Game paused").await?,
            "resume_scene" => self.game("editor.play.resume", "Game resumed").await?,
            "select_node" => {
                let path = args.required("node_path")?;
                self.select(&[path]).await?;
                json!({ "node_path": path })
            }
            "select_nodes" => {
                let paths = args.texts("node_paths")?.ok_or_else(|| args.missing("node_paths"))?;
                self.select(&paths).await?;
                json!({ "node_paths": paths })
            }
            "focus_node" => self.focus(&args).await?,
            "set_property" => self.set_property(&args).await?,
            "create_node" => self.create_node(&args).await?,
            "delete_node" => self.delete_node(&args).await?,
            "save_scene" => self.save_scene().await?,
            "reload_scene" => self.reload_scene().await?,
            _ => return Err(Trouble::unknown_action(&ACTIONS)),
        };
        result["success"] = json!(true);
        result["action"] = json!(action);
        Ok(result)
    }

    async fn run_scene(&self, args: &Params) -> Outcome {
        match args.text("scene_path")? {
            Some(path) => self.start_game(json!({ "scenePath": path })).await,
            None => self.start_game(json!({ "current": true })).await,
        }
    }

    async fn start_game(&self, arguments: Value) -> Outcome {
        let started = |game: &Value| {
            Some(EditorEvent::GameStarted { scene: text(&game["scenePath"]).to_owned() })
        };
        let game = self.call_and_tell("editor.play.start", arguments, started).await?;
        Ok(json!({ "scene_path": game["scenePath"], "message": "Scene started successfully" }))
    }

    async fn stop_game(&self) -> Outcome {
        let stopped = |answer: &Value| {
            let reason = "user_stopped".to_owned();
            (answer["wasRunning"] == true)
                .then_some(EditorEvent::GameStopped { reason, exit_code: 0 })
        };
        let answer = self.call_and_tell("editor.play.stop", json!({}), stopped).await?;
        match answer["wasRunning"] == true {
            true => Ok(json!({ "message": "Game stopped" })),
            false => Err(Trouble::no_game()),
        }
    }

    async fn game(&self, tool: &str, message: &str) -> Outcome {
        self.call(tool, json!({})).await?;
        Ok(json!({ "message": message }))
    }

    /// The id of a node of the scene that is edited.
    async fn node_id(&self, scene: &str, path: &str) -> Result<u64, Trouble> {
        let inside = paths::inside(path).ok_or_else(|| Trouble::no_node(path))?;
        let arguments = json!({ "scenePath": scene, "objectPath": inside });
        let read = self.call("scene.object.read", arguments).await;
        let read = read.map_err(|failure| Trouble::about_node(path, failure))?;
        read["instanceId"].as_u64().ok_or_else(|| Trouble::no_node(path))
    }

    async fn select(&self, nodes: &[&str]) -> Result<(), Trouble> {
        let scene = self.current().await?;
        let mut ids = Vec::new();
        for path in nodes {
            ids.push(self.node_id(&scene, path).await?);
        }
        let objects = nodes.iter().filter_map(|path| paths::inside(path)).map(str::to_owned);
        let selected = EditorEvent::SelectionChanged { objects: objects.collect() };
        let arguments = json!({ "instanceIds": ids });
        self.call_and_tell("world.selection.set", arguments, |_| Some(selected)).await?;
        Ok(())
    }

    async fn focus(&self, args: &Params) -> Outcome {
        let path = args.required("node_path")?;
        let scene = self.current().await?;
        let arguments = json!({ "scenePath": scene, "objectPath": paths::inside(path) });
        self.node_id(&scene, path).await?;
        self.call("editor.focus", arguments).await?;
        Ok(json!({ "node_path": path }))
    }

    async fn set_property(&self, args: &Params) -> Outcome {
        let path = args.required("node_path")?;
        let property = args.required("property")?;
        let value = args.value("value").ok_or_else(|| args.missing("value"))?;
        let scene = self.current().await?;
        let inside = paths::inside(path).ok_or_else(|| Trouble::no_node(path))?;
        let old = self.property(&scene, inside, property).await;
        let arguments = json!({
            "scenePath": scene,
            "objectPath": inside,
            "member": property,
            "value": literal(value),
            "save": false,
        });
        let written = self.call("scene.member.write", arguments).await;
        written.map_err(|failure| Trouble::about_node(path, failure))?;
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

    async fn create_node(&self, args: &Params) -> Outcome {
        let parent = args.required("parent_path")?;
        let class = args.required("node_type")?;
        let name = args.text("name")?.unwrap_or(class);
        let arguments = said([
            ("scenePath", Some(json!(self.current().await?))),
            ("parentPath", paths::inside(parent).map(|parent| json!(parent))),
            ("class", Some(json!(class))),
            ("name", Some(json!(name))),
            ("save", Some(json!(false))),
        ]);
        let made = self.call("scene.object.create", arguments).await;
        let made = made.map_err(|failure| Trouble::about_node(parent, failure))?;
        let path = made["created"][0]["objectPath"].as_str().unwrap_or_default();
        Ok(json!({ "node_path": paths::outside(path), "node_type": class }))
    }

    async fn delete_node(&self, args: &Params) -> Outcome {
        if !self.allow_dangerous {
            return Err(Trouble::not_allowed(
                "delete_node",
                "Dangerous actions require explicit opt-in",
                "Start the server with --allow-dangerous-actions ('godoty.allow_dangerous_actions' in the plugin's settings)",
            ));
        }
        let path = args.required("node_path")?;
        let arguments = json!({
            "scenePath": self.current().await?,
            "objectPath": paths::inside(path).ok_or_else(|| Trouble::no_node(path))?,
            "save": false,
            "confirm": true,
        });
        let gone = self.call("scene.object.delete", arguments).await;
        gone.map_err(|failure| Trouble::about_node(path, failure))?;
        Ok(json!({ "node_path": path }))
    }

    async fn save_scene(&self) -> Outcome {
        let scene = self.current().await?;
        self.call("world.scene.save", json!({ "scenePath": scene })).await?;
        Ok(json!({ "scene_path": scene, "message": "Scene saved" }))
    }

    async fn reload_scene(&self) -> Outcome {
        let scene = self.current().await?;
        let arguments = json!({ "scenePath": scene, "confirm": true });
        let (previous, current) = (Some(scene.clone()), Some(scene.clone()));
        let reloaded = EditorEvent::SceneChanged { previous, current };
        self.call_and_tell("world.scene.reload", arguments, |_| Some(reloaded)).await?;
        Ok(json!({ "scene_path": scene, "message": "Scene reloaded" }))
    }
}

/// A text such as `Vector3(0, 0, 0)` is a value in Godot's own words.
fn literal(value: &Value) -> Value {
    match value.as_str() {
        Some(text) if text.ends_with(')') && text.starts_with(|c: char| c.is_ascii_uppercase()) => {
            json!({ "literal": text })
        }
        _ => value.clone(),
    }
}
