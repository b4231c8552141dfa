//! Keeps the world transform of a node whose parent changes.

use scenewright_engine::EngineError;
use scenewright_model::ObjectIndex;

use super::buffer::SceneBuffer;
use super::coerce::ValueTarget;
use super::literal::Literal;
use super::refusal;
use super::section_type::SectionType;
use super::session::EditSession;
use super::spatial_members::store_transform2d;
use crate::transform::{Transform2D, Transform3D};
use crate::variant::MathType;

pub(super) fn keep_world_transform(
    buffer: &SceneBuffer,
    session: &EditSession<'_>,
    node: ObjectIndex,
    parent: ObjectIndex,
) -> Result<(), EngineError> {
    let section_type = SectionType::of_node(buffer, session, node);
    let Some(class) = section_type.class else { return Ok(()) };
    let at = ValueTarget { buffer, session, node, member: "its place in the world" };
    let lost = || refusal("keeping its place", "a parent's scale is zero");
    if class.is_a("Node3D") {
        let old =
            transform3d_above(buffer, session, node).multiply(&transform3d(buffer, session, node));
        let above = transform3d_above(buffer, session, parent)
            .multiply(&transform3d(buffer, session, parent));
        let new = above.inverse().ok_or_else(lost)?.multiply(&old);
        let value = Literal::Math(MathType::Transform3D, new.numbers());
        let declared = section_type.property(session, "transform").unwrap_or_default();
        buffer.store(session, node, "transform", &value, &declared)
    } else if class.is_a("Node2D") {
        let old = transform2d_above(buffer, session, node)?
            .multiply(&transform2d(buffer, session, node)?);
        let above = transform2d_above(buffer, session, parent)?
            .multiply(&transform2d(buffer, session, parent)?);
        let new = above.inverse().ok_or_else(lost)?.multiply(&old);
        store_transform2d(&at, &section_type, &new)
    } else if class.is_a("Control") {
        move_control(&at, &section_type, parent)
    } else {
        Ok(())
    }
}

/// The product of the transforms of the ancestors, up to one that is no Node3D.
fn transform3d_above(
    buffer: &SceneBuffer,
    session: &EditSession<'_>,
    node: ObjectIndex,
) -> Transform3D {
    let parent = |index: &ObjectIndex| buffer.object(*index).parent;
    let is_node3d = |index: &ObjectIndex| {
        session.api.class(buffer.class(*index)).is_some_and(|class| class.is_a("Node3D"))
    };
    let above = std::iter::successors(parent(&node), parent).take_while(is_node3d);
    above.fold(Transform3D::IDENTITY, |below, index| {
        transform3d(buffer, session, index).multiply(&below)
    })
}

fn transform3d(buffer: &SceneBuffer, session: &EditSession<'_>, node: ObjectIndex) -> Transform3D {
    match current_numbers(buffer, session, node, "transform") {
        Some(numbers) => Transform3D::from_numbers(&numbers),
        None => Transform3D::IDENTITY,
    }
}

fn transform2d_above(
    buffer: &SceneBuffer,
    session: &EditSession<'_>,
    node: ObjectIndex,
) -> Result<Transform2D, EngineError> {
    let parent = |index: &ObjectIndex| buffer.object(*index).parent;
    let is_canvas_item = |index: &ObjectIndex| {
        session.api.class(buffer.class(*index)).is_some_and(|class| class.is_a("CanvasItem"))
    };
    let mut above = std::iter::successors(parent(&node), parent).take_while(is_canvas_item);
    above.try_fold(Transform2D::IDENTITY, |below, index| {
        Ok(transform2d(buffer, session, index)?.multiply(&below))
    })
}

fn transform2d(
    buffer: &SceneBuffer,
    session: &EditSession<'_>,
    node: ObjectIndex,
) -> Result<Transform2D, EngineError> {
    let two = |name: &str, missing: f64| {
        let found = current_numbers(buffer, session, node, name);
        found.and_then(|found| <[f64; 2]>::try_from(found).ok()).unwrap_or([missing; 2])
    };
    let one = |name: &str| {
        current_numbers(buffer, session, node, name).and_then(|found| found.first().copied())
    };
    let class = session.api.class(buffer.class(node));
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
        let path = &buffer.object(node).path;
        return Err(refusal(
            "keeping its place",
            &format!("the position of '{path}' is not known from the files"),
        ));
    }
    let offset = [one("offset_left"), one("offset_top")].map(Option::unwrap_or_default);
    Ok(Transform2D::from_parts(offset, 0.0, [1.0, 1.0], 0.0))
}

/// Moves the offsets of a Control.
fn move_control(
    at: &ValueTarget<'_>,
    section_type: &SectionType<'_>,
    parent: ObjectIndex,
) -> Result<(), EngineError> {
    let (buffer, session) = (at.buffer, at.session);
    let old = transform2d_above(buffer, session, at.node)?
        .multiply(&transform2d(buffer, session, at.node)?);
    let above = transform2d_above(buffer, session, parent)?
        .multiply(&transform2d(buffer, session, parent)?);
    let lost = || refusal("keeping its place", "a parent's scale is zero");
    let new = above.inverse().ok_or_else(lost)?.multiply(&old).origin;
    let was = transform2d(buffer, session, at.node)?.origin;
    let sides = [("offset_left", 0), ("offset_top", 1), ("offset_right", 0), ("offset_bottom", 1)];
    for (name, axis) in sides {
        let current = current_numbers(buffer, session, at.node, name)
            .and_then(|found| found.first().copied());
        let value = Literal::Float(current.unwrap_or_default() + new[axis] - was[axis]);
        buffer.store(
            session,
            at.node,
            name,
            &value,
            &section_type.property(session, name).unwrap_or_default(),
        )?;
    }
    Ok(())
}

fn current_numbers(
    buffer: &SceneBuffer,
    session: &EditSession<'_>,
    node: ObjectIndex,
    name: &str,
) -> Option<Vec<f64>> {
    let section_type = SectionType::of_node(buffer, session, node);
    match Literal::parse(&buffer.current_value(&section_type, node, name)?)? {
        Literal::Math(_, numbers) => Some(numbers),
        Literal::Float(number) => Some(vec![number]),
        Literal::Int(number) => Some(vec![number as f64]),
        _ => None,
    }
}
