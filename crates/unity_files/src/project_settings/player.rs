//! `ProjectSettings.asset`: company, product, version, and how scripts are compiled.

use scenewright_model::{
    PlatformBundleId, PlatformDefines, PlatformScriptingBackend, PlayerSettings,
};

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
        scripting_backends: scripting_backends(fields),
        defines: defines(fields),
        values: values::named_settings(fields, PLAYER_FIELDS),
        ..PlayerSettings::default()
    }
}

/// Unity 5 had one id for all platforms.
fn bundle_ids(fields: &YamlValue<'_>) -> Vec<PlatformBundleId> {
    let ids = per_platform(fields, "applicationIdentifier").into_iter();
    let mut ids: Vec<_> = ids.map(|(platform, id)| PlatformBundleId { platform, id }).collect();
    for key in ["bundleIdentifier", "iPhoneBundleIdentifier"] {
        let id = text_field(fields, key);
        if ids.is_empty() && !id.is_empty() {
            ids.push(PlatformBundleId { platform: "all".to_owned(), id });
        }
    }
    ids
}

fn scripting_backends(fields: &YamlValue<'_>) -> Vec<PlatformScriptingBackend> {
    let backends = per_platform(fields, "scriptingBackend").into_iter();
    backends
        .map(|(platform, number)| PlatformScriptingBackend { platform, backend: backend(&number) })
        .collect()
}

fn defines(fields: &YamlValue<'_>) -> Vec<PlatformDefines> {
    let listed = per_platform(fields, "scriptingDefineSymbols");
    let defines = listed.into_iter().map(|(platform, symbols)| PlatformDefines {
        platform,
        symbols: symbols
            .split([';', ',', ' '])
            .filter(|symbol| !symbol.is_empty())
            .map(str::to_owned)
            .collect(),
    });
    defines.filter(|entry| !entry.symbols.is_empty()).collect()
}

/// A value for each platform that has its own.
fn per_platform(fields: &YamlValue<'_>, key: &str) -> Vec<(String, String)> {
    let entries = fields.get(key).map(YamlValue::entries).unwrap_or_default();
    entries.iter().map(|(name, value)| (platform(name), value.text().into_owned())).collect()
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
