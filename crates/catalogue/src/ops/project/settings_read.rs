//! `project.settings.read`: the project's settings.

mod shorten;

use scenewright_model::{ProjectSettings, SettingsArea};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{Cx, missing_interface};
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};
use shorten::shorten;

pub(crate) struct SettingsRead;

/// Maximum length of a list when all areas are requested at once.
const MAX_LISTED: usize = 40;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SettingsReadArgs {
    /// Which settings to return; with 'all', long lists are truncated
    #[serde(default)]
    area: SettingsAreaChoice,
}

#[derive(Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum SettingsAreaChoice {
    #[default]
    All,
    Tags,
    Layers,
    SortingLayers,
    Quality,
    Input,
    Physics,
    Player,
    Time,
    Graphics,
    Audio,
    Autoloads,
    Plugins,
    Groups,
    Exports,
}

impl Operation for SettingsRead {
    type Args = SettingsReadArgs;
    type Output = ProjectSettings;

    const ABOUT: OperationInfo = OperationInfo {
        id: "project.settings.read",
        name: "Read Project Settings",
        description: "Returns the project's settings: layers, input, physics, rendering, audio, time, player; Unity's tags and quality levels, Godot's autoloads, plugins and export presets. Request one area to get all of it.",
        category: "project",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: Some(
            "An area that the engine does not have is absent; if it was requested by name, a diagnostic says so. Settings from a file that is missing or cannot be read are also absent; the diagnostics name the file. A Godot project stores only settings that differ from Godot's defaults; their values are shown as written. The options and signing data of export presets are never shown.",
        ),
        examples: include_str!("settings_read.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: SettingsReadArgs, cx: &Cx<'_>) -> Result<ProjectSettings, Failure> {
        let areas = args.area.areas();
        let (kind, mut settings) = cx.ask(|engine, cx| {
            let settings = engine
                .as_settings()
                .ok_or_else(|| missing_interface(engine, "read project settings"))?;
            Ok(settings.settings(&areas, cx)?.map(|settings| (engine.kind(), settings)))
        })?;
        if args.area != SettingsAreaChoice::All && !settings.lacking.is_empty() {
            cx.add_diagnostic(format!(
                "{kind} projects have no settings in the area '{}'.",
                args.area.name()
            ));
        }
        if args.area == SettingsAreaChoice::All {
            shorten(&mut settings, MAX_LISTED, |what, area, total| {
                cx.add_diagnostic(format!(
                    "{MAX_LISTED} of {total} {what} are returned; request area '{area}' to get all."
                ));
            });
        }
        Ok(settings)
    }
}

impl SettingsAreaChoice {
    /// As clients write it.
    fn name(self) -> String {
        let name = serde_json::to_value(self).ok();
        name.as_ref().and_then(|name| name.as_str()).unwrap_or_default().to_owned()
    }

    fn areas(self) -> Vec<SettingsArea> {
        let area = match self {
            SettingsAreaChoice::All => return SettingsArea::ALL.to_vec(),
            SettingsAreaChoice::Tags => SettingsArea::Tags,
            SettingsAreaChoice::Layers => SettingsArea::Layers,
            SettingsAreaChoice::SortingLayers => SettingsArea::SortingLayers,
            SettingsAreaChoice::Quality => SettingsArea::Quality,
            SettingsAreaChoice::Input => SettingsArea::Input,
            SettingsAreaChoice::Physics => SettingsArea::Physics,
            SettingsAreaChoice::Player => SettingsArea::Player,
            SettingsAreaChoice::Time => SettingsArea::Time,
            SettingsAreaChoice::Graphics => SettingsArea::Graphics,
            SettingsAreaChoice::Audio => SettingsArea::Audio,
            SettingsAreaChoice::Autoloads => SettingsArea::Autoloads,
            SettingsAreaChoice::Plugins => SettingsArea::Plugins,
            SettingsAreaChoice::Groups => SettingsArea::Groups,
            SettingsAreaChoice::Exports => SettingsArea::Exports,
        };
        vec![area]
    }
}
