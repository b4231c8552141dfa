//! `ProjectSettings.asset`: company, product, version, and how scripts are compiled.

use scenewright_model::{PlatformDefines, PlatformValue, PlayerSettings};

use super::super::yaml::YamlValue;
use super::values::{self, text_field};

const PLAYER_FIELDS: &[&str] = &[
    "defaultScreenWidth",
    "defaultScreenHeight",
    "fullscreenMode",
    "defaultScreenOrientation",
    "runInBackground",
    "m_ActiveColorSpace",
    "gcIncremental",
    "allowUnsafeCode",
    "apiCompatibilityLevel",
    "AndroidBundleVersionCode",
    "AndroidMinSdkVersion",
    "AndroidTargetSdkVersion",
    "iOSTargetOSVersionString",
];

pub(super) fn read(fields: &YamlValue<'_>) -> PlayerSettings {
    PlayerSettings {
        company: text_field(fields, "companyName"),
        product: text_field(fields, "productName"),
        version: text_field(fields, "bundleVersion"),
        bundle_ids: bundle_ids(fields),
        scripting_backends: per_platform(fields, "scriptingBackend", backend),
        defines: defines(fields),
        values: values::named_settings(fields, PLAYER_FIELDS),
        ..PlayerSettings::default()
    }
}

/// Unity 5 had one id for all platforms.
fn bundle_ids(fields: &YamlValue<'_>) -> Vec<PlatformValue> {
    let mut ids = per_platform(fields, "applicationIdentifier", str::to_owned);
    for key in ["bundleIdentifier", "iPhoneBundleIdentifier"] {
        let value = text_field(fields, key);
        if ids.is_empty() && !value.is_empty() {
            ids.push(PlatformValue { platform: "all".to_owned(), value });
        }
    }
    ids
}

fn defines(fields: &YamlValue<'_>) -> Vec<PlatformDefines> {
    let listed = per_platform(fields, "scriptingDefineSymbols", str::to_owned);
    let defines = listed.into_iter().map(|entry| PlatformDefines {
        platform: entry.platform,
        symbols: entry
            .value
            .split([';', ',', ' '])
            .filter(|symbol| !symbol.is_empty())
            .map(str::to_owned)
            .collect(),
    });
    defines.filter(|entry| !entry.symbols.is_empty()).collect()
}

fn per_platform(
    fields: &YamlValue<'_>,
    key: &str,
    read: impl Fn(&str) -> String,
) -> Vec<PlatformValue> {
    let entries = fields.get(key).map(YamlValue::entries).unwrap_or_default();
    let value = |(name, value): &(&str, YamlValue<'_>)| PlatformValue {
        platform: platform(name),
        value: read(&value.text()),
    };
    entries.iter().map(value).collect()
}

fn backend(number: &str) -> String {
    match number {
        "0" => "Mono".to_owned(),
        "1" => "IL2CPP".to_owned(),
        "2" => ".NET".to_owned(),
        other => other.to_owned(),
    }
}

/// Until Unity 2021, a platform was stored as the number of its build target group.
fn platform(key: &str) -> String {
    let name = match key {
        "1" => "Standalone",
        "4" | "iPhone" => "iOS",
        "7" => "Android",
        "13" => "WebGL",
        "14" => "Windows Store Apps",
        "19" => "PS4",
        "21" => "XboxOne",
        "25" => "tvOS",
        "27" => "Nintendo Switch",
        other => other,
    };
    name.to_owned()
}
