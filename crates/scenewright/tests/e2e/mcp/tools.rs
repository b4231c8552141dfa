//! The list of tools, and which of them are on it.

use serde_json::{Value, json};
use tempfile::TempDir;

use super::schema::complaints;
use crate::mcp_client::{Client, Era};
use crate::support::{Server, copy_folder, program, run, sample};

fn tools(client: &mut Client) -> Vec<Value> {
    client.result("tools/list", json!({}))["tools"].as_array().unwrap().clone()
}

fn listed(args: &[&str]) -> Vec<Value> {
    tools(&mut Client::stdio(&sample("unity"), args, Era::Handshake, json!({})))
}

fn names(tools: &[Value]) -> Vec<&str> {
    tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect()
}

/// Names, titles and hints, a line each.
fn lines(listed: &[Value]) -> String {
    listed
        .iter()
        .map(|tool| {
            let hints = &tool["annotations"];
            let hint = |name: &str, word| match hints[name].as_bool() {
                Some(true) => format!(" {word}"),
                Some(false) => format!(" not-{word}"),
                None => format!(" {word}?"),
            };
            let read = hint("readOnlyHint", "reads") + &hint("destructiveHint", "destroys");
            let rest = hint("idempotentHint", "idempotent") + &hint("openWorldHint", "open");
            format!("{} ({}){read}{rest}\n", tool["name"].as_str().unwrap(), tool["title"])
        })
        .collect()
}

#[test]
fn the_list_of_tools() {
    insta::assert_snapshot!(lines(&listed(&[])), @r#"
    asset_dependencies ("Asset Dependencies") reads not-destroys idempotent not-open
    asset_dependents ("Asset Dependents") reads not-destroys idempotent not-open
    asset_info ("Asset Info") reads not-destroys idempotent not-open
    project_assets_find ("Find Project Assets") reads not-destroys idempotent not-open
    project_assets_summary ("Summarize Project Assets") reads not-destroys idempotent not-open
    project_classes_list ("List Project Classes") reads not-destroys idempotent not-open
    project_info ("Project Info") reads not-destroys idempotent not-open
    project_packages_list ("List Project Packages") reads not-destroys idempotent not-open
    project_references_missing ("Find Missing References") reads not-destroys idempotent not-open
    project_scenes_list ("List Project Scenes") reads not-destroys idempotent not-open
    project_search_text ("Search Project Text") reads not-destroys idempotent not-open
    project_settings_read ("Read Project Settings") reads not-destroys idempotent not-open
    scene_components_list ("List Components") reads not-destroys idempotent not-open
    scene_hierarchy_dump ("Dump Scene Hierarchy") reads not-destroys idempotent not-open
    scene_member_read ("Read a Member") reads not-destroys idempotent not-open
    scene_node_properties ("Read Node Properties") reads not-destroys idempotent not-open
    scene_object_read ("Read an Object") reads not-destroys idempotent not-open
    scene_objects_find ("Find Objects") reads not-destroys idempotent not-open
    scene_tree_read ("Read Scene Tree") reads not-destroys idempotent not-open
    toolsets_list ("List Toolsets") reads not-destroys idempotent not-open
    "#);
}

#[test]
fn the_list_is_short_and_every_client_can_read_it() {
    let o200k = tiktoken_rs::o200k_base().unwrap();
    for args in [
        &["--toolsets", "default"][..],
        &["--toolsets", "default", "--allow-writes"],
        &["--toolsets", "all"],
        &["--toolsets", "all", "--allow-writes"],
    ] {
        let listed = listed(args);
        if args[1] == "default" {
            let tokens = o200k.encode_ordinary(&json!(listed).to_string()).len();
            let count = listed.len();
            assert!(count <= 30 && tokens <= 6_000, "{args:?}: {count} tools, {tokens} tokens");
        }
        for tool in &listed {
            let name = tool["name"].as_str().unwrap();
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
            assert!(name.chars().all(plain) && name.len() <= 40, "{name}");
            assert!(tool["title"].is_string() && tool["description"].is_string(), "{tool}");
            for schema in ["inputSchema", "outputSchema"] {
                let mut complaints = complaints(&tool[schema]);
                // An answer may have more than its schema tells: only some have it.
                complaints.retain(|what| schema == "inputSchema" || what != "$ is open");
                assert_eq!(complaints, [""; 0], "{name} {schema}");
                assert_eq!(tool[schema]["type"], "object", "{name}");
            }
            assert_eq!(tool["inputSchema"]["additionalProperties"], false, "{name}");
        }
    }
}

/// A Godot project with the plugin lists the tools of the editor without a flag.
#[test]
fn a_project_with_the_plugin_lists_the_tools_of_its_editor() {
    let o200k = tiktoken_rs::o200k_base().unwrap();
    let project = TempDir::new().unwrap();
    copy_folder(&sample("godot"), project.path());
    let listed = |args: &[&str]| {
        let mut client = Client::stdio(project.path(), args, Era::Handshake, json!({}));
        tools(&mut client)
    };
    assert!(!names(&listed(&[])).contains(&"editor_info"), "without the plugin");
    let installed = run(&["install", "godot", project.path().to_str().unwrap()]);
    assert!(installed.status.success(), "{}", String::from_utf8_lossy(&installed.stderr));
    for args in [&[][..], &["--toolsets", "default,docs"], &["--allow-writes"]] {
        let names_listed = listed(args);
        let names = names(&names_listed);
        assert!(names.contains(&"editor_info") && names.contains(&"editor_capture_viewport"));
        let can_write = args == ["--allow-writes"];
        assert_eq!(names.contains(&"editor_play_control"), can_write, "{names:?}");
        assert_eq!(names.contains(&"world_scene_save"), can_write, "{names:?}");
        if can_write {
            let tokens = o200k.encode_ordinary(&json!(names_listed).to_string()).len();
            assert!(tokens <= 8_000, "{tokens} tokens");
        }
    }
    assert!(!names(&listed(&["--toolsets", "project,scene"])).contains(&"editor_info"));
}

#[test]
fn every_client_is_shown_the_same_list() {
    let server = Server::start(&sample("unity"), &[]);
    let mut lists = Client::all(&server, &sample("unity"), &[])
        .into_iter()
        .map(|mut client| tools(&mut client));
    let first = lists.next().unwrap();
    for other in lists {
        assert_eq!(first, other);
    }
}

#[test]
fn sets_are_chosen_by_a_flag() {
    for (sets, with, without) in [
        ("default", "scene_object_read", "audio_mixer_list"),
        ("default,audio", "audio_mixer_list", "mcp_health"),
        ("audio", "audio_mixer_list", "project_info"),
        ("mcp", "mcp_health", "project_info"),
        ("all", "mcp_health", "test_destructive"),
        ("default", "project_info", "edit_history"),
        ("edit", "edit_history", "edit_apply"),
    ] {
        let listed = listed(&["--toolsets", sets]);
        let names = names(&listed);
        assert!(names.contains(&with) && !names.contains(&without), "{sets}: {names:?}");
        assert!(names.contains(&"toolsets_list"), "{sets}: {names:?}");
    }
}

#[test]
fn an_unknown_set_is_a_usage_error() {
    for command in ["mcp", "serve"] {
        let output = run(&[command, "--toolsets", "sound", sample("unity").to_str().unwrap()]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        for set in ["sound", "project", "scene", "asset", "audio", "mcp", "default", "all"] {
            assert!(said.contains(set), "{set}: {said}");
        }
    }
}

#[test]
fn a_tool_of_a_set_that_is_off_says_how_to_switch_it_on() {
    let mut client = Client::stdio(&sample("unity"), &[], Era::Handshake, json!({}));
    let answer = client.ask("tools/call", json!({ "name": "audio_mixer_list" }));
    let message = answer["error"]["message"].as_str().unwrap();
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    assert!(message.contains("--toolsets default,audio"), "{message}");
    let sets = client.call("toolsets_list", json!({}));
    let sets = sets["structuredContent"]["toolsets"].as_array().unwrap();
    let audio = sets.iter().find(|set| set["name"] == "audio").unwrap();
    assert_eq!(audio["enabled"], false);
    assert!(audio["tools"].as_array().unwrap().contains(&json!("audio_mixer_list")), "{audio}");
}

#[test]
fn test_tools_are_not_in_the_product() {
    let mut client =
        Client::stdio(&sample("unity"), &["--allow-writes"], Era::Handshake, json!({}));
    let listed = tools(&mut client);
    assert!(names(&listed).iter().all(|name| !name.starts_with("test_")));
    for tool in ["test_destructive", "test_simple_text", "test_wait"] {
        assert_eq!(client.ask("tools/call", json!({ "name": tool }))["error"]["code"], -32602);
    }
    let help = program().args(["mcp", "--help"]).output().unwrap();
    assert!(!String::from_utf8_lossy(&help.stdout).contains("conformance"));
}

#[test]
fn what_an_agent_needs_to_edit_is_on_the_list_when_writing_is_allowed() {
    let reading = listed(&[]);
    let mut listed = listed(&["--allow-writes"]);
    listed.retain(|tool| !names(&reading).contains(&tool["name"].as_str().unwrap()));
    insta::assert_snapshot!(lines(&listed), @r#"
    edit_apply ("Apply Edits") not-reads destroys not-idempotent not-open
    edit_history ("List Changes") reads not-destroys idempotent not-open
    edit_undo ("Undo a Change") not-reads not-destroys not-idempotent not-open
    "#);
}

#[test]
fn a_set_has_every_edit_as_a_tool_of_its_own() {
    let listed = listed(&["--allow-writes", "--toolsets", "edit"]);
    insta::assert_snapshot!(lines(&listed), @r#"
    edit_apply ("Apply Edits") not-reads destroys not-idempotent not-open
    edit_history ("List Changes") reads not-destroys idempotent not-open
    edit_redo ("Redo a Change") not-reads not-destroys not-idempotent not-open
    edit_undo ("Undo a Change") not-reads not-destroys not-idempotent not-open
    scene_build_add ("Add to Build") not-reads not-destroys not-idempotent not-open
    scene_component_add ("Add a Component") not-reads not-destroys not-idempotent not-open
    scene_component_remove ("Remove a Component") not-reads destroys not-idempotent not-open
    scene_file_create ("Create a Scene") not-reads not-destroys not-idempotent not-open
    scene_group_set ("Set a Group") not-reads not-destroys idempotent not-open
    scene_instance_create ("Create an Instance") not-reads not-destroys not-idempotent not-open
    scene_layer_set ("Set a Layer") not-reads not-destroys idempotent not-open
    scene_member_write ("Write a Member") not-reads not-destroys idempotent not-open
    scene_object_activate ("Activate an Object") not-reads not-destroys idempotent not-open
    scene_object_create ("Create an Object") not-reads not-destroys not-idempotent not-open
    scene_object_delete ("Delete an Object") not-reads destroys not-idempotent not-open
    scene_object_duplicate ("Duplicate an Object") not-reads not-destroys not-idempotent not-open
    scene_object_rename ("Rename an Object") not-reads not-destroys not-idempotent not-open
    scene_object_reparent ("Reparent an Object") not-reads not-destroys not-idempotent not-open
    scene_override_apply ("Apply an Override") not-reads destroys not-idempotent not-open
    scene_override_revert ("Revert an Override") not-reads destroys not-idempotent not-open
    scene_prefab_create ("Create a Prefab") not-reads not-destroys not-idempotent not-open
    scene_script_attach ("Attach a Script") not-reads not-destroys not-idempotent not-open
    scene_script_detach ("Detach a Script") not-reads destroys not-idempotent not-open
    scene_tag_set ("Set a Tag") not-reads not-destroys idempotent not-open
    scene_variant_create ("Create a Variant") not-reads not-destroys not-idempotent not-open
    toolsets_list ("List Toolsets") reads not-destroys idempotent not-open
    "#);
}
