//! Tests over the whole table of methods and actions.

use scenewright_catalogue::{CallLimits, Catalogue, Hint, HintPart, Policy};
use scenewright_testkit::Fixture;
use serde_json::{Map, Value, json};

use super::actions::ACTIONS;
use super::methods::{METHODS, capabilities, method_for};
use super::params::{GodotyParam, ParamKind};
use super::*;

const GODOT: &str = "
//- /project.godot
config_version=5
[application]
run/main_scene=\"res://main.tscn\"
//- /main.tscn
[gd_scene format=3]
[node name=\"Main\" type=\"Node2D\"]
";

/// Asks a server for each of the requests; the errors that come back.
fn errors(requests: impl IntoIterator<Item = (&'static str, Value)>) -> Vec<Value> {
    let fixture = Fixture::new(GODOT);
    let engine = scenewright_engines::open(&scenewright_engines::find(&fixture.root()).unwrap());
    let policy = Policy { allow_writes: true, ..Policy::default() };
    let catalogue = Catalogue::standard().unwrap();
    let session = Session::new(catalogue, engine, policy, CallLimits::default());
    let server = Godoty::new(session, true);
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let ask = |(method, params): (&str, Value)| {
        let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let answer = runtime.block_on(server.respond(request.to_string().as_bytes())).unwrap();
        serde_json::from_str::<Value>(&answer).unwrap()["error"].clone()
    };
    requests.into_iter().map(ask).collect()
}

fn fitting(kind: ParamKind) -> Value {
    match kind {
        ParamKind::Text | ParamKind::Any => json!("Main"),
        ParamKind::Choice(words) => json!(words[0]),
        ParamKind::Flag => json!(true),
        ParamKind::Integer | ParamKind::Positive | ParamKind::Number => json!(1),
        ParamKind::TextList => json!(["Main"]),
        ParamKind::ChoiceList(words) => json!(words),
        ParamKind::Object => json!({}),
    }
}

/// The required parameters except one.
fn required_without(params: &[GodotyParam], left_out: &str) -> Map<String, Value> {
    let params = params.iter().filter(|param| param.is_required && param.name != left_out);
    params.map(|param| (param.name.to_owned(), fitting(param.kind))).collect()
}

/// Every declared parameter of every method and action, left out and with a value of the wrong kind.
fn wrong_requests() -> Vec<(&'static str, Value, String)> {
    let mut requests = Vec::new();
    let mut add = |params: &[GodotyParam], action: Option<&str>, method: &'static str| {
        for param in params {
            let wrong = if param.kind == ParamKind::Object { json!(3) } else { json!({ "a": {} }) };
            let mut with_wrong = required_without(params, param.name);
            with_wrong.insert(param.name.to_owned(), wrong);
            let has_wrong = param.kind != ParamKind::Any;
            let without = param.is_required.then(|| required_without(params, param.name));
            for given in has_wrong.then_some(with_wrong).into_iter().chain(without) {
                let (given, name) = match action {
                    Some(action) => {
                        (json!({ "action": action, "args": given }), format!("args.{}", param.name))
                    }
                    None => (Value::Object(given), param.name.to_owned()),
                };
                requests.push((method, given, name));
            }
        }
    };
    METHODS.iter().for_each(|method| add(method.params, None, method.name));
    ACTIONS.iter().for_each(|action| add(action.params, Some(action.name), "execute_action"));
    requests
}

#[test]
fn every_declared_parameter_is_checked() {
    let requests = wrong_requests();
    assert!(requests.len() > 50, "{}", requests.len());
    let answers = errors(requests.iter().map(|(method, params, _)| (*method, params.clone())));
    for ((method, params, parameter), error) in requests.iter().zip(answers) {
        assert_eq!(error["code"], -32602, "{method} {params}: {error}");
        assert_eq!(error["data"]["parameter"], *parameter, "{method} {params}: {error}");
    }
}

#[test]
fn rows_point_at_operations_and_have_names_of_their_own() {
    let catalogue = Catalogue::standard().unwrap();
    let operations = METHODS.iter().filter_map(|method| method.operation);
    for operation in operations.chain(ACTIONS.iter().map(|action| action.operation)) {
        assert!(catalogue.get(operation).is_ok(), "{operation}");
    }
    for names in [methods::names(), ACTIONS.iter().map(|action| action.name).collect()] {
        let mut unique = names.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), names.len(), "{names:?}");
    }
    assert_eq!(capabilities(), ["capture", "docs", "scene", "actions", "debug"]);
}

#[test]
fn an_unknown_method_or_action_lists_the_known_ones() {
    let unknown = [("nope", json!({})), ("execute_action", json!({ "action": "nope" }))];
    let answers = errors(unknown);
    for method in methods::names() {
        assert!(answers[0]["data"]["details"].as_str().unwrap().contains(method), "{method}");
    }
    let actions: Vec<&str> = ACTIONS.iter().map(|action| action.name).collect();
    assert_eq!(answers[1]["data"]["available_actions"], json!(actions));
}

#[test]
fn hints_name_methods_and_actions() {
    let parts: Vec<HintPart> = Hint::samples().iter().flat_map(Hint::parts).collect();
    let ids = parts.iter().filter_map(|part| match part {
        HintPart::Tool(id) => method_for(id),
        _ => None,
    });
    let named: Vec<String> = ids.collect();
    for expected in ["get_errors", "execute_action with action='run_scene'"] {
        assert!(named.iter().any(|name| name == expected), "{named:?}");
    }
}
