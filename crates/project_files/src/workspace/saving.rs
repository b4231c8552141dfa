//! Writing unsaved changes to the disk.

use std::collections::BTreeSet;
use std::sync::Arc;

use scenewright_engine::{Context, EngineError, ReadResult, Reading, Subject};
use scenewright_model::{CreatedObject, EditOutcome, EditPlan, FileChange, ProjectPath, SaveMode};

use super::scenes::not_loaded;
use super::{Workspace, ownership, records, refused, restored};
use crate::journal_writer::CommitFn;
use crate::unsaved::Drafts;

/// Changes of the disk, after which nothing of them is unsaved.
#[derive(Default)]
pub(super) struct PendingWrite {
    pub(super) changes: Vec<FileChange>,
    /// Changes of pseudo-scenes, which stay in memory.
    pub(super) kept: Vec<FileChange>,
    /// Files beside those that change whose unsaved changes are done with.
    pub(super) done: BTreeSet<ProjectPath>,
    pub(super) created: Vec<CreatedObject>,
    pub(super) diagnostics: Vec<String>,
}

impl PendingWrite {
    /// Fails if it would write unsaved changes of others that the caller did not include; those that are
    /// included are named in the diagnostics.
    pub(super) fn check_owners(
        &mut self,
        workspace: &Workspace,
        what: impl FnOnce() -> String,
        cx: &Context,
    ) -> Result<(), EngineError> {
        let drafts = workspace.drafts();
        let mut paths: BTreeSet<ProjectPath> = self.done.clone();
        paths.extend(self.changes.iter().map(|change| change.path.clone()));
        let included = ownership::may_touch(workspace, &drafts, &paths, what, cx)?;
        self.diagnostics.extend(ownership::inclusion_diagnostics(&included));
        Ok(())
    }

    /// Writes all or nothing; when it fails, the memory is unchanged.
    pub(super) fn commit(
        mut self,
        workspace: &Workspace,
        commit: CommitFn<'_>,
        cx: &Context,
    ) -> Result<EditOutcome, EngineError> {
        let kept = std::mem::take(&mut self.kept);
        let mut done = std::mem::take(&mut self.done);
        done.extend(self.changes.iter().map(|change| change.path.clone()));
        let mut plan = self.plan();
        // Before the commit: a call whose deadline passes here must not have written.
        let mut changes = workspace.format().compare(&plan.files, cx)?;
        changes.extend(workspace.format().compare(&kept, cx)?);
        let (handle, mut files) = match plan.files.is_empty() {
            true => (None, Vec::new()),
            false => {
                let (entry, diffs) = workspace.writer().commit_with_diffs(&plan.files, commit);
                let entry = entry?;
                plan.diagnostics.extend(workspace.writer().hard_link_diagnostics(&entry));
                (Some(entry.handle), diffs)
            }
        };
        let drafts = workspace.drafts();
        workspace.root().unsaved().change(|drafts| {
            drafts.drop_all(&done);
            kept.iter().for_each(|change| drafts.keep(change, &BTreeSet::new()));
        });
        if let Some(handle) = &handle {
            let saved = drafts.edits_of(&done).map(|edit| edit.handle.clone());
            workspace.entry_written(handle, saved);
        }
        // The files have it, so a record that stays is recognised as saved when it is next read.
        if let Err(error) = records::forget(workspace, &drafts, &done) {
            tracing::warn!(%error, "saved changes are still recorded as unsaved");
        }
        files.extend(workspace.writer().file_diffs(&kept));
        let EditPlan { created, diagnostics, .. } = plan;
        Ok(EditOutcome { handle, changes, files, created, diagnostics })
    }

    /// What would be written.
    pub(super) fn describe(
        mut self,
        workspace: &Workspace,
        cx: &Context,
    ) -> Result<EditOutcome, EngineError> {
        let kept = std::mem::take(&mut self.kept);
        let mut plan = self.plan();
        plan.files.extend(kept);
        let changes = workspace.format().compare(&plan.files, cx)?;
        Ok(EditOutcome { changes, ..workspace.writer().describe_plan(plan) })
    }

    fn plan(self) -> EditPlan {
        let mut files = self.changes;
        files.retain(|change| change.before != change.after);
        EditPlan {
            files,
            created: self.created,
            diagnostics: self.diagnostics,
            ..EditPlan::default()
        }
    }
}

pub(super) fn bytes(shared: &Option<Arc<[u8]>>) -> Option<Vec<u8>> {
    shared.as_deref().map(<[u8]>::to_vec)
}

pub(super) fn save(
    workspace: &Workspace,
    path: Option<&str>,
    mode: SaveMode,
    cx: &Context,
) -> ReadResult<EditOutcome> {
    let _turn = workspace.turn(cx)?;
    if !mode.dry_run {
        workspace.writer().recover_first(cx)?;
    }
    let left = take_restored(workspace, path, mode, cx)?;
    let drafts = workspace.drafts();
    let mut write = PendingWrite { diagnostics: left, ..PendingWrite::default() };
    let (paths, label) = match path {
        Some(path) => {
            let file = loaded_file(workspace, path, cx)?;
            let label = format!("Save {}", workspace.engine_path(&file));
            (belonging(workspace, &drafts, &file, cx), label)
        }
        None => {
            (all_own(workspace, &drafts, &mut write.diagnostics, cx)?, "Save all scenes".to_owned())
        }
    };
    for path in &paths {
        cx.check()?;
        write.changes.extend(change(workspace, &drafts, path, mode)?);
    }
    write.check_owners(workspace, || saving(path), cx)?;
    let value = match mode.dry_run {
        true => write.describe(workspace, cx)?,
        false => write.commit(
            workspace,
            &|changes| workspace.writer().commit(changes, &label, cx),
            cx,
        )?,
    };
    Ok(Reading::from_files(value))
}

fn saving(path: Option<&str>) -> String {
    path.map_or_else(|| "Saving all scenes".to_owned(), |path| format!("Saving '{path}'"))
}

/// Takes over what an ended process left unsaved, if the caller includes it. Returns what to report about
/// it.
fn take_restored(
    workspace: &Workspace,
    path: Option<&str>,
    mode: SaveMode,
    cx: &Context,
) -> Result<Vec<String>, EngineError> {
    let what = || saving(path);
    match path {
        Some(path) => {
            let file = BTreeSet::from([workspace.format().scene_path(path, cx)?]);
            if mode.dry_run {
                let work = restored::show_or_refuse(workspace, &file, what, cx)?;
                return Ok(ownership::inclusion_diagnostics(&work).collect());
            }
            restored::adopt_or_refuse(workspace, &file, what, cx)?;
        }
        None if cx.includes_others() && !mode.dry_run => restored::adopt_all(workspace, cx)?,
        None => {
            let work = restored::read(workspace)?.work(workspace)?;
            return Ok(work.iter().map(|work| format!("Not saved: {work}")).collect());
        }
    }
    Ok(Vec::new())
}

/// The unsaved files that the caller may save; the others are named in the diagnostics.
fn all_own(
    workspace: &Workspace,
    drafts: &Drafts,
    diagnostics: &mut Vec<String>,
    cx: &Context,
) -> Result<BTreeSet<ProjectPath>, EngineError> {
    let mut paths = all(drafts);
    if cx.includes_others() {
        return Ok(paths);
    }
    let work = ownership::of_others(workspace, drafts, &paths, cx.owner())?;
    diagnostics.extend(work.iter().map(|work| format!("Not saved: {work}")));
    let foreign = ownership::foreign(drafts, &paths, cx.owner());
    paths.retain(|path| !foreign.contains(path));
    Ok(paths)
}

pub(super) fn save_as(
    workspace: &Workspace,
    path: &str,
    to: &str,
    mode: SaveMode,
    cx: &Context,
) -> ReadResult<EditOutcome> {
    let _turn = workspace.turn(cx)?;
    if !mode.dry_run {
        workspace.writer().recover_first(cx)?;
    }
    let left = take_restored(workspace, Some(path), mode, cx)?;
    let (from, to) = (loaded_file(workspace, path, cx)?, workspace.format().scene_path(to, cx)?);
    let drafts = workspace.drafts();
    check_free(workspace, &drafts, &to, mode)?;
    let content = workspace.root().read(Subject::SceneFile, &from)?;
    let changes = workspace.format().copy_scene(&to, content, cx)?;
    let mut write = PendingWrite { changes, diagnostics: left, ..PendingWrite::default() };
    // A scene that never was a file leaves nothing behind, its .meta file included.
    let own = [from.clone(), ProjectPath::from_relative(format!("{from}.meta"))];
    for beside in belonging(workspace, &drafts, &from, cx) {
        match own.contains(&beside) {
            true => drop(write.done.insert(beside)),
            false => write.changes.extend(change(workspace, &drafts, &beside, mode)?),
        }
    }
    write.changes.sort_by(|a, b| a.path.cmp(&b.path));
    write.check_owners(workspace, || saving(Some(path)), cx)?;
    if mode.dry_run {
        return Ok(Reading::from_files(write.describe(workspace, cx)?));
    }
    let label = format!("Save {} as {}", workspace.engine_path(&from), workspace.engine_path(&to));
    let edited =
        write.commit(workspace, &|changes| workspace.writer().commit(changes, &label, cx), cx)?;
    workspace.set_loaded(|scenes, active| {
        scenes.retain(|scene| *scene != to);
        let place = scenes.iter_mut().chain(active).filter(|scene| **scene == from);
        place.for_each(|scene| to.clone_into(scene));
    });
    Ok(Reading::from_files(edited))
}

fn check_free(
    workspace: &Workspace,
    drafts: &Drafts,
    to: &ProjectPath,
    mode: SaveMode,
) -> Result<(), EngineError> {
    let shown = workspace.engine_path(to);
    if to.is_pseudo_scene() {
        return Err(refused(format!("Saving as '{shown}'"), "it only exists in memory"));
    }
    if drafts.contains(to) {
        return Err(refused(format!("Saving as '{shown}'"), "it has unsaved changes"));
    }
    if workspace.root().has_on_disk(to) && !mode.overwrite {
        return Err(refused(format!("Saving as '{shown}'"), "it is there already"));
    }
    Ok(())
}

/// The path of a scene that can be saved: it is loaded.
fn loaded_file(
    workspace: &Workspace,
    path: &str,
    cx: &Context,
) -> Result<ProjectPath, EngineError> {
    let file = workspace.format().scene_path(path, cx)?;
    if file.is_pseudo_scene() {
        return Err(refused(format!("Saving '{file}'"), "it only exists in memory"));
    }
    if workspace.loaded_paths(cx).contains(&file) {
        return Ok(file);
    }
    Err(not_loaded(workspace, &file))
}

/// The files with unsaved changes of a scene: its own and those that were changed along with it. Other
/// loaded scenes are saved on their own.
pub(super) fn belonging(
    workspace: &Workspace,
    drafts: &Drafts,
    file: &ProjectPath,
    cx: &Context,
) -> BTreeSet<ProjectPath> {
    belonging_all(workspace, drafts, [file.clone()], cx)
}

/// The same for several files.
pub(super) fn belonging_all(
    workspace: &Workspace,
    drafts: &Drafts,
    files: impl IntoIterator<Item = ProjectPath>,
    cx: &Context,
) -> BTreeSet<ProjectPath> {
    let scenes = workspace.loaded_paths(cx);
    drafts.together(files, |path| scenes.contains(path))
}

fn all(drafts: &Drafts) -> BTreeSet<ProjectPath> {
    let paths = drafts.iter().map(|(path, _)| path.clone());
    paths.filter(|path| !path.is_pseudo_scene()).collect()
}

/// The change that saves a file. Fails if somebody else has written it since, unless it is overwritten.
fn change(
    workspace: &Workspace,
    drafts: &Drafts,
    path: &ProjectPath,
    mode: SaveMode,
) -> Result<Option<FileChange>, EngineError> {
    let Some(draft) = drafts.get(path) else { return Ok(None) };
    let disk = workspace.root().read_disk_if_exists(path)?;
    if disk.as_deref() != draft.base.as_deref() && !mode.overwrite {
        return Err(workspace.writer().changed_error(path, draft.base.as_deref(), disk.as_deref()));
    }
    Ok(Some(FileChange { path: path.clone(), before: disk, after: bytes(&draft.now) }))
}
