//! Scenes: the loaded ones, those of the build, and loading one.

use scenewright_model::{SceneSummary, UnloadMode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::ToolContext;
use super::hooks::{PendingCall, argument, run_hooks};
use crate::arguments::{PageArguments, PageRange};
use crate::error::{ExplorerError, ExplorerResult};
use crate::view::{EngineView, ExplorerScene};

const DEFAULT_LIMIT: usize = 50;

#[derive(Deserialize, JsonSchema)]
pub(super) struct LoadSceneArguments {
    /// Its name or path
    pub(super) name: String,
    /// Replace the loaded scenes, or load it beside them
    #[serde(default)]
    pub(super) mode: LoadMode,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum LoadMode {
    #[default]
    Single,
    Additive,
}

pub(super) fn list(page: PageArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    Ok(page.range(DEFAULT_LIMIT).to_page(ctx.view.scenes()?, ExplorerScene::to_json))
}

/// The list as streams show it.
pub(crate) fn page(view: EngineView<'_>) -> ExplorerResult<Value> {
    let range = PageRange { offset: 0, limit: DEFAULT_LIMIT };
    Ok(range.to_page(view.scenes()?, ExplorerScene::to_json))
}

pub(super) fn build(page: PageArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    let scenes = ctx.view.engine.scenes(ctx.view.cx)?.value;
    let built = scenes.iter().filter(|scene| scene.enabled_in_build);
    let mut scenes: Vec<SceneSummary> = built.cloned().collect();
    scenes.sort_by_key(|scene| scene.build_index);
    let numbered: Vec<(usize, SceneSummary)> = scenes.into_iter().enumerate().collect();
    let to_json = |(index, scene): &(usize, SceneSummary)| json!({ "Index": index, "Name": scene.name, "Path": scene.path });
    Ok(page.range(DEFAULT_LIMIT).to_page(numbered, to_json))
}

pub(super) fn load(args: LoadSceneArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    let LoadSceneArguments { name, mode } = args;
    let call = PendingCall {
        types: vec!["UnityEngine.SceneManagement.SceneManager".to_owned()],
        method: "LoadScene",
        target: None,
        args: vec![json!(name), json!(mode)],
    };
    let given = run_hooks(ctx, call)?;
    let is_additive = argument(&given, 1, Value::as_str)? == "additive";
    open(ctx, argument(&given, 0, Value::as_str)?, is_additive)?;
    Ok(json!({ "ok": true, "name": name, "mode": mode }))
}

fn open(ctx: &ToolContext<'_>, name: &str, is_additive: bool) -> ExplorerResult<()> {
    let EngineView { engine, cx, .. } = ctx.view;
    let scenes = engine.scenes(cx)?.value;
    let named = |scene: &&SceneSummary| {
        let stem = scene.path.rsplit_once('.').map_or(scene.path.as_str(), |(stem, _)| stem);
        scene.path == name || stem == name || scene.name == name
    };
    let scene = scenes.iter().find(named).ok_or_else(|| {
        ExplorerError::not_found(format!("the project has no scene '{name}'"))
            .hint("ListBuildScenes lists scenes")
    })?;
    let world = engine.as_world().ok_or_else(|| unsupported("load scenes"))?;
    world.load(&scene.path, is_additive, UnloadMode::Discard, cx)?;
    Ok(())
}

pub(super) fn unsupported(what: &str) -> ExplorerError {
    ExplorerError::invalid_argument(format!("this engine cannot {what}"))
}
