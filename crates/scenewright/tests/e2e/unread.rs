//! Projects whose files cannot all be read: every answer that rests on them says so, and `check` and
//! `doctor` do not pass them in silence.

use std::path::Path;

use scenewright_catalogue::{
    Answer, Call, CallLimits, Catalogue, Policy, SafetyLevel, Session, ToolFilter,
};
use scenewright_model::UnreadKind;
use scenewright_testkit::Fixture;
use serde_json::{Value, json};

use crate::support::{parse, run};

const POINTER: &str =
    "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 12345\n";
const BINARY: &[u8] = b"\0\0\0\x16\0\0\0\0\0\xff";
const CONFLICT: &str = "<<<<<<< HEAD\n=======\n>>>>>>> branch\n";

/// What may be wrong with a file, as files are written to a fixture.
const FAULTS: [(&str, UnreadKind); 4] = [
    ("Lfs", UnreadKind::LfsPointer),
    ("Binary", UnreadKind::Binary),
    ("Merge", UnreadKind::MergeConflict),
    ("Latin", UnreadKind::NotUtf8),
];

struct Engine {
    project: &'static str,
    /// Where assets are, and what kinds of files are text there.
    folder: &'static str,
    endings: &'static [&'static str],
    scene: &'static str,
    asset: &'static str,
}

const UNITY: Engine = Engine {
    project: "//- /ProjectSettings/ProjectVersion.txt\nm_EditorVersion: 2022.3.1f1\n\
//- /Assets/Good.unity\n%YAML 1.1\n--- !u!1 &1\nGameObject:\n  m_Name: A\n\
//- /Assets/Tool.cs\nclass Tool {}\n//- /Assets/Tool.cs.meta\nguid: 11111111111111111111111111111111\n",
    folder: "Assets/",
    endings: &["unity", "prefab", "mixer", "cs"],
    scene: "%YAML 1.1\n--- !u!1 &1\nGameObject:\n  m_Name: A\n",
    asset: "Assets/Tool.cs",
};

const GODOT: Engine = Engine {
    project: "//- /project.godot\nconfig_version=5\n//- /good.tscn\n[gd_scene format=3]\n\
[node name=\"A\" type=\"Node\"]\n//- /tool.gd\nextends Node\n",
    folder: "",
    endings: &["tscn", "tres", "gd"],
    scene: "[gd_scene format=3]\n[node name=\"A\" type=\"Node\"]\n",
    asset: "res://tool.gd",
};

impl Engine {
    /// The project, with a file of one ending that has one fault.
    fn with(&self, name: &str, ending: &str) -> Fixture {
        let fixture = Fixture::new(self.project);
        self.add(&fixture, name, ending);
        fixture
    }

    /// With a file of each kind for each fault.
    fn with_all(&self) -> Fixture {
        let fixture = Fixture::new(self.project);
        for (name, _) in FAULTS {
            self.endings.iter().for_each(|ending| self.add(&fixture, name, ending));
        }
        fixture
    }

    fn add(&self, fixture: &Fixture, name: &str, ending: &str) {
        let bytes = match name {
            "Lfs" => POINTER.as_bytes().to_vec(),
            "Binary" => BINARY.to_vec(),
            "Merge" => format!("{}{CONFLICT}", self.scene).into_bytes(),
            _ => [self.scene.as_bytes(), b"# \xff\n"].concat(),
        };
        fixture.write(&format!("{}{name}.{ending}", self.folder), bytes);
    }
}

fn session(root: &Path) -> Session {
    let project = scenewright_engines::find(root).unwrap();
    let engine = scenewright_engines::open(&project);
    let catalogue = Catalogue::standard().unwrap();
    Session::new(catalogue, engine, Policy::default(), CallLimits::default())
}

/// The arguments of every tool that looks at the whole project; `None` for one that does not.
fn arguments(tool: &str, asset: &str, unread: &str) -> Option<Value> {
    Some(match tool {
        "asset.dependencies" => json!({ "assetPath": unread }),
        "asset.dependents" | "asset.info" => json!({ "assetPath": asset }),
        "project.search.text" => json!({ "query": "nothing has this" }),
        "audio.mixer.list"
        | "project.assets.find"
        | "project.assets.summary"
        | "project.classes.list"
        | "project.info"
        | "project.references.missing"
        | "project.scenes.list" => json!({}),
        // They read one file, or the settings, and name what they cannot read.
        "audio.mixer.snapshot.read" | "project.packages.list" | "project.settings.read" => {
            return None;
        }
        other => panic!("{other} is new: does it look at the whole project?"),
    })
}

fn call(session: &Session, tool: &str, arguments: Value) -> (Answer, Value) {
    let arguments = arguments.as_object().cloned().unwrap();
    let answer = session.call(Call::new(tool, arguments)).unwrap_or_else(|failure| {
        panic!("{tool}: {}", failure.reason());
    });
    let output = serde_json::from_str(answer.output.get()).unwrap();
    (answer, output)
}

#[test]
fn every_tool_that_looks_at_the_project_says_what_it_did_not_read() {
    for (engine, unread) in [(UNITY, "Assets/Lfs.prefab"), (GODOT, "res://Lfs.tres")] {
        let fixture = engine.with_all();
        let session = session(&fixture.root());
        let ids: Vec<&str> = session
            .list(ToolFilter::default())
            .filter(|tool| tool.safety == SafetyLevel::ReadOnly)
            .map(|tool| tool.id)
            .filter(|id| ["asset.", "project.", "audio."].iter().any(|area| id.starts_with(area)))
            .collect();
        assert!(ids.len() > 10, "{ids:?}");
        for id in ids {
            let Some(arguments) = arguments(id, engine.asset, unread) else { continue };
            if id == "audio.mixer.list" && engine.folder.is_empty() {
                continue;
            }
            let (answer, output) = call(&session, id, arguments);
            let kinds: Vec<&str> = answer.coverage.by_kind().keys().map(|it| it.as_str()).collect();
            assert!(kinds.contains(&"lfs-pointer"), "{id}: {kinds:?}");
            let reported = answer.diagnostics.iter().map(|it| &**it).collect::<Vec<_>>().join("\n");
            let (read, total) = (answer.coverage.read, answer.coverage.total());
            assert!(
                reported.contains(&format!("{read} of {total} files were read")),
                "{id}: {reported}"
            );
            assert!(reported.contains("git lfs pull"), "{id}: {reported}");
            assert_eq!(output["coverage"]["total"], total, "{id}: {output}");
            let listed: Vec<&str> = output["coverage"]["unread"]
                .as_array()
                .unwrap()
                .iter()
                .map(|row| row["reason"].as_str().unwrap())
                .collect();
            assert_eq!(listed, kinds, "{id}");
        }
    }
}

#[test]
fn an_answer_that_read_everything_has_nothing_to_say() {
    for engine in [UNITY, GODOT] {
        let fixture = Fixture::new(engine.project);
        let session = session(&fixture.root());
        for tool in ["asset.dependents", "project.assets.find", "project.references.missing"] {
            let arguments = arguments(tool, engine.asset, "").unwrap();
            let (answer, output) = call(&session, tool, arguments);
            assert!(answer.coverage.is_complete() && answer.coverage.read > 0, "{tool}");
            assert!(output.get("coverage").is_none(), "{tool}: {output}");
            assert!(answer.diagnostics.is_empty(), "{tool}: {:?}", answer.diagnostics);
        }
    }
}

fn check(root: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let output = run(&[&["check", root.to_str().unwrap()], args].concat());
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn check_does_not_pass_what_it_cannot_judge() {
    for engine in [UNITY, GODOT] {
        let ending = engine.endings[0];
        for (name, kind) in FAULTS {
            let fixture = engine.with(name, ending);
            let file = format!("{}{name}.{ending}", engine.folder);
            let (code, text, notes) = check(&fixture.root(), &[]);
            assert_eq!(code, Some(2), "{file}: {text}{notes}");
            assert!(text.starts_with("no findings (") && text.contains(" of "), "{file}: {text}");
            assert!(notes.contains(&file) && notes.contains("--allow-unread"), "{file}: {notes}");
            let (code, ..) = check(&fixture.root(), &["--allow-unread"]);
            assert_eq!(code, Some(0), "{file}");
            for format in ["json", "sarif", "junit", "github"] {
                let (code, text, _) = check(&fixture.root(), &["--format", format]);
                assert_eq!(code, Some(2), "{format}: {text}");
                assert!(text.contains(&file) && text.contains(kind.as_str()), "{format}: {text}");
            }
        }
    }
}

#[test]
fn check_names_the_line_of_a_merge_marker() {
    for (engine, line) in [(UNITY, 5), (GODOT, 3)] {
        let fixture = engine.with("Merge", engine.endings[0]);
        let (_, _, notes) = check(&fixture.root(), &[]);
        assert!(notes.contains(&format!(", line {line}")), "{notes}");
        let (_, text, _) = check(&fixture.root(), &["--format", "json"]);
        assert_eq!(parse(text.as_bytes())["coverage"]["unread"][0]["line"], line);
    }
}

#[test]
fn findings_beside_unread_files_exit_with_1_and_both_are_reported() {
    let fixture = UNITY.with("Lfs", "unity");
    fixture.write(
        "Assets/a.mat",
        "%YAML 1.1\n--- !u!21 &2100000\nMaterial:\n  m_Shader: {fileID: 7}\n",
    );
    let (code, text, notes) = check(&fixture.root(), &[]);
    assert_eq!(code, Some(1), "{text}{notes}");
    assert!(text.contains("dangling-file-id") && notes.contains("Assets/Lfs.unity"), "{notes}");
    let baseline = fixture.path("known.json");
    let (code, ..) = check(&fixture.root(), &["--write-baseline", baseline.to_str().unwrap()]);
    assert_eq!(code, Some(2), "a baseline of a part is not accepted in silence");
}

#[test]
fn what_engines_keep_as_binary_is_counted_and_passes() {
    let unity = Fixture::new(UNITY.project);
    for name in ["LightingData", "NavMesh", "Terrain_0"] {
        unity.write(&format!("Assets/Main/{name}.asset"), BINARY);
    }
    let godot = Fixture::new(GODOT.project);
    for name in ["a.scn", "b.res", "c.mesh"] {
        godot.write(name, b"\0\0\0\0");
    }
    for fixture in [unity, godot] {
        let (code, text, notes) = check(&fixture.root(), &[]);
        assert_eq!(code, Some(0), "{text}{notes}");
        assert!(notes.contains("Not read: 3 files that the engine keeps as binary"), "{notes}");
        let (_, text, _) = check(&fixture.root(), &["--format", "json"]);
        let document = parse(text.as_bytes());
        assert_eq!(document["coverage"]["unread"].as_array().unwrap().len(), 3);
    }
}

#[test]
fn settings_that_unity_writes_as_json_are_read() {
    let fixture = Fixture::new(UNITY.project);
    fixture.write("ProjectSettings/XRSettings.asset", "{\n    \"m_SettingKeys\": []\n}");
    let (code, text, notes) = check(&fixture.root(), &[]);
    assert_eq!(code, Some(0), "{text}{notes}");
    assert!(text.starts_with("no findings (2 files"), "{text}");
}

/// A folder that is a link is not looked into: what points there is not known to be missing.
#[cfg(unix)]
#[test]
fn what_lies_behind_a_link_is_unread_and_not_missing() {
    let outside = Fixture::new("//- /b.gd\nextends Node\n");
    let godot = Fixture::new(&format!(
        "{}//- /main.tscn\n[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"res://linked/b.gd\" id=\"1\"]\n\
[node name=\"A\" type=\"Node\"]\nscript = ExtResource(\"1\")\n",
        GODOT.project
    ));
    std::os::unix::fs::symlink(outside.root(), godot.path("linked")).unwrap();
    std::os::unix::fs::symlink("nowhere.tscn", godot.path("dangling.tscn")).unwrap();
    let unity = Fixture::new(&format!(
        "{}//- /Assets/a.mat\n%YAML 1.1\n--- !u!21 &2100000\nMaterial:\n  m_Shader: {{fileID: 1, guid: 22222222222222222222222222222222, type: 3}}\n",
        UNITY.project
    ));
    std::os::unix::fs::symlink(outside.root(), unity.path("Assets/linked")).unwrap();
    std::os::unix::fs::symlink("nowhere.unity", unity.path("Assets/dangling.unity")).unwrap();
    for (fixture, scene) in [(godot, "dangling.tscn"), (unity, "Assets/dangling.unity")] {
        let (code, text, notes) = check(&fixture.root(), &[]);
        assert_eq!(code, Some(2), "{text}{notes}");
        assert!(text.contains("no findings"), "{text}{notes}");
        assert!(notes.contains("linked folder") && notes.contains(scene), "{notes}");
        let (answer, _) = call(&session(&fixture.root()), "project.scenes.list", json!({}));
        assert!(
            answer
                .diagnostics
                .iter()
                .map(|it| &**it)
                .collect::<Vec<_>>()
                .join("\n")
                .contains(scene),
            "{:?}",
            answer.diagnostics
        );
    }
}

#[test]
fn doctor_names_what_cannot_be_read_and_the_remedy() {
    for (name, remedy) in [("Lfs", "git lfs pull"), ("Binary", "Force Text"), ("Merge", "line 5")] {
        let fixture = UNITY.with(name, "unity");
        let output = run(&["doctor", fixture.root().to_str().unwrap()]);
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains(&format!("Assets/{name}.unity")), "{text}");
        assert!(text.contains(remedy), "{text}");
    }
}

#[test]
fn a_pattern_matches_or_is_refused() {
    let fixture = Fixture::new(UNITY.project);
    let session = session(&fixture.root());
    for (pattern, expected) in
        [("*.{unity,prefab}", 1), ("[GT]*", 2), ("[!G]*", 1), ("Assets/{Good,Other}.unity", 1)]
    {
        let (_, output) = call(&session, "project.assets.find", json!({ "pathGlob": pattern }));
        assert_eq!(output["total"], expected, "{pattern}");
    }
    for (tool, parameter) in [("project.assets.find", "pathGlob"), ("project.search.text", "glob")]
    {
        let arguments = json!({ parameter: "*.{unity", "query": "a" });
        let mut arguments = arguments.as_object().cloned().unwrap();
        if tool == "project.assets.find" {
            arguments.remove("query");
        }
        let failure = session.call(Call::new(tool, arguments)).unwrap_err();
        assert!(failure.reason().contains("is not closed"), "{}", failure.reason());
    }
}
