//! Ends what was cut short. Who holds the lock knows that nobody is at work, so whatever is under way
//! was left by a process that died. It was never acknowledged, so it is taken back, unless all of its
//! files are there already.

use std::borrow::Cow;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use scenewright_model::{Recovery, RecoveryOutcome, RecoveryPlan, UnfinishedEdit};

use crate::base;
use crate::digest::Digest;
use crate::disk::{Keep, absent};
use crate::inspect;
use crate::journal::Journal;
use crate::place::{Place, resolve};
use crate::record::{Direction, FileRecord, Header, Record};
use crate::refused::{Refused, Version};
use crate::store::{Mark, Stored, Underway};
use crate::switch::{Failed, Stamp, Target, switch, temporary};

/// Where a file of an entry is, and which of its versions it has.
pub(crate) struct Look {
    pub(crate) place: Place,
    pub(crate) seen: Option<Stamp>,
    pub(crate) keep: Keep,
    pub(crate) now: Now,
}

pub(crate) enum Now {
    From(Option<Vec<u8>>),
    To,
    Neither(Option<Version>),
}

impl Look {
    /// What the file has, if it is still as it was; of no file, nothing.
    fn from(&self) -> Option<&[u8]> {
        match &self.now {
            Now::From(bytes) => Some(bytes.as_deref().unwrap_or_default()),
            Now::To | Now::Neither(_) => None,
        }
    }
}

pub(crate) fn look(root: &Path, file: &FileRecord, to: Direction) -> Result<Look, Refused> {
    let place = resolve(root, &file.real)?;
    let failed = |source| Refused::Io { what: format!("read {}", file.path), source };
    // Before the content: a file that is saved while it is read has another stamp later.
    let (metadata, bytes) = match fs::metadata(&place.real) {
        Ok(metadata) => (Some(metadata), Some(fs::read(&place.real).map_err(failed)?)),
        Err(error) if absent(&error) => (None, None),
        Err(error) => return Err(failed(error)),
    };
    let digest = bytes.as_deref().map(Digest::of);
    let now = if digest == *file.from(to) {
        Now::From(bytes)
    } else if digest == *file.to(to) {
        Now::To
    } else {
        let time = metadata.as_ref().and_then(|metadata| metadata.modified().ok());
        Now::Neither(digest.map(|digest| Version::new(digest, time)))
    };
    let seen = metadata.as_ref().map(Stamp::of);
    let keep = metadata.map_or_else(
        || file.mode.map_or(Keep::Nothing, Keep::Mode),
        |metadata| Keep::of(metadata, &place.real),
    );
    Ok(Look { place, seen, keep, now })
}

/// The files that are still as they were, with what they are to become.
pub(crate) fn targets(
    record: &Record,
    looks: Vec<Look>,
    to: Direction,
) -> Result<Vec<Target<'static>>, String> {
    let from: Vec<Option<&[u8]>> = looks.iter().map(Look::from).collect();
    let others = record.others(to, &from).ok_or("its pieces do not fit its files")?;
    let others = others.into_iter().map(Some).collect();
    turned(&record.header, looks, others).ok_or_else(|| "its contents are lost".to_owned())
}

/// Those of the files that are still as they were; `None` if what one is to become is not known.
pub(crate) fn turned(
    header: &Header,
    looks: Vec<Look>,
    wanted: Vec<Option<Option<Vec<u8>>>>,
) -> Option<Vec<Target<'static>>> {
    let files = header.files.iter().zip(looks).zip(wanted).enumerate();
    let target = |(index, ((file, look), wanted)): (usize, ((&FileRecord, Look), _))| {
        let Now::From(from) = look.now else { return None };
        let wanted: Option<Option<Vec<u8>>> = wanted;
        Some(wanted.map(|to| Target {
            path: file.path.clone(),
            temporary: temporary(look.place.folder(), &header.handle, index),
            place: look.place,
            from: from.map(Cow::Owned),
            to: to.map(Cow::Owned),
            seen: look.seen,
            keep: look.keep,
        }))
    };
    files.filter_map(target).collect()
}

impl Journal {
    /// Only a journal that cannot be listed is an error: one bad entry stops nobody, and what cannot
    /// be ended now is tried again by the next one who holds the lock.
    pub(crate) fn recover(&self) -> Result<(), Refused> {
        let all = self.store.list()?;
        for stored in &all {
            let mut stored = stored.clone();
            let outcome = match (stored.mark.interrupted(), stored.mark) {
                (Some(underway), mark) if mark.is_conflict() => {
                    self.reconsider(&mut stored, &underway, &all)
                }
                (Some(underway), _) => self.resume(&mut stored, &underway),
                (None, Mark::New) => self.store.remove(&stored),
                (None, Mark::IntentCancelled | Mark::UndoCancelled | Mark::RedoCancelled) => {
                    self.settle(&mut stored)
                }
                _ => Ok(()),
            };
            if let Err(refused) = outcome {
                tracing::warn!(entry = stored.handle, %refused, "an entry waits to be finished");
            }
        }
        self.store.drop_stray_bases(&self.store.list()?);
        Ok(())
    }

    fn resume(&self, stored: &mut Stored, underway: &Underway) -> Result<(), Refused> {
        let header = match Header::read(&self.store.path(stored), &stored.handle) {
            Ok(header) => header,
            Err(reason) => return self.store.give_up(stored, Mark::Bad, &reason),
        };
        let found = inspect::unfinished(&self.root, &header, underway);
        self.sweep(&header)?;
        self.go_on(stored, underway, &header, found)
    }

    /// A conflict may be over: somebody restored the files. What newer entries rest on stays.
    fn reconsider(
        &self,
        stored: &mut Stored,
        underway: &Underway,
        all: &[Stored],
    ) -> Result<(), Refused> {
        let Ok(header) = Header::read(&self.store.path(stored), &stored.handle) else {
            return Ok(());
        };
        let found = inspect::unfinished(&self.root, &header, underway);
        match found.plan {
            RecoveryPlan::Conflict => Ok(()),
            RecoveryPlan::TakeBack if self.is_built_on(stored, &header, all) => Ok(()),
            _ => self.go_on(stored, underway, &header, found),
        }
    }

    fn is_built_on(&self, stored: &Stored, header: &Header, all: &[Stored]) -> bool {
        let newer = all.iter().skip_while(|other| other.handle != stored.handle).skip(1);
        let mut headers =
            newer.filter_map(|newer| Header::read(&self.store.path(newer), &newer.handle).ok());
        headers.any(|newer| {
            newer.files.iter().any(|file| header.files.iter().any(|own| own.real == file.real))
        })
    }

    fn go_on(
        &self,
        stored: &mut Stored,
        underway: &Underway,
        header: &Header,
        found: UnfinishedEdit,
    ) -> Result<(), Refused> {
        let ended = match found.plan {
            RecoveryPlan::Conflict => {
                let reason = inspect::reason(header, &found);
                self.store.give_up(stored, underway.conflicted, &reason)?;
                Ok(RecoveryOutcome::Conflict)
            }
            RecoveryPlan::Complete => {
                self.finish(stored, header, underway).map(|()| RecoveryOutcome::Completed)
            }
            RecoveryPlan::Discard => {
                self.cancel(stored, underway).map(|()| RecoveryOutcome::Discarded)
            }
            RecoveryPlan::TakeBack => self.take_back(stored, underway, header),
        };
        let outcome = match &ended {
            Ok(outcome) => outcome.clone(),
            Err(refused) => RecoveryOutcome::Failed { reason: refused.to_string() },
        };
        self.report(Recovery { edit: found, outcome });
        ended.map(drop)
    }

    fn take_back(
        &self,
        stored: &mut Stored,
        underway: &Underway,
        header: &Header,
    ) -> Result<RecoveryOutcome, Refused> {
        let back = underway.direction.reversed();
        let wanted = self.contents(stored, header, back);
        let Some(targets) = turned(header, self.looks(header, back)?, wanted) else {
            let reason = "its record is damaged, and the contents from before are lost";
            self.store.give_up(stored, underway.conflicted, reason)?;
            return Ok(RecoveryOutcome::Conflict);
        };
        let files = targets.iter().map(|target| target.path.clone()).collect();
        match switch(&self.store.disk, &targets) {
            Ok(()) => self.cancel(stored, underway).map(|()| RecoveryOutcome::TakenBack { files }),
            Err(Failed::Before(refused) | Failed::Between(refused)) => Err(refused),
        }
    }

    pub(crate) fn looks(&self, header: &Header, to: Direction) -> Result<Vec<Look>, Refused> {
        header.files.iter().map(|file| look(&self.root, file, to)).collect()
    }

    /// The whole content that each file has at that end of an entry; `None` where it cannot be had.
    pub(crate) fn contents(
        &self,
        stored: &Stored,
        header: &Header,
        end: Direction,
    ) -> Vec<Option<Option<Vec<u8>>>> {
        let kept = base::read(&self.store.base_path(&stored.handle), header);
        let present: Vec<Option<Vec<u8>>> =
            header.files.iter().map(|file| present(&self.root, file)).collect();
        let files = header.files.iter().zip(&kept).zip(&present);
        let from: Vec<Option<&[u8]>> = files
            .map(|((file, kept), present)| match end {
                Direction::Forward if file.before.is_none() => Some(&[][..]),
                Direction::Forward => kept.as_deref().or(is(present, &file.before)),
                Direction::Back if file.after.is_none() => Some(&[][..]),
                Direction::Back => is(present, &file.after),
            })
            .collect();
        let others = self.others(stored, end, &from);
        let files = header.files.iter().zip(kept).zip(present).zip(others);
        files
            .map(|(((file, kept), present), other)| {
                let Some(digest) = file.to(end) else { return Some(None) };
                let kept = kept.filter(|_| end == Direction::Back);
                let there = present.filter(|present| Digest::of(present) == *digest);
                there.or(kept).or(other).map(Some)
            })
            .collect()
    }

    fn others(
        &self,
        stored: &Stored,
        end: Direction,
        from: &[Option<&[u8]>],
    ) -> Vec<Option<Vec<u8>>> {
        let path = self.store.path(stored);
        let record = Header::read(&path, &stored.handle).and_then(|it| Record::read(&path, it));
        let others = record.ok().and_then(|record| record.others(end, from));
        others.unwrap_or_else(|| vec![None; from.len()])
    }

    /// All files are as they should be: says so. Folders go before the mark changes, so that whoever
    /// is killed in between leaves the rest to the next.
    pub(crate) fn finish(
        &self,
        stored: &mut Stored,
        header: &Header,
        underway: &Underway,
    ) -> Result<(), Refused> {
        if underway.direction == Direction::Back {
            self.remove_folders(header)?;
        }
        self.store.mark(stored, underway.end)?;
        // What is acknowledged must not be taken for cut short after a power failure.
        self.store.sync()?;
        self.store.drop_base(&stored.handle);
        Ok(())
    }

    /// No file has changed: takes it back.
    pub(crate) fn cancel(&self, stored: &mut Stored, underway: &Underway) -> Result<(), Refused> {
        self.store.mark(stored, underway.cancelled)?;
        self.settle(stored)
    }

    fn settle(&self, stored: &mut Stored) -> Result<(), Refused> {
        let header = match Header::read(&self.store.path(stored), &stored.handle) {
            Ok(header) => header,
            Err(reason) => return self.store.give_up(stored, Mark::Bad, &reason),
        };
        self.sweep(&header)?;
        if stored.mark != Mark::UndoCancelled {
            self.remove_folders(&header)?;
        }
        match stored.mark {
            Mark::UndoCancelled => self.store.mark(stored, Mark::Done)?,
            Mark::RedoCancelled => self.store.mark(stored, Mark::Undone)?,
            _ => return self.store.remove(stored),
        }
        self.store.drop_base(&stored.handle);
        Ok(())
    }

    /// Removes our temporary files.
    pub(crate) fn sweep(&self, header: &Header) -> Result<(), Refused> {
        let mut outcome = Ok(());
        for (index, file) in header.files.iter().enumerate() {
            let Ok(place) = resolve(&self.root, &file.real) else { continue };
            let path = temporary(place.folder(), &header.handle, index);
            let cleared = self.store.disk.clear(&path);
            outcome = outcome.and(cleared.map_err(|source| Refused::io("remove", &path, source)));
        }
        outcome
    }

    /// Those that the entry made. One that has something in it now stays, as does one that we may
    /// not remove.
    fn remove_folders(&self, header: &Header) -> Result<(), Refused> {
        for folder in header.folders.iter().rev() {
            let Ok(place) = resolve(&self.root, &format!("{folder}/x")) else { continue };
            let folder = place.folder();
            match self.store.disk.remove_folder(folder).map_err(|error| (error.kind(), error)) {
                Err((ErrorKind::DirectoryNotEmpty | ErrorKind::AlreadyExists, _)) => {}
                Err((ErrorKind::NotFound | ErrorKind::PermissionDenied, _)) | Ok(()) => {}
                Err((_, source)) => return Err(Refused::io("remove", folder, source)),
            }
        }
        Ok(())
    }
}

fn present(root: &Path, file: &FileRecord) -> Option<Vec<u8>> {
    fs::read(resolve(root, &file.real).ok()?.real).ok()
}

fn is<'a>(content: &'a Option<Vec<u8>>, digest: &Option<Digest>) -> Option<&'a [u8]> {
    content.as_deref().filter(|content| digest.as_ref() == Some(&Digest::of(content)))
}
