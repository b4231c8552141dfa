//! Reads `ProjectSettings/`, one area at a time.

mod input;
mod physics;
mod player;
mod tags;
mod values;

use std::collections::HashMap;

use scenewright_engine::{Context, EngineError, ReadResult, Reading, Subject};
use scenewright_model::{
    InputSettings, PlatformQualityLevel, ProjectSettings, QualityLevel, QualitySettings, Setting,
    SettingsArea,
};

use super::document::UnityText;
use super::yaml::YamlValue;
use scenewright_project_files::root::ProjectRoot;

/// The values that distinguish quality levels; the rest is fine-tuning.
const QUALITY_VALUES: &[&str] = &[
    "pixelLightCount",
    "shadows",
    "shadowResolution",
    "shadowDistance",
    "shadowCascades",
    "skinWeights",
    "blendWeights",
    "textureQuality",
    "globalTextureMipmapLimit",
    "anisotropicTextures",
    "antiAliasing",
    "softParticles",
    "realtimeReflectionProbes",
    "vSyncCount",
    "lodBias",
    "maximumLODLevel",
    "customRenderPipeline",
];

pub(crate) fn read(
    root: &ProjectRoot,
    areas: &[SettingsArea],
    cx: &Context,
) -> ReadResult<ProjectSettings> {
    let mut files = SettingsFiles { root, texts: HashMap::new(), diagnostics: Vec::new() };
    let mut settings = ProjectSettings::default();
    for &area in areas {
        cx.check()?;
        files.read_area(area, &mut settings, cx)?;
    }
    Ok(Reading { diagnostics: files.diagnostics, ..Reading::from_files(settings) })
}

/// The settings files of one call: each is read once, and a broken one is reported once.
struct SettingsFiles<'a> {
    root: &'a ProjectRoot,
    texts: HashMap<&'static str, Option<UnityText>>,
    diagnostics: Vec<String>,
}

impl SettingsFiles<'_> {
    fn read_area(
        &mut self,
        area: SettingsArea,
        settings: &mut ProjectSettings,
        cx: &Context,
    ) -> std::result::Result<(), EngineError> {
        match area {
            SettingsArea::Tags => settings.tags = self.read("TagManager", tags::tags),
            SettingsArea::Layers => settings.layers = self.read("TagManager", tags::layers),
            SettingsArea::SortingLayers => {
                settings.sorting_layers = self.read("TagManager", tags::sorting_layers);
            }
            SettingsArea::Quality => settings.quality = self.read("QualitySettings", quality),
            SettingsArea::Input => {
                let handling = self.read("ProjectSettings", input::handling).flatten();
                let axes = self.read("InputManager", input::axes);
                let action_files = input::action_files(self.root, cx)?;
                if handling.is_some() || axes.is_some() || !action_files.is_empty() {
                    let axes = axes.unwrap_or_default();
                    settings.input =
                        Some(InputSettings { handling, axes, action_files, actions: Vec::new() });
                }
            }
            SettingsArea::Physics => {
                let layers = self.read("TagManager", tags::layers);
                let read = |fields: &YamlValue<'_>| physics::read(fields, layers.as_deref());
                settings.physics = self.read("DynamicsManager", read);
                settings.physics_2d = self.read("Physics2DSettings", read);
            }
            SettingsArea::Player => settings.player = self.read("ProjectSettings", player::read),
            SettingsArea::Time => settings.time = self.read("TimeManager", all_values),
            SettingsArea::Graphics => settings.graphics = self.read("GraphicsSettings", all_values),
            SettingsArea::Audio => settings.audio = self.read("AudioManager", all_values),
            SettingsArea::Autoloads
            | SettingsArea::Plugins
            | SettingsArea::Groups
            | SettingsArea::Exports => settings.lacking.push(area),
        }
        Ok(())
    }

    /// `None` when the file does not exist or cannot be read, with a diagnostic.
    fn read<T>(&mut self, name: &'static str, read: impl Fn(&YamlValue<'_>) -> T) -> Option<T> {
        let root = self.root;
        if !self.texts.contains_key(name) {
            let text = text(root, name).map_err(|error| self.diagnostics.push(error.to_string()));
            self.texts.insert(name, text.ok());
        }
        let text = self.texts.get(name)?.as_ref()?;
        let fields = text.documents().and_then(|documents| match documents.first() {
            Some(document) => document.fields().map(|fields| read(&fields)),
            None => Ok(read(&YamlValue::Map(Vec::new()))),
        });
        match fields {
            Ok(found) => Some(found),
            Err(error) => {
                self.diagnostics.push(error.to_string());
                self.texts.insert(name, None);
                None
            }
        }
    }
}

fn text(root: &ProjectRoot, name: &str) -> std::result::Result<UnityText, EngineError> {
    let path = format!("ProjectSettings/{name}.asset");
    let bytes = root.read(Subject::SettingsFile, &path)?;
    if bytes.trim_ascii_start().starts_with(b"{") {
        let reason = "it is JSON, not Unity's YAML".to_owned();
        return Err(EngineError::Malformed { path, line: 1, reason });
    }
    UnityText::new(&path, bytes)
}

fn all_values(fields: &YamlValue<'_>) -> Vec<Setting> {
    values::all_settings(fields)
}

fn quality(fields: &YamlValue<'_>) -> QualitySettings {
    let levels = fields.get("m_QualitySettings").map(YamlValue::items).unwrap_or_default();
    let levels: Vec<QualityLevel> = levels
        .iter()
        .map(|level| QualityLevel {
            name: values::text_field(level, "name"),
            values: values::named_settings(level, QUALITY_VALUES),
        })
        .collect();
    let name = |index: &str| {
        let index: usize = index.parse().ok()?;
        Some(levels.get(index)?.name.clone())
    };
    let defaults = fields.get("m_PerPlatformDefaultQuality").map(YamlValue::entries);
    let defaults =
        defaults.unwrap_or_default().iter().map(|(platform, index)| PlatformQualityLevel {
            platform: (*platform).to_owned(),
            level: name(&index.text()).unwrap_or_else(|| index.text().into_owned()),
        });
    QualitySettings {
        current: name(&values::text_field(fields, "m_CurrentQuality")),
        defaults: defaults.collect(),
        levels,
    }
}
