//! The values of a component's members. Engines convert their own formats to these.

use crate::{BrokenReason, MissingTarget, ObjectId, UnknownReason};

/// A field of a component: one line of the inspector.
#[derive(Debug, Clone, PartialEq)]
pub struct Member {
    pub name: String,
    pub value: MemberValue,
}

#[derive(Debug, Clone, PartialEq)]
pub enum MemberValue {
    /// The member exists and has no value.
    Null,
    Bool(bool),
    /// A number without a fraction. A whole float is one too if the file does not distinguish the
    /// two.
    Int(i64),
    /// As it is written, so that writing it back changes nothing.
    Float(String),
    Text(String),
    Vector2([f64; 2]),
    Vector3([f64; 3]),
    Vector4([f64; 4]),
    Quaternion {
        xyzw: [f64; 4],
        /// In degrees, in the order of the engine's inspector.
        euler: [f64; 3],
    },
    /// Red, green, blue, alpha; 1 is full intensity.
    Colour([f64; 4]),
    Rect {
        position: [f64; 2],
        size: [f64; 2],
    },
    Bounds {
        center: [f64; 3],
        extents: [f64; 3],
    },
    Curve(Curve),
    Gradient(Gradient),
    Reference(MemberReference),
    Array {
        /// All items of a short array, the first ones of a long one.
        items: Vec<MemberValue>,
        length: usize,
    },
    /// A value with named fields.
    Object(Vec<Member>),
    /// Packed bytes, as hexadecimal digits.
    Data {
        bytes: usize,
        /// The first bytes.
        head: String,
    },
    /// A value without a better representation here, as the engine writes it.
    Raw(String),
    Typed(Box<TypedValue>),
}

/// A value of a named engine type with its own text form: Godot's `Vector2i(1, 2)`.
#[derive(Debug, Clone, PartialEq)]
pub struct TypedValue {
    pub type_name: String,
    /// As the engine writes it; a long text is truncated.
    pub text: String,
    pub value: MemberValue,
}

/// An animation curve, shortened.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Curve {
    pub keys: usize,
    pub first: Option<CurveKey>,
    pub last: Option<CurveKey>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CurveKey {
    pub time: f64,
    pub value: f64,
}

/// A colour gradient, shortened.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gradient {
    pub colour_keys: usize,
    pub alpha_keys: usize,
    pub first: Option<[f64; 4]>,
    pub last: Option<[f64; 4]>,
}

/// The target of a reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MemberReference {
    /// No target, intended or not.
    None,
    /// An object of the same scene, or one of its components.
    Object { id: ObjectId, path: String, type_name: String },
    Asset {
        /// In the engine's own form.
        path: String,
        /// `None` when the files do not contain it.
        type_name: Option<String>,
        /// The object inside the asset, if it is not the main one.
        inner: Option<String>,
    },
    /// Something built into the engine.
    BuiltIn { name: String },
    /// Something that certainly does not exist.
    Missing { target: MissingTarget, reason: BrokenReason },
    /// Something that cannot be determined from the available files.
    Unknown { target: MissingTarget, reason: UnknownReason },
}
