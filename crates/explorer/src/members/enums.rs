//! Enums: the enum of a member, and the names of its values. Files hold numbers.

mod source;
mod table;

use scenewright_engine::{Glob, TextPattern, TextQuery};
use scenewright_model::{ComponentScript, MemberValue};
use serde_json::{Value, json};

use super::{ComponentView, DisplayValue};

/// How many lines of the source of an enum are read at most.
const MAX_SOURCE_LINES: usize = 20_000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MemberEnum {
    /// `UnityEngine.LightType`, `UnityEngine.UI.Image+Type`.
    pub(super) full_type: String,
    /// Whether values can be combined.
    pub(super) is_flags: bool,
    pub(super) values: Vec<(String, i64)>,
}

impl MemberEnum {
    pub(super) fn display(&self, number: i64) -> DisplayValue {
        let name = self.name(number);
        DisplayValue { type_name: self.full_type.clone(), json: json!(name), text: name }
    }

    /// As C# prints it: a value without a name is its number.
    fn name(&self, number: i64) -> String {
        let named = self.values.iter().find(|(_, value)| *value == number);
        if let Some((name, _)) = named {
            return name.clone();
        }
        let flags = if self.is_flags { self.flag_names(number) } else { None };
        flags.unwrap_or_else(|| number.to_string())
    }

    fn flag_names(&self, number: i64) -> Option<String> {
        let mut values: Vec<&(String, i64)> = self.values.iter().filter(|it| it.1 > 0).collect();
        values.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
        let mut rest = number;
        let mut names: Vec<&str> = Vec::new();
        for (name, value) in values {
            if rest & value == *value {
                rest &= !value;
                names.insert(0, name);
            }
        }
        (rest == 0 && !names.is_empty()).then(|| names.join(", "))
    }

    /// The number of one or several names, in either case.
    pub(super) fn number(&self, value: &Value) -> Option<i64> {
        let one = |name: &str| {
            let known =
                self.values.iter().find(|(known, _)| known.eq_ignore_ascii_case(name.trim()));
            known.map(|(_, value)| *value).or_else(|| name.trim().parse().ok())
        };
        match value {
            Value::String(names) => {
                names.split(',').try_fold(0, |all, name| Some(all | one(name)?))
            }
            other => other.as_i64(),
        }
    }
}

/// The enum of a member, by its API name; `None` if it is not an enum or an unknown one.
pub(super) fn for_member(
    component: &ComponentView<'_>,
    name: &str,
    value: &MemberValue,
) -> Option<MemberEnum> {
    if !component.view.is_unity() || !matches!(value, MemberValue::Int(_)) {
        return None;
    }
    if component.is_unity_type() {
        table::find(&component.full_type, name)
    } else {
        find_declared(component, name)
    }
}

/// From the sources: the type of the field, and then the enum of that name.
fn find_declared(component: &ComponentView<'_>, field: &str) -> Option<MemberEnum> {
    let ComponentScript::Found(path) = &component.component().script else { return None };
    let pattern = format!(r"\b[A-Za-z_][\w.]*\s+{}\s*[=;,]", regex_escaped(field)?);
    let lines = search(component, &pattern, Glob::exact(path), 8)?;
    let type_name = lines.iter().find_map(|(_, line)| source::type_of(line, field))?;
    let last = type_name.rsplit('.').next()?.to_owned();
    let pattern = format!(r"\benum\s+{}\b", regex_escaped(&last)?);
    let found = search(component, &pattern, Glob::new("**/*.cs").ok()?, 16)?;
    let nearest = found.iter().find(|(at, _)| at == path).or(found.first())?;
    let lines = search(component, r"^.+$", Glob::exact(&nearest.0), MAX_SOURCE_LINES)?;
    let text: Vec<&str> = lines.iter().map(|(_, line)| line.as_str()).collect();
    source::parse(&text.join("\n"), &last)
}

/// Names of C# need no escaping; anything else is not searched for.
fn regex_escaped(name: &str) -> Option<&str> {
    name.chars().all(|letter| letter.is_alphanumeric() || letter == '_').then_some(name)
}

/// Lines with their files.
fn search(
    component: &ComponentView<'_>,
    pattern: &str,
    paths: Glob,
    take: usize,
) -> Option<Vec<(String, String)>> {
    let search = component.view.engine.as_text_search()?;
    let pattern = TextPattern::regex(pattern, true).ok()?;
    let query = TextQuery { pattern, paths: Some(paths), skip: 0, take };
    let found = search.search(&query, component.view.cx).ok()?.value.matches;
    Some(found.into_iter().map(|line| (line.path, line.text)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sides() -> MemberEnum {
        let values = [("None", 0), ("Left", 1), ("Right", 2), ("Both", 3), ("Top", 8)];
        let values = values.map(|(name, value)| (name.to_owned(), value)).to_vec();
        MemberEnum { full_type: "Sides".to_owned(), is_flags: true, values }
    }

    #[test]
    fn numbers_have_names() {
        let plain = MemberEnum { is_flags: false, ..sides() };
        for (number, flags, one) in [
            (0, "None", "None"),
            (2, "Right", "Right"),
            (3, "Both", "Both"),
            (9, "Left, Top", "9"),
            (11, "Both, Top", "11"),
            (16, "16", "16"),
        ] {
            assert_eq!((sides().name(number).as_str(), plain.name(number).as_str()), (flags, one));
        }
    }

    #[test]
    fn names_have_numbers() {
        for (value, expected) in [
            (json!("right"), Some(2)),
            (json!("Left, Top"), Some(9)),
            (json!(8), Some(8)),
            (json!("8"), Some(8)),
            (json!("Bottom"), None),
            (json!(true), None),
        ] {
            assert_eq!(sides().number(&value), expected, "{value}");
        }
    }
}
