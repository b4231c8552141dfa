//! Converts the value of an edit to a [`Literal`] of the type that the member takes.

use scenewright_engine::{EngineError, Subject};
use scenewright_model::{EditValue, ObjectIndex};

use super::buffer::SceneBuffer;
use super::literal::Literal;
use super::node_paths::path_between;
use super::refusal;
use super::section_type::DeclaredProperty;
use super::session::EditSession;
use crate::externals::ExternalResource;
use crate::value;
use crate::variant::{MathType, PackedType, Variant, VariantKind};

/// Values of clients may be nested up to this depth.
const MAX_VALUE_DEPTH: usize = 64;

/// The member that a value is written to.
pub(super) struct ValueTarget<'a> {
    pub buffer: &'a SceneBuffer,
    pub session: &'a EditSession<'a>,
    /// Node paths are relative to this node; in a resource to the root.
    pub node: ObjectIndex,
    pub member: &'a str,
}

impl ValueTarget<'_> {
    pub(super) fn coerce(
        &self,
        value: &EditValue,
        declared: &DeclaredProperty,
    ) -> Result<Literal, EngineError> {
        let given = self.untyped_literal(value, 0)?;
        let wanted = declared.type_name.as_deref().unwrap_or("Variant");
        let named = enum_value_by_label(&given, &declared.hint);
        convert(named.unwrap_or_else(|| given.clone()), wanted).ok_or_else(|| {
            let given = given.text();
            refusal(self.member, &format!("it takes a value of type {wanted}, not {given}"))
        })
    }

    /// Ignores the type of the member. `depth` limits the nesting of a client's value.
    fn untyped_literal(&self, value: &EditValue, depth: usize) -> Result<Literal, EngineError> {
        if depth > MAX_VALUE_DEPTH {
            return Err(refusal(self.member, "the value is nested too deeply"));
        }
        Ok(match value {
            EditValue::Null => Literal::Null,
            EditValue::Bool(flag) => Literal::Bool(*flag),
            EditValue::Int(number) => Literal::Int(*number),
            EditValue::Float(number) => Literal::Float(*number),
            EditValue::Text(text) => Literal::String(text.clone()),
            EditValue::List(items) => {
                let items = items.iter().map(|item| self.untyped_literal(item, depth + 1));
                Literal::Array { element: None, items: items.collect::<Result<_, _>>()? }
            }
            EditValue::Fields(fields) => {
                let entry = |(name, value): &(String, EditValue)| {
                    Ok((Literal::String(name.clone()), self.untyped_literal(value, depth + 1)?))
                };
                let entries = fields.iter().map(entry).collect::<Result<_, EngineError>>()?;
                Literal::Dictionary { types: None, entries }
            }
            EditValue::Object { object, .. } => {
                let target = self.buffer.find_node(object, self.session)?;
                Literal::NodePath(path_between(self.buffer, self.node, target))
            }
            EditValue::Asset { path, inner: None } => {
                let relative = self.session.existing_file(Subject::Asset, path)?;
                Literal::external(&self.buffer.external_id(self.session, &relative)?)
            }
            EditValue::Asset { path, inner: Some(id) } => self.sub_resource_literal(path, id)?,
            EditValue::Literal(text) => self.parse_literal(text)?,
        })
    }

    /// A sub-resource; only sub-resources of the same file can be referenced.
    fn sub_resource_literal(&self, path: &str, id: &str) -> Result<Literal, EngineError> {
        if self.session.existing_file(Subject::Asset, path)? != self.buffer.relative {
            return Err(refusal(
                self.member,
                "a resource inside of another file cannot be referenced",
            ));
        }
        match self.buffer.document().sub_resource(id) {
            Some(_) => Ok(Literal::Raw(format!("SubResource(\"{id}\")"))),
            None => Err(EngineError::NotFound { what: Subject::Resource, path: id.to_owned() }),
        }
    }

    /// A literal in Godot's text form, which must be a known value and may only reference existing resources.
    fn parse_literal(&self, text: &str) -> Result<Literal, EngineError> {
        let variant = Variant::parse(text)
            .map_err(|error| refusal(self.member, &format!("'{text}': {}", error.reason)))?;
        let missing = |what, id: &str| EngineError::NotFound { what, path: id.to_owned() };
        match variant.kind() {
            VariantKind::Call { name, .. } => {
                Err(refusal(self.member, &format!("'{name}(…)' is not a value of Godot")))
            }
            VariantKind::Word => {
                Err(refusal(self.member, &format!("'{text}' is not a value of Godot")))
            }
            _ => {
                for named in value::resources(text) {
                    match &named {
                        value::NamedResource::External(id) => {
                            let mut all = ExternalResource::all(self.buffer.document());
                            all.find(|external| external.id == *id)
                                .ok_or_else(|| missing(Subject::ExternalResource, id))?;
                        }
                        value::NamedResource::Inner(id) => {
                            let found = self.buffer.document().sub_resource(id);
                            found.ok_or_else(|| missing(Subject::Resource, id))?;
                        }
                    }
                }
                Ok(Literal::from(variant))
            }
        }
    }
}

/// The value of an enum by its label; `hint` is `Inherit,Stop` or `A:1,B:4`.
fn enum_value_by_label(value: &Literal, hint: &str) -> Option<Literal> {
    let Literal::String(name) = value else { return None };
    let mut next = 0;
    for item in hint.split(',') {
        let (label, number) = match item.rsplit_once(':') {
            Some((label, number)) => (label, number.trim().parse().ok()?),
            None => (item, next),
        };
        if is_same_label(label, name) {
            return Some(Literal::Int(number));
        }
        next = number + 1;
    }
    None
}

/// `When Paused` equals `when_paused` and `WHEN_PAUSED`.
fn is_same_label(label: &str, name: &str) -> bool {
    let plain = |text: &str| text.trim().to_lowercase().replace([' ', '_', '-'], "");
    plain(label) == plain(name)
}

/// Converts a value to a type. `None` if it cannot be converted.
pub(super) fn convert(value: Literal, wanted: &str) -> Option<Literal> {
    if let Some(math) = MathType::by_name(wanted) {
        return as_math(value, math);
    }
    if let Some(packed) = PackedType::by_name(wanted) {
        return as_packed(value, packed);
    }
    Some(match (wanted, value) {
        ("bool", Literal::Bool(flag)) => Literal::Bool(flag),
        ("int", value) => Literal::Int(to_integer(&value)?),
        ("float", value) => Literal::Float(to_number(&value)?),
        ("String", value) => Literal::String(to_string_value(value)?),
        ("StringName", value) => Literal::StringName(to_string_value(value)?),
        ("NodePath", value) => Literal::NodePath(to_string_value(value)?),
        ("PackedStringArray", value) => Literal::Strings(to_strings(value)?),
        ("Array", value @ Literal::Array { .. }) => value,
        ("Dictionary", value @ Literal::Dictionary { .. }) => value,
        ("bool" | "Array" | "Dictionary", _) => return None,
        (wanted, Literal::Array { items, .. }) if wanted.starts_with("Array[") => {
            typed_array(items, wanted)?
        }
        (wanted, Literal::Dictionary { entries, .. }) if wanted.starts_with("Dictionary[") => {
            let types = wanted.strip_prefix("Dictionary[")?.strip_suffix(']')?;
            Literal::Dictionary { types: Some(types.to_owned()), entries }
        }
        ("Variant", value) => value,
        // A class, or a type that only a script declares: an object, a node, an enum.
        (_, value @ (Literal::Null | Literal::Raw(_) | Literal::NodePath(_) | Literal::Int(_))) => {
            value
        }
        _ => return None,
    })
}

fn typed_array(items: Vec<Literal>, wanted: &str) -> Option<Literal> {
    let element = wanted.strip_prefix("Array[")?.strip_suffix(']')?;
    let items = items.into_iter().map(|item| convert(item, element)).collect::<Option<_>>()?;
    Some(Literal::Array { element: Some(element.to_owned()), items })
}

fn to_integer(value: &Literal) -> Option<i64> {
    match value {
        Literal::Int(number) => Some(*number),
        Literal::Float(number) if number.fract() == 0.0 && number.abs() < 9e15 => {
            Some(*number as i64)
        }
        Literal::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

fn to_number(value: &Literal) -> Option<f64> {
    match value {
        Literal::Int(number) => Some(*number as f64),
        Literal::Float(number) => Some(*number),
        Literal::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

fn to_string_value(value: Literal) -> Option<String> {
    match value {
        Literal::String(text) | Literal::StringName(text) | Literal::NodePath(text) => Some(text),
        _ => None,
    }
}

fn to_strings(value: Literal) -> Option<Vec<String>> {
    match value {
        Literal::Strings(texts) => Some(texts),
        Literal::Array { items, .. } => items.into_iter().map(to_string_value).collect(),
        _ => None,
    }
}

/// From a list of its numbers, from its fields, from a similar type, and a color from its HTML notation.
fn as_math(value: Literal, math: MathType) -> Option<Literal> {
    let numbers = match value {
        Literal::Math(given, numbers) if given.arity() == math.arity() => numbers,
        Literal::Array { items, .. } => items.iter().map(to_number).collect::<Option<_>>()?,
        Literal::Dictionary { entries, .. } => numbers_from_fields(&entries, math)?,
        Literal::String(text) if math == MathType::Color => html_color(&text)?,
        _ => return None,
    };
    let numbers = match (math, numbers.len()) {
        (MathType::Color, 3) => [numbers, vec![1.0]].concat(),
        _ => numbers,
    };
    let fits = numbers.len() == math.arity()
        && (!math.is_integer() || numbers.iter().all(|number| number.fract() == 0.0));
    fits.then_some(Literal::Math(math, numbers))
}

fn numbers_from_fields(entries: &[(Literal, Literal)], math: MathType) -> Option<Vec<f64>> {
    let names = math.component_names();
    let known = |key: &Literal| matches!(key, Literal::String(name) if names.contains(&&**name));
    if names.is_empty() || !entries.iter().all(|(key, _)| known(key)) {
        return None;
    }
    let named = |name: &str| {
        let same = |key: &Literal| matches!(key, Literal::String(other) if other == name);
        entries.iter().find(|(key, _)| same(key)).map(|(_, value)| value)
    };
    names
        .iter()
        .map(|name| match named(name) {
            Some(value) => to_number(value),
            None => (*name == "a").then_some(1.0),
        })
        .collect()
}

/// `#ff8800`, with or without alpha, or one digit each.
fn html_color(text: &str) -> Option<Vec<f64>> {
    let digits = text.strip_prefix('#').unwrap_or(text);
    let digit = |at: usize| u8::from_str_radix(digits.get(at..=at)?, 16).ok();
    let part = |at: usize| match digits.len() {
        3 | 4 => digit(at).map(|digit| digit * 17),
        _ => Some(digit(at * 2)? * 16 + digit(at * 2 + 1)?),
    };
    let count = match digits.len() {
        3 | 6 => 3,
        4 | 8 => 4,
        _ => return None,
    };
    let mut parts: Vec<f64> =
        (0..count).map(|at| part(at).map(|part| f64::from(part) / 255.0)).collect::<Option<_>>()?;
    parts.resize(4, 1.0);
    Some(parts)
}

fn as_packed(value: Literal, packed: PackedType) -> Option<Literal> {
    let items = match value {
        Literal::Packed(given, _) if given == packed => return Some(value),
        Literal::Raw(_) if packed == PackedType::Byte => return Some(value),
        Literal::Array { items, .. } => items,
        _ => return None,
    };
    let mut written = Vec::new();
    for item in items {
        match (packed, item) {
            (PackedType::Byte | PackedType::Int32 | PackedType::Int64, item) => {
                written.push(to_integer(&item)?.to_string());
            }
            (PackedType::Float64, item) => written.push(Literal::Float(to_number(&item)?).text()),
            (PackedType::Float32, item) => {
                written.push(super::literal::format_real32(to_number(&item)?))
            }
            (PackedType::Vector2, item) => {
                written.extend(element_numbers(item, MathType::Vector2)?)
            }
            (PackedType::Vector3, item) => {
                written.extend(element_numbers(item, MathType::Vector3)?)
            }
            (PackedType::Vector4, item) => {
                written.extend(element_numbers(item, MathType::Vector4)?)
            }
            (PackedType::Color, item) => written.extend(element_numbers(item, MathType::Color)?),
        }
    }
    Some(Literal::Packed(packed, written))
}

fn element_numbers(item: Literal, math: MathType) -> Option<Vec<String>> {
    match as_math(item, math)? {
        Literal::Math(_, numbers) => {
            Some(numbers.into_iter().map(super::literal::format_real32).collect())
        }
        _ => None,
    }
}
