//! The built-in description against a real Godot of the same minor version.

use std::env;
use std::process::Command;
use std::time::Duration;

use scenewright_testkit::Fixture;

use super::super::renamed::RENAMED_CLASSES;
use super::super::{Api, ApiClass, local};
use scenewright_model::EngineKind;
use scenewright_project_files::LocalEditor;

#[test]
#[expect(clippy::print_stderr, reason = "tells why nothing was compared")]
fn the_built_in_description_is_what_godot_tells() {
    let Some(program) = env::var_os("SCENEWRIGHT_GODOT") else {
        panic!("set SCENEWRIGHT_GODOT to a Godot 4 binary, or run `cargo xtask test`");
    };
    let cache = Fixture::new("");
    let godot = LocalEditor {
        kind: EngineKind::GODOT,
        program: program.into(),
        named: true,
        cache: cache.root(),
    };
    let told =
        local::query_classes(&godot, |_| true, Duration::from_secs(120)).expect("Godot tells");
    let ours = Api::built_in();
    if told.version() != ours.version() {
        eprintln!("skipped: {} is not {}", told.version_text(), ours.version_text());
        return;
    }
    let differences: Vec<String> =
        told.classes().flat_map(|class| differences(class, &ours)).collect();
    assert!(differences.is_empty(), "run `cargo xtask godot-api`?\n{}", differences.join("\n"));
}

/// Godot 4 has no list of the old names that it accepts, so each of them is tried.
#[test]
fn old_names_of_classes_lead_where_godot_says() {
    let program = env::var_os("SCENEWRIGHT_GODOT").expect("set SCENEWRIGHT_GODOT to a Godot 4");
    let work = Fixture::new("");
    let names = RENAMED_CLASSES.map(|(old, _)| format!("{old:?}")).join(", ");
    let script = format!(
        "extends SceneTree\nfunc _initialize():\n\tfor name in [{names}]:\n\t\tprint(\"RENAMED \", name, \" \", ClassDB.instantiate(name).get_class())\n\tquit()\n"
    );
    work.write("names.gd", script);
    let output = Command::new(program)
        .args(["--headless", "--path"])
        .arg(work.root())
        .arg("--script")
        .arg(work.path("names.gd"))
        .env("XDG_CONFIG_HOME", work.root())
        .env("XDG_DATA_HOME", work.root())
        .env("XDG_CACHE_HOME", work.root())
        .output()
        .expect("Godot can be started");
    let output = String::from_utf8_lossy(&output.stdout);
    let told: Vec<&str> = output.lines().filter_map(|line| line.strip_prefix("RENAMED ")).collect();
    let ours = RENAMED_CLASSES.map(|(old, new)| format!("{old} {new}"));
    assert_eq!(told, ours);
}

/// A Godot that was built with fewer modules has fewer classes: what it has must be the same.
fn differences(told: ApiClass<'_>, ours: &Api) -> Vec<String> {
    let Some(class) = ours.class(told.name()) else {
        return vec![format!("{} is missing", told.name())];
    };
    let mut found = Vec::new();
    if class.parent().map(ApiClass::name) != told.parent().map(ApiClass::name) {
        found.push(format!("{} has another parent", told.name()));
    }
    for property in told.all_properties() {
        let ours = class.property(property.name);
        let ours = ours.map(|ours| (ours.type_name, ours.category, ours.default_for(class)));
        let told = (property.type_name, property.category, property.default_for(told));
        if ours != Some(told) {
            found.push(format!("{}.{}: {ours:?}, told {told:?}", class.name(), property.name));
        }
    }
    let lost = told.signals().filter(|signal| !class.has_signal(signal));
    found.extend(lost.map(|signal| format!("{}: no signal {signal}", told.name())));
    found
}
