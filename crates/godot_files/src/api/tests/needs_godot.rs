//! The built-in description against a real Godot of the same minor version.

use std::env;
use std::time::Duration;

use scenewright_testkit::Fixture;

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
