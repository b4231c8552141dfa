//! Consistent naming: a spelling is accepted by every operation that takes an object, a component
//! or a member, or by none, and then all make the same suggestions.

use serde_json::{Map, Value, json};

use super::projects::{GODOT, GODOT_SCENE, UNITY, UNITY_SCENE};
use super::{Server, arguments};
use crate::{Definition, Failure, ToolFilter};

/// What a parameter names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Names {
    Object,
    Component,
    Member,
}

/// Parameters that take names, in all operations. Patterns and new types do not count.
fn names(definition: &Definition, parameter: &str) -> Option<Names> {
    match (definition.id, parameter) {
        (
            "scene.objects.find" | "scene.component.add" | "scene.object.create",
            "component" | "components",
        ) => None,
        (_, "objectPath" | "parentPath" | "root") => Some(Names::Object),
        ("scene.transform.read", "objects") => Some(Names::Object),
        (_, "component") => Some(Names::Component),
        ("scene.object.read", "components") => Some(Names::Component),
        (_, "member") => Some(Names::Member),
        _ => None,
    }
}

struct Side {
    server: Server,
    scene: &'static str,
    object: &'static str,
    component: &'static str,
    member: &'static str,
}

impl Side {
    fn unity() -> Side {
        let (object, component, member) = ("Player", "Transform", "m_LocalPosition.x");
        Side { server: Server::new(UNITY), scene: UNITY_SCENE, object, component, member }
    }

    fn godot() -> Side {
        let (object, component, member) = ("Main/Player", "Sprite2D", "position");
        Side { server: Server::new(GODOT), scene: GODOT_SCENE, object, component, member }
    }

    /// Every operation and parameter that takes such a name.
    fn takers(&self, wanted: Names) -> Vec<(&Definition, String)> {
        let mut found = Vec::new();
        for definition in self.server.session.list(ToolFilter::default()) {
            let parameters = definition.input_schema["properties"].as_object().unwrap();
            for parameter in parameters.keys() {
                if names(definition, parameter) == Some(wanted) {
                    found.push((definition, parameter.clone()));
                }
            }
        }
        assert!(found.len() > 3, "{wanted:?}");
        found
    }

    /// Valid arguments.
    fn input(&self, definition: &Definition) -> Map<String, Value> {
        let mut input = Map::new();
        let required = definition.input_schema["required"].as_array().cloned().unwrap_or_default();
        let parameters = definition.input_schema["properties"].as_object().unwrap();
        for parameter in parameters.keys() {
            let value = match parameter.as_str() {
                "scenePath" => json!(self.scene),
                "objectPath" => json!(self.object),
                "dryRun" => json!(true),
                "component" if definition.id == "scene.component.add" => json!("BoxCollider"),
                "component" => json!(self.component),
                "member" => json!(self.member),
                "active" => json!(true),
                "value" => json!("7"),
                "name" => json!("Other"),
                "tag" => json!("Untagged"),
                "layer" => json!("0"),
                "group" => json!("all"),
                "script" => json!("res://player.gd"),
                "source" if self.scene == GODOT_SCENE => json!("res://leaf.tscn"),
                "source" => json!(self.scene),
                "path" => json!(if self.scene == UNITY_SCENE {
                    "Assets/N.prefab"
                } else {
                    "res://n.tscn"
                }),
                other => {
                    assert!(!required.contains(&json!(other)), "{}: {other}", definition.id);
                    continue;
                }
            };
            let is_needed = required.contains(&json!(parameter));
            if is_needed
                || ["objectPath", "dryRun", "component", "member"].contains(&parameter.as_str())
            {
                input.insert(parameter.clone(), value);
            }
        }
        input
    }

    /// `None` if the name is accepted, whatever else is reported; otherwise the suggestions.
    fn outcome(
        &self,
        definition: &Definition,
        parameter: &str,
        spelling: &Value,
        more: &Value,
    ) -> Option<Vec<String>> {
        let mut input = self.input(definition);
        for (name, value) in arguments(more.clone()) {
            if input.contains_key(&name) {
                input.insert(name, value);
            }
        }
        let is_list = definition.input_schema["properties"][parameter]["type"] == "array";
        let value = if is_list { json!([spelling]) } else { spelling.clone() };
        input.insert(parameter.to_owned(), value);
        match self.server.call(definition.id, Value::Object(input.clone())) {
            Err(Failure::Engine(error)) if error.missing().is_some() => Some(error.similar),
            Err(failure @ (Failure::InvalidArguments { .. } | Failure::Crashed { .. })) => {
                panic!("{} {input:?}: {failure}", definition.id)
            }
            _ => None,
        }
    }

    fn check(&self, wanted: Names, spelling: &str, more: Value, expected: Option<&str>) {
        for (definition, parameter) in self.takers(wanted) {
            if self.is_of_other_engine(definition) || definition.id == "edit.apply" {
                continue;
            }
            let found = self.outcome(definition, &parameter, &json!(spelling), &more);
            let at = format!("{} {parameter}={spelling}", definition.id);
            match expected {
                None => assert_eq!(found, None, "{at} is understood"),
                Some(suggested) => {
                    let found = found.unwrap_or_else(|| panic!("{at} is not understood"));
                    let first = found.first().map_or("", String::as_str);
                    assert_eq!(first, suggested, "{at}");
                }
            }
        }
    }

    fn is_of_other_engine(&self, definition: &Definition) -> bool {
        crate::instead::alternative_hint(definition.id, self.server.session.engine_kind()).is_some()
            || definition.is_in("editor")
    }
}

#[test]
fn an_object_is_named_alike_everywhere() {
    for (spelling, expected) in [
        ("Player", None),
        ("/Player", None),
        ("Player/", None),
        ("Player[0]", None),
        ("Player/Hand", None),
        ("Player[0]/Hand[0]", None),
        ("Player[1]", Some("Player")),
        ("Playr", Some("Player")),
        ("Hand", Some("Player/Hand")),
        ("obj:7", Some("")),
    ] {
        Side::unity().check(Names::Object, spelling, json!({}), expected);
    }
    for (spelling, expected) in [
        ("Main/Player", None),
        ("Player", None),
        ("/root/Main/Player", None),
        ("%Player", None),
        ("./Player/Hand", None),
        ("Main/Playr", Some("Main/Player")),
        ("Playr", Some("Main/Player")),
    ] {
        Side::godot().check(Names::Object, spelling, json!({ "component": "0" }), expected);
    }
}

#[test]
fn a_component_is_named_alike_everywhere() {
    let unity = Side::unity();
    let of = |member: &str| json!({ "member": member });
    for (spelling, member, expected) in [
        ("Rigidbody", "m_Mass", None),
        ("rigidbody", "m_Mass", None),
        ("UnityEngine.Rigidbody", "m_Mass", None),
        ("3", "m_Mass", None),
        ("BoxCollider[1]", "m_Size", None),
        ("boxcollider[0]", "m_Size", None),
        ("UnityEngine.BoxCollider[1]", "m_Size", None),
        ("Boat", "speed", None),
        ("Harbour.Boat", "speed", None),
        ("Boat.cs", "speed", None),
        ("Assets/Scripts/Boat.cs", "speed", None),
        ("Other.Boat", "speed", Some("Boat")),
        ("Rigidbdy", "m_Mass", Some("Rigidbody")),
        ("BoxCollider[2]", "m_Size", Some("BoxCollider")),
        ("9", "m_Mass", Some("")),
    ] {
        unity.check(Names::Component, spelling, of(member), expected);
    }
    let godot = Side::godot();
    for (spelling, member, expected) in [
        ("Sprite2D", "position", None),
        ("sprite2d", "position", None),
        ("0", "position", None),
        ("Hero", "speed", None),
        ("hero", "speed", None),
        ("player.gd", "speed", None),
        ("1", "speed", None),
        ("Sprit2D", "position", Some("Sprite2D")),
        ("2", "position", Some("")),
    ] {
        godot.check(Names::Component, spelling, of(member), expected);
    }
}

#[test]
fn a_member_is_named_alike_everywhere() {
    let unity = Side::unity();
    for (component, spelling, expected) in [
        ("Transform", "m_LocalPosition", None),
        ("Transform", "localPosition", None),
        ("Transform", "Local Position.x", None),
        ("Transform", "localposition.X", None),
        ("Transform", "positon", Some("m_LocalPosition")),
        ("Transform", "m_LocalPosition.w", Some("m_LocalPosition.x")),
        ("Rigidbody", "mass", None),
        ("Boat", "Speed", None),
        ("BoxCollider[1]", "isTrigger", None),
    ] {
        unity.check(Names::Member, spelling, json!({ "component": component }), expected);
    }
    let godot = Side::godot();
    for (component, spelling, expected) in [
        ("Sprite2D", "position", None),
        ("Sprite2D", "Position", None),
        ("Sprite2D", "positon", Some("position")),
        ("Hero", "Speed", None),
        ("Hero", "sped", Some("speed")),
    ] {
        godot.check(Names::Member, spelling, json!({ "component": component }), expected);
    }
    // Overrides apply to whole properties.
    for spelling in ["position:x", "position.X", "Position.y"] {
        let target = json!({ "scenePath": GODOT_SCENE, "objectPath": "Player", "component": "Sprite2D", "member": spelling, "value": "5", "dryRun": true });
        godot.server.call("scene.member.write", target.clone()).unwrap();
        let mut target = arguments(target);
        target.retain(|name, _| name != "value" && name != "dryRun");
        godot.server.call("scene.member.read", Value::Object(target)).unwrap();
    }
}

#[test]
fn an_edit_does_not_choose_among_components_of_one_type() {
    let side = Side::unity();
    let input = json!({ "scenePath": UNITY_SCENE, "objectPath": "Player", "component": "BoxCollider", "member": "m_IsTrigger" });
    assert!(side.server.call("scene.member.read", input.clone()).is_ok(), "a read takes the first");
    let mut input = arguments(input);
    input.insert("value".to_owned(), json!("1"));
    input.insert("dryRun".to_owned(), json!(true));
    let failure = side.server.call("scene.member.write", Value::Object(input)).unwrap_err();
    assert_eq!(failure.reason(), "Component 'BoxCollider' is ambiguous: there are 2");
    assert_eq!(
        failure.hint_text().unwrap(),
        "did you mean BoxCollider[0] (component 1, m_IsTrigger false, m_Size (1, 1, 1)) or BoxCollider[1] (component 2, m_IsTrigger true, m_Size (2, 2, 2))?"
    );
}

#[test]
fn types_of_new_things_have_suggestions() {
    let unity = Side::unity();
    for component in ["rigidbody", "UnityEngine.BoxCollider", "Harbour.Boat", "boat"] {
        let input = json!({ "scenePath": UNITY_SCENE, "objectPath": "Player/Hand", "component": component, "dryRun": true });
        unity.server.call("scene.component.add", input).unwrap();
    }
    for (component, expected) in
        [("Rigidbdy", "did you mean Rigidbody"), ("Bot", "did you mean Boat")]
    {
        let input = json!({ "scenePath": UNITY_SCENE, "objectPath": "Player/Hand", "component": component, "dryRun": true });
        let failure = unity.server.call("scene.component.add", input).unwrap_err();
        assert!(failure.hint_text().unwrap().starts_with(expected), "{:?}", failure.hint_text());
    }
    let godot = Side::godot();
    let input = |class: &str| json!({ "scenePath": GODOT_SCENE, "name": "New", "class": class, "dryRun": true });
    godot.server.call("scene.object.create", input("sprite2d")).unwrap();
    let failure = godot.server.call("scene.object.create", input("Sprit2D")).unwrap_err();
    assert_eq!(failure.reason(), "Node class 'Sprit2D' does not exist");
    assert!(failure.hint_text().unwrap().contains("Sprite2D"), "{:?}", failure.hint_text());
}
