//! The folder of a journal: a file an entry, whose ending tells its state. A state changes by a
//! rename, so that it is always one or the other.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::time::SystemTime;

use crate::digest::Digest;
use crate::disk::{Disk, Keep};
use crate::entry::SetAside;
use crate::record::{Direction, Header};
use crate::refused::Refused;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    /// A record that is still being written. Nothing of it has happened.
    New,
    Intent,
    Done,
    Undoing,
    Undone,
    Redoing,
    /// Given up before any file was changed; what was made for it may still lie around.
    IntentCancelled,
    UndoCancelled,
    RedoCancelled,
    Conflicted,
    Bad,
}

const ENDINGS: [(Mark, &str); 11] = [
    (Mark::New, "new"),
    (Mark::Intent, "intent"),
    (Mark::Done, "done"),
    (Mark::Undoing, "undoing"),
    (Mark::Undone, "undone"),
    (Mark::Redoing, "redoing"),
    (Mark::IntentCancelled, "intent-cancelled"),
    (Mark::UndoCancelled, "undo-cancelled"),
    (Mark::RedoCancelled, "redo-cancelled"),
    (Mark::Conflicted, "conflicted"),
    (Mark::Bad, "bad"),
];

/// What is under way: where to, what it ends as, and how it is given up.
pub(crate) struct Underway {
    pub(crate) direction: Direction,
    pub(crate) end: Mark,
    pub(crate) cancelled: Mark,
}

impl Mark {
    pub(crate) fn underway(self) -> Option<Underway> {
        let (direction, end, cancelled) = match self {
            Mark::Intent => (Direction::Forward, Mark::Done, Mark::IntentCancelled),
            Mark::Undoing => (Direction::Back, Mark::Undone, Mark::UndoCancelled),
            Mark::Redoing => (Direction::Forward, Mark::Done, Mark::RedoCancelled),
            _ => return None,
        };
        Some(Underway { direction, end, cancelled })
    }

    fn ending(self) -> &'static str {
        ENDINGS.iter().find(|(mark, _)| *mark == self).map_or("bad", |(_, ending)| ending)
    }

    fn of_ending(ending: &str) -> Option<Mark> {
        ENDINGS.iter().find(|(_, known)| *known == ending).map(|(mark, _)| *mark)
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Stored {
    number: u64,
    pub(crate) handle: String,
    pub(crate) mark: Mark,
}

impl Stored {
    fn parse(name: &str) -> Option<Stored> {
        let (handle, ending) = name.split_once('.')?;
        let number = handle.split_once('-')?.0.parse().ok()?;
        Some(Stored { number, handle: handle.to_owned(), mark: Mark::of_ending(ending)? })
    }
}

pub(crate) struct Store {
    pub(crate) folder: PathBuf,
    pub(crate) disk: Disk,
}

impl Store {
    /// The oldest first. Files that are not ours are passed over.
    pub(crate) fn list(&self) -> Result<Vec<Stored>, Refused> {
        let failed = |source| Refused::io("list", &self.folder, source);
        let mut all = Vec::new();
        for file in fs::read_dir(&self.folder).map_err(failed)? {
            all.extend(file.map_err(failed)?.file_name().to_str().and_then(Stored::parse));
        }
        all.sort_by(|a, b| (a.number, &a.handle).cmp(&(b.number, &b.handle)));
        Ok(all)
    }

    pub(crate) fn path(&self, stored: &Stored) -> PathBuf {
        self.folder.join(format!("{}.{}", stored.handle, stored.mark.ending()))
    }

    fn note_path(&self, handle: &str) -> PathBuf {
        self.folder.join(format!("{handle}.note"))
    }

    /// The number gives the order; the rest keeps handles of a journal that was thrown away from
    /// naming an entry of the next.
    pub(crate) fn next(&self) -> Result<Stored, Refused> {
        let number = self.list()?.last().map_or(1, |last| last.number.saturating_add(1));
        let seed = format!("{:?} {}", SystemTime::now(), process::id());
        let hash = Digest::of(seed.as_bytes()).hash;
        Ok(Stored { number, handle: format!("{number:06}-{}", &hash[..8]), mark: Mark::New })
    }

    /// Writes a record and makes it count. After an error there is none, unless that says otherwise.
    pub(crate) fn save(
        &self,
        stored: &mut Stored,
        header: &Header,
        body: &[&[u8]],
    ) -> Result<(), Refused> {
        let path = self.path(stored);
        let failed = |source| Refused::io("write", &path, source);
        let head = header.encode().map_err(|error| failed(error.into()))?;
        let parts: Vec<&[u8]> = [&head[..]].into_iter().chain(body.iter().copied()).collect();
        let created = self.disk.create(&path, &parts, &Keep::Nothing).map_err(failed);
        let saved =
            created.and_then(|()| self.mark(stored, Mark::Intent)).and_then(|()| self.sync());
        saved.map_err(|refused| {
            let cleared = self.disk.clear(&path).and_then(|()| self.disk.clear(&self.path(stored)));
            if cleared.is_ok() { refused } else { unfinished(stored, &refused) }
        })
    }

    pub(crate) fn mark(&self, stored: &mut Stored, mark: Mark) -> Result<(), Refused> {
        let from = self.path(stored);
        let next = Stored { mark, ..stored.clone() };
        self.disk
            .rename(&from, &self.path(&next))
            .map_err(|source| Refused::io("rename", &from, source))?;
        *stored = next;
        Ok(())
    }

    pub(crate) fn sync(&self) -> Result<(), Refused> {
        self.disk
            .sync_folder(&self.folder)
            .map_err(|source| Refused::io("sync", &self.folder, source))
    }

    pub(crate) fn remove(&self, stored: &Stored) -> Result<(), Refused> {
        let path = self.path(stored);
        self.disk.clear(&path).map_err(|source| Refused::io("remove", &path, source))?;
        let note = self.note_path(&stored.handle);
        self.disk.clear(&note).map_err(|source| Refused::io("remove", &note, source))
    }

    /// Takes an entry out of the way for good, and says why.
    pub(crate) fn give_up(
        &self,
        stored: &mut Stored,
        mark: Mark,
        reason: &str,
    ) -> Result<(), Refused> {
        tracing::warn!(
            entry = stored.handle,
            reason,
            "an entry of the journal is {}",
            mark.ending()
        );
        let note = self.note_path(&stored.handle);
        let create = |()| self.disk.create(&note, &[reason.as_bytes()], &Keep::Nothing);
        // Without its note, on a full disk for instance, an entry is still out of the way.
        let noted = self.disk.clear(&note).and_then(create);
        self.mark(stored, mark)?;
        noted.map_err(|source| Refused::io("write", &note, source))
    }

    pub(crate) fn reason(&self, handle: &str) -> String {
        fs::read_to_string(self.note_path(handle)).unwrap_or_else(|_| "it is not known".to_owned())
    }

    pub(crate) fn set_aside(&self) -> Result<Vec<SetAside>, Refused> {
        let bad = self.list()?.into_iter().filter(|stored| stored.mark == Mark::Bad);
        Ok(bad
            .map(|bad| SetAside { reason: self.reason(&bad.handle), handle: bad.handle })
            .collect())
    }

    /// Forgets the oldest until both limits hold. The newest always stays: it can be undone.
    pub(crate) fn prune(&self, entries: usize, bytes: u64) -> Result<(), Refused> {
        let all = self.list()?;
        let mut room = bytes;
        let fits = |(at, stored): &(usize, &Stored)| {
            let rest = room.checked_sub(size(&self.path(stored)));
            room = rest.unwrap_or_default();
            *at == 0 || (*at < entries && rest.is_some())
        };
        let kept = all.iter().rev().enumerate().take_while(fits).count();
        // The oldest first: killed in the middle, there is still no gap.
        let old = all[..all.len() - kept].iter();
        old.filter(|old| old.mark.underway().is_none()).try_for_each(|old| self.remove(old))
    }
}

fn size(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |metadata| metadata.len())
}

pub(crate) fn unfinished(stored: &Stored, reason: &Refused) -> Refused {
    Refused::Unfinished { handle: stored.handle.clone(), reason: reason.to_string() }
}
