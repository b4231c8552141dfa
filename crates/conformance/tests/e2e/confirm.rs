//! Destructive calls need confirmation: by the user where the client has dialogs, otherwise by an
//! argument of the agent.

use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::mcp_client::{Client, ERAS, Era, Manner};
use crate::support::{Server, sample};

const TOOL: &str = "test_destructive";
const ARGS: [&str; 1] = ["--allow-writes"];

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
    again(client, arguments, &first["requestState"], &json!({ "confirm": answer }))
}

/// Calls with answers to a question, as clients of 2026-07-28 do.
fn again(client: &mut Client, arguments: &Value, state: &Value, answers: &Value) -> Value {
    let params = json!({
        "name": TOOL, "arguments": arguments, "requestState": state, "inputResponses": answers,
    });
    client.result("tools/call", params)
}

fn accepted() -> Value {
    json!({ "action": "accept", "content": { "confirm": true } })
}

/// The user was not asked for nothing, and the agent gets no hint how to get around it.
fn is_refused(result: &Value, kind: &str, about: &str) {
    assert_eq!(result["isError"], true, "{about}");
    let refusal = &result["structuredContent"]["refusal"];
    assert_eq!(refusal["kind"], kind, "{about}");
    let text = result["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with(refusal["message"].as_str().unwrap()), "{about}");
    assert!(text.contains("--confirm agent"), "{about}");
    for way_around in ["\"confirm\"", "confirm: true", "confirm=true"] {
        assert!(!text.contains(way_around), "{about}");
    }
}

#[test]
fn a_dialog_decides_whatever_the_agent_says() {
    let server = Server::start(&sample("unity"), &ARGS);
    for mut client in clients(&server, &json!({ "elicitation": {} })) {
        for (answer, refused) in [
            (accepted(), None),
            (json!({ "action": "accept", "content": { "confirm": false } }), Some("declined")),
            (json!({ "action": "accept" }), Some("declined")),
            (json!({ "action": "decline" }), Some("declined")),
            (json!({ "action": "cancel" }), Some("cancelled")),
        ] {
            for arguments in [json!({}), json!({ "confirm": true }), json!({ "confirm": false })] {
                let result = call(&mut client, &arguments, &answer);
                let about = format!("{} {arguments}: {answer} {result}", client.name());
                match refused {
                    None => assert_eq!(result["structuredContent"]["done"], true, "{about}"),
                    Some(kind) => is_refused(&result, kind, &about),
                }
                let asked = client.asked.pop().expect("the user was asked");
                assert!(client.asked.is_empty(), "{about}");
                let params = &asked["params"];
                assert!(params["message"].as_str().unwrap().contains("Destroy Nothing"), "{asked}");
                assert_eq!(params["requestedSchema"]["properties"]["confirm"]["type"], "boolean");
            }
        }
    }
}

#[test]
fn no_answer_is_a_refusal() {
    let args = [ARGS[0], "--confirm-timeout", "0.3"];
    let server = Server::start(&sample("unity"), &args);
    let dialogs = json!({ "elicitation": {} });
    for era in ERAS {
        for client in [
            Client::stdio(&sample("unity"), &args, era, dialogs.clone()),
            Client::http(&server, era, dialogs.clone()),
        ] {
            check_unanswered(client);
        }
    }
}

fn check_unanswered(mut client: Client) {
    let arguments = json!({ "confirm": true });
    let (late, failed) = match client.era {
        Era::Handshake => {
            client.manner = Manner::Silent;
            let late = client.call(TOOL, arguments.clone());
            client.manner = Manner::Fails;
            (late, client.call(TOOL, arguments))
        }
        Era::Modern => {
            let first = client.call(TOOL, arguments.clone());
            thread::sleep(Duration::from_millis(400));
            let yes = json!({ "confirm": accepted() });
            let late = again(&mut client, &arguments, &first["requestState"], &yes);
            let first = client.call(TOOL, arguments.clone());
            (late, again(&mut client, &arguments, &first["requestState"], &json!({})))
        }
    };
    is_refused(&late, "timedOut", &format!("{}: {late}", client.name()));
    is_refused(&failed, "dialogFailed", &format!("{}: {failed}", client.name()));
}

#[test]
fn a_client_without_forms_is_refused_without_a_question() {
    let server = Server::start(&sample("unity"), &ARGS);
    for mut client in clients(&server, &json!({ "elicitation": { "url": {} } })) {
        let result = client.call(TOOL, json!({ "confirm": true }));
        is_refused(&result, "noForms", &format!("{}: {result}", client.name()));
        assert_eq!(client.asked, [json!(null); 0]);
    }
}

/// What a client said in its handshake is not taken back by one of its requests.
#[test]
fn a_request_cannot_deny_the_dialogs_of_its_session() {
    let server = Server::start(&sample("unity"), &ARGS);
    for mut client in clients(&server, &json!({ "elicitation": {} })) {
        if client.era == Era::Modern {
            continue;
        }
        client.answer = json!({ "action": "decline" });
        let arguments = json!({ "confirm": true });
        let mut params = json!({ "name": TOOL, "arguments": arguments });
        params["_meta"] = json!({ "io.modelcontextprotocol/clientCapabilities": {} });
        let result = client.result("tools/call", params);
        is_refused(&result, "declined", &format!("{}: {result}", client.name()));
        assert_eq!(client.asked.len(), 1);
    }
}

#[test]
fn a_user_may_leave_it_to_the_agent() {
    let args = [ARGS[0], "--confirm", "agent"];
    let server = Server::start(&sample("unity"), &args);
    for era in ERAS {
        let dialogs = json!({ "elicitation": {} });
        for mut client in [
            Client::stdio(&sample("unity"), &args, era, dialogs.clone()),
            Client::http(&server, era, dialogs.clone()),
        ] {
            let done = client.call(TOOL, json!({ "confirm": true }));
            assert_eq!(done["structuredContent"]["done"], true, "{}: {done}", client.name());
            let refused = client.call(TOOL, json!({}));
            let text = refused["content"][0]["text"].as_str().unwrap();
            assert!(text.contains("\"confirm\": true"), "{}: {refused}", client.name());
            assert_eq!(client.asked, [json!(null); 0]);
        }
    }
}

#[test]
fn without_dialogs_an_argument_decides() {
    let server = Server::start(&sample("unity"), &ARGS);
    for mut client in clients(&server, &json!({})) {
        let result = client.call(TOOL, json!({ "confirm": true }));
        assert_eq!(result["structuredContent"], json!({ "done": true }), "{}", client.name());
        for arguments in [json!({}), json!({ "confirm": false })] {
            let result = client.call(TOOL, arguments);
            assert_eq!(result["isError"], true, "{}: {result}", client.name());
            assert!(result["content"][0]["text"].as_str().unwrap().contains("confirm"), "{result}");
        }
        let wrong = client.call(TOOL, json!({ "confirm": "yes" }));
        assert_eq!(wrong["isError"], true, "{wrong}");
        assert_eq!(client.asked, [json!(null); 0]);
    }
}

#[test]
fn a_question_has_one_answer() {
    let server = Server::start(&sample("unity"), &ARGS);
    let mut client = Client::http(&server, Era::Modern, json!({ "elicitation": {} }));
    for (first, kind) in [(json!({ "action": "decline" }), Some("declined")), (accepted(), None)] {
        let question = client.call(TOOL, json!({}));
        let state = &question["requestState"];
        let result = again(&mut client, &json!({}), state, &json!({ "confirm": first }));
        match kind {
            Some(kind) => is_refused(&result, kind, &result.to_string()),
            None => assert_eq!(result["structuredContent"]["done"], true, "{result}"),
        }
        let result = again(&mut client, &json!({}), state, &json!({ "confirm": accepted() }));
        is_refused(&result, "alreadyAnswered", &result.to_string());
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
