//! The camera that shows the game, and one that flies freely.

use scenewright_model::{Component, MemberValue as Held, Scene, SceneObject};
use scenewright_pick::{Lens, Stand};
use serde_json::{Value, json};

use super::{ToolContext, ok_answer};
use crate::args::ExplorerArgs;
use crate::fault::ExplorerResult;
use crate::members::json_number;
use crate::view::walk::{depth_first, is_active, position};
use crate::view::{EngineView, ObjectLocation, pose};

/// Unity's own for a new camera.
const DEFAULT_FIELD_OF_VIEW: f64 = 60.0;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Freecam {
    enabled: bool,
    speed: f64,
    /// Where it was put last.
    pose: Option<CameraPose>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct CameraPose {
    position: [f64; 3],
    /// In degrees.
    rotation: [f64; 3],
}

impl Default for Freecam {
    fn default() -> Freecam {
        Freecam { enabled: false, speed: 10.0, pose: None }
    }
}

/// A camera of the scenes.
struct SceneCamera {
    name: String,
    angle: f64,
    pose: CameraPose,
    lens: Lens,
    near: f64,
}

/// How far a camera is looked through: as far as there is anything.
const FAR_PLANE: f64 = 1e6;

/// What the picture is seen with: the free camera if it is on.
pub(super) fn pick_camera(
    desk: &ToolContext<'_>,
    aspect: f64,
) -> ExplorerResult<Option<scenewright_pick::PickCamera>> {
    let freecam = *desk.shared.freecam();
    let camera = camera(desk.view)?;
    let usual = (Lens::Perspective { angle: DEFAULT_FIELD_OF_VIEW }, 0.3);
    let (lens, near) = camera.as_ref().map_or(usual, |camera| (camera.lens, camera.near));
    let flying = freecam.pose.filter(|_| freecam.enabled);
    let Some(CameraPose { position, rotation }) = flying.or(camera.map(|camera| camera.pose))
    else {
        return Ok(None);
    };
    let stand = Stand { position, rotation: pose::from_euler(rotation), ..Stand::default() };
    Ok(Some(scenewright_pick::PickCamera { stand, lens, aspect, near, far: FAR_PLANE }))
}

pub(super) fn active(_: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let freecam = *desk.shared.freecam();
    let camera = camera(desk.view)?;
    let angle = camera.as_ref().map(|camera| camera.angle);
    let (name, angle, pose) = match (freecam, camera) {
        (Freecam { enabled: true, pose: Some(pose), .. }, _) => {
            ("Freecam".to_owned(), angle.unwrap_or(DEFAULT_FIELD_OF_VIEW), pose)
        }
        (_, Some(camera)) => (camera.name, camera.angle, camera.pose),
        (_, None) => ("<none>".to_owned(), 0.0, CameraPose::default()),
    };
    Ok(json!({
        "IsFreecam": freecam.enabled,
        "Name": name,
        "Fov": json_number(angle),
        "Pos": vector(pose.position),
        "Rot": vector(pose.rotation),
    }))
}

pub(super) fn freecam(_: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let Freecam { enabled, speed, pose } = *desk.shared.freecam();
    let pose = match pose {
        Some(pose) => pose,
        None => camera(desk.view)?.map(|camera| camera.pose).unwrap_or_default(),
    };
    Ok(json!({
        "Enabled": enabled,
        "UsingGameCamera": false,
        "Speed": json_number(speed),
        "Pos": vector(pose.position),
        "Rot": vector(pose.rotation),
    }))
}

pub(super) fn enable(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let enabled = args.required_flag("enabled")?;
    let seen = camera(desk.view)?.map(|camera| camera.pose).unwrap_or_default();
    let mut freecam = desk.shared.freecam();
    freecam.enabled = enabled;
    if enabled {
        freecam.pose.get_or_insert(seen);
    }
    Ok(ok_answer())
}

pub(super) fn set_speed(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let speed = args.required_number("speed")?.clamp(0.0, 1000.0);
    desk.shared.freecam().speed = speed;
    Ok(json!({ "ok": true, "speed": json_number(speed) }))
}

pub(super) fn set_pose(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let rotation = args.vector("rot")?.map(|angle| angle.rem_euclid(360.0));
    let pose = CameraPose { position: args.vector("pos")?, rotation };
    desk.shared.freecam().pose = Some(pose);
    Ok(ok_answer())
}

fn vector([x, y, z]: [f64; 3]) -> Value {
    json!({ "X": json_number(x), "Y": json_number(y), "Z": json_number(z) })
}

/// The first that is on and tagged as the main one, else the first that is on.
fn camera(view: EngineView<'_>) -> ExplorerResult<Option<SceneCamera>> {
    let scenes = view.real_scenes()?;
    let on = scenes.iter().flat_map(|scene| {
        let objects = depth_first(scene).into_iter();
        objects.filter(|object| shows(scene, object)).map(move |object| (scene, object))
    });
    let on: Vec<_> = on.collect();
    let main = on.iter().find(|(_, object)| object.tag.as_deref() == Some("MainCamera"));
    let Some((scene, object)) = main.or(on.first()) else { return Ok(None) };
    let Some(index) = position(scene, object.id) else { return Ok(None) };
    let place = ObjectLocation { scene: (*scene).clone(), index };
    let placed = pose::placement(view, &place)?.map(|(_, world)| world);
    let pose = placed.map(|world| CameraPose {
        position: world.position,
        rotation: pose::to_euler(world.rotation),
    });
    let name = object.name.clone();
    let angle = number(view, &place, ["field of view", "fov"]).unwrap_or(DEFAULT_FIELD_OF_VIEW);
    let near = number(view, &place, ["near clip plane", "near"]).unwrap_or(0.3);
    let is_flat = number(view, &place, ["orthographic", "projection"]) == Some(1.0);
    let half_height = number(view, &place, ["orthographic size", "size"]).unwrap_or(5.0);
    let lens =
        if is_flat { Lens::Orthographic { half_height } } else { Lens::Perspective { angle } };
    Ok(Some(SceneCamera { name, angle, pose: pose.unwrap_or_default(), lens, near }))
}

fn shows(scene: &Scene, object: &SceneObject) -> bool {
    let is_camera = |it: &Component| {
        ["Camera", "Camera3D", "Camera2D"].contains(&it.type_name.as_str())
            && it.enabled != Some(false)
    };
    object.components.iter().any(is_camera) && is_active(scene, object)
}

/// A member of the camera, by its names in Unity and in Godot.
fn number(view: EngineView<'_>, place: &ObjectLocation, [unity, godot]: [&str; 2]) -> Option<f64> {
    let object = place.object();
    let at = object.components.iter().position(|it| it.type_name.starts_with("Camera"))?;
    let name = if view.is_unity() { unity } else { godot };
    let members = view.engine.as_members()?;
    match members.member(&place.scene.path, object.id, at, name, view.cx).ok()?.value {
        Held::Int(number) => Some(number as f64),
        Held::Float(text) => text.parse().ok(),
        Held::Bool(flag) => Some(f64::from(u8::from(flag))),
        _ => None,
    }
}
