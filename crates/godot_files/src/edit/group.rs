//! Joining and leaving groups, and being active.

use scenewright_engine::EngineError;
use scenewright_model::{EditValue, ObjectRef};

use super::about::SectionType;
use super::desk::EditSession;
use super::literal::quote;
use super::member;
use super::refusal;
use crate::value;

pub(super) fn set_group(
    desk: &mut EditSession<'_>,
    scene: &str,
    object: &ObjectRef,
    group: &str,
    is_member: bool,
) -> Result<(), EngineError> {
    let sheet = desk.open_scene(scene)?;
    let node = sheet.find_node(object, desk)?;
    let section = sheet.section(node);
    let raw = section.and_then(|section| section.attribute("groups"));
    let mut groups: Vec<String> =
        raw.map(value::strings).unwrap_or_default().into_iter().map(Into::into).collect();
    let inner = sheet.resolved.layers(node).into_iter().filter(|(document, _)| *document != 0);
    let mut inner = inner.filter_map(|(_, section)| section.attribute("groups"));
    let from_below = inner.any(|raw| value::strings(raw).iter().any(|known| known == group));
    match (is_member, groups.iter().any(|known| known == group)) {
        (true, false) if !from_below => groups.push(group.to_owned()),
        (false, true) => groups.retain(|known| known != group),
        (false, false) if from_below => {
            return Err(refusal("leaving the group", "the instanced scene puts the node into it"));
        }
        _ => return Ok(()),
    }
    groups.sort();
    let quoted: Vec<String> = groups.iter().map(|group| quote(group)).collect();
    let raw = format!("[{}]", quoted.join(", "));
    match section {
        Some(section) if groups.is_empty() => match super::sheet::SceneBuffer::is_override(section)
            && section.properties().next().is_none()
        {
            true => sheet.remove_override(node),
            false => sheet.set_attribute(section, "groups", None),
        },
        Some(section) => sheet.set_attribute(section, "groups", Some(&raw)),
        None => sheet.add_override(node, &format!(" groups={raw}"), &[]),
    }
    desk.close_scene(sheet)
}

/// What can be seen is hidden; what cannot is stopped: its process mode is `Disabled`.
pub(super) fn set_active(
    desk: &mut EditSession<'_>,
    scene: &str,
    object: &ObjectRef,
    is_active: bool,
) -> Result<(), EngineError> {
    let sheet = desk.open_scene(scene)?;
    let node = sheet.find_node(object, desk)?;
    let has_switch = SectionType::of_node(&sheet, desk, node).property("visible").is_some();
    let (name, value) = match (has_switch, is_active) {
        (true, _) => ("visible", EditValue::Bool(is_active)),
        (false, true) => ("process_mode", EditValue::Int(0)),
        (false, false) => ("process_mode", EditValue::Int(4)),
    };
    member::set_on_node(&sheet, desk, node, name, &value)?;
    desk.close_scene(sheet)
}
