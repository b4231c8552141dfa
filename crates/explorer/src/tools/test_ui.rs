//! A canvas with two blocks in the `DontDestroyOnLoad` scene, to try `MousePick` on.

use scenewright_model::{
    BrokenReason, ComponentRef, ComponentScript, DONT_DESTROY_ON_LOAD_SCENE, Edit, EditValue,
    ObjectRef,
};
use serde_json::{Value, json};

use super::writes::edit;
use super::{ToolContext, ok_answer};
use crate::arguments::NoArguments;
use crate::error::{ExplorerError, ExplorerResult};
use crate::view::ObjectLocation;
use crate::view::walk::{depth_first, position};

const CANVAS: &str = "McpTestCanvas";
/// Each with its colour and its place as a fraction of the screen's width.
const BLOCKS: [(&str, [f64; 4], f64); 2] = [
    ("McpTestBlock_Left", [0.8, 0.3, 0.3, 0.8], 0.35),
    ("McpTestBlock_Right", [0.3, 0.8, 0.4, 0.8], 0.65),
];
const BLOCK_SIZE: f64 = 180.0;
/// The scripts of the canvas and of its blocks are in it.
const UI_PACKAGE: &str = "com.unity.ugui";

pub(super) fn spawn(_: NoArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    let is_game = ctx.view.runtime().is_some();
    if !ctx.view.is_unity() && !is_game {
        return Err(ExplorerError::invalid_argument(
            "a test UI can be created only in Unity projects and running games",
        ));
    }
    let is_new = canvas(ctx)?.is_none();
    if is_new && is_game {
        spawn_in_game(ctx)?;
    } else if is_new {
        edit(ctx, &edits(), "SpawnTestUi")?;
    }
    let Some(canvas) = canvas(ctx)? else {
        return Ok(json!({ "ok": true, "rootId": null, "blocks": [] }));
    };
    if let Some(reason) = missing_script(&canvas) {
        if is_new {
            destroy(NoArguments {}, ctx)?;
        }
        return Err(no_ui_package(reason));
    }
    let children = canvas.object().children.iter().map(|child| canvas.scene.object(*child));
    let blocks: Vec<Value> = children
        .map(|block| json!({ "name": block.name, "id": ctx.view.ids.text(block.id) }))
        .collect();
    Ok(json!({ "ok": true, "rootId": ctx.view.ids.text(canvas.object().id), "blocks": blocks }))
}

pub(super) fn destroy(_: NoArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    if let Some(canvas) = canvas(ctx)? {
        let (scene, object) =
            (DONT_DESTROY_ON_LOAD_SCENE.to_owned(), ObjectRef::Id(canvas.object().id));
        edit(ctx, &[Edit::DeleteObject { scene, object }], "DestroyTestUi")?;
    }
    Ok(ok_answer())
}

/// Why the script of one of its components does not exist.
fn missing_script(canvas: &ObjectLocation) -> Option<&BrokenReason> {
    let blocks = canvas.object().children.iter().map(|child| canvas.scene.object(*child));
    let mut components = [canvas.object()].into_iter().chain(blocks).flat_map(|it| &it.components);
    components.find_map(|component| match &component.script {
        ComponentScript::Missing { reason, .. } => Some(reason),
        _ => None,
    })
}

fn no_ui_package(reason: &BrokenReason) -> ExplorerError {
    let package = match reason {
        BrokenReason::NotDependency { package, .. } => package,
        _ => UI_PACKAGE,
    };
    let message =
        format!("a test UI needs the package {package}, which this project does not have");
    ExplorerError::invalid_argument(message)
        .hint(format!("add {package} in Unity's Package Manager, then call SpawnTestUi again"))
}

fn canvas(ctx: &ToolContext<'_>) -> ExplorerResult<Option<ObjectLocation>> {
    let Some(scene) = ctx.view.scene_by_id(DONT_DESTROY_ON_LOAD_SCENE)? else { return Ok(None) };
    let id = depth_first(&scene)
        .into_iter()
        .find(|object| object.parent.is_none() && object.name == CANVAS)
        .map(|object| object.id);
    let index = id.and_then(|id| position(&scene, id));
    Ok(index.map(|index| ObjectLocation { scene, index }))
}

/// A game takes one change at a time.
fn spawn_in_game(ctx: &ToolContext<'_>) -> ExplorerResult<()> {
    let node = |class: &str, edit: Edit| match edit {
        Edit::CreateObject { scene, parent, sibling, name, components, .. } => {
            let class = Some(class.to_owned());
            Edit::CreateObject { scene, parent, sibling, name, class, components }
        }
        other => other,
    };
    let mut changes = vec![node("CanvasLayer", create(None, CANVAS, &[]))];
    for (name, colour, across) in BLOCKS {
        changes.push(node("ColorRect", create(Some(CANVAS), name, &[])));
        let block = format!("{CANVAS}/{name}");
        let half = BLOCK_SIZE / 2.0;
        let sides = [
            ("anchor_left", across),
            ("anchor_right", across),
            ("anchor_top", 0.5),
            ("anchor_bottom", 0.5),
            ("offset_left", -half),
            ("offset_right", half),
            ("offset_top", -half),
            ("offset_bottom", half),
        ];
        let sides = sides.map(|(side, at)| set(&block, 0, side, EditValue::Float(at)));
        changes.extend(sides);
        changes.push(set(&block, 0, "color", vector(["r", "g", "b", "a"], colour)));
    }
    for change in changes {
        edit(ctx, &[change], "SpawnTestUi")?;
    }
    Ok(())
}

fn edits() -> Vec<Edit> {
    let root = [
        "RectTransform",
        "Canvas",
        "UnityEngine.UI.CanvasScaler",
        "UnityEngine.UI.GraphicRaycaster",
    ];
    let mut edits = vec![
        create(None, CANVAS, &root),
        set(CANVAS, 2, "m_UiScaleMode", EditValue::Int(1)),
        set(CANVAS, 2, "m_ReferenceResolution", vector(["x", "y"], [1920.0, 1080.0])),
        set(CANVAS, 2, "m_MatchWidthOrHeight", EditValue::Float(0.5)),
    ];
    for (name, colour, across) in BLOCKS {
        let parts = ["RectTransform", "CanvasRenderer", "UnityEngine.UI.Image"];
        edits.push(create(Some(CANVAS), name, &parts));
        let anchor = vector(["x", "y"], [across, 0.5]);
        let block = format!("{CANVAS}/{name}");
        edits.extend([
            set(&block, 0, "m_AnchorMin", anchor.clone()),
            set(&block, 0, "m_AnchorMax", anchor),
            set(&block, 0, "m_SizeDelta", vector(["x", "y"], [BLOCK_SIZE, BLOCK_SIZE])),
            set(&block, 2, "m_Color", vector(["r", "g", "b", "a"], colour)),
        ]);
    }
    edits
}

fn create(parent: Option<&str>, name: &str, components: &[&str]) -> Edit {
    Edit::CreateObject {
        scene: DONT_DESTROY_ON_LOAD_SCENE.to_owned(),
        parent: parent.map(|parent| ObjectRef::Path(parent.to_owned())),
        sibling: None,
        name: name.to_owned(),
        class: None,
        components: components.iter().map(|it| (*it).to_owned()).collect(),
    }
}

fn set(path: &str, component: usize, member: &str, value: EditValue) -> Edit {
    Edit::SetMember {
        scene: DONT_DESTROY_ON_LOAD_SCENE.to_owned(),
        object: ObjectRef::Path(path.to_owned()),
        component: Some(ComponentRef::Index(component)),
        member: member.to_owned(),
        value,
    }
}

fn vector<const N: usize>(names: [&str; N], parts: [f64; N]) -> EditValue {
    let fields = names.into_iter().zip(parts);
    EditValue::Fields(
        fields.map(|(name, part)| (name.to_owned(), EditValue::Float(part))).collect(),
    )
}
