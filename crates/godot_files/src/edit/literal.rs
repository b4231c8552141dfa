//! Values in the text form that Godot writes into scenes.
//!
//! A member write converts a client's JSON to an [`EditValue`](scenewright_model::EditValue) at the edge, that to
//! a [`Literal`] of the member's type (`coerce.rs`), and the literal to text, once each.

use std::fmt::Write;

use crate::variant::{MathType, NumberText, PackedType, Variant, VariantKind};

/// An owned value, which can be changed and written.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Literal {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    String(String),
    StringName(String),
    NodePath(String),
    Math(MathType, Vec<f64>),
    /// The numbers in their text form.
    Packed(PackedType, Vec<String>),
    Strings(Vec<String>),
    Array {
        element: Option<String>,
        items: Vec<Literal>,
    },
    Dictionary {
        types: Option<String>,
        entries: Vec<(Literal, Literal)>,
    },
    /// Anything that is written unchanged: resources, objects, base64.
    Raw(String),
}

impl From<Variant<'_>> for Literal {
    /// Recursion is as deep as the value, which its parser bounds.
    fn from(variant: Variant<'_>) -> Literal {
        let raw = || Literal::Raw(variant.text().trim().to_owned());
        match variant.kind() {
            VariantKind::Null => Literal::Null,
            VariantKind::Bool(flag) => Literal::Bool(flag),
            VariantKind::Int(number) => number.integer().map_or_else(raw, Literal::Int),
            VariantKind::Float(number) => Literal::Float(number.float()),
            VariantKind::String(text) => Literal::String(text.unescape().into_owned()),
            VariantKind::StringName(text) => Literal::StringName(text.unescape().into_owned()),
            VariantKind::NodePath(text) => Literal::NodePath(text.unescape().into_owned()),
            VariantKind::Math(math, numbers) => {
                Literal::Math(math, numbers.iter().map(NumberText::float).collect())
            }
            VariantKind::Numbers(packed, numbers) => {
                let written = numbers.iter().map(|number| packed_number(packed, number));
                Literal::Packed(packed, written.collect())
            }
            VariantKind::Strings(items) => {
                let texts = items.iter().map(|item| item.as_str().unwrap_or_default());
                Literal::Strings(texts.map(Into::into).collect())
            }
            VariantKind::Array { element, items } => Literal::Array {
                element: element.map(str::to_owned),
                items: items.iter().map(Literal::from).collect(),
            },
            VariantKind::Dictionary { types, entries } => {
                let entries = entries.iter();
                Literal::Dictionary {
                    types: types.map(str::to_owned),
                    entries: entries
                        .map(|(key, value)| (Literal::from(key), Literal::from(value)))
                        .collect(),
                }
            }
            VariantKind::ExtResource(id) => Literal::external(&id.unescape()),
            VariantKind::SubResource(id) => {
                Literal::Raw(format!("SubResource({})", quote(&id.unescape())))
            }
            _ => raw(),
        }
    }
}

impl Literal {
    pub(super) fn parse(raw: &str) -> Option<Literal> {
        Variant::parse(raw).ok().map(Literal::from)
    }

    pub(super) fn external(id: &str) -> Literal {
        Literal::Raw(format!("ExtResource({})", quote(id)))
    }

    /// The value as it would be read back from a file: its numbers have only the digits of 32 bits.
    pub(super) fn into_stored(self) -> Literal {
        match self {
            Literal::Math(math, numbers) => {
                let stored = |number: f64| format_real32(number).parse().unwrap_or(number);
                Literal::Math(math, numbers.into_iter().map(stored).collect())
            }
            other => other,
        }
    }

    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }

    fn write(&self, to: &mut String) {
        match self {
            Literal::Null => to.push_str("null"),
            Literal::Bool(flag) => to.push_str(if *flag { "true" } else { "false" }),
            Literal::Int(number) => to.push_str(&number.to_string()),
            Literal::Float(number) => to.push_str(&format_float(*number)),
            Literal::String(text) => to.push_str(&quote_lines(text)),
            Literal::StringName(text) => to.push_str(&format!("&{}", quote(text))),
            Literal::NodePath(text) => to.push_str(&format!("NodePath({})", quote(text))),
            Literal::Math(math, numbers) => {
                let numbers = numbers.iter().map(|&number| format_component(*math, number));
                write_call(to, math.name(), numbers);
            }
            Literal::Packed(packed, numbers) => {
                write_call(to, packed.name(), numbers.iter().cloned())
            }
            Literal::Strings(texts) => {
                write_call(to, "PackedStringArray", texts.iter().map(|text| quote(text)));
            }
            Literal::Array { element, items } => {
                write_typed(to, "Array", element.as_deref(), |to| {
                    to.push('[');
                    write_separated(to, ", ", items, |to, item| item.write(to));
                    to.push(']');
                })
            }
            Literal::Dictionary { types, entries } => {
                write_typed(to, "Dictionary", types.as_deref(), |to| write_dictionary(to, entries));
            }
            Literal::Raw(text) => to.push_str(text),
        }
    }
}

fn write_dictionary(to: &mut String, entries: &[(Literal, Literal)]) {
    if entries.is_empty() {
        return to.push_str("{}");
    }
    to.push_str("{\n");
    write_separated(to, ",\n", entries, |to, (key, value)| {
        key.write(to);
        to.push_str(": ");
        value.write(to);
    });
    to.push_str("\n}");
}

/// `Array[int]([…])`, or only the inner part without a type.
fn write_typed(to: &mut String, name: &str, types: Option<&str>, inner: impl Fn(&mut String)) {
    match types {
        Some(types) => {
            let _ = write!(to, "{name}[{types}](");
            inner(to);
            to.push(')');
        }
        None => inner(to),
    }
}

fn write_separated<T>(to: &mut String, by: &str, items: &[T], write: impl Fn(&mut String, &T)) {
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            to.push_str(by);
        }
        write(to, item);
    }
}

fn write_call(to: &mut String, name: &str, arguments: impl Iterator<Item = String>) {
    let arguments: Vec<String> = arguments.collect();
    let _ = write!(to, "{name}({})", arguments.join(", "));
}

fn packed_number(packed: PackedType, number: NumberText<'_>) -> String {
    match packed {
        PackedType::Byte | PackedType::Int32 | PackedType::Int64 => number.text().to_owned(),
        PackedType::Float64 => format_real(number.float()),
        _ => format_real32(number.float()),
    }
}

/// One number of a vector, a color, a transform. Godot stores them in 32 bits.
fn format_component(math: MathType, number: f64) -> String {
    match math {
        _ if math.is_integer() => format!("{}", number as i32),
        _ => format_real32(number),
    }
}

/// A value of type float always has a point or an exponent.
pub(super) fn format_float(number: f64) -> String {
    let text = format_real(number);
    match text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') {
        true => format!("{text}.0"),
        false => text,
    }
}

/// Numbers that 32 bits represent exactly are written with the shortest digits of 32 bits.
fn format_real(number: f64) -> String {
    match f64::from(number as f32) == number {
        true => format_real32(number),
        false => format_digits(number, &format!("{number:e}")),
    }
}

pub(super) fn format_real32(number: f64) -> String {
    let number = number as f32;
    format_digits(number.into(), &format!("{number:e}"))
}

/// The shortest digits that are parsed to the same number; with an exponent below 0.0001 and from 1e15 on.
fn format_digits(number: f64, scientific: &str) -> String {
    if number == 0.0 {
        return "0".to_owned();
    }
    if number.is_nan() {
        return "nan".to_owned();
    }
    let Some((mantissa, exponent)) = scientific.split_once('e') else {
        return if number > 0.0 { "inf" } else { "-inf" }.to_owned();
    };
    let (sign, mantissa) = mantissa.strip_prefix('-').map_or(("", mantissa), |rest| ("-", rest));
    let digits = mantissa.replace('.', "");
    let exponent: i32 = exponent.parse().unwrap_or_default();
    format!("{sign}{}", place_point(&digits, exponent))
}

/// Places the decimal point; the first digit has the value 10 to the power of `exponent`.
fn place_point(digits: &str, exponent: i32) -> String {
    let point = exponent + 1;
    match usize::try_from(point) {
        Ok(point @ 1..=15) if digits.len() <= point => format!("{digits:0<point$}"),
        Ok(point @ 1..=15) => format!("{}.{}", &digits[..point], &digits[point..]),
        _ if (-3..=0).contains(&point) => {
            format!("0.{}{digits}", "0".repeat(point.unsigned_abs() as usize))
        }
        _ => {
            let (first, rest) = digits.split_at(1);
            let rest = if rest.is_empty() { String::new() } else { format!(".{rest}") };
            let sign = if exponent < 0 { '-' } else { '+' };
            format!("{first}{rest}e{sign}{:02}", exponent.unsigned_abs())
        }
    }
}

/// With C escapes, as in names, paths and attributes.
pub(super) fn quote(text: &str) -> String {
    let mut written = String::with_capacity(text.len() + 2);
    written.push('"');
    for c in text.chars() {
        match c {
            '\\' => written.push_str("\\\\"),
            '"' => written.push_str("\\\""),
            '\n' => written.push_str("\\n"),
            '\t' => written.push_str("\\t"),
            '\r' => written.push_str("\\r"),
            '\u{7}' => written.push_str("\\a"),
            '\u{8}' => written.push_str("\\b"),
            '\u{b}' => written.push_str("\\v"),
            '\u{c}' => written.push_str("\\f"),
            other => written.push(other),
        }
    }
    written.push('"');
    written
}

/// As in string values: line breaks are not escaped.
fn quote_lines(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The name of a property before its value, quoted if necessary.
pub(super) fn property_key(name: &str) -> String {
    let is_plain = |c: char| matches!(c, '!'..='~') && !matches!(c, '=' | '"' | ';' | '[' | ']');
    if name.chars().all(is_plain) { name.to_owned() } else { quote_lines(name) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Godot 4.6.3 writes the same when it saves these values.
    #[test]
    fn values_are_written_as_godot_does() {
        for (text, expected) in [
            ("1e20", "1e+20"),
            ("123456.789", "123456.789"),
            ("1e-7", "1e-07"),
            ("0.00001", "1e-05"),
            ("0.0001", "0.0001"),
            ("100000.0", "100000.0"),
            ("1e14", "100000000000000.0"),
            ("1e15", "1e+15"),
            ("12345678912345678.0", "1.2345678912345678e+16"),
            ("-0.0", "0.0"),
            ("-inf", "-inf"),
            ("nan", "nan"),
            ("0.30000000000000004", "0.30000000000000004"),
            ("3.1415927410125732", "3.1415927"),
            ("Vector2(0.1,33.3333333)", "Vector2(0.1, 33.333332)"),
            ("Vector2( 123456.789, 1e-7 )", "Vector2(123456.79, 1e-07)"),
            ("Vector2(1234567.9, 16777217)", "Vector2(1234567.9, 16777216)"),
            ("Vector2i(1,2)", "Vector2i(1, 2)"),
            ("PackedFloat32Array(0.1, 1, 1e6)", "PackedFloat32Array(0.1, 1, 1000000)"),
            ("PackedStringArray(\"a\",\"b\")", "PackedStringArray(\"a\", \"b\")"),
            ("[1,2.5,{}]", "[1, 2.5, {}]"),
            ("{\"a\":1, &\"b\": []}", "{\n\"a\": 1,\n&\"b\": []\n}"),
            ("Array[String]([\"q\\\"u\"])", "Array[String]([\"q\\\"u\"])"),
            ("\"new\nline\ttab \\\\ é\"", "\"new\nline\ttab \\\\ é\""),
            ("ExtResource(\"1\")", "ExtResource(\"1\")"),
            ("null", "null"),
        ] {
            assert_eq!(Literal::parse(text).unwrap().text(), expected, "{text}");
        }
        assert_eq!(property_key("metadata/odd key"), "\"metadata/odd key\"");
        assert_eq!(property_key("theme/a_b"), "theme/a_b");
    }
}
