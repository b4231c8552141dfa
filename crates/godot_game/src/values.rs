//! The values of a game as those of the model, and the other way round.

use scenewright_model::{EditValue, Member, MemberReference, MemberValue, ObjectRef};

use crate::variant::{Dictionary, Variant};

/// Only the first items of a long array are shown.
const MAX_SHOWN_ITEMS: usize = 64;
/// Only the first bytes of packed bytes are shown.
const MAX_SHOWN_BYTES: usize = 16;

/// Recursion is as deep as the value, which the decoder bounds.
pub(crate) fn to_member(value: &Variant) -> MemberValue {
    match value {
        Variant::Nil => MemberValue::Null,
        Variant::Bool(flag) => MemberValue::Bool(*flag),
        Variant::Int(number) => MemberValue::Int(*number),
        Variant::Float(number) => float(*number),
        Variant::String(text) | Variant::StringName(text) => MemberValue::Text(text.clone()),
        Variant::NodePath(path) => MemberValue::Text(path.to_string()),
        Variant::Vector2(parts) => MemberValue::Vector2(parts.map(short)),
        Variant::Vector2i(parts) => MemberValue::Vector2(parts.map(f64::from)),
        Variant::Vector3(parts) => MemberValue::Vector3(parts.map(short)),
        Variant::Vector3i(parts) => MemberValue::Vector3(parts.map(f64::from)),
        Variant::Vector4(parts) | Variant::Plane(parts) => MemberValue::Vector4(parts.map(short)),
        Variant::Vector4i(parts) => MemberValue::Vector4(parts.map(f64::from)),
        Variant::Quaternion(parts) => fields(&["x", "y", "z", "w"], parts),
        Variant::Color(parts) => MemberValue::Colour(parts.map(|part| short(part.into()))),
        Variant::Rect2([x, y, width, height]) => rect([*x, *y], [*width, *height]),
        Variant::Rect2i(parts) => {
            let [x, y, width, height] = parts.map(f64::from);
            rect([x, y], [width, height])
        }
        Variant::Aabb([x, y, z, width, height, depth]) => object([
            ("position", MemberValue::Vector3([*x, *y, *z].map(short))),
            ("size", MemberValue::Vector3([*width, *height, *depth].map(short))),
        ]),
        Variant::Transform2d([xx, xy, yx, yy, ox, oy]) => object([
            ("x", MemberValue::Vector2([*xx, *xy].map(short))),
            ("y", MemberValue::Vector2([*yx, *yy].map(short))),
            ("origin", MemberValue::Vector2([*ox, *oy].map(short))),
        ]),
        Variant::Basis(rows) => basis(rows),
        Variant::Transform3d(parts) => {
            let (rows, origin) = parts.split_at(9);
            let origin = [origin[0], origin[1], origin[2]].map(short);
            object([("basis", basis(rows)), ("origin", MemberValue::Vector3(origin))])
        }
        Variant::Projection(parts) => list(parts, |part| float(*part)),
        Variant::Rid(id) => MemberValue::Raw(format!("RID({id})")),
        Variant::Callable => MemberValue::Raw("Callable()".to_owned()),
        Variant::Signal { name, .. } => MemberValue::Raw(format!("Signal({name})")),
        Variant::Object(id) => MemberValue::Raw(format!("Object#{id}")),
        Variant::Dictionary(dictionary) => dictionary_value(dictionary),
        Variant::Array(array) => list(&array.items, to_member),
        Variant::PackedByteArray(bytes) => data(bytes),
        Variant::PackedInt32Array(items) => list(items, |item| MemberValue::Int((*item).into())),
        Variant::PackedInt64Array(items) => list(items, |item| MemberValue::Int(*item)),
        Variant::PackedFloat32Array(items) => list(items, |item| float((*item).into())),
        Variant::PackedFloat64Array(items) => list(items, |item| float(*item)),
        Variant::PackedStringArray(items) => list(items, |item| MemberValue::Text(item.clone())),
        Variant::PackedVector2Array(items) => {
            list(items, |item| MemberValue::Vector2(item.map(short)))
        }
        Variant::PackedVector3Array(items) => {
            list(items, |item| MemberValue::Vector3(item.map(short)))
        }
        Variant::PackedColorArray(items) => {
            list(items, |item| MemberValue::Colour(item.map(|part| short(part.into()))))
        }
        Variant::PackedVector4Array(items) => {
            list(items, |item| MemberValue::Vector4(item.map(short)))
        }
    }
}

/// What the probe could not send as it is has a name of its own.
fn dictionary_value(dictionary: &Dictionary) -> MemberValue {
    if let Some(class) = dictionary.get("scenewright_object").and_then(Variant::as_text) {
        return object_value(class, dictionary);
    }
    if let Some(text) = dictionary.get("scenewright_text").and_then(Variant::as_text) {
        return MemberValue::Raw(text.to_owned());
    }
    if let Some(items) = dictionary.get("scenewright_items") {
        let length = dictionary.get("length").and_then(Variant::as_int).unwrap_or_default();
        return match to_member(items) {
            MemberValue::Array { items, .. } => {
                MemberValue::Array { items, length: usize::try_from(length).unwrap_or_default() }
            }
            other => other,
        };
    }
    let member =
        |(key, value): &(Variant, Variant)| Member { name: key_text(key), value: to_member(value) };
    MemberValue::Object(dictionary.entries.iter().take(MAX_SHOWN_ITEMS).map(member).collect())
}

fn object_value(class: &str, dictionary: &Dictionary) -> MemberValue {
    let path = dictionary.get("path").and_then(Variant::as_text).unwrap_or_default();
    let id = dictionary.get("id").and_then(Variant::as_int).unwrap_or_default();
    if path.starts_with("res://") {
        let (path, type_name) = (path.to_owned(), Some(class.to_owned()));
        return MemberValue::Reference(MemberReference::Asset { path, type_name, inner: None });
    }
    let name = if path.is_empty() { format!("#{id}") } else { path.to_owned() };
    object([("object", MemberValue::Text(name)), ("type", MemberValue::Text(class.to_owned()))])
}

fn key_text(key: &Variant) -> String {
    match to_member(key) {
        MemberValue::Text(text) | MemberValue::Float(text) | MemberValue::Raw(text) => text,
        MemberValue::Int(number) => number.to_string(),
        MemberValue::Bool(flag) => flag.to_string(),
        other => format!("{other:?}"),
    }
}

/// Most numbers of a game are `f32`: those get the digits that they need, and no more.
fn short(number: f64) -> f64 {
    let narrow = number as f32;
    match f64::from(narrow) == number {
        true => narrow.to_string().parse().unwrap_or(number),
        false => number,
    }
}

fn float(number: f64) -> MemberValue {
    MemberValue::Float(format!("{:?}", short(number)))
}

fn rect(position: [f64; 2], size: [f64; 2]) -> MemberValue {
    MemberValue::Rect { position: position.map(short), size: size.map(short) }
}

fn basis(rows: &[f64]) -> MemberValue {
    let column =
        |index| MemberValue::Vector3([rows[index], rows[index + 3], rows[index + 6]].map(short));
    object([("x", column(0)), ("y", column(1)), ("z", column(2))])
}

fn fields(names: &[&str], parts: &[f64]) -> MemberValue {
    let member =
        |(name, part): (&&str, &f64)| Member { name: (*name).to_owned(), value: float(*part) };
    MemberValue::Object(names.iter().zip(parts).map(member).collect())
}

fn object<const N: usize>(members: [(&str, MemberValue); N]) -> MemberValue {
    let member = |(name, value): (&str, MemberValue)| Member { name: name.to_owned(), value };
    MemberValue::Object(members.into_iter().map(member).collect())
}

fn list<T>(items: &[T], convert: impl Fn(&T) -> MemberValue) -> MemberValue {
    let shown = items.iter().take(MAX_SHOWN_ITEMS).map(convert).collect();
    MemberValue::Array { items: shown, length: items.len() }
}

fn data(bytes: &[u8]) -> MemberValue {
    let head = bytes.iter().take(MAX_SHOWN_BYTES).map(|byte| format!("{byte:02x}")).collect();
    MemberValue::Data { bytes: bytes.len(), head }
}

/// What a client sends. The probe converts it to the type of the property.
pub(crate) fn from_edit(value: &EditValue) -> Variant {
    match value {
        EditValue::Null => Variant::Nil,
        EditValue::Bool(flag) => Variant::Bool(*flag),
        EditValue::Int(number) => Variant::Int(*number),
        EditValue::Float(number) => Variant::Float(*number),
        EditValue::Text(text) | EditValue::Literal(text) => Variant::from(text.as_str()),
        EditValue::List(items) => items.iter().map(from_edit).collect::<Vec<_>>().into(),
        EditValue::Fields(fields) => {
            let entries =
                fields.iter().map(|(name, value)| (name.as_str().into(), from_edit(value)));
            Variant::Dictionary(Dictionary { entries: entries.collect(), ..Dictionary::default() })
        }
        EditValue::Object { object, .. } => path_value(match object {
            ObjectRef::Path(path) => path.clone(),
            ObjectRef::Id(id) => format!("#{}", id.get()),
        }),
        EditValue::Asset { path, .. } => path_value(path.clone()),
    }
}

fn path_value(path: String) -> Variant {
    [("scenewright_path", Variant::from(path))].into()
}
