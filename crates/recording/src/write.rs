//! Writes recordings, one input and one row of values a line.

use std::fmt::Write;

use serde_json::{Map, Value};

use crate::format::VERSION;
use crate::recording::{Expectation, Recording, Segment};

/// Digits after the point: a thousandth of the usual tolerance.
const PRECISION: f64 = 1e7;

impl Recording {
    pub fn to_text(&self) -> String {
        let mut text = String::from("# Run with `scenewright play`.\n");
        let _ = writeln!(text, "play = {VERSION}\n\n[start]");
        entries(&mut text, &self.start);
        for segment in &self.segments {
            text += "\n[[segment]]\n";
            write_segment(&mut text, segment);
        }
        text
    }
}

fn write_segment(text: &mut String, segment: &Segment) {
    if let Some(name) = &segment.name {
        let _ = writeln!(text, "name = {}", quoted(name));
    }
    entries(text, &segment.act);
    let expected = write_expectation(&segment.expect);
    if !expected.is_empty() {
        let _ = write!(text, "\n[segment.expect]\n{expected}");
    }
}

pub(crate) fn write_expectation(expect: &Expectation) -> String {
    let mut text = String::new();
    let Ok(Value::Object(mut fields)) = serde_json::to_value(expect) else { return text };
    fields.retain(|_, value| match value {
        Value::Null | Value::Bool(false) => false,
        Value::Array(items) => !items.is_empty(),
        value => value.as_u64() != Some(0),
    });
    // Without a tick, it is the end.
    let without_null = |row: &mut Value| {
        if let Value::Object(row) = row {
            row.retain(|key, value| key != "tick" && key != "tolerance" || !value.is_null());
        }
    };
    for list in fields.values_mut().filter_map(Value::as_array_mut) {
        list.iter_mut().for_each(without_null);
    }
    // A segment without ticks passes none, which is worth expecting.
    if expect.ticks == Some(0) {
        fields.insert("ticks".to_owned(), Value::from(0));
    }
    entries(&mut text, &fields);
    text
}

fn entries(text: &mut String, fields: &Map<String, Value>) {
    for (name, value) in fields {
        let _ = match value {
            Value::Array(items) if items.iter().any(Value::is_object) => {
                let lines: String = items.iter().map(|it| format!("  {},\n", inline(it))).collect();
                writeln!(text, "{} = [\n{lines}]", key(name))
            }
            value => writeln!(text, "{} = {}", key(name), inline(value)),
        };
    }
}

/// TOML has no null.
fn inline(value: &Value) -> String {
    match value {
        Value::Null => "{ null = true }".to_owned(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => match number.as_f64() {
            Some(float) if number.is_f64() => rounded(float),
            _ => number.to_string(),
        },
        Value::String(text) => quoted(text),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(inline).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(fields) if fields.is_empty() => "{}".to_owned(),
        Value::Object(fields) => {
            let field =
                |(name, value): (&String, &Value)| format!("{} = {}", key(name), inline(value));
            let fields: Vec<String> = fields.iter().map(field).collect();
            format!("{{ {} }}", fields.join(", "))
        }
    }
}

fn rounded(float: f64) -> String {
    let rounded = (float * PRECISION).round() / PRECISION;
    let shown = if rounded.is_finite() { rounded } else { float };
    let text = shown.to_string();
    let is_whole = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    if is_whole { text + ".0" } else { text }
}

fn key(name: &str) -> String {
    let is_bare = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    match !name.is_empty() && name.bytes().all(is_bare) {
        true => name.to_owned(),
        false => quoted(name),
    }
}

/// The escapes of JSON are valid in TOML, which also escapes the one control character after `~`.
fn quoted(text: &str) -> String {
    Value::from(text).to_string().replace('\u{7f}', "\\u007f")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::format::parse;
    use crate::recording::{ExpectedSignal, ExpectedValues};

    fn object(value: Value) -> Map<String, Value> {
        value.as_object().cloned().unwrap()
    }

    #[test]
    fn a_recording_is_readable() {
        let recording = Recording {
            start: object(json!({ "scenePath": "res://main.tscn", "seed": 1 })),
            segments: vec![Segment {
                name: Some("to the \"dock\"".to_owned()),
                act: object(json!({
                    "inputs": [{ "action": "ui_right", "hold": 40 }, { "tick": 3, "at": [1.5, 2] }],
                    "until": "Player:position:x > 4",
                    "report": ["Player:position"],
                })),
                expect: Expectation {
                    ended_by: Some("until".to_owned()),
                    ticks: Some(41),
                    values: vec![
                        ExpectedValues {
                            tick: Some(1),
                            values: object(
                                json!({ "Player:position": { "x": 1.333_333_333, "y": 2 } }),
                            ),
                        },
                        ExpectedValues { tick: None, values: object(json!({ "Door:open": null })) },
                    ],
                    signals: vec![ExpectedSignal { tick: None, signal: "Player:hit".to_owned() }],
                    ..Expectation::default()
                },
            }],
        };
        let text = recording.to_text();
        insta::assert_snapshot!(text, @r#"
        # Run with `scenewright play`.
        play = 1

        [start]
        scenePath = "res://main.tscn"
        seed = 1

        [[segment]]
        name = "to the \"dock\""
        inputs = [
          { action = "ui_right", hold = 40 },
          { tick = 3, at = [1.5, 2] },
        ]
        until = "Player:position:x > 4"
        report = ["Player:position"]

        [segment.expect]
        endedBy = "until"
        ticks = 41
        values = [
          { tick = 1, "Player:position" = { x = 1.3333333, y = 2 } },
          { "Door:open" = { null = true } },
        ]
        signals = [
          { signal = "Player:hit" },
        ]
        "#);
        assert_eq!(parse(&text).unwrap().to_text(), text);
    }

    fn any_value() -> impl Strategy<Value = Value> {
        let scalar = prop_oneof![
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            (-1e6..1e6).prop_map(|float: f64| Value::from(float)),
            any::<String>().prop_map(Value::from),
        ];
        scalar.prop_recursive(3, 20, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::vec((any::<String>(), inner), 0..4)
                    .prop_map(|fields| Value::Object(fields.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(start in any_value(), name in any::<String>()) {
            let act = Map::from_iter([("x y".to_owned(), start)]);
            let segment = Segment { name: Some(name), act, ..Segment::default() };
            let recording = Recording { segments: vec![segment], ..Recording::default() };
            let text = recording.to_text();
            let again = parse(&text).unwrap();
            prop_assert_eq!(again.to_text(), text);
            prop_assert_eq!(&again.segments[0].name, &recording.segments[0].name);
        }
    }
}
