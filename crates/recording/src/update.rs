//! Accepts what happened as what is expected.

use serde_json::Value;
use toml_edit::{DocumentMut, Item};

use crate::compare::Played;
use crate::format::FormatError;
use crate::recording::{Expectation, ExpectedSignal, ExpectedValues, Segment};
use crate::write::write_expectation;

/// What the segment expects from now on. Only what it mentions is changed; one that expects nothing gets its end and
/// the values of its report.
pub fn accept(segment: &Segment, played: &Value) -> Result<Expectation, serde_json::Error> {
    let played: Played = serde::Deserialize::deserialize(played)?;
    let mut expect = segment.expect.clone();
    let is_new = expect == Expectation::default();
    if is_new || expect.ended_by.is_some() {
        expect.ended_by = Some(played.ended_by.clone());
    }
    if is_new || expect.ticks.is_some() {
        expect.ticks = Some(played.ticks);
    }
    expect.allow_errors |= played.log.iter().any(|entry| entry.kind == "error");
    expect.values = match (is_new, segment.holds_values()) {
        (true, false) => end_values(&played),
        (_, true) => changes(segment, &played),
        (false, false) => same_ticks(&expect.values, &played),
    };
    for expected in &mut expect.signals {
        let mut emitted = played.signals.iter().filter(|it| it.signal == expected.signal);
        if let (Some(tick), Some(first)) = (&mut expected.tick, emitted.next()) {
            *tick = first.tick;
        }
    }
    let is_emitted =
        |it: &ExpectedSignal| played.signals.iter().any(|other| other.signal == it.signal);
    expect.signals.retain(is_emitted);
    Ok(expect)
}

fn end_values(played: &Played) -> Vec<ExpectedValues> {
    let last = played.report.last();
    let row = |row: &crate::compare::ReportedValues| ExpectedValues {
        tick: None,
        values: row.values.clone(),
    };
    last.map(row).into_iter().collect()
}

fn changes(segment: &Segment, played: &Played) -> Vec<ExpectedValues> {
    let names = segment.report();
    let row = |row: &crate::compare::ReportedValues| {
        let mut values = row.values.clone();
        values.retain(|name, _| names.contains(name));
        ExpectedValues { tick: Some(row.tick), values }
    };
    played.report.iter().map(row).collect()
}

fn same_ticks(expected: &[ExpectedValues], played: &Played) -> Vec<ExpectedValues> {
    let accept = |row: &ExpectedValues| {
        let tick = row.tick.unwrap_or(played.ticks);
        if tick > played.ticks {
            return None;
        }
        let found = played.report.iter().rev().find(|it| it.tick <= tick)?;
        let values = row.values.keys();
        let values =
            values.map(|name| (name.clone(), found.values.get(name).cloned().unwrap_or_default()));
        Some(ExpectedValues { tick: row.tick, values: values.collect() })
    };
    expected.iter().filter_map(accept).collect()
}

/// The file with other expectations; everything else in it, with its comments, stays as it is.
pub fn update(text: &str, expectations: &[Expectation]) -> Result<String, FormatError> {
    let syntax = |error: toml_edit::TomlError| FormatError::Syntax(error.to_string());
    let mut document: DocumentMut = text.parse().map_err(syntax)?;
    let segments = document.get_mut("segment").and_then(Item::as_array_of_tables_mut);
    let segments = segments.ok_or(FormatError::NoSegment)?;
    for (segment, expectation) in segments.iter_mut().zip(expectations) {
        let mut table = write_expectation(expectation).parse::<DocumentMut>().map_err(syntax)?;
        table.as_table_mut().set_implicit(false);
        segment.insert("expect", Item::Table(table.as_table().clone()));
    }
    Ok(document.to_string())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::format::parse;

    #[test]
    fn only_expectations_change() {
        let text = "\
# By hand.
play = 1

[[segment]] # the first
until = \"A:x > 1\" # far enough

[segment.expect]
ticks = 3
ticksTolerance = 2
values = [
  { tick = 2, \"A:x\" = 1 },
]

[[segment]]
report = [\"A:y\"]
";
        let played = json!({
            "endedBy": "until", "ticks": 5, "tick": 9,
            "report": [{ "tick": 0, "values": { "A:x": 0, "A:y": 1 } }, { "tick": 2, "values": { "A:x": 4, "A:y": 2 } }],
        });
        let recording = parse(text).unwrap();
        let accepted: Vec<Expectation> =
            recording.segments.iter().map(|it| accept(it, &played).unwrap()).collect();
        insta::assert_snapshot!(update(text, &accepted).unwrap(), @r#"
        # By hand.
        play = 1

        [[segment]] # the first
        until = "A:x > 1" # far enough

        [segment.expect]
        ticks = 5
        ticksTolerance = 2
        values = [
          { tick = 2, "A:x" = 4 },
        ]

        [[segment]]
        report = ["A:y"]

        [segment.expect]
        endedBy = "until"
        ticks = 5
        values = [
          { "A:x" = 4, "A:y" = 2 },
        ]
        "#);
    }
}
