//! `audio.mixer.list`: the audio mixers of the project.

use scenewright_model as model;
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::{Cx, missing_interface};
use crate::coverage::CoverageOutput;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{NoArgs, Operation, OperationInfo};

pub(crate) struct MixerList;

#[derive(Serialize, JsonSchema)]
pub(crate) struct MixerListOutput {
    /// The mixers, sorted by path
    mixers: Vec<ListedMixer>,
    /// What was not read; absent when everything was
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<CoverageOutput>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ListedMixer {
    /// Path, as other tools take it
    path: String,
    /// The mixer's name
    name: String,
    /// The groups from the master group down; a group stands before those that play into it
    groups: Vec<ListedMixerGroup>,
    /// Names of the snapshots
    snapshots: Vec<String>,
    /// The snapshot that the game starts with; absent when the file names none
    #[serde(skip_serializing_if = "Option::is_none")]
    start_snapshot: Option<String>,
    /// The parameters that scripts can set by name
    exposed_parameters: Vec<ListedExposedParameter>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ListedMixerGroup {
    /// Names from the master group on, joined by '/'
    path: String,
    /// The effects in the order of the signal
    effects: Vec<ListedMixerEffect>,
    /// true for a group that is muted in the editor; absent otherwise
    #[serde(skip_serializing_if = "is_false")]
    muted: bool,
    /// true for a group that is soloed in the editor; absent otherwise
    #[serde(skip_serializing_if = "is_false")]
    solo: bool,
    /// true for a group whose effects are switched off; absent otherwise
    #[serde(skip_serializing_if = "is_false")]
    bypasses_effects: bool,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ListedMixerEffect {
    /// What kind of effect it is (e.g., 'Attenuation', 'Send', 'SFX Reverb')
    name: String,
    /// true for an effect that is switched off; absent otherwise
    #[serde(skip_serializing_if = "is_false")]
    bypassed: bool,
    /// The group that a Send leads to; absent for other effects
    #[serde(skip_serializing_if = "Option::is_none")]
    send_to: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct ListedExposedParameter {
    /// The name that scripts use
    name: String,
    /// The parameter's id in the file
    guid: String,
    /// Path of the group it belongs to; absent when nothing in the mixer has this id
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<String>,
    /// The effect it belongs to; absent for a group's own volume and pitch
    #[serde(skip_serializing_if = "Option::is_none")]
    effect: Option<String>,
    /// What it sets (e.g., 'Volume', 'Pitch'); absent when nothing in the mixer has this id
    #[serde(skip_serializing_if = "Option::is_none")]
    parameter: Option<String>,
}

fn is_false(value: &bool) -> bool {
    !*value
}

impl Operation for MixerList {
    type Args = NoArgs;
    type Output = MixerListOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "audio.mixer.list",
        name: "List Audio Mixers",
        description: "Lists the project's audio mixers with their groups, effects, snapshots and exposed parameters. Use audio.mixer.snapshot.read for the values.",
        category: "audio.mixer",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: Some("For Unity projects."),
        examples: include_str!("mixer_list.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(_: NoArgs, cx: &Cx<'_>) -> Result<MixerListOutput, Failure> {
        let mixers = cx.ask(|engine, cx| {
            let mixers =
                engine.as_mixers().ok_or_else(|| missing_interface(engine, "list audio mixers"))?;
            mixers.mixers(cx)
        })?;
        let mixers = mixers.into_iter().map(ListedMixer::from).collect();
        Ok(MixerListOutput { mixers, coverage: cx.coverage() })
    }
}

impl From<model::Mixer> for ListedMixer {
    fn from(mixer: model::Mixer) -> ListedMixer {
        ListedMixer {
            path: mixer.path,
            name: mixer.name,
            groups: mixer.groups.into_iter().map(ListedMixerGroup::from).collect(),
            snapshots: mixer.snapshots,
            start_snapshot: mixer.start_snapshot,
            exposed_parameters: mixer
                .exposed
                .into_iter()
                .map(ListedExposedParameter::from)
                .collect(),
        }
    }
}

impl From<model::MixerGroup> for ListedMixerGroup {
    fn from(group: model::MixerGroup) -> ListedMixerGroup {
        let effect = |effect: model::MixerEffect| ListedMixerEffect {
            name: effect.name,
            bypassed: effect.bypassed,
            send_to: effect.send_to,
        };
        ListedMixerGroup {
            path: group.path,
            effects: group.effects.into_iter().map(effect).collect(),
            muted: group.muted,
            solo: group.solo,
            bypasses_effects: group.bypasses_effects,
        }
    }
}

impl From<model::ExposedParameter> for ListedExposedParameter {
    fn from(exposed: model::ExposedParameter) -> ListedExposedParameter {
        let (group, effect, parameter) = match exposed.target {
            Some(target) => (Some(target.group), target.effect, Some(target.name)),
            None => (None, None, None),
        };
        ListedExposedParameter { name: exposed.name, guid: exposed.guid, group, effect, parameter }
    }
}
