//! Every value that the tools read from the Godot scenes of a collection of real projects can be
//! written back as it was shown: nothing is refused, and no file changes.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use scenewright_catalogue::{Call, CallLimits, Catalogue, Failure, Policy, Session};
use scenewright_engines::{find, open};
use scenewright_model::EngineKind;
use serde_json::{Value, json};

use crate::needs_corpus::{corpus, projects_below, scenes_below};

/// Of large projects every few scenes are enough.
const MAX_SCENES: usize = 3;

/// A value is written once for each class, member and form: scenes repeat themselves.
type SeenValues = HashSet<(String, String, String)>;

/// The most edits that `edit.apply` takes at once.
const MAX_EDITS: usize = 1000;

#[derive(Default)]
struct Tally {
    written: usize,
    /// By the form and the reason, with one example each.
    failed: BTreeMap<String, (usize, String)>,
}

#[test]
fn every_value_can_be_written_as_it_was_shown() {
    let (mut seen, mut tally) = (SeenValues::new(), Tally::default());
    for project in projects_below(&corpus()) {
        let engine = open(&find(&project).unwrap());
        if engine.kind() != EngineKind::GODOT {
            continue;
        }
        let policy = Policy { allow_writes: true, ..Policy::default() };
        let limits = CallLimits::default();
        let session = Session::new(Catalogue::standard().unwrap(), engine, policy, limits);
        let scenes: Vec<PathBuf> =
            scenes_below(&project).into_iter().filter(|scene| is_godot_4(scene)).collect();
        for scene in scenes.iter().step_by(scenes.len().div_ceil(MAX_SCENES).max(1)) {
            check(&session, scene.to_str().unwrap(), &mut seen, &mut tally);
        }
    }
    for (reason, (count, example)) in &tally.failed {
        println!("{count:6} {reason}, for example {example}");
    }
    let failed: usize = tally.failed.values().map(|(count, _)| count).sum();
    println!("{} of {} values written back", tally.written, tally.written + failed);
    assert!(tally.written > 0 && failed == 0, "{failed} values were not written back");
}

/// Scenes of Godot 3 are not written.
fn is_godot_4(scene: &Path) -> bool {
    let text = std::fs::read(scene).unwrap_or_default();
    let head = String::from_utf8_lossy(&text[..text.len().min(400)]).into_owned();
    scene.extension().is_some_and(|it| it == "tscn") && head.contains("format=3")
}

fn call(session: &Session, tool: &str, input: Value) -> Result<Value, String> {
    let input = input.as_object().cloned().unwrap();
    let answer = session.call(Call::new(tool, input)).map_err(|failure| match failure {
        Failure::Engine(error) => error.message,
        other => other.to_string(),
    })?;
    Ok(serde_json::from_str(answer.output.get()).unwrap())
}

fn check(session: &Session, scene: &str, seen: &mut SeenValues, tally: &mut Tally) {
    let mut edits = Vec::new();
    for object in &objects(session, scene) {
        let class = object["components"][0].to_string();
        let mut is_new = |form: &str, member: &str, value: &Value| {
            seen.insert((class.clone(), format!("{form} {member}"), value.to_string()))
        };
        for (form, member, value) in shown(session, scene, object, &mut is_new) {
            let edit = json!({
                "op": "scene.member.write", "scenePath": scene,
                "objectPath": format!("obj:{}", object["instanceId"]),
                "member": member, "value": value,
            });
            edits.push((form, edit));
        }
    }
    for edits in edits.chunks(MAX_EDITS) {
        let all: Vec<&Value> = edits.iter().map(|(_, edit)| edit).collect();
        if write(session, &all).is_ok() {
            tally.written += edits.len();
            continue;
        }
        for (form, edit) in edits {
            match write(session, &[edit]) {
                Ok(()) => tally.written += 1,
                Err(reason) => {
                    let reason = format!("{form}: {}", plain(&reason));
                    let row = tally.failed.entry(reason).or_insert((0, edit.to_string()));
                    row.0 += 1;
                }
            }
        }
    }
}

/// All objects of a scene; none of one that cannot be read.
fn objects(session: &Session, scene: &str) -> Vec<Value> {
    let (mut input, mut found) = (json!({ "scenePath": scene }), Vec::new());
    while let Ok(page) = call(session, "scene.objects.find", input.clone()) {
        found.extend(page["items"].as_array().unwrap().iter().cloned());
        match page["nextCursor"].as_str() {
            Some(cursor) => input["cursor"] = json!(cursor),
            None => break,
        }
    }
    found
}

/// The reason without the names and values of one project.
fn plain(reason: &str) -> String {
    let mut parts = reason.split('\'').enumerate();
    let mut plain = String::new();
    parts.by_ref().for_each(|(at, part)| plain.push_str(if at % 2 == 0 { part } else { "…" }));
    plain.chars().take(160).collect()
}

fn write(session: &Session, edits: &[&Value]) -> Result<(), String> {
    let answer =
        call(session, "edit.apply", json!({ "edits": edits, "dryRun": true, "diff": true }))?;
    match answer["files"].as_array().is_some_and(Vec::is_empty) {
        true => Ok(()),
        false => Err(format!("the file changes: '{}'", answer["files"][0]["diff"])),
    }
}

/// The values of an object in every form that tools return them in, each with its member. Only new ones are read
/// one by one.
fn shown(
    session: &Session,
    scene: &str,
    object: &Value,
    is_new: &mut dyn FnMut(&str, &str, &Value) -> bool,
) -> Vec<(&'static str, String, Value)> {
    let target = json!({ "scenePath": scene, "instanceId": object["instanceId"] });
    let mut found = Vec::new();
    let read = call(session, "scene.object.read", target.clone()).unwrap();
    for component in read["components"].as_array().unwrap() {
        for (member, value) in component["members"].as_object().unwrap() {
            if !is_new("object", member, value) {
                continue;
            }
            found.push(("scene.object.read", member.clone(), value.clone()));
            let mut target = target.clone();
            target["component"] = component["index"].to_string().into();
            target["member"] = json!(member);
            let Ok(record) = call(session, "scene.member.read", target) else { continue };
            found.push(("scene.member.read", member.clone(), record["value"].clone()));
            found.push(("text", member.clone(), record["value"]["text"].clone()));
        }
    }
    let read = call(session, "scene.node.properties", target).unwrap();
    for group in ["properties", "scriptProperties"] {
        for (member, row) in read[group].as_object().unwrap() {
            if is_new("node", member, &row["value"]) {
                found.push(("scene.node.properties", member.clone(), row["value"].clone()));
            }
        }
    }
    found
}
