//! What is said of each state. Editors that run are in the tests with a real one.

use super::*;

const REPORT: &str = r#"{"pid":1,"state":"failed","problem":"","godot_version":"4.6.3",
    "errors":[{"script":"res://addons/scenewright/server.gd","line":11,"message":"Parse Error: Unexpected \"constt\"."}]}"#;

fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("project.godot"), "config_version=5\n").unwrap();
    folder
}

#[test]
fn a_report_of_an_editor_that_has_ended_does_not_count() {
    let project = project();
    let root = project.path();
    assert_eq!(PluginHealth::detect(root), PluginHealth::Absent);
    super::super::install(root).unwrap();
    assert_eq!(PluginHealth::detect(root), PluginHealth::NoEditor);
    fs::create_dir_all(root.join(".godot/scenewright")).unwrap();
    // Both files name a process that is no editor.
    fs::write(root.join(REPORT_FILE), REPORT).unwrap();
    fs::write(root.join(GodotHost::PORT_FILE), r#"{"port":1,"token":"x","pid":1}"#).unwrap();
    assert_eq!(PluginHealth::detect(root), PluginHealth::NoEditor);
}

#[test]
fn a_failure_names_the_file_and_the_remedy() {
    let project = project();
    let root = project.path();
    super::super::install(root).unwrap();
    let health = || serde_json::from_str::<PluginReport>(REPORT).unwrap().into_health(root);
    let said = health().to_string();
    assert!(
        said.contains("res://addons/scenewright/server.gd:11: Parse Error: Unexpected \"constt\"."),
        "{said}"
    );
    assert!(said.contains("please report it"), "{said}");
    assert_eq!(health().editor_without_plugin(), Some(1));

    fs::write(root.join("addons/scenewright/server.gd"), "constt").unwrap();
    assert!(health().to_string().contains("run `scenewright install godot`"));
}
