//! From the memory to the disk.

use std::collections::BTreeSet;
use std::sync::Arc;

use scenewright_engine::{Context, EngineError, ReadResult, Reading, Subject};
use scenewright_model::{CreatedObject, EditOutcome, EditPlan, FileChange, SaveMode};

use super::scenes::{not_loaded, on_disk};
use super::{Host, ownership, records, refused, restored};
use crate::unsaved::{Drafts, is_pseudo};
use crate::writer::CommitFn;

/// Changes of the disk that leave nothing of them unsaved.
#[derive(Default)]
pub(super) struct PendingWrite {
    /// By project-relative path.
    pub(super) changes: Vec<FileChange>,
    /// Changes of pseudo-scenes, which stay in memory.
    pub(super) kept: Vec<FileChange>,
    /// What is not unsaved any longer, beside the files that change.
    pub(super) done: BTreeSet<String>,
    pub(super) created: Vec<CreatedObject>,
    pub(super) notes: Vec<String>,
}

impl PendingWrite {
    /// Refused if it would write unsaved changes of others that the caller did not include; those that
    /// are included are named in the notes.
    pub(super) fn may_go(
        &mut self,
        host: &impl Host,
        what: impl FnOnce() -> String,
        cx: &Context,
    ) -> std::result::Result<(), EngineError> {
        let drafts = host.root().unsaved().snapshot();
        let mut paths: BTreeSet<String> = self.done.clone();
        paths.extend(self.changes.iter().map(|change| change.path.clone()));
        let included = ownership::may_touch(host, &drafts, &paths, what, cx)?;
        self.notes.extend(ownership::notes(&included));
        Ok(())
    }

    /// All or nothing; when it fails the memory is as it was.
    pub(super) fn write(
        mut self,
        host: &impl Host,
        commit: CommitFn<'_>,
        cx: &Context,
    ) -> std::result::Result<EditOutcome, EngineError> {
        let kept = std::mem::take(&mut self.kept);
        let mut done = std::mem::take(&mut self.done);
        done.extend(self.changes.iter().map(|change| change.path.clone()));
        let mut plan = self.plan();
        // Before the commit: what takes too long for the caller must not have been written.
        let mut changes = host.compared(&plan.files, cx)?;
        changes.extend(host.compared(&kept, cx)?);
        let handle = match plan.files.is_empty() {
            true => None,
            false => {
                let entry = commit(&plan.files)?;
                plan.diagnostics.extend(host.writer().hard_link_notes(&entry));
                Some(entry.handle)
            }
        };
        let drafts = host.root().unsaved().snapshot();
        host.root().unsaved().change(|drafts| {
            drafts.drop_all(&done);
            kept.iter().for_each(|change| drafts.keep(change, &BTreeSet::new()));
        });
        if let Some(handle) = &handle {
            let saved = drafts.edits_of(&done).map(|edit| edit.handle.clone());
            host.memory().entry_written(host, handle, saved);
        }
        // The files have it: a record that stays is found out by the next who looks at it.
        if let Err(error) = records::forget(host, &drafts, &done) {
            tracing::warn!(%error, "what was saved is still recorded as unsaved");
        }
        plan.files.extend(kept);
        Ok(EditOutcome { handle, changes, ..host.writer().describe_plan(plan) })
    }

    /// For a reader; nothing happens.
    pub(super) fn shown(
        mut self,
        host: &impl Host,
        cx: &Context,
    ) -> std::result::Result<EditOutcome, EngineError> {
        let kept = std::mem::take(&mut self.kept);
        let mut plan = self.plan();
        plan.files.extend(kept);
        let changes = host.compared(&plan.files, cx)?;
        Ok(EditOutcome { changes, ..host.writer().describe_plan(plan) })
    }

    fn plan(self) -> EditPlan {
        let mut files = self.changes;
        files.retain(|change| change.before != change.after);
        EditPlan { files, created: self.created, diagnostics: self.notes }
    }
}

pub(super) fn bytes(shared: &Option<Arc<[u8]>>) -> Option<Vec<u8>> {
    shared.as_deref().map(<[u8]>::to_vec)
}

pub fn save(
    host: &impl Host,
    path: Option<&str>,
    mode: SaveMode,
    cx: &Context,
) -> ReadResult<EditOutcome> {
    let _turn = host.memory().turn(cx)?;
    if !mode.dry_run {
        host.writer().recover_first(cx)?;
    }
    let left = take_restored(host, path, mode, cx)?;
    let drafts = host.root().unsaved().snapshot();
    let mut outgoing = PendingWrite { notes: left, ..PendingWrite::default() };
    let (paths, label) = match path {
        Some(path) => {
            let file = loaded_file(host, path, cx)?;
            let label = format!("Save {}", host.writer().to_engine_path(&file));
            (belonging(host, &drafts, &file, cx), label)
        }
        None => (all_own(host, &drafts, &mut outgoing.notes, cx)?, "Save all scenes".to_owned()),
    };
    for path in &paths {
        cx.check()?;
        outgoing.changes.extend(change(host, &drafts, path, mode)?);
    }
    outgoing.may_go(host, || saving(path), cx)?;
    let value = match mode.dry_run {
        true => outgoing.shown(host, cx)?,
        false => outgoing.write(host, &|changes| host.writer().commit(changes, &label, cx), cx)?,
    };
    Ok(Reading::from_files(value))
}

fn saving(path: Option<&str>) -> String {
    path.map_or_else(|| "Saving all scenes".to_owned(), |path| format!("Saving '{path}'"))
}

/// What an ended process left unsaved is taken in first, if the caller includes it. What to say of it.
fn take_restored(
    host: &impl Host,
    path: Option<&str>,
    mode: SaveMode,
    cx: &Context,
) -> std::result::Result<Vec<String>, EngineError> {
    let what = || saving(path);
    match path {
        Some(path) => {
            let file = BTreeSet::from([host.file_of(path, cx)?]);
            if mode.dry_run {
                let work = restored::show_or_refuse(host, &file, what, cx)?;
                return Ok(ownership::notes(&work).collect());
            }
            restored::adopt_or_refuse(host, &file, what, cx)?;
        }
        None if cx.includes_others() && !mode.dry_run => restored::adopt_all(host, cx)?,
        None => {
            let work = restored::read(host)?.work(host)?;
            return Ok(work.iter().map(|work| format!("Not saved: {work}")).collect());
        }
    }
    Ok(Vec::new())
}

/// What is the caller's own to save; the rest is named.
fn all_own(
    host: &impl Host,
    drafts: &Drafts,
    notes: &mut Vec<String>,
    cx: &Context,
) -> std::result::Result<BTreeSet<String>, EngineError> {
    let mut paths = all(drafts);
    if cx.includes_others() {
        return Ok(paths);
    }
    let work = ownership::of_others(host, drafts, &paths, cx.owner())?;
    notes.extend(work.iter().map(|work| format!("Not saved: {work}")));
    let foreign = ownership::foreign(drafts, &paths, cx.owner());
    paths.retain(|path| !foreign.contains(path));
    Ok(paths)
}

pub fn save_as(
    host: &impl Host,
    path: &str,
    to: &str,
    mode: SaveMode,
    cx: &Context,
) -> ReadResult<EditOutcome> {
    let _turn = host.memory().turn(cx)?;
    if !mode.dry_run {
        host.writer().recover_first(cx)?;
    }
    let left = take_restored(host, Some(path), mode, cx)?;
    let (from, to) = (loaded_file(host, path, cx)?, host.file_of(to, cx)?);
    let drafts = host.root().unsaved().snapshot();
    is_free(host, &drafts, &to, mode)?;
    let content = host.root().read(Subject::SceneFile, &from)?;
    let changes = host.copied(&to, content, cx)?;
    let mut outgoing = PendingWrite { changes, notes: left, ..PendingWrite::default() };
    // A scene that never was a file leaves nothing behind, its .meta file included.
    let own = [from.clone(), format!("{from}.meta")];
    for beside in belonging(host, &drafts, &from, cx) {
        match own.contains(&beside) {
            true => drop(outgoing.done.insert(beside)),
            false => outgoing.changes.extend(change(host, &drafts, &beside, mode)?),
        }
    }
    outgoing.changes.sort_by(|a, b| a.path.cmp(&b.path));
    outgoing.may_go(host, || saving(Some(path)), cx)?;
    if mode.dry_run {
        return Ok(Reading::from_files(outgoing.shown(host, cx)?));
    }
    let label = format!(
        "Save {} as {}",
        host.writer().to_engine_path(&from),
        host.writer().to_engine_path(&to)
    );
    let edited = outgoing.write(host, &|changes| host.writer().commit(changes, &label, cx), cx)?;
    host.memory().set(|scenes, active| {
        scenes.retain(|scene| *scene != to);
        let place = scenes.iter_mut().chain(active).filter(|scene| **scene == from);
        place.for_each(|scene| to.clone_into(scene));
    });
    Ok(Reading::from_files(edited))
}

fn is_free(
    host: &impl Host,
    drafts: &Drafts,
    to: &str,
    mode: SaveMode,
) -> std::result::Result<(), EngineError> {
    let spelled = host.writer().to_engine_path(to);
    if is_pseudo(to) {
        return Err(refused(format!("Saving as '{spelled}'"), "it only exists in memory"));
    }
    if drafts.contains(to) {
        return Err(refused(format!("Saving as '{spelled}'"), "it has unsaved changes"));
    }
    if host.root().has_on_disk(to) && !mode.overwrite {
        return Err(refused(format!("Saving as '{spelled}'"), "it is there already"));
    }
    Ok(())
}

/// A scene that can be saved: it is loaded, or has something unsaved.
fn loaded_file(
    host: &impl Host,
    path: &str,
    cx: &Context,
) -> std::result::Result<String, EngineError> {
    let file = host.file_of(path, cx)?;
    if is_pseudo(&file) {
        return Err(refused(format!("Saving '{file}'"), "it only exists in memory"));
    }
    if host.memory().scenes(host, cx).contains(&file) {
        return Ok(file);
    }
    Err(not_loaded(host, &file))
}

/// What is unsaved of a scene, in its own file and in those that were changed along with it. Other
/// scenes that are loaded are saved on their own.
pub(super) fn belonging(
    host: &impl Host,
    drafts: &Drafts,
    file: &str,
    cx: &Context,
) -> BTreeSet<String> {
    belonging_all(host, drafts, [file.to_owned()], cx)
}

/// The same for several files.
pub(super) fn belonging_all(
    host: &impl Host,
    drafts: &Drafts,
    files: impl IntoIterator<Item = String>,
    cx: &Context,
) -> BTreeSet<String> {
    let scenes = host.memory().scenes(host, cx);
    drafts.together(files, |path| scenes.iter().any(|scene| scene == path))
}

fn all(drafts: &Drafts) -> BTreeSet<String> {
    let paths = drafts.iter().map(|(path, _)| path.to_owned());
    paths.filter(|path| !is_pseudo(path)).collect()
}

/// What is to be written of a file. Somebody else's version stands in the way, unless it is overwritten.
fn change(
    host: &impl Host,
    drafts: &Drafts,
    path: &str,
    mode: SaveMode,
) -> std::result::Result<Option<FileChange>, EngineError> {
    let Some(draft) = drafts.get(path) else { return Ok(None) };
    let disk = on_disk(host, path)?;
    if disk.as_deref() != draft.base.as_deref() && !mode.overwrite {
        return Err(host.writer().changed_error(path, draft.base.as_deref(), disk.as_deref()));
    }
    Ok(Some(FileChange { path: path.to_owned(), before: disk, after: bytes(&draft.now) }))
}
