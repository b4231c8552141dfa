//! Sets a member by its path: a property, a part of its value, or a property of a sub-resource.

use scenewright_engine::EngineError;
use scenewright_engine::names::{NameError, NameKind, split_property_path};
use scenewright_model::{ComponentRef, EditValue, ObjectIndex, ObjectRef};

use super::buffer::{ROOT, SceneBuffer};
use super::coerce::ValueTarget;
use super::lines::plain_key;
use super::literal::Literal;
use super::property_type::{PropertyType, is_built_in};
use super::refusal;
use super::section_type::{DeclaredProperty, SectionType};
use super::session::EditSession;
use super::shader_types;
use super::shown;
use super::spatial_members;
use crate::api::OlderProperty;
use crate::api::compare::same_value;
use crate::members::{unknown_member, with_current_names};
use crate::scene::RawProperty;
use crate::text::Section;
use crate::value;

/// The depth of nested sub-resources that a path may lead through.
const MAX_NESTED_RESOURCES: usize = 16;

pub(super) fn set_member(
    session: &mut EditSession<'_>,
    scene: &str,
    object: &ObjectRef,
    component: Option<&ComponentRef>,
    member: &str,
    value: &EditValue,
) -> Result<(), EngineError> {
    let buffer = session.open_scene(scene)?;
    let node = buffer.find_node(object, session)?;
    check_component(&buffer, session, node, component, member)?;
    set_on_node(&buffer, session, node, member, value)?;
    session.close_scene(buffer)
}

/// Checks that a member belongs to the given component: the class or the script.
pub(super) fn check_component(
    buffer: &SceneBuffer,
    session: &EditSession<'_>,
    node: ObjectIndex,
    component: Option<&ComponentRef>,
    member: &str,
) -> Result<(), EngineError> {
    let Some(component) = component else { return Ok(()) };
    let is_script = buffer.find_component(node, component)? == 1;
    let section_type = SectionType::of_node(buffer, session, node);
    let names = section_type.names(Some(is_script));
    let all = section_type.names(None);
    let is_in = |names: &[String]| {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        split_property_path(member, &names).is_some()
    };
    match is_in(&all) && !is_in(&names) {
        true => Err(unknown_member(member, names.iter().map(String::as_str))),
        false => Ok(()),
    }
}

pub(super) fn set_on_node(
    buffer: &SceneBuffer,
    session: &EditSession<'_>,
    node: ObjectIndex,
    member: &str,
    value: &EditValue,
) -> Result<(), EngineError> {
    if shown::is_current_value(buffer, session, node, member, value) {
        return Ok(());
    }
    let section_type = SectionType::of_node(buffer, session, node);
    let existing = with_current_names(section_type.class, buffer.resolved.properties(node));
    let known = existing.iter().map(|property| property.name.to_string());
    let (name, rest) = split_path(&section_type, known, member)?;
    let (name, rest) = (name.as_str(), rest.as_str());
    let at = ValueTarget { buffer, session, node, member };
    if let Some(done) = spatial_members::set_spatial(&at, &section_type, name, rest, value) {
        return done;
    }
    let current = existing.iter().rfind(|property| property.name == name);
    let declared =
        declaration_of(&section_type, session, name, current.map(|property| &*property.raw))?
            .or_type(|| shader_types::instance_parameter(buffer, session, node, name));
    if rest.is_empty() {
        let old = current.filter(|property| is_own_value(property)).map(|property| &*property.raw);
        let old = old.or(declared.default.as_deref());
        let literal = at.coerce(value, &declared.value_type, old)?;
        if let Some(resolved) = at.resolved_value(&literal, &declared.value_type) {
            session.record_value(resolved);
        }
        return buffer.store(session, node, name, &literal, &declared);
    }
    let raw = current.map(|property| property.raw.to_string()).or(declared.default.clone());
    let raw = raw.ok_or_else(|| no_such_member(member))?;
    if let Some(id) = value::sub_resource(&raw) {
        if current.is_some_and(|property| property.document != 0) {
            return Err(refusal(member, "the resource is in the file of the instanced scene"));
        }
        return set_in_resource(&at, &id, &rest[1..], value, 0);
    }
    let literal = at.with_part_replaced(&raw, rest, value, &declared.value_type)?;
    buffer.store(session, node, name, &literal, &declared)
}

/// Whether the ids of resources in a value are those of this file. A single reference tells only that it is one.
fn is_own_value(property: &RawProperty<'_>) -> bool {
    property.document == 0
        || value::resources(&property.raw).is_empty()
        || value::ext_resource(&property.raw).is_some()
        || value::sub_resource(&property.raw).is_some()
}

/// Sets a member of a `[sub_resource]` of the file.
fn set_in_resource(
    at: &ValueTarget<'_>,
    id: &str,
    member: &str,
    value: &EditValue,
    depth: usize,
) -> Result<(), EngineError> {
    let section = at.buffer.document().sub_resource(id).ok_or_else(|| no_such_member(id))?;
    let section_type = SectionType::of_resource(at.buffer, at.session, section);
    let known = section.properties().map(|(key, _)| plain_key(key));
    let (name, rest) = split_path(&section_type, known, member)?;
    let (name, rest) = (name.as_str(), rest.as_str());
    let current = at.buffer.find_property(section, name).map(|place| place.value);
    let declared = declaration_of(&section_type, at.session, name, current)?
        .or_type(|| shader_types::material_parameter(at.buffer, at.session, section, name));
    let at = ValueTarget { node: ROOT, member, ..*at };
    let raw = current.map(str::to_owned).or(declared.default.clone());
    let literal = match raw {
        raw if rest.is_empty() => at.coerce(value, &declared.value_type, raw.as_deref())?,
        Some(raw) => match value::sub_resource(&raw) {
            Some(_) if depth == MAX_NESTED_RESOURCES => return Err(no_such_member(member)),
            Some(inner) => return set_in_resource(&at, &inner, &rest[1..], value, depth + 1),
            None => at.with_part_replaced(&raw, rest, value, &declared.value_type)?,
        },
        None => return Err(no_such_member(member)),
    };
    put_in_resource(at.buffer, section, &section_type, name, &literal, &declared);
    Ok(())
}

fn put_in_resource(
    buffer: &SceneBuffer,
    section: Section<'_>,
    section_type: &SectionType<'_>,
    name: &str,
    literal: &Literal,
    declared: &DeclaredProperty,
) {
    let raw = literal.text();
    let is_default = declared.default.as_ref().is_some_and(|default| same_value(default, &raw));
    if is_default || raw == "null" {
        buffer.remove_property(section, name);
    } else {
        buffer.put_property(section, name, &raw, section_type.property_ranks());
    }
}

/// The property that a path begins with, and the rest of the path.
pub(super) fn split_path(
    section_type: &SectionType<'_>,
    known: impl Iterator<Item = String>,
    member: &str,
) -> Result<(String, String), EngineError> {
    let is_plain = !without_tile(member).contains([':', '.', '[']) && !member.is_empty();
    // BoneMap has `bonemap` beside `bone_map/…`.
    let family = section_type.class.and_then(|class| class.dynamic_family(member));
    if is_plain && family.is_some() {
        return Ok((member.to_owned(), String::new()));
    }
    let names: Vec<String> = known.chain(section_type.names(None)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    if let Some(found) = split_property_path(member, &names) {
        return Ok(found);
    }
    let older = section_type.class.and_then(|class| class.older_property(member));
    if let Some(OlderProperty::Renamed(name)) = older {
        return Ok((name.to_owned(), String::new()));
    }
    match is_plain && section_type.may_exist(member) {
        true => Ok((member.to_owned(), String::new())),
        false => Err(unknown_member(member, names.iter().copied())),
    }
}

/// The name of a property of a tile without the tile: `1:0/0/z_index` is of the tile at column 1 and row 0.
fn without_tile(member: &str) -> &str {
    let after_digits = |text: &'_ str| text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let column = &member[member.len() - after_digits(member)..];
    match column.strip_prefix(':') {
        Some(row) if column.len() < member.len() => {
            let rest = &row[row.len() - after_digits(row)..];
            if rest.starts_with('/') { rest } else { member }
        }
        _ => member,
    }
}

/// The declaration of a class or script, or what is known about a property without one.
fn declaration_of(
    section_type: &SectionType<'_>,
    session: &EditSession<'_>,
    name: &str,
    current: Option<&str>,
) -> Result<DeclaredProperty, EngineError> {
    match section_type.property(session, name) {
        // Properties with slashes are stored once they are set.
        Some(declared) if declared.is_stored || current.is_some() || name.contains('/') => {
            Ok(declared)
        }
        Some(_) => {
            let class = &section_type.class_name;
            Err(refusal(name, &format!("scenes do not store this property of {class}")))
        }
        None => Ok(DeclaredProperty {
            is_stored: true,
            value_type: section_type.dynamic_type(session, name),
            ..DeclaredProperty::default()
        }),
    }
}

impl ValueTarget<'_> {
    /// The value with one part replaced: `.x`, `[2]`, `:r`.
    pub(super) fn with_part_replaced(
        &self,
        raw: &str,
        rest: &str,
        value: &EditValue,
        declared: &PropertyType,
    ) -> Result<Literal, EngineError> {
        if value::ext_resource(raw).is_some() {
            return Err(refusal(self.member, "the resource is in a file of its own"));
        }
        let mut literal = Literal::parse(raw).ok_or_else(|| no_such_member(self.member))?;
        self.replace_in(&mut literal, rest, value, declared)?;
        Ok(literal)
    }

    /// Replaces the part at a path. Each step shortens the path.
    pub(super) fn replace_in(
        &self,
        literal: &mut Literal,
        rest: &str,
        value: &EditValue,
        declared: &PropertyType,
    ) -> Result<(), EngineError> {
        let Some((step, after)) = next_step(rest) else { return Err(no_such_member(self.member)) };
        if let Literal::Math(math, numbers) = literal {
            let names = math.component_names();
            let place = names.iter().position(|name| name.eq_ignore_ascii_case(step));
            let number = self.coerce(value, &PropertyType::built_in("float"), None)?;
            let (Some(place), Literal::Float(number), "") = (place, number, after) else {
                return Err(no_such_member(self.member));
            };
            numbers[place] = number;
            return Ok(());
        }
        let element = element_type(literal, declared);
        let slot = find_slot(literal, step).ok_or_else(|| no_such_member(self.member))?;
        match slot {
            LiteralSlot::Value(inner) if after.is_empty() => {
                let old = Some(inner.text()).filter(|_| *inner != Literal::Null);
                *inner = self.coerce(value, &element, old.as_deref())?;
                Ok(())
            }
            LiteralSlot::Value(inner) => self.replace_in(inner, after, value, &element),
            LiteralSlot::Text(text) => {
                match self.coerce(value, &PropertyType::built_in("String"), None)? {
                    Literal::String(new) if after.is_empty() => {
                        *text = new;
                        Ok(())
                    }
                    _ => Err(no_such_member(self.member)),
                }
            }
        }
    }
}

/// The type of the items of an array or a dictionary: the declared one, or the one in the file.
fn element_type(literal: &Literal, declared: &PropertyType) -> PropertyType {
    match (declared, literal) {
        (PropertyType::Array(element), _) => (**element).clone(),
        (PropertyType::Dictionary { value, .. }, _) => (**value).clone(),
        (_, Literal::Array { element: Some(name), .. }) if is_built_in(name) => {
            PropertyType::built_in(name)
        }
        _ => PropertyType::Any,
    }
}

enum LiteralSlot<'l> {
    Value(&'l mut Literal),
    Text(&'l mut String),
}

fn find_slot<'l>(literal: &'l mut Literal, step: &str) -> Option<LiteralSlot<'l>> {
    match literal {
        Literal::Array { items, .. } => {
            items.get_mut(step.parse::<usize>().ok()?).map(LiteralSlot::Value)
        }
        Literal::Strings(texts) => {
            texts.get_mut(step.parse::<usize>().ok()?).map(LiteralSlot::Text)
        }
        Literal::Dictionary { entries, .. } => {
            let is_key = |key: &Literal| match key {
                Literal::String(name) | Literal::StringName(name) => name == step,
                Literal::Int(number) => step.parse() == Ok(*number),
                _ => false,
            };
            if !entries.iter().any(|(key, _)| is_key(key)) {
                entries.push((Literal::String(step.to_owned()), Literal::Null));
            }
            let (_, value) = entries.iter_mut().rfind(|(key, _)| is_key(key))?;
            Some(LiteralSlot::Value(value))
        }
        _ => None,
    }
}

/// `.x…`, `:x…`, `/x…`, `[3]…`, `["x"]…`
fn next_step(path: &str) -> Option<(&str, &str)> {
    if let Some(path) = path.strip_prefix('[') {
        let (index, rest) = path.split_once(']')?;
        return Some((index.trim_matches('"'), rest));
    }
    let path = path.strip_prefix(['.', ':', '/'])?;
    let end = path.find(['.', ':', '/', '[']).unwrap_or(path.len());
    (end > 0).then(|| path.split_at(end))
}

fn no_such_member(member: &str) -> EngineError {
    EngineError::Name(NameError::unknown(NameKind::Member, member, Vec::new()))
}
