//! Adds nodes to groups, removes them from groups, and activates or deactivates them.

use scenewright_engine::EngineError;
use scenewright_model::{EditValue, ObjectRef};

use super::literal::quote;
use super::member;
use super::refusal;
use super::section_type::SectionType;
use super::session::EditSession;
use crate::value;

pub(super) fn set_group(
    session: &mut EditSession<'_>,
    scene: &str,
    object: &ObjectRef,
    group: &str,
    is_member: bool,
) -> Result<(), EngineError> {
    let buffer = session.open_scene(scene)?;
    let node = buffer.find_node(object, session)?;
    let section = buffer.section(node);
    let raw = section.and_then(|section| section.attribute("groups"));
    let mut groups: Vec<String> =
        raw.map(value::strings).unwrap_or_default().into_iter().map(Into::into).collect();
    let inner = buffer.resolved.layers(node).into_iter().filter(|(document, _)| *document != 0);
    let mut inner = inner.filter_map(|(_, section)| section.attribute("groups"));
    let from_below = inner.any(|raw| value::strings(raw).iter().any(|known| known == group));
    match (is_member, groups.iter().any(|known| known == group)) {
        (true, false) if !from_below => groups.push(group.to_owned()),
        (false, true) => groups.retain(|known| known != group),
        (false, false) if from_below => {
            return Err(refusal("leaving the group", "the instanced scene adds the node to it"));
        }
        _ => return Ok(()),
    }
    groups.sort();
    let quoted: Vec<String> = groups.iter().map(|group| quote(group)).collect();
    let raw = format!("[{}]", quoted.join(", "));
    match section {
        Some(section) if groups.is_empty() => {
            match super::buffer::SceneBuffer::is_override(section)
                && section.properties().next().is_none()
            {
                true => buffer.remove_override(node),
                false => buffer.set_attribute(section, "groups", None),
            }
        }
        Some(section) => buffer.set_attribute(section, "groups", Some(&raw)),
        None => buffer.add_override(node, &format!(" groups={raw}"), &[]),
    }
    session.close_scene(buffer)
}

/// Nodes with a `visible` property are hidden; the process mode of other nodes is set to `Disabled`.
pub(super) fn set_active(
    session: &mut EditSession<'_>,
    scene: &str,
    object: &ObjectRef,
    is_active: bool,
) -> Result<(), EngineError> {
    let buffer = session.open_scene(scene)?;
    let node = buffer.find_node(object, session)?;
    let has_switch =
        SectionType::of_node(&buffer, session, node).property(session, "visible").is_some();
    let (name, value) = match (has_switch, is_active) {
        (true, _) => ("visible", EditValue::Bool(is_active)),
        (false, true) => ("process_mode", EditValue::Int(0)),
        (false, false) => ("process_mode", EditValue::Int(4)),
    };
    member::set_on_node(&buffer, session, node, name, &value)?;
    session.close_scene(buffer)
}
