//! Keeping a node where it is in the world while its parent becomes another one.

use scenewright_engine::EngineError;
use scenewright_model::ObjectIndex;

use super::about::About;
use super::coerce::At;
use super::desk::Desk;
use super::literal::Literal;
use super::refused;
use super::sheet::Sheet;
use super::spatial::store_flat;
use crate::transform::{Flat, Space};
use crate::variant::Math;

pub(super) fn keep(
    sheet: &Sheet,
    desk: &Desk<'_>,
    node: ObjectIndex,
    parent: ObjectIndex,
) -> Result<(), EngineError> {
    let about = About::node(sheet, desk, node);
    let Some(class) = about.class else { return Ok(()) };
    let at = At { sheet, desk, node, member: "its place in the world" };
    let lost = || refused("keeping its place", "a parent's scale is zero");
    if class.is_a("Node3D") {
        let old = space_above(sheet, desk, node).times(&space(sheet, desk, node));
        let above = space_above(sheet, desk, parent).times(&space(sheet, desk, parent));
        let new = above.inverse().ok_or_else(lost)?.times(&old);
        let value = Literal::Math(Math::Transform3D, new.numbers());
        let declared = about.property("transform").unwrap_or_default();
        sheet.store(desk, node, "transform", &value, &declared)
    } else if class.is_a("Node2D") {
        let old = flat_above(sheet, desk, node)?.times(&flat(sheet, desk, node)?);
        let above = flat_above(sheet, desk, parent)?.times(&flat(sheet, desk, parent)?);
        let new = above.inverse().ok_or_else(lost)?.times(&old);
        store_flat(&at, &about, &new)
    } else if class.is_a("Control") {
        control(&at, &about, parent)
    } else {
        Ok(())
    }
}

/// Those above a node; one that has no place in space begins anew.
fn space_above(sheet: &Sheet, desk: &Desk<'_>, node: ObjectIndex) -> Space {
    let parent = |index: &ObjectIndex| sheet.object(*index).parent;
    let is_space = |index: &ObjectIndex| {
        desk.api.class(sheet.class(*index)).is_some_and(|class| class.is_a("Node3D"))
    };
    let above = std::iter::successors(parent(&node), parent).take_while(is_space);
    above.fold(Space::IDENTITY, |below, index| space(sheet, desk, index).times(&below))
}

fn space(sheet: &Sheet, desk: &Desk<'_>, node: ObjectIndex) -> Space {
    match numbers(sheet, desk, node, "transform") {
        Some(numbers) => Space::of(&numbers),
        None => Space::IDENTITY,
    }
}

fn flat_above(sheet: &Sheet, desk: &Desk<'_>, node: ObjectIndex) -> Result<Flat, EngineError> {
    let parent = |index: &ObjectIndex| sheet.object(*index).parent;
    let is_flat = |index: &ObjectIndex| {
        desk.api.class(sheet.class(*index)).is_some_and(|class| class.is_a("CanvasItem"))
    };
    let mut above = std::iter::successors(parent(&node), parent).take_while(is_flat);
    above.try_fold(Flat::IDENTITY, |below, index| Ok(flat(sheet, desk, index)?.times(&below)))
}

fn flat(sheet: &Sheet, desk: &Desk<'_>, node: ObjectIndex) -> Result<Flat, EngineError> {
    let two = |name: &str, missing: f64| {
        let found = numbers(sheet, desk, node, name);
        found.and_then(|found| <[f64; 2]>::try_from(found).ok()).unwrap_or([missing; 2])
    };
    let one =
        |name: &str| numbers(sheet, desk, node, name).and_then(|found| found.first().copied());
    let class = desk.api.class(sheet.class(node));
    if class.is_some_and(|class| class.is_a("Node2D")) {
        let angle = |name: &str| one(name).unwrap_or_default();
        let scale = two("scale", 1.0);
        return Ok(Flat::made(two("position", 0.0), angle("rotation"), scale, angle("skew")));
    }
    if !class.is_some_and(|class| class.is_a("Control")) {
        return Ok(Flat::IDENTITY);
    }
    let is_set = |name: &&str| one(name).is_some_and(|number| number != 0.0);
    let free = ["anchor_left", "anchor_top", "rotation"];
    if free.iter().any(is_set) || two("scale", 1.0) != [1.0, 1.0] {
        let path = &sheet.object(node).path;
        return Err(refused(
            "keeping its place",
            &format!("the files do not tell where '{path}' is"),
        ));
    }
    let offset = [one("offset_left"), one("offset_top")].map(Option::unwrap_or_default);
    Ok(Flat::made(offset, 0.0, [1.0, 1.0], 0.0))
}

/// Only its corner moves.
fn control(at: &At<'_>, about: &About<'_>, parent: ObjectIndex) -> Result<(), EngineError> {
    let (sheet, desk) = (at.sheet, at.desk);
    let old = flat_above(sheet, desk, at.node)?.times(&flat(sheet, desk, at.node)?);
    let above = flat_above(sheet, desk, parent)?.times(&flat(sheet, desk, parent)?);
    let lost = || refused("keeping its place", "a parent's scale is zero");
    let new = above.inverse().ok_or_else(lost)?.times(&old).origin;
    let was = flat(sheet, desk, at.node)?.origin;
    let sides = [("offset_left", 0), ("offset_top", 1), ("offset_right", 0), ("offset_bottom", 1)];
    for (name, axis) in sides {
        let current = numbers(sheet, desk, at.node, name).and_then(|found| found.first().copied());
        let value = Literal::Float(current.unwrap_or_default() + new[axis] - was[axis]);
        sheet.store(desk, at.node, name, &value, &about.property(name).unwrap_or_default())?;
    }
    Ok(())
}

fn numbers(sheet: &Sheet, desk: &Desk<'_>, node: ObjectIndex, name: &str) -> Option<Vec<f64>> {
    let about = About::node(sheet, desk, node);
    match Literal::parse(&sheet.current(&about, node, name)?)? {
        Literal::Math(_, numbers) => Some(numbers),
        Literal::Float(number) => Some(vec![number]),
        Literal::Int(number) => Some(vec![number as f64]),
        _ => None,
    }
}
