use scenewright_model::{EditValue, GameCondition};

use super::*;

/// A condition in a form that shows its structure.
fn show(condition: &GameCondition) -> String {
    let list = |parts: &[GameCondition]| parts.iter().map(show).collect::<Vec<_>>().join(" ");
    match condition {
        GameCondition::All(parts) => format!("(all {})", list(parts)),
        GameCondition::Any(parts) => format!("(any {})", list(parts)),
        GameCondition::Not(inside) => format!("(not {})", show(inside)),
        GameCondition::Compare { property, operator, value } => {
            let value = match value {
                EditValue::Text(text) => format!("{text:?}"),
                EditValue::Int(number) => number.to_string(),
                EditValue::Float(number) => format!("{number:?}"),
                EditValue::Bool(flag) => flag.to_string(),
                other => format!("{other:?}"),
            };
            format!("[{}|{} {} {value}]", property.node, property.property, operator.as_str())
        }
        GameCondition::Exists(node) => format!("exists[{node}]"),
        GameCondition::Signal(GameSignal { node, signal }) => format!("signal[{node}|{signal}]"),
        GameCondition::Ticks(ticks) => format!("ticks[{ticks}]"),
        GameCondition::Seconds(seconds) => format!("seconds[{seconds}]"),
        GameCondition::Expression { node, text } => format!("expression[{node}|{text}]"),
    }
}

#[test]
fn conditions_are_understood() {
    for (text, expected) in [
        ("Player:position:x > 200", "[Player|position:x > 200]"),
        ("/root/Game:coins>=1", "[/root/Game|coins >= 1]"),
        ("%Score:text == \"10\"", "[%Score|text == \"10\"]"),
        ("Player:speed < -1.5", "[Player|speed < -1.5]"),
        ("Menu:visible", "[Menu|visible == true]"),
        ("'Big Door':locked == false", "[Big Door|locked == false]"),
        ("Player:target != null", "[Player|target != Null]"),
        ("exists Level/Door", "exists[Level/Door]"),
        ("gone @RigidBody2D@2", "(not exists[@RigidBody2D@2])"),
        ("signal Player:hit", "signal[Player|hit]"),
        ("ticks >= 60 or seconds >= 0.5", "(any ticks[60] seconds[0.5])"),
        ("expression Player \"is_on_floor()\"", "expression[Player|is_on_floor()]"),
        (
            "A:x > 1 and B:y or not (exists C and gone D)",
            "(any (all [A|x > 1] [B|y == true]) (not (all exists[C] (not exists[D]))))",
        ),
    ] {
        assert_eq!(parse_condition(text).map(|it| show(&it)).as_deref(), Ok(expected), "{text}");
    }
}

#[test]
fn what_is_not_understood_is_an_error() {
    for (text, expected) in [
        ("", "at column 1: a condition is expected"),
        ("Player", "at column 1: 'Player' names no property; write NODE:PROPERTY"),
        ("Player:x > 1 garbage", "at column 14: 'garbage' is not expected here"),
        (
            "Player:x > fast",
            "at column 12: 'fast' is no value; values are numbers, true, false, null and texts in quotes",
        ),
        ("Player:x >", "at column 11: a value is expected"),
        ("(Player:x > 1", "at column 13: ')' is missing"),
        ("Player: > 1", "at column 1: a node, ':' and a property are expected"),
        ("exists Player:x", "at column 8: 'Player:x' has a property; a node is expected"),
        ("ticks > 5", "at column 7: '>=' is expected"),
        ("ticks >= 1.5", "at column 10: ticks are whole numbers"),
        ("Player:x == \"open", "at column 13: a value is expected"),
        ("Player:x = 1", "at column 10: '=' is not expected here"),
        (&"not ".repeat(100), "at column 125: the condition is nested too deeply"),
    ] {
        let error = parse_condition(text).unwrap_err().to_string();
        assert_eq!(error, expected, "{text}");
    }
}
