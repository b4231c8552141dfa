//! The values of a component's members. Engines convert their own formats to these.

use crate::{
    BrokenReason, ComponentRef, EditValue, MissingTarget, ObjectId, ObjectRef, UnknownReason,
};

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

/// The value as a client sends it back that has read it as JSON.
impl From<&MemberValue> for EditValue {
    /// Recursion is as deep as the value, whose depth the engine limits.
    fn from(value: &MemberValue) -> EditValue {
        match value {
            MemberValue::Null | MemberValue::Reference(MemberReference::None) => EditValue::Null,
            MemberValue::Bool(flag) => EditValue::Bool(*flag),
            // Larger numbers are shown as text.
            MemberValue::Int(number) if number.unsigned_abs() <= 1 << 53 => EditValue::Int(*number),
            MemberValue::Int(number) => EditValue::Text(number.to_string()),
            MemberValue::Float(spelled) => {
                spelled.parse().map_or_else(|_| EditValue::Text(spelled.clone()), number)
            }
            MemberValue::Text(text) | MemberValue::Raw(text) => EditValue::Text(text.clone()),
            MemberValue::Vector2(parts) => numbers(&["x", "y"], parts),
            MemberValue::Vector3(parts) => numbers(&["x", "y", "z"], parts),
            MemberValue::Vector4(parts) => numbers(&["x", "y", "z", "w"], parts),
            MemberValue::Quaternion { xyzw: [x, y, z, w], euler } => fields([
                ("x", number(*x)),
                ("y", number(*y)),
                ("z", number(*z)),
                ("w", number(*w)),
                ("euler", numbers(&["x", "y", "z"], euler)),
            ]),
            MemberValue::Colour(parts) => numbers(&["r", "g", "b", "a"], parts),
            MemberValue::Rect { position: [x, y], size: [width, height] } => {
                numbers(&["x", "y", "width", "height"], &[*x, *y, *width, *height])
            }
            MemberValue::Bounds { center, extents } => fields([
                ("center", numbers(&["x", "y", "z"], center)),
                ("extents", numbers(&["x", "y", "z"], extents)),
            ]),
            MemberValue::Curve(curve) => curve.into(),
            MemberValue::Gradient(gradient) => gradient.into(),
            MemberValue::Reference(reference) => reference.into(),
            MemberValue::Array { items, length } => {
                let shown = EditValue::List(items.iter().map(EditValue::from).collect());
                match items.len() == *length {
                    true => shown,
                    false => fields([("length", count(*length)), ("first", shown)]),
                }
            }
            MemberValue::Object(members) => {
                let member = |member: &Member| (member.name.clone(), (&member.value).into());
                EditValue::Fields(members.iter().map(member).collect())
            }
            MemberValue::Data { bytes, head } => {
                fields([("bytes", count(*bytes)), ("startsWith", EditValue::Text(head.clone()))])
            }
            MemberValue::Typed(typed) => (&typed.value).into(),
        }
    }
}

impl From<&MemberReference> for EditValue {
    fn from(reference: &MemberReference) -> EditValue {
        let text = |text: &dyn std::fmt::Display| EditValue::Text(text.to_string());
        match reference {
            MemberReference::None => EditValue::Null,
            MemberReference::Object { id, type_name, .. } => {
                let component =
                    Some(type_name).filter(|name| !matches!(name.as_str(), "GameObject" | "Node"));
                EditValue::Object {
                    object: ObjectRef::Id(*id),
                    component: component.map(|name| ComponentRef::Type(name.clone())),
                }
            }
            MemberReference::Asset { path, inner, .. } => {
                EditValue::Asset { path: path.clone(), inner: inner.clone() }
            }
            MemberReference::BuiltIn { name } => fields([("builtIn", text(name))]),
            MemberReference::Missing { target, reason } => {
                fields([("missing", text(target)), ("reason", text(reason))])
            }
            MemberReference::Unknown { target, reason } => {
                fields([("unknown", text(target)), ("reason", text(reason))])
            }
        }
    }
}

impl From<&Curve> for EditValue {
    fn from(curve: &Curve) -> EditValue {
        let key = |key: Option<CurveKey>| match key {
            Some(key) => fields([("time", number(key.time)), ("value", number(key.value))]),
            None => EditValue::Null,
        };
        fields([
            ("keys", count(curve.keys)),
            ("first", key(curve.first)),
            ("last", key(curve.last)),
        ])
    }
}

impl From<&Gradient> for EditValue {
    fn from(gradient: &Gradient) -> EditValue {
        let colour = |parts: Option<[f64; 4]>| match parts {
            Some(parts) => numbers(&["r", "g", "b", "a"], &parts),
            None => EditValue::Null,
        };
        fields([
            ("colorKeys", count(gradient.colour_keys)),
            ("alphaKeys", count(gradient.alpha_keys)),
            ("first", colour(gradient.first)),
            ("last", colour(gradient.last)),
        ])
    }
}

fn fields<const N: usize>(fields: [(&str, EditValue); N]) -> EditValue {
    EditValue::Fields(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

fn numbers(names: &[&str], parts: &[f64]) -> EditValue {
    let parts = names.iter().zip(parts);
    EditValue::Fields(parts.map(|(name, part)| ((*name).to_owned(), number(*part))).collect())
}

fn count(count: usize) -> EditValue {
    EditValue::Int(i64::try_from(count).unwrap_or(i64::MAX))
}

/// Whole numbers are shown without a fraction, and what JSON cannot express as text.
fn number(number: f64) -> EditValue {
    match number {
        f64::INFINITY => EditValue::Text("Infinity".to_owned()),
        f64::NEG_INFINITY => EditValue::Text("-Infinity".to_owned()),
        _ if number.is_nan() => EditValue::Text("NaN".to_owned()),
        _ if number.fract() == 0.0 && number.abs() < 1e15 => {
            #[expect(clippy::cast_possible_truncation, reason = "whole and within i64")]
            let whole = number as i64;
            EditValue::Int(whole)
        }
        _ => EditValue::Float(number),
    }
}
