//! What a component's members hold. Engines read their own forms into these.

use crate::{BrokenReason, MissingTarget, ObjectId, UnknownReason};

/// A field of a component: what one line of the inspector shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Member {
    pub name: String,
    pub value: MemberValue,
}

#[derive(Debug, Clone, PartialEq)]
pub enum MemberValue {
    /// There is a place for a value, and nothing in it.
    Null,
    Bool(bool),
    /// A number without a fraction. Where files do not tell, a whole float is one, too.
    Int(i64),
    /// As it is spelled, so that writing it back changes nothing.
    Float(String),
    Text(String),
    Vector2([f64; 2]),
    Vector3([f64; 3]),
    Vector4([f64; 4]),
    Quaternion {
        xyzw: [f64; 4],
        /// In degrees, in the order that the engine's inspector uses.
        euler: [f64; 3],
    },
    /// Red, green, blue, alpha; 1 is full.
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
        /// All of a short array, the first ones of a long one.
        items: Vec<MemberValue>,
        length: usize,
    },
    /// A value with fields of its own.
    Object(Vec<Member>),
    /// Packed bytes, as hexadecimal digits.
    Data {
        bytes: usize,
        /// The first ones.
        head: String,
    },
    /// What has no better form here, as the engine writes it.
    Raw(String),
    Typed(Box<TypedValue>),
}

/// A value whose type the engine has a name for, and a text of its own: Godot's `Vector2i(1, 2)`.
#[derive(Debug, Clone, PartialEq)]
pub struct TypedValue {
    pub type_name: String,
    /// As the engine writes it; the beginning of a long one.
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

/// Where a member points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MemberReference {
    /// At nothing, on purpose or not.
    None,
    /// At an object of the same scene, or a component of one.
    Object { id: ObjectId, path: String, type_name: String },
    Asset {
        /// In the engine's own spelling.
        path: String,
        /// `None` when the files do not tell.
        type_name: Option<String>,
        /// Which object of the asset, for one that is not its main one.
        inner: Option<String>,
    },
    /// At something that the engine brings along.
    BuiltIn { name: String },
    /// At something that certainly does not exist.
    Missing { target: MissingTarget, reason: BrokenReason },
    /// At something that the files at hand do not tell.
    Unknown { target: MissingTarget, reason: UnknownReason },
}
