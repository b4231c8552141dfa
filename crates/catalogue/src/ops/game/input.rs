//! The inputs of an act, as a client writes them.

use scenewright_model::{GameInput, InputPlace, MouseButton, TimedInput};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;

/// How long something is pressed unless the client says otherwise.
const TAP_TICKS: u32 = 2;

/// One input; exactly one of action, key, text, mouse, touch, joyButton and joyAxis says which.
#[derive(Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub(crate) struct InputArgs {
    /// Counted from the start of the act
    #[serde(skip_serializing_if = "is_default")]
    tick: u32,
    /// An action of the input map
    #[serde(skip_serializing_if = "Option::is_none")]
    action: Option<String>,
    /// By Godot's name: A, Space, Left, Shift+A
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<String>,
    /// Text to type
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// A button, or move
    #[serde(skip_serializing_if = "Option::is_none")]
    mouse: Option<MouseArg>,
    /// Index of the finger
    #[serde(skip_serializing_if = "Option::is_none")]
    touch: Option<u32>,
    /// Its number
    #[serde(skip_serializing_if = "Option::is_none")]
    joy_button: Option<u32>,
    /// Its number
    #[serde(skip_serializing_if = "Option::is_none")]
    joy_axis: Option<u32>,
    /// Where to point: the middle of this node
    #[serde(skip_serializing_if = "Option::is_none")]
    node: Option<String>,
    /// Where to point: [x, y] in window pixels
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<Vec<f64>>,
    /// Strength of an action or axis [default: 1]
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<f64>,
    /// The joypad
    #[serde(skip_serializing_if = "is_default")]
    device: u32,
    /// Ticks until its release [default: 2]; 0: none
    #[serde(skip_serializing_if = "Option::is_none")]
    hold: Option<u32>,
    /// Only release it
    #[serde(skip_serializing_if = "is_default")]
    release: bool,
    /// A double click
    #[serde(skip_serializing_if = "is_default")]
    double: bool,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum MouseArg {
    Left,
    Right,
    Middle,
    WheelUp,
    WheelDown,
    Move,
}

impl MouseArg {
    fn button(self) -> Option<MouseButton> {
        match self {
            MouseArg::Left => Some(MouseButton::Left),
            MouseArg::Right => Some(MouseButton::Right),
            MouseArg::Middle => Some(MouseButton::Middle),
            MouseArg::WheelUp => Some(MouseButton::WheelUp),
            MouseArg::WheelDown => Some(MouseButton::WheelDown),
            MouseArg::Move => None,
        }
    }
}

/// All presses and releases by tick.
pub(crate) fn timed_inputs(inputs: Vec<InputArgs>) -> Result<Vec<TimedInput>, Failure> {
    let mut timed = Vec::new();
    for (index, input) in inputs.into_iter().enumerate() {
        let place = format!("inputs[{index}]");
        input.add_to(&mut timed).map_err(|failure| failure.with_parameter_prefix(&place))?;
    }
    // The order within a tick is that of the client.
    timed.sort_by_key(|input: &TimedInput| input.tick);
    Ok(timed)
}

impl InputArgs {
    fn add_to(self, timed: &mut Vec<TimedInput>) -> Result<(), Failure> {
        self.check_kinds()?;
        let place = self.place()?;
        let (tick, value, device) = (self.tick, self.value.unwrap_or(1.0), self.device);
        if let Some(text) = self.text {
            timed.push(TimedInput { tick, input: GameInput::Text(text) });
            return Ok(());
        }
        if self.mouse == Some(MouseArg::Move) {
            timed.push(TimedInput { tick, input: GameInput::MouseMove(place) });
            return Ok(());
        }
        let make = |is_pressed: bool| -> Option<GameInput> {
            if let Some(action) = &self.action {
                let action = action.clone();
                return Some(GameInput::Action { action, is_pressed, strength: value });
            }
            if let Some(key) = &self.key {
                return Some(GameInput::Key { key: key.clone(), is_pressed });
            }
            if let Some(button) = self.mouse.and_then(MouseArg::button) {
                let (is_double, place) = (self.double && is_pressed, place.clone());
                return Some(GameInput::MouseButton { button, is_pressed, is_double, place });
            }
            if let Some(index) = self.touch {
                return Some(GameInput::Touch { index, is_pressed, place: place.clone() });
            }
            if let Some(axis) = self.joy_axis {
                let value = if is_pressed { value } else { 0.0 };
                return Some(GameInput::JoypadAxis { device, axis, value });
            }
            self.joy_button.map(|button| GameInput::JoypadButton { device, button, is_pressed })
        };
        let hold = self.hold.unwrap_or(TAP_TICKS);
        let mut add = |tick, is_pressed| {
            timed.extend(make(is_pressed).map(|input| TimedInput { tick, input }));
        };
        if !self.release {
            add(tick, true);
        }
        if self.release || hold > 0 {
            add(if self.release { tick } else { tick.saturating_add(hold) }, false);
        }
        Ok(())
    }

    fn check_kinds(&self) -> Result<(), Failure> {
        let given = [
            self.action.is_some(),
            self.key.is_some(),
            self.text.is_some(),
            self.mouse.is_some(),
            self.touch.is_some(),
            self.joy_button.is_some(),
            self.joy_axis.is_some(),
        ];
        match given.iter().filter(|given| **given).count() {
            1 => Ok(()),
            count => Err(Failure::argument(
                "action",
                count,
                "exactly one of action, key, text, mouse, touch, joyButton and joyAxis",
            )),
        }
    }

    fn place(&self) -> Result<InputPlace, Failure> {
        match (&self.node, self.at.as_deref()) {
            (None, None) => Ok(InputPlace::Here),
            (Some(node), None) => Ok(InputPlace::Node(node.clone())),
            (None, Some([x, y])) => Ok(InputPlace::Position([*x, *y])),
            (None, Some(other)) => {
                Err(Failure::argument("at", other.len(), "two numbers, x and y"))
            }
            (Some(_), Some(_)) => {
                Err(Failure::argument("at", "both", "either node or at, not both"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn show(inputs: Value) -> Result<Vec<String>, String> {
        let inputs: Vec<InputArgs> = serde_json::from_value(inputs).unwrap();
        let timed = timed_inputs(inputs).map_err(|failure| failure.to_string())?;
        Ok(timed.iter().map(|input| format!("{} {:?}", input.tick, input.input)).collect())
    }

    #[test]
    fn presses_get_their_release() {
        let inputs = json!([
            { "action": "jump", "tick": 3 },
            { "key": "Space", "hold": 0 },
            { "key": "Space", "release": true, "tick": 9 },
            { "mouse": "left", "node": "Start", "hold": 1 },
            { "joyAxis": 0, "value": -0.5, "hold": 4 },
        ]);
        insta::assert_snapshot!(show(inputs).unwrap().join("\n"), @r#"
        0 Key { key: "Space", is_pressed: true }
        0 MouseButton { button: Left, is_pressed: true, is_double: false, place: Node("Start") }
        0 JoypadAxis { device: 0, axis: 0, value: -0.5 }
        1 MouseButton { button: Left, is_pressed: false, is_double: false, place: Node("Start") }
        3 Action { action: "jump", is_pressed: true, strength: 1.0 }
        4 JoypadAxis { device: 0, axis: 0, value: 0.0 }
        5 Action { action: "jump", is_pressed: false, strength: 1.0 }
        9 Key { key: "Space", is_pressed: false }
        "#);
    }

    #[test]
    fn an_input_is_one_thing_at_one_place() {
        for (input, expected) in [
            (json!({}), "exactly one of"),
            (json!({ "action": "jump", "key": "A" }), "exactly one of"),
            (json!({ "mouse": "left", "at": [1] }), "two numbers"),
            (json!({ "mouse": "left", "at": [1, 2], "node": "Start" }), "either node or at"),
        ] {
            let error = show(json!([input])).unwrap_err();
            assert!(error.contains("inputs[0]") && error.contains(expected), "{error}");
        }
    }
}
