//! Real edits that destroy: the user sees what would go, and a "no" changes no file.

use serde_json::{Value, json};

use crate::mcp_client::{Client, ERAS};
use crate::support::{Server, contents, copied};

const ARGS: [&str; 3] = ["--allow-writes", "--toolsets", "default,edit"];

fn calls() -> [(&'static str, Value); 2] {
    let object = json!({ "scenePath": "res://scenes/main.tscn", "objectPath": "Main/Deck/Rail" });
    let mut edit = object.clone();
    edit["op"] = json!("scene.object.delete");
    [("scene_object_delete", object), ("edit_apply", json!({ "edits": [edit] }))]
}

/// Calls, and answers the question in the way of the client's era.
fn call(client: &mut Client, tool: &str, arguments: &Value, answer: &Value) -> Value {
    client.answer = answer.clone();
    let first = client.call(tool, arguments.clone());
    if first["resultType"] != "input_required" {
        return first;
    }
    client.asked.push(first["inputRequests"]["confirm"].clone());
    let again = json!({
        "name": tool,
        "arguments": arguments,
        "requestState": first["requestState"],
        "inputResponses": { "confirm": answer },
    });
    client.result("tools/call", again)
}

#[test]
fn a_dialog_shows_what_would_go_and_decides() {
    let project = copied("godot");
    let before = contents(project.path());
    let server = Server::start(project.path(), &ARGS);
    for era in ERAS {
        for (tool, arguments) in calls() {
            let mut client = Client::http(&server, era, json!({ "elicitation": {} }));
            let no = json!({ "action": "decline" });
            let stopped = call(&mut client, tool, &arguments, &no);
            assert_eq!(stopped["structuredContent"]["refusal"]["kind"], "declined", "{stopped}");
            assert_eq!(contents(project.path()), before, "{stopped}");
            // Nor does another word of the agent change anything, in this tool or in a batch.
            for (tool, mut arguments) in calls() {
                arguments["confirm"] = json!(true);
                let stopped = call(&mut client, tool, &arguments, &no);
                assert_eq!(stopped["structuredContent"]["refusal"]["kind"], "declined");
                assert_eq!(contents(project.path()), before, "{stopped}");
                client.asked.pop().expect("the user was asked again");
            }
            let asked = client.asked.pop().expect("the user was asked");
            let message = asked["params"]["message"].as_str().unwrap();
            for expected in
                ["res://scenes/main.tscn would change (+", "\n  - Main/Deck/Rail (", "Continue?"]
            {
                assert!(message.contains(expected), "{expected}: {message}");
            }
            let yes = json!({ "action": "accept", "content": { "confirm": true } });
            let done = call(&mut client, tool, &arguments, &yes);
            assert_eq!(done["isError"], false, "{done}");
            assert_ne!(contents(project.path()), before, "{done}");
            client.call("edit_undo", json!({}));
            assert_eq!(contents(project.path()), before);
        }
    }
}

#[test]
fn a_dry_run_and_what_cannot_be_done_ask_nobody() {
    let project = copied("godot");
    let server = Server::start(project.path(), &ARGS);
    for era in ERAS {
        let mut client = Client::http(&server, era, json!({ "elicitation": {} }));
        for (tool, mut arguments) in calls() {
            arguments["dryRun"] = json!(true);
            let shown = client.call(tool, arguments);
            assert_eq!(shown["structuredContent"]["files"].as_array().unwrap().len(), 1);
        }
        let nowhere = json!({ "scenePath": "res://scenes/main.tscn", "objectPath": "Main/Gone" });
        let failed = client.call("scene_object_delete", nowhere);
        assert!(
            failed["content"][0]["text"].as_str().unwrap().contains("does not exist"),
            "{failed}"
        );
        assert_eq!(client.asked, [json!(null); 0]);
    }
}

#[test]
fn without_a_dialog_an_argument_decides() {
    let project = copied("godot");
    let before = contents(project.path());
    let server = Server::start(project.path(), &ARGS);
    for era in ERAS {
        let mut client = Client::http(&server, era, json!({}));
        for (tool, mut arguments) in calls() {
            let refused = client.call(tool, arguments.clone());
            let text = refused["content"][0]["text"].as_str().unwrap();
            assert!(text.contains("\"confirm\": true") && text.contains("dryRun"), "{text}");
            assert_eq!(contents(project.path()), before);
            arguments["confirm"] = json!(true);
            let done = client.call(tool, arguments);
            assert_ne!(contents(project.path()), before, "{done}");
            client.call("edit_undo", json!({}));
        }
    }
}
