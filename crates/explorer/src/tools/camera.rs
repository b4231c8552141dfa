//! The camera that shows the game, and the free camera.

use scenewright_model::{Component, MemberValue, RuntimeFreecam, RuntimePose, Scene, SceneObject};
use scenewright_pick::{Lens, PickCamera, Pose};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{ToolContext, ok_answer};
use crate::arguments::NoArguments;
use crate::error::ExplorerResult;
use crate::members::json_number;
use crate::view::walk::{depth_first, is_active, position};
use crate::view::{EngineView, ObjectLocation, pose};

/// Unity's default for a new camera.
const DEFAULT_FIELD_OF_VIEW: f64 = 60.0;
const DEFAULT_NEAR_PLANE: f64 = 0.3;

/// A pick reaches everything there is.
const FAR_PLANE: f64 = 1e6;

#[derive(Deserialize, JsonSchema)]
pub(super) struct FreecamEnabledArguments {
    /// On or off
    enabled: bool,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct FreecamSpeedArguments {
    /// In units per second
    speed: f64,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct FreecamPoseArguments {
    /// Its position
    pos: VectorArgument,
    /// Its rotation, in degrees
    rot: VectorArgument,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
struct VectorArgument {
    x: f64,
    y: f64,
    z: f64,
}

impl From<VectorArgument> for [f64; 3] {
    fn from(VectorArgument { x, y, z }: VectorArgument) -> [f64; 3] {
        [x, y, z]
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Freecam {
    enabled: bool,
    speed: f64,
    /// Where it was placed last.
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
    field_of_view: f64,
    pose: CameraPose,
    lens: Lens,
    near: f64,
}

/// What clients see of a camera.
struct ShownCamera {
    name: String,
    /// 0 for a camera without one.
    field_of_view: f64,
    pose: CameraPose,
}

/// The camera that picks: the free camera if it is on.
pub(super) fn pick_camera(
    ctx: &ToolContext<'_>,
    aspect: f64,
) -> ExplorerResult<Option<PickCamera>> {
    let freecam = *ctx.state.freecam();
    let camera = scene_camera(ctx.view)?;
    let default = (Lens::Perspective { angle: DEFAULT_FIELD_OF_VIEW }, DEFAULT_NEAR_PLANE);
    let (lens, near) = camera.as_ref().map_or(default, |camera| (camera.lens, camera.near));
    let free = freecam.pose.filter(|_| freecam.enabled);
    let pose = free.or(camera.map(|camera| camera.pose));
    Ok(pose.map(|CameraPose { position, rotation }| {
        let rotation = pose::from_euler(rotation);
        let pose = Pose { position: position.into(), rotation, ..Pose::default() };
        PickCamera { pose, lens, aspect, near, far: FAR_PLANE }
    }))
}

pub(super) fn active(_: NoArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    let freecam = current_freecam(ctx)?;
    let camera = shown_camera(ctx.view)?;
    let field_of_view = camera.as_ref().map(|camera| camera.field_of_view);
    let (name, field_of_view, pose) = match (freecam, camera) {
        (Freecam { enabled: true, pose: Some(pose), .. }, _) => {
            ("Freecam".to_owned(), field_of_view.unwrap_or(DEFAULT_FIELD_OF_VIEW), pose)
        }
        (_, Some(camera)) => (camera.name, camera.field_of_view, camera.pose),
        (_, None) => ("<none>".to_owned(), 0.0, CameraPose::default()),
    };
    Ok(json!({
        "IsFreecam": freecam.enabled,
        "Name": name,
        "Fov": json_number(field_of_view),
        "Pos": vector(pose.position),
        "Rot": vector(pose.rotation),
    }))
}

pub(super) fn freecam(_: NoArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    let Freecam { enabled, speed, pose } = current_freecam(ctx)?;
    let pose = match pose {
        Some(pose) => pose,
        None => shown_camera(ctx.view)?.map(|camera| camera.pose).unwrap_or_default(),
    };
    Ok(json!({
        "Enabled": enabled,
        "UsingGameCamera": false,
        "Speed": json_number(speed),
        "Pos": vector(pose.position),
        "Rot": vector(pose.rotation),
    }))
}

pub(super) fn enable(
    args: FreecamEnabledArguments,
    ctx: &ToolContext<'_>,
) -> ExplorerResult<Value> {
    let seen = shown_camera(ctx.view)?.map(|camera| camera.pose).unwrap_or_default();
    let mut freecam = current_freecam(ctx)?;
    freecam.enabled = args.enabled;
    if args.enabled {
        freecam.pose.get_or_insert(seen);
    }
    change_freecam(freecam, ctx)
}

pub(super) fn set_speed(
    args: FreecamSpeedArguments,
    ctx: &ToolContext<'_>,
) -> ExplorerResult<Value> {
    let speed = args.speed.clamp(0.0, 1000.0);
    ctx.state.freecam().speed = speed;
    Ok(json!({ "ok": true, "speed": json_number(speed) }))
}

pub(super) fn set_pose(args: FreecamPoseArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    let rotation = <[f64; 3]>::from(args.rot).map(|angle| angle.rem_euclid(360.0));
    let pose = CameraPose { position: args.pos.into(), rotation };
    change_freecam(Freecam { pose: Some(pose), ..current_freecam(ctx)? }, ctx)
}

/// That of the running game, with the speed that clients asked for last.
fn current_freecam(ctx: &ToolContext<'_>) -> ExplorerResult<Freecam> {
    let kept = *ctx.state.freecam();
    Ok(match ctx.view.runtime() {
        Some(game) => {
            let RuntimeFreecam { is_enabled, pose } = game.freecam(ctx.view.cx)?.value;
            Freecam { enabled: is_enabled, pose: pose.map(CameraPose::from), ..kept }
        }
        None => kept,
    })
}

fn change_freecam(freecam: Freecam, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    match ctx.view.runtime() {
        Some(game) => {
            let pose = freecam.pose.map(RuntimePose::from);
            let wanted = RuntimeFreecam { is_enabled: freecam.enabled, pose };
            game.set_freecam(wanted, ctx.view.cx)?;
        }
        None => *ctx.state.freecam() = freecam,
    }
    Ok(ok_answer())
}

impl From<RuntimePose> for CameraPose {
    fn from(RuntimePose { position, rotation }: RuntimePose) -> CameraPose {
        CameraPose { position, rotation: pose::to_euler(rotation) }
    }
}

impl From<CameraPose> for RuntimePose {
    fn from(CameraPose { position, rotation }: CameraPose) -> RuntimePose {
        RuntimePose { position, rotation: pose::from_euler(rotation).to_array() }
    }
}

/// The camera that shows the running game, or the one that would.
fn shown_camera(view: EngineView<'_>) -> ExplorerResult<Option<ShownCamera>> {
    Ok(match view.runtime() {
        Some(game) => game.camera(view.cx)?.value.map(|camera| ShownCamera {
            name: camera.name,
            field_of_view: camera.field_of_view.unwrap_or_default(),
            pose: camera.pose.into(),
        }),
        None => scene_camera(view)?.map(|camera| ShownCamera {
            name: camera.name,
            field_of_view: camera.field_of_view,
            pose: camera.pose,
        }),
    })
}

fn vector([x, y, z]: [f64; 3]) -> Value {
    json!({ "X": json_number(x), "Y": json_number(y), "Z": json_number(z) })
}

/// The first camera that is on and tagged as the main one, else the first that is on.
fn scene_camera(view: EngineView<'_>) -> ExplorerResult<Option<SceneCamera>> {
    let scenes = view.real_scenes()?;
    let on = scenes.iter().flat_map(|scene| {
        let objects = depth_first(scene).into_iter();
        objects.filter(|object| has_camera(scene, object)).map(move |object| (scene, object))
    });
    let on: Vec<_> = on.collect();
    let main = on.iter().find(|(_, object)| object.tag.as_deref() == Some("MainCamera"));
    let Some((scene, object)) = main.or(on.first()) else { return Ok(None) };
    let Some(index) = position(scene, object.id) else { return Ok(None) };
    let location = ObjectLocation { scene: (*scene).clone(), index };
    let world = pose::placement(view, &location)?.map(|(_, world)| world);
    let pose = world.map(|world| CameraPose {
        position: world.position,
        rotation: pose::to_euler(world.rotation),
    });
    let number = |names| camera_number(view, &location, names);
    let angle = number(["field of view", "fov"]).unwrap_or(DEFAULT_FIELD_OF_VIEW);
    let near = number(["near clip plane", "near"]).unwrap_or(DEFAULT_NEAR_PLANE);
    let is_orthographic = number(["orthographic", "projection"]) == Some(1.0);
    let half_height = number(["orthographic size", "size"]).unwrap_or(5.0);
    let lens = match is_orthographic {
        true => Lens::Orthographic { half_height },
        false => Lens::Perspective { angle },
    };
    let (name, pose) = (object.name.clone(), pose.unwrap_or_default());
    Ok(Some(SceneCamera { name, field_of_view: angle, pose, lens, near }))
}

fn has_camera(scene: &Scene, object: &SceneObject) -> bool {
    let is_camera = |it: &Component| {
        ["Camera", "Camera3D", "Camera2D"].contains(&it.type_name.as_str())
            && it.enabled != Some(false)
    };
    object.components.iter().any(|it| is_camera(it)) && is_active(scene, object)
}

/// A member of the camera, by its names in Unity and in Godot.
fn camera_number(
    view: EngineView<'_>,
    location: &ObjectLocation,
    [unity, godot]: [&str; 2],
) -> Option<f64> {
    let object = location.object();
    let index = object.components.iter().position(|it| it.type_name.starts_with("Camera"))?;
    let name = if view.is_unity() { unity } else { godot };
    let members = view.engine.as_members()?;
    match members.member(&location.scene.path, object.id, index, name, view.cx).ok()?.value {
        MemberValue::Int(number) => Some(number as f64),
        MemberValue::Float(text) => text.parse().ok(),
        MemberValue::Bool(flag) => Some(f64::from(u8::from(flag))),
        _ => None,
    }
}
