//! Errors are correct, name what failed, suggest a next step, and repeat little of the input.

use serde_json::{Map, Value, json};

use super::Server;
use super::projects::{GODOT, GODOT_SCENE, UNITY, UNITY_SCENE};
use crate::ToolFilter;

#[test]
fn a_file_that_is_no_scene_is_refused_with_the_tool_that_reads_it() {
    for (project, path, reason, hint) in [
        (
            UNITY,
            "Assets/Wood.mat",
            "'Assets/Wood.mat' is of type Material, not a scene",
            "asset.info reads it",
        ),
        (
            UNITY,
            "Assets",
            "'Assets' is a folder, not a scene",
            "project.scenes.list names all scenes",
        ),
        (
            UNITY,
            "ProjectSettings/TagManager.asset",
            "'ProjectSettings/TagManager.asset' is a file of the project's settings, not a scene",
            "project.settings.read reads the project's settings",
        ),
        (
            GODOT,
            "project.godot",
            "'project.godot' is a file of the project's settings, not a scene",
            "project.settings.read reads the project's settings",
        ),
        (
            GODOT,
            "res://player.gd",
            "'res://player.gd' is of type Script, not a scene",
            "asset.info reads it",
        ),
        (
            GODOT,
            "res://man.tscn",
            "Scene file 'man.tscn' does not exist",
            "did you mean res://main.tscn?",
        ),
    ] {
        let server = Server::new(project);
        let failure =
            server.call("scene.hierarchy.dump", json!({ "scenePath": path })).unwrap_err();
        assert_eq!(
            (failure.reason().as_str(), failure.hint_text().as_deref()),
            (reason, Some(hint))
        );
        if hint.starts_with("asset.info") {
            server.call("asset.info", json!({ "assetPath": path })).unwrap();
        }
    }
}

#[test]
fn a_failed_batch_names_the_edit_that_failed() {
    for (project, scene) in [(UNITY, UNITY_SCENE), (GODOT, GODOT_SCENE)] {
        let server = Server::new(project);
        let rename = |object: &str| json!({ "op": "scene.object.rename", "scenePath": scene, "objectPath": object, "name": "Hero2" });
        let edits = json!({ "edits": [rename("Player/Hand"), rename("Playr")] });
        let failure = server.call("edit.apply", edits).unwrap_err();
        let reason = failure.reason();
        let expected = format!(
            "edits[1] (scene.object.rename of 'Playr' in '{scene}'): Object 'Playr' does not exist; nothing was written"
        );
        assert_eq!(reason, expected);
        assert!(failure.hint_text().unwrap().contains("Player"), "{:?}", failure.hint_text());
        let found =
            server.call("scene.objects.find", json!({ "scenePath": scene, "name": "Hero2" }));
        assert_eq!(found.unwrap()["total"], 0);
    }
}

#[test]
fn what_one_engine_lacks_leads_to_what_it_has() {
    for (tool, engine, instead) in crate::instead::ALTERNATIVES {
        let (project, scene) = match engine {
            scenewright_model::EngineKind::UNITY => (UNITY, UNITY_SCENE),
            scenewright_model::EngineKind::GODOT => (GODOT, GODOT_SCENE),
            other => panic!("no project of {other}"),
        };
        let server = Server::new(project);
        let definition = server.session.describe(tool).unwrap();
        let mut input = Map::new();
        for name in definition.input_schema["required"].as_array().unwrap() {
            input.insert(name.as_str().unwrap().to_owned(), json!("x"));
        }
        input.insert("scenePath".to_owned(), json!(scene));
        if tool != "scene.tree.read" {
            input.insert("objectPath".to_owned(), json!("Player"));
        }
        let failure = server.call(tool, Value::Object(input.clone())).unwrap_err();
        assert_eq!(failure.hint_text(), Some(format!("use {instead}")), "{tool}: {failure}");
        if definition.category == "scene.edit" {
            input.insert("op".to_owned(), json!(tool));
            let failure = server.call("edit.apply", json!({ "edits": [input] })).unwrap_err();
            assert_eq!(failure.hint_text(), Some(format!("use {instead}")), "{tool}: {failure}");
        }
    }
}

#[test]
fn an_argument_of_the_other_engine_is_refused() {
    let marked = [
        ("scene.object.create", "components", json!(["Rigidbody"]), GODOT, Some("class")),
        ("scene.object.create", "class", json!("Node2D"), UNITY, Some("components")),
        ("scene.file.create", "class", json!("Node2D"), UNITY, None),
        ("scene.file.create", "name", json!("Root"), UNITY, None),
        ("scene.objects.find", "tag", json!("Player"), GODOT, Some("group")),
        ("scene.objects.find", "group", json!("enemies"), UNITY, Some("tag")),
        ("project.assets.find", "label", json!("prop"), GODOT, None),
        ("project.classes.list", "includeMembers", json!(true), UNITY, None),
    ];
    for (tool, parameter, value, project, instead) in &marked {
        let server = Server::new(project);
        let scene = if *project == UNITY { UNITY_SCENE } else { GODOT_SCENE };
        let definition = server.session.describe(tool).unwrap();
        let mut input = Map::new();
        for (name, value) in [
            ("scenePath", json!(scene)),
            ("name", json!("A")),
            ("path", json!("Assets/B.unity")),
            ("dryRun", json!(true)),
        ] {
            if definition.input_schema["properties"].get(name).is_some()
                && (name != "name" || *tool == "scene.object.create")
            {
                input.insert(name.to_owned(), value);
            }
        }
        input.insert((*parameter).to_owned(), value.clone());
        let reason = server.call(tool, Value::Object(input)).unwrap_err().reason();
        assert!(reason.contains(&format!("{parameter}: only ")), "{tool} {parameter}: {reason}");
        if let Some(instead) = instead {
            assert!(reason.ends_with(&format!("use {instead}")), "{reason}");
            assert!(definition.input_schema["properties"].get(instead).is_some(), "{instead}");
        }
    }
}

/// A parameter whose description mentions a single engine is marked as such, so that the other one
/// rejects it.
#[test]
fn arguments_of_one_engine_are_marked() {
    let server = Server::new(UNITY);
    for definition in server.session.list(ToolFilter::default()) {
        let marked = definition.marked_schema.as_ref();
        for (name, parameter) in definition.input_schema["properties"].as_object().unwrap() {
            let description = parameter["description"].as_str().unwrap_or_default();
            let is_of_one = ["Godot: ", "Unity: "].iter().any(|it| description.starts_with(it))
                || description.ends_with("(Unity)")
                || description.ends_with("(Godot)");
            let has_mark =
                marked.is_some_and(|schema| schema["properties"][name]["x-engine"].is_string());
            // Godot cannot remove a scene from a build list, so this is refused there.
            let known = (definition.id, name.as_str()) == ("scene.build.add", "enabled");
            assert!(!is_of_one || has_mark || known, "{} {name}", definition.id);
        }
    }
}

/// A path of 100,000 characters once cost 12,000 tokens.
#[test]
fn an_error_repeats_little_of_what_was_sent() {
    let long = "Ab/".repeat(33_334);
    for (project, scene) in [(UNITY, UNITY_SCENE), (GODOT, GODOT_SCENE)] {
        let server = Server::new(project);
        for definition in server.session.list(ToolFilter::default()) {
            let parameters = definition.input_schema["properties"].as_object().unwrap();
            for (name, schema) in parameters {
                let value = match schema["type"].as_str() {
                    Some("string") => json!(long),
                    Some("array") if schema["items"]["type"] == "string" => json!([long]),
                    _ => continue,
                };
                let mut input = Map::new();
                for other in definition.input_schema["required"].as_array().into_iter().flatten() {
                    let other = other.as_str().unwrap();
                    let filler = match parameters[other]["type"].as_str() {
                        Some("string") => json!("x"),
                        Some("boolean") => json!(true),
                        Some("array") => json!([]),
                        _ => json!(1),
                    };
                    input.insert(other.to_owned(), filler);
                }
                for (known, own) in
                    [("scenePath", scene), ("objectPath", "Player"), ("component", "0")]
                {
                    if parameters.contains_key(known) {
                        input.insert(known.to_owned(), json!(own));
                    }
                }
                if parameters.contains_key("dryRun") {
                    input.insert("dryRun".to_owned(), json!(true));
                }
                input.insert(name.clone(), value);
                let Err(failure) = server.call(definition.id, Value::Object(input)) else {
                    continue;
                };
                let said = failure.reason() + &failure.hint_text().unwrap_or_default();
                assert!(
                    said.len() < 1_500,
                    "{} {name}: {} bytes: {said:.300}",
                    definition.id,
                    said.len()
                );
            }
        }
        let unknown = server.call(&long, json!({})).unwrap_err();
        assert!(unknown.reason().len() < 200, "{unknown}");
        let unknown = server.call("project.info", json!({ long.as_str(): 1 })).unwrap_err();
        assert!(unknown.reason().len() < 300, "{unknown}");
    }
}
