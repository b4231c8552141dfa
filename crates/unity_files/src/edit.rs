//! Plans edits: turns them into file contents before and after.
//!
//! Invariant: planning never writes, and a file that cannot be parsed to its last byte is rejected.
//! Invariant: a plan depends on the files alone, so that a preview shows what a write would do. New
//! ids and guids are derived from the files (`new_ids.rs`).

mod body;
mod create;
mod delete;
mod duplicate;
mod emit;
mod files;
mod hierarchy;
mod instantiate;
mod lists;
mod member;
mod naming;
mod new_files;
mod new_ids;
mod numbers;
mod objects;
mod overrides;
mod prefab;
mod reparent;
mod revert;
mod same_value;
mod set;
mod target;
mod templates;
mod text;
mod values;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use scenewright_engine::{Context, EngineError};
use scenewright_model::{CreatedObject, Edit, EditPlan, EngineKind, FileChange};

use super::UnityFormat;
use super::document::UnityText;
use super::guids::UnityAssets;
use super::index::UnityIndex;
use super::scene::SceneComposer;
use super::settings::{self, UnityVersion};
use super::tree::UnityTree;
use files::PlannedFiles;
use scenewright_model::is_pseudo_scene;
use set::YamlStyle;

/// Edits in progress.
struct Planner<'a> {
    unity: &'a UnityFormat,
    index: Arc<UnityIndex>,
    cx: &'a Context,
    style: YamlStyle,
    version: UnityVersion,
    files: PlannedFiles,
    created: Vec<CreatedObject>,
    diagnostics: Vec<String>,
}

/// Plans all edits in order, or none of them.
pub(crate) fn plan(
    unity: &UnityFormat,
    edits: &[Edit],
    cx: &Context,
) -> Result<EditPlan, EngineError> {
    let mut planner = Planner::new(unity, cx)?;
    for (index, edit) in edits.iter().enumerate() {
        planner.edit(edit).map_err(|error| error.in_edit(index, edits.len()))?;
    }
    let Planner { files, created, diagnostics, .. } = planner;
    let files = files.into_changes(unity.root.checked_texts());
    Ok(EditPlan { files, created, diagnostics, ..EditPlan::default() })
}

/// The files that have to be created together with a new one: its `.meta` file.
pub(crate) fn companion_files(
    unity: &UnityFormat,
    path: &str,
    cx: &Context,
) -> Result<Vec<FileChange>, EngineError> {
    let mut planner = Planner::new(unity, cx)?;
    let importer = if path.ends_with(".prefab") { "PrefabImporter" } else { "DefaultImporter" };
    planner.create_meta(path, importer);
    Ok(planner.files.into_changes(unity.root.checked_texts()))
}

/// An empty scene.
pub(crate) fn blank_scene(version: UnityVersion) -> String {
    new_files::blank_scene(version)
}

impl<'a> Planner<'a> {
    fn new(unity: &'a UnityFormat, cx: &'a Context) -> Result<Planner<'a>, EngineError> {
        cx.check()?;
        Ok(Planner {
            unity,
            index: unity.index.snapshot(&unity.root, cx)?,
            cx,
            style: YamlStyle { one_line: settings::mappings_on_one_line(&unity.root)? },
            version: settings::read_version(&unity.root),
            files: PlannedFiles::default(),
            created: Vec::new(),
            diagnostics: Vec::new(),
        })
    }
}

impl<'a> Planner<'a> {
    fn edit(&mut self, edit: &Edit) -> Result<(), EngineError> {
        self.cx.check()?;
        check_name(edit)?;
        match edit {
            Edit::SetMember { scene, object, component, member, value } => {
                self.set_member(scene, object, component.as_ref(), member, value)
            }
            Edit::RenameObject { scene, object, name } => self.rename_object(scene, object, name),
            Edit::SetActive { scene, object, active } => self.set_active(scene, object, *active),
            Edit::SetTag { scene, object, tag } => self.set_tag(scene, object, tag),
            Edit::SetLayer { scene, object, layer } => self.set_layer(scene, object, layer),
            Edit::DeleteObject { scene, object } => self.delete_object(scene, object),
            Edit::CreateObject { scene, parent, sibling, name, components, class: _ } => {
                self.create_object(scene, parent.as_ref(), *sibling, name, components)
            }
            Edit::AddComponent { scene, object, component } => {
                self.add_component(scene, object, component)
            }
            Edit::RemoveComponent { scene, object, component } => {
                self.remove_component(scene, object, component)
            }
            Edit::AttachScript { .. } => Err(godot_only("attach a script", "add a component")),
            Edit::DetachScript { .. } => Err(godot_only("detach a script", "remove a component")),
            Edit::SetGroup { .. } => Err(godot_only("set a group", "set a tag")),
            Edit::DuplicateObject { scene, object, name } => {
                self.duplicate(scene, object, name.as_deref())
            }
            Edit::ReparentObject { scene, object, parent, sibling, keep_world } => {
                self.reparent(scene, object, parent.as_ref(), *sibling, *keep_world)
            }
            Edit::Instantiate { scene, source, parent, sibling, name } => {
                self.instantiate(scene, source, parent.as_ref(), *sibling, name.as_deref())
            }
            Edit::RevertOverride { scene, object, component, member } => {
                self.revert_overrides(scene, object, component.as_ref(), member.as_deref())
            }
            Edit::ApplyOverride { scene, object, component, member } => {
                self.apply_overrides(scene, object, component.as_ref(), member.as_deref())
            }
            Edit::CreateScene { path, .. } => self.create_scene(path),
            Edit::CreatePrefab { scene, object, path } => self.create_prefab(scene, object, path),
            Edit::InheritScene { base, path } => self.create_variant(base, path),
            Edit::AddToBuild { scene, enabled } => self.add_to_build(scene, *enabled),
        }
    }

    fn assets(&self) -> UnityAssets<'a> {
        UnityAssets::new(&self.unity.root, Arc::clone(&self.index))
            .with_planned(self.files.changed_prefabs())
    }

    /// A scene or prefab with its instances, with the edits so far applied.
    fn open(&mut self, scene: &str) -> Result<(String, UnityTree), EngineError> {
        let path = self.unity.scene_file(scene)?;
        let is_own = ["Assets/", "Packages/"].iter().any(|folder| path.starts_with(folder));
        if !is_own && !is_pseudo_scene(&path) {
            let reason = "only files below Assets and Packages belong to the project";
            return Err(refuse(format!("'{path}'"), reason));
        }
        self.files.load(&self.unity.root, &path)?;
        let assets = self.assets();
        // Moved into the composer and back: the text is too large to copy it for each edit.
        let text = std::mem::take(&mut self.files.text_mut(&path)?.text);
        let text = UnityText::from_checked(&path, text);
        let tree = SceneComposer::new(&assets, self.cx).compose(&text);
        self.files.text_mut(&path)?.text = text.into_string();
        Ok((path.into(), tree?))
    }
}

/// An object without a name cannot be distinguished from its siblings.
fn check_name(edit: &Edit) -> Result<(), EngineError> {
    match edit.object_name() {
        Some("") => Err(refuse("The name ''", "an object needs a name")),
        _ => Ok(()),
    }
}

fn refuse(what: impl Into<String>, reason: impl Into<String>) -> EngineError {
    EngineError::Refused { what: what.into(), reason: reason.into() }
}

fn godot_only(what: &str, instead: &str) -> EngineError {
    EngineError::Unsupported {
        engine: EngineKind::UNITY,
        what: what.to_owned(),
        reason: format!("only Godot has this; {instead} instead"),
    }
}
