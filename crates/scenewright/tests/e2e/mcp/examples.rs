//! Every example of the catalogue, called over MCP.

use scenewright_catalogue::{Catalogue, Definition, Example, SafetyLevel};
use serde_json::{Value, json};

use super::schema::violations;
use crate::catalogue::{before, settled};
use crate::mcp_client::{Client, ERAS};
use crate::support::sample;

#[test]
fn every_example_is_answered_as_it_promises() {
    let catalogue = Catalogue::standard().unwrap();
    let all = &["--toolsets", "all", "--allow-writes"];
    for era in ERAS {
        for project in ["unity", "godot"] {
            let mut client = Client::stdio(&sample(project), all, era, json!({}));
            let tools = client.result("tools/list", json!({}));
            for definition in catalogue.definitions() {
                let own = definition.examples.iter().filter(|example| example.project == project);
                for example in own.filter(|example| leaves_no_trace(definition, example)) {
                    check(&mut client, &tools, definition, example);
                }
            }
        }
    }
}

/// The samples must stay as they are, and have no past; `edits.rs` makes real changes.
fn leaves_no_trace(definition: &Definition, example: &Example) -> bool {
    let reads = definition.safety == SafetyLevel::ReadOnly;
    before(definition.id).is_empty() && (reads || example.input.get("dryRun") == Some(&json!(true)))
}

fn check(client: &mut Client, tools: &Value, definition: &Definition, example: &Example) {
    let name = definition.id.replace('.', "_");
    let about = format!("{name}: {}", example.description);
    let mut arguments = example.input.clone();
    let tool = tools["tools"].as_array().unwrap().iter().find(|tool| tool["name"] == name).unwrap();
    // Everything fits: what is cut has tests of its own.
    if tool["inputSchema"]["properties"].get("maxTokens").is_some() {
        arguments.insert("maxTokens".to_owned(), json!(100_000));
    }
    let result = client.call(&name, json!(arguments));
    assert_ne!(result["isError"], true, "{about}: {result}");
    assert!(!result["content"][0]["text"].as_str().unwrap().is_empty(), "{about}");
    assert_eq!(result["_meta"]["scenewright/source"], "files", "{about}");
    let mut structured = result["structuredContent"].clone();
    assert_eq!(violations(&tool["outputSchema"], &structured), [""; 0], "{about}");
    let members = structured.as_object_mut().unwrap();
    members.remove("diagnostics");
    // A tree is always asked for in pages, and pages tell how much there is.
    if name == "scene_hierarchy_dump" && !example.output.contains_key("total") {
        assert!(members.remove("total").is_some(), "{about}");
    }
    let root = serde_json::json!(sample(&example.project)).to_string();
    let root = root.trim_matches('"');
    let actual = structured.to_string().replace(root, &format!("/games/{}", example.project));
    let actual: Value = serde_json::from_str(&actual).unwrap();
    let expected = Value::Object(example.output.clone());
    assert_eq!(settled(&actual), settled(&expected), "{about}");
}
