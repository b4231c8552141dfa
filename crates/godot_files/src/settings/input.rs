//! The input map: actions and their events.

use scenewright_model::{InputAction, InputSettings};

use super::super::diagnostics::DiagnosticList;
use super::super::variant::{Variant, VariantEntries, VariantItems, VariantKind};
use super::PROJECT_FILE;
use super::config::SettingsFile;
use super::keys::{self, KeyCodes};

/// Modifier keys as Godot orders them, with the names of their switches in Godot 4 and 3.
const MODIFIERS: [(&str, [&str; 2]); 4] = [
    ("Ctrl", ["ctrl_pressed", "control"]),
    ("Alt", ["alt_pressed", "alt"]),
    ("Shift", ["shift_pressed", "shift"]),
    ("Meta", ["meta_pressed", "meta"]),
];

pub(super) fn read(config: &SettingsFile<'_>, diagnostics: &mut DiagnosticList) -> InputSettings {
    let mut actions = Vec::new();
    for (name, raw) in config.section("input") {
        match action(name, raw) {
            Some(action) => actions.push(action),
            None => diagnostics
                .add(&format!("'res://{PROJECT_FILE}': the input action '{name}' is malformed")),
        }
    }
    InputSettings { actions, ..InputSettings::default() }
}

fn action(name: &str, raw: &str) -> Option<InputAction> {
    let (deadzone, events) = match Variant::parse(raw).ok()?.kind() {
        VariantKind::Dictionary { entries, .. } => {
            let deadzone = find(entries, "deadzone").and_then(Variant::as_f64);
            let events = match find(entries, "events").map(Variant::kind) {
                Some(VariantKind::Array { items, .. }) => event_texts(items),
                None => Vec::new(),
                Some(_) => return None,
            };
            (deadzone.filter(|deadzone| deadzone.is_finite()), events)
        }
        // Godot 3.0 had no deadzones.
        VariantKind::Array { items, .. } => (None, event_texts(items)),
        _ => return None,
    };
    Some(InputAction { name: name.to_owned(), deadzone, events })
}

fn event_texts(events: VariantItems<'_>) -> Vec<String> {
    events.iter().filter_map(event_text).collect()
}

/// `None` for other values: Godot writes `null` for an event of an unknown class.
fn event_text(variant: Variant<'_>) -> Option<String> {
    let VariantKind::Object { class, entries } = variant.kind() else {
        return None;
    };
    let number = |key: &str| find(entries, key).and_then(Variant::as_i64).unwrap_or_default();
    Some(match class {
        "InputEventKey" => key_text(entries),
        "InputEventMouseButton" => {
            modifiers_text(entries) + &format!("Mouse Button {}", number("button_index"))
        }
        "InputEventJoypadButton" => format!("Joypad Button {}", number("button_index")),
        "InputEventJoypadMotion" => {
            let value = find(entries, "axis_value").and_then(Variant::as_f64);
            let sign = if value.is_some_and(|value| value < 0.0) { '-' } else { '+' };
            format!("Joypad Axis {} {sign}", number("axis"))
        }
        "InputEventAction" => {
            let action = find(entries, "action").and_then(Variant::as_str);
            format!("Action {}", action.unwrap_or_default())
        }
        other => other.strip_prefix("InputEvent").unwrap_or(other).to_owned(),
    })
}

/// The first code that is set: of the character, the physical key or the label.
fn key_text(entries: VariantEntries<'_>) -> String {
    let codes = [
        ("keycode", KeyCodes::Godot4, ""),
        ("scancode", KeyCodes::Godot3, ""),
        ("physical_keycode", KeyCodes::Godot4, " (physical)"),
        ("physical_scancode", KeyCodes::Godot3, " (physical)"),
        ("key_label", KeyCodes::Godot4, " (label)"),
    ];
    let held = modifiers_text(entries);
    for (key, numbers, place) in codes {
        let code = find(entries, key).and_then(Variant::as_i64).unwrap_or_default();
        match keys::key_name(code, numbers) {
            _ if code == 0 => {}
            Some(name) if held.is_empty() => return format!("Key {name}{place}"),
            Some(name) => return format!("{held}{name}{place}"),
            None => return format!("{held}Key {code}{place}"),
        }
    }
    format!("{held}Key (unset)")
}

/// `Ctrl+` for each modifier of the event.
fn modifiers_text(entries: VariantEntries<'_>) -> String {
    let is_set = |key: &str| find(entries, key).and_then(Variant::as_bool) == Some(true);
    let mut held = String::new();
    if is_set("command_or_control_autoremap") {
        held.push_str("Ctrl/Cmd+");
    }
    for (name, switches) in MODIFIERS {
        if switches.iter().any(|switch| is_set(switch)) {
            held.push_str(name);
            held.push('+');
        }
    }
    held
}

fn find<'t>(entries: VariantEntries<'t>, key: &str) -> Option<Variant<'t>> {
    let mut all = entries.iter();
    all.find(|(name, _)| name.as_str().is_some_and(|name| name == key)).map(|(_, value)| value)
}
