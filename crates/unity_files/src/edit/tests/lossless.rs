//! What an edit does not mean stays as it is, to the byte; what is not understood is not written.

use std::fs;

use proptest::prelude::*;
use scenewright_engine::EngineError;
use scenewright_model::EditValue as V;

use super::*;
use scenewright_testkit::every_edit::{EditSubject, refusals};

/// Lines of a script's document as people, tools and old versions leave them.
const ODD: &[&str] = &[
    "  number: 1.0E+10",
    "  trailing: 3   ",
    "  nothing: ",
    "  bare:",
    "  quoted: 'it''s  '",
    "  double: \"a\\nb \\u0416\"",
    "  flow: {x: -0, y: 1e-05,z: .5}",
    "  list:\n  - 1\n  -   2\n  - {a: 1}",
    "  indented:\n    - 1\n    - 2",
    "  words: one\n    two\n    three",
    "  broken: 'one\n\n    two'",
    "  packed: 0a0b0c0d",
    "  fields:\n    a: 1\n    b:\n      c: 2",
    "  speedy: 1.50",
    "  references:\n    version: 2\n    RefIds: []",
];

const STRIPPED: &str = "--- !u!4 &77 stripped\nTransform:\n  m_CorrespondingSourceObject: {fileID: 1001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}\n  m_PrefabInstance: {fileID: 30}\n  m_PrefabAsset: {fileID: 0}\n";

/// How a file is stored.
#[derive(Debug, Clone, Copy)]
struct Manner {
    crlf: bool,
    mark: bool,
    ends: bool,
}

fn manner() -> impl Strategy<Value = Manner> {
    (any::<bool>(), any::<bool>(), any::<bool>()).prop_map(|(crlf, mark, ends)| Manner {
        crlf,
        mark,
        ends,
    })
}

fn odd_lines() -> impl Strategy<Value = String> {
    let some = prop::sample::subsequence(ODD.to_vec(), 0..ODD.len()).prop_shuffle();
    some.prop_map(|lines| lines.iter().map(|line| format!("{line}\n")).collect())
}

/// The scene with the script's document filled with `odd` lines around `speed`.
fn stored(before: &str, after: &str, manner: Manner) -> String {
    let fields = format!(
        "  m_Enabled: 1\n  m_EditorHideFlags: 0\n  m_Script: {{fileID: 11500000, guid: {SCRIPT}, type: 3}}\n  m_Name: \n{before}  speed: 1.50\n{after}"
    );
    let mut documents = scene();
    documents[2] = part(114, "MonoBehaviour", 12, 10, &fields);
    documents.insert(7, STRIPPED.to_owned());
    let mut text = format!("{HEAD}{}", documents.concat());
    if !manner.ends {
        text.truncate(text.trim_end().len());
    }
    if manner.crlf {
        text = text.replace('\n', "\r\n");
    }
    if manner.mark { format!("\u{feff}{text}") } else { text }
}

/// The scene's text after an edit; the same if no file changes.
fn after(text: &str, edit: Edit) -> String {
    let fixture = Fixture::new(&project(&[]));
    fixture.write(SCENE, text);
    let plan = plan(&fixture, &[edit]).unwrap_or_else(|error| panic!("{error}"));
    match plan.files.as_slice() {
        [] => text.to_owned(),
        [file] => {
            assert_eq!(file.before.as_deref(), Some(text.as_bytes()));
            String::from_utf8(file.after.clone().unwrap()).unwrap()
        }
        more => panic!("{} files change", more.len()),
    }
}

fn swapped(text: &str, from: &str, to: &str) -> String {
    assert_eq!(text.matches(from).count(), 1, "{from} stands once");
    text.replace(from, to)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn an_edit_leaves_every_other_byte_alone(
        above in odd_lines(),
        below in odd_lines(),
        manner in manner(),
    ) {
        // A name may stand once only.
        let below: String = below.replace(": ", "2: ").replace(":\n", "2:\n");
        let text = stored(&above, &below, manner);
        let hero = || at("Hero");
        let scene = || SCENE.to_owned();
        let table = [
            (set("Hero", of("Player"), "speed", V::Float(7.25)), "\n  speed: 1.50", "\n  speed: 7.25"),
            (
                set("Hero", of("Transform"), "m_LocalPosition.x", V::Int(9)),
                "m_LocalPosition: {x: 1, y: 0, z: 0}",
                "m_LocalPosition: {x: 9, y: 0, z: 0}",
            ),
            (
                Edit::RenameObject { scene: scene(), object: hero(), name: "- x".to_owned() },
                "m_Name: Hero",
                "m_Name: '- x'",
            ),
        ];
        for (edit, from, to) in table {
            prop_assert_eq!(after(&text, edit), swapped(&text, from, to));
        }
        let same = Edit::SetActive { scene: scene(), object: hero(), active: true };
        prop_assert_eq!(&after(&text, same), &text);
        let there = Edit::RenameObject { scene: scene(), object: hero(), name: "B".to_owned() };
        let back = Edit::RenameObject { scene: scene(), object: at("B"), name: "Hero".to_owned() };
        let renamed = after(&text, there);
        prop_assert_eq!(after(&renamed, back), text);
    }
}

/// Each breaks the file in another place; the error names it.
fn broken() -> Vec<(&'static str, Vec<u8>)> {
    let whole = format!("{HEAD}{}", scene().concat());
    let with = |document: &str| {
        let mut documents = scene();
        documents.insert(4, document.to_owned());
        format!("{HEAD}{}", documents.concat()).into_bytes()
    };
    let cut = |at: &str| whole.as_bytes()[..whole.find(at).unwrap() + at.len()].to_vec();
    vec![
        ("an open brace", with("--- !u!4 &5\nTransform:\n  a: {x: 1\n")),
        ("an open bracket", with("--- !u!4 &5\nTransform:\n  a: [1\n")),
        ("an open quote", with("--- !u!4 &5\nTransform:\n  a: 'x\n")),
        ("an open double quote", with("--- !u!4 &5\nTransform:\n  a: \"x\n")),
        ("a line that is nothing", with("--- !u!4 &5\nTransform:\n  a: 1\n<garbage>\n")),
        (
            "a conflict of git",
            with("<<<<<<< HEAD\n--- !u!4 &5\nTransform:\n  a: 1\n=======\n>>>>>>> x\n"),
        ),
        ("a header without an id", with("--- !u!4\nTransform:\n  a: 1\n")),
        ("a header without a class", with("--- &5\nTransform:\n  a: 1\n")),
        ("an id that is too large", with("--- !u!4 &99999999999999999999\nTransform:\n  a: 1\n")),
        ("an id twice", with("--- !u!4 &11\nTransform:\n  a: 1\n")),
        ("text after a value", with("--- !u!4 &5\nTransform:\n  a: {x: 1} y\n")),
        ("cut in a brace", cut("m_Father: {fileID")),
        ("nothing", Vec::new()),
        ("only its head", HEAD.into()),
        ("bytes that are no text", [whole.as_bytes(), b"\xff\xfe"].concat()),
        ("zeros", [whole.as_bytes(), &[0; 64]].concat()),
        ("UTF-16", whole.encode_utf16().flat_map(u16::to_le_bytes).collect()),
        (
            "a pointer of Git LFS",
            b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n".to_vec(),
        ),
    ]
}

#[test]
fn a_file_that_is_not_understood_is_never_written() {
    for path in [SCENE, "Assets/Crate.prefab"] {
        for (what, bytes) in broken() {
            let fixture = Fixture::new(&project(&scene()));
            fixture.write(path, &bytes);
            let data = Fixture::new("");
            let around =
                EngineEnvironment { data: Some(data.root()), ..EngineEnvironment::default() };
            let engine = UnityFormat::new(ProjectRoot::new(fixture.root()), around);
            let subject = EditSubject {
                scene: path,
                object: "Hero",
                component: "Player",
                member: "speed",
                source: "Assets/Crate.prefab",
                script: "Assets/Player.cs",
                free: "Assets/New.prefab",
            };
            for error in refusals(&engine, &subject) {
                let is_godot_only = matches!(error, EngineError::Unsupported { .. });
                assert!(is_godot_only || error.to_string().contains(path), "{what}: {error}");
            }
            assert_eq!(fs::read(fixture.path(path)).unwrap(), bytes, "{what}");
            assert!(!fixture.path("Assets/New.prefab").exists(), "{what}");
            let history = engine.history(&Context::unbounded()).unwrap().value;
            assert!(history.is_empty(), "{what}: {history:?}");
        }
    }
}
