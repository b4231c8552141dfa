//! What a recording contains. The arguments of `game.start` and `game.act` are kept as they are written: the
//! operations themselves check them.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// How far a number may be from the expected one, unless the recording says otherwise.
const TOLERANCE: f64 = 0.0001;
/// How much of a picture may look different, unless the recording says otherwise.
const PICTURE_TOLERANCE: f64 = 0.001;

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Recording {
    /// The arguments of `game.start`.
    pub start: Map<String, Value>,
    pub segments: Vec<Segment>,
}

/// A part of the game that begins where the one before ended. Ticks are counted from its beginning, so that one that
/// waits for something does not shift the others.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Segment {
    pub name: Option<String>,
    /// The arguments of `game.act`.
    pub act: Map<String, Value>,
    pub expect: Expectation,
}

/// What has to happen in a segment. What is not mentioned may be anything, except for errors.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Expectation {
    /// `until` or `ticks`.
    pub ended_by: Option<String>,
    /// The segment's length.
    pub ticks: Option<u64>,
    pub ticks_tolerance: u64,
    /// For numbers in `values`.
    pub tolerance: Option<f64>,
    /// Errors in the game's log do not matter.
    pub allow_errors: bool,
    pub values: Vec<ExpectedValues>,
    pub signals: Vec<ExpectedSignal>,
    pub pictures: Vec<ExpectedPicture>,
}

impl Expectation {
    pub fn tolerance(&self) -> f64 {
        self.tolerance.unwrap_or(TOLERANCE)
    }
}

/// Values by property at one tick.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ExpectedValues {
    /// At the end of the segment without one.
    #[serde(default)]
    pub tick: Option<u64>,
    #[serde(flatten)]
    pub values: Map<String, Value>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectedSignal {
    /// At any tick without one.
    pub tick: Option<u64>,
    pub signal: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectedPicture {
    pub tick: u64,
    /// A PNG, relative to the recording.
    pub file: String,
    /// The part of all pixels that may look different.
    pub tolerance: Option<f64>,
}

impl ExpectedPicture {
    pub fn tolerance(&self) -> f64 {
        self.tolerance.unwrap_or(PICTURE_TOLERANCE)
    }
}

impl Segment {
    /// The properties that have to be reported: those of the act and those that are expected.
    pub fn report(&self) -> Vec<String> {
        let act = self.act.get("report").and_then(Value::as_array).into_iter().flatten();
        let act = act.filter_map(Value::as_str).map(str::to_owned);
        let expected = self.expect.values.iter().flat_map(|row| row.values.keys().cloned());
        unique(act.chain(expected))
    }

    /// The signals that have to be reported.
    pub fn signals(&self) -> Vec<String> {
        let act = self.act.get("signals").and_then(Value::as_array).into_iter().flatten();
        let act = act.filter_map(Value::as_str).map(str::to_owned);
        unique(act.chain(self.expect.signals.iter().map(|signal| signal.signal.clone())))
    }

    /// Whether a value stays as it is until it is mentioned again: so it was reported when it was recorded.
    pub(crate) fn holds_values(&self) -> bool {
        self.act.get("reportWhen").and_then(Value::as_str) == Some("changes")
    }
}

fn unique(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut unique = Vec::new();
    for name in names {
        if !unique.contains(&name) {
            unique.push(name);
        }
    }
    unique
}
