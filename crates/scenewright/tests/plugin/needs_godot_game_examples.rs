//! The examples of the game tools, on the sample project.

use std::fs;
use std::path::{Path, PathBuf};

use scenewright_catalogue::Catalogue;
use serde_json::{Value, json};

use crate::agent::Agent;
use crate::editor;

/// In the order of a session.
const TOOLS: [&str; 14] = [
    "project.scripts.check",
    "game.start",
    "game.state",
    "game.look",
    "game.read",
    "game.act",
    "game.write",
    "game.call",
    "game.eval",
    "game.debug",
    "game.reload",
    "game.log",
    "game.freeze",
    "game.stop",
];

/// With `UPDATE_EXAMPLES=1` the outputs in the example files are rewritten instead of compared.
#[test]
fn every_example_gives_what_it_promises() {
    let project = editor::sample();
    editor::import(&project);
    let mut agent = Agent::playing(&project.path(""), &["--allow-eval"]);
    let catalogue = Catalogue::standard().unwrap();
    for tool in TOOLS {
        let mut examples = catalogue.get(tool).unwrap().examples.to_vec();
        for example in &mut examples {
            let mut output = agent.played(tool, Value::Object(example.input.clone()));
            output.as_object_mut().unwrap().remove("diagnostics");
            match std::env::var_os("UPDATE_EXAMPLES") {
                Some(_) => example.output = output.as_object().cloned().unwrap(),
                None => {
                    let expected = settled(&json!(example.output));
                    assert_eq!(settled(&output).to_string(), expected.to_string(), "{tool}");
                }
            }
        }
        if std::env::var_os("UPDATE_EXAMPLES").is_some() {
            let text = serde_json::to_string_pretty(&examples).unwrap() + "\n";
            fs::write(example_file(tool), text).unwrap();
        }
    }
}

fn example_file(id: &str) -> PathBuf {
    let (area, rest) = id.split_once('.').unwrap();
    let ops = Path::new(env!("CARGO_MANIFEST_DIR")).join("../catalogue/src/ops");
    ops.join(area).join(format!("{}.json", rest.replace('.', "_")))
}

/// Without what differs between runs.
fn settled(output: &Value) -> Value {
    const VOLATILE: [&str; 3] = ["pid", "id", "engineVersion"];
    match output {
        Value::Object(map) => map
            .iter()
            .map(|(key, value)| {
                let value =
                    if VOLATILE.contains(&key.as_str()) { json!(null) } else { settled(value) };
                (key.clone(), value)
            })
            .collect(),
        Value::Array(items) => items.iter().map(settled).collect(),
        other => other.clone(),
    }
}
