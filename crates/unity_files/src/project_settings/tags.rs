//! `TagManager.asset`: tags, layers and sorting layers.

use scenewright_model::{ProjectLayer, SortingLayer};

use super::super::yaml::YamlValue;
use super::values::text_field;

pub(super) fn tags(fields: &YamlValue<'_>) -> Vec<String> {
    let tags = items(fields, "tags").iter().map(|tag| tag.text().into_owned());
    tags.filter(|tag| !tag.is_empty()).collect()
}

/// Unity 4 stored each layer as a field of its own; such projects still exist.
pub(super) fn layers(fields: &YamlValue<'_>) -> Vec<ProjectLayer> {
    let listed = (0..).zip(items(fields, "layers"));
    let single = fields.entries().iter().filter_map(|(key, name)| {
        let number = ["Builtin Layer ", "User Layer "].iter().find_map(|p| key.strip_prefix(p))?;
        Some((number.parse().ok()?, name))
    });
    listed
        .chain(single)
        .map(|(number, name)| ProjectLayer { kind: None, number, name: name.text().into_owned() })
        .filter(|layer| !layer.name.is_empty())
        .collect()
}

pub(super) fn sorting_layers(fields: &YamlValue<'_>) -> Vec<SortingLayer> {
    let layer = |item: &YamlValue<'_>| SortingLayer {
        name: text_field(item, "name"),
        id: text_field(item, "uniqueID").parse().unwrap_or_default(),
    };
    items(fields, "m_SortingLayers").iter().map(layer).collect()
}

fn items<'v, 'a>(fields: &'v YamlValue<'a>, key: &str) -> &'v [YamlValue<'a>] {
    fields.get(key).map(YamlValue::items).unwrap_or_default()
}
