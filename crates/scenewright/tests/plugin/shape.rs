//! Whether an answer has the shape of an example: every field of it, of the same kind.

use serde_json::Value;

/// Every element of a list has the shape of the example's first; an empty list in the example says
/// nothing of its elements.
pub fn assert_shape(example: &Value, answer: &Value) {
    if let Err(problem) = compare(example, answer, "") {
        panic!("{problem}\nexample: {example:#}\nanswer: {answer:#}");
    }
}

fn compare(example: &Value, answer: &Value, at: &str) -> Result<(), String> {
    match (example, answer) {
        (Value::Object(fields), Value::Object(given)) => {
            for (name, value) in fields {
                let found = given.get(name).ok_or_else(|| format!("{at}/{name} is missing"))?;
                compare(value, found, &format!("{at}/{name}"))?;
            }
            Ok(())
        }
        (Value::Array(items), Value::Array(given)) => {
            let Some(first) = items.first() else { return Ok(()) };
            if given.is_empty() {
                return Err(format!("{at} is empty"));
            }
            given.iter().try_for_each(|item| compare(first, item, &format!("{at}/0")))
        }
        (Value::Null, _) => Ok(()),
        _ if kind(example) == kind(answer) => Ok(()),
        _ => Err(format!("{at} is a {}, not a {}", kind(answer), kind(example))),
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(number) if number.is_f64() => "float",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "list",
        Value::Object(_) => "object",
    }
}

#[test]
fn a_missing_field_or_another_kind_is_seen() {
    use serde_json::json;
    let example = json!({ "a": [{ "b": 1 }], "c": "x", "d": null });
    let fine = json!({ "a": [{ "b": 2 }, { "b": 3 }], "c": "", "d": 7, "more": true });
    assert_eq!(compare(&example, &fine, ""), Ok(()));
    for (wrong, problem) in [
        (json!({ "a": [{ "b": 2 }], "c": "" }), "/d is missing"),
        (json!({ "a": [], "c": "", "d": 1 }), "/a is empty"),
        (json!({ "a": [{ "b": 2.5 }], "c": "", "d": 1 }), "/a/0/b is a float, not a integer"),
        (json!({ "a": [{ "b": 2 }], "c": 4, "d": 1 }), "/c is a integer, not a string"),
    ] {
        assert_eq!(compare(&example, &wrong, ""), Err(problem.to_owned()));
    }
}
