//! What errors say about the values that a member takes. Every example is accepted by the member.

use super::literal::Literal;
use super::property_type::PropertyType;
use crate::variant::{MathType, PackedType};

/// More labels than these are of no help.
const MAX_SHOWN_LABELS: usize = 12;

/// Longer values are cut.
const MAX_SHOWN_CHARS: usize = 80;

pub(super) fn unknown_type() -> String {
    "its type is not known: the table of Godot's classes, the script and the scene do not tell it; state the type \
     with the value, as in {\"literal\": \"Vector2(1, 2)\"} or {\"ref\": \"res://icon.png\"}"
        .to_owned()
}

pub(super) fn wrong_type(wanted: &PropertyType, old: Option<&Literal>, given: &str) -> String {
    let mut given: String = given.chars().take(MAX_SHOWN_CHARS).collect();
    if given.chars().count() == MAX_SHOWN_CHARS {
        given.push('…');
    }
    if given.contains('…') && given.contains(" bytes)") || is_shortened(&given) {
        return format!(
            "{given} is a shortened value: send the whole value, or set one element by its path"
        );
    }
    let (name, example) = match (wanted, old) {
        (PropertyType::Any | PropertyType::Unknown, Some(old)) => {
            ("the type that it has now".to_owned(), old.text())
        }
        _ => (format!("type {}", wanted.name()), example(wanted)),
    };
    format!("it takes a value of {name}, such as {example}, not {given}")
}

/// `{"length": …, "first": […]}` and `{"bytes": …, "startsWith": …}`, as reads show long values.
fn is_shortened(given: &str) -> bool {
    given.starts_with("{\n\"length\": ") || given.starts_with("{\n\"bytes\": ")
}

/// An example in JSON.
pub(super) fn example(wanted: &PropertyType) -> String {
    match wanted {
        PropertyType::Any | PropertyType::Unknown => "{\"literal\": \"Vector2(1, 2)\"}".to_owned(),
        PropertyType::BuiltIn(name) => built_in_example(name),
        PropertyType::Enum(labels) => {
            let shown: Vec<String> = labels
                .iter()
                .take(MAX_SHOWN_LABELS)
                .map(|(label, number)| format!("\"{label}\" ({number})"))
                .collect();
            shown.join(", ")
        }
        PropertyType::Array(element) => format!("[{}]", example(element)),
        PropertyType::Dictionary { key, value, .. } => match &**key {
            PropertyType::BuiltIn(name) if matches!(name.as_str(), "String" | "StringName") => {
                format!("{{\"key\": {}}}", example(value))
            }
            _ => "{\"literal\": \"{}\"}".to_owned(),
        },
        PropertyType::Resource(_) => "{\"ref\": \"res://…\"} or null".to_owned(),
        PropertyType::Node(_) | PropertyType::Object(_) => {
            "{\"object\": \"Main/Player\"} or null".to_owned()
        }
    }
}

fn built_in_example(name: &str) -> String {
    if let Some(math) = MathType::by_name(name) {
        let numbers = (1..=math.arity()).map(|number| number.to_string());
        let numbers: Vec<String> = match math {
            MathType::Color => ["1", "0.5", "0", "1"].map(str::to_owned).to_vec(),
            _ => numbers.collect(),
        };
        return format!("\"{name}({})\"", numbers.join(", "));
    }
    if let Some(packed) = PackedType::by_name(name) {
        let numbers = (1..=packed.width()).map(|number| number.to_string());
        return format!("\"{name}({})\"", numbers.collect::<Vec<_>>().join(", "));
    }
    match name {
        "bool" => "true",
        "int" => "3",
        "float" => "0.5",
        "NodePath" => "\"../Player\" or {\"object\": \"Main/Player\"}",
        "PackedStringArray" => "[\"one\", \"two\"]",
        "Array" => "[1, 2]",
        "Dictionary" => "{\"key\": 1}",
        "Callable" | "Signal" | "RID" => "null",
        _ => "\"text\"",
    }
    .to_owned()
}
