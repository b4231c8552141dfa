//! Input as the operation shows it.

use scenewright_model::{self as model, AxisKind, InputHandling};
use schemars::JsonSchema;
use serde::Serialize;

use super::output::each;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct InputOutput {
    /// Which of Unity's systems is on: `old` (the axes below), `new` (the Input System package) or `both`; absent when the project does not say
    #[serde(skip_serializing_if = "Option::is_none")]
    handling: Option<&'static str>,
    /// The axes of Unity's old system; absent when there are none
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) axes: Vec<InputAxisRow>,
    /// Paths of the .inputactions files of Unity's new system; absent when there are none
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) action_files: Vec<String>,
    /// The actions of Godot's input map that the project sets; absent when there are none
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) actions: Vec<InputActionRow>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct InputActionRow {
    /// The name that scripts use
    name: String,
    /// How far an axis has to be pushed; absent when the project does not say
    #[serde(skip_serializing_if = "Option::is_none")]
    deadzone: Option<f64>,
    /// What triggers it: `Key Space`, `Ctrl+S`, `Mouse Button 1`, `Joypad Button 0`, `Joypad Axis 1 +`; `(physical)` means the key at this place of a US keyboard
    events: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct InputAxisRow {
    /// The name that scripts use; several axes may share one
    name: String,
    /// What moves it: `key` (a key or button), `mouse` or `joystick`
    kind: &'static str,
    /// Number of the joystick's axis, from 1; absent for other kinds
    #[serde(skip_serializing_if = "Option::is_none")]
    axis: Option<u32>,
    /// Keys and buttons that push it up
    positive: Vec<String>,
    /// Keys and buttons that push it down
    negative: Vec<String>,
}

impl From<model::InputSettings> for InputOutput {
    fn from(input: model::InputSettings) -> InputOutput {
        InputOutput {
            handling: input.handling.map(|handling| match handling {
                InputHandling::Old => "old",
                InputHandling::New => "new",
                InputHandling::Both => "both",
            }),
            axes: each(input.axes, InputAxisRow::from),
            action_files: input.action_files,
            actions: each(input.actions, |action| InputActionRow {
                name: action.name,
                deadzone: action.deadzone,
                events: action.events,
            }),
        }
    }
}

impl From<model::InputAxis> for InputAxisRow {
    fn from(axis: model::InputAxis) -> InputAxisRow {
        let buttons = |names: [String; 2]| {
            names.into_iter().filter(|name| !name.is_empty()).collect::<Vec<_>>()
        };
        let (kind, number) = match axis.kind {
            AxisKind::KeyOrButton => ("key", None),
            AxisKind::MouseMovement => ("mouse", None),
            AxisKind::Joystick { axis } => ("joystick", Some(axis)),
        };
        InputAxisRow {
            name: axis.name,
            kind,
            axis: number,
            positive: buttons([axis.positive, axis.alt_positive]),
            negative: buttons([axis.negative, axis.alt_negative]),
        }
    }
}
