//! Facts of Godot 4.6 in the built-in description, and Godots that do not answer.

use super::*;

#[cfg(unix)]
mod local;
mod needs_godot;

fn api() -> Arc<Api> {
    Api::built_in()
}

#[test]
fn the_built_in_description_is_whole() {
    let api = api();
    assert_eq!(api.version(), GodotVersion { major: 4, minor: 6 });
    assert!(api.classes().count() > 1000);
    assert!(BUILT_IN_API.len() < 300_000, "{} bytes", BUILT_IN_API.len());
    for class in api.classes() {
        assert!(class.is_a("Object"), "{} has lost its parents", class.name());
    }
}

#[test]
fn properties_have_a_type_a_category_and_a_default() {
    for (class, property, category, type_name, default) in [
        ("Node2D", "position", "Node2D", "Vector2", Some("Vector2(0, 0)")),
        ("Sprite2D", "position", "Node2D", "Vector2", Some("Vector2(0, 0)")),
        ("Control", "mouse_filter", "Control", "int", Some("0")),
        ("Label", "mouse_filter", "Control", "int", Some("2")),
        ("Button", "focus_mode", "Control", "int", Some("2")),
        ("CanvasItem", "modulate", "CanvasItem", "Color", Some("Color(1, 1, 1, 1)")),
        ("CharacterBody3D", "transform", "Node3D", "Transform3D", None),
        ("CharacterBody3D", "collision_layer", "CollisionObject3D", "int", Some("1")),
        ("Area2D", "input_pickable", "CollisionObject2D", "bool", Some("true")),
        ("Label", "label_settings", "Label", "Object", Some("null")),
        ("Label", "theme_override_colors/font_color", "Label", "Color", Some("null")),
        ("Timer", "wait_time", "Timer", "float", Some("1.0")),
        ("Timer", "script", "Node", "Object", Some("null")),
    ] {
        let api = api();
        let class = api.class(class).unwrap();
        let found = class.property(property).unwrap();
        let told = (found.category, found.type_name, found.default_for(class));
        let default = default.or(found.default_for(class));
        assert_eq!(told, (category, type_name, default), "{}.{property}", class.name());
    }
}

#[test]
fn a_property_tells_what_its_type_does_not() {
    let api = api();
    for (class, property, hint) in [
        ("Label", "label_settings", "LabelSettings"),
        ("Control", "mouse_filter", "Stop,Pass (Propagate Up),Ignore"),
        ("Label", "theme_override_styles/normal", "StyleBox"),
        ("Node2D", "position", ""),
    ] {
        let found = api.class(class).unwrap().property(property).unwrap();
        assert_eq!(found.hint, hint, "{class}.{property}");
    }
}

#[test]
fn what_an_override_changes_holds_for_the_heirs() {
    let api = api();
    let default = |class| {
        let class = api.class(class).unwrap();
        class.property("mouse_filter").unwrap().default_for(class)
    };
    assert_eq!(default("Container"), Some("1"));
    assert_eq!(default("HBoxContainer"), Some("1"));
    assert_eq!(default("PanelContainer"), Some("0"));
}

#[test]
fn values_of_a_file_are_told_from_defaults() {
    let api = api();
    for (class, property, raw, expected) in [
        ("Node2D", "position", "Vector2(0,0)", true),
        ("Node2D", "position", "Vector2(0, 1)", false),
        ("Timer", "wait_time", "1", true),
        ("Label", "mouse_filter", "2", true),
        ("Label", "mouse_filter", "0", false),
        ("Sprite2D", "texture", "ExtResource(\"1\")", false),
    ] {
        let class = api.class(class).unwrap();
        let found = class.property(property).unwrap();
        assert_eq!(found.is_default(class, raw), Some(expected), "{property} = {raw}");
    }
}

#[test]
fn methods_and_signals_are_inherited() {
    let api = api();
    for (class, method, signal) in [
        ("Button", "queue_free", "pressed"),
        ("Timer", "start", "timeout"),
        ("Node", "get_node", "ready"),
        ("Area2D", "set_monitoring", "body_entered"),
    ] {
        let class = api.class(class).unwrap();
        assert!(class.has_method(method), "{}.{method}()", class.name());
        assert!(class.has_signal(signal), "{}.{signal}", class.name());
        assert!(!class.has_method(signal) && !class.has_signal(method), "{}", class.name());
    }
    for name in ["", "queue", "free\t", "_process:1"] {
        assert!(!api.class("Node").unwrap().has_method(name), "{name}");
    }
    assert!(api.class("Node").unwrap().has_method("_enter_tree"), "the first of the list");
    assert!(api.class("Sprite").is_none());
}

#[test]
fn classes_know_what_they_are() {
    let api = api();
    let lineage = |name| -> Vec<&str> {
        api.class(name).unwrap().lineage().map(|class| class.name()).collect()
    };
    assert_eq!(
        lineage("Button"),
        ["Button", "BaseButton", "Control", "CanvasItem", "Node", "Object"]
    );
    let own_first = api.class("Node2D").unwrap().all_properties().next().unwrap();
    assert_eq!((own_first.name, own_first.stored, own_first.shown), ("position", true, true));
}

#[test]
fn names_that_depend_on_the_instance_are_known() {
    let api = api();
    for (class, name, dynamic) in [
        ("MeshInstance3D", "surface_material_override/0", true),
        ("Node", "metadata/_edit_lock_", true),
        ("AnimationPlayer", "libraries", true),
        ("Bone2D", "length", true),
        ("TileSet", "pattern_0", true),
        ("Node2D", "pattern_0", false),
        ("Label", "valign", false),
    ] {
        assert_eq!(api.class(class).unwrap().is_dynamic(name), dynamic, "{class}.{name}");
    }
}

#[test]
fn a_broken_description_is_refused() {
    let head = "godot-api\t1\t4.5.1\n";
    for (body, good) in [
        ("s\tInput\nc\tA\t\ti\nc\tB\tA\ta\np\tx\t2\tse\t\t0\no\ty\t1\ng\tz\nm\tf:0\nend\n", true),
        ("end\n", true),
        ("c\tA\t\ti\n", false),
        ("c\tB\t\ti\nc\tA\t\ti\nend\n", false),
        ("c\tA\t\ti\nc\tA\t\ti\nend\n", false),
        ("p\tx\t2\tse\t\t0\nend\n", false),
        ("c\tA\t\ti\np\tx\nend\n", false),
        ("c\tA\nend\n", false),
        ("x\nend\n", false),
    ] {
        assert_eq!(Api::parse(format!("{head}{body}")).is_some(), good, "{body}");
    }
    for text in ["", "end\n", "godot-api\t2\t4.5.1\nend\n", "godot-api\t1\tfour\nend\n"] {
        assert!(Api::parse(text.to_owned()).is_none(), "{text}");
    }
}

#[test]
fn a_circle_of_parents_ends() {
    let text = "godot-api\t1\t4.5.1\nc\tA\tB\ti\nc\tB\tA\ti\nend\n";
    let api = Api::parse(text.to_owned()).unwrap();
    assert!(!api.class("A").unwrap().is_a("Node"));
}

#[test]
fn the_description_of_godot_3_is_whole() {
    let api = Api::built_in_godot_3();
    assert_eq!(api.version(), GodotVersion { major: 3, minor: 6 });
    assert!(api.classes().count() > 600);
    assert!(BUILT_IN_GODOT_3_API.len() < 100_000, "{} bytes", BUILT_IN_GODOT_3_API.len());
    for (class, property, category, type_name, default) in [
        ("Spatial", "translation", "Spatial", "Vector3", "Vector3( 0, 0, 0 )"),
        ("KinematicBody2D", "position", "Node2D", "Vector2", "Vector2( 0, 0 )"),
        ("Sprite", "texture", "Sprite", "Object", "null"),
        ("Label", "mouse_filter", "Control", "int", "2"),
        ("Timer", "wait_time", "Timer", "float", "1.0"),
        (
            "CollisionPolygon2D",
            "polygon",
            "CollisionPolygon2D",
            "PackedVector2Array",
            "PoolVector2Array(  )",
        ),
    ] {
        let class = api.class(class).unwrap();
        let found = class.property(property).unwrap();
        let described = (found.category, found.type_name, found.default_for(class));
        assert_eq!(described, (category, type_name, Some(default)), "{}.{property}", class.name());
        assert_eq!(found.is_default(class, default), Some(true), "{}.{property}", class.name());
    }
    let body = api.class("KinematicBody2D").unwrap();
    assert!(body.has_method("move_and_slide") && body.has_signal("tree_entered"));
    assert!(!api.class("CollisionObject2D").unwrap().is_instantiable());
}

#[test]
fn names_of_godot_3_lead_to_their_classes() {
    let api = api();
    for (old, new) in renamed::RENAMED_CLASSES {
        let class = api.class_or_renamed(old).unwrap();
        assert_eq!(class.name(), new, "{old}");
        assert!(class.is_instantiable(), "{new}");
    }
    assert!(renamed::RENAMED_CLASSES.is_sorted());
    assert!(api.class_or_renamed("WindowDialog").is_none());
    assert!(Api::built_in_godot_3().class_or_renamed("Node3D").is_none());
}
