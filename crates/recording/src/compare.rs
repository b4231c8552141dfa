//! Compares a segment with what happened when it was played.

use std::collections::BTreeSet;
use std::fmt;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::recording::Segment;

/// Something that happened otherwise.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// From the beginning of the segment.
    pub tick: u64,
    pub kind: DifferenceKind,
}

#[derive(Debug, Clone, PartialEq)]
pub enum DifferenceKind {
    Value {
        property: String,
        expected: Value,
        found: Value,
        tolerance: f64,
    },
    /// The segment ended before a tick for which something is expected.
    TooShort {
        expected: u64,
    },
    Length {
        expected: u64,
        tolerance: u64,
    },
    EndedBy {
        expected: String,
        found: String,
    },
    /// `None` if it was not emitted at all.
    Signal {
        signal: String,
        expected: Option<u64>,
        found: Option<u64>,
    },
    Error {
        text: String,
        place: String,
    },
    /// The part of its pixels that looks different.
    Picture {
        file: String,
        part: f64,
        tolerance: f64,
    },
}

impl fmt::Display for DifferenceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DifferenceKind::Value { property, expected, found, tolerance } => {
                write!(f, "{property} is {found}, expected {expected} (tolerance {tolerance})")
            }
            DifferenceKind::TooShort { expected } => {
                write!(f, "the segment ended here, before tick {expected}")
            }
            DifferenceKind::Length { expected, tolerance: 0 } => {
                write!(f, "the segment ended here, expected after {expected} ticks")
            }
            DifferenceKind::Length { expected, tolerance } => {
                write!(f, "the segment ended here, expected after {expected} ± {tolerance} ticks")
            }
            DifferenceKind::EndedBy { expected, found } => {
                write!(f, "the segment was ended by {found}, expected by {expected}")
            }
            DifferenceKind::Signal { signal, expected: Some(tick), found: Some(_) } => {
                write!(f, "{signal} was emitted here, expected at tick {tick}")
            }
            DifferenceKind::Signal { signal, .. } => write!(f, "{signal} was not emitted"),
            DifferenceKind::Error { text, place } if place.is_empty() => write!(f, "error: {text}"),
            DifferenceKind::Error { text, place } => write!(f, "error: {text} ({place})"),
            DifferenceKind::Picture { file, part, tolerance } => {
                let (part, tolerance) = (part * 100.0, tolerance * 100.0);
                write!(
                    f,
                    "{part:.2} % of the picture differs from {file} (tolerance {tolerance} %)"
                )
            }
        }
    }
}

/// The parts of the answer of `game.act` that matter here.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Played {
    pub(crate) ended_by: String,
    pub(crate) ticks: u64,
    /// Since the game's start.
    pub(crate) tick: u64,
    #[serde(default)]
    pub(crate) report: Vec<ReportedValues>,
    #[serde(default)]
    pub(crate) signals: Vec<ReportedSignal>,
    #[serde(default)]
    pub(crate) log: Vec<Logged>,
}

#[derive(Deserialize)]
pub(crate) struct ReportedValues {
    pub(crate) tick: u64,
    pub(crate) values: Map<String, Value>,
}

#[derive(Deserialize)]
pub(crate) struct ReportedSignal {
    pub(crate) tick: u64,
    pub(crate) signal: String,
}

#[derive(Deserialize)]
pub(crate) struct Logged {
    pub(crate) tick: u64,
    pub(crate) kind: String,
    pub(crate) text: String,
    #[serde(default)]
    pub(crate) file: String,
    pub(crate) line: Option<u64>,
}

/// The differences, earliest first; at most one for a property. `played` is the answer of `game.act` with the values
/// at all ticks that changed them.
pub fn compare(segment: &Segment, played: &Value) -> Result<Vec<Difference>, serde_json::Error> {
    let played = Played::deserialize(played)?;
    let mut differences = value_differences(segment, &played);
    differences.extend(end_differences(segment, &played));
    differences.extend(signal_differences(segment, &played));
    if !segment.expect.allow_errors {
        differences.extend(played.log.iter().filter(|entry| entry.kind == "error").map(|entry| {
            let line = entry.line.map(|line| format!(":{line}")).unwrap_or_default();
            let place = format!("{}{line}", entry.file);
            let first_tick = played.tick.saturating_sub(played.ticks);
            let tick = entry.tick.saturating_sub(first_tick);
            Difference { tick, kind: DifferenceKind::Error { text: entry.text.clone(), place } }
        }));
    }
    differences.sort_by_key(|difference| difference.tick);
    Ok(differences)
}

fn end_differences(segment: &Segment, played: &Played) -> Vec<Difference> {
    let (expect, tick) = (&segment.expect, played.ticks);
    let mut differences = Vec::new();
    if let Some(expected) = expect.ticks
        && expected.abs_diff(tick) > expect.ticks_tolerance
    {
        let tolerance = expect.ticks_tolerance;
        differences.push(Difference { tick, kind: DifferenceKind::Length { expected, tolerance } });
    }
    if let Some(expected) = &expect.ended_by
        && *expected != played.ended_by
    {
        let (expected, found) = (expected.clone(), played.ended_by.clone());
        differences.push(Difference { tick, kind: DifferenceKind::EndedBy { expected, found } });
    }
    differences
}

fn signal_differences(segment: &Segment, played: &Played) -> Vec<Difference> {
    let tolerance = segment.expect.ticks_tolerance;
    let differs = |expected: &crate::ExpectedSignal| {
        let mut emitted = played.signals.iter().filter(|it| it.signal == expected.signal);
        let first = emitted.clone().next().map(|it| it.tick);
        let is_in_time = |tick: u64| expected.tick.is_none_or(|it| it.abs_diff(tick) <= tolerance);
        if emitted.any(|it| is_in_time(it.tick)) {
            return None;
        }
        let signal = expected.signal.clone();
        let kind = DifferenceKind::Signal { signal, expected: expected.tick, found: first };
        Some(Difference { tick: first.unwrap_or(played.ticks), kind })
    };
    segment.expect.signals.iter().filter_map(differs).collect()
}

fn value_differences(segment: &Segment, played: &Played) -> Vec<Difference> {
    let rows = &segment.expect.values;
    let properties: BTreeSet<&str> =
        rows.iter().flat_map(|row| row.values.keys()).map(String::as_str).collect();
    properties.iter().filter_map(|it| property_difference(segment, played, it)).collect()
}

fn property_difference(segment: &Segment, played: &Played, property: &str) -> Option<Difference> {
    let rows = segment.expect.values.iter();
    let mut expected: Vec<(u64, &Value)> = rows
        .filter_map(|row| Some((row.tick.unwrap_or(played.ticks), row.values.get(property)?)))
        .collect();
    expected.sort_by_key(|(tick, _)| *tick);
    let rows = played.report.iter();
    let found: Vec<(u64, &Value)> =
        rows.filter_map(|row| Some((row.tick, row.values.get(property)?))).collect();
    let tolerance = segment.expect.tolerance();
    let mut ticks: BTreeSet<u64> = expected.iter().map(|(tick, _)| *tick).collect();
    if segment.holds_values() {
        let first = expected.first().map_or(0, |(tick, _)| *tick);
        let until = segment.expect.ticks.unwrap_or(played.ticks);
        let changes = found.iter().map(|(tick, _)| *tick);
        ticks.extend(changes.filter(|tick| (first..=until).contains(tick)));
    }
    for tick in ticks {
        let (_, expected) = latest(&expected, tick)?;
        if tick > played.ticks {
            // With an expected length, that is the difference.
            let kind = DifferenceKind::TooShort { expected: tick };
            let is_told = segment.expect.ticks.is_some();
            return (!is_told).then_some(Difference { tick: played.ticks, kind });
        }
        let found = latest(&found, tick).map_or(&Value::Null, |(_, value)| value);
        if !is_close(expected, found, tolerance) {
            let (expected, found) = (expected.clone(), found.clone());
            let property = property.to_owned();
            let kind = DifferenceKind::Value { property, expected, found, tolerance };
            return Some(Difference { tick, kind });
        }
    }
    None
}

/// The last one that is not later.
fn latest<'v>(values: &[(u64, &'v Value)], tick: u64) -> Option<(u64, &'v Value)> {
    values.iter().rev().find(|(at, _)| *at <= tick).copied()
}

/// Recursion is as deep as the value, whose depth the engine limits.
fn is_close(expected: &Value, found: &Value, tolerance: f64) -> bool {
    match (expected, found) {
        (Value::Number(expected), Value::Number(found)) => {
            match (expected.as_f64(), found.as_f64()) {
                (Some(expected), Some(found)) => (expected - found).abs() <= tolerance,
                _ => expected == found,
            }
        }
        (Value::Array(expected), Value::Array(found)) => {
            let mut pairs = expected.iter().zip(found);
            expected.len() == found.len() && pairs.all(|(a, b)| is_close(a, b, tolerance))
        }
        (Value::Object(expected), Value::Null) => {
            expected.get("null").is_some_and(|null| null == &Value::Bool(true))
        }
        (Value::Object(expected), Value::Object(found)) => {
            let close = |(name, value): (&String, &Value)| {
                found.get(name).is_some_and(|found| is_close(value, found, tolerance))
            };
            expected.len() == found.len() && expected.iter().all(close)
        }
        (expected, found) => expected == found,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::format::parse;

    /// The differences of a segment that was played like this.
    fn differences(segment: &str, played: Value) -> String {
        let recording = parse(&format!("play = 1\n[[segment]]\n{segment}")).unwrap();
        let mut answer = json!({ "endedBy": "ticks", "ticks": 10, "tick": 110 });
        answer.as_object_mut().unwrap().extend(played.as_object().cloned().unwrap());
        let found = compare(&recording.segments[0], &answer).unwrap();
        let lines: Vec<String> =
            found.iter().map(|it| format!("tick {}: {}", it.tick, it.kind)).collect();
        lines.join("; ")
    }

    #[test]
    fn what_is_expected_is_compared_and_nothing_else() {
        let walk = json!({ "report": [
            { "tick": 0, "values": { "A:x": 1 } },
            { "tick": 3, "values": { "A:x": 2.5 } },
            { "tick": 7, "values": { "A:x": { "x": 1, "y": 2.00001 } } },
        ] });
        let log = json!({ "log": [{ "tick": 104, "kind": "error", "text": "no", "file": "a.gd", "line": 3 }] });
        let emitted = json!({ "signals": [{ "tick": 4, "signal": "A:hit" }] });
        for (segment, played, expected) in [
            ("", &walk, ""),
            ("expect.values = [{ tick = 0, 'A:x' = 1 }, { tick = 5, 'A:x' = 2.5 }]", &walk, ""),
            ("expect.values = [{ 'A:x' = { x = 1, y = 2 } }]", &walk, ""),
            (
                "expect.values = [{ tick = 2, 'A:x' = 2.5 }, { tick = 1, 'A:x' = 2 }]",
                &walk,
                "tick 1: A:x is 1, expected 2 (tolerance 0.0001)",
            ),
            // A value that holds is compared at each tick that changes it.
            (
                "reportWhen = 'changes'\nexpect.values = [{ tick = 0, 'A:x' = 1 }]",
                &walk,
                "tick 3: A:x is 2.5, expected 1 (tolerance 0.0001)",
            ),
            (
                "expect.values = [{ tick = 12, 'A:x' = 1 }]",
                &walk,
                "tick 10: the segment ended here, before tick 12",
            ),
            ("expect.tolerance = 1\nexpect.values = [{ tick = 1, 'A:x' = 2 }]", &walk, ""),
            (
                "expect.values = [{ 'B:x' = 1 }]",
                &walk,
                "tick 10: B:x is null, expected 1 (tolerance 0.0001)",
            ),
            ("expect.values = [{ 'B:x' = { null = true } }]", &walk, ""),
            (
                "expect.ticks = 12",
                &walk,
                "tick 10: the segment ended here, expected after 12 ticks",
            ),
            ("expect.ticks = 12\nexpect.ticksTolerance = 2", &walk, ""),
            (
                "expect.endedBy = 'until'",
                &walk,
                "tick 10: the segment was ended by ticks, expected by until",
            ),
            ("", &log, "tick 4: error: no (a.gd:3)"),
            ("expect.allowErrors = true", &log, ""),
            (
                "expect.signals = [{ signal = 'A:hit' }, { signal = 'A:hit', tick = 4 }]",
                &emitted,
                "",
            ),
            (
                "expect.signals = [{ signal = 'A:hit', tick = 9 }, { signal = 'B:hit' }]",
                &emitted,
                "tick 4: A:hit was emitted here, expected at tick 9; tick 10: B:hit was not emitted",
            ),
        ] {
            assert_eq!(differences(segment, played.clone()), expected, "{segment}");
        }
    }
}
