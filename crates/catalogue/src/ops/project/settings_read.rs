//! `project.settings.read`: what the project is set up with.

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
}

impl Operation for SettingsRead {
    type Args = Args;
    type Output = Output;

    const ABOUT: About = About {
        id: "project.settings.read",
        name: "Read Project Settings",
        description: "Returns the project's settings: tags, layers, sorting layers, quality levels, input axes, which layers collide, and what the player is built with. Ask for one area to get all of it.",
        category: "project",
        safety: Safety::ReadOnly,
        tier: Tier::Core,
        notes: Some(
            "For Unity projects. A settings file that is missing, binary or not YAML is named in the diagnostics, and its part is absent.",
        ),
        examples: include_str!("settings_read.json"),
        runs: Runs::Worker,
        scan_limit: None,
    };

    fn run(args: Args, cx: &Cx<'_>) -> Result<Output, Failure> {
        let areas = args.area.areas();
        let settings = cx.ask(|engine, cx| {
            let settings =
                engine.as_settings().ok_or_else(|| lacking(engine, "read project settings"))?;
            settings.settings(&areas, cx)
        })?;
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
        };
        vec![area]
    }
}
