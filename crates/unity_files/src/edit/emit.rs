//! Writes values as Unity does: like libyaml with lines of 80 columns.

use std::fmt::Write as _;

/// Lines break at the first opportunity after this column.
const LINE_WIDTH: usize = 80;

/// Numbers with a decimal exponent outside this range are written with an exponent.
const MIN_PLAIN_EXPONENT: i32 = -9;
const MAX_PLAIN_EXPONENT: i32 = 15;

/// The column where a value begins, and the indentation of its further lines.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct EmitPosition {
    pub(super) column: usize,
    pub(super) indent: usize,
}

/// The shortest decimal that parses to the same 32-bit number.
pub(super) fn float(number: f64) -> String {
    #[expect(clippy::cast_possible_truncation, reason = "Unity's floats have 32 bits")]
    let number = number as f32;
    if number.is_nan() {
        return "NaN".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    let scientific = format!("{number:e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    if (MIN_PLAIN_EXPONENT..MAX_PLAIN_EXPONENT).contains(&exponent) {
        return number.to_string();
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}e{sign}{:02}", exponent.unsigned_abs())
}

/// `{a: 1, b: 2}`; broken into lines where it is too long and the project allows it.
pub(super) fn flow(fields: &[(&str, &str)], at: EmitPosition, one_line: bool) -> String {
    let mut text = String::from("{");
    let mut column = at.column + 1;
    for (index, (key, value)) in fields.iter().enumerate() {
        if index > 0 {
            text.push(',');
            column += 1;
            if column > LINE_WIDTH && !one_line {
                text.push('\n');
                text.extend(std::iter::repeat_n(' ', at.indent));
                column = at.indent;
            } else {
                text.push(' ');
                column += 1;
            }
        }
        let field = format!("{key}: {value}");
        column += field.chars().count();
        text += &field;
    }
    text.push('}');
    text
}

/// A text, quoted if necessary.
pub(super) fn text(text: &str, at: EmitPosition) -> String {
    match scalar_style(text) {
        ScalarStyle::Plain => LineFolder::new(at, '\0').plain(text),
        ScalarStyle::Single => LineFolder::new(at, '\'').single(text),
        ScalarStyle::Double => LineFolder::new(at, '"').double(text),
    }
}

#[derive(Debug, PartialEq, Eq)]
enum ScalarStyle {
    Plain,
    Single,
    Double,
}

fn scalar_style(text: &str) -> ScalarStyle {
    let special = |c: char| !matches!(c, ' '..='~' | '\n');
    if text.contains(special) || text.contains(" \n") || text.contains("\n ") {
        return ScalarStyle::Double;
    }
    let edge = |c: char| matches!(c, ' ' | '\n');
    let quoted = text.starts_with(edge)
        || text.ends_with(edge)
        || text.contains('\n')
        || has_indicator(text);
    if quoted { ScalarStyle::Single } else { ScalarStyle::Plain }
}

/// Whether YAML would not read it as plain text.
fn has_indicator(text: &str) -> bool {
    let ends_word = |rest: &str| rest.is_empty() || rest.starts_with([' ', '\n']);
    let first = match text.chars().next() {
        Some(
            '#' | ',' | '[' | ']' | '{' | '}' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%'
            | '@' | '`',
        ) => true,
        Some('?' | ':' | '-') => ends_word(&text[1..]),
        _ => false,
    };
    let marks_document = text.starts_with("---") || text.starts_with("...");
    let ends_key = text.match_indices(':').any(|(at, _)| at > 0 && ends_word(&text[at + 1..]));
    first || marks_document || ends_key || text.contains(" #") || text.contains("\n#")
}

/// Writes text with line breaks.
struct LineFolder {
    at: EmitPosition,
    column: usize,
    written: String,
    quote: char,
}

impl LineFolder {
    fn new(at: EmitPosition, quote: char) -> LineFolder {
        let mut folded = LineFolder { at, column: at.column, written: String::new(), quote };
        if quote != '\0' {
            folded.push(quote);
        }
        folded
    }

    fn push(&mut self, c: char) {
        self.written.push(c);
        self.column += 1;
    }

    fn break_line(&mut self) {
        self.written.push('\n');
        self.indent();
    }

    fn indent(&mut self) {
        self.written.extend(std::iter::repeat_n(' ', self.at.indent));
        self.column = self.at.indent;
    }

    fn plain(mut self, text: &str) -> String {
        let mut after_space = false;
        for (index, c) in text.char_indices() {
            let is_space = c == ' ';
            let next_is_space = text[index..].starts_with("  ");
            if is_space && !after_space && self.column > LINE_WIDTH && !next_is_space {
                self.break_line();
            } else {
                self.push(c);
            }
            after_space = is_space;
        }
        self.written
    }

    fn single(mut self, text: &str) -> String {
        let (mut after_space, mut after_break) = (false, false);
        for (index, c) in text.char_indices() {
            let is_inside = index > 0 && index + 1 < text.len();
            let next_is_space = text[index..].starts_with("  ");
            match c {
                ' ' if !after_space && self.column > LINE_WIDTH && is_inside && !next_is_space => {
                    self.break_line();
                }
                '\n' => {
                    self.written.push_str(if after_break { "\n" } else { "\n\n" });
                    self.column = 0;
                }
                _ => {
                    if after_break {
                        self.indent();
                    }
                    if c == '\'' {
                        self.push(c);
                    }
                    self.push(c);
                }
            }
            (after_space, after_break) = (c == ' ', c == '\n');
        }
        self.push(self.quote);
        self.written
    }

    fn double(mut self, text: &str) -> String {
        let mut after_space = false;
        for (index, c) in text.char_indices() {
            let is_inside = index > 0 && index + c.len_utf8() < text.len();
            if c == ' ' && !after_space && self.column > LINE_WIDTH && is_inside {
                self.break_line();
                if text[index..].starts_with("  ") {
                    self.push('\\');
                }
            } else {
                let escaped = escape_char(c);
                self.column += escaped.len();
                self.written.push_str(&escaped);
            }
            after_space = c == ' ';
        }
        self.push(self.quote);
        self.written
    }
}

/// Unity writes UTF-16 units: characters beyond U+FFFF become two escapes.
fn escape_char(c: char) -> String {
    let named = match c {
        '\0' => '0',
        '\x07' => 'a',
        '\x08' => 'b',
        '\t' => 't',
        '\n' => 'n',
        '\x0b' => 'v',
        '\x0c' => 'f',
        '\r' => 'r',
        '\x1b' => 'e',
        '"' => '"',
        '\\' => '\\',
        '\u{85}' => 'N',
        '\u{a0}' => '_',
        '\u{2028}' => 'L',
        '\u{2029}' => 'P',
        ' '..='~' => return c.to_string(),
        c if u32::from(c) <= 0xff => return format!("\\x{:02X}", u32::from(c)),
        c => {
            let mut units = String::new();
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(units, "\\u{unit:04X}");
            }
            return units;
        }
    };
    format!("\\{named}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_shortest_digits() {
        for (number, expected) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (1.0, "1"),
            (0.1, "0.1"),
            (-12.5, "-12.5"),
            (1.0 / 3.0, "0.33333334"),
            (16_777_216.0, "16777216"),
            (0.000_000_029_802_322, "0.000000029802322"),
            (0.000_000_002_182_224_2, "0.0000000021822242"),
            (6.214_668e-10, "6.214668e-10"),
            (1e-45, "1e-45"),
            (3.402_823_5e38, "3.4028235e+38"),
            (f64::INFINITY, "Infinity"),
            (f64::NEG_INFINITY, "-Infinity"),
            (f64::NAN, "NaN"),
        ] {
            assert_eq!(float(number), expected);
        }
    }

    #[test]
    fn text_is_quoted_where_necessary() {
        for (from, expected) in [
            ("", ""),
            ("Main Camera", "Main Camera"),
            ("1", "1"),
            ("true", "true"),
            ("-x", "-x"),
            ("- x", "'- x'"),
            ("a: b", "'a: b'"),
            ("a:b", "a:b"),
            ("a:", "'a:'"),
            ("it's", "it's"),
            ("'it", "'''it'"),
            ("[1]", "'[1]'"),
            ("a [1], b", "a [1], b"),
            ("x #1", "'x #1'"),
            ("x#1", "x#1"),
            ("---- x", "'---- x'"),
            (" x", "' x'"),
            ("x ", "'x '"),
            ("one\ntwo", "'one\n\n    two'"),
            ("one\n\ntwo\n", "'one\n\n\n    two\n\n'"),
            ("tab\t\"x\"", r#""tab\t\"x\"""#),
            ("Käse", r#""K\xE4se""#),
            ("\u{200b}x", r#""\u200Bx""#),
            ("😀", r#""\uD83D\uDE00""#),
            ("a \n b", r#""a \n b""#),
        ] {
            assert_eq!(text(from, EmitPosition { column: 10, indent: 4 }), expected, "{from:?}");
        }
    }

    #[test]
    fn long_values_continue_on_the_next_line() {
        let at = EmitPosition { column: 70, indent: 4 };
        assert_eq!(text("one two three four", at), "one two three\n    four");
        assert_eq!(text("one two thr'  four 'x'", at), "one two thr'  four\n    'x'");
        assert_eq!(text("'one two three four", at), "'''one two three\n    four'");
        assert_eq!(text("\tone two three four", at), "\"\\tone two three\n    four\"");
        let fields = [("fileID", "1"), ("guid", "ab"), ("type", "3")];
        assert_eq!(
            flow(&fields, EmitPosition { column: 59, indent: 4 }, false),
            "{fileID: 1, guid: ab, type: 3}"
        );
        let at = EmitPosition { column: 60, indent: 4 };
        assert_eq!(flow(&fields, at, false), "{fileID: 1, guid: ab,\n    type: 3}");
        assert_eq!(flow(&fields, at, true), "{fileID: 1, guid: ab, type: 3}");
    }
}
