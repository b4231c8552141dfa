//! What an instance says otherwise than its scene: back to what the scene says, or into the scene.

use scenewright_engine::EngineError;
use scenewright_engine::names::{NameError, NameKind};
use scenewright_model::{ComponentRef, ObjectIndex, ObjectRef};

use super::about::About;
use super::desk::Desk;
use super::lines::plain;
use super::literal::Literal;
use super::member::{is_of, split};
use super::refused;
use super::sheet::{ROOT, Sheet};
use crate::externals::Externals;
use crate::files::{Target, res};
use crate::value;

pub(super) fn revert(
    desk: &mut Desk<'_>,
    scene: &str,
    object: &ObjectRef,
    component: Option<&ComponentRef>,
    member: Option<&str>,
) -> Result<(), EngineError> {
    let sheet = desk.open(scene)?;
    let node = sheet.find(object, desk)?;
    let member = named(&sheet, desk, node, component, member)?;
    let member = member.as_deref();
    is_changed(&sheet, node, member, "reverting")?;
    clear(&sheet, node, member);
    desk.close(sheet)
}

/// The property that is meant, as Godot spells it. An override is that of a whole property.
fn named(
    sheet: &Sheet,
    desk: &Desk<'_>,
    node: ObjectIndex,
    component: Option<&ComponentRef>,
    member: Option<&str>,
) -> Result<Option<String>, EngineError> {
    let Some(member) = member else {
        component.map(|component| sheet.component(node, component)).transpose()?;
        return Ok(None);
    };
    is_of(sheet, desk, node, component, member)?;
    let about = About::node(sheet, desk, node);
    let existing = sheet.resolved.properties(node);
    let known = existing.iter().map(|property| property.name.to_string());
    match split(&about, known, member)? {
        (name, rest) if rest.is_empty() => Ok(Some(name)),
        (name, _) => {
            Err(EngineError::Name(NameError::unknown(NameKind::Member, member, vec![name])))
        }
    }
}

/// The node has something below this file that it can go back to.
fn is_changed(
    sheet: &Sheet,
    node: ObjectIndex,
    member: Option<&str>,
    what: &str,
) -> Result<(), EngineError> {
    let has_source = sheet.resolved.layers(node).iter().any(|(document, _)| *document != 0);
    let path = &sheet.object(node).path;
    match (has_source, sheet.section(node)) {
        (false, _) => Err(refused(what, &format!("'{path}' is not part of an instance"))),
        (true, None) => Err(refused(what, &format!("'{path}' is as its scene has it"))),
        (true, Some(section)) => match member {
            Some(member) if sheet.property(section, member).is_none() => {
                Err(refused(what, &format!("{member} of '{path}' is as its scene has it")))
            }
            _ => Ok(()),
        },
    }
}

fn clear(sheet: &Sheet, node: ObjectIndex, member: Option<&str>) {
    let Some(section) = sheet.section(node) else { return };
    match member {
        Some(member) => sheet.clear(node, member),
        None if Sheet::is_override(section) => sheet.remove_override(node),
        None => {
            for (key, _) in section.properties() {
                sheet.remove_property(section, &plain(key));
            }
            sheet.set_attribute(section, "node_paths", None);
            sheet.set_attribute(section, "groups", None);
        }
    }
}

pub(super) fn apply(
    desk: &mut Desk<'_>,
    scene: &str,
    object: &ObjectRef,
    component: Option<&ComponentRef>,
    member: Option<&str>,
) -> Result<(), EngineError> {
    let sheet = desk.open(scene)?;
    let node = sheet.find(object, desk)?;
    let member = named(&sheet, desk, node, component, member)?;
    let member = member.as_deref();
    is_changed(&sheet, node, member, "applying")?;
    let (source, inner) = source(&sheet, node)?;
    let values = values(&sheet, desk, node, member)?;
    clear(&sheet, node, member);
    desk.close(sheet)?;
    let below = desk.open(&res(&source))?;
    let target = below.find(&ObjectRef::Path(inner), desk)?;
    for (name, value) in values {
        let value = match value {
            Given::Text(raw) => Literal::Raw(raw),
            Given::File(relative) => Literal::external(&below.external(desk, &relative)?),
        };
        let declared = About::node(&below, desk, target).property(&name).unwrap_or_default();
        below.store(desk, target, &name, &value, &declared)?;
    }
    desk.close(below)
}

/// The scene that the node's instance is made of, and the node's path in it.
fn source(sheet: &Sheet, node: ObjectIndex) -> Result<(String, String), EngineError> {
    let facts = sheet.object(node).node.as_ref();
    let is_root = facts.is_some_and(|facts| facts.instance_of.is_some());
    let top = match facts.and_then(|facts| facts.owner) {
        Some(owner) if !is_root => owner,
        _ => node,
    };
    let top = if sheet.is_inherited() && !is_root && top == ROOT { ROOT } else { top };
    let instance = sheet.object(top).node.as_ref().and_then(|facts| facts.instance_of.clone());
    let instance = instance.and_then(|path| path.strip_prefix("res://").map(str::to_owned));
    let instance = instance.filter(|path| path.ends_with(".tscn"));
    let instance =
        instance.ok_or_else(|| refused("applying", "the instance's scene is no text scene"))?;
    let below = sheet.object(node).path.strip_prefix(&sheet.object(top).path).unwrap_or_default();
    let below = below.trim_start_matches('/');
    Ok((instance, if below.is_empty() { ".".to_owned() } else { below.to_owned() }))
}

enum Given {
    Text(String),
    File(String),
}

/// The overrides, in words that another file understands.
fn values(
    sheet: &Sheet,
    desk: &Desk<'_>,
    node: ObjectIndex,
    member: Option<&str>,
) -> Result<Vec<(String, Given)>, EngineError> {
    let Some(section) = sheet.section(node) else { return Ok(Vec::new()) };
    let externals = Externals::new(sheet.document(), &sheet.relative);
    let mut found = Vec::new();
    for (key, raw) in section.properties() {
        let name = plain(key);
        if member.is_some_and(|member| member != name) {
            continue;
        }
        let given = match externals.locate(raw, &desk.files)? {
            Some(Target::File(relative)) => Given::File(relative),
            None if value::resources(raw).is_empty() && value::node_paths(raw).is_empty() => {
                Given::Text(raw.to_owned())
            }
            _ => {
                let reason = "its value holds what only this file has";
                return Err(refused(&format!("applying '{name}'"), reason));
            }
        };
        found.push((name, given));
    }
    match found.is_empty() {
        true => Err(refused("applying", "there is nothing to apply")),
        false => Ok(found),
    }
}
