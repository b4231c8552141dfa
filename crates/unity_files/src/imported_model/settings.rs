//! The import settings of a model, as its `.meta` file stores them.

use std::collections::HashMap;

use super::file_ids::HashedIds;
use crate::yaml::YamlValue;

#[derive(Debug, Default)]
pub(crate) struct ModelSettings {
    /// Ids by class and name of the object; a component is listed under the name of its object.
    pub(super) listed: HashMap<(u32, String), i64>,
    /// The names of the listed GameObjects, in the order of the list.
    pub(super) names: Vec<String>,
    /// Nodes with the names of their parents, which a rig lists.
    pub(super) skeleton: Vec<(String, String)>,
    /// Bones that stay objects when the others are optimized away.
    pub(super) exposed: Vec<String>,
    pub(super) ids: Option<HashedIds>,
    pub(super) rig: RigKind,
    pub(super) keeps_root: bool,
    pub(super) keeps_order: bool,
    pub(super) imports_cameras: bool,
    pub(super) imports_lights: bool,
    pub(super) adds_colliders: bool,
    pub(super) hides_bones: bool,
}

#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub(super) enum RigKind {
    #[default]
    None,
    /// Generic or humanoid.
    Animator,
    Legacy,
}

impl ModelSettings {
    pub(crate) fn read(meta: &str) -> ModelSettings {
        let is_on = |key: &str| scalar(meta, key).is_some_and(|value| value == "1");
        let rows = listed_objects(meta);
        let is_object =
            |(class, _, _): &&(u32, i64, String)| *class == crate::class_ids::GAME_OBJECT;
        let names = rows.iter().filter(is_object).map(|(_, _, name)| name.clone()).collect();
        let mut listed = HashMap::new();
        for (class, id, name) in rows {
            listed.entry((class, name)).or_insert(id);
        }
        ModelSettings {
            listed,
            names,
            skeleton: skeleton(meta),
            exposed: exposed_paths(meta),
            ids: scalar(meta, "fileIdsGeneration").map(|generation| match generation {
                "2" => HashedIds::Path,
                _ => HashedIds::Name,
            }),
            rig: match scalar(meta, "animationType") {
                Some("1") => RigKind::Legacy,
                Some("2" | "3") => RigKind::Animator,
                _ => RigKind::None,
            },
            keeps_root: is_on("preserveHierarchy"),
            keeps_order: scalar(meta, "sortHierarchyByName") == Some("0"),
            imports_cameras: is_on("importCameras"),
            imports_lights: is_on("importLights"),
            adds_colliders: is_on("addColliders"),
            hides_bones: is_on("optimizeGameObjects"),
        }
    }
}

/// The value of a setting, wherever it is nested; versions of Unity move them.
fn scalar<'m>(meta: &'m str, key: &str) -> Option<&'m str> {
    let line = format!(" {key}: ");
    let at = memchr::memmem::find(meta.as_bytes(), line.as_bytes())? + line.len();
    meta[at..].lines().next().map(str::trim_end)
}

fn entry<'m>(meta: &'m str, key: &str) -> Option<YamlValue<'m>> {
    let at = memchr::memmem::find(meta.as_bytes(), key.as_bytes())?;
    YamlValue::parse_entry(meta, at + 1).ok()
}

/// Class, id and name. `internalIDToNameTable` since Unity 2019, `fileIDToRecycleName` before.
fn listed_objects(meta: &str) -> Vec<(u32, i64, String)> {
    if let Some(table) = entry(meta, "\n  internalIDToNameTable:") {
        return table.items().iter().filter_map(table_row).collect();
    }
    let Some(table) = entry(meta, "\n  fileIDToRecycleName:") else { return Vec::new() };
    let row = |(id, name): &(&str, YamlValue<'_>)| {
        let id: i64 = id.parse().ok()?;
        let class = u32::try_from(id / 100_000).ok()?;
        Some((class, id, name.text().into_owned()))
    };
    table.entries().iter().filter_map(row).collect()
}

/// `first` maps a class number to an id.
fn table_row(item: &YamlValue<'_>) -> Option<(u32, i64, String)> {
    let (class, id) = item.get("first")?.entries().first()?;
    let name = item.get("second")?.text().into_owned();
    Some((class.parse().ok()?, id.text().parse().ok()?, name))
}

fn skeleton(meta: &str) -> Vec<(String, String)> {
    let Some(list) = entry(meta, "\n    skeleton:") else { return Vec::new() };
    let bone = |item: &YamlValue<'_>| {
        let name = item.get("name")?.text().into_owned();
        Some((name, item.get("parentName")?.text().into_owned()))
    };
    list.items().iter().filter_map(bone).collect()
}

fn exposed_paths(meta: &str) -> Vec<String> {
    let list = entry(meta, "\n    extraExposedTransformPaths:");
    let items = list.as_ref().map(YamlValue::items).unwrap_or_default();
    items.iter().map(|path| path.text().into_owned()).collect()
}
