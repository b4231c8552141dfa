//! Every answer fits into its budget, and the rest can be reached.

use std::collections::BTreeSet;
use std::fmt::Write;

use scenewright_testkit::Fixture;
use scenewright_testkit::outline::Outline;
use serde_json::{Value, json};
use tiktoken_rs::CoreBPE;

use crate::mcp_client::{Client, ERAS, Era};

const OBJECTS: usize = 5_000;
const GODOT: &str = "//- /project.godot\nconfig_version=5\n\n[application]\nconfig/name=\"Big\"\n";

/// A name for each number that no other is like, so that an outline folds none.
fn name(n: usize) -> String {
    let letter = |n: usize| char::from(b'a' + (n % 26) as u8);
    format!("N{}{}{}", letter(n), letter(n / 26), letter(n / 676))
}

/// In groups of 50 below the root.
fn big_scene() -> Fixture {
    let mut scene = "[gd_scene format=3]\n\n[node name=\"Root\" type=\"Node2D\"]\n".to_owned();
    for n in 1..OBJECTS {
        let parent = if n % 50 == 1 { ".".to_owned() } else { name((n - 1) / 50 * 50 + 1) };
        let name = name(n);
        let _ = writeln!(scene, "\n[node name=\"{name}\" type=\"Sprite2D\" parent=\"{parent}\"]");
    }
    let fixture = Fixture::new(GODOT);
    fixture.write("big.tscn", scene);
    fixture
}

fn tokens(o200k: &CoreBPE, result: &Value) -> usize {
    o200k.encode_ordinary(&result.to_string()).len()
}

fn cursor(result: &Value) -> Option<String> {
    result["structuredContent"]["nextCursor"].as_str().map(str::to_owned)
}

/// Names of the objects in an outline or in the tree itself.
fn seen(result: &Value) -> Vec<String> {
    let structured = &result["structuredContent"];
    let mut names = Vec::new();
    match structured["outline"].as_str() {
        Some(outline) => {
            assert_eq!(result["content"][0]["text"], outline);
            let outline = Outline::read(outline);
            assert_eq!(outline.cursor, cursor(result));
            assert_eq!(outline.shown, outline.objects.len());
            names.extend(outline.objects.into_iter().map(|object| object.name));
        }
        None => in_tree(&structured["rootObjects"], &mut names),
    }
    names
}

fn in_tree(nodes: &Value, names: &mut Vec<String>) {
    for node in nodes.as_array().unwrap() {
        names.push(node["name"].as_str().unwrap().to_owned());
        in_tree(&node["children"], names);
    }
}

#[test]
fn a_big_scene_fits_in_pages_that_hold_every_object_once() {
    let o200k = tiktoken_rs::o200k_base().unwrap();
    let fixture = big_scene();
    for era in ERAS {
        let mut client = Client::stdio(&fixture.root(), &[], era, json!({}));
        let scene = json!({ "scenePath": "res://big.tscn" });
        for (most, argument) in
            [(8_000, None), (500, Some(500)), (2_000, Some(2_000)), (20_000, Some(20_000))]
        {
            let mut arguments = scene.clone();
            if let Some(argument) = argument {
                arguments["maxTokens"] = json!(argument);
            }
            let result = client.call("scene_hierarchy_dump", arguments);
            let tokens = tokens(&o200k, &result);
            assert!(tokens <= most, "{tokens} tokens, not {most}");
            assert!(cursor(&result).is_some(), "{result}");
            assert_eq!(result["structuredContent"]["total"], OBJECTS);
            assert!(seen(&result).len() >= most / 100, "{} objects", seen(&result).len());
        }
        // A cursor is good for any budget.
        let (mut all, mut next, mut budgets) =
            (Vec::new(), None, [20_000, 3_000, 8_000].iter().cycle());
        loop {
            let mut arguments = scene.clone();
            let budget = *budgets.next().unwrap();
            arguments["maxTokens"] = json!(budget);
            if let Some(cursor) = next {
                arguments["cursor"] = json!(cursor);
            }
            let result = client.call("scene_hierarchy_dump", arguments);
            let tokens = tokens(&o200k, &result);
            assert!(tokens <= budget, "{tokens} tokens, not {budget}");
            all.extend(seen(&result));
            next = cursor(&result);
            if next.is_none() {
                break;
            }
        }
        assert_eq!(all.len(), OBJECTS);
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), OBJECTS);
    }
}

#[test]
fn lists_are_paged_into_their_budget() {
    let o200k = tiktoken_rs::o200k_base().unwrap();
    let fixture = big_scene();
    let mut client = Client::stdio(&fixture.root(), &[], Era::Modern, json!({}));
    let (mut names, mut next) = (BTreeSet::new(), None);
    for round in 0.. {
        assert!(round < 200, "the pages have no end");
        let mut arguments =
            json!({ "scenePath": "res://big.tscn", "component": "Sprite2D", "limit": 500 });
        if let Some(cursor) = next {
            arguments["cursor"] = json!(cursor);
        }
        let result = client.call("scene_objects_find", arguments);
        let tokens = tokens(&o200k, &result);
        assert!(tokens <= 8_000, "{tokens} tokens");
        for item in result["structuredContent"]["items"].as_array().unwrap() {
            assert!(names.insert(item["path"].as_str().unwrap().to_owned()), "{item}");
        }
        next = cursor(&result);
        if next.is_none() {
            break;
        }
    }
    assert_eq!(names.len(), OBJECTS - 1);
}

/// The link of a result that was cut, read.
fn whole(client: &mut Client, result: &Value) -> String {
    let content = result["content"].as_array().unwrap();
    let link = content.iter().find(|block| block["type"] == "resource_link");
    let uri = link.unwrap_or_else(|| panic!("a link in {result}"))["uri"].clone();
    let read = client.result("resources/read", json!({ "uri": uri }));
    assert_eq!(read["contents"][0]["uri"], uri);
    read["contents"][0]["text"].as_str().unwrap().to_owned()
}

#[test]
fn long_findings_come_in_pages_of_causes() {
    const FINDINGS: usize = 600;
    let fixture = Fixture::new(GODOT);
    let mut scene = format!("[gd_scene load_steps={FINDINGS} format=3]\n\n");
    for n in 0..FINDINGS {
        let _ = writeln!(
            scene,
            "[ext_resource type=\"Texture2D\" path=\"res://gone/t{n}.png\" id=\"{n}\"]"
        );
    }
    scene.push_str("\n[node name=\"Root\" type=\"Node2D\"]\n");
    for n in 0..FINDINGS {
        let _ = writeln!(
            scene,
            "\n[node name=\"S{n}\" type=\"Sprite2D\" parent=\".\"]\ntexture = ExtResource(\"{n}\")"
        );
    }
    fixture.write("broken.tscn", scene);
    let o200k = tiktoken_rs::o200k_base().unwrap();
    for era in ERAS {
        let mut client = Client::stdio(&fixture.root(), &[], era, json!({}));
        for budget in [500, 2_000, 8_000] {
            let result = client.call("project_references_missing", json!({ "maxTokens": budget }));
            let used = tokens(&o200k, &result);
            assert!(used <= budget, "{used} of {budget}");
            let shown = result["structuredContent"]["causes"].as_array().unwrap().len();
            assert!(shown > 0 && shown < FINDINGS, "{shown}");
            assert_eq!(result["structuredContent"]["causeCount"], FINDINGS);
        }
        let (mut seen, mut arguments) = (0, json!({ "limit": 1000 }));
        loop {
            let result = client.call("project_references_missing", arguments.clone());
            let structured = &result["structuredContent"];
            seen += structured["causes"].as_array().unwrap().len();
            match &structured["nextCursor"] {
                Value::String(cursor) => arguments["cursor"] = json!(cursor),
                _ => break,
            }
        }
        assert_eq!(seen, FINDINGS);
    }
}

#[test]
fn a_huge_value_of_an_object_is_cut_and_linked() {
    let fixture = Fixture::new(GODOT);
    let numbers: Vec<String> = (0..20_000).map(|n| format!("{n}, {}.5", n % 7)).collect();
    fixture.write(
        "line.tscn",
        format!(
            "[gd_scene format=3]\n\n[node name=\"Line\" type=\"Line2D\"]\npoints = PackedVector2Array({})\n",
            numbers.join(", ")
        ),
    );
    let o200k = tiktoken_rs::o200k_base().unwrap();
    let mut client = Client::stdio(&fixture.root(), &[], Era::Modern, json!({}));
    let arguments = json!({ "scenePath": "res://line.tscn", "objectPath": "Line" });
    for (tool, linked) in [("scene_object_read", true), ("scene_node_properties", false)] {
        for budget in [500, 8_000] {
            let mut arguments = arguments.clone();
            arguments["maxTokens"] = json!(budget);
            let result = client.call(tool, arguments);
            let tokens = tokens(&o200k, &result);
            assert!(tokens <= budget, "{tool}: {tokens} tokens, not {budget}");
            if linked && result["structuredContent"].get("diagnostics").is_some() {
                whole(&mut client, &result);
            }
        }
    }
    let mut member = arguments;
    member["component"] = json!("Line2D");
    member["member"] = json!("points");
    let result = client.call("scene_member_read", member);
    let tokens = tokens(&o200k, &result);
    assert!(tokens <= 8_000, "{tokens} tokens");
}

#[test]
fn many_members_and_deep_trees_fit_too() {
    let o200k = tiktoken_rs::o200k_base().unwrap();
    let fixture = big_scene();
    let mut client = Client::stdio(&fixture.root(), &["--toolsets", "all"], Era::Modern, json!({}));
    let scene = json!({ "scenePath": "res://big.tscn" });
    let mut node = scene.clone();
    node["objectPath"] = json!("Root");
    node["includeDefault"] = json!(true);
    for (tool, arguments, linked) in [
        ("scene_tree_read", scene, true),
        ("scene_node_properties", node, false),
        ("mcp_tool_describe", json!({ "tool": "scene.object.read" }), true),
        ("project_settings_read", json!({}), true),
    ] {
        for budget in [500, 2_000] {
            let mut arguments = arguments.clone();
            arguments["maxTokens"] = json!(budget);
            let result = client.call(tool, arguments);
            let tokens = tokens(&o200k, &result);
            assert!(tokens <= budget, "{tool}: {tokens} tokens, not {budget}");
            let notes = result["structuredContent"]["diagnostics"].to_string();
            if linked && notes.contains("maxTokens") {
                whole(&mut client, &result);
            }
        }
    }
}
