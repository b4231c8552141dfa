//! Sessions, tested with tools that misbehave.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::atomic::Ordering;
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use scenewright_catalogue::{
    Access, Admission, Answer, Call, CallLimits, Caller, EngineAccess, EngineTask, Failure,
    LogLevel, NoArgs, Policy, ProjectChanges, RunOptions, Session, Tier, ToolFilter,
};
use scenewright_testkit::{Fixture, odd_tools};
use serde_json::{Map, Value, json};

struct Server {
    engine: EngineAccess,
    session: Session,
    fixture: Fixture,
}

fn server(policy: Policy, limits: CallLimits) -> Server {
    let fixture = Fixture::new("//- /project.godot\nconfig_version=5\n");
    let project = scenewright_engines::find(&fixture.root()).unwrap();
    let engine = scenewright_engines::open(&project);
    let engine = EngineAccess::new(odd_tools::catalogue(), engine, policy, limits);
    let session = engine.session().clone();
    Server { engine, session, fixture }
}

fn arguments(value: Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap()
}

fn call(server: &Server, tool: &str, input: Value) -> Result<Value, Failure> {
    let answer = server.session.call(Call::new(tool, arguments(input)))?;
    Ok(serde_json::from_str(answer.output.get()).unwrap())
}

fn writing() -> Policy {
    Policy { allow_writes: true, ..Policy::default() }
}

#[test]
fn a_default_server_only_reads() {
    let server = server(Policy::default(), CallLimits::default());
    let listed: Vec<&str> =
        server.session.list(ToolFilter::default()).map(|tool| tool.id).collect();
    assert_eq!(listed, ["odd.crash", "odd.crash.inline", "odd.fail", "odd.slow"]);
    for tool in ["odd.write", "odd.destroy", "odd.studio"] {
        assert!(
            matches!(call(&server, tool, json!({})), Err(Failure::WritesDisabled { .. })),
            "{tool}"
        );
        assert!(
            matches!(server.session.describe(tool), Err(Failure::WritesDisabled { .. })),
            "{tool}"
        );
    }
}

#[test]
fn a_call_in_memory_passes_every_check_or_does_nothing() {
    let server = server(writing(), CallLimits { in_flight: 1, ..CallLimits::default() });
    let session = &server.session;
    let run =
        |tool: &str, input: Value| session.call_in_memory(tool, arguments(input), Instant::now());
    for (tool, input) in [
        ("odd.slow", json!({ "ms": 1 })),
        ("odd.crash", json!({})),
        ("odd.write", json!({})),
        ("odd.destroy", json!({ "confirm": true })),
        ("odd.nothing", json!({})),
    ] {
        assert!(run(tool, input).is_none(), "{tool}");
    }
    assert!(session.logs().entries().is_empty());

    let crashed = run("odd.crash.inline", json!({})).unwrap();
    assert!(matches!(crashed, Err(Failure::Crashed { .. })));
    let refused = run("odd.crash.inline", json!({ "x": 1 })).unwrap();
    assert!(matches!(refused, Err(Failure::InvalidArguments { .. })));
    let logged = session.logs().entries();
    assert_eq!(logged.len(), 2, "each failure once: {logged:?}");

    let slow = session.start(Call::new("odd.slow", arguments(json!({ "ms": 60_000 }))));
    assert!(run("odd.crash.inline", json!({})).is_none(), "there is no permit");
    drop(slow);
    let mut freed = run("odd.crash.inline", json!({}));
    while freed.is_none() {
        thread::yield_now();
        freed = run("odd.crash.inline", json!({}));
    }
}

#[test]
fn writes_are_listed_and_run_when_allowed() {
    let server = server(writing(), CallLimits::default());
    let listed: Vec<&str> =
        server.session.list(ToolFilter::default()).map(|tool| tool.id).collect();
    assert!(listed.contains(&"odd.write") && listed.contains(&"odd.destroy"), "{listed:?}");
    assert_eq!(call(&server, "odd.write", json!({})).unwrap(), json!({ "done": true }));
}

#[test]
fn a_destructive_tool_requires_confirmation() {
    let server = server(writing(), CallLimits::default());
    let inputs = server.session.describe("odd.destroy").unwrap().tool_definition().inputs;
    assert_eq!(inputs["confirm"]["type"], "boolean");
    for unconfirmed in [json!({}), json!({ "confirm": false }), json!({ "confirm": null })] {
        assert!(matches!(
            call(&server, "odd.destroy", unconfirmed),
            Err(Failure::ConfirmationNeeded { .. })
        ));
    }
    assert_eq!(
        call(&server, "odd.destroy", json!({ "confirm": true })).unwrap(),
        json!({ "done": true })
    );
}

#[test]
fn a_tool_above_the_tier_is_listed_only_on_request_and_refused() {
    let server = server(writing(), CallLimits::default());
    let listed = |tier| {
        server
            .session
            .list(ToolFilter { tier, category: None })
            .map(|tool| tool.id)
            .collect::<Vec<_>>()
    };
    assert!(!listed(None).contains(&"odd.studio"));
    assert_eq!(listed(Some(Tier::Tier3)), ["odd.studio"]);
    let failure = call(&server, "odd.studio", json!({})).unwrap_err();
    assert!(
        matches!(failure, Failure::TierTooLow { required: Tier::Tier3, current: Tier::Core }),
        "{failure}"
    );
}

#[test]
fn a_tier_includes_those_below_it() {
    let server = server(Policy { tier: Tier::Tier4, ..writing() }, CallLimits::default());
    assert!(server.session.list(ToolFilter::default()).any(|tool| tool.id == "odd.studio"));
    assert!(call(&server, "odd.studio", json!({})).is_ok());
}

#[test]
fn a_category_includes_those_below_it() {
    let server = server(Policy::default(), CallLimits::default());
    let count =
        |category| server.session.list(ToolFilter { category: Some(category), tier: None }).count();
    assert_eq!(
        [count("editor"), count("editor.odd"), count("editor.od"), count("scene")],
        [4, 4, 0, 0]
    );
}

#[test]
fn a_stuck_tool_is_answered_at_its_deadline() {
    let limits = CallLimits { timeout: Duration::from_millis(50), ..CallLimits::default() };
    let server = server(Policy::default(), limits);
    let begun = Instant::now();
    let failure =
        call(&server, "odd.slow", json!({ "ms": 20_000, "manner": "stuck" })).unwrap_err();
    assert!(matches!(failure, Failure::TimedOut { after } if after == limits.timeout), "{failure}");
    assert!(begun.elapsed() < Duration::from_secs(10), "it did not wait for the tool");
}

#[test]
fn a_write_in_progress_at_the_deadline_is_awaited() {
    let limits = CallLimits { timeout: Duration::from_millis(30), ..CallLimits::default() };
    let server = server(Policy::default(), limits);
    let answer = call(&server, "odd.slow", json!({ "ms": 400, "manner": "writing" }));
    assert_eq!(answer.unwrap(), json!({ "done": true }));
}

#[test]
fn a_call_that_timed_out_never_writes_later() {
    let limits = CallLimits { timeout: Duration::from_millis(30), ..CallLimits::default() };
    let server = server(Policy::default(), limits);
    let failure = call(&server, "odd.slow", json!({ "ms": 300, "manner": "late" })).unwrap_err();
    assert!(matches!(failure, Failure::TimedOut { .. }), "{failure}");
    let [written, refused] = &odd_tools::LATE_WRITES;
    while refused.load(Ordering::SeqCst) == 0 {
        assert_eq!(written.load(Ordering::SeqCst), 0, "it wrote after the time-out");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn cancelling_during_a_write_does_not_stop_the_write() {
    let server = server(Policy::default(), CallLimits { in_flight: 1, ..CallLimits::default() });
    let input = arguments(json!({ "ms": 200, "manner": "writing" }));
    let call = Call::new("odd.slow", input);
    let cancel = call.cancel.clone();
    let ticket = server.session.start(call);
    thread::sleep(Duration::from_millis(50));
    assert!(!cancel.cancel(), "it is past the point of no return");
    ticket.wait().unwrap();
}

#[test]
fn dropping_a_pending_answer_stops_the_work() {
    let server = server(Policy::default(), CallLimits { in_flight: 1, ..CallLimits::default() });
    let ticket = server.session.start(patient());
    thread::sleep(Duration::from_millis(20));
    drop(ticket);
    wait_for_a_free_permit(&server);
}

#[test]
fn a_busy_call_can_be_repeated_with_its_cancel_token() {
    let server = server(Policy::default(), CallLimits { in_flight: 1, ..CallLimits::default() });
    let running = server.session.start(patient());
    let again = || Call::new("odd.slow", arguments(json!({ "ms": 1 })));
    let cancel = again().cancel;
    let busy = server.session.call(Call { cancel: cancel.clone(), ..again() });
    assert!(matches!(busy, Err(Failure::Busy { .. })), "{busy:?}");
    drop(running);
    wait_for_a_free_permit(&server);
    server.session.call(Call { cancel, ..again() }).unwrap();
}

#[test]
fn a_cancelled_call_fails_as_cancelled() {
    let server = server(Policy::default(), CallLimits::default());
    let call = patient();
    let cancel = call.cancel.clone();
    let ticket = server.session.start(call);
    cancel.cancel();
    assert!(matches!(ticket.wait(), Err(Failure::Cancelled)));
}

#[test]
fn a_panic_is_answered_and_the_server_continues() {
    let server = server(writing(), CallLimits::default());
    for tool in ["odd.crash", "odd.crash.inline"] {
        let failure = call(&server, tool, json!({})).unwrap_err();
        assert!(
            matches!(&failure, Failure::Crashed { message } if message.contains("on purpose")),
            "{failure}"
        );
    }
    assert!(call(&server, "odd.write", json!({})).is_ok());
}

#[test]
fn calls_beyond_the_limit_are_refused_and_later_calls_run() {
    let server = server(Policy::default(), CallLimits { in_flight: 2, ..CallLimits::default() });
    let running = [server.session.start(patient()), server.session.start(patient())];
    assert!(matches!(server.session.call(patient()), Err(Failure::Busy { limit: 2 })));
    drop(running);
    wait_for_a_free_permit(&server);
}

#[test]
fn a_queued_call_waits_for_a_permit_and_runs() {
    let server = server(Policy::default(), CallLimits { in_flight: 1, ..CallLimits::default() });
    let running = server.session.start(patient());
    let waiting = Admission::Queued { timeout: Duration::from_secs(60) };
    let session = server.session.with_admission(waiting);
    let quick = || Call::new("odd.slow", arguments(json!({ "ms": 1 })));
    let (first, left, second) =
        (session.start(quick()), session.start(quick()), session.start(quick()));
    assert!(matches!(server.session.call(quick()), Err(Failure::Busy { limit: 1 })));
    drop(left);
    drop(running);
    let outcomes: [Result<Answer, Failure>; 2] = [second.wait(), first.wait()];
    assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
}

#[test]
fn a_queued_inline_call_runs_on_a_worker() {
    let server = server(Policy::default(), CallLimits { in_flight: 1, ..CallLimits::default() });
    let running = server.session.start(patient());
    let waiting = Admission::Queued { timeout: Duration::from_secs(60) };
    let session = server.session.with_admission(waiting);
    let queued = session.start(Call::new("odd.crash.inline", Map::new()));
    drop(running);
    assert!(matches!(queued.wait(), Err(Failure::Crashed { .. })));
    wait_for_a_free_permit(&server);
}

#[test]
fn a_queued_call_fails_as_busy_after_its_timeout() {
    let server = server(Policy::default(), CallLimits { in_flight: 1, ..CallLimits::default() });
    let running = server.session.start(patient());
    let waiting = Admission::Queued { timeout: Duration::from_millis(30) };
    let session = server.session.with_admission(waiting);
    let late = session.call(patient());
    assert!(matches!(late, Err(Failure::Busy { limit: 1 })), "{late:?}");
    let task = server.engine.with_admission(waiting).run(EngineTask::read("late"), |_, _| ());
    assert!(matches!(task.wait(), Err(Failure::Busy { limit: 1 })));
    drop(running);
    wait_for_a_free_permit(&server);
}

#[test]
fn a_task_that_writes_keeps_the_policy() {
    let reading = server(Policy::default(), CallLimits::default());
    let write = || EngineTask::write("change");
    let refused = reading.engine.run(write(), |_, _| ()).wait();
    assert!(matches!(refused, Err(Failure::WritesDisabled { .. })), "{refused:?}");
    let server = server(writing(), CallLimits::default());
    let reader = Caller { access: Access::ReadOnly, ..Caller::default() };
    let refused = server.engine.acting_for(reader).run(write(), |_, _| ()).wait();
    assert!(matches!(refused, Err(Failure::TokenRequired { .. })), "{refused:?}");
    server.engine.run(write(), |_, _| ()).wait().unwrap();
}

#[test]
fn a_typed_call_has_a_typed_answer_and_the_same_limits() {
    let slow = |server: &Server, ms| {
        let args = odd_tools::SlowArgs::new(ms);
        server.session.run::<odd_tools::Slow>(args, RunOptions::default()).wait()
    };
    let patient = server(Policy::default(), CallLimits::default());
    assert!(slow(&patient, 1).unwrap().output.done);
    let crash = patient.session.run::<odd_tools::Crashing>(NoArgs {}, RunOptions::default());
    assert!(matches!(crash.wait(), Err(Failure::Crashed { .. })));
    let limits = CallLimits { timeout: Duration::from_millis(50), ..CallLimits::default() };
    let hurried = server(Policy::default(), limits);
    assert!(matches!(slow(&hurried, 20_000), Err(Failure::TimedOut { .. })));
}

/// A call that would take a minute unless it is cancelled.
fn patient() -> Call {
    Call::new("odd.slow", arguments(json!({ "ms": 60_000 })))
}

fn wait_for_a_free_permit(server: &Server) {
    let begun = Instant::now();
    while call(server, "odd.slow", json!({ "ms": 1 })).is_err() {
        assert!(begun.elapsed() < Duration::from_secs(20), "work goes on for nobody");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn invalid_arguments_never_reach_the_tool() {
    let server = server(Policy::default(), CallLimits::default());
    let failure =
        call(&server, "odd.slow", json!({ "ms": 0, "manner": "loud", "extra": 1 })).unwrap_err();
    assert_eq!(
        failure.to_string(),
        "Invalid tool arguments: ms must be at least 1, not 0; \
         manner must be one of patient, stuck, writing, late, not \"loud\"; extra is not a parameter of this tool"
    );
}

#[test]
fn an_unknown_tool_suggests_similar_names() {
    let server = server(Policy::default(), CallLimits::default());
    let failure = call(&server, "odd.slwo", json!({})).unwrap_err();
    assert!(
        matches!(&failure, Failure::UnknownTool { similar, .. } if similar[0] == "odd.slow"),
        "{failure:?}"
    );
}

#[test]
fn every_failed_call_is_logged_once() {
    let limits = CallLimits { timeout: Duration::from_millis(50), ..CallLimits::default() };
    let server = server(Policy::default(), limits);
    for (tool, input) in
        [("odd.fail", json!({})), ("odd.nothing", json!({})), ("odd.slow", json!({ "ms": 400 }))]
    {
        assert!(call(&server, tool, input).is_err(), "{tool}");
    }
    // The stuck call ends after its answer, and is not logged a second time.
    thread::sleep(Duration::from_millis(500));
    let entries = server.session.logs().entries();
    let reported: Vec<(LogLevel, &str)> =
        entries.iter().map(|entry| (entry.level, entry.message.as_str())).collect();
    let expected = [
        (LogLevel::Warning, "odd.fail: it is Monday"),
        (LogLevel::Warning, "odd.nothing: Tool not found: odd.nothing"),
        (LogLevel::Error, "odd.slow: Tool execution timed out after 50ms"),
    ];
    assert_eq!(reported, expected);
}

#[test]
fn file_changes_are_reported_until_the_guard_is_dropped() {
    let server = server(Policy::default(), CallLimits::default());
    let (sender, heard) = channel();
    let listener = move |changed: &ProjectChanges| drop(sender.send(changed.clone()));
    let watching = server.session.watch(listener).unwrap().expect("files can be watched");
    server.fixture.write("new.tscn", "");
    let is_new = |changed: &ProjectChanges| {
        changed.everything || changed.assets.iter().any(|asset| asset.path == "res://new.tscn")
    };
    while !is_new(&heard.recv_timeout(Duration::from_secs(60)).unwrap()) {}
    drop(watching);
    // Ends when the listener, and its sender, are dropped.
    heard.iter().for_each(drop);
}

#[test]
fn an_engine_task_that_panics_is_answered() {
    let server = server(Policy::default(), CallLimits::default());
    let kind =
        server.engine.run(EngineTask::read("kind"), |engine, _| engine.kind()).wait().unwrap();
    assert_eq!(kind.as_str(), "godot");

    let crashed =
        server.engine.run(EngineTask::read("crash"), |_, _| -> u8 { panic!("on purpose") }).wait();
    let reported =
        matches!(&crashed, Err(Failure::Crashed { message }) if message.contains("on purpose"));
    assert!(reported, "{crashed:?}");
}

#[test]
fn an_engine_task_has_the_limits_of_a_call() {
    let limits =
        CallLimits { timeout: Duration::from_millis(200), in_flight: 1, ..CallLimits::default() };
    let server = server(Policy::default(), limits);
    let (release, held) = channel::<()>();
    let stuck = server.engine.run(EngineTask::read("stuck"), move |_, _| held.recv().is_ok());
    let busy = server.engine.run(EngineTask::read("late"), |_, _| ()).wait();
    assert!(matches!(busy, Err(Failure::Busy { limit: 1 })), "{busy:?}");
    assert!(matches!(stuck.wait(), Err(Failure::TimedOut { .. })));
    release.send(()).unwrap();
}

#[test]
fn dropping_the_answer_of_an_engine_task_cancels_it() {
    let server = server(Policy::default(), CallLimits::default());
    let (sender, receiver) = channel();
    let asked = server.engine.run(EngineTask::read("long"), move |_, cx| {
        while cx.check().is_ok() {
            thread::sleep(Duration::from_millis(1));
        }
        sender.send(()).unwrap();
    });
    drop(asked);
    receiver.recv_timeout(Duration::from_secs(10)).unwrap();
}

#[test]
fn a_log_listener_receives_entries_as_they_are_written() {
    let server = server(Policy::default(), CallLimits::default());
    let logs = server.session.logs();
    let (sender, receiver) = channel();
    let again = logs.clone();
    logs.subscribe(move |entry| {
        // A listener may write to the log itself.
        if entry.number == 1 {
            again.write(LogLevel::Info, scenewright_catalogue::LogCategory::Server, "second");
        }
        sender.send(entry.message.clone()).unwrap();
    });
    logs.write(LogLevel::Info, scenewright_catalogue::LogCategory::Server, "first");
    assert_eq!([receiver.recv().unwrap(), receiver.recv().unwrap()], ["second", "first"]);
}
