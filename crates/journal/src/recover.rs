//! Ends what was cut short. Who holds the lock knows that nobody is at work, so whatever is under way
//! was left by a process that died.

use std::borrow::Cow;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use crate::digest::Digest;
use crate::disk::{Keep, absent};
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
    let keep = metadata.map_or_else(|| file.mode.map_or(Keep::Nothing, Keep::Mode), Keep::Of);
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
    let handle = &record.header.handle;
    let files = record.header.files.iter().zip(looks).zip(others).enumerate();
    Ok(files
        .filter_map(|(index, ((file, look), other))| {
            let Now::From(from) = look.now else { return None };
            Some(Target {
                path: file.path.clone(),
                temporary: temporary(look.place.folder(), handle, index),
                place: look.place,
                from: from.map(Cow::Owned),
                to: other.map(Cow::Owned),
                seen: look.seen,
                keep: look.keep,
            })
        })
        .collect())
}

impl Journal {
    /// Only a journal that cannot be listed is an error: one bad entry stops nobody, and what cannot
    /// be ended now is tried again by the next one who holds the lock.
    pub(crate) fn recover(&self) -> Result<(), Refused> {
        for mut stored in self.store.list()? {
            let outcome = match (stored.mark.underway(), stored.mark) {
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
        Ok(())
    }

    fn resume(&self, stored: &mut Stored, underway: &Underway) -> Result<(), Refused> {
        let header = match Header::read(&self.store.path(stored), &stored.handle) {
            Ok(header) => header,
            Err(reason) => return self.store.give_up(stored, Mark::Bad, &reason),
        };
        self.sweep(&header)?;
        match self.looks(&header, underway.direction) {
            Err(reason) => self.store.give_up(stored, Mark::Conflicted, &reason),
            Ok(looks) if looks.iter().all(|look| matches!(look.now, Now::To)) => {
                self.finish(stored, &header, underway)
            }
            Ok(looks) => self.go_on(stored, underway, header, looks),
        }
    }

    /// Every file's version, or why it has neither.
    fn looks(&self, header: &Header, to: Direction) -> Result<Vec<Look>, String> {
        let look = |file: &FileRecord| match look(&self.root, file, to) {
            Err(refused) => Err(refused.to_string()),
            Ok(Look { now: Now::Neither(found), .. }) => Err(neither(file, found)),
            Ok(look) => Ok(look),
        };
        header.files.iter().map(look).collect()
    }

    fn go_on(
        &self,
        stored: &mut Stored,
        underway: &Underway,
        header: Header,
        looks: Vec<Look>,
    ) -> Result<(), Refused> {
        let untouched = looks.iter().all(|look| matches!(look.now, Now::From(_)));
        let read = Record::read(&self.store.path(stored), header)
            .and_then(|record| Ok((targets(&record, looks, underway.direction)?, record.header)));
        let (targets, header) = match read {
            Ok(read) => read,
            Err(reason) if untouched => return self.store.give_up(stored, Mark::Bad, &reason),
            Err(reason) => return self.store.give_up(stored, Mark::Conflicted, &reason),
        };
        match switch(&self.store.disk, &targets) {
            Ok(()) => self.finish(stored, &header, underway),
            Err(Failed::Before(refused)) if untouched => {
                self.cancel(stored, underway)?;
                Err(refused)
            }
            Err(Failed::Before(refused) | Failed::Between(refused)) => Err(refused),
        }
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
        self.store.mark(stored, underway.end)
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
            Mark::UndoCancelled => self.store.mark(stored, Mark::Done),
            Mark::RedoCancelled => self.store.mark(stored, Mark::Undone),
            _ => self.store.remove(stored),
        }
    }

    /// Removes our temporary files.
    fn sweep(&self, header: &Header) -> Result<(), Refused> {
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

fn neither(file: &FileRecord, found: Option<Version>) -> String {
    let version = |digest: &Option<Digest>| Some(Version::new(digest.clone()?, None));
    let changed = |expected| Refused::Changed { path: file.path.clone(), expected, found };
    let after = version(&file.after).map_or("no file".to_owned(), |after| after.to_string());
    format!("{}; it was to become {after}", changed(version(&file.before)))
}
