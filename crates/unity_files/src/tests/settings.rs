//! Project information, and the list of scenes.

use scenewright_engine::{Context, Engine};
use scenewright_testkit::Fixture;

use super::{engine, file};

const EMPTY: &str = "//- /Assets/Old.unity\n//- /Assets/B.unity\n//- /Packages/p/A.unity\n";

fn build_settings(scenes: &[(u8, &str)]) -> String {
    let list: String = scenes
        .iter()
        .map(|(enabled, path)| format!("  - enabled: {enabled}\n    path: {path}\n"))
        .collect();
    let document = format!("--- !u!1045 &1\nEditorBuildSettings:\n  m_Scenes:\n{list}");
    file("ProjectSettings/EditorBuildSettings.asset", &[document])
}

#[test]
fn scenes_have_their_build_index() {
    let build =
        build_settings(&[(1, "Assets/Gone.unity"), (0, "Assets/Old.unity"), (1, "Assets/B.unity")]);
    let fixture = Fixture::new(&(EMPTY.to_owned() + &build));
    let scenes = engine(&fixture).scenes(&Context::unbounded()).unwrap();
    let listed: Vec<_> = scenes
        .value
        .iter()
        .map(|scene| {
            (scene.path.as_str(), scene.name.as_str(), scene.enabled_in_build, scene.build_index)
        })
        .collect();
    assert_eq!(
        listed,
        [
            ("Assets/B.unity", "B", true, Some(1)),
            ("Assets/Old.unity", "Old", false, None),
            ("Packages/p/A.unity", "A", false, None),
        ]
    );
    let project = engine(&fixture).project(&Context::unbounded()).unwrap();
    assert_eq!(project.value.main_scene.as_deref(), Some("Assets/Gone.unity"));
}

#[test]
fn a_project_without_settings_is_named_after_its_folder() {
    let fixture = Fixture::new(EMPTY);
    let project = engine(&fixture).project(&Context::unbounded()).unwrap();
    let folder = fixture.root();
    assert_eq!(project.value.name, folder.file_name().unwrap().to_str().unwrap());
    assert_eq!((project.value.engine_version, project.value.main_scene), (None, None));
    assert_eq!(project.diagnostics, [""; 0]);
}

#[test]
fn a_project_that_is_not_saved_as_text_says_so_once() {
    let mode = |mode: u8| {
        format!("%YAML 1.1\n--- !u!159 &1\nEditorSettings:\n  m_SerializationMode: {mode}\n")
            .into_bytes()
    };
    let binary = || b"\0\0\x01".to_vec();
    for (settings, editor, expected) in [
        (
            Some(binary()),
            Some(binary()),
            Some(
                "The project's settings are binary files: in the editor, Asset Serialization is not set to Force Text. Its name, build list and settings are unknown.",
            ),
        ),
        (
            Some(binary()),
            None,
            Some(
                "The project's settings are binary files: in the editor, Asset Serialization is not set to Force Text. Its name, build list and settings are unknown.",
            ),
        ),
        (
            None,
            Some(mode(0)),
            Some(
                "In the editor, Asset Serialization is set to Mixed: Unity writes new files as binary, and those cannot be read or changed.",
            ),
        ),
        (
            None,
            Some(mode(1)),
            Some(
                "In the editor, Asset Serialization is set to Force Binary: Unity writes all files as binary, and those cannot be read or changed.",
            ),
        ),
        (None, Some(mode(2)), None),
    ] {
        let fixture = Fixture::new(EMPTY);
        for (name, content) in [("ProjectSettings", settings), ("EditorSettings", editor)] {
            if let Some(content) = content {
                fixture.write(&format!("ProjectSettings/{name}.asset"), &content);
            }
        }
        if expected.is_some_and(|text| text.contains("binary files")) {
            fixture.write("ProjectSettings/EditorBuildSettings.asset", binary());
        }
        let project = engine(&fixture).project(&Context::unbounded()).unwrap();
        let expected: Vec<&str> = expected.into_iter().collect();
        assert_eq!(project.diagnostics, expected);
    }
}

#[test]
fn one_damaged_settings_file_is_a_diagnostic() {
    let fixture = Fixture::new(EMPTY);
    fixture.write("ProjectSettings/EditorBuildSettings.asset", b"%YAML 1.1\nbroken");
    let project = engine(&fixture).project(&Context::unbounded()).unwrap();
    assert_eq!(
        project.diagnostics,
        ["'ProjectSettings/EditorBuildSettings.asset', line 1: it contains no objects"]
    );
}
