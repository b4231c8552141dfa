//! What one pass found changed: first files, then the assets that they belong to.

use std::collections::BTreeMap;

use scenewright_model::{AssetChange, ChangeKind, ProjectChanges};

use crate::layout::ProjectLayout;

/// Up to this many assets are listed; more are reported as "everything".
const MAX_LISTED_ASSETS: usize = 1000;

/// The most files that one asset has: in Godot a file, its import settings and its uid.
const FILES_OF_AN_ASSET: usize = 3;

#[derive(Default)]
pub(super) struct FileDifferences {
    files: BTreeMap<String, ChangeKind>,
    everything: bool,
}

impl FileDifferences {
    pub(super) fn everything(&mut self) {
        self.everything = true;
        self.files.clear();
    }

    pub(super) fn note(&mut self, path: String, kind: ChangeKind) {
        if self.everything {
            return;
        }
        match merge_changes(self.files.get(&path).copied(), kind) {
            Some(kind) => self.files.insert(path, kind),
            None => self.files.remove(&path),
        };
        if self.files.len() > MAX_LISTED_ASSETS * FILES_OF_AN_ASSET {
            self.everything();
        }
    }

    /// As changes of assets; `None` if there are none. `is_file` tells which files exist now.
    pub(super) fn into_changed(
        self,
        rules: &ProjectLayout,
        is_file: impl Fn(&str) -> bool,
    ) -> Option<ProjectChanges> {
        if self.everything {
            return Some(ProjectChanges::everything());
        }
        let mut assets: BTreeMap<&str, ChangeKind> = BTreeMap::new();
        for (path, &kind) in &self.files {
            match rules.owning_asset(path) {
                None => _ = assets.insert(path, kind),
                Some(owner) if self.files.contains_key(owner) => {}
                Some(owner) if is_file(owner) => _ = assets.insert(owner, ChangeKind::Changed),
                // A folder is added and removed with its description file.
                Some(owner) => _ = assets.entry(owner).or_insert(kind),
            }
        }
        if assets.len() > MAX_LISTED_ASSETS {
            return Some(ProjectChanges::everything());
        }
        let asset = |(path, kind)| AssetChange { path: rules.to_engine_path(path), kind };
        let assets: Vec<_> = assets.into_iter().map(asset).collect();
        (!assets.is_empty()).then_some(ProjectChanges { assets, everything: false })
    }
}

/// Combines two changes of a file.
fn merge_changes(before: Option<ChangeKind>, then: ChangeKind) -> Option<ChangeKind> {
    use ChangeKind::{Added, Changed, Removed};
    match (before, then) {
        (Some(Added), Removed) => None,
        (Some(Added), _) => Some(Added),
        (Some(Removed), Added) => Some(Changed),
        (_, then) => Some(then),
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::examples::{GODOT, UNITY};
    use super::*;
    use ChangeKind::{Added, Changed as Edited, Removed};

    type File = (&'static str, ChangeKind);

    fn reported(rules: &ProjectLayout, files: &[File], there: &[&str]) -> Option<String> {
        let mut differences = FileDifferences::default();
        for (path, kind) in files {
            differences.note((*path).to_owned(), *kind);
        }
        let reported = differences.into_changed(rules, |path| there.contains(&path))?;
        let list = reported.assets.iter().map(|asset| format!("{:?} {}", asset.kind, asset.path));
        Some(list.collect::<Vec<_>>().join(", "))
    }

    #[test]
    fn changes_of_one_file_become_one() {
        let rows: [(&[ChangeKind], &str); 6] = [
            (&[Added, Removed], ""),
            (&[Removed, Added], "Changed res://a"),
            (&[Added, Edited], "Added res://a"),
            (&[Edited, Removed], "Removed res://a"),
            (&[Removed, Added, Removed], "Removed res://a"),
            (&[Added, Removed, Added], "Added res://a"),
        ];
        for (kinds, expected) in rows {
            let files: Vec<_> = kinds.iter().map(|kind| ("a", *kind)).collect();
            assert_eq!(reported(&GODOT, &files, &[]).unwrap_or_default(), expected, "{kinds:?}");
        }
    }

    #[test]
    fn files_become_assets() {
        let a = "Assets/a.png";
        let rows: [(&[File], &[&str], &str); 6] = [
            (&[("Assets/a.png.meta", Edited)], &[a], "Changed Assets/a.png"),
            (&[("Assets/a.png.meta", Added)], &[a], "Changed Assets/a.png"),
            (&[(a, Added), ("Assets/a.png.meta", Added)], &[a], "Added Assets/a.png"),
            (&[(a, Removed), ("Assets/a.png.meta", Removed)], &[], "Removed Assets/a.png"),
            (&[("Assets/Folder.meta", Added)], &[], "Added Assets/Folder"),
            (&[("Assets/Folder.meta", Removed)], &[], "Removed Assets/Folder"),
        ];
        for (files, there, expected) in rows {
            assert_eq!(reported(&UNITY, files, there).as_deref(), Some(expected), "{files:?}");
        }
        let parts = [("a.png.import", Added), ("a.png.uid", Removed)];
        assert_eq!(reported(&GODOT, &parts, &["a.png"]).as_deref(), Some("Changed res://a.png"));
    }

    #[test]
    fn too_many_are_everything() {
        let with = |count: usize| {
            let mut differences = FileDifferences::default();
            (0..count).for_each(|number| differences.note(number.to_string(), Added));
            differences.into_changed(&GODOT, |_| true).unwrap()
        };
        assert_eq!(with(MAX_LISTED_ASSETS).assets.len(), MAX_LISTED_ASSETS);
        assert_eq!(with(MAX_LISTED_ASSETS + 1), ProjectChanges::everything());
        assert_eq!(with(MAX_LISTED_ASSETS * 9), ProjectChanges::everything());
    }
}
