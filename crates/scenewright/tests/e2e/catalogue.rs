//! The whole catalogue against the sample projects: every example is really run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use scenewright_catalogue::{
    Answer, Call, CallLimits, Catalogue, Diagnostic, EngineFailureKind, Failure, Policy, Session,
};
use serde_json::{Map, Value, json};

use scenewright_engines::EngineEnvironment;
use tempfile::TempDir;

use crate::support::{copy_folder, sample};

fn session(catalogue: Catalogue, sample_name: &str) -> Session {
    let project = scenewright_engines::find(&sample(sample_name)).unwrap();
    let engine = scenewright_engines::open(&project);
    Session::new(catalogue, engine, Policy::default(), CallLimits::default())
}

/// A copy of a sample that may be written to, with a journal of its own.
struct Copy {
    session: Session,
    root: PathBuf,
    _folder: TempDir,
}

impl Copy {
    fn of(catalogue: Catalogue, sample_name: &str) -> Copy {
        let folder = TempDir::new().unwrap();
        let root = folder.path().canonicalize().unwrap().join(sample_name);
        copy_folder(&sample(sample_name), &root);
        let around = EngineEnvironment {
            data: Some(folder.path().join("data")),
            ..EngineEnvironment::default()
        };
        let engine =
            scenewright_engines::open_in(&scenewright_engines::find(&root).unwrap(), around);
        let policy = Policy { allow_writes: true, ..Policy::default() };
        let session = Session::new(catalogue, engine, policy, CallLimits::default());
        Copy { session, root, _folder: folder }
    }

    fn call(&self, tool: &str, input: Map<String, Value>) -> Result<Answer, Failure> {
        self.session.call(Call::new(tool, input))
    }

    fn prepare(&self, tool: &str) {
        for (tool, input) in before(tool) {
            self.call(tool, input.as_object().cloned().unwrap()).unwrap();
        }
    }
}

/// What has happened before the examples of some tools.
pub fn before(tool: &str) -> Vec<(&'static str, Value)> {
    let rename = json!({
        "scenePath": "Assets/Scenes/Main.unity", "objectPath": "Sign", "name": "Notice Board",
    });
    let mut kept = rename.clone();
    kept["save"] = json!(false);
    let load = |path: &str| ("world.scene.load", json!({ "scenePath": path, "additive": true }));
    match tool {
        "world.scenes.list" | "world.scene.reload" | "world.scene.save" => {
            vec![("scene.object.rename", kept)]
        }
        "world.scene.save.as" => vec![load("res://scenes/lantern_test.tscn")],
        "world.scene.unload" => vec![load("Assets/Scenes/Main.unity")],
        "world.selection.read" => {
            let ids = [3_411_482_094_355_858_u64, 7_173_784_395_568_119];
            vec![("world.selection.set", json!({ "instanceIds": ids }))]
        }
        "world.clipboard.read" => {
            vec![("world.clipboard.set", json!({ "text": "Player/Lantern" }))]
        }
        "edit.history" | "edit.undo" => vec![("scene.object.rename", rename)],
        "edit.redo" => vec![("scene.object.rename", rename), ("edit.undo", json!({}))],
        _ => Vec::new(),
    }
}

/// Runs an example and writes the sample's folder the way the documentation does.
fn run(tool: &str, project: &str, input: &Map<String, Value>) -> Map<String, Value> {
    let copy = Copy::of(Catalogue::draft(), project);
    copy.prepare(tool);
    let answer = copy.call(tool, input.clone()).unwrap_or_else(|failure| {
        panic!("example of {tool} on {project}: {failure}: {}", failure.reason());
    });
    // As JSON writes it.
    let root = json!(copy.root).to_string();
    let root = root.trim_matches('"');
    let output = answer.output.get().replace(root, &format!("/games/{project}"));
    serde_json::from_str(&output).unwrap()
}

/// What differs from machine to machine and from run to run is taken out.
pub fn settled(output: &Value) -> Value {
    const VOLATILE: [&str; 8] = [
        "platform",
        "uptimeSeconds",
        "fileChanges",
        "serverVersion",
        "handle",
        "undoHandle",
        "time",
        "since",
    ];
    const OPTIONAL: &str = "scanReason";
    match output {
        Value::Object(map) => map
            .iter()
            .filter(|(key, _)| *key != OPTIONAL)
            .map(|(key, value)| {
                let settled =
                    if VOLATILE.contains(&key.as_str()) { json!(null) } else { settled(value) };
                (key.clone(), settled)
            })
            .collect(),
        Value::Array(items) => items.iter().map(settled).collect(),
        other => other.clone(),
    }
}

/// With `UPDATE_EXAMPLES=1` the outputs in the example files are rewritten instead of compared.
#[test]
fn every_example_gives_what_it_promises() {
    let update = std::env::var_os("UPDATE_EXAMPLES").is_some();
    let catalogue = if update { Catalogue::draft() } else { Catalogue::standard().unwrap() };
    let mut rewritten: BTreeMap<PathBuf, Value> = BTreeMap::new();
    for definition in catalogue.definitions() {
        let mut examples = definition.examples.to_vec();
        // Those on a live editor or a running game are run where there is one.
        let is_here =
            |example: &&mut scenewright_catalogue::Example| !example.project.starts_with("godot-");
        for example in examples.iter_mut().filter(is_here) {
            let output = run(definition.id, &example.project, &example.input);
            if update {
                example.output = output;
                continue;
            }
            let (expected, actual) = (Value::Object(example.output.clone()), Value::Object(output));
            assert_eq!(
                settled(&actual).to_string(),
                settled(&expected).to_string(),
                "{}: '{}'; if the new answer is right, run this test with UPDATE_EXAMPLES=1",
                definition.id,
                example.description
            );
        }
        rewritten.insert(example_file(definition.id), json!(examples));
    }
    if update {
        for (path, examples) in rewritten {
            let text = serde_json::to_string_pretty(&examples).unwrap() + "\n";
            std::fs::write(path, text).unwrap();
        }
    }
}

/// `scene.hierarchy.dump` has its examples in `ops/scene/hierarchy_dump.json`.
fn example_file(id: &str) -> PathBuf {
    let (area, rest) = id.split_once('.').unwrap();
    let ops = Path::new(env!("CARGO_MANIFEST_DIR")).join("../catalogue/src/ops");
    ops.join(area).join(format!("{}.json", rest.replace(['.', '-'], "_")))
}

#[test]
fn the_code_of_a_tool_is_found_by_its_name() {
    for definition in Catalogue::standard().unwrap().definitions() {
        let code = example_file(definition.id).with_extension("rs");
        assert!(code.is_file(), "{} lives in {}", definition.id, code.display());
    }
}

#[test]
fn the_catalogue_holds_what_the_documents_name() {
    let catalogue = Catalogue::standard().unwrap();
    let ids: Vec<&str> = catalogue.definitions().map(|definition| definition.id).collect();
    for id in [
        "mcp.server.info",
        "mcp.tools.list",
        "mcp.tool.describe",
        "mcp.health",
        "audio.mixer.list",
        "audio.mixer.snapshot.read",
        "project.classes.list",
        "project.info",
        "project.packages.list",
        "project.scenes.list",
        "project.search.text",
        "project.settings.read",
        "project.references.missing",
        "scene.hierarchy.dump",
    ] {
        assert!(ids.contains(&id), "{id}");
    }
    assert!(ids.is_sorted());
}

#[test]
fn schemas_hold_only_what_every_client_accepts() {
    fn check(schema: &Value, at: &str) {
        assert!(schema["type"].is_string(), "{at} has one type: {schema}");
        for key in ["$ref", "$defs", "oneOf", "anyOf", "allOf", "format", "title"] {
            assert!(schema.get(key).is_none(), "{at} has no {key}");
        }
        if schema["type"] == "array" {
            check(
                schema.get("items").unwrap_or_else(|| panic!("{at} has items")),
                &format!("{at}[]"),
            );
        }
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            check(property, &format!("{at}.{name}"));
        }
        if schema.get("properties").is_some() {
            assert_eq!(schema["additionalProperties"], false, "{at} is closed");
        }
    }
    for definition in Catalogue::standard().unwrap().definitions() {
        check(&definition.input_schema, &format!("{} input", definition.id));
        check(&definition.output_schema, &format!("{} output", definition.id));
    }
}

#[test]
fn a_scan_out_of_time_answers_with_what_it_has() {
    let project = scenewright_engines::find(&sample("unity")).unwrap();
    let limits = CallLimits { scan: Some(std::time::Duration::ZERO), ..CallLimits::default() };
    let engine = scenewright_engines::open(&project);
    let session = Session::new(Catalogue::standard().unwrap(), engine, Policy::default(), limits);
    let stopped = |text: &Diagnostic| {
        text.starts_with("Scan stopped after ") && text.ends_with("Results may be partial.")
    };
    for tool in ["project.references.missing", "project.assets.summary"] {
        let answer = session.call(Call::new(tool, Map::new())).unwrap();
        assert!(answer.diagnostics.iter().any(stopped), "{tool}: {:?}", answer.diagnostics);
    }
}

#[test]
fn wrong_arguments_that_no_schema_can_see_are_named() {
    for (tool, input, expected) in [
        (
            "project.classes.list",
            json!({ "cursor": "7" }),
            "Invalid tool arguments: cursor: '7' is not a cursor of project.classes.list",
        ),
        (
            "project.search.text",
            json!({ "query": "a(", "regex": true }),
            "Invalid tool arguments: query: unclosed group",
        ),
        (
            "project.search.text",
            json!({ "query": "" }),
            "Invalid tool arguments: query: there is nothing to look for",
        ),
    ] {
        let call = Call::new(tool, input.as_object().cloned().unwrap());
        let failure = session(Catalogue::standard().unwrap(), "unity").call(call).unwrap_err();
        assert_eq!(failure.to_string(), expected);
    }
}

#[test]
fn pages_follow_their_cursor_to_the_end() {
    let session = session(Catalogue::standard().unwrap(), "unity");
    let (mut seen, mut cursor) = (Vec::new(), Value::Null);
    loop {
        let input = json!({ "query": "m_Name", "limit": 7, "cursor": cursor });
        let call = Call::new("project.search.text", input.as_object().cloned().unwrap());
        let output: Value = serde_json::from_str(session.call(call).unwrap().output.get()).unwrap();
        seen.extend(output["matches"].as_array().unwrap().clone());
        cursor = output["nextCursor"].clone();
        if cursor.is_null() {
            assert_eq!(json!(seen.len()), output["total"]);
            break;
        }
    }
    let places: Vec<_> = seen
        .iter()
        .map(|found| (found["path"].as_str().unwrap(), found["line"].as_u64().unwrap()))
        .collect();
    assert!(places.len() > 14 && places.is_sorted_by(|a, b| a < b), "{places:?}");
}

#[test]
fn a_settings_area_that_an_engine_lacks_is_said_when_it_is_asked_for() {
    for (engine, area, expected) in [
        ("godot", "tags", vec!["Godot projects have no settings in the area 'tags'."]),
        ("unity", "exports", vec!["Unity projects have no settings in the area 'exports'."]),
        ("godot", "all", Vec::new()),
        ("godot", "groups", Vec::new()),
    ] {
        let session = session(Catalogue::standard().unwrap(), engine);
        let input = json!({ "area": area });
        let call = Call::new("project.settings.read", input.as_object().cloned().unwrap());
        let answer = session.call(call).unwrap();
        let messages: Vec<&str> = answer.diagnostics.iter().map(|it| &**it).collect();
        assert_eq!(messages, expected, "{engine} {area}");
    }
}

#[test]
fn an_engine_without_an_interface_says_so() {
    for tool in ["project.packages.list", "audio.mixer.list"] {
        let session = session(Catalogue::standard().unwrap(), "godot");
        let failure = session.call(Call::new(tool, Map::new())).unwrap_err();
        let Failure::Engine(error) = &failure else { panic!("{failure:?}") };
        assert_eq!(error.kind, EngineFailureKind::NotSupported);
        assert_eq!(failure.to_string(), "Not supported");
        let message = &error.message;
        assert!(message.ends_with("this connection does not offer it"), "{message}");
    }
}
