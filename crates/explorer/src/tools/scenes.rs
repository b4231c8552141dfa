//! Scenes: those that are loaded, those of the build, and loading one.

use scenewright_model::{SceneSummary, Unload};
use serde_json::{Value, json};

use super::Desk;
use super::hooks::{Act, argument, before};
use crate::args::{Args, Part};
use crate::fault::{Fault, Found};
use crate::view::{Listed, View};

const USUAL: usize = 50;

pub(super) fn list(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    Ok(args.part(USUAL)?.page(desk.view.scenes()?, Listed::dto))
}

/// The list as streams show it.
pub(crate) fn page(view: View<'_>) -> Found<Value> {
    Ok(Part { offset: 0, limit: USUAL }.page(view.scenes()?, Listed::dto))
}

pub(super) fn build(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let part = args.part(USUAL)?;
    let mut scenes = desk.view.engine.scenes(desk.view.cx)?.value;
    scenes.retain(|scene| scene.enabled_in_build);
    scenes.sort_by_key(|scene| scene.build_index);
    let numbered: Vec<(usize, SceneSummary)> = scenes.into_iter().enumerate().collect();
    let show = |(at, scene): &(usize, SceneSummary)| json!({ "Index": at, "Name": scene.name, "Path": scene.path });
    Ok(part.page(numbered, show))
}

pub(super) fn load(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let name = args.required("name")?;
    let mode = args.words("mode")?.unwrap_or("single").to_ascii_lowercase();
    if !["single", "additive"].contains(&mode.as_str()) {
        return Err(Fault::argument(format!("'{mode}' is no mode; there are single and additive")));
    }
    let given = before(
        desk,
        Act {
            of: vec!["UnityEngine.SceneManagement.SceneManager".to_owned()],
            method: "LoadScene",
            target: None,
            args: vec![json!(name), json!(mode)],
        },
    )?;
    open(desk, argument(&given, 0, Value::as_str)?, argument(&given, 1, Value::as_str)?)?;
    Ok(json!({ "ok": true, "name": name, "mode": mode }))
}

fn open(desk: &Desk<'_>, name: &str, mode: &str) -> Found<()> {
    let View { engine, cx, .. } = desk.view;
    let scenes = engine.scenes(cx)?.value;
    let named = |scene: &&SceneSummary| {
        let without = scene.path.rsplit_once('.').map_or(scene.path.as_str(), |(stem, _)| stem);
        scene.path == name || without == name || scene.name == name
    };
    let scene = scenes.iter().find(named).ok_or_else(|| {
        Fault::not_found(format!("the project has no scene '{name}'"))
            .hint("ListBuildScenes names scenes")
    })?;
    let world = engine.as_world().ok_or_else(|| no_world("load scenes"))?;
    world.load(&scene.path, mode == "additive", Unload::Discard, cx)?;
    Ok(())
}

pub(super) fn no_world(what: &str) -> Fault {
    Fault::argument(format!("this engine cannot {what}"))
}
