//! The names of layers and groups.

use scenewright_model::{GlobalGroup, ProjectLayer};

use super::super::value;
use super::config::SettingsFile;

/// `2d_physics/layer_1="Deck"`; Godot writes an empty name for a layer whose name was removed.
pub(super) fn layers(config: &SettingsFile<'_>) -> Vec<ProjectLayer> {
    let layer = |(key, raw): (&str, &str)| {
        let (kind, layer) = key.rsplit_once('/')?;
        let number = layer.strip_prefix("layer_")?.parse().ok()?;
        let name = value::string(raw).filter(|name| !name.is_empty())?.into_owned();
        Some(ProjectLayer { kind: Some(kind.to_owned()), number, name })
    };
    config.section("layer_names").filter_map(layer).collect()
}

pub(super) fn groups(config: &SettingsFile<'_>) -> Vec<GlobalGroup> {
    let groups = config.section("global_group").map(|(name, raw)| GlobalGroup {
        name: name.to_owned(),
        description: value::string(raw).unwrap_or_default().into_owned(),
    });
    groups.collect()
}
