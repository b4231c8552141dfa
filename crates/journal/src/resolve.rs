//! A person decides what becomes of an entry that was cut short.

use std::fs;

use scenewright_model::{FileChange, FileState, RecoveryDirection, UnfinishedEdit};

use crate::disk::absent;
use crate::entry::Resolved;
use crate::inspect;
use crate::journal::{CommitOptions, Journal};
use crate::place::resolve;
use crate::record::{Direction, FileRecord, Header};
use crate::recover::turned;
use crate::refused::Refused;
use crate::store::{Mark, Stored, Underway};
use crate::switch::{Failed, switch};

/// The wanted content of each file; `None` for no file.
type Contents = Vec<Option<Vec<u8>>>;

impl Journal {
    /// Gives all files of an unfinished entry their content from after or from before it, whatever they
    /// have now. What a file has that is neither becomes an entry of its own, and can be had again.
    pub fn resolve(&self, handle: &str, to: RecoveryDirection) -> Result<Resolved, Refused> {
        let _lock = self.lock()?;
        let (mut stored, underway, header) = self.find_unfinished(handle)?;
        let found = inspect::unfinished(&self.root, &header, &underway);
        self.sweep(&header)?;
        let end = match to {
            RecoveryDirection::Forward => underway.direction,
            RecoveryDirection::Back => underway.direction.reversed(),
        };
        let Some(wanted) = self.whole(&stored, &header, end) else {
            return self.give_up_contents(&mut stored, &header, end, found);
        };
        let is_clear = |file: &FileState| matches!(file, FileState::Old | FileState::New);
        let (written, kept) = match found.files.iter().all(|file| is_clear(&file.has)) {
            true => (self.write(&header, end, wanted)?, None),
            false => self.write_over(&header, wanted)?,
        };
        match to {
            RecoveryDirection::Forward => self.finish(&mut stored, &header, &underway)?,
            RecoveryDirection::Back => self.cancel(&mut stored, &underway)?,
        }
        Ok(Resolved { edit: found, written, kept, set_aside: None })
    }

    fn find_unfinished(&self, handle: &str) -> Result<(Stored, Underway, Header), Refused> {
        let unknown = || Refused::Unknown { handle: handle.to_owned() };
        let mut all = self.store.list()?.into_iter();
        let stored = all.find(|stored| stored.handle == handle).ok_or_else(unknown)?;
        let underway = stored.mark.interrupted().ok_or_else(|| Refused::State {
            handle: handle.to_owned(),
            wanted: "recovered",
            state: "finished".to_owned(),
        })?;
        let header = Header::read(&self.store.path(&stored), &stored.handle)
            .map_err(|reason| Refused::Damaged { handle: handle.to_owned(), reason })?;
        Ok((stored, underway, header))
    }

    fn whole(&self, stored: &Stored, header: &Header, end: Direction) -> Option<Contents> {
        self.contents(stored, header, end).into_iter().collect()
    }

    /// Without conflicts: only files that are at the other end change.
    fn write(
        &self,
        header: &Header,
        end: Direction,
        wanted: Contents,
    ) -> Result<Vec<String>, Refused> {
        let wanted = wanted.into_iter().map(Some).collect();
        let targets = turned(header, self.looks(header, end)?, wanted).unwrap_or_default();
        switch(&self.store.disk, &targets).map_err(|failed| match failed {
            Failed::Before(refused) | Failed::Between(refused) => refused,
        })?;
        Ok(targets.into_iter().map(|target| target.path).collect())
    }

    /// As a commit of its own, which keeps what the files have now.
    fn write_over(
        &self,
        header: &Header,
        wanted: Contents,
    ) -> Result<(Vec<String>, Option<crate::Entry>), Refused> {
        let mut changes = Vec::new();
        for (file, after) in header.files.iter().zip(wanted) {
            let before = self.present(file)?;
            if before != after {
                changes.push(FileChange { path: file.real.clone(), before, after });
            }
        }
        let written = changes.iter().map(|change| change.path.clone()).collect();
        if changes.is_empty() {
            return Ok((written, None));
        }
        let label = format!("Recover: {}", header.label);
        let entry = self.commit_locked(&changes, &label, &CommitOptions::default())?;
        Ok((written, Some(entry)))
    }

    fn present(&self, file: &FileRecord) -> Result<Option<Vec<u8>>, Refused> {
        let real = resolve(&self.root, &file.real)?.real;
        match fs::read(&real) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if absent(&error) => Ok(None),
            Err(source) => Err(Refused::Io { what: format!("read {}", file.path), source }),
        }
    }

    /// If the other way can be gone, that is said; if none can, the entry is closed.
    fn give_up_contents(
        &self,
        stored: &mut Stored,
        header: &Header,
        end: Direction,
        edit: UnfinishedEdit,
    ) -> Result<Resolved, Refused> {
        let reason = "its record is damaged, and not all of its contents can be had".to_owned();
        if self.whole(stored, header, end.reversed()).is_some() {
            let reason = format!("{reason}; the other direction is possible");
            return Err(Refused::Damaged { handle: stored.handle.clone(), reason });
        }
        self.store.give_up(stored, Mark::Bad, &reason)?;
        Ok(Resolved { edit, written: Vec::new(), kept: None, set_aside: Some(reason) })
    }
}
