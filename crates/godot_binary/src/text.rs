//! Writes Godot's text format.

use std::fmt::{self, Write};

use crate::header::{ExternalEntry, uid_text};
use crate::limits::{MAX_PACKED_BYTES, SHORTENED_ELEMENTS};
use crate::value::{BinaryValue, Number, PackedArray, PackedItems, Real};

/// The name of the call that stands for a long packed array: `Shortened(PackedByteArray(1, 2), 5000)`. Godot has
/// no such type.
pub const SHORTENED: &str = "Shortened";

/// A string in quotes, escaped as Godot does it.
pub(crate) struct Quoted<'a>(pub &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for part in self.0.split_inclusive(['"', '\\']) {
            match part.strip_suffix(['"', '\\']) {
                Some(before) => write!(f, "{before}\\{}", &part[before.len()..])?,
                None => f.write_str(part)?,
            }
        }
        f.write_char('"')
    }
}

/// The name of a property, in quotes if it needs them.
pub(crate) struct PropertyKey<'a>(pub &'a str);

impl fmt::Display for PropertyKey<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_plain =
            |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b'=' | b'"' | b';' | b'[' | b']');
        if !self.0.is_empty() && self.0.bytes().all(is_plain) {
            f.write_str(self.0)
        } else {
            Quoted(self.0).fmt(f)
        }
    }
}

impl fmt::Display for BinaryValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BinaryValue::Nil => f.write_str("null"),
            BinaryValue::Bool(value) => write!(f, "{value}"),
            BinaryValue::Int(value) => write!(f, "{value}"),
            BinaryValue::Float(real) => write_float(f, *real),
            BinaryValue::String(text) => Quoted(text).fmt(f),
            BinaryValue::StringName(text) => write!(f, "&{}", Quoted(text)),
            BinaryValue::NodePath(path) => write!(f, "NodePath({})", Quoted(path)),
            BinaryValue::Math(name, numbers) => {
                write!(f, "{name}(")?;
                write_list(f, numbers)?;
                f.write_char(')')
            }
            BinaryValue::Packed(array) => array.fmt(f),
            BinaryValue::Array(items) => {
                f.write_char('[')?;
                write_list(f, items)?;
                f.write_char(']')
            }
            BinaryValue::Dictionary(entries) => write_dictionary(f, entries),
            BinaryValue::External(number) => write!(f, "ExtResource(\"{number}\")"),
            BinaryValue::Internal(id) => write!(f, "SubResource({})", Quoted(id)),
            BinaryValue::ResourceAt(path) => write!(f, "Resource({})", Quoted(path)),
            BinaryValue::Empty(name) => write!(f, "{name}()"),
        }
    }
}

fn write_list<T: fmt::Display>(f: &mut fmt::Formatter<'_>, items: &[T]) -> fmt::Result {
    for (number, item) in items.iter().enumerate() {
        if number > 0 {
            f.write_str(", ")?;
        }
        item.fmt(f)?;
    }
    Ok(())
}

fn write_dictionary(
    f: &mut fmt::Formatter<'_>,
    entries: &[(BinaryValue, BinaryValue)],
) -> fmt::Result {
    f.write_char('{')?;
    for (number, (key, value)) in entries.iter().enumerate() {
        let comma = if number > 0 { ", " } else { "" };
        write!(f, "{comma}{key}: {value}")?;
    }
    f.write_char('}')
}

/// A float on its own has a decimal point, unlike the numbers of a vector.
fn write_float(f: &mut fmt::Formatter<'_>, real: Real) -> fmt::Result {
    let text = Number::Real(real).to_string();
    let is_integer = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    f.write_str(&text)?;
    if is_integer { f.write_str(".0") } else { Ok(()) }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Int(value) => write!(f, "{value}"),
            Number::Real(Real::Single(value)) if value.is_nan() => f.write_str("nan"),
            Number::Real(Real::Double(value)) if value.is_nan() => f.write_str("nan"),
            Number::Real(Real::Single(value)) => write!(f, "{value}"),
            Number::Real(Real::Double(value)) => write!(f, "{value}"),
        }
    }
}

impl fmt::Display for PackedArray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (held, bytes_each) = match &self.items {
            PackedItems::Bytes(bytes) => (bytes.len(), 1),
            PackedItems::Numbers(numbers) => (numbers.len() / self.width, 4 * self.width),
            PackedItems::Strings(strings) => (strings.len(), 0),
        };
        let is_long = held < self.length || held * bytes_each > MAX_PACKED_BYTES;
        let shown = if is_long { held.min(SHORTENED_ELEMENTS) } else { held };
        if is_long {
            write!(f, "{SHORTENED}(")?;
        }
        write!(f, "{}(", self.name)?;
        match &self.items {
            PackedItems::Bytes(bytes) => write_list(f, &bytes[..shown])?,
            PackedItems::Numbers(numbers) => write_list(f, &numbers[..shown * self.width])?,
            PackedItems::Strings(strings) => {
                let quoted: Vec<Quoted<'_>> = strings.iter().map(|text| Quoted(text)).collect();
                write_list(f, &quoted)?;
            }
        }
        f.write_char(')')?;
        if is_long { write!(f, ", {})", self.length) } else { Ok(()) }
    }
}

/// The section of an external resource, whose id is its position in the table.
pub(crate) fn write_external(
    text: &mut String,
    number: usize,
    external: &ExternalEntry,
) -> fmt::Result {
    write!(text, "[ext_resource type={}", Quoted(&external.class))?;
    if let Some(uid) = external.uid {
        write!(text, " uid=\"{}\"", uid_text(uid))?;
    }
    writeln!(text, " path={} id=\"{number}\"]", Quoted(&external.path))
}
