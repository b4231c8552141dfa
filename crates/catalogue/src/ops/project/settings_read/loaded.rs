//! Autoloads, plugins, groups and export presets as the operation shows them.

use scenewright_model as model;
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AutoloadRow {
    /// The node's name, below the root
    name: String,
    /// Path of the scene or script; as the project writes it when it leads nowhere
    path: String,
    /// Whether scripts reach it by its name
    is_global: bool,
    /// Whether the file is there; absent when the project's files cannot tell
    #[serde(skip_serializing_if = "Option::is_none")]
    exists: Option<bool>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct EditorPluginRow {
    /// Path of its plugin.cfg
    path: String,
    /// Whether that file is there
    exists: bool,
    /// The plugin's name; absent when the file does not say
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// Its version; absent when the file does not say
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    /// Who made it; absent when the file does not say
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct GlobalGroupRow {
    /// The group's name
    name: String,
    /// What it is for; absent when there is no description
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct ExportPresetRow {
    /// The preset's name
    name: String,
    /// The platform
    platform: String,
    /// Whether the editor uses it to run the game on a device
    runnable: bool,
    /// Where the export goes; absent when there is no path yet
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    /// Which resources go with it: `all_resources`, `scenes`, `resources`, `exclude` or `customized`; absent when the preset does not say
    #[serde(skip_serializing_if = "Option::is_none")]
    filter: Option<String>,
}

pub(super) fn filled(text: String) -> Option<String> {
    Some(text).filter(|text| !text.is_empty())
}

impl From<model::Autoload> for AutoloadRow {
    fn from(autoload: model::Autoload) -> AutoloadRow {
        let model::Autoload { name, path, is_global, exists } = autoload;
        AutoloadRow { name, path, is_global, exists }
    }
}

impl From<model::EditorPlugin> for EditorPluginRow {
    fn from(plugin: model::EditorPlugin) -> EditorPluginRow {
        EditorPluginRow {
            path: plugin.path,
            exists: plugin.exists,
            name: filled(plugin.name),
            version: filled(plugin.version),
            author: filled(plugin.author),
        }
    }
}

impl From<model::GlobalGroup> for GlobalGroupRow {
    fn from(group: model::GlobalGroup) -> GlobalGroupRow {
        GlobalGroupRow { name: group.name, description: filled(group.description) }
    }
}

impl From<model::ExportPreset> for ExportPresetRow {
    fn from(preset: model::ExportPreset) -> ExportPresetRow {
        ExportPresetRow {
            name: preset.name,
            platform: preset.platform,
            runnable: preset.runnable,
            path: filled(preset.path),
            filter: filled(preset.filter),
        }
    }
}
