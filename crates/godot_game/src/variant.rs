//! Godot's `Variant` in its binary form: what `encode_variant` writes and the debugger sends.
//!
//! Invariant: what Godot 4 encodes decodes to one of these, and encodes to the same bytes again.

mod decode;
mod encode;

use std::fmt;

pub use decode::{DecodeError, decode};
pub use encode::encode;

/// Arrays and dictionaries may be nested this deep, as in Godot.
const MAX_DEPTH: usize = 100;

/// The reals of vectors and matrices are `f32` on the wire, unless Godot was built with double precision.
#[derive(Debug, Clone, PartialEq)]
pub enum Variant {
    Nil,
    Bool(bool),
    Int(i64),
    Float(f64),
    String(String),
    Vector2([f64; 2]),
    Vector2i([i32; 2]),
    /// Position and size.
    Rect2([f64; 4]),
    Rect2i([i32; 4]),
    Vector3([f64; 3]),
    Vector3i([i32; 3]),
    /// The columns x, y and origin.
    Transform2d([f64; 6]),
    Vector4([f64; 4]),
    Vector4i([i32; 4]),
    /// Normal and distance.
    Plane([f64; 4]),
    Quaternion([f64; 4]),
    /// Position and size.
    Aabb([f64; 6]),
    /// Row by row.
    Basis([f64; 9]),
    /// The basis row by row, then the origin.
    Transform3d([f64; 12]),
    /// Column by column.
    Projection([f64; 16]),
    Color([f32; 4]),
    StringName(String),
    NodePath(NodePath),
    Rid(u64),
    Object(ObjectId),
    /// A callable loses what it calls on the wire.
    Callable,
    Signal {
        name: String,
        object: ObjectId,
    },
    Dictionary(Dictionary),
    Array(Array),
    PackedByteArray(Vec<u8>),
    PackedInt32Array(Vec<i32>),
    PackedInt64Array(Vec<i64>),
    PackedFloat32Array(Vec<f32>),
    PackedFloat64Array(Vec<f64>),
    PackedStringArray(Vec<String>),
    PackedVector2Array(Vec<[f64; 2]>),
    PackedVector3Array(Vec<[f64; 3]>),
    PackedColorArray(Vec<[f32; 4]>),
    PackedVector4Array(Vec<[f64; 4]>),
}

/// The id of an object in the game's process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(pub u64);

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NodePath {
    pub is_absolute: bool,
    pub names: Vec<String>,
    pub subnames: Vec<String>,
}

impl fmt::Display for NodePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_absolute {
            f.write_str("/")?;
        }
        f.write_str(&self.names.join("/"))?;
        self.subnames.iter().try_for_each(|name| write!(f, ":{name}"))
    }
}

#[derive(Debug, Clone, PartialEq, Default)]
pub struct Array {
    pub element: ElementType,
    pub items: Vec<Variant>,
}

/// In the order of insertion, like Godot's own.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Dictionary {
    pub key: ElementType,
    pub value: ElementType,
    pub entries: Vec<(Variant, Variant)>,
}

/// The declared type of what an array or dictionary contains.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum ElementType {
    #[default]
    Any,
    /// A type by its number: 2 is `int`.
    BuiltIn(u32),
    Class(String),
    /// The path of a script.
    Script(String),
}

impl Variant {
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Variant::Int(number) => Some(*number),
            _ => None,
        }
    }

    /// The number of an `int` or a `float`.
    pub fn as_float(&self) -> Option<f64> {
        match self {
            Variant::Int(number) => Some(*number as f64),
            Variant::Float(number) => Some(*number),
            _ => None,
        }
    }

    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Variant::Bool(flag) => Some(*flag),
            _ => None,
        }
    }

    /// The text of a `String`, a `StringName` or a `NodePath`.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Variant::String(text) | Variant::StringName(text) => Some(text),
            _ => None,
        }
    }

    pub fn as_array(&self) -> Option<&[Variant]> {
        match self {
            Variant::Array(array) => Some(&array.items),
            _ => None,
        }
    }

    pub fn as_dictionary(&self) -> Option<&Dictionary> {
        match self {
            Variant::Dictionary(dictionary) => Some(dictionary),
            _ => None,
        }
    }
}

impl Dictionary {
    /// The value of a key that is a text.
    pub fn get(&self, key: &str) -> Option<&Variant> {
        self.entries.iter().find(|(name, _)| name.as_text() == Some(key)).map(|(_, value)| value)
    }
}

impl From<bool> for Variant {
    fn from(flag: bool) -> Variant {
        Variant::Bool(flag)
    }
}

impl From<i64> for Variant {
    fn from(number: i64) -> Variant {
        Variant::Int(number)
    }
}

impl From<f64> for Variant {
    fn from(number: f64) -> Variant {
        Variant::Float(number)
    }
}

impl From<&str> for Variant {
    fn from(text: &str) -> Variant {
        Variant::String(text.to_owned())
    }
}

impl From<String> for Variant {
    fn from(text: String) -> Variant {
        Variant::String(text)
    }
}

impl From<Vec<Variant>> for Variant {
    fn from(items: Vec<Variant>) -> Variant {
        Variant::Array(Array { element: ElementType::Any, items })
    }
}

impl<K: Into<Variant>, const N: usize> From<[(K, Variant); N]> for Variant {
    fn from(entries: [(K, Variant); N]) -> Variant {
        let entries = entries.map(|(key, value)| (key.into(), value)).into();
        Variant::Dictionary(Dictionary { entries, ..Dictionary::default() })
    }
}

#[cfg(test)]
mod tests;
