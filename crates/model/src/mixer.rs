//! Audio mixers: groups, their effects, and the snapshots that set them.

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mixer {
    pub path: String,
    pub name: String,
    /// A group stands before those that play into it.
    pub groups: Vec<MixerGroup>,
    pub snapshots: Vec<String>,
    pub start_snapshot: Option<String>,
    pub exposed: Vec<ExposedParameter>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MixerGroup {
    /// Names from the master group on, joined by `/`.
    pub path: String,
    /// In the order of the signal.
    pub effects: Vec<MixerEffect>,
    pub muted: bool,
    pub solo: bool,
    pub bypasses_effects: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MixerEffect {
    pub name: String,
    pub bypassed: bool,
    /// The group that a Send leads to.
    pub send_to: Option<String>,
}

/// A parameter that scripts can set by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExposedParameter {
    pub name: String,
    pub guid: String,
    /// `None` when nothing in the mixer has this guid.
    pub target: Option<MixerParameter>,
}

/// Which knob.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MixerParameter {
    pub group: String,
    /// `None` for the group's own volume and pitch.
    pub effect: Option<String>,
    pub name: String,
}

/// What a snapshot sets.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MixerSnapshot {
    pub mixer_path: String,
    pub name: String,
    pub is_start: bool,
    pub groups: Vec<GroupLevels>,
    pub effects: Vec<EffectValue>,
    pub exposed: Vec<ExposedValue>,
}

/// `None` where the snapshot does not say and the engine's default holds.
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
