//! `TagManager.asset`: tags, layers and sorting layers.

use scenewright_model::{Layer, SortingLayer};

use super::super::yaml::Value;
use super::values::text;

pub(super) fn tags(fields: &Value<'_>) -> Vec<String> {
    let tags = items(fields, "tags").iter().map(|tag| tag.text().into_owned());
    tags.filter(|tag| !tag.is_empty()).collect()
}

/// Unity 4 wrote each layer as a field of its own, in projects that are still around.
pub(super) fn layers(fields: &Value<'_>) -> Vec<Layer> {
    let listed = (0..).zip(items(fields, "layers"));
    let single = fields.entries().iter().filter_map(|(key, name)| {
        let number = ["Builtin Layer ", "User Layer "].iter().find_map(|p| key.strip_prefix(p))?;
        Some((number.parse().ok()?, name))
    });
    listed
        .chain(single)
        .map(|(number, name)| Layer { kind: None, number, name: name.text().into_owned() })
        .filter(|layer| !layer.name.is_empty())
        .collect()
}

pub(super) fn sorting_layers(fields: &Value<'_>) -> Vec<SortingLayer> {
    let layer = |item: &Value<'_>| SortingLayer {
        name: text(item, "name"),
        id: text(item, "uniqueID").parse().unwrap_or_default(),
    };
    items(fields, "m_SortingLayers").iter().map(layer).collect()
}

fn items<'v, 'a>(fields: &'v Value<'a>, key: &str) -> &'v [Value<'a>] {
    fields.get(key).map(Value::items).unwrap_or_default()
}
