//! Objects, their order, their components and their scripts.

use scenewright_engine::{EngineError, Subject};
use scenewright_model::ComponentScript;
use scenewright_testkit::Fixture;

use super::super::dll::file_id_of;
use super::super::dll::tests::assembly;
use super::{asset, file, meta, object, object_with, part, refusal, scene, scripts, scripts_in};

const PATH: &str = "Assets/a.unity";
const GUID: &str = "00d10cdfc01a94f9ba5e1f5d3eb4a8b2";

fn check(documents: &[String], expected: &str) {
    let (outline, diagnostics) = scene(&file(PATH, documents), PATH);
    assert_eq!(outline, expected);
    assert_eq!(diagnostics, [""; 0]);
}

fn ordered(id: i64, name: &str, order: i64) -> String {
    object(id, name, 0, &[]) + &format!("  m_RootOrder: {order}\n")
}

#[test]
fn children_have_the_order_of_their_parents_list() {
    check(
        &[object(10, "B", 31, &[]), object(20, "A", 31, &[]), object(30, "Root", 0, &[21, 11])],
        "Root [Transform]\n  A [Transform]\n  B [Transform]\n",
    );
}

#[test]
fn roots_are_sorted_by_root_order() {
    check(
        &[ordered(10, "Third", 2), ordered(20, "First", 0), ordered(30, "Second", 1)],
        "First [Transform]\nSecond [Transform]\nThird [Transform]\n",
    );
}

#[test]
fn a_list_of_roots_wins_over_root_order() {
    let roots = "--- !u!1660057539 &9223372036854775807\nSceneRoots:\n  m_Roots:\n  - {fileID: 11}\n  - {fileID: 21}\n";
    check(
        &[ordered(10, "A", 1), ordered(20, "B", 0), roots.to_owned()],
        "A [Transform]\nB [Transform]\n",
    );
}

#[test]
fn both_formats_of_a_component_list_are_read() {
    let old = object_with(10, "Old", 0, &[], &[12])
        .replace("component: {fileID: 12}", "20: {fileID: 12}");
    let inactive = object(20, "'It''s off'", 0, &[]).replace("m_IsActive: 1", "m_IsActive: 0");
    check(
        &[old, part("20 Camera", 12, 10, "m_Enabled: 1"), inactive],
        "Old [Transform, Camera]\nIt's off [Transform] inactive\n",
    );
}

#[test]
fn crlf_line_endings_change_nothing() {
    let project = file(PATH, &[object(10, "A", 0, &[21]), object(20, "B", 11, &[])]);
    let project = project.replace('\n', "\r\n");
    assert_eq!(scene(&project, PATH).0, "A [Transform]\n  B [Transform]\n");
}

#[test]
fn an_endless_chain_of_parents_is_rejected() {
    let chain: Vec<String> = (0..20_000)
        .map(|n| object(10 + 2 * n, "A", if n == 0 { 0 } else { 9 + 2 * n }, &[]))
        .collect();
    let error = refusal(&file(PATH, &chain), PATH).to_string();
    assert_eq!(error, "'Assets/a.unity', line 1: its objects are nested too deep");
    scene(&file(PATH, &chain[..2_000]), PATH);
}

#[test]
fn the_last_of_two_objects_with_the_same_id_counts() {
    check(&[object(10, "A", 0, &[]), object(10, "B", 0, &[])], "B [Transform]\n");
}

#[test]
fn an_object_without_its_parent_is_a_root() {
    let (outline, diagnostics) = scene(&file(PATH, &[object(10, "A", 99, &[])]), PATH);
    assert_eq!(outline, "A [Transform]\n");
    assert_eq!(
        diagnostics,
        ["1 objects in 'Assets/a.unity' are shown as roots: their parents do not exist"]
    );
}

#[test]
fn a_loop_of_parents_is_left_out() {
    let (outline, diagnostics) = scene(
        &file(
            PATH,
            &[object(10, "A", 21, &[21]), object(20, "B", 11, &[11]), object(30, "C", 0, &[])],
        ),
        PATH,
    );
    assert_eq!(outline, "C [Transform]\n");
    assert_eq!(
        diagnostics,
        ["2 objects in 'Assets/a.unity' are left out: their parents form a loop"]
    );
}

fn scripted(script: &str, rest: &str) -> String {
    let behaviour = part("114 MonoBehaviour", 12, 10, &format!("m_Script: {script}"));
    file(PATH, &[object_with(10, "A", 0, &[], &[12]), behaviour]) + rest
}

fn script(script: &str, rest: &str) -> (String, ComponentScript) {
    scripts(&scripted(script, rest), PATH).remove(0)
}

#[test]
fn scripts_are_found_by_guid() {
    let pointer = format!("{{fileID: 11500000, guid: {GUID}, type: 3}}");
    for (file, path) in [
        ("Assets/Code/Hero.cs", "Assets/Code/Hero.cs"),
        ("Packages/own/Hero.cs", "Packages/own/Hero.cs"),
        ("Library/PackageCache/com.x@1.2.3/Hero.cs", "Packages/com.x/Hero.cs"),
    ] {
        let found = script(&pointer, &asset(file, GUID));
        assert_eq!(found, ("Hero".to_owned(), ComponentScript::Found(path.to_owned())));
    }
}

#[test]
fn a_script_of_a_package_is_known_by_the_table() {
    let pointer = "{fileID: 11500000, guid: fe87c0e1cc204ed48ad3b37840f39efc, type: 3}";
    let found = script(pointer, "");
    assert_eq!(
        found,
        ("Image".to_owned(), ComponentScript::Found("Packages/com.unity.ugui".to_owned()))
    );
    let on_disk = "//- /Packages/ui/package.json\n{\"name\": \"com.unity.ugui\"}\n";
    let (name, missing) = script(pointer, on_disk);
    assert!(
        matches!(missing, ComponentScript::Missing { .. }),
        "a package that is on disk speaks for itself: {missing:?}"
    );
    assert_eq!(name, "Image");
}

#[test]
fn a_script_whose_file_is_gone_is_missing_and_keeps_its_name() {
    let pointer = format!("{{fileID: 11500000, guid: {GUID}, type: 3}}");
    let (name, gone) = script(&pointer, &meta("Assets/Hero.cs", GUID));
    let problem = "'Assets/Hero.cs' is gone; only its .meta file is left";
    assert!(matches!(gone, ComponentScript::Missing { .. }), "{gone:?}");
    assert_eq!((name.as_str(), gone.problem().as_deref()), ("Hero", Some(problem)));
}

#[test]
fn a_script_in_a_dll_is_known_by_the_dlls_classes() {
    let id = file_id_of("Sea.Boats", "Ferry");
    let project = scripted(
        &format!("{{fileID: {id}, guid: {GUID}, type: 3}}"),
        &meta("Assets/Sea.dll", GUID),
    );
    let fixture = Fixture::new(&project);
    let check = |name: &str| {
        let script = ComponentScript::Found("Assets/Sea.dll".to_owned());
        assert_eq!(scripts_in(&fixture, PATH), [(name.to_owned(), script)]);
    };
    // The build may fetch it: the .meta file is enough.
    check("Script in Sea.dll");
    fixture.write("Assets/Sea.dll", assembly(&[("", "<Module>"), ("Sea.Boats", "Ferry")]));
    check("Ferry");
    fixture.write("Assets/Sea.dll", assembly(&[("Sea", "Ferry")]));
    check("Script in Sea.dll");
}

#[test]
fn a_script_without_an_asset_is_missing() {
    let pointer = format!("{{fileID: 11500000, guid: {GUID}, type: 3}}");
    for (pointer, expected) in [
        ("{fileID: 0}", "its script is null".to_owned()),
        (pointer.as_str(), format!("no asset has its script's guid {GUID}")),
    ] {
        let (name, script) = script(pointer, "");
        assert_eq!(name, "(missing script)");
        assert!(matches!(script, ComponentScript::Missing { .. }), "{script:?}");
        assert_eq!(script.problem(), Some(expected));
    }
}

#[test]
fn a_script_is_unknown_while_a_package_is_not_on_disk() {
    let pointer = format!("{{fileID: 11500000, guid: {GUID}, type: 3}}");
    let manifest = |version: &str| {
        format!(
            "//- /Packages/manifest.json\n{{\"dependencies\": {{\"com.unity.modules.ai\": \"1.0.0\", \"com.x\": \"{version}\"}}}}\n"
        )
    };
    let absent = manifest("1.2.3");
    let (name, unknown) = script(&pointer, &absent);
    assert_eq!(name, format!("(unknown script {GUID} perhaps of com.x)"));
    let problem =
        format!("its script's guid {GUID} may belong to a package that is not on disk: com.x");
    assert!(matches!(unknown, ComponentScript::Unknown { .. }), "{unknown:?}");
    assert_eq!(unknown.problem(), Some(problem));
    let two = absent.replace("\"com.x\"", "\"com.y\": \"2.0.0\", \"com.x\"");
    let (name, unknown) = script(&pointer, &two);
    assert_eq!(name, format!("(unknown script {GUID})"));
    let problem = unknown.problem().unwrap();
    assert!(matches!(unknown, ComponentScript::Unknown { .. }), "{unknown:?}");
    assert!(problem.contains("com.x") && problem.contains("com.y"), "{problem}");

    let package = "{\"name\": \"com.x\"}\n";
    for present in [
        format!("{absent}//- /Packages/x/package.json\n{package}"),
        format!("{absent}//- /Library/PackageCache/com.x@1.2.3/package.json\n{package}"),
        format!("{}//- /Local/x/package.json\n{package}", manifest("file:../Local/x")),
    ] {
        assert_eq!(script(&pointer, &present).0, "(missing script)", "{present}");
    }
    let linked = manifest("file:../Local/x") + "//- /Local/x/package.json\n" + package;
    let found = script(&pointer, &(linked + &asset("Local/x/Hero.cs", GUID)));
    assert_eq!(found.1, ComponentScript::Found("Packages/com.x/Hero.cs".to_owned()));
}

#[test]
fn assets_of_the_editor_are_never_missing() {
    for (pointer, name) in [
        ("{fileID: 12004, guid: 0000000000000000e000000000000000, type: 0}", "MonoBehaviour"),
        ("{fileID: 708705254, guid: f70555f144d8491a825f0804e09c671c, type: 3}", "Text"),
        ("{fileID: 1, guid: f5f67c52d1564df4a8936ccd202a3bd8, type: 3}", "MonoBehaviour"),
    ] {
        let (outline, _) = scene(&scripted(pointer, ""), PATH);
        assert_eq!(outline, format!("A [Transform, {name}]\n"));
    }
}

#[test]
fn only_scenes_and_prefabs_can_be_opened() {
    let project = file("Assets/a.mat", &[object(10, "A", 0, &[])]) + "//- /Assets/folder.unity/x\n";
    for (path, expected) in [
        ("Assets/a.mat", "'Assets/a.mat' is of type Material, not a scene"),
        ("Assets", "'Assets' is a folder, not a scene"),
    ] {
        let error = refusal(&project, path);
        assert!(matches!(error, EngineError::NotAScene { .. }), "{error}");
        assert_eq!(error.to_string(), expected);
    }
    for path in ["Assets/none.unity", "Assets/folder.unity", "Assets/none.mat"] {
        let error = refusal(&project, path);
        assert!(
            matches!(&error, EngineError::NotFound { what: Subject::SceneFile, path: named } if named == path),
            "{error}"
        );
    }
}
