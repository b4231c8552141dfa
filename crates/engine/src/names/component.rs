//! Finds components by type, script or position.

use scenewright_model::{Component, ComponentRef, ComponentScript};

use super::{NameChoice, NameError, NameKind, NameProblem, nearest};

/// What happens to a name without a number that several components share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AmbiguityPolicy {
    /// For reads: the first one is used.
    First,
    /// For edits: the name is rejected.
    Refuse,
}

/// Returns the namespaces in which a component's script declares types; `None` if they cannot be
/// determined.
pub type Namespaces<'a> = dyn Fn(&Component) -> Option<Vec<String>> + 'a;

/// Accepts a position, a type (short or with its namespace, in any case, `Type[1]` for the second
/// of several), or the script's file.
pub fn find_component(
    components: &[&Component],
    asked: &ComponentRef,
    several: AmbiguityPolicy,
    namespaces: &Namespaces<'_>,
) -> Result<usize, NameError> {
    let named = match asked {
        ComponentRef::Index(index) if *index < components.len() => return Ok(*index),
        ComponentRef::Index(index) => return Err(unknown(components, &index.to_string())),
        ComponentRef::Type(named) => named.as_str(),
    };
    let matching = |name: &str| matching(components, name, namespaces);
    let found = matching(named);
    match found.as_slice() {
        [] => {
            let numbered = numbered(named).and_then(|(name, nth)| matching(name).get(nth).copied());
            numbered.ok_or_else(|| unknown(components, named))
        }
        [one] => Ok(*one),
        [first, ..] if several == AmbiguityPolicy::First => Ok(*first),
        all => Err(ambiguous(components, named, all)),
    }
}

/// `UnityEngine.BoxCollider` is in a namespace, `BoxCollider` and `player.gd` are not.
pub fn qualified(name: &str) -> Option<(&str, &str)> {
    let is_word = |part: &str| {
        part.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && part.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    let (namespace, short) = name.rsplit_once('.')?;
    (is_word(short) && namespace.split('.').all(is_word)).then_some((namespace, short))
}

fn numbered(name: &str) -> Option<(&str, usize)> {
    let (name, number) = name.strip_suffix(']')?.rsplit_once('[')?;
    Some((name, number.parse().ok()?))
}

/// The positions that a name without a number may refer to; the first rule that finds any decides.
fn matching(components: &[&Component], name: &str, namespaces: &Namespaces<'_>) -> Vec<usize> {
    let all = |is_it: &dyn Fn(&Component) -> bool| -> Vec<usize> {
        (0..components.len()).filter(|&at| is_it(components[at])).collect()
    };
    let rules: [&dyn Fn(&Component) -> bool; 4] = [
        &|component| component.type_name == name,
        &|component| component.type_name.eq_ignore_ascii_case(name),
        &|component| is_script(component, name),
        &|component| has_full_name(component, name, namespaces),
    ];
    let found = rules.iter().map(|rule| all(rule)).find(|found| !found.is_empty());
    found.unwrap_or_default()
}

fn has_full_name(component: &Component, name: &str, namespaces: &Namespaces<'_>) -> bool {
    let Some((namespace, short)) = qualified(name) else { return false };
    if !component.type_name.eq_ignore_ascii_case(short) {
        return false;
    }
    let is_own = |own: &str| own.eq_ignore_ascii_case(namespace);
    match &component.script {
        ComponentScript::BuiltIn => {
            let first = namespace.split('.').next().unwrap_or_default();
            first.eq_ignore_ascii_case("UnityEngine")
        }
        _ => namespaces(component).is_none_or(|all| all.iter().any(|own| is_own(own))),
    }
}

/// Matches a script's path, its file name, or its file name without the extension.
fn is_script(component: &Component, name: &str) -> bool {
    let ComponentScript::Found(path) = &component.script else { return false };
    let file = path.rsplit('/').next().unwrap_or(path);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    [path.as_str(), file, stem].iter().any(|own| own.eq_ignore_ascii_case(name))
}

fn unknown(components: &[&Component], named: &str) -> NameError {
    let types = components.iter().map(|component| component.type_name.as_str());
    let short = numbered(named).map_or(named, |(name, _)| name);
    let short = qualified(short).map_or(short, |(_, short)| short);
    let mut similar = nearest(short, types);
    similar.dedup();
    NameError::unknown(NameKind::Component, named, similar)
}

fn ambiguous(components: &[&Component], named: &str, all: &[usize]) -> NameError {
    let choice = |(number, &position): (usize, &usize)| {
        let component = components[position];
        let script = match &component.script {
            ComponentScript::Found(path) => format!(", {path}"),
            _ => String::new(),
        };
        let off = if component.enabled == Some(false) { ", switched off" } else { "" };
        NameChoice {
            name: format!("{named}[{number}]"),
            position,
            details: format!("component {position}{script}{off}"),
        }
    };
    let choices = all.iter().enumerate().map(choice).collect();
    let problem = NameProblem::Ambiguous { choices };
    NameError { kind: NameKind::Component, asked: named.to_owned(), problem }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(named: &str, several: AmbiguityPolicy) -> Result<usize, NameError> {
        let script =
            |name: &str, path: &str| Component::new(name, ComponentScript::Found(path.to_owned()));
        let components = [
            Component::built_in("Transform"),
            Component::built_in("BoxCollider"),
            Component::built_in("BoxCollider"),
            script("Player", "Assets/Scripts/Player.cs"),
            script("Hud", "res://ui/hud_script.gd"),
        ];
        let components: Vec<&Component> = components.iter().collect();
        let asked = match named.parse() {
            Ok(index) => ComponentRef::Index(index),
            Err(_) => ComponentRef::Type(named.to_owned()),
        };
        let namespaces = |component: &Component| {
            (component.type_name == "Player").then(|| vec!["Harbour.Core".to_owned()])
        };
        find_component(&components, &asked, several, &namespaces)
    }

    #[test]
    fn components_have_many_spellings() {
        for (named, expected) in [
            ("Transform", Some(0)),
            ("transform", Some(0)),
            ("UnityEngine.Transform", Some(0)),
            ("unityengine.transform", Some(0)),
            ("Harbour.Core.Transform", None),
            ("BoxCollider[0]", Some(1)),
            ("boxcollider[1]", Some(2)),
            ("UnityEngine.BoxCollider[1]", Some(2)),
            ("BoxCollider[2]", None),
            ("2", Some(2)),
            ("9", None),
            ("Player", Some(3)),
            ("Harbour.Core.Player", Some(3)),
            ("Other.Player", None),
            ("Player.cs", Some(3)),
            ("Assets/Scripts/Player.cs", Some(3)),
            ("hud", Some(4)),
            ("hud_script", Some(4)),
            ("hud_script.gd", Some(4)),
            ("Camera", None),
            ("", None),
        ] {
            for several in [AmbiguityPolicy::First, AmbiguityPolicy::Refuse] {
                assert_eq!(find(named, several).ok(), expected, "{named}");
            }
        }
    }

    #[test]
    fn an_edit_does_not_choose_among_several() {
        assert_eq!(find("boxcollider", AmbiguityPolicy::First), Ok(1));
        let error = find("boxcollider", AmbiguityPolicy::Refuse).unwrap_err();
        assert_eq!(error.names(), ["boxcollider[0] (component 1)", "boxcollider[1] (component 2)"]);
    }

    #[test]
    fn a_slip_has_a_suggestion() {
        for (named, expected) in
            [("BoxColider", "BoxCollider"), ("Transfrom", "Transform"), ("X.Playr[3]", "Player")]
        {
            let error = find(named, AmbiguityPolicy::First).unwrap_err();
            assert_eq!(error.names().first().map(String::as_str), Some(expected), "{named}");
        }
    }
}
