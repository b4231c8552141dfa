//! Tools that ask by returning what they need, as requests without a session do.

use rmcp::ErrorData;
use rmcp::model::{InputRequest, InputRequests, InputRequiredResult, InputResponses, SealOptions};
use serde_json::{Value, json};

use super::{Call, Fixture, Outcome, nothing, said};

pub(super) const FIXTURES: &[Fixture] = &[
    Fixture {
        name: "test_input_required_result_elicitation",
        description: "Asks the user for a name.",
        schema: nothing,
        run: |call| Box::pin(async move { elicitation(call) }),
    },
    Fixture {
        name: "test_input_required_result_sampling",
        description: "Asks the client's model.",
        schema: nothing,
        run: |call| Box::pin(async move { sampling(call) }),
    },
    Fixture {
        name: "test_input_required_result_list_roots",
        description: "Asks for the client's roots.",
        schema: nothing,
        run: |call| Box::pin(async move { roots(call) }),
    },
    Fixture {
        name: "test_input_required_result_request_state",
        description: "Asks, and wants its state back.",
        schema: nothing,
        run: |call| Box::pin(async move { state(call, "state-ok: requestState validated") }),
    },
    Fixture {
        name: "test_input_required_result_tampered_state",
        description: "Asks, and refuses a state that is not its own.",
        schema: nothing,
        run: |call| Box::pin(async move { state(call, "integrity-ok: state verified") }),
    },
    Fixture {
        name: "test_input_required_result_multiple_inputs",
        description: "Asks three things at once.",
        schema: nothing,
        run: |call| Box::pin(async move { multiple(call) }),
    },
    Fixture {
        name: "test_input_required_result_multi_round",
        description: "Asks twice, one after the other.",
        schema: nothing,
        run: |call| Box::pin(async move { rounds(call) }),
    },
    Fixture {
        name: "test_input_required_result_capabilities",
        description: "Asks only what the client can answer.",
        schema: nothing,
        run: |call| Box::pin(async move { capabilities(call) }),
    },
];

fn elicitation(call: Call<'_>) -> Outcome {
    match text(call, "user_name", "name") {
        Some(name) => Ok(said(format!("Hello, {name}!")).into()),
        None => ask([("user_name", form("What is your name?", "name", "string"))], None),
    }
}

fn sampling(call: Call<'_>) -> Outcome {
    match text(call, "sample_request", "text") {
        Some(text) => Ok(said(format!("Sampling result: {text}")).into()),
        None => ask([("sample_request", sample("What is the capital of France?"))], None),
    }
}

fn roots(call: Call<'_>) -> Outcome {
    match root_count(call, "roots_request") {
        Some(count) => Ok(said(format!("Found {count} root(s)")).into()),
        None => ask([("roots_request", list_roots())], None),
    }
}

fn state(call: Call<'_>, text: &str) -> Outcome {
    if opened(call)?.is_some() && given(call, "confirm", "ok").is_some() {
        return Ok(said(text).into());
    }
    let state = sealed(call, &json!({ "waitsFor": "confirm" }))?;
    ask([("confirm", form("Please confirm", "ok", "boolean"))], Some(state))
}

fn multiple(call: Call<'_>) -> Outcome {
    let answers = (
        opened(call)?,
        text(call, "user_name", "name"),
        text(call, "greeting", "text"),
        root_count(call, "client_roots"),
    );
    if let (Some(_), Some(name), Some(greeting), Some(roots)) = answers {
        return Ok(said(format!("Name: {name}; Greeting: {greeting}; Roots: {roots}")).into());
    }
    let questions = [
        ("user_name", form("What is your name?", "name", "string")),
        ("greeting", sample("Generate a greeting")),
        ("client_roots", list_roots()),
    ];
    ask(questions, Some(sealed(call, &json!({ "waitsFor": "all" }))?))
}

fn rounds(call: Call<'_>) -> Outcome {
    let state = opened(call)?.unwrap_or_default();
    match (state["round"].as_u64(), text(call, "step1", "name"), text(call, "step2", "color")) {
        (Some(2), _, Some(color)) => {
            let name = state["name"].as_str().unwrap_or_default();
            Ok(said(format!("Multi-round complete for {name} who likes {color}")).into())
        }
        (Some(1), Some(name), _) => {
            let state = sealed(call, &json!({ "round": 2, "name": name }))?;
            let question = form("Step 2: What is your favorite color?", "color", "string");
            ask([("step2", question)], Some(state))
        }
        _ => {
            let state = sealed(call, &json!({ "round": 1 }))?;
            ask([("step1", form("Step 1: What is your name?", "name", "string"))], Some(state))
        }
    }
}

fn capabilities(call: Call<'_>) -> Outcome {
    if let Some(answers) = call.params.input_responses.as_ref().filter(|all| !all.is_empty()) {
        let keys: Vec<&str> = answers.keys().map(String::as_str).collect();
        return Ok(said(format!("capabilities-ok: received {}", keys.join(","))).into());
    }
    let able = call.cx.client_capabilities().unwrap_or_default();
    let mut questions = Vec::new();
    if able.elicitation.is_some() {
        questions.push(("elicit_input", form("Elicitation input", "value", "string")));
    }
    if able.sampling.is_some() {
        questions.push(("sample_input", sample("Sample request")));
    }
    match questions.is_empty() {
        true => Ok(said("No supported capabilities declared").into()),
        false => ask(questions, Some(sealed(call, &json!({ "waitsFor": "any" }))?)),
    }
}

fn ask(
    questions: impl IntoIterator<Item = (&'static str, Value)>,
    state: Option<String>,
) -> Outcome {
    Ok(InputRequiredResult::new(Some(requests(questions)?), state).into())
}

pub(super) fn requests(
    questions: impl IntoIterator<Item = (&'static str, Value)>,
) -> Result<InputRequests, ErrorData> {
    questions.into_iter().map(|(key, question)| Ok((key.to_owned(), request(question)?))).collect()
}

pub(super) fn request(question: Value) -> Result<InputRequest, ErrorData> {
    serde_json::from_value(question)
        .map_err(|error| ErrorData::internal_error(error.to_string(), None))
}

/// A form with one field.
pub(super) fn form(message: &str, field: &str, kind: &str) -> Value {
    let schema = json!({
        "type": "object",
        "properties": { field: { "type": kind } },
        "required": [field],
    });
    let params = json!({ "mode": "form", "message": message, "requestedSchema": schema });
    json!({ "method": "elicitation/create", "params": params })
}

fn sample(text: &str) -> Value {
    let message = json!({ "role": "user", "content": { "type": "text", "text": text } });
    let params = json!({ "messages": [message], "maxTokens": 100 });
    json!({ "method": "sampling/createMessage", "params": params })
}

fn list_roots() -> Value {
    json!({ "method": "roots/list" })
}

/// A field of the content of one answer.
pub(super) fn answer<'a>(
    answers: Option<&'a InputResponses>,
    key: &str,
    field: &str,
) -> Option<&'a Value> {
    answers?.get(key)?.get("content")?.get(field)
}

fn given<'a>(call: Call<'a>, key: &str, field: &str) -> Option<&'a Value> {
    answer(call.params.input_responses.as_ref(), key, field)
}

fn text<'a>(call: Call<'a>, key: &str, field: &str) -> Option<&'a str> {
    given(call, key, field)?.as_str()
}

fn root_count(call: Call<'_>, key: &str) -> Option<usize> {
    let answers = call.params.input_responses.as_ref()?;
    Some(answers.get(key)?.get("roots")?.as_array()?.len())
}

/// A state counts only for the tool that gave it.
fn sealed(call: Call<'_>, state: &Value) -> Result<String, ErrorData> {
    let options = SealOptions::new().associated_data(call.params.name.as_bytes());
    let sealed = call.fixtures.states.seal_json_with(state, &options);
    sealed.map_err(|error| ErrorData::internal_error(error.to_string(), None))
}

/// `None` if the request carries no state.
fn opened(call: Call<'_>) -> Result<Option<Value>, ErrorData> {
    let Some(state) = &call.params.request_state else { return Ok(None) };
    let opened = call.fixtures.states.open_json_with(state, call.params.name.as_bytes());
    opened.map(Some).map_err(|error| ErrorData::invalid_params(error.to_string(), None))
}
