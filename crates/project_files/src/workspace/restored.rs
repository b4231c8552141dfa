//! Unsaved changes that a process left behind when it ended. They are listed, and conflict only with
//! changes to the same files, until somebody takes them over or discards them.

use std::collections::BTreeSet;

use scenewright_engine::{ChangeOwner, Context, EngineError};
use scenewright_model::{ProjectPath, UnsavedWork};

use super::{Workspace, ownership, records, refused};
use crate::unsaved::{Drafts, KeptEdit};

/// How the name of the owner of such changes begins; no caller has such a name.
const RESTORED_PREFIX: &str = "restored";

pub(super) struct RestoredWork {
    drafts: Drafts,
    /// Edits of which nothing is unsaved: the process ended between saving them and forgetting them.
    saved: Vec<String>,
    /// Records that cannot be read.
    pub(super) damaged: usize,
}

pub(super) fn read(workspace: &Workspace) -> Result<RestoredWork, EngineError> {
    let left = workspace.writer().orphaned_edits()?;
    let mut drafts = Drafts::default();
    let handles: Vec<String> = left.edits.iter().map(|edit| edit.handle.clone()).collect();
    for record in left.edits {
        let owner = owner(&record.owner);
        drafts.add(KeptEdit::from_record(record, owner));
    }
    let mut saved = Vec::new();
    for (path, draft) in drafts.iter() {
        if workspace.root().read_disk_if_exists(path)?.as_deref() == draft.now.as_deref() {
            saved.push(path.clone());
        }
    }
    drafts.drop_all(&saved);
    let unsaved: BTreeSet<ProjectPath> = drafts.iter().map(|(path, _)| path.clone()).collect();
    let is_saved = |handle: &String| drafts.edits_of(&unsaved).all(|edit| edit.handle != *handle);
    let saved = handles.into_iter().filter(is_saved).collect();
    Ok(RestoredWork { drafts, saved, damaged: left.damaged.len() })
}

fn owner(name: &str) -> ChangeOwner {
    match name.starts_with(RESTORED_PREFIX) {
        true => ChangeOwner::new(name),
        false => ChangeOwner::new(&format!("{RESTORED_PREFIX} ({name})")),
    }
}

impl RestoredWork {
    fn paths(&self) -> BTreeSet<ProjectPath> {
        self.drafts.iter().map(|(path, _)| path.clone()).collect()
    }

    /// Those of these files, with all that they make sense with only.
    fn touched(&self, paths: impl IntoIterator<Item = ProjectPath>) -> BTreeSet<ProjectPath> {
        self.drafts.together(paths, |_| false)
    }

    fn describe(
        &self,
        workspace: &Workspace,
        paths: &BTreeSet<ProjectPath>,
    ) -> Result<Vec<UnsavedWork>, EngineError> {
        let mut work = ownership::work(workspace, &self.drafts, paths)?;
        work.iter_mut().for_each(|work| work.is_restored = true);
        Ok(work)
    }

    /// Everything, by what belongs together.
    pub(super) fn work(&self, workspace: &Workspace) -> Result<Vec<UnsavedWork>, EngineError> {
        let mut rest = self.paths();
        let mut found = Vec::new();
        while let Some(path) = rest.first().cloned() {
            let together = self.touched([path.clone()]);
            found.extend(self.describe(workspace, &together)?);
            rest.retain(|path| !together.contains(path));
            rest.remove(&path);
        }
        Ok(found)
    }
}

/// Left-behind changes in these files refuse the caller, or become the caller's if others are included.
/// `true` if there were any, so that what was planned must be planned again.
pub(super) fn adopt_or_refuse(
    workspace: &Workspace,
    paths: &BTreeSet<ProjectPath>,
    what: impl FnOnce() -> String,
    cx: &Context,
) -> Result<bool, EngineError> {
    let restored = read(workspace)?;
    if !restored.saved.is_empty() {
        remove(workspace, &restored.saved)?;
    }
    let touched = in_the_way(workspace, &restored, paths);
    if touched.is_empty() {
        return Ok(false);
    }
    if !cx.includes_others() {
        let work = restored.describe(workspace, &touched)?;
        return Err(EngineError::UnsavedChanges { what: what(), work });
    }
    adopt(workspace, &restored, &touched, cx)?;
    Ok(true)
}

/// The same for somebody who only looks: what would be included.
pub(super) fn show_or_refuse(
    workspace: &Workspace,
    paths: &BTreeSet<ProjectPath>,
    what: impl FnOnce() -> String,
    cx: &Context,
) -> Result<Vec<UnsavedWork>, EngineError> {
    let restored = read(workspace)?;
    let touched = in_the_way(workspace, &restored, paths);
    let work = restored.describe(workspace, &touched)?;
    match work.is_empty() || cx.includes_others() {
        true => Ok(work),
        false => Err(EngineError::UnsavedChanges { what: what(), work }),
    }
}

/// What is unsaved in memory is younger, and is not mixed with what was left behind.
fn in_the_way(
    workspace: &Workspace,
    restored: &RestoredWork,
    paths: &BTreeSet<ProjectPath>,
) -> BTreeSet<ProjectPath> {
    let drafts = workspace.drafts();
    restored.touched(paths.iter().filter(|path| !drafts.contains(path)).cloned())
}

/// All that was left behind and fits what is in memory.
pub(super) fn adopt_all(workspace: &Workspace, cx: &Context) -> Result<(), EngineError> {
    let restored = read(workspace)?;
    let drafts = workspace.drafts();
    for path in restored.paths() {
        let touched = restored.touched([path]);
        let drafts_now = workspace.drafts();
        if touched.iter().all(|path| !drafts.contains(path) && !drafts_now.contains(path)) {
            adopt(workspace, &restored, &touched, cx)?;
        }
    }
    Ok(())
}

fn adopt(
    workspace: &Workspace,
    restored: &RestoredWork,
    paths: &BTreeSet<ProjectPath>,
    cx: &Context,
) -> Result<(), EngineError> {
    let drafts = workspace.drafts();
    if let Some(path) = paths.iter().find(|path| drafts.contains(path)) {
        let path = workspace.engine_path(path);
        let reason = format!(
            "'{path}' has unsaved changes in memory, and others that were left behind by a process that has ended: save or discard those in memory first"
        );
        return Err(refused("Including them", reason));
    }
    let edits: Vec<KeptEdit> = restored.drafts.edits_of(paths).cloned().collect();
    take(workspace, edits.iter().map(|edit| edit.handle.as_str()))?;
    let mut scenes: BTreeSet<ProjectPath> = BTreeSet::new();
    for edit in &edits {
        let own = KeptEdit { owner: cx.owner().clone(), ..edit.clone() };
        records::add(workspace, &own)?;
        scenes.extend(edit.scenes.iter().filter(|scene| !scene.is_pseudo_scene()).cloned());
        workspace.root().unsaved().change(|drafts| drafts.add(own));
    }
    let loaded = workspace.loaded_paths(cx);
    scenes.retain(|scene| !loaded.contains(scene));
    workspace.set_loaded(|known, _| known.extend(scenes));
    Ok(())
}

/// Discards what was left behind in a file, and what belongs to it. `false` if there was nothing.
pub(super) fn discard(workspace: &Workspace, path: &ProjectPath) -> Result<bool, EngineError> {
    let restored = read(workspace)?;
    let touched = restored.touched([path.clone()]);
    let mut handles: Vec<String> =
        restored.drafts.edits_of(&touched).map(|edit| edit.handle.clone()).collect();
    if handles.is_empty() {
        return Ok(false);
    }
    handles.extend(restored.saved);
    remove(workspace, &handles)?;
    Ok(true)
}

fn remove(workspace: &Workspace, handles: &[String]) -> Result<(), EngineError> {
    take(workspace, handles.iter().map(String::as_str))?;
    records::remove(workspace, handles.iter().map(String::as_str))
}

fn take<'h>(
    workspace: &Workspace,
    handles: impl IntoIterator<Item = &'h str>,
) -> Result<(), EngineError> {
    match workspace.writer().unsaved()? {
        Some(store) => {
            store.adopt(handles).map_err(|error| workspace.writer().to_engine_error(error))
        }
        None => Ok(()),
    }
}
