//! The world under a point: a ray from the camera against colliders, then, if it hits none, against the
//! bounds of what is drawn.

use glam::{DQuat, DVec2};
use scenewright_model::{Component, ObjectId, Scene, SceneObject};
use scenewright_pick::{Pose, Ray, Solid};

use super::SCREEN;
use super::bounds::{SolidReader, is_collider, is_drawn};
use crate::error::ExplorerResult;
use crate::tools::{ToolContext, camera};
use crate::view::EngineView;
use crate::view::walk::is_active;

/// Unity's layer that rays ignore.
const IGNORE_RAYCAST: u32 = 2;

/// The first object that the ray hits.
pub(super) fn nearest(ctx: &ToolContext<'_>, point: DVec2) -> ExplorerResult<Option<ObjectId>> {
    let Some(camera) = camera::pick_camera(ctx, SCREEN.x / SCREEN.y)? else { return Ok(None) };
    let ray = camera.ray(point.x / SCREEN.x, point.y / SCREEN.y);
    let hit = first_hit(ctx.view, &ray, is_collider)?;
    Ok(if hit.is_some() { hit } else { first_hit(ctx.view, &ray, is_drawn)? })
}

fn first_hit(
    view: EngineView<'_>,
    ray: &Ray,
    counts: fn(&str) -> bool,
) -> ExplorerResult<Option<ObjectId>> {
    let mut nearest: Option<(f64, ObjectId)> = None;
    for scene in view.all_scenes()? {
        let objects = pickable_objects(view, &scene, counts)?;
        let solids = SolidReader::new(view, &scene);
        for (object, pose) in objects {
            view.cx.check()?;
            let components = object.components.iter().enumerate();
            for (index, _) in components.filter(|(_, it)| is_solid(it, counts)) {
                let Some(solid) = solids.solid(object, index) else { continue };
                if let Some(distance) = hit_distance(&solid, &pose, ray)
                    && nearest.is_none_or(|(other, _)| distance < other)
                {
                    nearest = Some((distance, object.id));
                }
            }
        }
    }
    Ok(nearest.map(|(_, id)| id))
}

/// A ray does not hit what it begins in.
fn hit_distance(solid: &Solid, pose: &Pose, ray: &Ray) -> Option<f64> {
    solid.distance(pose, ray).filter(|distance| *distance > 0.0)
}

fn is_solid(component: &Component, counts: fn(&str) -> bool) -> bool {
    component.enabled != Some(false) && counts(&component.type_name)
}

/// The objects that a ray may hit, with their poses.
fn pickable_objects<'s>(
    view: EngineView<'_>,
    scene: &'s Scene,
    counts: fn(&str) -> bool,
) -> ExplorerResult<Vec<(&'s SceneObject, Pose)>> {
    let Some(world) = view.engine.as_world() else { return Ok(Vec::new()) };
    let is_pickable = |object: &&SceneObject| {
        object.components.iter().any(|it| is_solid(it, counts))
            && object.layer.is_none_or(|layer| i64::from(layer) != i64::from(IGNORE_RAYCAST))
            && is_active(scene, object)
    };
    let objects: Vec<&SceneObject> = scene.objects.iter().filter(is_pickable).collect();
    let ids: Vec<ObjectId> = objects.iter().map(|object| object.id).collect();
    let placed = world.placements(&scene.path, &ids, view.cx)?.value;
    let placed = objects.into_iter().zip(placed).filter_map(|(object, placed)| {
        let world = placed?.world;
        let pose = Pose {
            position: world.position.into(),
            rotation: DQuat::from_array(world.rotation),
            scale: world.scale.into(),
        };
        Some((object, pose))
    });
    Ok(placed.collect())
}
