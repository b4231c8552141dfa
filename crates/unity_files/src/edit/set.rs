//! Writes a value at a path of a document's body.

use scenewright_engine::EngineError;
use scenewright_engine::names::{NameError, NameKind};

use crate::members::draft::Step;
use crate::syntax::Kind;
use crate::yaml::{SyntaxError, Value};

use super::body::{self, Found, Slot};
use super::emit::{self, At};
use super::text::BodyError;

/// A request may ask for any length.
const MAX_ITEMS: usize = 10_000;

/// Fields of values that stand on one line.
const ON_ONE_LINE: &[&str] = &["x", "y", "z", "w", "r", "g", "b", "a", "fileID", "guid", "type"];

/// A value with all its references looked up.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Written {
    /// A number or a switch, as it is spelled.
    Number(String),
    Text(String),
    /// The fields of a reference.
    Pointer(Vec<(&'static str, String)>),
    List(Vec<Written>),
    Fields(Vec<(String, Written)>),
    /// In the file's own spelling.
    Raw(String),
    Null,
}

pub(super) fn null_pointer() -> Vec<(&'static str, String)> {
    vec![("fileID", "0".to_owned())]
}

/// How the project wants its files.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    /// `m_SerializeInlineMappingsOnOneLine`.
    pub(super) one_line: bool,
}

impl Style {
    pub(super) fn pointer(self, fields: &[(&'static str, String)], at: At) -> String {
        let fields: Vec<(&str, &str)> =
            fields.iter().map(|(key, value)| (*key, value.as_str())).collect();
        emit::flow(&fields, at, self.one_line)
    }

    /// The body with `value` at `path`.
    pub(super) fn set(
        self,
        body: &str,
        path: &[Step<'_>],
        value: &Written,
    ) -> Result<String, BodyError> {
        match body::find(body, path)? {
            Found::Nothing => Err(not_found(path)),
            Found::Size(slot) => {
                let size = match value {
                    Written::Number(size) => size.parse().ok(),
                    _ => None,
                };
                let size = size.ok_or_else(|| refuse(path, "a size is a whole number"))?;
                resize(body, &slot, size, path)
            }
            Found::Behind(slot) => self.append(body, &slot, path, value),
            Found::InFlow(slot, key) => {
                let changes = [(key, value.clone())];
                Ok(self.set_flow(body, &slot, &changes, path)?)
            }
            Found::Slot(slot) => self.set_slot(body, &slot, path, value),
        }
    }

    fn set_slot(
        self,
        body: &str,
        slot: &Slot,
        path: &[Step<'_>],
        value: &Written,
    ) -> Result<String, BodyError> {
        if let Written::Raw(raw) = value {
            return checked(put(body, slot, raw)).map_err(|error| refuse(path, error.reason));
        }
        match slot.kind {
            Kind::Flow if slot.is_pointer(body) => match value {
                Written::Pointer(fields) => {
                    Ok(put(body, slot, &self.pointer(fields, slot.at(body))))
                }
                Written::Null => Ok(put(body, slot, "{fileID: 0}")),
                _ => Err(refuse(path, "it takes a reference")),
            },
            Kind::Flow if slot.raw(body).starts_with('{') => {
                self.set_fields(body, slot, path, value)
            }
            Kind::Flow | Kind::Seq => match value {
                Written::List(items) => self.set_list(body, slot, path, items),
                Written::Null => self.set_list(body, slot, path, &[]),
                _ => Err(refuse(path, "it takes a list")),
            },
            Kind::Map => self.set_map(body, slot, path, value),
            Kind::Plain | Kind::Quoted | Kind::Empty => set_scalar(body, slot, path, value),
        }
    }

    /// A vector, a colour: by the names of its fields or by their order.
    fn set_fields(
        self,
        body: &str,
        slot: &Slot,
        path: &[Step<'_>],
        value: &Written,
    ) -> Result<String, BodyError> {
        match value {
            Written::Fields(fields) => Ok(self.set_flow(body, slot, fields, path)?),
            Written::List(items) => {
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
        slot: &Slot,
        changes: &[(String, Written)],
        path: &[Step<'_>],
    ) -> Result<String, BodyError> {
        let mut fields = flow_fields(slot.raw(body))?;
        for (key, value) in changes {
            let Some(field) = fields.iter_mut().find(|(name, _)| name == key) else {
                return Err(refuse(path, &format!("it has no field '{key}'")));
            };
            field.1 = match value {
                Written::Number(number) => number.clone(),
                Written::Raw(raw) => raw.clone(),
                Written::Text(text) if is_flow_word(text) => text.clone(),
                _ => return Err(refuse(path, &format!("'{key}' takes a number"))),
            };
        }
        let fields: Vec<(&str, &str)> =
            fields.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        let flow = emit::flow(&fields, slot.at(body), self.one_line);
        Ok(checked(put(body, slot, &flow))?)
    }

    fn set_map(
        self,
        body: &str,
        slot: &Slot,
        path: &[Step<'_>],
        value: &Written,
    ) -> Result<String, BodyError> {
        let below = |key| [path, &[Step::Key(key)]].concat();
        match value {
            Written::Fields(fields) => {
                let mut body = body.to_owned();
                for (key, value) in fields {
                    body = self.set(&body, &below(key), value)?;
                }
                Ok(body)
            }
            // A mask of layers.
            Written::Number(_) if slot.keys.iter().any(|key| key == "m_Bits") => {
                self.set(body, &below("m_Bits"), value)
            }
            _ => Err(refuse(path, "it takes a value with fields")),
        }
    }

    fn set_list(
        self,
        body: &str,
        slot: &Slot,
        path: &[Step<'_>],
        items: &[Written],
    ) -> Result<String, BodyError> {
        if slot.items.is_empty() && !items.is_empty() {
            return self.fill(body, slot, path, items);
        }
        let mut body = resize(body, slot, items.len(), path)?;
        for (index, item) in items.iter().enumerate() {
            body = self.set(&body, &[path, &[Step::Item(index)]].concat(), item)?;
        }
        Ok(body)
    }

    fn append(
        self,
        body: &str,
        slot: &Slot,
        path: &[Step<'_>],
        value: &Written,
    ) -> Result<String, BodyError> {
        if slot.items.is_empty() {
            return self.fill(body, slot, path, std::slice::from_ref(value));
        }
        let grown = resize(body, slot, slot.items.len() + 1, path)?;
        self.set(&grown, path, value)
    }

    /// An empty list has nothing to copy: its items take the form of their values.
    fn fill(
        self,
        body: &str,
        slot: &Slot,
        path: &[Step<'_>],
        items: &[Written],
    ) -> Result<String, BodyError> {
        if slot.raw(body) != "[]" {
            return Err(refuse(path, "it is no list"));
        }
        let column = slot.column(body) + if slot.is_item { 2 } else { 0 };
        let mut lines = String::new();
        for item in items {
            let item = self.item(item, column).ok_or_else(|| {
                refuse(path, "the list is empty: what its items look like is not known")
            })?;
            lines += &format!("\n{}- {item}", " ".repeat(column));
        }
        let mut body = body.to_owned();
        body.replace_range(slot.rest(), &lines);
        Ok(checked(body)?)
    }

    fn item(self, value: &Written, column: usize) -> Option<String> {
        let at = At { column: column + 2, indent: column + 2 };
        Some(match value {
            Written::Number(text) | Written::Raw(text) => text.clone(),
            Written::Text(text) => emit::text(text, at),
            Written::Pointer(fields) => self.pointer(fields, at),
            Written::Fields(fields) => self.item_fields(fields, at)?,
            Written::Null | Written::List(_) => return None,
        })
    }

    fn item_fields(self, fields: &[(String, Written)], at: At) -> Option<String> {
        let is_short = fields.iter().all(|(key, _)| ON_ONE_LINE.contains(&key.as_str()));
        let mut written = Vec::with_capacity(fields.len());
        for (key, value) in fields {
            let column = at.column + key.chars().count() + 2;
            let inner = At { column, indent: at.column + 2 };
            let value = match value {
                Written::Number(text) | Written::Raw(text) => text.clone(),
                Written::Text(text) if !is_short => emit::text(text, inner),
                Written::Pointer(fields) if !is_short => self.pointer(fields, inner),
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
    slot: &Slot,
    path: &[Step<'_>],
    value: &Written,
) -> Result<String, BodyError> {
    let text = match value {
        Written::Number(number) => number.clone(),
        Written::Text(text) => emit::text(text, slot.at(body)),
        Written::Null => String::new(),
        Written::Pointer(_) => return Err(refuse(path, "it is no reference")),
        Written::List(_) | Written::Fields(_) | Written::Raw(_) => {
            return Err(refuse(path, "it takes one value"));
        }
    };
    Ok(put(body, slot, &text))
}

/// With a space in front, which Unity writes before an empty text as well.
fn put(body: &str, slot: &Slot, value: &str) -> String {
    let mut body = body.to_owned();
    let range = match slot.kind {
        Kind::Empty => slot.rest_of_lines(&body),
        Kind::Plain | Kind::Quoted | Kind::Flow | Kind::Map | Kind::Seq => slot.rest(),
    };
    body.replace_range(range, &format!(" {value}"));
    body
}

/// More items are copies of the last one, as in Unity's inspector.
fn resize(body: &str, slot: &Slot, size: usize, path: &[Step<'_>]) -> Result<String, BodyError> {
    let length = slot.items.len();
    if slot.kind != Kind::Seq && slot.raw(body) != "[]" {
        return Err(refuse(path, "it is no list, or one that is stored as packed bytes"));
    }
    if size > length.max(MAX_ITEMS) {
        return Err(refuse(path, "that is too long"));
    }
    let mut changed = body.to_owned();
    if size == 0 && length > 0 {
        changed.replace_range(slot.rest_of_lines(body), " []");
    } else if size < length {
        changed.replace_range(slot.items[size].start..slot.lines.end, "");
    } else if size > length {
        let last = slot.items.last();
        let last = last.ok_or_else(|| {
            refuse(path, "the list is empty: what its items look like is not known")
        })?;
        let mut lines = body[last.clone()].to_owned();
        if !lines.ends_with('\n') {
            lines.insert(0, '\n');
        }
        changed.insert_str(last.end, &lines.repeat(size - length));
    }
    Ok(changed)
}

/// The fields of `{a: 1, b: 2}` as they are spelled.
pub(super) fn flow_fields(raw: &str) -> Result<Vec<(String, String)>, SyntaxError> {
    let text = format!("a: {raw}\n");
    let value = Value::parse(&text)?;
    let fields = value.get("a").map(Value::entries).unwrap_or_default();
    let field = |(key, value): &(&str, Value<'_>)| match value {
        Value::Scalar(raw) => Ok(((*key).to_owned(), (*raw).to_owned())),
        _ => Err(SyntaxError { offset: 0, reason: "a field of it has fields of its own" }),
    };
    fields.iter().map(field).collect()
}

fn is_flow_word(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'))
}

/// What a caller spelled must not break the document.
fn checked(body: String) -> Result<String, SyntaxError> {
    Value::parse(&body)?;
    Ok(body)
}

fn refuse(path: &[Step<'_>], reason: &str) -> BodyError {
    BodyError::Engine(EngineError::Refused {
        what: format!("Member '{}'", spelled(path)),
        reason: reason.to_owned(),
    })
}

fn not_found(path: &[Step<'_>]) -> BodyError {
    let error = NameError::unknown(NameKind::Member, spelled(path), Vec::new());
    BodyError::Engine(EngineError::Name(error))
}

/// As Unity spells a property's path.
pub(super) fn spelled(path: &[Step<'_>]) -> String {
    let mut text = String::new();
    for step in path {
        let part = match step {
            Step::Key(key) => (*key).to_owned(),
            Step::Item(index) => format!("Array.data[{index}]"),
            Step::Size => "Array.size".to_owned(),
            Step::Managed(rid) => format!("managedReferences[{rid}]"),
        };
        if !text.is_empty() {
            text.push('.');
        }
        text += &part;
    }
    text
}
