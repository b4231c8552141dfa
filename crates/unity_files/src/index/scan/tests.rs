//! Texts in; objects, references and refusals out.

use super::*;

const A: &str = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
const B: &str = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";

fn yaml(documents: &str) -> FileScan {
    let text = format!("%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n{documents}");
    match TextScanner::default().scan_yaml(text.as_bytes()) {
        AssetContent::Text(scan) => scan,
        other => panic!("{documents:?} is text, not {other:?}"),
    }
}

/// `object:fileID:guid` a reference, with the guid's first digit; `-` where there is none.
fn shown(scan: &FileScan) -> Vec<String> {
    fn or_dash(part: Option<impl ToString>) -> String {
        part.map_or_else(|| "-".to_owned(), |part| part.to_string())
    }
    let shown = |found: super::super::content::ScannedReference| {
        let guid = found.guid.to_string();
        format!("{}:{}:{}", or_dash(found.object), or_dash(found.file_id), &guid[..1])
    };
    scan.references().map(shown).collect()
}

/// References of a document with these fields, whatever the line ends are.
fn check(fields: &str, expected: &[&str]) {
    let text = format!("--- !u!114 &5\nMonoBehaviour:\n{fields}\n");
    for text in [text.clone(), text.replace('\n', "\r\n")] {
        assert_eq!(shown(&yaml(&text)), expected, "{fields}");
    }
}

#[test]
fn pointers_are_references_wherever_lines_break() {
    check(&format!("  a: {{fileID: 7, guid: {A}, type: 3}}"), &["0:7:a"]);
    check(
        &format!("  a: {{fileID: -8679921383154817045, guid: {A},\n    type: 3}}"),
        &["0:-8679921383154817045:a"],
    );
    check(&format!("  - {{fileID: 7,\n    guid: {B}, type: 3}}"), &["0:7:b"]);
    check(
        &format!("  a: {{fileID: 7, guid: {A}, type: 3}}\n  b: {{fileID: 8, guid: {A}, type: 3}}"),
        &["0:7:a", "0:8:a"],
    );
}

#[test]
fn null_is_no_reference() {
    check(
        "  a: {fileID: 0}\n  b: {fileID: 0, guid: 00000000000000000000000000000000, type: 0}",
        &[],
    );
    check("  m_GUID: 00000000000000000000000000000000", &[]);
}

#[test]
fn bare_guids_are_references_in_the_files_order() {
    for key in ["m_SceneGUID", "guid", "- guid", "m_AssetGuid", "m_GUID"] {
        check(&format!("  {key}: {A}"), &["0:-:a"]);
    }
    check(
        &format!("  x: 1,\n  guid: {A}\n  a: {{fileID: 7, guid: {B}, type: 3}}"),
        &["0:-:a", "0:7:b"],
    );
    check(&format!("  a: {{fileID: 7, guid: {B}, type: 3}}\n  xGUID: {A}"), &["0:7:b", "0:-:a"]);
}

#[test]
fn what_only_looks_like_a_guid_is_none() {
    check(&format!("  uid: {A}\n  guid: {A}0\n  spriteID: {A}\n  guid: {}", &A[1..]), &[]);
    check("  a: {fileID: }\n  b: {fileID: 99999999999999999999}\n  c: {fileID", &[]);
}

#[test]
fn references_know_their_object() {
    let scan = yaml(&format!(
        "--- !u!1 &1\nA:\n  a: {{fileID: 1, guid: {A}, type: 3}}\n--- !u!1 &2\nA:\n--- !u!1 &3\nA:\n  xGUID: {A}\n  b: {{fileID: 2, guid: {B}, type: 3}}\n"
    ));
    assert_eq!(shown(&scan), ["0:1:a", "2:-:a", "2:2:b"]);
    assert_eq!(scan.guids().len(), 2);
}

#[test]
fn other_formats_hold_guids_too() {
    for text in [
        format!("{{\"references\": [\"GUID:{A}\"]}}"),
        format!(r#"{{"m_Serialized": "{{\n \"fileID\": 1,\n \"guid\": \"{A}\"}}"}}"#),
        format!(r#"{{"x": "{{\\\"guid\\\":\\\"{A}\\\"}}"}}"#),
        format!(
            "<ui:Template src=\"project://database/Assets/a.uxml?fileID=1&amp;guid={A}&amp;type=3#a\" />"
        ),
        format!("a {{ background: url('project://database/x.png?fileID=2&guid={A}&type=3#x'); }}"),
    ] {
        let AssetContent::Text(scan) = TextScanner::default().scan_text(text.as_bytes()) else {
            panic!("{text} is text");
        };
        assert_eq!(shown(&scan), ["-:-:a"], "{text}");
    }
}

#[test]
fn objects_know_their_name_and_place() {
    let text = "%YAML 1.1\n--- !u!1 &10\nGameObject:\n  m_Name: A b \n--- !u!4 &11\nTransform:\n  m_GameObject: {fileID: 10}\n  m_Father: {fileID: 5}\n--- !u!4 &5 stripped\nTransform:\n  m_PrefabInstance: {fileID: 77}\n--- !u!21 &-3\nMaterial:\n  m_Name: 'it''s:\n\n    two'\n";
    for text in [text.to_owned(), text.replace('\n', "\r\n")] {
        let AssetContent::Text(scan) = TextScanner::default().scan_yaml(text.as_bytes()) else {
            panic!("it is text");
        };
        let names: Vec<_> =
            scan.objects().iter().map(|object| object.name().map(|name| &text[name])).collect();
        let quoted = text.split_once("m_Name: '").unwrap().1.trim_end();
        let quoted = format!("'{quoted}");
        assert_eq!(names, [Some("A b"), None, None, Some(quoted.as_str())]);
        let transform = scan.objects()[1];
        assert_eq!((transform.game_object(), transform.father()), (Some(0), Some(2)));
        assert!(scan.objects()[2].is_stripped() && !transform.is_stripped());
        assert!(text[scan.objects()[3].offset as usize..].starts_with("--- !u!21 &-3"));
        for (id, position) in [(10, Some(0)), (5, Some(2)), (-3, Some(3)), (6, None)] {
            assert_eq!((scan.object(id), scan.has_object(id)), (position, position.is_some()));
        }
        assert_eq!(scan.local_references(), 3);
        assert!(scan.suspects().is_none(), "a handle may point at what is not there");
    }
}

#[test]
fn doubts_are_noted() {
    let scan = yaml(
        "--- !u!114 &1\nMonoBehaviour:\n  m_Script: {fileID: 0}\n  other: {fileID: 0}\n--- !u!4 &2\nTransform:\n  m_Father: {fileID: 9}\n",
    );
    let doubts = scan.suspects().unwrap();
    assert_eq!(
        (doubts.null_scripts.as_slice(), doubts.dangling.as_slice()),
        (&[0][..], &[(1, 9)][..])
    );
}

#[test]
fn a_scanner_forgets_the_file_before() {
    let mut scanner = TextScanner::default();
    let text = format!(
        "%YAML 1.1\n--- !u!4 &2\nA:\n  a: {{fileID: 9}}\n  b: {{fileID: 1, guid: {A}, type: 3}}\n"
    );
    for _ in 0..2 {
        let AssetContent::Text(scan) = scanner.scan_yaml(text.as_bytes()) else {
            panic!("it is text");
        };
        assert_eq!((scan.objects().len(), scan.reference_count(), scan.guids().len()), (1, 1, 1));
        assert_eq!(scan.suspects().unwrap().dangling, [(0, 9)]);
    }
    let AssetContent::Text(scan) =
        scanner.scan_yaml(b"%YAML 1.1\n--- !u!4 &3\nA:\n  a: {fileID: 2}\n")
    else {
        panic!("it is text");
    };
    assert_eq!(
        scan.suspects().unwrap().dangling,
        [(0, 2)],
        "the other file's object is not this one's"
    );
}

#[test]
fn what_the_thorough_reader_refuses_is_refused_with_its_words() {
    for (text, expected) in [
        (&b"\0\0"[..], (1, "it is binary, not text")),
        (b"{}", (1, "it does not start with '%YAML', as Unity's text files do")),
        (b"%YAML 1.1\n", (1, "it contains no objects")),
        (b"%YAML 1.1\n--- !u!1 1\nA:\n", (2, "expected '--- !u!CLASS &ID'")),
        (b"%YAML 1.1\n--- !u!1 &1\nA:\n  b: {fileID: 4", (4, "'{' is not closed")),
        (b"%YAML 1.1\n--- !u!1 &1\nA:\n  b: {fileID: 4,\n", (4, "'{' is not closed")),
        (b"%YAML 1.1\n--- !u!1 &1\n", (3, "the document is empty")),
        (b"%YAML 1.1\n--- !u!1 &1\nA:\n  b: \xff\n", (4, "it is not UTF-8 text")),
    ] {
        let AssetContent::Unread(reason) = TextScanner::default().scan_yaml(text) else {
            panic!("{text:?} is refused");
        };
        assert_eq!((reason.line().unwrap_or(1), reason.to_string().as_str()), expected);
    }
}

#[test]
fn a_last_line_without_an_end_is_no_reason_to_refuse() {
    let scan = yaml("--- !u!1 &1\nA:\n  b: 1");
    assert_eq!(scan.objects().len(), 1);
}
