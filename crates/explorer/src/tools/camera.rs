//! The camera that shows the game, and one that flies freely.

use scenewright_model::{Component, Object, Scene, Value as Held};
use serde_json::{Value, json};

use super::{Desk, done};
use crate::args::Args;
use crate::fault::Found;
use crate::members::decimal;
use crate::view::walk::{depth_first, is_active, position};
use crate::view::{Place, View, pose};

/// Unity's own for a new camera.
const USUAL_ANGLE: f64 = 60.0;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Freecam {
    enabled: bool,
    speed: f64,
    /// Where it was put last.
    pose: Option<Pose>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Pose {
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
struct Camera {
    name: String,
    angle: f64,
    pose: Pose,
}

pub(super) fn active(_: &Args, desk: &Desk<'_>) -> Found<Value> {
    let freecam = *desk.shared.freecam();
    let camera = camera(desk.view)?;
    let angle = camera.as_ref().map(|camera| camera.angle);
    let (name, angle, pose) = match (freecam, camera) {
        (Freecam { enabled: true, pose: Some(pose), .. }, _) => {
            ("Freecam".to_owned(), angle.unwrap_or(USUAL_ANGLE), pose)
        }
        (_, Some(camera)) => (camera.name, camera.angle, camera.pose),
        (_, None) => ("<none>".to_owned(), 0.0, Pose::default()),
    };
    Ok(json!({
        "IsFreecam": freecam.enabled,
        "Name": name,
        "Fov": decimal(angle),
        "Pos": vector(pose.position),
        "Rot": vector(pose.rotation),
    }))
}

pub(super) fn freecam(_: &Args, desk: &Desk<'_>) -> Found<Value> {
    let Freecam { enabled, speed, pose } = *desk.shared.freecam();
    let pose = match pose {
        Some(pose) => pose,
        None => camera(desk.view)?.map(|camera| camera.pose).unwrap_or_default(),
    };
    Ok(json!({
        "Enabled": enabled,
        "UsingGameCamera": false,
        "Speed": decimal(speed),
        "Pos": vector(pose.position),
        "Rot": vector(pose.rotation),
    }))
}

pub(super) fn enable(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let enabled = args.required_flag("enabled")?;
    let seen = camera(desk.view)?.map(|camera| camera.pose).unwrap_or_default();
    let mut freecam = desk.shared.freecam();
    freecam.enabled = enabled;
    if enabled {
        freecam.pose.get_or_insert(seen);
    }
    Ok(done())
}

pub(super) fn set_speed(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let speed = args.required_number("speed")?.clamp(0.0, 1000.0);
    desk.shared.freecam().speed = speed;
    Ok(json!({ "ok": true, "speed": decimal(speed) }))
}

pub(super) fn set_pose(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let rotation = args.vector("rot")?.map(|angle| angle.rem_euclid(360.0));
    let pose = Pose { position: args.vector("pos")?, rotation };
    desk.shared.freecam().pose = Some(pose);
    Ok(done())
}

fn vector([x, y, z]: [f64; 3]) -> Value {
    json!({ "X": decimal(x), "Y": decimal(y), "Z": decimal(z) })
}

/// The first that is on and tagged as the main one, else the first that is on.
fn camera(view: View<'_>) -> Found<Option<Camera>> {
    let scenes = view.real_scenes()?;
    let on = scenes.iter().flat_map(|scene| {
        let objects = depth_first(scene).into_iter();
        objects.filter(|object| shows(scene, object)).map(move |object| (scene, object))
    });
    let on: Vec<_> = on.collect();
    let main = on.iter().find(|(_, object)| object.tag.as_deref() == Some("MainCamera"));
    let Some((scene, object)) = main.or(on.first()) else { return Ok(None) };
    let Some(index) = position(scene, object.id) else { return Ok(None) };
    let place = Place { scene: (*scene).clone(), index };
    let placed = pose::placement(view, &place)?.map(|(_, world)| world);
    let pose = placed
        .map(|world| Pose { position: world.position, rotation: pose::euler(world.rotation) });
    let (name, angle) = (object.name.clone(), angle(view, &place));
    Ok(Some(Camera { name, angle, pose: pose.unwrap_or_default() }))
}

fn shows(scene: &Scene, object: &Object) -> bool {
    let is_camera = |it: &Component| {
        ["Camera", "Camera3D", "Camera2D"].contains(&it.type_name.as_str())
            && it.enabled != Some(false)
    };
    object.components.iter().any(is_camera) && is_active(scene, object)
}

fn angle(view: View<'_>, place: &Place) -> f64 {
    let object = place.object();
    let at = object.components.iter().position(|it| it.type_name.starts_with("Camera"));
    let (Some(at), Some(members)) = (at, view.engine.as_members()) else { return USUAL_ANGLE };
    let name = if view.is_unity() { "field of view" } else { "fov" };
    match members.member(&place.scene.path, object.id, at, name, view.cx).map(|it| it.value) {
        Ok(Held::Int(number)) => number as f64,
        Ok(Held::Float(text)) => text.parse().unwrap_or(USUAL_ANGLE),
        _ => USUAL_ANGLE,
    }
}
