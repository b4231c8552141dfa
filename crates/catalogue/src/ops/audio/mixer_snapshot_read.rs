//! `audio.mixer.snapshot.read`: the values of an audio mixer snapshot.

use scenewright_model::{EffectValue, ExposedValue, GroupLevels, MixerParameter};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{Cx, missing_interface};
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};

pub(crate) struct MixerSnapshotRead;

/// What Unity assumes for values that were never set.
const DEFAULT_VOLUME_DB: f64 = 0.0;
const DEFAULT_PITCH: f64 = 1.0;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct MixerSnapshotReadArgs {
    /// Path to the mixer file (e.g., 'Assets/Audio/Main.mixer')
    mixer_path: String,
    /// Name of the snapshot [default: the one the game starts with]
    snapshot: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MixerSnapshotReadOutput {
    /// Path to the mixer file
    mixer_path: String,
    /// Name of the snapshot
    snapshot: String,
    /// Whether the game starts with it
    is_start: bool,
    /// Level of each group, from the master group down
    groups: Vec<SnapshotGroup>,
    /// The parameters of the effects
    effect_parameters: Vec<SnapshotEffectParameter>,
    /// The parameters that scripts can set by name
    exposed_parameters: Vec<SnapshotExposedParameter>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SnapshotGroup {
    /// Group names starting at the master group, joined by '/'
    path: String,
    /// Volume in decibels, from -80 (silent) to 20; 0 leaves the sound unchanged
    volume_db: f64,
    /// Pitch as a factor; 1 leaves the sound unchanged
    pitch: f64,
    /// Which of the two values the snapshot does not store; they are Unity's defaults
    #[serde(skip_serializing_if = "Vec::is_empty")]
    defaults: Vec<&'static str>,
}

#[derive(Serialize, JsonSchema)]
struct SnapshotEffectParameter {
    /// Path of the group
    group: String,
    /// Name of the effect
    effect: String,
    /// Name of the parameter
    parameter: String,
    /// Its value; absent when the snapshot stores none and the effect's default applies
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<f64>,
}

#[derive(Serialize, JsonSchema)]
struct SnapshotExposedParameter {
    /// The name that scripts use
    name: String,
    /// Its value; absent when the snapshot stores none and an effect's default applies
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<f64>,
}

impl Operation for MixerSnapshotRead {
    type Args = MixerSnapshotReadArgs;
    type Output = MixerSnapshotReadOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "audio.mixer.snapshot.read",
        name: "Read Audio Mixer Snapshot",
        description: "Returns the values of an audio mixer snapshot: volume and pitch of each group, effect parameters and exposed parameters.",
        category: "audio.mixer",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: Some(
            "For Unity projects. Use audio.mixer.list for the names of mixers and snapshots. Values come from the file; a running game may use others.",
        ),
        examples: include_str!("mixer_snapshot_read.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: MixerSnapshotReadArgs, cx: &Cx<'_>) -> Result<MixerSnapshotReadOutput, Failure> {
        let snapshot = cx.ask(|engine, cx| {
            let mixers =
                engine.as_mixers().ok_or_else(|| missing_interface(engine, "read audio mixers"))?;
            mixers.mixer_snapshot(&args.mixer_path, args.snapshot.as_deref(), cx)
        })?;
        Ok(MixerSnapshotReadOutput {
            mixer_path: snapshot.mixer_path,
            snapshot: snapshot.name,
            is_start: snapshot.is_start,
            groups: snapshot.groups.into_iter().map(SnapshotGroup::from).collect(),
            effect_parameters: snapshot
                .effects
                .into_iter()
                .map(SnapshotEffectParameter::from)
                .collect(),
            exposed_parameters: snapshot
                .exposed
                .into_iter()
                .map(SnapshotExposedParameter::from)
                .collect(),
        })
    }
}

impl From<GroupLevels> for SnapshotGroup {
    fn from(group: GroupLevels) -> SnapshotGroup {
        let levels = [("volume", group.volume_db), ("pitch", group.pitch)];
        let is_default = |&(name, level): &(&'static str, Option<f64>)| match level {
            Some(_) => None,
            None => Some(name),
        };
        SnapshotGroup {
            path: group.path,
            volume_db: group.volume_db.unwrap_or(DEFAULT_VOLUME_DB),
            pitch: group.pitch.unwrap_or(DEFAULT_PITCH),
            defaults: levels.iter().filter_map(is_default).collect(),
        }
    }
}

impl From<EffectValue> for SnapshotEffectParameter {
    fn from(effect: EffectValue) -> SnapshotEffectParameter {
        SnapshotEffectParameter {
            group: effect.parameter.group,
            effect: effect.parameter.effect.unwrap_or_default(),
            parameter: effect.parameter.name,
            value: effect.value,
        }
    }
}

impl From<ExposedValue> for SnapshotExposedParameter {
    fn from(exposed: ExposedValue) -> SnapshotExposedParameter {
        let default = match &exposed.target {
            Some(MixerParameter { effect: None, name, .. }) if name == "Volume" => {
                Some(DEFAULT_VOLUME_DB)
            }
            Some(MixerParameter { effect: None, name, .. }) if name == "Pitch" => {
                Some(DEFAULT_PITCH)
            }
            _ => None,
        };
        SnapshotExposedParameter { name: exposed.name, value: exposed.value.or(default) }
    }
}
