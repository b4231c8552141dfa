//! Audio mixers: groups, their effects, and the snapshots that set them.

use schemars::JsonSchema;
use serde::Serialize;

use crate::is_false;

/// An audio mixer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Mixer {
    /// Path, as other tools accept it
    pub path: String,
    /// The mixer's name
    pub name: String,
    /// The groups from the master group down; each group comes before the groups routed into it
    pub groups: Vec<MixerGroup>,
    /// Names of the snapshots
    pub snapshots: Vec<String>,
    /// The snapshot the game starts with; absent when the file names none
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_snapshot: Option<String>,
    /// The parameters that scripts can set by name
    #[serde(rename = "exposedParameters")]
    pub exposed: Vec<ExposedParameter>,
}

/// A group of an audio mixer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MixerGroup {
    /// Group names starting at the master group, joined by '/'
    pub path: String,
    /// The effects in signal order
    pub effects: Vec<MixerEffect>,
    /// true for a group that is muted in the editor; absent otherwise
    #[serde(skip_serializing_if = "is_false")]
    pub muted: bool,
    /// true for a group that is soloed in the editor; absent otherwise
    #[serde(skip_serializing_if = "is_false")]
    pub solo: bool,
    /// true for a group whose effects are bypassed; absent otherwise
    #[serde(skip_serializing_if = "is_false")]
    pub bypasses_effects: bool,
}

/// An effect of a group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MixerEffect {
    /// Type of the effect (e.g., 'Attenuation', 'Send', 'SFX Reverb')
    pub name: String,
    /// true for an effect that is bypassed; absent otherwise
    #[serde(skip_serializing_if = "is_false")]
    pub bypassed: bool,
    /// The target group of a Send; absent for other effects
    #[serde(skip_serializing_if = "Option::is_none")]
    pub send_to: Option<String>,
}

/// A parameter that scripts can set by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ExposedParameter {
    /// The name that scripts use
    pub name: String,
    /// The parameter's id in the file
    pub guid: String,
    // `None` when nothing in the mixer has this guid.
    #[serde(flatten)]
    pub target: Option<MixerParameter>,
}

/// Which setting of a mixer: one of a group, or one of an effect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MixerParameter {
    /// Path of the group it belongs to; absent when nothing in the mixer has this id
    pub group: String,
    /// The effect it belongs to; absent for a group's own volume and pitch
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect: Option<String>,
    /// What it sets (e.g., 'Volume', 'Pitch'); absent when nothing in the mixer has this id
    #[serde(rename = "parameter")]
    pub name: String,
}

/// The values of a snapshot.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MixerSnapshot {
    pub mixer_path: String,
    pub name: String,
    pub is_start: bool,
    pub groups: Vec<GroupLevels>,
    pub effects: Vec<EffectValue>,
    pub exposed: Vec<ExposedValue>,
}

/// `None` where the snapshot sets no value and the engine's default applies.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupLevels {
    pub path: String,
    pub volume_db: Option<f64>,
    /// 1 is the pitch as recorded.
    pub pitch: Option<f64>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct EffectValue {
    pub parameter: MixerParameter,
    pub value: Option<f64>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct ExposedValue {
    pub name: String,
    pub target: Option<MixerParameter>,
    pub value: Option<f64>,
}
