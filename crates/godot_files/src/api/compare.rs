//! Compares two values in Godot's text form by their tokens. Equal are `1` and `1.0`, `-0.0` and `0`,
//! `&"a"` and `"a"`, a typed array and a plain one, and values that differ only in blanks.

/// Equal values that are written differently may compare as different: the contents of resources are
/// not compared.
pub(crate) fn same_value(left: &str, right: &str) -> bool {
    let (left, right) = (strip_array_type(left.trim()), strip_array_type(right.trim()));
    left == right || tokens(left).eq(tokens(right))
}

/// `[]` for `Array[int]([])`. Files of Godot 4.0 have no element types.
fn strip_array_type(text: &str) -> &str {
    let inner = text
        .strip_prefix("Array[")
        .and_then(|rest| rest.split_once("]("))
        .and_then(|(_, rest)| rest.strip_suffix(')'));
    inner.unwrap_or(text)
}

enum ValueToken<'a> {
    Number(&'a str),
    /// With its quotes.
    Text(&'a str),
    Word(&'a str),
    Sign(u8),
}

impl PartialEq for ValueToken<'_> {
    fn eq(&self, other: &ValueToken<'_>) -> bool {
        match (self, other) {
            (ValueToken::Number(a), ValueToken::Number(b)) => same_number(a, b),
            (ValueToken::Text(a), ValueToken::Text(b))
            | (ValueToken::Word(a), ValueToken::Word(b)) => a == b,
            (ValueToken::Sign(a), ValueToken::Sign(b)) => a == b,
            _ => false,
        }
    }
}

/// Integers are compared as such: floats cannot represent large ones exactly.
fn same_number(a: &str, b: &str) -> bool {
    if let (Ok(a), Ok(b)) = (a.parse::<i64>(), b.parse::<i64>()) {
        return a == b;
    }
    match (a.parse::<f64>(), b.parse::<f64>()) {
        (Ok(a), Ok(b)) => a == b,
        _ => a == b,
    }
}

fn tokens(text: &str) -> impl Iterator<Item = ValueToken<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        // The prefixes of a StringName and of a NodePath of Godot 3.
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '&' || c == '@');
        let first = *rest.as_bytes().first()?;
        let length = match first {
            b'"' => string_length(rest),
            b'0'..=b'9' | b'-' | b'+' | b'.' => run_length(rest, is_number_byte),
            _ => {
                run_length(rest, |c| c == b'_' || c.is_ascii_alphanumeric() || !c.is_ascii()).max(1)
            }
        };
        let (token, after) = rest.split_at_checked(length)?;
        rest = after;
        Some(match first {
            b'"' => ValueToken::Text(token),
            b'0'..=b'9' | b'-' | b'+' | b'.' => ValueToken::Number(token),
            _ if token.len() == 1 && !first.is_ascii_alphanumeric() => ValueToken::Sign(first),
            _ => ValueToken::Word(token),
        })
    })
}

fn is_number_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.')
}

fn run_length(text: &str, belongs: impl Fn(u8) -> bool) -> usize {
    text.bytes().position(|byte| !belongs(byte)).unwrap_or(text.len())
}

/// To the closing quote, or to the end.
fn string_length(text: &str) -> usize {
    let mut escaped = false;
    let mut inside = text.bytes().enumerate().skip(1);
    let closing = inside.find(|&(_, byte)| {
        let closes = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        closes
    });
    closing.map_or(text.len(), |(at, _)| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_compared_by_meaning() {
        for (left, right, expected) in [
            ("1", "1.0", true),
            ("-0.0", "0", true),
            ("1e3", "1000.0", true),
            ("1", "2", false),
            ("9007199254740993", "9007199254740992", false),
            ("Vector2(0, 0)", "Vector2( 0,0 )", true),
            ("Vector2(0, 0)", "Vector2(0, -0.0)", true),
            ("Vector2(0, 0)", "Vector2i(0, 0)", false),
            ("Vector2(0, 0)", "Vector2(0, 0", false),
            ("\"a b\"", "\"a  b\"", false),
            ("\"a\\\"(\"", "\"a\\\"(\"", true),
            ("&\"Master\"", "\"Master\"", true),
            ("Array[StringName]([])", "[]", true),
            ("Array[StringName]([])", "[1]", false),
            ("{ \"a\": 1 }", "{\n\"a\": 1.0\n}", true),
            ("null", "null", true),
            ("null", "ExtResource(\"1\")", false),
            ("inf", "inf", true),
            ("true", "false", false),
            ("\"é", "\"é", true),
            ("é1", "é 1", false),
            ("", " ", true),
            ("", "0", false),
        ] {
            assert_eq!(same_value(left, right), expected, "{left} and {right}");
            assert_eq!(same_value(right, left), expected, "{right} and {left}");
        }
    }
}
