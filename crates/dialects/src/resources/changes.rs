//! Which resources a change of files concerns. Too much is a needless read, too little a stale
//! view: in doubt a resource is concerned.

use std::sync::PoisonError;

use super::Resources;
use super::rows::Follows;

/// Files that hold scenes and prefabs, or become them when they are imported.
const SCENES: [&str; 12] =
    ["unity", "prefab", "tscn", "scn", "escn", "fbx", "obj", "dae", "gltf", "glb", "blend", "3ds"];

/// Files that give components their names.
const SCRIPTS: [&str; 5] = ["cs", "gd", "dll", "asmdef", "gdextension"];

/// Files that say which asset another file is: a change may be a move.
const IDENTITIES: [&str; 3] = ["meta", "uid", "import"];

impl Resources {
    /// Whether a change of these files, in the project's notation, can change what an address shows.
    pub fn touched(&self, changed: &[String], uri: &str) -> bool {
        let Some((row, values)) = self.row(uri) else {
            return false;
        };
        let scene = values.first().map_or("", |(_, value)| value.as_str());
        changed.iter().any(|path| touches(row.follows, path, scene))
    }

    /// Whether a scene was added or removed since this was last asked, or first listed.
    pub async fn list_changed(&self, changed: &[String]) -> bool {
        if !changed.iter().any(|path| may_add_scenes(path)) {
            return false;
        }
        // A project that cannot be looked at now may have changed.
        let Ok(scenes) = self.scene_paths().await else {
            return true;
        };
        let mut listed = self.listed.lock().unwrap_or_else(PoisonError::into_inner);
        listed.replace(scenes.clone()) != Some(scenes)
    }

    /// What a first list showed is what later ones are compared with.
    pub(super) fn remember(&self, scenes: &[String]) {
        let mut listed = self.listed.lock().unwrap_or_else(PoisonError::into_inner);
        listed.get_or_insert_with(|| scenes.to_vec());
    }
}

fn touches(follows: Follows, path: &str, scene: &str) -> bool {
    match follows {
        Follows::Nothing => false,
        Follows::Everything => true,
        Follows::Settings => is_setting(path),
        Follows::Packages => plain(path).starts_with("Packages/"),
        Follows::Scenes => is_setting(path) || may_add_scenes(path),
        Follows::Scene => plain(path) == plain(scene) || may_stand_in_a_scene(path),
    }
}

fn is_setting(path: &str) -> bool {
    let path = plain(path);
    path.starts_with("ProjectSettings/") || ["project.godot", "export_presets.cfg"].contains(&path)
}

/// Anything but another Unity scene, which no scene holds.
fn may_stand_in_a_scene(path: &str) -> bool {
    let (own, ending) = (identified(path), ending(identified(path)));
    let is_folder = ending.is_empty() && own == path;
    is_folder || ending != "unity" && (is_one_of(&SCENES, ending) || is_one_of(&SCRIPTS, ending))
}

/// A scene, or a folder that may hold some.
fn may_add_scenes(path: &str) -> bool {
    let ending = ending(path);
    ending.is_empty()
        || ["unity", "tscn", "scn", "escn"].iter().any(|scene| ending.eq_ignore_ascii_case(scene))
}

/// The file that a `.meta`, `.uid` or `.import` beside it speaks of.
fn identified(path: &str) -> &str {
    path.rsplit_once('.')
        .filter(|(_, end)| is_one_of(&IDENTITIES, end))
        .map_or(path, |(own, _)| own)
}

fn is_one_of(endings: &[&str], ending: &str) -> bool {
    endings.iter().any(|known| ending.eq_ignore_ascii_case(known))
}

fn ending(path: &str) -> &str {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.rsplit_once('.').map_or("", |(_, ending)| ending)
}

/// Without the `res://` that some give and some do not.
fn plain(path: &str) -> &str {
    path.strip_prefix("res://").unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_concern_what_they_can_change() {
        let main = "Assets/Main.unity";
        for (follows, path, expected) in [
            (Follows::Scene, main, true),
            (Follows::Scene, "Assets/Other.unity", false),
            (Follows::Scene, "Assets/Crate.prefab", true),
            (Follows::Scene, "Assets/Crate.prefab.meta", true),
            (Follows::Scene, "Assets/Hero.FBX", true),
            (Follows::Scene, "Assets/Hero.cs", true),
            (Follows::Scene, "Assets/Wood.png", false),
            (Follows::Scene, "Assets/Wood.png.meta", false),
            (Follows::Scene, "Assets/Folder", true),
            (Follows::Scene, "res://a/b.tscn", true),
            (Follows::Scenes, "Assets/Other.unity", true),
            (Follows::Scenes, "Assets/Wood.png", false),
            (Follows::Scenes, "project.godot", true),
            (Follows::Settings, "res://project.godot", true),
            (Follows::Settings, "ProjectSettings/TagManager.asset", true),
            (Follows::Settings, main, false),
            (Follows::Packages, "Packages/manifest.json", true),
            (Follows::Packages, main, false),
            (Follows::Everything, "Assets/Wood.png", true),
            (Follows::Nothing, main, false),
        ] {
            assert_eq!(touches(follows, path, main), expected, "{follows:?} {path}");
        }
    }
}
