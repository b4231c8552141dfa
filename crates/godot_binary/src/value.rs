//! Values of a binary resource.

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum BinaryValue {
    Nil,
    Bool(bool),
    Int(i64),
    Float(Real),
    String(String),
    StringName(String),
    NodePath(String),
    /// Vectors, transforms, colours: the name of the type and its numbers.
    Math(&'static str, Vec<Number>),
    Packed(PackedArray),
    Array(Vec<BinaryValue>),
    Dictionary(Vec<(BinaryValue, BinaryValue)>),
    /// A position in the table of external resources.
    External(u32),
    /// The id of an internal resource.
    Internal(String),
    /// A resource by its path, as Godot 2 wrote it.
    ResourceAt(String),
    /// Values that files do not contain: only their type is saved.
    Empty(&'static str),
}

/// A floating-point number in the precision in which it was saved.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Real {
    Single(f32),
    Double(f64),
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Number {
    Int(i64),
    Real(Real),
}

/// A packed array, perhaps only its first elements.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PackedArray {
    pub name: &'static str,
    /// The number of all elements.
    pub length: usize,
    /// The numbers per element.
    pub width: usize,
    pub items: PackedItems,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum PackedItems {
    Bytes(Vec<u8>),
    Numbers(Vec<Number>),
    Strings(Vec<String>),
}

impl BinaryValue {
    pub(crate) fn as_i64(&self) -> Option<i64> {
        match self {
            BinaryValue::Int(value) => Some(*value),
            _ => None,
        }
    }

    pub(crate) fn as_array(&self) -> Option<&[BinaryValue]> {
        match self {
            BinaryValue::Array(items) => Some(items),
            _ => None,
        }
    }

    pub(crate) fn as_str(&self) -> Option<&str> {
        match self {
            BinaryValue::String(text)
            | BinaryValue::StringName(text)
            | BinaryValue::NodePath(text) => Some(text),
            _ => None,
        }
    }

    /// The numbers of a packed array of integers, or of a plain array.
    pub(crate) fn as_integers(&self) -> Option<Vec<i64>> {
        match self {
            BinaryValue::Array(items) => items.iter().map(BinaryValue::as_i64).collect(),
            BinaryValue::Packed(PackedArray { items: PackedItems::Numbers(numbers), .. }) => {
                numbers.iter().map(|number| number.as_i64()).collect()
            }
            _ => None,
        }
    }

    pub(crate) fn as_strings(&self) -> Option<Vec<&str>> {
        match self {
            BinaryValue::Array(items) => items.iter().map(BinaryValue::as_str).collect(),
            BinaryValue::Packed(PackedArray { items: PackedItems::Strings(strings), .. }) => {
                Some(strings.iter().map(String::as_str).collect())
            }
            _ => None,
        }
    }

    /// The value of a dictionary's key.
    pub(crate) fn field(&self, key: &str) -> Option<&BinaryValue> {
        match self {
            BinaryValue::Dictionary(entries) => {
                let found = entries.iter().find(|(known, _)| known.as_str() == Some(key));
                found.map(|(_, value)| value)
            }
            _ => None,
        }
    }
}

impl Number {
    fn as_i64(self) -> Option<i64> {
        match self {
            Number::Int(value) => Some(value),
            Number::Real(_) => None,
        }
    }
}
