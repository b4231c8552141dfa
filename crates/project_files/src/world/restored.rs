//! Unsaved changes that were left behind by a process that has ended. They are listed, and are in
//! nobody's way but that of changes to the same files, until somebody includes them or gives them up.

use std::collections::BTreeSet;

use scenewright_engine::{ChangeOwner, Context, EngineError};
use scenewright_model::UnsavedWork;

use super::ownership;
use super::scenes::on_disk;
use super::{Host, records, refused};
use crate::unsaved::{Drafts, KeptEdit, is_pseudo};

type Result<T> = std::result::Result<T, EngineError>;

/// How the owner of such changes begins; nobody who asks is called so.
const RESTORED: &str = "restored";

pub(super) struct RestoredWork {
    drafts: Drafts,
    /// Edits of which nothing is unsaved: the process ended between saving them and forgetting them.
    saved: Vec<String>,
    /// Records that cannot be read.
    pub(super) damaged: usize,
}

pub(super) fn read(host: &impl Host) -> Result<RestoredWork> {
    let left = host.writer().left_behind()?;
    let mut drafts = Drafts::default();
    let handles: Vec<String> = left.edits.iter().map(|edit| edit.handle.clone()).collect();
    for record in left.edits {
        let owner = owner(&record.owner);
        drafts.add(KeptEdit::from_record(record, owner));
    }
    let mut saved = Vec::new();
    for (path, draft) in drafts.iter() {
        if on_disk(host, path)?.as_deref() == draft.now.as_deref() {
            saved.push(path.to_owned());
        }
    }
    drafts.drop_all(&saved);
    let unsaved: BTreeSet<String> = drafts.iter().map(|(path, _)| path.to_owned()).collect();
    let is_saved = |handle: &String| drafts.edits_of(&unsaved).all(|edit| edit.handle != *handle);
    let saved = handles.into_iter().filter(is_saved).collect();
    Ok(RestoredWork { drafts, saved, damaged: left.damaged.len() })
}

fn owner(name: &str) -> ChangeOwner {
    match name.starts_with(RESTORED) {
        true => ChangeOwner::new(name),
        false => ChangeOwner::new(&format!("{RESTORED} ({name})")),
    }
}

impl RestoredWork {
    fn paths(&self) -> BTreeSet<String> {
        self.drafts.iter().map(|(path, _)| path.to_owned()).collect()
    }

    /// Those of these files, with all that they make sense with only.
    fn touched(&self, paths: impl IntoIterator<Item = String>) -> BTreeSet<String> {
        self.drafts.together(paths, |_| false)
    }

    fn described(&self, host: &impl Host, paths: &BTreeSet<String>) -> Result<Vec<UnsavedWork>> {
        let mut work = ownership::work(host, &self.drafts, paths)?;
        work.iter_mut().for_each(|work| work.is_restored = true);
        Ok(work)
    }

    /// Everything, by what belongs together.
    pub(super) fn work(&self, host: &impl Host) -> Result<Vec<UnsavedWork>> {
        let mut rest = self.paths();
        let mut found = Vec::new();
        while let Some(path) = rest.first().cloned() {
            let together = self.touched([path.clone()]);
            found.extend(self.described(host, &together)?);
            rest.retain(|path| !together.contains(path));
            rest.remove(&path);
        }
        Ok(found)
    }
}

/// Left-behind changes in these files refuse the caller, or become the caller's if others are included.
/// `true` if there were any, so that what was planned must be planned again.
pub(super) fn adopt_or_refuse(
    host: &impl Host,
    paths: &BTreeSet<String>,
    what: impl FnOnce() -> String,
    cx: &Context,
) -> Result<bool> {
    let restored = read(host)?;
    if !restored.saved.is_empty() {
        remove(host, &restored.saved)?;
    }
    let touched = in_the_way(host, &restored, paths);
    if touched.is_empty() {
        return Ok(false);
    }
    if !cx.includes_others() {
        let work = restored.described(host, &touched)?;
        return Err(EngineError::UnsavedChanges { what: what(), work });
    }
    adopt(host, &restored, &touched, cx)?;
    Ok(true)
}

/// The same for somebody who only looks: what would be included.
pub(super) fn show_or_refuse(
    host: &impl Host,
    paths: &BTreeSet<String>,
    what: impl FnOnce() -> String,
    cx: &Context,
) -> Result<Vec<UnsavedWork>> {
    let restored = read(host)?;
    let touched = in_the_way(host, &restored, paths);
    let work = restored.described(host, &touched)?;
    match work.is_empty() || cx.includes_others() {
        true => Ok(work),
        false => Err(EngineError::UnsavedChanges { what: what(), work }),
    }
}

/// What is unsaved in memory is younger, and is not mixed with what was left behind.
fn in_the_way(
    host: &impl Host,
    restored: &RestoredWork,
    paths: &BTreeSet<String>,
) -> BTreeSet<String> {
    let drafts = host.root().unsaved().snapshot();
    restored.touched(paths.iter().filter(|path| !drafts.contains(path)).cloned())
}

/// All that was left behind and fits what is in memory.
pub(super) fn adopt_all(host: &impl Host, cx: &Context) -> Result<()> {
    let restored = read(host)?;
    let drafts = host.root().unsaved().snapshot();
    for path in restored.paths() {
        let touched = restored.touched([path]);
        let drafts_now = host.root().unsaved().snapshot();
        if touched.iter().all(|path| !drafts.contains(path) && !drafts_now.contains(path)) {
            adopt(host, &restored, &touched, cx)?;
        }
    }
    Ok(())
}

fn adopt(
    host: &impl Host,
    restored: &RestoredWork,
    paths: &BTreeSet<String>,
    cx: &Context,
) -> Result<()> {
    let drafts = host.root().unsaved().snapshot();
    if let Some(path) = paths.iter().find(|path| drafts.contains(path)) {
        let path = host.writer().to_engine_path(path);
        let reason = format!(
            "'{path}' has unsaved changes in memory, and others that were left behind by a process that has ended: save or give up those in memory first"
        );
        return Err(refused("Including them", reason));
    }
    let edits: Vec<KeptEdit> = restored.drafts.edits_of(paths).cloned().collect();
    take(host, edits.iter().map(|edit| edit.handle.as_str()))?;
    let mut scenes: BTreeSet<String> = BTreeSet::new();
    for edit in &edits {
        let own = KeptEdit { owner: cx.owner().clone(), ..edit.clone() };
        records::add(host, &own)?;
        scenes.extend(edit.scenes.iter().filter(|scene| !is_pseudo(scene)).cloned());
        host.root().unsaved().change(|drafts| drafts.add(own));
    }
    let loaded = host.memory().scenes(host, cx);
    scenes.retain(|scene| !loaded.contains(scene));
    host.memory().set(|known, _| known.extend(scenes));
    Ok(())
}

/// Gives up what was left behind in a file, and what belongs to it. `false` if there was nothing.
pub(super) fn give_up(host: &impl Host, path: &str) -> Result<bool> {
    let restored = read(host)?;
    let touched = restored.touched([path.to_owned()]);
    let mut handles: Vec<String> =
        restored.drafts.edits_of(&touched).map(|edit| edit.handle.clone()).collect();
    if handles.is_empty() {
        return Ok(false);
    }
    handles.extend(restored.saved);
    remove(host, &handles)?;
    Ok(true)
}

fn remove(host: &impl Host, handles: &[String]) -> Result<()> {
    take(host, handles.iter().map(String::as_str))?;
    records::remove(host, handles.iter().map(String::as_str))
}

fn take<'h>(host: &impl Host, handles: impl IntoIterator<Item = &'h str>) -> Result<()> {
    match host.writer().unsaved()? {
        Some(store) => {
            store.adopt(handles).map_err(|refused| host.writer().into_engine_error(refused))
        }
        None => Ok(()),
    }
}
