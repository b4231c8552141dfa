//! Queries and their hits on a small reference; the real reference is tested in the engine for Godot's files.

use scenewright_model::{
    ClassDoc, ConstantDoc, DocAttributes, DocKind, EnumDoc, MethodDoc, PropertyDoc, SignalDoc,
};

use crate::{ClassDocs, ClassReference};

fn method(name: &str, description: &str) -> MethodDoc {
    MethodDoc { name: name.to_owned(), description: description.to_owned(), ..MethodDoc::default() }
}

fn property(name: &str, description: &str) -> PropertyDoc {
    PropertyDoc {
        name: name.to_owned(),
        description: description.to_owned(),
        ..PropertyDoc::default()
    }
}

fn signal(name: &str, description: &str) -> SignalDoc {
    SignalDoc { name: name.to_owned(), description: description.to_owned(), ..SignalDoc::default() }
}

fn class(name: &str, inherits: &str, brief: &str) -> ClassDoc {
    ClassDoc {
        name: name.to_owned(),
        inherits: Some(inherits.to_owned()).filter(|name| !name.is_empty()),
        brief: brief.to_owned(),
        ..ClassDoc::default()
    }
}

fn reference() -> ClassReference {
    let body = |name| ClassDoc {
        methods: vec![
            method("is_on_floor", "Returns `true` if the body collided with the floor."),
            method("is_on_floor_only", "Only the floor."),
            method("move_and_slide", "Moves the body based on `velocity`."),
        ],
        properties: vec![property("velocity", "How fast it moves.")],
        enums: vec![EnumDoc {
            name: "MotionMode".to_owned(),
            values: vec![ConstantDoc {
                name: "MOTION_MODE_GROUNDED".to_owned(),
                ..ConstantDoc::default()
            }],
            ..EnumDoc::default()
        }],
        ..class(name, "CollisionObject3D", "A body for characters.")
    };
    let object = ClassDoc {
        properties: vec![
            property("collision_mask", "The layers this `CollisionObject3D` scans."),
            property("collision_layer", "The layers this `CollisionObject3D` is in."),
        ],
        methods: vec![method("set_collision_layer_value", "Sets one of the layers.")],
        ..class("CollisionObject3D", "Node", "What can collide.")
    };
    let exotic = ClassDoc {
        properties: vec![property("collision_layer", "The layers this is in.")],
        ..class("CSGBox3D", "Node", "A box.")
    };
    let area = ClassDoc {
        signals: vec![
            signal("body_entered", "Emitted when the body enters this area."),
            signal("body_exited", "Emitted when the body leaves."),
        ],
        methods: vec![MethodDoc {
            attributes: DocAttributes {
                deprecated: Some(String::new()),
                ..DocAttributes::default()
            },
            ..method("get_velocity", "")
        }],
        ..class("Area3D", "CollisionObject3D", "A region of space.")
    };
    let node = ClassDoc {
        methods: vec![method("add_child", "Adds a child.")],
        ..class("Node", "", "Base of all.")
    };
    let classes =
        vec![node, object, exotic, body("CharacterBody3D"), body("CharacterBody2D"), area];
    ClassReference { version: "4.6.3".to_owned(), classes }
}

fn top(query: &str, kinds: &[DocKind], limit: usize) -> Vec<String> {
    let found = ClassDocs::new(&reference()).search(query, kinds, limit);
    assert!(found.hits.is_sorted_by(|a, b| a.relevance >= b.relevance), "{query}");
    assert!(found.hits.iter().all(|hit| (0.0..=1.0).contains(&hit.relevance)), "{query}");
    let name = |hit: &scenewright_model::DocSearchHit| match hit.kind {
        DocKind::Class => hit.name.clone(),
        _ => format!("{}.{}", hit.class, hit.name),
    };
    found.hits.iter().map(name).collect()
}

#[test]
fn queries_find_what_was_meant() {
    for (query, expected) in [
        (
            "collision layer",
            &[
                "CollisionObject3D.collision_layer",
                "CSGBox3D.collision_layer",
                "CollisionObject3D.set_collision_layer_value",
                "CollisionObject3D.collision_mask",
            ][..],
        ),
        ("charcterbody", &["CharacterBody2D", "CharacterBody3D"]),
        ("character body 3d", &["CharacterBody3D"]),
        (
            "isOnFloor",
            &[
                "CharacterBody2D.is_on_floor",
                "CharacterBody3D.is_on_floor",
                "CharacterBody2D.is_on_floor_only",
            ],
        ),
        ("is on flor", &["CharacterBody2D.is_on_floor", "CharacterBody3D.is_on_floor"]),
        ("moveandslide", &["CharacterBody2D.move_and_slide", "CharacterBody3D.move_and_slide"]),
        ("signal when body enters", &["Area3D.body_entered"]),
        ("Node.add_child", &["Node.add_child"]),
        ("CharacterBody3D velocity", &["CharacterBody3D.velocity"]),
        ("region of space", &["Area3D"]),
        ("grounded", &["CharacterBody2D.MOTION_MODE_GROUNDED"]),
        ("velo", &["CharacterBody2D.velocity", "CharacterBody3D.velocity", "Area3D.get_velocity"]),
        ("zzzzzz", &[]),
        ("", &[]),
    ] {
        let found = top(query, &[], expected.len().max(1));
        assert_eq!(found, expected, "{query}");
    }
}

#[test]
fn kinds_are_kept_apart_and_all_hits_are_counted() {
    assert_eq!(top("velocity", &[DocKind::Method], 9)[0], "Area3D.get_velocity");
    let docs = ClassDocs::new(&reference());
    let found = docs.search("collision layer", &[DocKind::Property], 1);
    assert_eq!((found.hits.len(), found.total), (1, 3));
    let hit = &docs.search("grounded", &[], 1).hits[0];
    assert_eq!(hit.enumeration.as_deref(), Some("MotionMode"));
}

#[test]
fn several_references_answer_together() {
    let (docs, own) = (ClassDocs::new(&reference()), class("Hero", "CharacterBody3D", "The hero."));
    let own = ClassDoc { methods: vec![method("add_child", "Ours.")], ..own };
    let own = ClassDocs::new(&ClassReference { version: String::new(), classes: vec![own] });
    let found = crate::search(&[&docs, &own], "add child", &[], 5);
    let classes: Vec<&str> = found.hits.iter().map(|hit| &*hit.class).collect();
    assert_eq!(classes, ["Node", "Hero"]);
}

#[test]
fn hostile_queries_end_soon() {
    let docs = ClassDocs::new(&reference());
    for query in ["a".repeat(100_000), "a ".repeat(50_000), "ä🦀\0.".repeat(1000)] {
        docs.search(&query, &[], usize::MAX);
    }
}
