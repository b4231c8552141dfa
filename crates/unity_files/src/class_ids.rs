//! The class numbers in the headers of documents (`--- !u!CLASS &ID`): those that decide how a file is
//! read, and the names of all.

mod names;

use names::CLASS_NAMES;

pub(crate) const GAME_OBJECT: u32 = 1;
pub(crate) const TRANSFORM: u32 = 4;
pub(crate) const MONO_BEHAVIOUR: u32 = 114;
pub(crate) const RECT_TRANSFORM: u32 = 224;
pub(crate) const PREFAB_INSTANCE: u32 = 1001;
pub(crate) const SCENE_ROOTS: u32 = 1_660_057_539;

/// The name of a class. Old files write the name of a base class for some (`Behaviour`, `Renderer`),
/// which is that of another number. Any other name is the class's own in the file's version.
pub(crate) fn class_name(class: u32, written: &str) -> &str {
    match known_name(class) {
        Some(known) if known != written && (written.is_empty() || is_known(written)) => known,
        _ => written,
    }
}

fn known_name(class: u32) -> Option<&'static str> {
    let row = CLASS_NAMES.binary_search_by_key(&class, |(number, _)| *number).ok()?;
    Some(CLASS_NAMES[row].1)
}

fn is_known(name: &str) -> bool {
    CLASS_NAMES.iter().any(|(_, known)| *known == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_named_by_number_where_a_file_names_another() {
        for (class, written, expected) in [
            (23, "Renderer", "MeshRenderer"),
            (92, "Behaviour", "GUILayer"),
            (124, "Behaviour", "FlareLayer"),
            (127, "LevelGameManager", "HaloManager"),
            (1001, "Prefab", "PrefabInstance"),
            (1001, "PrefabInstance", "PrefabInstance"),
            (134, "PhysicMaterial", "PhysicMaterial"),
            (134, "PhysicsMaterial", "PhysicsMaterial"),
            (126, "NavMeshLayers", "NavMeshLayers"),
            (29, "SceneSettings", "SceneSettings"),
            (1011, "AvatarMask", "AvatarMask"),
            (4_000_000_000, "FutureComponent", "FutureComponent"),
            (4_000_000_000, "Behaviour", "Behaviour"),
            (33, "", "MeshFilter"),
        ] {
            assert_eq!(class_name(class, written), expected, "{class} {written}");
        }
    }

    #[test]
    fn the_table_is_sorted_and_names_each_class_once() {
        assert!(CLASS_NAMES.is_sorted_by(|a, b| a.0 < b.0));
        let mut names: Vec<&str> = CLASS_NAMES.iter().map(|(_, name)| *name).collect();
        names.sort_unstable();
        assert!(names.is_sorted_by(|a, b| a < b));
    }
}
