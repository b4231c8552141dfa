//! What the text of an answer says, which is all that some clients and models see, is what its
//! structured form holds: for every example of every tool, in every revision of the protocol.

use scenewright_catalogue::{Catalogue, Definition, Example, Presentation, SafetyLevel};
use scenewright_testkit::Fixture;
use scenewright_testkit::outline::{Outline, objects_of};
use serde_json::{Value, json};

use crate::catalogue::before;
use crate::mcp_client::{Client, Era, MODERN};
use crate::support::{copied, sample};

const REVISIONS: [&str; 5] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", MODERN];
const ARGS: [&str; 3] = ["--toolsets", "all", "--allow-writes"];

fn examples<'a>(
    catalogue: &'a Catalogue,
    project: &str,
) -> impl Iterator<Item = (&'a Definition, &'a Example)> {
    catalogue.definitions().flat_map(move |definition| {
        let own = definition.examples.iter().filter(move |example| example.project == project);
        own.map(move |example| (definition, example))
    })
}

fn leaves_no_trace(definition: &Definition, example: &Example) -> bool {
    let reads = definition.safety == SafetyLevel::ReadOnly
        || example.input.get("dryRun") == Some(&json!(true));
    reads && before(definition.id).is_empty()
}

#[test]
fn the_text_of_every_example_names_what_the_structured_form_holds() {
    let catalogue = Catalogue::standard().unwrap();
    for project in ["unity", "godot"] {
        for revision in REVISIONS {
            let mut client = Client::of_revision(&sample(project), &ARGS, revision);
            for (definition, example) in examples(&catalogue, project) {
                if leaves_no_trace(definition, example) {
                    check(&mut client, definition, example, revision);
                }
            }
        }
    }
}

#[test]
fn the_text_of_every_example_that_writes_names_what_the_structured_form_holds() {
    let catalogue = Catalogue::standard().unwrap();
    for project in ["unity", "godot"] {
        for (definition, example) in examples(&catalogue, project) {
            if leaves_no_trace(definition, example) {
                continue;
            }
            for revision in [REVISIONS[0], MODERN] {
                let copy = copied(project);
                let mut client = Client::of_revision(copy.path(), &ARGS, revision);
                for (tool, arguments) in before(definition.id) {
                    client.call(&tool.replace('.', "_"), arguments);
                }
                check(&mut client, definition, example, revision);
            }
        }
    }
}

fn check(client: &mut Client, definition: &Definition, example: &Example, revision: &str) {
    let about = format!("{} ({}), {revision}", definition.id, example.description);
    let result = client.call(&definition.id.replace('.', "_"), json!(example.input));
    assert_ne!(result["isError"], true, "{about}: {result}");
    let text = result["content"][0]["text"].as_str().unwrap();
    let mut structured = result["structuredContent"].clone();
    structured.as_object_mut().unwrap().remove("diagnostics");
    match definition.presentation {
        Presentation::SceneOutline => is_outline_of(text, &structured, &about),
        Presentation::Changes => names_what_changed(text, &structured, &about),
        _ => {
            let reported: Value =
                serde_json::from_str(text).unwrap_or_else(|_| panic!("{about}: {text}"));
            assert_eq!(reported, structured, "{about}");
        }
    }
    let notes = result["structuredContent"]["diagnostics"].as_array().into_iter().flatten();
    let beside = result["content"][1]["text"].as_str().unwrap_or_default();
    notes.for_each(|note| assert!(beside.contains(note.as_str().unwrap()), "{about}: {note}"));
}

/// Every name and value of a change. Signs and words stand for their kinds, and ids are left out.
fn names_what_changed(text: &str, structured: &Value, about: &str) {
    match structured {
        Value::Object(map) => {
            let said = ["change", "kind", "instanceId", "created", "dryRun"];
            let named = map.iter().filter(|(name, _)| !said.contains(&name.as_str()));
            named.for_each(|(_, value)| names_what_changed(text, value, about));
        }
        Value::Array(items) => {
            items.iter().for_each(|item| names_what_changed(text, item, about));
        }
        Value::String(leaf) => {
            assert!(leaf.lines().all(|line| text.contains(line)), "{about}: {leaf:?} in {text}");
        }
        // None below an object is not worth a word.
        Value::Number(leaf) if leaf.as_u64() != Some(0) => {
            assert!(text.contains(&leaf.to_string()), "{about}: {leaf}");
        }
        Value::Number(_) | Value::Bool(_) | Value::Null => {}
    }
}

fn is_outline_of(text: &str, structured: &Value, about: &str) {
    let read = Outline::read(text);
    assert_eq!(structured["scenePath"], read.scene_path, "{about}");
    if structured["outline"].is_string() {
        assert_eq!(structured["outline"], text, "{about}");
        return;
    }
    let (mut reported, mut held) = (read.objects, objects_of(structured));
    reported.iter_mut().for_each(|object| object.is_folded = false);
    reported.sort();
    held.sort();
    assert_eq!(read.shown, held.len(), "{about}: {text}");
    assert_eq!(read.total as u64, structured["total"].as_u64().unwrap_or(read.total as u64));
    // Parts of a scene have ids where others may have the same name.
    if read.shown == read.total {
        assert_eq!(reported, held, "{about}: {text}");
    }
}

/// A grove of equal trees in two places, too long for a tree in JSON.
fn grove() -> Fixture {
    let fixture = Fixture::new("//- /project.godot\nconfig_version=5\n");
    let mut scene = "[gd_scene format=3]\n\n[node name=\"Root\" type=\"Node2D\"]\n".to_owned();
    let mut node = |name: &str, class: &str, parent: &str| {
        scene.push_str(&format!("\n[node name=\"{name}\" type=\"{class}\" parent=\"{parent}\"]\n"));
    };
    for wood in ["Old", "New"] {
        node(wood, "Node2D", ".");
        for tree in 0..60 {
            let name = format!("Tree{tree}");
            node(&name, "Sprite2D", wood);
            for part in ["Stem", "Crown", "Shade"] {
                node(part, "Sprite2D", &format!("{wood}/{name}"));
            }
        }
        node(if wood == "Old" { "Owl" } else { "Fox" }, "Node2D", wood);
    }
    fixture.write("grove.tscn", scene);
    fixture
}

#[test]
fn what_an_outline_folds_is_opened_by_the_call_that_it_names() {
    let fixture = grove();
    let mut client = Client::stdio(&fixture.root(), &["--toolsets", "all"], Era::Modern, json!({}));
    for (tool, scene) in [("scene_hierarchy_dump", "rootObjects"), ("scene_tree_read", "tree")] {
        let result = client.call(tool, json!({ "scenePath": "res://grove.tscn" }));
        let text = result["content"][0]["text"].as_str().unwrap();
        let outline = Outline::read(text);
        assert_eq!((outline.shown, outline.objects.len()), (485, 485), "{text}");
        assert!(text.len() < 1_000, "{text}");
        let folded: Vec<_> = outline.objects.iter().filter(|object| object.is_folded).collect();
        assert!(folded.len() > 200, "{text}");
        let call = text.split_once(&format!("{tool} {{")).unwrap().1.split_once('}').unwrap().0;
        for object in folded.iter().step_by(40) {
            let path = json!(object.path).to_string();
            let arguments: Value =
                serde_json::from_str(&format!("{{{}}}", call.replace("PATH", &path))).unwrap();
            let opened = client.call(tool, arguments);
            let opened = opened["content"][0]["text"].as_str().unwrap();
            let opened = Outline::read(opened);
            let below = format!("{}/", object.path);
            let own = |other: &&scenewright_testkit::outline::OutlinedObject| {
                other.path == object.path || other.path.starts_with(&below)
            };
            let expected = outline.objects.iter().filter(own).count();
            assert_eq!(opened.objects.len(), expected, "{} {scene}", object.path);
            assert_eq!(opened.objects[0].components, object.components);
        }
    }
}
