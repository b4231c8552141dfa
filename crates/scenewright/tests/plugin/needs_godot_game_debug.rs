//! The debugger of a running game: breakpoints, steps, variables, hot reload, the profiler and the monitors.

use std::fs;

use serde_json::{Value, json};

use crate::agent::Agent;
use crate::editor::project;
use crate::needs_godot_game::GAME;

/// The line of player.gd that counts a jump, and the one that moves.
const JUMP: u32 = 10;
const MOVE: u32 = 11;

#[test]
fn an_act_stops_at_a_breakpoint_and_goes_on_from_there() {
    let project = project(GAME);
    let mut agent = Agent::playing(&project.path(""), &["--allow-eval"]);
    agent.played("game.start", json!({ "seed": 7 }));
    let at_jump = json!({ "action": "break", "file": "res://player.gd", "line": JUMP });
    let set = agent.played("game.debug", at_jump);
    assert_eq!((&set["state"], &set["breakpoints"][0]["line"]), (&json!("frozen"), &json!(JUMP)));

    let act = json!({
        "inputs": [{ "action": "jump", "tick": 3 }], "ticks": 10, "report": ["Player:jumps"],
    });
    let stopped = agent.played("game.act", act);
    assert_eq!(stopped["endedBy"], "stopped", "{stopped}");
    assert_eq!(place(&stopped["stop"]), ("res://player.gd", JUMP, "_physics_process"));
    assert_eq!((&stopped["ticks"], &stopped["stop"]["reason"]), (&json!(4), &json!("breakpoint")));
    assert!(stopped["diagnostics"][0].as_str().unwrap().contains("stopped at breakpoint"));

    look_around(&mut agent);
    step(&mut agent);

    let over = agent.played("game.debug", json!({ "action": "continue" }));
    assert_eq!(over["state"], "frozen", "{over}");
    let (ended_by, ticks) = (&over["act"]["endedBy"], &over["act"]["ticks"]);
    assert_eq!((ended_by, ticks), (&json!("ticks"), &json!(10)), "{over}");
    assert_eq!(over["act"]["report"][0]["values"]["Player:jumps"], 1);

    stop_in_a_call(&mut agent);
    stop_at_an_error(&mut agent);
}

/// What a stopped game answers, and what it does not.
fn look_around(agent: &mut Agent) {
    let state = agent.played("game.state", json!({}));
    let game = &state["games"][0];
    assert_eq!((&game["state"], &game["stop"]["line"]), (&json!("stopped"), &json!(JUMP)));
    let read = agent.played("game.read", json!({ "path": "Player", "properties": ["jumps"] }));
    assert_eq!(read["values"]["jumps"], 0, "{read}");
    let refused = agent.refused("game.act", json!({}));
    assert!(refused.contains("stopped at breakpoint res://player.gd:10"), "{refused}");
    assert!(refused.contains("game_debug") && refused.contains("continue"), "{refused}");
    let shown = agent.played("game.debug", json!({}));
    assert_eq!(shown["variables"]["members"]["jumps"], 0, "{shown}");
    assert!(shown["variables"]["locals"]["delta"].as_f64().unwrap() > 0.016, "{shown}");
    assert_eq!(shown["variables"]["members"]["self"]["object"], "/root/Main/Player", "{shown}");
    let evaluate = json!({ "action": "evaluate", "expression": "speed * 2 + jumps" });
    assert_eq!(agent.played("game.debug", evaluate)["value"]["number"], 240.0);
    let wrong = json!({ "action": "evaluate", "expression": "no_such_thing + 1" });
    assert!(agent.refused("game.debug", wrong).contains("no_such_thing"));
}

fn step(agent: &mut Agent) {
    let shown = agent.played("game.debug", json!({ "action": "over" }));
    assert_eq!(place(&shown["stop"]), ("res://player.gd", MOVE, "_physics_process"));
    assert_eq!(shown["stop"]["reason"], "step");
    assert_eq!(shown["variables"]["members"]["jumps"], 1, "{shown}");
}

/// The call is under way while the game is frozen.
fn stop_in_a_call(agent: &mut Agent) {
    agent.played("game.debug", json!({ "action": "clear" }));
    let in_add = json!({ "action": "break", "file": "res://main.gd", "line": 17 });
    agent.played("game.debug", in_add);
    let add = json!({ "path": ".", "method": "add", "arguments": [[1, 2], [3, 4]] });
    let refused = agent.refused("game.call", add);
    assert!(refused.contains("stopped at breakpoint res://main.gd:17 in add"), "{refused}");
    let over = agent.played("game.debug", json!({ "action": "continue" }));
    assert_eq!(over["state"], "frozen", "{over}");
    assert_eq!(over["call"]["result"]["fields"], json!({ "x": 4, "y": 6 }), "{over}");
    agent.played("game.debug", json!({ "action": "clear" }));
}

fn stop_at_an_error(agent: &mut Agent) {
    agent.played("game.debug", json!({ "stopOnErrors": true }));
    let refused = agent.refused("game.call", json!({ "path": ".", "method": "fail" }));
    assert!(refused.contains("stopped by an error at res://main.gd:21 in fail"), "{refused}");
    let over = agent.played("game.debug", json!({ "action": "continue", "stopOnErrors": false }));
    assert_eq!((&over["state"], &over["stopsOnErrors"]), (&json!("frozen"), &json!(false)));
    let refused = agent.refused("game.debug", json!({ "action": "over" }));
    assert!(refused.contains("no script of the game is stopped"), "{refused}");
    let act = agent.played("game.act", json!({ "ticks": 2 }));
    assert_eq!(act["ticks"], 2);
}

fn place(stop: &Value) -> (&str, u32, &str) {
    let text = |name: &str| stop[name].as_str().unwrap_or_default();
    (text("file"), stop["line"].as_u64().unwrap_or_default() as u32, text("function"))
}

#[test]
fn a_changed_script_is_reloaded_and_functions_are_measured() {
    let project = project(GAME);
    let mut agent = Agent::playing(&project.path(""), &[]);
    agent.played("game.start", json!({ "seed": 7 }));
    agent.played("game.write", json!({ "path": "Player", "property": "jumps", "value": 5 }));
    assert_eq!(agent.played("game.reload", json!({}))["reloaded"], json!([]));

    let path = project.path("game/player.gd");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("jumps += 1", "jumps += 10")).unwrap();
    let reloaded = agent.played("game.reload", json!({}));
    assert_eq!(
        (&reloaded["reloaded"], &reloaded["ticks"]),
        (&json!(["res://player.gd"]), &json!(1))
    );
    let act = json!({
        "inputs": [{ "action": "jump" }], "ticks": 60, "report": ["Player:jumps"], "profile": 1,
    });
    let act = agent.played("game.act", act);
    assert_eq!(act["report"][0]["values"]["Player:jumps"], 15, "{act}");
    let slowest = &act["profile"]["functions"][0];
    assert!(slowest["file"].as_str().unwrap().starts_with("res://"), "{act}");
    assert!(slowest["calls"].as_u64().unwrap() >= 59, "{act}");

    fs::write(&path, text.replace("jumps += 1", "jumps +=")).unwrap();
    let broken = agent.played("game.reload", json!({}));
    assert_eq!(
        (&broken["problems"][0]["file"], &broken["problems"][0]["line"]),
        (&json!("res://player.gd"), &json!(JUMP)),
        "{broken}"
    );
    assert_eq!(jumps_after_a_jump(&mut agent), 15);
    fs::write(&path, &text).unwrap();
    assert_eq!(agent.played("game.reload", json!({}))["problems"], json!([]));
    assert_eq!(jumps_after_a_jump(&mut agent), 16);

    let log = agent.played("game.log", json!({ "monitors": ["object/nodes", "time/"] }));
    assert_eq!(log["monitors"][4], "object/nodes", "{log}");
    let rows = log["monitorRows"].as_array().unwrap();
    assert!(
        rows.len() >= 3 && rows.iter().all(|row| row["values"][4].as_f64() > Some(4.0)),
        "{log}"
    );
}

fn jumps_after_a_jump(agent: &mut Agent) -> Value {
    let jump = json!({
        "inputs": [{ "action": "jump" }], "ticks": 60, "report": ["Player:jumps"],
    });
    agent.played("game.act", jump)["report"][0]["values"]["Player:jumps"].clone()
}
