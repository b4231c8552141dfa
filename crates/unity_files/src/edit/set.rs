//! Writes a value at a path of a document's body.

use scenewright_engine::EngineError;
use scenewright_engine::names::{NameError, NameKind};

use crate::members::field_value::PathStep;
use crate::syntax::SyntaxKind;
use crate::yaml::{YamlSyntaxError, YamlValue};

use super::body::{self, BodyTarget, ValueSlot};
use super::emit::{self, EmitPosition};
use super::same_value::{is_same_number, is_same_pointer, is_same_scalar};
use super::text::BodyError;

/// A request may ask for any length.
const MAX_LIST_ITEMS: usize = 10_000;

/// Fields of values that are written on one line.
const INLINE_FIELDS: &[&str] = &["x", "y", "z", "w", "r", "g", "b", "a", "fileID", "guid", "type"];

/// A value to write, with its references resolved.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum NewValue {
    /// A number or boolean, as it is written.
    Number(String),
    Text(String),
    /// The fields of a reference.
    Pointer(Vec<(&'static str, String)>),
    List(Vec<NewValue>),
    Fields(Vec<(String, NewValue)>),
    /// In the file's own syntax.
    Raw(String),
    Null,
}

pub(super) fn null_pointer() -> Vec<(&'static str, String)> {
    vec![("fileID", "0".to_owned())]
}

/// The project's formatting settings.
#[derive(Debug, Clone, Copy)]
pub(super) struct YamlStyle {
    /// `m_SerializeInlineMappingsOnOneLine`.
    pub(super) one_line: bool,
}

impl YamlStyle {
    pub(super) fn pointer(self, fields: &[(&'static str, String)], at: EmitPosition) -> String {
        let fields: Vec<(&str, &str)> =
            fields.iter().map(|(key, value)| (*key, value.as_str())).collect();
        emit::flow(&fields, at, self.one_line)
    }

    /// The body with `value` at `path`.
    pub(super) fn set(
        self,
        body: &str,
        path: &[PathStep<'_>],
        value: &NewValue,
    ) -> Result<String, BodyError> {
        match body::find(body, path)? {
            BodyTarget::Nothing => Err(not_found(path)),
            BodyTarget::Size(slot) => {
                let size = match value {
                    NewValue::Number(size) => size.parse().ok(),
                    _ => None,
                };
                let size = size.ok_or_else(|| refuse(path, "a size is a whole number"))?;
                resize(body, &slot, size, path)
            }
            BodyTarget::AfterLast(slot) => self.append(body, &slot, path, value),
            BodyTarget::InFlow(slot, key) => {
                let changes = [(key, value.clone())];
                Ok(self.set_flow(body, &slot, &changes, path)?)
            }
            BodyTarget::Slot(slot) => self.set_slot(body, &slot, path, value),
        }
    }

    fn set_slot(
        self,
        body: &str,
        slot: &ValueSlot,
        path: &[PathStep<'_>],
        value: &NewValue,
    ) -> Result<String, BodyError> {
        if let NewValue::Raw(raw) = value {
            return check_body(replace_value(body, slot, raw))
                .map_err(|error| refuse(path, error.reason));
        }
        match slot.kind {
            SyntaxKind::Flow if slot.is_pointer(body) => match value {
                NewValue::Pointer(fields)
                    if is_same_pointer(&flow_fields(slot.raw(body))?, fields) =>
                {
                    Ok(body.to_owned())
                }
                NewValue::Pointer(fields) => {
                    Ok(replace_value(body, slot, &self.pointer(fields, slot.emit_position(body))))
                }
                NewValue::Null => Ok(replace_value(body, slot, "{fileID: 0}")),
                _ => Err(refuse(path, "it takes a reference")),
            },
            SyntaxKind::Flow if slot.raw(body).starts_with('{') => {
                self.set_fields(body, slot, path, value)
            }
            SyntaxKind::Flow | SyntaxKind::Seq => match value {
                NewValue::List(items) => self.set_list(body, slot, path, items),
                NewValue::Null => self.set_list(body, slot, path, &[]),
                _ => Err(refuse(path, "it takes a list")),
            },
            SyntaxKind::Map => self.set_map(body, slot, path, value),
            SyntaxKind::Plain | SyntaxKind::Quoted | SyntaxKind::Empty => {
                set_scalar(body, slot, path, value)
            }
        }
    }

    /// Sets a vector or a colour, by the names of its fields or by their order.
    fn set_fields(
        self,
        body: &str,
        slot: &ValueSlot,
        path: &[PathStep<'_>],
        value: &NewValue,
    ) -> Result<String, BodyError> {
        match value {
            NewValue::Fields(fields) => Ok(self.set_flow(body, slot, fields, path)?),
            NewValue::List(items) => {
                let keys: Vec<String> =
                    flow_fields(slot.raw(body))?.into_iter().map(|(key, _)| key).collect();
                if keys.len() != items.len() {
                    let reason = format!("it has {} fields: {}", keys.len(), keys.join(", "));
                    return Err(refuse(path, &reason));
                }
                let fields: Vec<_> = keys.into_iter().zip(items.iter().cloned()).collect();
                Ok(self.set_flow(body, slot, &fields, path)?)
            }
            _ => Err(refuse(path, "it takes a value with fields")),
        }
    }

    fn set_flow(
        self,
        body: &str,
        slot: &ValueSlot,
        changes: &[(String, NewValue)],
        path: &[PathStep<'_>],
    ) -> Result<String, BodyError> {
        let mut fields = flow_fields(slot.raw(body))?;
        let before = fields.clone();
        for (key, value) in changes {
            let Some(field) = fields.iter_mut().find(|(name, _)| name == key) else {
                return Err(refuse(path, &format!("it has no field '{key}'")));
            };
            field.1 = match value {
                NewValue::Number(number) if is_same_number(&field.1, number) => continue,
                NewValue::Number(number) => number.clone(),
                NewValue::Raw(raw) => raw.clone(),
                NewValue::Text(text) if is_flow_word(text) => text.clone(),
                _ => return Err(refuse(path, &format!("'{key}' takes a number"))),
            };
        }
        if fields == before {
            return Ok(body.to_owned());
        }
        let fields: Vec<(&str, &str)> =
            fields.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        let flow = emit::flow(&fields, slot.emit_position(body), self.one_line);
        Ok(check_body(replace_value(body, slot, &flow))?)
    }

    fn set_map(
        self,
        body: &str,
        slot: &ValueSlot,
        path: &[PathStep<'_>],
        value: &NewValue,
    ) -> Result<String, BodyError> {
        let below = |key| [path, &[PathStep::Key(key)]].concat();
        match value {
            NewValue::Fields(fields) => {
                let mut body = body.to_owned();
                for (key, value) in fields {
                    body = self.set(&body, &below(key), value)?;
                }
                Ok(body)
            }
            // A layer mask.
            NewValue::Number(_) if slot.keys.iter().any(|key| key == "m_Bits") => {
                self.set(body, &below("m_Bits"), value)
            }
            _ => Err(refuse(path, "it takes a value with fields")),
        }
    }

    fn set_list(
        self,
        body: &str,
        slot: &ValueSlot,
        path: &[PathStep<'_>],
        items: &[NewValue],
    ) -> Result<String, BodyError> {
        if slot.items.is_empty() && !items.is_empty() {
            return self.fill_empty_list(body, slot, path, items);
        }
        let mut body = resize(body, slot, items.len(), path)?;
        for (index, item) in items.iter().enumerate() {
            body = self.set(&body, &[path, &[PathStep::Item(index)]].concat(), item)?;
        }
        Ok(body)
    }

    fn append(
        self,
        body: &str,
        slot: &ValueSlot,
        path: &[PathStep<'_>],
        value: &NewValue,
    ) -> Result<String, BodyError> {
        if slot.items.is_empty() {
            return self.fill_empty_list(body, slot, path, std::slice::from_ref(value));
        }
        let grown = resize(body, slot, slot.items.len() + 1, path)?;
        self.set(&grown, path, value)
    }

    /// An empty list has no item to copy: new items take the form of their values.
    fn fill_empty_list(
        self,
        body: &str,
        slot: &ValueSlot,
        path: &[PathStep<'_>],
        items: &[NewValue],
    ) -> Result<String, BodyError> {
        if slot.raw(body) != "[]" {
            return Err(refuse(path, "it is not a list"));
        }
        let column = slot.column(body) + if slot.is_item { 2 } else { 0 };
        let mut lines = String::new();
        for item in items {
            let item = self.list_item(item, column).ok_or_else(|| {
                refuse(path, "the list is empty, so the form of its items is unknown")
            })?;
            lines += &format!("\n{}- {item}", " ".repeat(column));
        }
        let mut body = body.to_owned();
        body.replace_range(slot.value_range(), &lines);
        Ok(check_body(body)?)
    }

    fn list_item(self, value: &NewValue, column: usize) -> Option<String> {
        let at = EmitPosition { column: column + 2, indent: column + 2 };
        Some(match value {
            NewValue::Number(text) | NewValue::Raw(text) => text.clone(),
            NewValue::Text(text) => emit::text(text, at),
            NewValue::Pointer(fields) => self.pointer(fields, at),
            NewValue::Fields(fields) => self.list_item_fields(fields, at)?,
            NewValue::Null | NewValue::List(_) => return None,
        })
    }

    fn list_item_fields(self, fields: &[(String, NewValue)], at: EmitPosition) -> Option<String> {
        let is_short = fields.iter().all(|(key, _)| INLINE_FIELDS.contains(&key.as_str()));
        let mut written = Vec::with_capacity(fields.len());
        for (key, value) in fields {
            let column = at.column + key.chars().count() + 2;
            let inner = EmitPosition { column, indent: at.column + 2 };
            let value = match value {
                NewValue::Number(text) | NewValue::Raw(text) => text.clone(),
                NewValue::Text(text) if !is_short => emit::text(text, inner),
                NewValue::Pointer(fields) if !is_short => self.pointer(fields, inner),
                _ => return None,
            };
            written.push((key.as_str(), value));
        }
        if is_short {
            let fields: Vec<(&str, &str)> =
                written.iter().map(|(key, value)| (*key, value.as_str())).collect();
            return Some(emit::flow(&fields, at, self.one_line));
        }
        let lines: Vec<String> =
            written.iter().map(|(key, value)| format!("{key}: {value}")).collect();
        Some(lines.join(&format!("\n{}", " ".repeat(at.column))))
    }
}

fn set_scalar(
    body: &str,
    slot: &ValueSlot,
    path: &[PathStep<'_>],
    value: &NewValue,
) -> Result<String, BodyError> {
    if is_same_scalar(slot.raw(body), value) {
        return Ok(body.to_owned());
    }
    let text = match value {
        NewValue::Number(number) => number.clone(),
        NewValue::Text(text) => emit::text(text, slot.emit_position(body)),
        NewValue::Null => String::new(),
        NewValue::Pointer(_) => return Err(refuse(path, "it is not a reference")),
        NewValue::List(_) | NewValue::Fields(_) | NewValue::Raw(_) => {
            return Err(refuse(path, "it takes one value"));
        }
    };
    Ok(replace_value(body, slot, &text))
}

/// With a leading space, which Unity writes before an empty text as well.
fn replace_value(body: &str, slot: &ValueSlot, value: &str) -> String {
    let mut body = body.to_owned();
    let range = match slot.kind {
        SyntaxKind::Empty => slot.value_lines_range(&body),
        SyntaxKind::Plain
        | SyntaxKind::Quoted
        | SyntaxKind::Flow
        | SyntaxKind::Map
        | SyntaxKind::Seq => slot.value_range(),
    };
    body.replace_range(range, &format!(" {value}"));
    body
}

/// New items are copies of the last one, as in Unity's inspector.
fn resize(
    body: &str,
    slot: &ValueSlot,
    size: usize,
    path: &[PathStep<'_>],
) -> Result<String, BodyError> {
    let length = slot.items.len();
    if slot.kind != SyntaxKind::Seq && slot.raw(body) != "[]" {
        return Err(refuse(path, "it is not a list, or it is stored as packed bytes"));
    }
    if size > length.max(MAX_LIST_ITEMS) {
        return Err(refuse(path, "the list would be too long"));
    }
    let mut changed = body.to_owned();
    if size == 0 && length > 0 {
        changed.replace_range(slot.value_lines_range(body), " []");
    } else if size < length {
        changed.replace_range(slot.items[size].start..slot.lines.end, "");
    } else if size > length {
        let last = slot.items.last();
        let last = last.ok_or_else(|| {
            refuse(path, "the list is empty, so the form of its items is unknown")
        })?;
        let mut lines = body[last.clone()].to_owned();
        if !lines.ends_with('\n') {
            lines.insert(0, '\n');
        }
        changed.insert_str(last.end, &lines.repeat(size - length));
    }
    Ok(changed)
}

/// The fields of `{a: 1, b: 2}` as written.
pub(super) fn flow_fields(raw: &str) -> Result<Vec<(String, String)>, YamlSyntaxError> {
    let text = format!("a: {raw}\n");
    let value = YamlValue::parse(&text)?;
    let fields = value.get("a").map(YamlValue::entries).unwrap_or_default();
    let field = |(key, value): &(&str, YamlValue<'_>)| match value {
        YamlValue::Scalar(raw) => Ok(((*key).to_owned(), (*raw).to_owned())),
        _ => Err(YamlSyntaxError { offset: 0, reason: "one of its fields is a mapping" }),
    };
    fields.iter().map(field).collect()
}

fn is_flow_word(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'))
}

/// A caller's raw text must not break the document.
fn check_body(body: String) -> Result<String, YamlSyntaxError> {
    YamlValue::parse(&body)?;
    Ok(body)
}

fn refuse(path: &[PathStep<'_>], reason: &str) -> BodyError {
    BodyError::Engine(EngineError::Refused {
        what: format!("Member '{}'", property_path(path)),
        reason: reason.to_owned(),
    })
}

fn not_found(path: &[PathStep<'_>]) -> BodyError {
    let error = NameError::unknown(NameKind::Member, property_path(path), Vec::new());
    BodyError::Engine(EngineError::Name(error))
}

/// A property path in Unity's spelling.
pub(super) fn property_path(path: &[PathStep<'_>]) -> String {
    let mut text = String::new();
    for step in path {
        let part = match step {
            PathStep::Key(key) => (*key).to_owned(),
            PathStep::Item(index) => format!("Array.data[{index}]"),
            PathStep::Size => "Array.size".to_owned(),
            PathStep::Managed(rid) => format!("managedReferences[{rid}]"),
        };
        if !text.is_empty() {
            text.push('.');
        }
        text += &part;
    }
    text
}
