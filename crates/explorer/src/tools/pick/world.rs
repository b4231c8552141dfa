//! The world under a point: a ray from the camera against colliders, and against the bounds of what is
//! drawn if it meets none.

use scenewright_model::{Component, ObjectId, Scene, SceneObject};
use scenewright_pick::{Ray, Solid, Stand};

use super::SCREEN;
use super::bounds::{SolidReader, is_collider, is_drawn};
use crate::fault::ExplorerResult;
use crate::tools::{ToolContext, camera};
use crate::view::EngineView;
use crate::view::walk::is_active;

/// Unity's layer that no ray meets.
const IGNORE_RAYCAST: u32 = 2;

/// What the ray meets first.
pub(super) fn nearest(
    desk: &ToolContext<'_>,
    [x, y]: [f64; 2],
) -> ExplorerResult<Option<ObjectId>> {
    let [width, height] = SCREEN;
    let Some(camera) = camera::pick_camera(desk, width / height)? else { return Ok(None) };
    let ray = camera.ray(x / width, y / height);
    let met = first_hit(desk.view, &ray, is_collider)?;
    Ok(if met.is_some() { met } else { first_hit(desk.view, &ray, is_drawn)? })
}

fn first_hit(
    view: EngineView<'_>,
    ray: &Ray,
    counts: fn(&str) -> bool,
) -> ExplorerResult<Option<ObjectId>> {
    let mut nearest: Option<(f64, ObjectId)> = None;
    for scene in view.all_scenes()? {
        let objects = pickable_objects(view, &scene, counts)?;
        let shapes = SolidReader::new(view, &scene);
        for (object, stand) in objects {
            view.cx.check()?;
            let parts = object.components.iter().enumerate();
            for (at, _) in parts.filter(|(_, it)| is_solid(it, counts)) {
                let Some(solid) = shapes.solid(object, at) else { continue };
                if let Some(distance) = hit_distance(&solid, &stand, ray)
                    && nearest.is_none_or(|(other, _)| distance < other)
                {
                    nearest = Some((distance, object.id));
                }
            }
        }
    }
    Ok(nearest.map(|(_, id)| id))
}

/// What a ray begins in, it does not meet.
fn hit_distance(solid: &Solid, stand: &Stand, ray: &Ray) -> Option<f64> {
    solid.distance(stand, ray).filter(|distance| *distance > 0.0)
}

fn is_solid(component: &Component, counts: fn(&str) -> bool) -> bool {
    component.enabled != Some(false) && counts(&component.type_name)
}

/// The objects that may be met, and where they are.
fn pickable_objects<'s>(
    view: EngineView<'_>,
    scene: &'s Scene,
    counts: fn(&str) -> bool,
) -> ExplorerResult<Vec<(&'s SceneObject, Stand)>> {
    let Some(world) = view.engine.as_world() else { return Ok(Vec::new()) };
    let takes_part = |object: &&SceneObject| {
        object.components.iter().any(|it| is_solid(it, counts))
            && object.layer.is_none_or(|layer| i64::from(layer) != i64::from(IGNORE_RAYCAST))
            && is_active(scene, object)
    };
    let objects: Vec<&SceneObject> = scene.objects.iter().filter(takes_part).collect();
    let ids: Vec<ObjectId> = objects.iter().map(|object| object.id).collect();
    let placed = world.placements(&scene.path, &ids, view.cx)?.value;
    let stands = objects.into_iter().zip(placed).filter_map(|(object, placed)| {
        let at = placed?.world;
        Some((object, Stand { position: at.position, rotation: at.rotation, scale: at.scale }))
    });
    Ok(stands.collect())
}
