//! Scenes: those that are loaded, those of the build, and loading one.

use scenewright_model::{SceneSummary, UnloadMode};
use serde_json::{Value, json};

use super::ToolContext;
use super::hooks::{PendingCall, argument, run_hooks};
use crate::args::{ExplorerArgs, PageRange};
use crate::fault::{ExplorerError, ExplorerResult};
use crate::view::{EngineView, ExplorerScene};

const DEFAULT_LIMIT: usize = 50;

pub(super) fn list(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    Ok(args.page_range(DEFAULT_LIMIT)?.to_page(desk.view.scenes()?, ExplorerScene::to_json))
}

/// The list as streams show it.
pub(crate) fn page(view: EngineView<'_>) -> ExplorerResult<Value> {
    Ok(PageRange { offset: 0, limit: DEFAULT_LIMIT }
        .to_page(view.scenes()?, ExplorerScene::to_json))
}

pub(super) fn build(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let part = args.page_range(DEFAULT_LIMIT)?;
    let mut scenes = desk.view.engine.scenes(desk.view.cx)?.value;
    scenes.retain(|scene| scene.enabled_in_build);
    scenes.sort_by_key(|scene| scene.build_index);
    let numbered: Vec<(usize, SceneSummary)> = scenes.into_iter().enumerate().collect();
    let show = |(at, scene): &(usize, SceneSummary)| json!({ "Index": at, "Name": scene.name, "Path": scene.path });
    Ok(part.to_page(numbered, show))
}

pub(super) fn load(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let name = args.required("name")?;
    let mode = args.nonblank("mode")?.unwrap_or("single").to_ascii_lowercase();
    if !["single", "additive"].contains(&mode.as_str()) {
        return Err(ExplorerError::invalid_argument(format!(
            "'{mode}' is no mode; there are single and additive"
        )));
    }
    let given = run_hooks(
        desk,
        PendingCall {
            types: vec!["UnityEngine.SceneManagement.SceneManager".to_owned()],
            method: "LoadScene",
            target: None,
            args: vec![json!(name), json!(mode)],
        },
    )?;
    open(desk, argument(&given, 0, Value::as_str)?, argument(&given, 1, Value::as_str)?)?;
    Ok(json!({ "ok": true, "name": name, "mode": mode }))
}

fn open(desk: &ToolContext<'_>, name: &str, mode: &str) -> ExplorerResult<()> {
    let EngineView { engine, cx, .. } = desk.view;
    let scenes = engine.scenes(cx)?.value;
    let named = |scene: &&SceneSummary| {
        let without = scene.path.rsplit_once('.').map_or(scene.path.as_str(), |(stem, _)| stem);
        scene.path == name || without == name || scene.name == name
    };
    let scene = scenes.iter().find(named).ok_or_else(|| {
        ExplorerError::not_found(format!("the project has no scene '{name}'"))
            .hint("ListBuildScenes names scenes")
    })?;
    let world = engine.as_world().ok_or_else(|| no_world("load scenes"))?;
    world.load(&scene.path, mode == "additive", UnloadMode::Discard, cx)?;
    Ok(())
}

pub(super) fn no_world(what: &str) -> ExplorerError {
    ExplorerError::invalid_argument(format!("this engine cannot {what}"))
}
