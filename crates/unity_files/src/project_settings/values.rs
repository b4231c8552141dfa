//! Settings as pairs of name and value, with the names from the files.

use scenewright_model::Setting;

use super::super::pointer::Pointer;
use super::super::yaml::YamlValue;

/// Every field with a one-line value: lists and nested settings are left out.
pub(super) fn all_settings(fields: &YamlValue<'_>) -> Vec<Setting> {
    let is_own = |key: &str| !matches!(key, "m_ObjectHideFlags" | "serializedVersion");
    let fields = fields.entries().iter().filter(|(key, _)| is_own(key));
    fields.filter_map(|(key, value)| setting(key, value)).collect()
}

/// Those of the named fields that exist, in the order of `names`.
pub(super) fn named_settings(fields: &YamlValue<'_>, names: &[&str]) -> Vec<Setting> {
    names.iter().filter_map(|name| setting(name, fields.get(name)?)).collect()
}

pub(super) fn text_field(fields: &YamlValue<'_>, key: &str) -> String {
    fields.get(key).map(|value| value.text().into_owned()).unwrap_or_default()
}

fn setting(name: &str, value: &YamlValue<'_>) -> Option<Setting> {
    Some(Setting { name: name.to_owned(), value: render_value(value)? })
}

fn render_value(value: &YamlValue<'_>) -> Option<String> {
    if let Some(pointer) = Pointer::from_value(value) {
        return Some(match pointer.guid {
            Some(guid) => format!("guid {guid}"),
            None if pointer.is_null() => "none".to_owned(),
            None => format!("fileID {}", pointer.file_id),
        });
    }
    match value {
        YamlValue::Scalar(_) => Some(value.text().into_owned()),
        YamlValue::Map(entries) => {
            let part = |(key, value): &(&str, YamlValue<'_>)| match value {
                YamlValue::Scalar(_) => Some(format!("{key}: {}", value.text())),
                _ => None,
            };
            let parts: Option<Vec<String>> = entries.iter().map(part).collect();
            parts.filter(|parts| !parts.is_empty()).map(|parts| parts.join(", "))
        }
        YamlValue::Seq(_) => None,
    }
}
