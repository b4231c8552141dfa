//! Which resources a change of files affects. An unnecessary read is better than a stale view: in doubt a
//! resource is affected.

use std::sync::PoisonError;

use super::Resources;
use super::rows::ChangeScope;

/// Files that hold scenes and prefabs, or become them on import.
const SCENE_EXTENSIONS: [&str; 12] =
    ["unity", "prefab", "tscn", "scn", "escn", "fbx", "obj", "dae", "gltf", "glb", "blend", "3ds"];

/// Files that give components their names.
const SCRIPT_EXTENSIONS: [&str; 5] = ["cs", "gd", "dll", "asmdef", "gdextension"];

/// Files that identify the asset beside them: a change may be a move.
const SIDECAR_EXTENSIONS: [&str; 3] = ["meta", "uid", "import"];

impl Resources {
    /// Whether a change of these files, given as project paths, can affect a resource.
    pub fn is_affected(&self, changed: &[String], uri: &str) -> bool {
        let Some((row, values)) = self.find_row(uri) else {
            return false;
        };
        let scene = values.first().map_or("", |(_, value)| value.as_str());
        changed.iter().any(|path| affects(row.follows, path, scene))
    }

    /// Whether a scene was added or removed since the last call, or since the first list.
    pub async fn list_changed(&self, changed: &[String]) -> bool {
        if !changed.iter().any(|path| may_add_scenes(path)) {
            return false;
        }
        // A project that cannot be read now may have changed.
        let Ok(scenes) = self.scene_paths().await else {
            return true;
        };
        let mut listed = self.listed.lock().unwrap_or_else(PoisonError::into_inner);
        listed.replace(scenes.clone()) != Some(scenes)
    }

    /// Later lists are compared with the first one.
    pub(super) fn remember_scenes(&self, scenes: &[String]) {
        let mut listed = self.listed.lock().unwrap_or_else(PoisonError::into_inner);
        listed.get_or_insert_with(|| scenes.to_vec());
    }
}

fn affects(follows: ChangeScope, path: &str, scene: &str) -> bool {
    match follows {
        ChangeScope::Nothing => false,
        ChangeScope::Everything => true,
        ChangeScope::Settings => is_setting(path),
        ChangeScope::Packages => without_scheme(path).starts_with("Packages/"),
        ChangeScope::Scenes => is_setting(path) || may_add_scenes(path),
        ChangeScope::Scene => {
            without_scheme(path) == without_scheme(scene) || may_be_in_a_scene(path)
        }
    }
}

fn is_setting(path: &str) -> bool {
    let path = without_scheme(path);
    path.starts_with("ProjectSettings/") || ["project.godot", "export_presets.cfg"].contains(&path)
}

/// Anything but another Unity scene, which no scene contains.
fn may_be_in_a_scene(path: &str) -> bool {
    let (own, ending) = (described_file(path), extension(described_file(path)));
    let is_folder = ending.is_empty() && own == path;
    is_folder
        || ending != "unity"
            && (is_one_of(&SCENE_EXTENSIONS, ending) || is_one_of(&SCRIPT_EXTENSIONS, ending))
}

/// A scene, or a folder that may contain scenes.
fn may_add_scenes(path: &str) -> bool {
    let ending = extension(path);
    ending.is_empty()
        || ["unity", "tscn", "scn", "escn"].iter().any(|scene| ending.eq_ignore_ascii_case(scene))
}

/// The file that a `.meta`, `.uid` or `.import` file describes.
fn described_file(path: &str) -> &str {
    path.rsplit_once('.')
        .filter(|(_, end)| is_one_of(&SIDECAR_EXTENSIONS, end))
        .map_or(path, |(own, _)| own)
}

fn is_one_of(endings: &[&str], ending: &str) -> bool {
    endings.iter().any(|known| ending.eq_ignore_ascii_case(known))
}

fn extension(path: &str) -> &str {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.rsplit_once('.').map_or("", |(_, ending)| ending)
}

/// Without `res://`, which not all paths have.
fn without_scheme(path: &str) -> &str {
    path.strip_prefix("res://").unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_concern_what_they_can_change() {
        let main = "Assets/Main.unity";
        for (follows, path, expected) in [
            (ChangeScope::Scene, main, true),
            (ChangeScope::Scene, "Assets/Other.unity", false),
            (ChangeScope::Scene, "Assets/Crate.prefab", true),
            (ChangeScope::Scene, "Assets/Crate.prefab.meta", true),
            (ChangeScope::Scene, "Assets/Hero.FBX", true),
            (ChangeScope::Scene, "Assets/Hero.cs", true),
            (ChangeScope::Scene, "Assets/Wood.png", false),
            (ChangeScope::Scene, "Assets/Wood.png.meta", false),
            (ChangeScope::Scene, "Assets/Folder", true),
            (ChangeScope::Scene, "res://a/b.tscn", true),
            (ChangeScope::Scenes, "Assets/Other.unity", true),
            (ChangeScope::Scenes, "Assets/Wood.png", false),
            (ChangeScope::Scenes, "project.godot", true),
            (ChangeScope::Settings, "res://project.godot", true),
            (ChangeScope::Settings, "ProjectSettings/TagManager.asset", true),
            (ChangeScope::Settings, main, false),
            (ChangeScope::Packages, "Packages/manifest.json", true),
            (ChangeScope::Packages, main, false),
            (ChangeScope::Everything, "Assets/Wood.png", true),
            (ChangeScope::Nothing, main, false),
        ] {
            assert_eq!(affects(follows, path, main), expected, "{follows:?} {path}");
        }
    }
}
