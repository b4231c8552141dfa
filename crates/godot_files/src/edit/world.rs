//! Keeping a node where it is in the world while its parent becomes another one.

use scenewright_engine::EngineError;
use scenewright_model::ObjectIndex;

use super::about::SectionType;
use super::coerce::ValueTarget;
use super::desk::EditSession;
use super::literal::Literal;
use super::refusal;
use super::sheet::SceneBuffer;
use super::spatial::store_transform2d;
use crate::transform::{Transform2D, Transform3D};
use crate::variant::MathType;

pub(super) fn keep_world_transform(
    sheet: &SceneBuffer,
    desk: &EditSession<'_>,
    node: ObjectIndex,
    parent: ObjectIndex,
) -> Result<(), EngineError> {
    let about = SectionType::of_node(sheet, desk, node);
    let Some(class) = about.class else { return Ok(()) };
    let at = ValueTarget { sheet, desk, node, member: "its place in the world" };
    let lost = || refusal("keeping its place", "a parent's scale is zero");
    if class.is_a("Node3D") {
        let old = transform3d_above(sheet, desk, node).multiply(&transform3d(sheet, desk, node));
        let above =
            transform3d_above(sheet, desk, parent).multiply(&transform3d(sheet, desk, parent));
        let new = above.inverse().ok_or_else(lost)?.multiply(&old);
        let value = Literal::Math(MathType::Transform3D, new.numbers());
        let declared = about.property("transform").unwrap_or_default();
        sheet.store(desk, node, "transform", &value, &declared)
    } else if class.is_a("Node2D") {
        let old = transform2d_above(sheet, desk, node)?.multiply(&transform2d(sheet, desk, node)?);
        let above =
            transform2d_above(sheet, desk, parent)?.multiply(&transform2d(sheet, desk, parent)?);
        let new = above.inverse().ok_or_else(lost)?.multiply(&old);
        store_transform2d(&at, &about, &new)
    } else if class.is_a("Control") {
        move_control(&at, &about, parent)
    } else {
        Ok(())
    }
}

/// Those above a node; one that has no place in space begins anew.
fn transform3d_above(
    sheet: &SceneBuffer,
    desk: &EditSession<'_>,
    node: ObjectIndex,
) -> Transform3D {
    let parent = |index: &ObjectIndex| sheet.object(*index).parent;
    let is_space = |index: &ObjectIndex| {
        desk.api.class(sheet.class(*index)).is_some_and(|class| class.is_a("Node3D"))
    };
    let above = std::iter::successors(parent(&node), parent).take_while(is_space);
    above.fold(Transform3D::IDENTITY, |below, index| {
        transform3d(sheet, desk, index).multiply(&below)
    })
}

fn transform3d(sheet: &SceneBuffer, desk: &EditSession<'_>, node: ObjectIndex) -> Transform3D {
    match current_numbers(sheet, desk, node, "transform") {
        Some(numbers) => Transform3D::from_numbers(&numbers),
        None => Transform3D::IDENTITY,
    }
}

fn transform2d_above(
    sheet: &SceneBuffer,
    desk: &EditSession<'_>,
    node: ObjectIndex,
) -> Result<Transform2D, EngineError> {
    let parent = |index: &ObjectIndex| sheet.object(*index).parent;
    let is_flat = |index: &ObjectIndex| {
        desk.api.class(sheet.class(*index)).is_some_and(|class| class.is_a("CanvasItem"))
    };
    let mut above = std::iter::successors(parent(&node), parent).take_while(is_flat);
    above.try_fold(Transform2D::IDENTITY, |below, index| {
        Ok(transform2d(sheet, desk, index)?.multiply(&below))
    })
}

fn transform2d(
    sheet: &SceneBuffer,
    desk: &EditSession<'_>,
    node: ObjectIndex,
) -> Result<Transform2D, EngineError> {
    let two = |name: &str, missing: f64| {
        let found = current_numbers(sheet, desk, node, name);
        found.and_then(|found| <[f64; 2]>::try_from(found).ok()).unwrap_or([missing; 2])
    };
    let one = |name: &str| {
        current_numbers(sheet, desk, node, name).and_then(|found| found.first().copied())
    };
    let class = desk.api.class(sheet.class(node));
    if class.is_some_and(|class| class.is_a("Node2D")) {
        let angle = |name: &str| one(name).unwrap_or_default();
        let scale = two("scale", 1.0);
        return Ok(Transform2D::from_parts(
            two("position", 0.0),
            angle("rotation"),
            scale,
            angle("skew"),
        ));
    }
    if !class.is_some_and(|class| class.is_a("Control")) {
        return Ok(Transform2D::IDENTITY);
    }
    let is_set = |name: &&str| one(name).is_some_and(|number| number != 0.0);
    let free = ["anchor_left", "anchor_top", "rotation"];
    if free.iter().any(is_set) || two("scale", 1.0) != [1.0, 1.0] {
        let path = &sheet.object(node).path;
        return Err(refusal(
            "keeping its place",
            &format!("the files do not tell where '{path}' is"),
        ));
    }
    let offset = [one("offset_left"), one("offset_top")].map(Option::unwrap_or_default);
    Ok(Transform2D::from_parts(offset, 0.0, [1.0, 1.0], 0.0))
}

/// Only its corner moves.
fn move_control(
    at: &ValueTarget<'_>,
    about: &SectionType<'_>,
    parent: ObjectIndex,
) -> Result<(), EngineError> {
    let (sheet, desk) = (at.sheet, at.desk);
    let old =
        transform2d_above(sheet, desk, at.node)?.multiply(&transform2d(sheet, desk, at.node)?);
    let above =
        transform2d_above(sheet, desk, parent)?.multiply(&transform2d(sheet, desk, parent)?);
    let lost = || refusal("keeping its place", "a parent's scale is zero");
    let new = above.inverse().ok_or_else(lost)?.multiply(&old).origin;
    let was = transform2d(sheet, desk, at.node)?.origin;
    let sides = [("offset_left", 0), ("offset_top", 1), ("offset_right", 0), ("offset_bottom", 1)];
    for (name, axis) in sides {
        let current =
            current_numbers(sheet, desk, at.node, name).and_then(|found| found.first().copied());
        let value = Literal::Float(current.unwrap_or_default() + new[axis] - was[axis]);
        sheet.store(desk, at.node, name, &value, &about.property(name).unwrap_or_default())?;
    }
    Ok(())
}

fn current_numbers(
    sheet: &SceneBuffer,
    desk: &EditSession<'_>,
    node: ObjectIndex,
    name: &str,
) -> Option<Vec<f64>> {
    let about = SectionType::of_node(sheet, desk, node);
    match Literal::parse(&sheet.current_value(&about, node, name)?)? {
        Literal::Math(_, numbers) => Some(numbers),
        Literal::Float(number) => Some(vec![number]),
        Literal::Int(number) => Some(vec![number as f64]),
        _ => None,
    }
}
