//! What cannot be taken back is asked for first: by a dialog where the client has one, by an
//! argument everywhere.

use serde_json::{Value, json};

use crate::mcp_client::{Client, ERAS, Era};
use crate::support::{Server, sample};

const TOOL: &str = "test_destructive";
const ARGS: [&str; 2] = ["--conformance-fixtures", "--allow-writes"];

fn clients(server: &Server, capabilities: &Value) -> Vec<Client> {
    let unity = sample("unity");
    let each = |era| {
        [
            Client::stdio(&unity, &ARGS, era, capabilities.clone()),
            Client::http(server, era, capabilities.clone()),
        ]
    };
    ERAS.into_iter().flat_map(each).collect()
}

/// Calls, and answers the question in the way of the client's era.
fn call(client: &mut Client, arguments: &Value, answer: &Value) -> Value {
    client.answer = answer.clone();
    let first = client.call(TOOL, arguments.clone());
    if first["resultType"] != "input_required" {
        return first;
    }
    client.asked.push(first["inputRequests"]["confirm"].clone());
    let again = json!({
        "name": TOOL,
        "arguments": arguments,
        "requestState": first["requestState"],
        "inputResponses": { "confirm": answer },
    });
    client.result("tools/call", again)
}

#[test]
fn a_dialog_decides() {
    let server = Server::start(&sample("unity"), &ARGS);
    for mut client in clients(&server, &json!({ "elicitation": {} })) {
        for (answer, done) in [
            (json!({ "action": "accept", "content": { "confirm": true } }), true),
            (json!({ "action": "accept", "content": { "confirm": false } }), false),
            (json!({ "action": "accept" }), false),
            (json!({ "action": "decline" }), false),
            (json!({ "action": "cancel" }), false),
        ] {
            let result = call(&mut client, &json!({}), &answer);
            let about = format!("{}: {answer} {result}", client.name());
            assert_eq!(result["isError"] != true, done, "{about}");
            let text = result["content"][0]["text"].as_str().unwrap();
            assert!(done || text.contains("\"confirm\": true"), "{about}");
            let asked = client.asked.pop().expect("the user was asked");
            assert!(client.asked.is_empty(), "{about}");
            let params = &asked["params"];
            assert!(params["message"].as_str().unwrap().contains("Destroy Nothing"), "{asked}");
            assert_eq!(params["requestedSchema"]["properties"]["confirm"]["type"], "boolean");
        }
    }
}

#[test]
fn an_argument_decides_without_a_question() {
    let server = Server::start(&sample("unity"), &ARGS);
    for capabilities in [json!({}), json!({ "elicitation": {} })] {
        for mut client in clients(&server, &capabilities) {
            let result = client.call(TOOL, json!({ "confirm": true }));
            assert_eq!(result["structuredContent"], json!({ "done": true }), "{}", client.name());
            assert_eq!(client.asked, [json!(null); 0]);
        }
    }
    for mut client in clients(&server, &json!({})) {
        for arguments in [json!({}), json!({ "confirm": false })] {
            let result = client.call(TOOL, arguments);
            assert_eq!(result["isError"], true, "{}: {result}", client.name());
            assert!(result["content"][0]["text"].as_str().unwrap().contains("confirm"), "{result}");
        }
        let wrong = client.call(TOOL, json!({ "confirm": "yes" }));
        assert_eq!(wrong["isError"], true, "{wrong}");
    }
}

#[test]
fn an_answer_counts_for_its_own_question_only() {
    let server = Server::start(&sample("unity"), &ARGS);
    let mut client = Client::http(&server, Era::Modern, json!({ "elicitation": {} }));
    let yes = json!({ "action": "accept", "content": { "confirm": true } });
    let state = client.call(TOOL, json!({}))["requestState"].clone();
    let forged = json!(format!("{}x", state.as_str().unwrap()));
    for (arguments, state) in
        [(json!({}), forged), (json!({}), json!("")), (json!({ "confirm": false }), state)]
    {
        let params = json!({
            "name": TOOL,
            "arguments": arguments,
            "requestState": state,
            "inputResponses": { "confirm": yes },
        });
        let answer = client.ask("tools/call", params);
        assert_eq!(answer["error"]["code"], -32602, "{arguments} {state}: {answer}");
    }
    // An answer that nobody has asked for is none: the question comes first.
    let params = json!({ "name": TOOL, "inputResponses": { "confirm": yes } });
    assert_eq!(client.result("tools/call", params)["resultType"], "input_required");
}
