//! Playing: what can be told without a display.

use serde_json::json;

use crate::client::Client;
use crate::shape::assert_shape;

pub(super) fn playing(client: &mut Client, own: &mut Client) {
    let error = client.refused("capture_game", json!({}));
    let suggestion = "Use execute_action with action='run_scene' to start the game";
    let expected = json!({ "code": -32003, "message": "Game not running", "data": { "suggestion": suggestion } });
    assert_eq!(error, expected);
    for action in ["stop_scene", "pause_scene", "resume_scene"] {
        assert_eq!(client.act_refused(action, json!({}))["code"], -32003);
    }
    let nowhere = json!({ "scene_path": "res://scenes/none.tscn" });
    assert_eq!(client.act_refused("run_scene", nowhere)["code"], -32006);
    assert_eq!(client.refused("capture_viewport", json!({}))["code"], -32004);

    client.forget_events();
    let got = client.act("run_main_scene", json!({}));
    assert_eq!(got["scene_path"], "res://scenes/main.tscn");
    let event = client.event("game_started");
    assert_shape(&json!({ "scene_path": "res://scenes/main.tscn", "timestamp": 0.5 }), &event);
    client.act("pause_scene", json!({}));
    let playing = own.call("scenewright.state", json!({}))["playing"].clone();
    assert_eq!(
        playing,
        json!({ "scene": "res://scenes/main.tscn", "paused": true, "connected": true })
    );
    client.act("resume_scene", json!({}));
    let error = client.refused("capture_game", json!({}));
    assert_eq!(error["code"], -32004, "a headless game has no picture: {error}");
    client.act("stop_scene", json!({}));
    let event = client.event("game_stopped");
    assert_shape(&json!({ "reason": "user_stopped", "exit_code": 0, "timestamp": 0.5 }), &event);
    assert_eq!(event["reason"], "user_stopped");
}

pub(super) fn troubles(client: &mut Client) {
    client.forget_events();
    let before = client.call("ping", json!({}))["timestamp"].clone();
    let got = client.act("run_scene", json!({ "scene_path": "res://scenes/level1.tscn" }));
    let expected = json!({
        "success": true, "action": "run_scene", "scene_path": "res://scenes/level1.tscn",
        "message": "Scene started successfully",
    });
    assert_eq!(got, expected);
    let event = client.event_with("error_occurred", |params| params["severity"] == "error");
    let example = json!({
        "severity": "error", "message": "", "source": { "script": "res://scripts/trouble.gd", "line": 20 }, "timestamp": 0.5,
    });
    assert_shape(&example, &event);
    assert_eq!(event["source"]["script"], "res://scripts/trouble.gd");
    assert_eq!(event["source"]["line"], 18, "{event}");
    let got = client
        .call("get_errors", json!({ "count": 10, "severity": "all", "since_timestamp": before }));
    let example = json!({
        "severity": "error", "message": "", "source": { "script": "", "function": "", "line": 1 }, "timestamp": 0.5,
    });
    assert_shape(&json!({ "success": true, "errors": [example], "total_count": 1 }), &got);
    let stack = &got["errors"][0]["stack_trace"];
    assert_eq!(stack[0], "res://scripts/trouble.gd:18 in look()", "{got}");
    assert_eq!(stack[1], "res://scripts/trouble.gd:14 in _process()", "{got}");
    let warnings =
        client.call("get_errors", json!({ "severity": "warning", "since_timestamp": before }));
    assert!(warnings.to_string().contains("this is a warning"), "{warnings}");
    let log = client.call("get_editor_log", json!({ "count": 50, "filter": "trouble is" }));
    let line = json!({ "type": "info", "message": "", "timestamp": 0.5 });
    assert_shape(&json!({ "success": true, "logs": [line], "total_count": 1 }), &log);
    client.act("stop_scene", json!({}));
    client.event("game_stopped");
}

/// Who ended a game is told, as far as the editor lets it be known.
pub(super) fn endings(client: &mut Client) {
    for (scene, reason) in [("quit", "exited"), ("crash", "crashed")] {
        client.forget_events();
        client.act("run_scene", json!({ "scene_path": format!("res://scenes/{scene}.tscn") }));
        let event = client.event("game_stopped");
        assert_eq!(event["reason"], reason, "{event}");
        if reason == "crashed" {
            assert_eq!(event["exit_code"], 9, "{event}");
        }
        println!("{scene}: {event}");
    }
}
