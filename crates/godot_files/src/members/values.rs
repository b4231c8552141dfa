//! Converts Godot's values to those of the model: typed, with resolved references and shortened lists.
//!
//! The rotations and scales of values are computed by hand, rounded to four digits before and after, and not with
//! `transform.rs`: other roundings would change the digits that clients see.

use std::borrow::Cow;

use scenewright_godot_binary::SHORTENED;
use scenewright_model::{Member, MemberReference, MemberValue, TypedValue};

use crate::variant::{
    MathType, NumberList, NumberText, PackedType, Variant, VariantItems, VariantKind,
};

/// Only the first items of a long array are shown.
const MAX_SHOWN_ITEMS: usize = 64;

/// Only the start of a long text is shown.
const MAX_SHOWN_TEXT_BYTES: usize = 400;

/// Only the first bytes of packed bytes are shown, as two digits each.
const MAX_SHOWN_BYTES: usize = 16;

/// The references of a value depend on its file and its node.
pub(super) trait ReferenceResolver {
    fn external(&self, id: &str) -> MemberReference;
    fn internal(&self, id: &str) -> MemberReference;
    fn node(&self, path: &str) -> MemberReference;
}

/// The value with its type and its text. `declared` is the type that a class or script declares.
pub(super) fn typed_value(
    variant: Variant<'_>,
    declared: Option<&str>,
    pointers: &dyn ReferenceResolver,
) -> MemberValue {
    let value = convert(variant, pointers);
    let (variant, text) = match shortened(variant) {
        // Not a value, so that nobody takes it for the whole array.
        Some((head, _)) => (head, Cow::Owned(format!("{}, …)", head.text().trim_end_matches(')')))),
        None => (variant, Cow::Borrowed(variant.text())),
    };
    let type_name = declared.map_or_else(|| type_name(variant, &value), str::to_owned);
    MemberValue::Typed(Box::new(TypedValue { type_name, text: truncate(&text), value }))
}

/// A text that is not a value of Godot.
pub(super) fn raw_value(text: &str) -> MemberValue {
    MemberValue::Raw(truncate(text))
}

fn type_name(variant: Variant<'_>, value: &MemberValue) -> String {
    match value {
        MemberValue::Reference(
            MemberReference::Asset { type_name: Some(class), .. }
            | MemberReference::Object { type_name: class, .. },
        ) if variant.type_name() == "Object" => class.clone(),
        _ => variant.type_name().to_owned(),
    }
}

/// Recursion is as deep as the value, which its parser bounds.
fn convert(variant: Variant<'_>, pointers: &dyn ReferenceResolver) -> MemberValue {
    match variant.kind() {
        VariantKind::Null => MemberValue::Null,
        VariantKind::Bool(flag) => MemberValue::Bool(flag),
        VariantKind::Int(number) => {
            number.integer().map_or_else(|| number_value(number), MemberValue::Int)
        }
        VariantKind::Float(number) => number_value(number),
        VariantKind::String(text) | VariantKind::StringName(text) => {
            MemberValue::Text(text.unescape().into_owned())
        }
        VariantKind::NodePath(path) => MemberValue::Reference(pointers.node(&path.unescape())),
        VariantKind::Math(math, numbers) => math_value(math, numbers),
        VariantKind::Html(digits) => html_color(digits),
        VariantKind::Numbers(packed, numbers) => packed_value(packed, numbers),
        VariantKind::Strings(strings) => array_value(strings, pointers),
        VariantKind::Array { items: list, .. } => array_value(list, pointers),
        VariantKind::Base64(text) => base64_value(text.raw()),
        VariantKind::Dictionary { entries, .. } => {
            let entries = entries.iter().take(MAX_SHOWN_ITEMS);
            MemberValue::Object(entries.map(|(key, item)| member(key, item, pointers)).collect())
        }
        VariantKind::Object { class, entries } => {
            let class =
                Member { name: "class".to_owned(), value: MemberValue::Text(class.to_owned()) };
            let entries = entries.iter().take(MAX_SHOWN_ITEMS);
            let entries = entries.map(|(key, item)| member(key, item, pointers));
            MemberValue::Object(std::iter::once(class).chain(entries).collect())
        }
        VariantKind::Resource(arguments) => resource_value(arguments),
        VariantKind::ExtResource(id) => MemberValue::Reference(pointers.external(&id.unescape())),
        VariantKind::SubResource(id) => MemberValue::Reference(pointers.internal(&id.unescape())),
        VariantKind::Call { .. } => match shortened(variant) {
            Some((head, length)) => with_length(convert(head, pointers), length),
            None => raw_value(variant.text()),
        },
        VariantKind::Rid(_)
        | VariantKind::Callable(_)
        | VariantKind::Signal(_)
        | VariantKind::Word => raw_value(variant.text()),
    }
}

/// The first elements and the length of a packed array of a binary file, which is not read as a whole.
fn shortened(variant: Variant<'_>) -> Option<(Variant<'_>, usize)> {
    let VariantKind::Call { name: SHORTENED, arguments } = variant.kind() else {
        return None;
    };
    let mut arguments = arguments.iter();
    let (head, length) = (arguments.next()?, arguments.next()?.as_i64()?);
    Some((head, usize::try_from(length).ok()?))
}

fn with_length(value: MemberValue, length: usize) -> MemberValue {
    match value {
        MemberValue::Array { items, .. } => MemberValue::Array { items, length },
        MemberValue::Data { head, .. } => MemberValue::Data { bytes: length, head },
        other => other,
    }
}

fn number_value(number: NumberText<'_>) -> MemberValue {
    MemberValue::Float(number.text().to_owned())
}

fn member(key: Variant<'_>, item: Variant<'_>, pointers: &dyn ReferenceResolver) -> Member {
    let name = key.as_str().map_or_else(|| key.text().to_owned(), |name| name.into_owned());
    Member { name, value: convert(item, pointers) }
}

fn array_value(list: VariantItems<'_>, pointers: &dyn ReferenceResolver) -> MemberValue {
    let shown = list.iter().take(MAX_SHOWN_ITEMS).map(|item| convert(item, pointers));
    MemberValue::Array { items: shown.collect(), length: list.count() }
}

fn resource_value(arguments: VariantItems<'_>) -> MemberValue {
    let path = arguments.iter().next().and_then(Variant::as_str);
    let reference = path.map_or(MemberReference::None, |path| MemberReference::Asset {
        path: path.into_owned(),
        type_name: None,
        inner: None,
    });
    MemberValue::Reference(reference)
}

fn packed_value(packed: PackedType, numbers: NumberList<'_>) -> MemberValue {
    if packed == PackedType::Byte {
        let head = numbers
            .iter()
            .take(MAX_SHOWN_BYTES)
            .map(|byte| format!("{:02x}", byte.integer().unwrap_or_default() & 0xff));
        return MemberValue::Data { bytes: numbers.count(), head: head.collect() };
    }
    let width = packed.width();
    let shown: Vec<NumberText<'_>> = numbers.iter().take(MAX_SHOWN_ITEMS * width).collect();
    let item = |part: &[NumberText<'_>]| match part {
        [number] => number.integer().map_or_else(|| number_value(*number), MemberValue::Int),
        [x, y] => MemberValue::Vector2([x.float(), y.float()]),
        [x, y, z] => MemberValue::Vector3([x.float(), y.float(), z.float()]),
        [a, b, c, d] => {
            let parts = [a.float(), b.float(), c.float(), d.float()];
            if packed == PackedType::Color {
                MemberValue::Colour(parts)
            } else {
                MemberValue::Vector4(parts)
            }
        }
        _ => MemberValue::Null,
    };
    MemberValue::Array {
        items: shown.chunks_exact(width).map(item).collect(),
        length: numbers.count() / width,
    }
}

/// A type with a fixed number of numbers, which its parser has counted.
fn math_value(math: MathType, numbers: NumberList<'_>) -> MemberValue {
    let mut all = [0.0; 16];
    for (part, number) in all.iter_mut().zip(numbers.iter()) {
        *part = number.float();
    }
    let [a, b, c, d, e, f, g, h, i, j, k, l, ..] = all;
    match math {
        MathType::Vector2 | MathType::Vector2i => MemberValue::Vector2([a, b]),
        MathType::Vector3 | MathType::Vector3i => MemberValue::Vector3([a, b, c]),
        MathType::Vector4 | MathType::Vector4i => MemberValue::Vector4([a, b, c, d]),
        MathType::Rect2 | MathType::Rect2i => MemberValue::Rect { position: [a, b], size: [c, d] },
        MathType::Color => MemberValue::Colour([a, b, c, d]),
        MathType::Quaternion => MemberValue::Quaternion {
            xyzw: [a, b, c, d],
            euler: euler(quaternion_basis([a, b, c, d])),
        },
        MathType::Transform2D => object_value([
            ("x", MemberValue::Vector2([a, b])),
            ("y", MemberValue::Vector2([c, d])),
            ("origin", MemberValue::Vector2([e, f])),
        ]),
        MathType::Transform3D => object_value([
            ("origin", MemberValue::Vector3([j, k, l])),
            ("rotation", MemberValue::Vector3(euler([[a, b, c], [d, e, f], [g, h, i]]))),
            ("scale", MemberValue::Vector3(scale([[a, b, c], [d, e, f], [g, h, i]]))),
        ]),
        MathType::Basis => object_value([
            ("rotation", MemberValue::Vector3(euler([[a, b, c], [d, e, f], [g, h, i]]))),
            ("scale", MemberValue::Vector3(scale([[a, b, c], [d, e, f], [g, h, i]]))),
        ]),
        MathType::Plane => object_value([
            ("normal", MemberValue::Vector3([a, b, c])),
            ("d", MemberValue::Float(d.to_string())),
        ]),
        MathType::Aabb => object_value([
            ("position", MemberValue::Vector3([a, b, c])),
            ("size", MemberValue::Vector3([d, e, f])),
        ]),
        MathType::Projection => object_value(["x", "y", "z", "w"].map(|name| {
            let column = "xyzw".find(name).unwrap_or_default() * 4;
            (
                name,
                MemberValue::Vector4([
                    all[column],
                    all[column + 1],
                    all[column + 2],
                    all[column + 3],
                ]),
            )
        })),
    }
}

fn object_value<const N: usize>(members: [(&str, MemberValue); N]) -> MemberValue {
    let member = |(name, value): (&str, MemberValue)| Member { name: name.to_owned(), value };
    MemberValue::Object(members.into_iter().map(member).collect())
}

type BasisRows = [[f64; 3]; 3];

fn quaternion_basis([x, y, z, w]: [f64; 4]) -> BasisRows {
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
        [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
        [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)],
    ]
}

/// The lengths of the axes, which are the columns; all negative for a mirrored basis.
fn scale(rows: BasisRows) -> [f64; 3] {
    let length =
        |at: usize| (rows[0][at].powi(2) + rows[1][at].powi(2) + rows[2][at].powi(2)).sqrt();
    let [a, b, c] = rows;
    let determinant = a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
        + a[2] * (b[0] * c[1] - b[1] * c[0]);
    let sign = if determinant < 0.0 { -1.0 } else { 1.0 };
    [0, 1, 2].map(|at| round(sign * length(at)))
}

/// In degrees, in Godot's order of rotations: Y, then X, then Z.
fn euler(rows: BasisRows) -> [f64; 3] {
    let scale = scale(rows);
    let m = rows.map(|row| {
        let mut column = 0..;
        row.map(|part| {
            let by = scale[column.next().unwrap_or_default()];
            if by == 0.0 { 0.0 } else { part / by }
        })
    });
    let sine = -m[1][2];
    let angles = if sine >= 1.0 - 1e-6 {
        [std::f64::consts::FRAC_PI_2, (m[0][1]).atan2(m[0][0]), 0.0]
    } else if sine <= -(1.0 - 1e-6) {
        [-std::f64::consts::FRAC_PI_2, -(m[0][1]).atan2(m[0][0]), 0.0]
    } else {
        [sine.asin(), m[0][2].atan2(m[2][2]), m[1][0].atan2(m[1][1])]
    };
    angles.map(|angle| round(angle.to_degrees()))
}

/// Numbers in files have six digits; more would be noise.
fn round(number: f64) -> f64 {
    let rounded = (number * 1e4).round() / 1e4;
    if rounded == 0.0 { 0.0 } else { rounded }
}

/// `ff8800`, with or without alpha, or with one digit each.
fn html_color(digits: &str) -> MemberValue {
    let digit =
        |at: usize| digits.get(at..=at).and_then(|digit| u8::from_str_radix(digit, 16).ok());
    let part = |at: usize| match digits.len() {
        3 | 4 => digit(at).map(|digit| digit * 17),
        _ => Some(digit(at * 2)? * 16 + digit(at * 2 + 1)?),
    };
    let colour = [0, 1, 2, 3].map(|at| part(at).map_or(1.0, |part| f64::from(part) / 255.0));
    MemberValue::Colour(colour)
}

/// `PackedByteArray("…")`: the number of bytes, and the first ones.
fn base64_value(text: &str) -> MemberValue {
    let padding = text.bytes().rev().take_while(|&byte| byte == b'=').count();
    let sextet = |byte: u8| {
        let place = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        Some(u32::from(place))
    };
    let mut head = String::new();
    for group in text.as_bytes().chunks(4) {
        let bits = group.iter().filter_map(|&byte| sextet(byte));
        let (count, bits) =
            bits.fold((0, 0), |(count, bits), sextet| (count + 1, bits << 6 | sextet));
        let bytes = (bits << (6 * (4 - count))).to_be_bytes();
        let known = bytes.iter().skip(1).take((count * 6 / 8) as usize);
        known.for_each(|byte| head.push_str(&format!("{byte:02x}")));
        if head.len() >= MAX_SHOWN_BYTES * 2 {
            break;
        }
    }
    head.truncate(MAX_SHOWN_BYTES * 2);
    MemberValue::Data { bytes: (text.len() / 4 * 3).saturating_sub(padding), head }
}

fn truncate(text: &str) -> String {
    if text.len() <= MAX_SHOWN_TEXT_BYTES {
        return text.to_owned();
    }
    let end = (0..=MAX_SHOWN_TEXT_BYTES)
        .rev()
        .find(|&end| text.is_char_boundary(end))
        .unwrap_or_default();
    format!("{}… ({} bytes)", &text[..end], text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Nothing;

    impl ReferenceResolver for Nothing {
        fn external(&self, id: &str) -> MemberReference {
            MemberReference::BuiltIn { name: format!("ext {id}") }
        }

        fn internal(&self, id: &str) -> MemberReference {
            MemberReference::BuiltIn { name: format!("sub {id}") }
        }

        fn node(&self, path: &str) -> MemberReference {
            MemberReference::BuiltIn { name: format!("node {path}") }
        }
    }

    fn read(text: &str) -> (String, MemberValue) {
        match typed_value(Variant::parse(text).unwrap(), None, &Nothing) {
            MemberValue::Typed(typed) => (typed.type_name, typed.value),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn values_keep_their_types() {
        for (text, type_name, value) in [
            ("null", "Nil", MemberValue::Null),
            ("12", "int", MemberValue::Int(12)),
            ("1e-05", "float", MemberValue::Float("1e-05".to_owned())),
            ("&\"a\"", "StringName", MemberValue::Text("a".to_owned())),
            ("Vector2i(1, -2)", "Vector2i", MemberValue::Vector2([1.0, -2.0])),
            ("Color(1, 0.5, 0, 1)", "Color", MemberValue::Colour([1.0, 0.5, 0.0, 1.0])),
            ("#f80", "Color", MemberValue::Colour([1.0, 136.0 / 255.0, 0.0, 1.0])),
            (
                "PackedByteArray(1, 255)",
                "PackedByteArray",
                MemberValue::Data { bytes: 2, head: "01ff".to_owned() },
            ),
            (
                "PackedByteArray(\"AQL/\")",
                "PackedByteArray",
                MemberValue::Data { bytes: 3, head: "0102ff".to_owned() },
            ),
            (
                "PackedVector2Array(1, 2, 3, 4)",
                "PackedVector2Array",
                MemberValue::Array {
                    items: vec![MemberValue::Vector2([1.0, 2.0]), MemberValue::Vector2([3.0, 4.0])],
                    length: 2,
                },
            ),
            (
                "{ &\"a\": [1] }",
                "Dictionary",
                object_value([(
                    "a",
                    MemberValue::Array { items: vec![MemberValue::Int(1)], length: 1 },
                )]),
            ),
            (
                "SubResource(\"x\")",
                "Object",
                MemberValue::Reference(MemberReference::BuiltIn { name: "sub x".to_owned() }),
            ),
        ] {
            assert_eq!(read(text), (type_name.to_owned(), value), "{text}");
        }
    }

    /// The numbers are those of `get_euler` and `get_scale` in a real Godot.
    #[test]
    fn transforms_have_a_rotation_and_a_scale() {
        for (text, rotation, scale) in [
            ("Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)", [0.0; 3], [1.0; 3]),
            ("Transform3D(0, 0, 2, 0, 2, 0, -2, 0, 0, 0, 0, 0)", [0.0, 90.0, 0.0], [2.0; 3]),
            (
                "Transform3D(0.866025, -0.433013, 0.25, 0, 0.5, 0.866025, -0.5, -0.75, 0.433013, 1, 2, 3)",
                [-60.0, 30.0, 0.0],
                [1.0; 3],
            ),
        ] {
            let MemberValue::Object(members) = read(text).1 else { panic!("{text}") };
            assert_eq!(members[1].value, MemberValue::Vector3(rotation), "{text}");
            assert_eq!(members[2].value, MemberValue::Vector3(scale), "{text}");
        }
    }

    #[test]
    fn an_array_of_a_binary_file_keeps_its_length() {
        let raw = "Shortened(PackedByteArray(1, 2), 5000)";
        let MemberValue::Typed(typed) = typed_value(Variant::parse(raw).unwrap(), None, &Nothing)
        else {
            panic!()
        };
        assert_eq!(typed.type_name, "PackedByteArray");
        assert_eq!(typed.text, "PackedByteArray(1, 2, …)");
        assert!(Variant::parse(&typed.text).is_err());
        assert_eq!(typed.value, MemberValue::Data { bytes: 5000, head: "0102".to_owned() });
    }

    #[test]
    fn long_values_are_shortened() {
        let long = format!("PackedInt32Array({}1)", "7, ".repeat(999));
        let MemberValue::Typed(typed) = typed_value(Variant::parse(&long).unwrap(), None, &Nothing)
        else {
            panic!()
        };
        assert!(typed.text.ends_with("… (3016 bytes)"), "{}", typed.text);
        let MemberValue::Array { items, length } = typed.value else { panic!() };
        assert_eq!((items.len(), length), (64, 1000));
    }
}
