//! Reasons why an asset may be used although nothing references it.

use std::collections::HashMap;

use crate::index::{self, GodotIndex, IndexTarget, SettingsRole};

/// The roles of files in the project's settings.
pub(super) struct KeepReasons {
    roles: HashMap<u32, SettingsRole>,
}

impl KeepReasons {
    pub(super) fn from_index(index: &GodotIndex) -> KeepReasons {
        let settings = index.find("project.godot").and_then(|number| index.file(number).scan());
        let mut roles = HashMap::new();
        for (address, role) in settings.map(|scan| &*scan.roles).unwrap_or_default() {
            if let IndexTarget::File(number) = index.locate(address, None, "") {
                roles.entry(number).or_insert(*role);
            }
        }
        KeepReasons { roles }
    }

    pub(super) fn reason(&self, index: &GodotIndex, number: u32) -> Option<&'static str> {
        if let Some(role) = self.roles.get(&number) {
            return Some(match role {
                SettingsRole::MainScene => "it is the main scene",
                SettingsRole::Autoload => "it is loaded at the start",
                SettingsRole::Plugin => "it is an enabled plugin",
                SettingsRole::Icon => "it is the project's icon",
                SettingsRole::Other => "the project's settings name it",
            });
        }
        let file = index.file(number);
        let declares = file.scan().is_some_and(|scan| scan.class_name.is_some());
        let makes = file.import().is_some_and(|import| !import.makes.is_empty());
        match &*file.path {
            "default_bus_layout.tres" => Some("it is the default layout of audio buses"),
            path if path.starts_with("addons/") => Some("it belongs to an add-on"),
            _ if declares => Some("it declares a global class"),
            _ if makes => Some("other files are imported from it"),
            _ if index::kind_of_file(file) == "File" => Some("it is not a resource"),
            _ => None,
        }
    }
}
