//! A project may use any name for its classes and autoloads: none of them may break the plugin.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use scenewright_testkit::Fixture;
use serde_json::json;

use crate::editor::{Editor, PLUGIN, project};

/// The prefix of the names that a class or autoload of the project could replace. Nobody else uses it.
const OWN_PREFIX: &str = "Scw";

const GAME: &str = r#"
//- /game/project.godot
config_version=5

[application]

config/name="Names"

//- /game/any.gd
extends Node
//- /game/small.tscn
[gd_scene format=3]

[node name="Small" type="Node"]
"#;

/// Godot's warnings, without the one about the names of this test: `shadowed_global_identifier`. The project treats all
/// of them as errors, also in addons.
const WARNINGS: &str = "\
    unassigned_variable unassigned_variable_op_assign unused_variable unused_local_constant \
    unused_private_class_variable unused_parameter unused_signal shadowed_variable \
    shadowed_variable_base_class unreachable_code unreachable_pattern \
    standalone_expression standalone_ternary incompatible_ternary untyped_declaration \
    inferred_declaration unsafe_property_access unsafe_method_access unsafe_cast \
    unsafe_call_argument unsafe_void_return return_value_discarded static_called_on_instance \
    missing_tool redundant_static_unload redundant_await missing_await assert_always_true \
    assert_always_false integer_division narrowing_conversion int_as_enum_without_cast \
    int_as_enum_without_match enum_variable_without_default empty_file deprecated_keyword \
    confusable_identifier confusable_local_declaration confusable_local_usage \
    confusable_capture_reassignment inference_on_variant native_method_override \
    get_node_default_without_onready onready_with_export property_used_as_function \
    constant_used_as_function function_used_as_property";

/// Constants, classes and enums are the capitalised ones: what Godot takes for a type.
#[test]
fn classes_named_like_the_plugins_types_and_autoloads_named_like_its_variables() {
    works_beside(|name| name.starts_with(|first: char| first.is_ascii_uppercase()));
}

#[test]
fn autoloads_named_like_the_plugins_types_and_classes_named_like_its_variables() {
    works_beside(|name| !name.starts_with(|first: char| first.is_ascii_uppercase()));
}

/// Every name that the plugin declares is a class or an autoload of the project.
fn works_beside(is_class: fn(&str) -> bool) {
    let names = declared_names();
    for expected in ["Events", "Server", "MAX_CLIENTS", "params", "_index", "key", "HANDSHAKE"] {
        assert!(names.contains(expected), "{expected} in {names:?}");
    }
    let project = project(GAME);
    let (classes, autoloads): (Vec<&String>, Vec<&String>) =
        names.iter().partition(|name| is_class(name));
    declare_classes(&project, &classes);
    declare_autoloads(&project, &autoloads);
    treat_warnings_as_errors(&project);

    let editor = Editor::headless(project);
    let mut client = editor.connect();
    client.call("scenewright.open_scene", json!({ "path": "res://small.tscn" }));
    client.act(
        "create_node",
        json!({ "parent_path": "/root/Small", "node_type": "Node", "name": "New" }),
    );
    let tree = client.call("get_scene_tree", json!({}));
    assert_eq!(tree["tree"]["children"][0]["name"], "New");
    client.call("get_class_docs", json!({ "class_name": "Node" }));
    assert_eq!(editor.complaints(), Vec::<String>::new());
    // The settings were changed only while the plugin was loaded.
    let settings = fs::read_to_string(editor.project.path("game/project.godot")).unwrap();
    assert!(!settings.contains("gdscript/warnings/enable"), "{settings}");
}

/// In nested folders, as a flat one of hundreds of files would be unusual.
fn declare_classes(project: &Fixture, names: &[&String]) {
    for (number, name) in names.iter().enumerate() {
        let path = format!("game/classes/{}/{number}.gd", number / 50);
        project.write(&path, format!("class_name {name}\nextends Node\n"));
    }
}

fn declare_autoloads(project: &Fixture, names: &[&String]) {
    let lines = names.iter().map(|name| format!("{name}=\"*res://any.gd\"\n"));
    add_settings(project, "autoload", lines.collect());
}

/// Both the setting of Godot 4.6 that includes addons, and that of older versions.
fn treat_warnings_as_errors(project: &Fixture) {
    let lines = WARNINGS.split_whitespace().map(|name| format!("gdscript/warnings/{name}=2\n"));
    let mut text: String = lines.collect();
    text.push_str("gdscript/warnings/exclude_addons=false\n");
    text.push_str("gdscript/warnings/directory_rules={\n\"res://addons\": 1\n}\n");
    add_settings(project, "debug", text);
}

fn add_settings(project: &Fixture, section: &str, lines: String) {
    let path = project.path("game/project.godot");
    let mut text = fs::read_to_string(&path).unwrap();
    text.push_str(&format!("\n[{section}]\n\n{lines}"));
    fs::write(path, text).unwrap();
}

/// From the plugin's sources, so that a new name is part of the test. A name with the plugin's own prefix is there
/// without it.
fn declared_names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for source in sources(Path::new(PLUGIN)) {
        let words = words(&code(&source));
        for (at, word) in words.iter().enumerate() {
            match word.as_str() {
                "const" | "var" | "signal" | "class" | "for" => {
                    names.extend(words.get(at + 1).cloned())
                }
                "enum" => {
                    names.extend(words.get(at + 1).cloned());
                    names.extend(between(&words[at..], "{", "}"));
                }
                "func" => {
                    names.extend(words.get(at + 1).cloned());
                    names.extend(parameters(&words[at..]));
                }
                _ => {}
            }
        }
    }
    let bare = |name: String| name.strip_prefix(OWN_PREFIX).map(str::to_owned).unwrap_or(name);
    names.into_iter().filter(|name| is_name(name)).map(bare).collect()
}

fn sources(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(sources(&path)),
            false if path.extension().is_some_and(|extension| extension == "gd") => {
                found.push(fs::read_to_string(&path).unwrap());
            }
            false => {}
        }
    }
    found
}

/// Without comments and strings.
fn code(source: &str) -> String {
    let mut code = String::new();
    for line in source.lines() {
        let mut quote = None;
        let mut chars = line.chars();
        while let Some(next) = chars.next() {
            match (quote, next) {
                (Some(_), '\\') => drop(chars.next()),
                (Some(open), _) => quote = quote.filter(|_| next != open),
                (None, '"' | '\'') => quote = Some(next),
                (None, '#') => break,
                (None, _) => code.push(next),
            }
        }
        code.push('\n');
    }
    code
}

/// Names, and every other character that is not space as a word of its own.
fn words(code: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut is_inside = false;
    for next in code.chars() {
        let is_part = next.is_ascii_alphanumeric() || next == '_';
        match words.last_mut() {
            Some(last) if is_part && is_inside => last.push(next),
            _ if next.is_whitespace() => {}
            _ => words.push(next.to_string()),
        }
        is_inside = is_part;
    }
    words
}

fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
}

fn between(words: &[String], open: &str, close: &str) -> Vec<String> {
    let from = words.iter().position(|word| word == open).unwrap();
    let to = words.iter().position(|word| word == close).unwrap();
    words[from..to].to_vec()
}

/// The words that follow `(` and `,` up to the function's `)`.
fn parameters(words: &[String]) -> Vec<String> {
    let list = between(words, "(", ")");
    list.windows(2)
        .filter(|pair| pair[0] == "(" || pair[0] == ",")
        .map(|pair| pair[1].clone())
        .collect()
}
