//! Enum declarations of C#.

use super::MemberEnum;

/// Types that are never enums.
const NON_ENUM_TYPES: [&str; 14] = [
    "bool",
    "byte",
    "sbyte",
    "short",
    "ushort",
    "int",
    "uint",
    "long",
    "ulong",
    "float",
    "double",
    "string",
    "LayerMask",
    "return",
];

/// The type that a line declares a field with.
pub(super) fn type_of(line: &str, field: &str) -> Option<String> {
    let words = tokenize(line);
    let at = words.windows(2).position(|pair| pair[1] == field && is_name(pair[0]))?;
    let type_name = words[at];
    (!NON_ENUM_TYPES.contains(&type_name)).then(|| type_name.to_owned())
}

fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

/// Names with their dots, numbers, and every other character by itself. Strings and comments are left out.
fn tokenize(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            '"' => literal(rest),
            _ if is_word_char(first) => {
                rest.find(|next: char| !is_word_char(next)).unwrap_or(rest.len())
            }
            _ => first.len_utf8(),
        };
        let (word, after) = rest.split_at(length);
        if !word.starts_with("//") && !word.starts_with("/*") && !word.starts_with('"') {
            words.push(word);
        }
        rest = after.trim_start();
    }
    words
}

fn is_word_char(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_' || letter == '.'
}

/// The length of a string literal with its quotes.
fn literal(rest: &str) -> usize {
    let mut is_escaped = false;
    for (at, letter) in rest.char_indices().skip(1) {
        match letter {
            '"' if !is_escaped => return at + 1,
            '\n' => return at,
            _ => is_escaped = letter == '\\' && !is_escaped,
        }
    }
    rest.len()
}

/// The enum of that name in a file, with the full name that it has there.
pub(super) fn parse(text: &str, name: &str) -> Option<MemberEnum> {
    let words = tokenize(text);
    let at = words.windows(2).position(|pair| pair[0] == "enum" && pair[1] == name)?;
    let open = at + words[at..].iter().position(|word| *word == "{")?;
    let length = words[open..].iter().position(|word| *word == "}")?;
    let before = &words[..at];
    let attributes = before.iter().rposition(|word| [";", "}", "{"].contains(word)).unwrap_or(0);
    let is_flags = before[attributes..].iter().any(|it| it.rsplit('.').next() == Some("Flags"));
    let values = values(&words[open + 1..open + length]);
    Some(MemberEnum { full_type: format!("{}{name}", enclosing_scope(before)), is_flags, values })
}

/// `Harbour.Player+` for what is declared inside the class `Player` of that namespace.
fn enclosing_scope(before: &[&str]) -> String {
    let mut open: Vec<String> = Vec::new();
    let mut next = String::new();
    for pair in before.windows(2) {
        match pair[0] {
            "namespace" => next = format!("{}.", pair[1]),
            "class" | "struct" | "interface" if is_name(pair[1]) => next = format!("{}+", pair[1]),
            _ => {}
        }
        match pair[1] {
            "{" => open.push(std::mem::take(&mut next)),
            "}" => drop(open.pop()),
            // A namespace for the whole file.
            ";" if next.ends_with('.') => open.insert(0, std::mem::take(&mut next)),
            _ => {}
        }
    }
    open.concat()
}

/// Values that cannot be evaluated are left out.
fn values(words: &[&str]) -> Vec<(String, i64)> {
    let mut values: Vec<(String, i64)> = Vec::new();
    let mut next = Some(0_i64);
    for part in words.split(|word| *word == ",") {
        // Attributes come before the name.
        let from = part.iter().rposition(|word| *word == "]").map_or(0, |at| at + 1);
        let Some((name, rest)) = part[from..].split_first() else { continue };
        let value = match rest.split_first() {
            Some((&"=", worth)) => evaluate(worth, &values),
            _ => next,
        };
        values.extend(value.map(|value| ((*name).to_owned(), value)));
        next = value.and_then(|value| value.checked_add(1));
    }
    values
}

/// `4`, `-1`, `0x10`, `1 << 3`, `Left | Right`.
fn evaluate(words: &[&str], known: &[(String, i64)]) -> Option<i64> {
    let each = words.split(|word| *word == "|").map(|part| match part {
        [one] => number(one, known),
        ["-", one] => number(one, known)?.checked_neg(),
        [one, "<", "<", by] => {
            let by = u32::try_from(number(by, known)?).ok()?;
            number(one, known)?.checked_shl(by)
        }
        _ => None,
    });
    each.into_iter().try_fold(0, |all, one| Some(all | one?))
}

fn number(word: &str, known: &[(String, i64)]) -> Option<i64> {
    let bare = word.trim_end_matches(['u', 'U', 'l', 'L']).replace('_', "");
    if let Some(digits) = bare.strip_prefix("0x").or(bare.strip_prefix("0X")) {
        return i64::from_str_radix(digits, 16).ok();
    }
    let named = || known.iter().find(|(name, _)| name == word).map(|(_, value)| *value);
    bare.parse().ok().or_else(named)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"
        using System; // enum Mood { No }
        namespace Harbour.Game {
            /* enum Mood { No } */
            public class Keeper : MonoBehaviour {
                [Tooltip("enum Mood { No }")] public Mood mood = Mood.Calm;
                public enum Mood : byte { Calm, [InspectorName("x")] Busy = 4, Angry, }
            }
            [Flags] public enum Doors { None = 0, Left = 1 << 0, Right = 0x2, Both = Left | Right, Odd = F(), Far = -8 }
        }"#;

    #[test]
    fn enums_are_read_with_their_full_names() {
        let of = |name: &str| {
            let found = parse(TEXT, name).unwrap();
            let values = found.values.iter().map(|(name, value)| format!("{name}={value}"));
            (found.full_type, found.is_flags, values.collect::<Vec<_>>().join(" "))
        };
        let mood =
            ("Harbour.Game.Keeper+Mood".to_owned(), false, "Calm=0 Busy=4 Angry=5".to_owned());
        assert_eq!(of("Mood"), mood);
        let doors = "None=0 Left=1 Right=2 Both=3 Far=-8".to_owned();
        assert_eq!(of("Doors"), ("Harbour.Game.Doors".to_owned(), true, doors));
        assert_eq!(parse(TEXT, "No"), None);
        assert_eq!(parse("enum A { B", "A"), None);
        assert_eq!(parse("namespace N; enum A { B }", "A").unwrap().full_type, "N.A");
    }

    #[test]
    fn a_field_has_a_type() {
        for (line, expected) in [
            ("public Mood mood = Mood.Calm;", Some("Mood")),
            ("[SerializeField] private Keeper.Mood mood;", Some("Keeper.Mood")),
            ("public int mood;", None),
            ("// Mood mood;", None),
            ("mood = Mood.Calm;", None),
            ("return mood;", None),
        ] {
            assert_eq!(type_of(line, "mood").as_deref(), expected, "{line}");
        }
    }
}
