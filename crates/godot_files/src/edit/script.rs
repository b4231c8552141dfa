//! A node's script, and the values that only a script gives a meaning.

use std::collections::BTreeSet;

use scenewright_engine::{EngineError, Subject};
use scenewright_model::{Component, ObjectIndex, ObjectRef};

use super::about::{DeclaredProperty, SectionType};
use super::desk::EditSession;
use super::lines::plain_key;
use super::literal::Literal;
use super::refusal;
use super::sheet::SceneBuffer;
use crate::files::extension;

pub(super) fn attach_script(
    desk: &mut EditSession<'_>,
    scene: &str,
    object: &ObjectRef,
    script: &str,
) -> Result<(), EngineError> {
    let sheet = desk.open_scene(scene)?;
    let node = sheet.find_node(object, desk)?;
    let relative = desk.existing_file(Subject::Script, script)?;
    if !matches!(extension(&relative), "gd" | "cs") {
        return Err(refusal(script, "it is not a script"));
    }
    let component = desk.files.script(&relative);
    let lost = remove_unknown_values(&sheet, desk, node, Some(&component));
    let value = Literal::external(&sheet.external_id(desk, &relative)?);
    sheet.store(desk, node, "script", &value, &DeclaredProperty::default())?;
    note_lost_values(desk, &sheet, node, lost);
    desk.close_scene(sheet)
}

pub(super) fn detach_script(
    desk: &mut EditSession<'_>,
    scene: &str,
    object: &ObjectRef,
) -> Result<(), EngineError> {
    let sheet = desk.open_scene(scene)?;
    let node = sheet.find_node(object, desk)?;
    let path = sheet.object(node).path.clone();
    if sheet.object(node).components.len() < 2 {
        return Err(refusal("detaching the script", &format!("'{path}' has none")));
    }
    let lost = remove_unknown_values(&sheet, desk, node, None);
    sheet.store(desk, node, "script", &Literal::Null, &DeclaredProperty::default())?;
    note_lost_values(desk, &sheet, node, lost);
    desk.close_scene(sheet)
}

/// Takes out the values of variables that the new script does not have, and answers their names.
fn remove_unknown_values(
    sheet: &SceneBuffer,
    desk: &EditSession<'_>,
    node: ObjectIndex,
    script: Option<&Component>,
) -> BTreeSet<String> {
    let Some(section) = sheet.section(node) else { return BTreeSet::new() };
    let about = SectionType::with_script(sheet, desk, sheet.class(node), script);
    let kept =
        |name: &str| name == "script" || about.property(name).is_some() || about.may_exist(name);
    let names = section.properties().map(|(key, _)| plain_key(key));
    let lost: BTreeSet<String> = names.filter(|name| !kept(name)).collect();
    for name in &lost {
        sheet.remove_property(section, name);
    }
    sheet.unmark_node_paths(section, &lost);
    lost
}

fn note_lost_values(
    desk: &mut EditSession<'_>,
    sheet: &SceneBuffer,
    node: ObjectIndex,
    lost: BTreeSet<String>,
) {
    if !lost.is_empty() {
        let names: Vec<String> = lost.into_iter().collect();
        let path = &sheet.object(node).path;
        desk.add_note(format!("'{path}' loses the values of its script: {}", names.join(", ")));
    }
}
