//! `project.settings.read`: what the project is set up with.

mod input;
mod loaded;
mod output;

use scenewright_model::SettingsArea;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{Cx, lacking};
use crate::failure::Failure;
use crate::levels::{Runs, Safety, Tier};
use crate::operation::{About, Operation};
use output::Output;

pub(crate) struct SettingsRead;

/// How many of a list are shown when all areas are asked for at once.
const SHOWN: usize = 40;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Args {
    /// Which part of the settings; with 'all', long lists are cut short
    #[serde(default)]
    area: Area,
}

#[derive(Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Area {
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
    type Args = Args;
    type Output = Output;

    const ABOUT: About = About {
        id: "project.settings.read",
        name: "Read Project Settings",
        description: "Returns the project's settings: layers, input, physics, rendering, sound, time, what the built game is called; Unity's tags and quality levels, Godot's autoloads, plugins and export presets. Ask for one area to get all of it.",
        category: "project",
        safety: Safety::ReadOnly,
        tier: Tier::Core,
        notes: Some(
            "An area that the engine does not have is absent, and a diagnostic says so when it was asked for by name. So is the part of a settings file that is missing or cannot be read; the diagnostics name the file. A Godot project holds only settings that differ from Godot's defaults, and its values are shown as they are written there; of export presets, options and everything to do with signing are never shown.",
        ),
        examples: include_str!("settings_read.json"),
        runs: Runs::Worker,
        scan_limit: None,
    };

    fn run(args: Args, cx: &Cx<'_>) -> Result<Output, Failure> {
        let areas = args.area.areas();
        let (kind, settings) = cx.ask(|engine, cx| {
            let settings =
                engine.as_settings().ok_or_else(|| lacking(engine, "read project settings"))?;
            Ok(settings.settings(&areas, cx)?.map(|settings| (engine.kind(), settings)))
        })?;
        if args.area != Area::All && !settings.lacking.is_empty() {
            cx.note(format!("{kind} projects have no settings of area '{}'.", args.area.name()));
        }
        let mut output = Output::from(settings);
        if args.area == Area::All {
            output.shorten(SHOWN, |what, area, total| {
                cx.note(format!(
                    "{SHOWN} of {total} {what} are shown; ask for area '{area}' to get all."
                ));
            });
        }
        Ok(output)
    }
}

impl Area {
    /// As clients write it.
    fn name(self) -> String {
        let name = serde_json::to_value(self).ok();
        name.as_ref().and_then(|name| name.as_str()).unwrap_or_default().to_owned()
    }

    fn areas(self) -> Vec<SettingsArea> {
        let area = match self {
            Area::All => return SettingsArea::ALL.to_vec(),
            Area::Tags => SettingsArea::Tags,
            Area::Layers => SettingsArea::Layers,
            Area::SortingLayers => SettingsArea::SortingLayers,
            Area::Quality => SettingsArea::Quality,
            Area::Input => SettingsArea::Input,
            Area::Physics => SettingsArea::Physics,
            Area::Player => SettingsArea::Player,
            Area::Time => SettingsArea::Time,
            Area::Graphics => SettingsArea::Graphics,
            Area::Audio => SettingsArea::Audio,
            Area::Autoloads => SettingsArea::Autoloads,
            Area::Plugins => SettingsArea::Plugins,
            Area::Groups => SettingsArea::Groups,
            Area::Exports => SettingsArea::Exports,
        };
        vec![area]
    }
}
