//! Checks text that is written to number fields. Unity would silently read it as 0, so it is
//! rejected.

use scenewright_engine::EngineError;
use scenewright_model::ComponentScript;

use crate::members::field_value::{FieldValue, FoundField, PathStep};
use crate::syntax::SyntaxKind;

use super::body::{self, BodyTarget};
use super::set::{NewValue, flow_fields, property_path};
use super::target::TargetObject;
use super::{Planner, refuse};

/// Words in the names of Unity's text members, whose values may look like numbers.
const TEXT_NAME_PARTS: &[&str] =
    &["name", "tag", "text", "string", "path", "label", "title", "version"];

const NUMBER_TYPES: &[&str] = &[
    "bool", "byte", "double", "float", "int", "long", "sbyte", "short", "uint", "ulong", "ushort",
];

impl Planner<'_> {
    /// Converts a text to a number where the current value is one.
    pub(super) fn text_to_number(
        &self,
        target: &TargetObject,
        component: Option<usize>,
        path: &[PathStep<'_>],
        value: NewValue,
    ) -> Result<NewValue, EngineError> {
        let NewValue::Text(text) = &value else { return Ok(value) };
        let current = self.current_scalar(target, component, path)?;
        if current.is_none_or(|current| parse_number(&current).is_none())
            || !self.takes_number(target, component, path)
        {
            return Ok(value);
        }
        let refused = || refuse(format!("Member '{}'", property_path(path)), "it takes a number");
        Ok(NewValue::Number(parse_number(text).ok_or_else(refused)?))
    }

    /// The current value at a path, if it is a plain scalar.
    fn current_scalar(
        &self,
        target: &TargetObject,
        component: Option<usize>,
        path: &[PathStep<'_>],
    ) -> Result<Option<String>, EngineError> {
        if let (Some(_), Some(component)) = (self.override_target(target, component)?, component) {
            return self.with_opened(target, target.node, |opened| {
                opened.with_fields(component, |fields| {
                    match fields.and_then(|fields| fields.find_steps(path)) {
                        Some(FoundField::Value(_, FieldValue::Scalar(raw))) => {
                            Some((*raw).to_owned())
                        }
                        _ => None,
                    }
                })
            })?;
        }
        let text = self.files.text(&target.path)?;
        let doc = text.doc(component.map_or(target.node().game_object, |at| target.part(at).id))?;
        let malformed = |error| text.malformed(doc.body.start, error);
        let body = text.body(&doc);
        Ok(match body::find(body, path).map_err(malformed)? {
            BodyTarget::Slot(slot) if slot.kind == SyntaxKind::Plain => {
                Some(slot.raw(body).to_owned())
            }
            BodyTarget::InFlow(slot, key) => {
                let fields = flow_fields(slot.raw(body)).map_err(malformed)?;
                fields.into_iter().find(|(name, _)| *name == key).map(|(_, value)| value)
            }
            _ => None,
        })
    }

    /// Decides by the name for Unity's own members, by the source for a script's.
    fn takes_number(
        &self,
        target: &TargetObject,
        component: Option<usize>,
        path: &[PathStep<'_>],
    ) -> bool {
        let script = component.map(|at| &target.part(at).component.script);
        let mut keys = path.iter().filter_map(|step| match step {
            PathStep::Key(key) => Some(*key),
            _ => None,
        });
        match script {
            None | Some(ComponentScript::BuiltIn) => {
                let name = keys.next_back().unwrap_or_default().to_lowercase();
                !TEXT_NAME_PARTS.iter().any(|text| name.contains(text))
            }
            // Fields of a script's fields are declared elsewhere.
            Some(_) => match path {
                [PathStep::Key(key)] => self
                    .script_source(target, component)
                    .is_some_and(|source| declares_number(&source, key)),
                _ => false,
            },
        }
    }
}

/// Whether a field is declared with a number type, or with an enum of the same file.
fn declares_number(source: &str, key: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let words: Vec<&str> = source.split(|c| !is_word(c)).filter(|word| !word.is_empty()).collect();
    let is_enum = |name: &str| words.windows(2).any(|pair| pair == ["enum", name]);
    let mut pairs = words.windows(2).filter(|pair| pair[1] == key);
    pairs.any(|pair| NUMBER_TYPES.contains(&pair[0]) || is_enum(pair[0]))
}

/// A number in Unity's spelling, with all its digits.
fn parse_number(text: &str) -> Option<String> {
    let (sign, digits) = match text.strip_prefix(['-', '+']) {
        Some(digits) => (if text.starts_with('-') { "-" } else { "" }, digits),
        None => ("", text),
    };
    if ["inf", "infinity"].iter().any(|word| digits.eq_ignore_ascii_case(word)) {
        return Some(format!("{sign}Infinity"));
    }
    if text.eq_ignore_ascii_case("nan") {
        return Some("NaN".to_owned());
    }
    let is_finite = digits.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && text.parse::<f64>().is_ok_and(f64::is_finite);
    is_finite.then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{declares_number, parse_number};

    #[test]
    fn numbers_are_parsed_as_unity_does() {
        for (text, expected) in [
            ("1", Some("1")),
            ("-0.50", Some("-0.50")),
            ("18446744073709551615", Some("18446744073709551615")),
            ("1e-07", Some("1e-07")),
            ("nan", Some("NaN")),
            ("-inf", Some("-Infinity")),
            ("Infinity", Some("Infinity")),
            ("1e999", None),
            ("--1", None),
            ("0x10", None),
            ("1,5", None),
            ("", None),
            ("abc", None),
            ("-", None),
        ] {
            assert_eq!(parse_number(text).as_deref(), expected, "{text:?}");
        }
    }

    #[test]
    fn number_fields_are_found_in_the_script() {
        let source =
            "enum Mode { A } class C { public float speed; string title; Mode mode; Other o; }";
        for (key, expected) in
            [("speed", true), ("mode", true), ("title", false), ("o", false), ("x", false)]
        {
            assert_eq!(declares_number(source, key), expected, "{key}");
        }
    }
}
