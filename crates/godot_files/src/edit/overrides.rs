//! Reverts overrides of an instance, or applies them to the instanced scene.

use scenewright_engine::EngineError;
use scenewright_engine::names::{NameError, NameKind};
use scenewright_model::{ComponentRef, ObjectIndex, ObjectRef, ProjectPath};

use super::buffer::{ROOT, SceneBuffer};
use super::lines::plain_key;
use super::literal::Literal;
use super::member::{check_component, split_path};
use super::refusal;
use super::section_type::SectionType;
use super::session::EditSession;
use crate::externals::ExternalResources;
use crate::files::ReferenceTarget;
use crate::value;

pub(super) fn revert_override(
    session: &mut EditSession<'_>,
    scene: &str,
    object: &ObjectRef,
    component: Option<&ComponentRef>,
    member: Option<&str>,
) -> Result<(), EngineError> {
    let buffer = session.open_scene(scene)?;
    let node = buffer.find_node(object, session)?;
    let member = resolve_member(&buffer, session, node, component, member)?;
    let member = member.as_deref();
    check_overridden(&buffer, node, member, "reverting")?;
    clear_override(&buffer, node, member);
    session.close_scene(buffer)
}

/// The property in Godot's spelling. Only whole properties can be overridden.
fn resolve_member(
    buffer: &SceneBuffer,
    session: &EditSession<'_>,
    node: ObjectIndex,
    component: Option<&ComponentRef>,
    member: Option<&str>,
) -> Result<Option<String>, EngineError> {
    let Some(member) = member else {
        component.map(|component| buffer.find_component(node, component)).transpose()?;
        return Ok(None);
    };
    check_component(buffer, session, node, component, member)?;
    let section_type = SectionType::of_node(buffer, session, node);
    let existing = buffer.resolved.properties(node);
    let known = existing.iter().map(|property| property.name.to_string());
    match split_path(&section_type, known, member)? {
        (name, rest) if rest.is_empty() => Ok(Some(name)),
        (name, _) => {
            Err(EngineError::Name(NameError::unknown(NameKind::Member, member, vec![name])))
        }
    }
}

/// Checks that the node belongs to an instance and has overrides.
fn check_overridden(
    buffer: &SceneBuffer,
    node: ObjectIndex,
    member: Option<&str>,
    what: &str,
) -> Result<(), EngineError> {
    let has_source = buffer.resolved.layers(node).iter().any(|(document, _)| *document != 0);
    let path = &buffer.object(node).path;
    match (has_source, buffer.section(node)) {
        (false, _) => Err(refusal(what, &format!("'{path}' is not part of an instance"))),
        (true, None) => Err(refusal(what, &format!("'{path}' has no overrides"))),
        (true, Some(section)) => match member {
            Some(member) if buffer.find_property(section, member).is_none() => {
                Err(refusal(what, &format!("{member} of '{path}' is not overridden")))
            }
            _ => Ok(()),
        },
    }
}

fn clear_override(buffer: &SceneBuffer, node: ObjectIndex, member: Option<&str>) {
    let Some(section) = buffer.section(node) else { return };
    match member {
        Some(member) => buffer.clear(node, member),
        None if SceneBuffer::is_override(section) => buffer.remove_override(node),
        None => {
            for (key, _) in section.properties() {
                buffer.remove_property(section, &plain_key(key));
            }
            buffer.set_attribute(section, "node_paths", None);
            buffer.set_attribute(section, "groups", None);
        }
    }
}

pub(super) fn apply_override(
    session: &mut EditSession<'_>,
    scene: &str,
    object: &ObjectRef,
    component: Option<&ComponentRef>,
    member: Option<&str>,
) -> Result<(), EngineError> {
    let buffer = session.open_scene(scene)?;
    let node = buffer.find_node(object, session)?;
    let member = resolve_member(&buffer, session, node, component, member)?;
    let member = member.as_deref();
    check_overridden(&buffer, node, member, "applying")?;
    let (source, inner) = override_source(&buffer, node)?;
    let values = override_values(&buffer, session, node, member)?;
    clear_override(&buffer, node, member);
    session.close_scene(buffer)?;
    let below = session.open_file(ProjectPath::from_relative(source))?;
    let target = below.find_node(&ObjectRef::Path(inner), session)?;
    for (name, value) in values {
        let value = match value {
            AppliedOverride::Text(raw) => Literal::Raw(raw),
            AppliedOverride::File(relative) => {
                Literal::external(&below.external_id(session, &relative)?)
            }
        };
        let declared = SectionType::of_node(&below, session, target)
            .property(session, &name)
            .unwrap_or_default();
        below.store(session, target, &name, &value, &declared)?;
    }
    session.close_scene(below)
}

/// The instanced scene, and the path of the node in it.
fn override_source(
    buffer: &SceneBuffer,
    node: ObjectIndex,
) -> Result<(String, String), EngineError> {
    let facts = buffer.object(node).node.as_ref();
    let is_root = facts.is_some_and(|facts| facts.instance_of.is_some());
    let top = match facts.and_then(|facts| facts.owner) {
        Some(owner) if !is_root => owner,
        _ => node,
    };
    let top = if buffer.is_inherited() && !is_root && top == ROOT { ROOT } else { top };
    let instance = buffer.object(top).node.as_ref().and_then(|facts| facts.instance_of.clone());
    let instance = instance.and_then(|path| path.strip_prefix("res://").map(str::to_owned));
    let instance = instance.filter(|path| path.ends_with(".tscn"));
    let instance = instance
        .ok_or_else(|| refusal("applying", "the scene of the instance is not a text scene"))?;
    let below = buffer.object(node).path.strip_prefix(&buffer.object(top).path).unwrap_or_default();
    let below = below.trim_start_matches('/');
    Ok((instance, if below.is_empty() { ".".to_owned() } else { below.to_owned() }))
}

enum AppliedOverride {
    Text(String),
    File(String),
}

/// The overrides in a form that is valid in another file.
fn override_values(
    buffer: &SceneBuffer,
    session: &EditSession<'_>,
    node: ObjectIndex,
    member: Option<&str>,
) -> Result<Vec<(String, AppliedOverride)>, EngineError> {
    let Some(section) = buffer.section(node) else { return Ok(Vec::new()) };
    let externals = ExternalResources::new(buffer.document(), &buffer.relative);
    let mut found = Vec::new();
    for (key, raw) in section.properties() {
        let name = plain_key(key);
        if member.is_some_and(|member| member != name) {
            continue;
        }
        let given = match externals.locate(raw, &session.files)? {
            Some(ReferenceTarget::File(relative)) => AppliedOverride::File(relative),
            None if value::resources(raw).is_empty() && value::node_paths(raw).is_empty() => {
                AppliedOverride::Text(raw.to_owned())
            }
            _ => {
                let reason = "its value refers to something that only this file has";
                return Err(refusal(&format!("applying '{name}'"), reason));
            }
        };
        found.push((name, given));
    }
    match found.is_empty() {
        true => Err(refusal("applying", "there is nothing to apply")),
        false => Ok(found),
    }
}
