//! Input: the axes of `InputManager.asset`, and whether the newer Input System is in use.

use scenewright_engine::{Context, EngineError};
use scenewright_model::{AxisKind, InputAxis, InputHandling};

use super::super::yaml::YamlValue;
use super::values::text_field;
use scenewright_project_files::root::ProjectRoot;

pub(super) fn axes(fields: &YamlValue<'_>) -> Vec<InputAxis> {
    let axes = fields.get("m_Axes").map(YamlValue::items).unwrap_or_default();
    axes.iter().map(axis).collect()
}

fn axis(item: &YamlValue<'_>) -> InputAxis {
    let kind = match text_field(item, "type").as_str() {
        "1" => AxisKind::MouseMovement,
        "2" => {
            let axis: u32 = text_field(item, "axis").parse().unwrap_or_default();
            AxisKind::Joystick { axis: axis.saturating_add(1) }
        }
        _ => AxisKind::KeyOrButton,
    };
    let buttons = |keys: [&str; 2]| {
        let names = keys.map(|key| text_field(item, key)).into_iter();
        names.filter(|name| !name.is_empty()).collect()
    };
    InputAxis {
        name: text_field(item, "m_Name"),
        kind,
        positive: buttons(["positiveButton", "altPositiveButton"]),
        negative: buttons(["negativeButton", "altNegativeButton"]),
    }
}

/// From the player settings: one field since Unity 2020, two booleans before.
pub(super) fn handling(player: &YamlValue<'_>) -> Option<InputHandling> {
    if let Some(handler) = player.get("activeInputHandler") {
        return match handler.text().as_ref() {
            "0" => Some(InputHandling::Old),
            "1" => Some(InputHandling::New),
            "2" => Some(InputHandling::Both),
            _ => None,
        };
    }
    let new = player.get("enableNativePlatformBackendsForNewInputSystem")?.text() == "1";
    let without_old = text_field(player, "disableOldInputManagerSupport") == "1";
    Some(match (new, without_old) {
        (false, _) => InputHandling::Old,
        (true, false) => InputHandling::Both,
        (true, true) => InputHandling::New,
    })
}

pub(super) fn action_files(root: &ProjectRoot, cx: &Context) -> Result<Vec<String>, EngineError> {
    Ok(root.list_files("Assets", |name| name.ends_with(".inputactions"), cx)?.paths)
}
