//! A node's script, and the values that only a script gives a meaning.

use std::collections::BTreeSet;

use scenewright_engine::EngineError;
use scenewright_model::{Component, ObjectIndex, ObjectRef};

use super::about::{About, Declared};
use super::desk::Desk;
use super::lines::plain;
use super::literal::Literal;
use super::refused;
use super::sheet::Sheet;
use crate::files::extension;

pub(super) fn attach(
    desk: &mut Desk<'_>,
    scene: &str,
    object: &ObjectRef,
    script: &str,
) -> Result<(), EngineError> {
    let sheet = desk.open(scene)?;
    let node = sheet.find(object, desk)?;
    let relative = desk.existing("Script", script)?;
    if !matches!(extension(&relative), "gd" | "cs") {
        return Err(refused(script, "it is not a script"));
    }
    let component = desk.files.script(&relative);
    let lost = forget_values(&sheet, desk, node, Some(&component));
    let value = Literal::external(&sheet.external(desk, &relative)?);
    sheet.store(desk, node, "script", &value, &Declared::default())?;
    tell(desk, &sheet, node, lost);
    desk.close(sheet)
}

pub(super) fn detach(
    desk: &mut Desk<'_>,
    scene: &str,
    object: &ObjectRef,
) -> Result<(), EngineError> {
    let sheet = desk.open(scene)?;
    let node = sheet.find(object, desk)?;
    let path = sheet.object(node).path.clone();
    if sheet.object(node).components.len() < 2 {
        return Err(refused("detaching the script", &format!("'{path}' has none")));
    }
    let lost = forget_values(&sheet, desk, node, None);
    sheet.store(desk, node, "script", &Literal::Null, &Declared::default())?;
    tell(desk, &sheet, node, lost);
    desk.close(sheet)
}

/// Takes out the values of variables that the new script does not have, and answers their names.
fn forget_values(
    sheet: &Sheet,
    desk: &Desk<'_>,
    node: ObjectIndex,
    script: Option<&Component>,
) -> BTreeSet<String> {
    let Some(section) = sheet.section(node) else { return BTreeSet::new() };
    let about = About::new(sheet, desk, sheet.class(node), script);
    let kept =
        |name: &str| name == "script" || about.property(name).is_some() || about.is_possible(name);
    let names = section.properties().map(|(key, _)| plain(key));
    let lost: BTreeSet<String> = names.filter(|name| !kept(name)).collect();
    for name in &lost {
        sheet.remove_property(section, name);
    }
    sheet.unmark_node_paths(section, &lost);
    lost
}

fn tell(desk: &mut Desk<'_>, sheet: &Sheet, node: ObjectIndex, lost: BTreeSet<String>) {
    if !lost.is_empty() {
        let names: Vec<String> = lost.into_iter().collect();
        let path = &sheet.object(node).path;
        desk.note(format!("'{path}' loses the values of its script: {}", names.join(", ")));
    }
}
