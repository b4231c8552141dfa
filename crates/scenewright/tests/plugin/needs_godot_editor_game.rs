//! The game that the editor runs, driven through the tools: the plugin passes messages on, and the user keeps the game.

use std::thread;
use std::time::{Duration, Instant};

use scenewright_testkit::Fixture;
use serde_json::{Value, json};

use crate::agent::Agent;
use crate::editor::{Editor, project};
use crate::needs_godot_game::{GAME, contents};

const FLAGS: [&str; 4] = ["--allow-eval", "--allow-writes", "--toolsets", "all"];
const LIMIT: Duration = Duration::from_secs(20);

fn games(agent: &mut Agent) -> Vec<Value> {
    agent.played("game.state", json!({}))["games"].as_array().unwrap().clone()
}

fn first(agent: &mut Agent) -> Value {
    games(agent).first().cloned().unwrap_or_default()
}

fn wait<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + LIMIT;
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(Instant::now() < deadline, "waited for {what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Whether it comes to further ticks by itself.
fn wait_until_it_runs(agent: &mut Agent) {
    let before = first(agent)["tick"].as_u64().unwrap_or_default();
    wait("the game to run on", || first(agent)["tick"].as_u64().filter(|tick| *tick > before));
}

fn start(agent: &mut Agent) {
    agent.live("editor.play.control", json!({ "action": "start" }));
}

/// The project's own files: the editor keeps what it likes in `.godot`.
fn files(project: &Fixture) -> Vec<(String, Vec<u8>)> {
    let all = contents(&project.path("game")).into_iter();
    all.filter(|(path, _)| !path.contains("/.godot/")).collect()
}

#[test]
fn the_editors_game_is_played_and_stays_the_users() {
    let editor = Editor::headless(project(GAME));
    editor.wait_published();
    let mut agent = Agent::playing(&editor.project.path(""), &FLAGS);
    let refused = agent.refused("game.look", json!({}));
    assert!(refused.contains("no game has been started"), "{refused}");

    start(&mut agent);
    let before = files(&editor.project);
    let listed = first(&mut agent);
    assert_eq!(
        (&listed["game"], &listed["origin"], &listed["state"], &listed["tick"]),
        (&json!("editor"), &json!("editor"), &json!("running"), &Value::Null)
    );

    // Looking does not stop it.
    let tree = agent.played("game.look", json!({ "path": "." }));
    assert_eq!(tree["nodes"][1]["name"], "Player", "{tree}");
    wait_until_it_runs(&mut agent);
    assert_eq!(first(&mut agent)["state"], "running");

    act(&mut agent);
    values(&mut agent);
    own_game_comes_first(&mut agent);
    another_server_takes_over(&editor, agent);
    assert_eq!(files(&editor.project), before);
    assert!(editor.complaints().is_empty(), "{:?}", editor.complaints());
}

fn act(agent: &mut Agent) {
    let act = json!({
        "inputs": [{ "action": "ui_right", "hold": 10 }],
        "ticks": 20,
        "report": ["Player:position:x"],
    });
    let acted = agent.played("game.act", act.clone());
    assert_eq!(acted["report"][0]["values"], json!({ "Player:position:x": 120 }), "{acted}");
    let stands = first(agent);
    assert_eq!((&stands["state"], &stands["tick"]), (&json!("frozen"), &acted["tick"]));
    thread::sleep(Duration::from_millis(200));
    assert_eq!(first(agent)["tick"], acted["tick"]);
    let acted = agent.played("game.act", act);
    assert_eq!(acted["report"][0]["values"], json!({ "Player:position:x": 140 }), "{acted}");
    let held = json!({ "inputs": [{ "action": "ui_right", "hold": 0 }], "ticks": 1 });
    assert_eq!(agent.played("game.act", held)["held"], json!(["action ui_right"]));
}

fn values(agent: &mut Agent) {
    let write = json!({ "path": "Player", "property": "speed", "value": "60" });
    assert_eq!(agent.played("game.write", write)["after"]["number"], 60);
    let read = agent.played("game.read", json!({ "path": "Player", "properties": ["speed"] }));
    assert_eq!(read["values"], json!({ "speed": 60 }));
    let call = json!({ "path": ".", "method": "add", "arguments": "[[1, 2], [3, 4]]" });
    assert_eq!(agent.played("game.call", call)["result"]["fields"], json!({ "x": 4, "y": 6 }));
    let refused = agent.refused("game.call", json!({ "path": ".", "method": "fail" }));
    assert!(refused.contains("fail() logged an error: Cannot call method"), "{refused}");
    let evaluated = agent.played("game.eval", json!({ "source": "print(\"hello\")\nreturn 3" }));
    assert_eq!(evaluated["result"]["number"], 3);
    let log = agent.played("game.log", json!({}));
    assert_eq!(log["entries"].as_array().unwrap().last().unwrap()["text"], "hello", "{log}");
    // The tools for scenes work on it, too.
    let dump = agent.played("scene.hierarchy.dump", json!({ "scenePath": "game:" }));
    assert!(dump.to_string().contains("Player"), "{dump}");
}

fn own_game_comes_first(agent: &mut Agent) {
    agent.played("game.start", json!({}));
    let all = games(agent);
    let ids: Vec<_> = all.iter().map(|game| game["game"].as_str().unwrap()).collect();
    assert_eq!(ids, ["1", "editor"]);
    let speed = |agent: &mut Agent, game: Value| {
        let read = json!({ "game": game, "path": "Player", "properties": ["speed"] });
        agent.played("game.read", read)["values"]["speed"].clone()
    };
    assert_eq!(speed(agent, Value::Null), 120);
    assert_eq!(speed(agent, json!("editor")), 60);
    let stopped = agent.played("game.stop", json!({}));
    assert_eq!(stopped["game"], "1");
    assert_eq!(speed(agent, Value::Null), 60);
}

/// A server that is gone leaves the game running, without what it held down. The next one goes on where it is.
fn another_server_takes_over(editor: &Editor, mut agent: Agent) {
    let folder = editor.project.path("");
    let mut next = Agent::playing(&folder, &FLAGS);
    let refused = next.refused("game.look", json!({}));
    assert!(refused.contains("Another program controls this game"), "{refused}");
    assert_eq!(first(&mut agent)["state"], "frozen");
    agent.crash();
    wait("the relay to be free", || {
        let answer = next.result("game.look", json!({}));
        (answer["isError"] != true).then_some(())
    });
    wait_until_it_runs(&mut next);
    let still = json!({ "ticks": 5, "report": ["Player:position:x"], "reportWhen": "changes" });
    let acted = next.played("game.act", still);
    assert_eq!(acted["report"].as_array().unwrap().len(), 1, "{acted}");
    next.played("game.freeze", json!({ "frozen": false }));
    wait_until_it_runs(&mut next);

    let stopped = next.played("game.stop", json!({}));
    assert_eq!(
        (&stopped["game"], &stopped["state"], &stopped["ended"]),
        (&json!("editor"), &json!("ended"), &json!("stopped in the editor"))
    );
    assert!(games(&mut next).is_empty());
}

#[test]
fn what_happens_to_the_editors_game_is_told() {
    let mut editor = Editor::headless(project(GAME));
    editor.wait_published();
    let flags = [&FLAGS[..], &["--timeout", "8"]].concat();
    let mut agent = Agent::playing(&editor.project.path(""), &flags);

    // It quits by itself.
    start(&mut agent);
    agent.played("game.look", json!({}));
    // Whether it answers before it ends is open.
    agent.result("game.call", json!({ "path": ".", "method": "leave", "arguments": "[3]" }));
    let refused = wait("the end", || {
        let answer = agent.result("game.look", json!({}));
        (answer["isError"] == true).then(|| answer["content"][0]["text"].to_string())
    });
    // The editor may collect the exit code before the plugin can.
    let codes = ["the game has ended (exit code 3)", "the game has ended (by itself)"];
    assert!(codes.iter().any(|end| refused.contains(end)), "{refused}");

    // The user stops it during an act, and starts it again.
    start(&mut agent);
    agent.played("game.look", json!({}));
    assert!(first(&mut agent)["pid"].is_u64());
    let asked = agent.begin("game.act", json!({ "ticks": 100_000 }));
    editor.drive("play");
    let answer = agent.end(asked).to_string();
    assert!(answer.contains("the game has ended (stopped in the editor)"), "{answer}");
    wait("the next game", || first(&mut agent)["pid"].as_u64());
    agent.played("game.look", json!({}));

    // A breakpoint of the user: it can be looked at, but does not go on.
    editor.drive("break the game");
    wait("the break", || (first(&mut agent)["state"] == "broken").then_some(()));
    agent.played("game.read", json!({ "path": "Player", "properties": ["speed"] }));
    let refused = agent.refused("game.act", json!({ "ticks": 1 }));
    assert!(refused.contains("the game stands in the editor's debugger"), "{refused}");
    agent.played("game.freeze", json!({ "frozen": false }));
    wait_until_it_runs(&mut agent);

    // A script that does not return is named, and goes on: the game is the user's.
    let write = json!({ "path": ".", "property": "clicks", "value": "-1" });
    agent.played("game.write", write);
    let refused = agent.refused("game.act", json!({ "ticks": 1 }));
    assert!(refused.contains("main.gd:"), "{refused}");

    editor.crash();
    let refused = wait("the editor's end", || {
        let answer = agent.result("game.look", json!({}));
        let text = answer["content"][0]["text"].to_string();
        text.contains("does not talk to it any more").then_some(text)
    });
    assert!(refused.contains("the game has ended"), "{refused}");
}
