//! Attaches and detaches scripts, and removes values that the new script does not declare.

use std::collections::BTreeSet;

use scenewright_engine::{EngineError, Subject};
use scenewright_model::{Component, ObjectIndex, ObjectRef};

use super::buffer::SceneBuffer;
use super::lines::plain_key;
use super::literal::Literal;
use super::refusal;
use super::section_type::{DeclaredProperty, SectionType};
use super::session::EditSession;
use crate::files::extension;

pub(super) fn attach_script(
    session: &mut EditSession<'_>,
    scene: &str,
    object: &ObjectRef,
    script: &str,
) -> Result<(), EngineError> {
    let buffer = session.open_scene(scene)?;
    let node = buffer.find_node(object, session)?;
    let relative = session.existing_file(Subject::Script, script)?;
    if !matches!(extension(&relative), "gd" | "cs") {
        return Err(refusal(script, "it is not a script"));
    }
    let component = session.files.script(&relative);
    let lost = remove_unknown_values(&buffer, session, node, Some(&component));
    let value = Literal::external(&buffer.external_id(session, &relative)?);
    buffer.store(session, node, "script", &value, &DeclaredProperty::default())?;
    note_lost_values(session, &buffer, node, lost);
    session.close_scene(buffer)
}

pub(super) fn detach_script(
    session: &mut EditSession<'_>,
    scene: &str,
    object: &ObjectRef,
) -> Result<(), EngineError> {
    let buffer = session.open_scene(scene)?;
    let node = buffer.find_node(object, session)?;
    let path = buffer.object(node).path.clone();
    if buffer.object(node).components.len() < 2 {
        return Err(refusal("detaching the script", &format!("'{path}' has no script")));
    }
    let lost = remove_unknown_values(&buffer, session, node, None);
    buffer.store(session, node, "script", &Literal::Null, &DeclaredProperty::default())?;
    note_lost_values(session, &buffer, node, lost);
    session.close_scene(buffer)
}

/// Removes the values of variables that the new script does not have, and returns their names.
fn remove_unknown_values(
    buffer: &SceneBuffer,
    session: &EditSession<'_>,
    node: ObjectIndex,
    script: Option<&Component>,
) -> BTreeSet<String> {
    let Some(section) = buffer.section(node) else { return BTreeSet::new() };
    let section_type = SectionType::with_script(buffer, session, buffer.class(node), script);
    let kept = |name: &str| {
        name == "script"
            || section_type.property(session, name).is_some()
            || section_type.may_exist(name)
    };
    let names = section.properties().map(|(key, _)| plain_key(key));
    let lost: BTreeSet<String> = names.filter(|name| !kept(name)).collect();
    for name in &lost {
        buffer.remove_property(section, name);
    }
    buffer.unmark_node_paths(section, &lost);
    lost
}

fn note_lost_values(
    session: &mut EditSession<'_>,
    buffer: &SceneBuffer,
    node: ObjectIndex,
    lost: BTreeSet<String>,
) {
    if !lost.is_empty() {
        let names: Vec<String> = lost.into_iter().collect();
        let path = &buffer.object(node).path;
        session.add_note(format!(
            "'{path}' loses the values of these script variables: {}",
            names.join(", ")
        ));
    }
}
