//! Godot's values as the port tells them: typed, with references followed and long lists shortened.

use scenewright_model::{Member, Reference, Typed, Value};

use crate::variant::{Items, Kind, Math, Number, Numbers, Packed, Variant};

/// Long arrays are shown by their first items.
const SHOWN_ITEMS: usize = 64;

/// How much of a long value's text is shown, in bytes.
const SHOWN_TEXT: usize = 400;

/// How many bytes of packed ones are shown, as two digits each.
const SHOWN_BYTES: usize = 16;

/// What a value may point at depends on the file and the node that it stands at.
pub(super) trait Pointers {
    fn external(&self, id: &str) -> Reference;
    fn internal(&self, id: &str) -> Reference;
    fn node(&self, path: &str) -> Reference;
}

/// With its type and its text. `declared` is the type that a class or script gives it.
pub(super) fn typed(
    variant: Variant<'_>,
    declared: Option<&str>,
    pointers: &dyn Pointers,
) -> Value {
    let value = value(variant, pointers);
    let type_name = declared.map_or_else(|| type_name(variant, &value), str::to_owned);
    Value::Typed(Box::new(Typed { type_name, text: shortened(variant.text()), value }))
}

/// A text that is no value of Godot's, as it is.
pub(super) fn raw(text: &str) -> Value {
    Value::Raw(shortened(text))
}

fn type_name(variant: Variant<'_>, value: &Value) -> String {
    match value {
        Value::Reference(
            Reference::Asset { type_name: Some(class), .. }
            | Reference::Object { type_name: class, .. },
        ) if variant.type_name() == "Object" => class.clone(),
        _ => variant.type_name().to_owned(),
    }
}

/// Recursion is as deep as the value, which its parser bounds.
fn value(variant: Variant<'_>, pointers: &dyn Pointers) -> Value {
    match variant.kind() {
        Kind::Null => Value::Null,
        Kind::Bool(flag) => Value::Bool(flag),
        Kind::Int(number) => number.integer().map_or_else(|| spelled(number), Value::Int),
        Kind::Float(number) => spelled(number),
        Kind::String(text) | Kind::StringName(text) => Value::Text(text.plain().into_owned()),
        Kind::NodePath(path) => Value::Reference(pointers.node(&path.plain())),
        Kind::Math(math, numbers) => parts(math, numbers),
        Kind::Html(digits) => html(digits),
        Kind::Numbers(packed, numbers) => packed_items(packed, numbers),
        Kind::Strings(strings) => items(strings, pointers),
        Kind::Array { items: list, .. } => items(list, pointers),
        Kind::Base64(text) => base64(text.raw()),
        Kind::Dictionary { entries, .. } => {
            let entries = entries.iter().take(SHOWN_ITEMS);
            Value::Object(entries.map(|(key, item)| member(key, item, pointers)).collect())
        }
        Kind::Object { class, entries } => {
            let class = Member { name: "class".to_owned(), value: Value::Text(class.to_owned()) };
            let entries = entries.iter().take(SHOWN_ITEMS);
            let entries = entries.map(|(key, item)| member(key, item, pointers));
            Value::Object(std::iter::once(class).chain(entries).collect())
        }
        Kind::Resource(arguments) => resource(arguments),
        Kind::ExtResource(id) => Value::Reference(pointers.external(&id.plain())),
        Kind::SubResource(id) => Value::Reference(pointers.internal(&id.plain())),
        Kind::Rid(_) | Kind::Callable(_) | Kind::Signal(_) | Kind::Call { .. } | Kind::Word => {
            raw(variant.text())
        }
    }
}

fn spelled(number: Number<'_>) -> Value {
    Value::Float(number.text().to_owned())
}

fn member(key: Variant<'_>, item: Variant<'_>, pointers: &dyn Pointers) -> Member {
    let name = key.as_str().map_or_else(|| key.text().to_owned(), |name| name.into_owned());
    Member { name, value: value(item, pointers) }
}

fn items(list: Items<'_>, pointers: &dyn Pointers) -> Value {
    let shown = list.iter().take(SHOWN_ITEMS).map(|item| value(item, pointers));
    Value::Array { items: shown.collect(), length: list.count() }
}

fn resource(arguments: Items<'_>) -> Value {
    let path = arguments.iter().next().and_then(Variant::as_str);
    let reference = path.map_or(Reference::None, |path| Reference::Asset {
        path: path.into_owned(),
        type_name: None,
        inner: None,
    });
    Value::Reference(reference)
}

fn packed_items(packed: Packed, numbers: Numbers<'_>) -> Value {
    if packed == Packed::Byte {
        let head = numbers
            .iter()
            .take(SHOWN_BYTES)
            .map(|byte| format!("{:02x}", byte.integer().unwrap_or_default() & 0xff));
        return Value::Data { bytes: numbers.count(), head: head.collect() };
    }
    let width = packed.width();
    let shown: Vec<Number<'_>> = numbers.iter().take(SHOWN_ITEMS * width).collect();
    let item = |part: &[Number<'_>]| match part {
        [number] => number.integer().map_or_else(|| spelled(*number), Value::Int),
        [x, y] => Value::Vector2([x.float(), y.float()]),
        [x, y, z] => Value::Vector3([x.float(), y.float(), z.float()]),
        [a, b, c, d] => {
            let parts = [a.float(), b.float(), c.float(), d.float()];
            if packed == Packed::Color { Value::Colour(parts) } else { Value::Vector4(parts) }
        }
        _ => Value::Null,
    };
    Value::Array {
        items: shown.chunks_exact(width).map(item).collect(),
        length: numbers.count() / width,
    }
}

/// The numbers of a type that has a fixed count of them. Its parser has counted them.
fn parts(math: Math, numbers: Numbers<'_>) -> Value {
    let mut all = [0.0; 16];
    for (part, number) in all.iter_mut().zip(numbers.iter()) {
        *part = number.float();
    }
    let [a, b, c, d, e, f, g, h, i, j, k, l, ..] = all;
    match math {
        Math::Vector2 | Math::Vector2i => Value::Vector2([a, b]),
        Math::Vector3 | Math::Vector3i => Value::Vector3([a, b, c]),
        Math::Vector4 | Math::Vector4i => Value::Vector4([a, b, c, d]),
        Math::Rect2 | Math::Rect2i => Value::Rect { position: [a, b], size: [c, d] },
        Math::Color => Value::Colour([a, b, c, d]),
        Math::Quaternion => {
            Value::Quaternion { xyzw: [a, b, c, d], euler: euler(basis_of([a, b, c, d])) }
        }
        Math::Transform2D => object([
            ("x", Value::Vector2([a, b])),
            ("y", Value::Vector2([c, d])),
            ("origin", Value::Vector2([e, f])),
        ]),
        Math::Transform3D => object([
            ("origin", Value::Vector3([j, k, l])),
            ("rotation", Value::Vector3(euler([[a, b, c], [d, e, f], [g, h, i]]))),
            ("scale", Value::Vector3(scale([[a, b, c], [d, e, f], [g, h, i]]))),
        ]),
        Math::Basis => object([
            ("rotation", Value::Vector3(euler([[a, b, c], [d, e, f], [g, h, i]]))),
            ("scale", Value::Vector3(scale([[a, b, c], [d, e, f], [g, h, i]]))),
        ]),
        Math::Plane => {
            object([("normal", Value::Vector3([a, b, c])), ("d", Value::Float(d.to_string()))])
        }
        Math::Aabb => {
            object([("position", Value::Vector3([a, b, c])), ("size", Value::Vector3([d, e, f]))])
        }
        Math::Projection => object(["x", "y", "z", "w"].map(|name| {
            let column = "xyzw".find(name).unwrap_or_default() * 4;
            (name, Value::Vector4([all[column], all[column + 1], all[column + 2], all[column + 3]]))
        })),
    }
}

fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    let member = |(name, value): (&str, Value)| Member { name: name.to_owned(), value };
    Value::Object(members.into_iter().map(member).collect())
}

type Rows = [[f64; 3]; 3];

fn basis_of([x, y, z, w]: [f64; 4]) -> Rows {
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
        [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
        [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)],
    ]
}

/// The lengths of the axes, which are the columns; all negative for a mirrored basis.
fn scale(rows: Rows) -> [f64; 3] {
    let length =
        |at: usize| (rows[0][at].powi(2) + rows[1][at].powi(2) + rows[2][at].powi(2)).sqrt();
    let [a, b, c] = rows;
    let determinant = a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
        + a[2] * (b[0] * c[1] - b[1] * c[0]);
    let sign = if determinant < 0.0 { -1.0 } else { 1.0 };
    [0, 1, 2].map(|at| round(sign * length(at)))
}

/// In degrees, in Godot's order of turns: Y, then X, then Z.
fn euler(rows: Rows) -> [f64; 3] {
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

/// Files hold six digits; more of them would only be noise.
fn round(number: f64) -> f64 {
    let rounded = (number * 1e4).round() / 1e4;
    if rounded == 0.0 { 0.0 } else { rounded }
}

/// `ff8800`, with alpha behind it, or one digit each.
fn html(digits: &str) -> Value {
    let digit =
        |at: usize| digits.get(at..=at).and_then(|digit| u8::from_str_radix(digit, 16).ok());
    let part = |at: usize| match digits.len() {
        3 | 4 => digit(at).map(|digit| digit * 17),
        _ => Some(digit(at * 2)? * 16 + digit(at * 2 + 1)?),
    };
    let colour = [0, 1, 2, 3].map(|at| part(at).map_or(1.0, |part| f64::from(part) / 255.0));
    Value::Colour(colour)
}

/// `PackedByteArray("…")`: how many bytes, and the first ones.
fn base64(text: &str) -> Value {
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
        if head.len() >= SHOWN_BYTES * 2 {
            break;
        }
    }
    head.truncate(SHOWN_BYTES * 2);
    Value::Data { bytes: (text.len() / 4 * 3).saturating_sub(padding), head }
}

fn shortened(text: &str) -> String {
    if text.len() <= SHOWN_TEXT {
        return text.to_owned();
    }
    let end = (0..=SHOWN_TEXT).rev().find(|&end| text.is_char_boundary(end)).unwrap_or_default();
    format!("{}… ({} bytes)", &text[..end], text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Nothing;

    impl Pointers for Nothing {
        fn external(&self, id: &str) -> Reference {
            Reference::BuiltIn { name: format!("ext {id}") }
        }

        fn internal(&self, id: &str) -> Reference {
            Reference::BuiltIn { name: format!("sub {id}") }
        }

        fn node(&self, path: &str) -> Reference {
            Reference::BuiltIn { name: format!("node {path}") }
        }
    }

    fn read(text: &str) -> (String, Value) {
        match typed(Variant::parse(text).unwrap(), None, &Nothing) {
            Value::Typed(typed) => (typed.type_name, typed.value),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn values_keep_their_types() {
        for (text, type_name, value) in [
            ("null", "Nil", Value::Null),
            ("12", "int", Value::Int(12)),
            ("1e-05", "float", Value::Float("1e-05".to_owned())),
            ("&\"a\"", "StringName", Value::Text("a".to_owned())),
            ("Vector2i(1, -2)", "Vector2i", Value::Vector2([1.0, -2.0])),
            ("Color(1, 0.5, 0, 1)", "Color", Value::Colour([1.0, 0.5, 0.0, 1.0])),
            ("#f80", "Color", Value::Colour([1.0, 136.0 / 255.0, 0.0, 1.0])),
            (
                "PackedByteArray(1, 255)",
                "PackedByteArray",
                Value::Data { bytes: 2, head: "01ff".to_owned() },
            ),
            (
                "PackedByteArray(\"AQL/\")",
                "PackedByteArray",
                Value::Data { bytes: 3, head: "0102ff".to_owned() },
            ),
            (
                "PackedVector2Array(1, 2, 3, 4)",
                "PackedVector2Array",
                Value::Array {
                    items: vec![Value::Vector2([1.0, 2.0]), Value::Vector2([3.0, 4.0])],
                    length: 2,
                },
            ),
            (
                "{ &\"a\": [1] }",
                "Dictionary",
                object([("a", Value::Array { items: vec![Value::Int(1)], length: 1 })]),
            ),
            (
                "SubResource(\"x\")",
                "Object",
                Value::Reference(Reference::BuiltIn { name: "sub x".to_owned() }),
            ),
        ] {
            assert_eq!(read(text), (type_name.to_owned(), value), "{text}");
        }
    }

    /// The figures are those of a real Godot's `get_euler` and `get_scale`.
    #[test]
    fn transforms_tell_rotation_and_scale() {
        for (text, rotation, scale) in [
            ("Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)", [0.0; 3], [1.0; 3]),
            ("Transform3D(0, 0, 2, 0, 2, 0, -2, 0, 0, 0, 0, 0)", [0.0, 90.0, 0.0], [2.0; 3]),
            (
                "Transform3D(0.866025, -0.433013, 0.25, 0, 0.5, 0.866025, -0.5, -0.75, 0.433013, 1, 2, 3)",
                [-60.0, 30.0, 0.0],
                [1.0; 3],
            ),
        ] {
            let Value::Object(members) = read(text).1 else { panic!("{text}") };
            assert_eq!(members[1].value, Value::Vector3(rotation), "{text}");
            assert_eq!(members[2].value, Value::Vector3(scale), "{text}");
        }
    }

    #[test]
    fn long_values_are_shortened() {
        let long = format!("PackedInt32Array({}1)", "7, ".repeat(999));
        let Value::Typed(typed) = typed(Variant::parse(&long).unwrap(), None, &Nothing) else {
            panic!()
        };
        assert!(typed.text.ends_with("… (3016 bytes)"), "{}", typed.text);
        let Value::Array { items, length } = typed.value else { panic!() };
        assert_eq!((items.len(), length), (64, 1000));
    }
}
