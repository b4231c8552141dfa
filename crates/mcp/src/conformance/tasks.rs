//! Tools that become tasks for clients that know them, and the methods of those tasks.

use std::time::Duration;

use rmcp::ErrorData;
use rmcp::model::{
    CallToolResult, CancelTaskParams, ClientCapabilities, CreateTaskResult, GetTaskParams,
    GetTaskResult, InputRequiredResult, UpdateTaskParams,
};
use rmcp::task_manager::{TaskContext, TaskExit, TaskOptions};
use serde_json::{Value, json};
use tokio::time::sleep;

use super::input_required::{answer, form, request, requests};
use super::{Call, Fixture, Fixtures, Outcome, nothing, now, refused, said};

pub(super) const FIXTURES: &[Fixture] = &[
    Fixture {
        name: "greet",
        description: "Greets at once.",
        schema: || arguments(&[("name", "string")]),
        run: |call| now(said(format!("Hello, {}!", call.text("name")))),
    },
    Fixture {
        name: "slow_compute",
        description: "Takes as many seconds as it is told, as a task where the client knows tasks.",
        schema: || arguments(&[("seconds", "number"), ("label", "string")]),
        run: |call| Box::pin(slow(call)),
    },
    Fixture {
        name: "failing_job",
        description: "A task that ends with a tool's error.",
        schema: nothing,
        run: |call| {
            Box::pin(async move { task(call, |_| async { Ok(refused("The job failed")) }) })
        },
    },
    Fixture {
        name: "protocol_error_job",
        description: "A task that ends with a protocol's error.",
        schema: nothing,
        run: |call| Box::pin(async move { task(call, |_| async { Err(broken().into()) }) }),
    },
    Fixture {
        name: "confirm_delete",
        description: "A task that asks before it pretends to delete.",
        schema: || arguments(&[("filename", "string")]),
        run: |call| Box::pin(async move { confirm(call) }),
    },
    Fixture {
        name: "multi_input",
        description: "A task that asks two things at once.",
        schema: nothing,
        run: |call| Box::pin(async move { task(call, two_inputs) }),
    },
    Fixture {
        name: "test_tool_with_task",
        description: "Asks for a name, then becomes a task.",
        schema: nothing,
        run: |call| Box::pin(async move { asks_first(call) }),
    },
];

/// No task of the suite is waited for longer.
const LONGEST: f64 = 120.0;

impl Fixtures {
    pub(crate) fn get_task(&self, params: &GetTaskParams) -> Result<GetTaskResult, ErrorData> {
        self.tasks.get_task(&params.task_id).map(GetTaskResult::new)
    }

    pub(crate) fn update_task(&self, params: UpdateTaskParams) -> Result<(), ErrorData> {
        self.tasks.update_task(&params.task_id, params.input_responses)
    }

    pub(crate) fn cancel_task(&self, params: &CancelTaskParams) -> Result<(), ErrorData> {
        self.tasks.cancel_task(&params.task_id)
    }
}

async fn slow(call: Call<'_>) -> Outcome {
    let seconds = call.number("seconds").unwrap_or_default().clamp(0.0, LONGEST);
    let duration = Duration::try_from_secs_f64(seconds).unwrap_or_default();
    let done = said(format!("{} took {seconds} s", call.text("label")));
    if !knows_tasks(call) {
        sleep(duration).await;
        return Ok(done.into());
    }
    task(call, move |task| async move {
        tokio::select! {
            () = sleep(duration) => Ok(done),
            () = task.cancelled() => Err(TaskExit::Cancelled),
        }
    })
}

fn confirm(call: Call<'_>) -> Outcome {
    let file = call.text("filename").to_owned();
    task(call, move |task| async move {
        let question = request(form(&format!("Delete {file}?"), "confirm", "boolean"))?;
        let answer = task.request_input("confirm", question).await?;
        Ok(match answer["content"]["confirm"].as_bool() {
            Some(true) => said(format!("Deleted {file}")),
            _ => said(format!("Kept {file}")),
        })
    })
}

async fn two_inputs(task: TaskContext) -> Result<CallToolResult, TaskExit> {
    let first = request(form("What is your name?", "name", "string"))?;
    let second = request(form("Do you confirm?", "confirm", "boolean"))?;
    tokio::try_join!(task.request_input("first", first), task.request_input("second", second))?;
    Ok(said("Both inputs received"))
}

fn asks_first(call: Call<'_>) -> Outcome {
    let name = answer(call.params.input_responses.as_ref(), "user_name", "name");
    match name.and_then(Value::as_str).map(str::to_owned) {
        Some(name) => task(call, move |_| async move { Ok(said(format!("Hello, {name}!"))) }),
        None => {
            let question = form("What is your name?", "name", "string");
            let requests = requests([("user_name", question)])?;
            Ok(InputRequiredResult::from_input_requests(requests).into())
        }
    }
}

fn task<F, R>(call: Call<'_>, work: F) -> Outcome
where
    F: FnOnce(TaskContext) -> R,
    R: Future<Output = Result<CallToolResult, TaskExit>> + Send + 'static,
{
    if !knows_tasks(call) {
        let needed = ClientCapabilities::builder().enable_tasks().build();
        return Err(ErrorData::missing_required_client_capability(needed));
    }
    let options = TaskOptions::new().with_poll_interval_ms(100);
    let task = call.fixtures.tasks.spawn(options, |task| Box::pin(work(task)));
    Ok(CreateTaskResult::new(task).into())
}

fn knows_tasks(call: Call<'_>) -> bool {
    call.cx.client_capabilities().is_some_and(|capabilities| capabilities.supports_tasks())
}

fn broken() -> ErrorData {
    ErrorData::internal_error("The job broke off", None)
}

fn arguments(properties: &[(&str, &str)]) -> Value {
    let properties: serde_json::Map<String, Value> = properties
        .iter()
        .map(|(name, kind)| ((*name).to_owned(), json!({ "type": kind })))
        .collect();
    json!({ "type": "object", "properties": properties, "additionalProperties": false })
}
