//! What an edit does not mean stays as it is, to the byte; what is not understood is not written.

use std::fs;

use proptest::prelude::*;

use super::*;
use scenewright_engines::{EngineEnvironment, open_in};
use scenewright_testkit::every_edit::{EditSubject, refusals};

/// Lines of a node's section as people, tools and old versions leave them.
const ODD: &[&str] = &[
    "position = Vector2(1,2)",
    "rotation=0.50",
    "scale   =   Vector2( 1.0 , 1e-3 )   ",
    "metadata/a = {\n\"x\": 1,\n\"y\": [ 1,2 ]\n}",
    "metadata/b = \"one\ntwo  \"",
    "metadata/c = &\"name\"",
    "metadata/d = Color(0.10, 5e-1, 1, 1)",
    "unknown_thing = 1.50",
    "other/unknown = PackedByteArray(1, 2, 3)",
    "; a comment of somebody",
    "",
    "visible = true",
];

fn odd_lines() -> impl Strategy<Value = String> {
    let some = prop::sample::subsequence(ODD.to_vec(), 0..ODD.len()).prop_shuffle();
    some.prop_map(|lines| lines.iter().map(|line| format!("{line}\n")).collect())
}

fn stored(above: &str, below: &str, crlf: bool, mark: bool, end: &str) -> String {
    let text = format!(
        "[gd_scene format=3 uid=\"uid://bodd\"]\n; by hand\n\n[node name=\"Main\" type=\"Node2D\"]\n\n[node name=\"A\" type=\"Node2D\" parent=\".\"  groups=[\"x\",\"y\"]]\n{above}z_index = 3\n{below}\n[node name=\"B\" type=\"Node2D\" parent=\"A\"]\n{end}"
    );
    let text = if crlf { text.replace('\n', "\r\n") } else { text };
    if mark { format!("\u{feff}{text}") } else { text }
}

fn after(text: &str, edit: Edit) -> String {
    let project = Fixture::new(cases::PROJECT);
    project.write("game/odd.tscn", text);
    let plan = plan(&project, &[edit]).unwrap_or_else(|error| panic!("{error}\n{text}"));
    match plan.files.as_slice() {
        [] => text.to_owned(),
        [file] => {
            assert_eq!(file.before.as_deref(), Some(text.as_bytes()));
            String::from_utf8(file.after.clone().unwrap()).unwrap()
        }
        more => panic!("{} files change", more.len()),
    }
}

const ODD_SCENE: &str = "res://odd.tscn";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn an_edit_leaves_every_other_byte_alone(
        above in odd_lines(),
        below in odd_lines(),
        crlf in any::<bool>(),
        end in prop::sample::select(vec!["", "\n\n\n", "; the end", "\n[connection signal=\"x\" from=\"A\" to=\".\" method=\"y\"]"]),
    ) {
        // A property may stand once only.
        let below: String = below.lines().filter(|line| !line.starts_with(['p', 'r', 's', 'm', 'u', 'o', 'v', '"', '}', 't'])).map(|line| format!("{line}\n")).collect();
        let text = stored(&above, &below, crlf, false, end);
        let set_z = set(ODD_SCENE, at("Main/A"), "z_index", EditValue::Int(7));
        prop_assert_eq!(after(&text, set_z), text.replace("z_index = 3", "z_index = 7"));
        let same = set(ODD_SCENE, at("Main/A"), "z_index", EditValue::Int(3));
        prop_assert_eq!(&after(&text, same), &text);
        let rename = |from: &str, to: &str| Edit::RenameObject {
            scene: ODD_SCENE.to_owned(),
            object: at(from),
            name: to.to_owned(),
        };
        let renamed = after(&text, rename("Main/A/B", "C"));
        prop_assert_eq!(&renamed, &text.replace("name=\"B\"", "name=\"C\""));
        prop_assert_eq!(after(&renamed, rename("Main/A/C", "B")), text);
    }
}

fn broken() -> Vec<(&'static str, Vec<u8>)> {
    let whole = stored("", "", false, false, "");
    let with = |line: &str| format!("{whole}{line}\n").into_bytes();
    vec![
        ("an open bracket", with("[node name=\"X\"")),
        ("an open call", with("x = Vector2(1, 2")),
        ("an open string", with("x = \"abc")),
        ("an open list", with("x = [1, 2")),
        ("an open dictionary", with("x = {\"a\": 1")),
        ("a vector with too few", with("x = Vector2(1)")),
        ("no value", with("x = ")),
        ("a line that is nothing", with("garbage")),
        ("a conflict of git", with("<<<<<<< HEAD\nx = 1\n=======\nx = 2\n>>>>>>> other")),
        ("two values", with("x = 1 2")),
        ("nothing", Vec::new()),
        ("only a header", b"[gd_scene format=3]\n".to_vec()),
        ("no header", b"[node name=\"A\" type=\"Node\"]\n".to_vec()),
        ("Godot 3", whole.replace("format=3", "format=2").into_bytes()),
        ("bytes that are no text", [whole.as_bytes(), b"\xff\xfe"].concat()),
        ("UTF-16", whole.encode_utf16().flat_map(u16::to_le_bytes).collect()),
        ("a compressed scene", b"RSCC\x02\0\0\0".to_vec()),
    ]
}

#[test]
fn a_file_that_is_not_understood_is_never_written() {
    for (what, bytes) in broken() {
        let project = Fixture::new(cases::PROJECT);
        project.write("game/odd.tscn", &bytes);
        let data = Fixture::new("");
        let around = EngineEnvironment { data: Some(data.root()), ..EngineEnvironment::default() };
        let engine = open_in(&find(&project.path("game")).unwrap(), around);
        let subject = EditSubject {
            scene: ODD_SCENE,
            object: "Main/A",
            component: "Node2D",
            member: "z_index",
            source: "res://leaf.tscn",
            script: "res://plain.gd",
            free: "res://new.tscn",
        };
        for error in refusals(&*engine, &subject) {
            let is_unsupported = matches!(error, EngineError::Unsupported { .. });
            assert!(is_unsupported || error.to_string().contains("odd.tscn"), "{what}: {error}");
        }
        assert_eq!(fs::read(project.path("game/odd.tscn")).unwrap(), bytes, "{what}");
        assert!(!project.path("game/new.tscn").exists(), "{what}");
        let editing = engine.as_editing().unwrap();
        assert!(editing.history(&Context::unbounded()).unwrap().value.is_empty(), "{what}");
    }
}
