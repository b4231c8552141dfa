//! The journal of one project: commit, undo, redo, history. Everything happens under its lock.

mod check;
mod requests;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use scenewright_model::{FileChange, Recovery};

use crate::digest::Digest;
use crate::disk::{Disk, Hook};
use crate::entry::{Entry, Request, SetAside, State};
use crate::folder;
use crate::inspect;
use crate::lock::Lock;
use crate::place::inner;
use crate::record::{Direction, FileRecord, Header, Record};
use crate::recover::{self, Look, Now, look};
use crate::refused::{Refused, Version};
use crate::splice;
use crate::store::{Mark, Store, Stored, unfinished};
use crate::switch::{Failed, Target, switch};
use crate::turns::Turns;
use check::{check, writable};

/// What a journal keeps, and how long it waits for its turn. The newest entry is kept in any case.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub bytes: u64,
    /// Older entries are forgotten.
    pub age: Duration,
    /// For another writer to finish.
    pub wait: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        let age = Duration::from_secs(90 * 86_400);
        Limits { bytes: 256 << 20, age, wait: Duration::from_secs(10) }
    }
}

/// What belongs to a commit, an undo or a redo beside its files.
#[derive(Clone, Copy, Default)]
pub struct CommitOptions<'a> {
    /// Recorded with it; one that was done already is refused.
    pub request: Option<&'a Request>,
    /// Asked when everything is checked and nothing is written yet: `false` gives it up. After `true`
    /// it goes on to its end.
    pub begin: Option<&'a dyn Fn() -> bool>,
}

impl CommitOptions<'_> {
    fn begin(&self) -> Result<(), Refused> {
        if self.begin.is_none_or(|begin| begin()) { Ok(()) } else { Err(Refused::Cancelled) }
    }
}

pub struct Journal {
    /// Canonical.
    pub(crate) root: PathBuf,
    pub(crate) store: Store,
    lock: PathBuf,
    limits: Limits,
    /// What was done about unfinished entries, until somebody asks.
    recovered: Mutex<Vec<Recovery>>,
}

/// An undo, or a redo.
struct Way {
    wanted: &'static str,
    from: Mark,
    through: Mark,
    to: State,
}

const UNDO: Way =
    Way { wanted: "undone", from: Mark::Done, through: Mark::Undoing, to: State::Undone };
const REDO: Way =
    Way { wanted: "redone", from: Mark::Undone, through: Mark::Redoing, to: State::Done };

/// One writer's turn. A second one taken by the same thread would wait for the first.
pub struct Turn<'a> {
    journal: &'a Journal,
    _lock: Lock,
}

impl Turn<'_> {
    /// [`Journal::commit`].
    pub fn commit(
        &self,
        changes: &[FileChange],
        label: &str,
        options: &CommitOptions<'_>,
    ) -> Result<Entry, Refused> {
        self.journal.commit_locked(changes, label, options)
    }
}

impl Journal {
    /// The journal of the project at `root`, in a folder of its own below `data`, which must lie
    /// outside the project. What was cut short there is taken back first.
    pub fn open(data: &Path, root: &Path) -> Result<Journal, Refused> {
        Journal::open_with(data, root, Limits::default(), None)
    }

    /// `hook` is for tests: it is asked before every step that writes.
    #[doc(hidden)]
    pub fn open_with(
        data: &Path,
        root: &Path,
        limits: Limits,
        hook: Option<Hook>,
    ) -> Result<Journal, Refused> {
        let journal = Journal::make(data, root, limits, hook)?;
        let _lock = journal.lock()?;
        journal.recover()?;
        Ok(journal)
    }

    /// Leaves what was cut short as it is, for [`resolve`](Journal::resolve).
    pub fn open_unrecovered(data: &Path, root: &Path) -> Result<Journal, Refused> {
        Journal::make(data, root, Limits::default(), None)
    }

    fn make(
        data: &Path,
        root: &Path,
        limits: Limits,
        hook: Option<Hook>,
    ) -> Result<Journal, Refused> {
        let root = fs::canonicalize(root).map_err(|source| Refused::io("open", root, source))?;
        let folder = folder::make(data, &root)?;
        let lock = folder.join("lock");
        let store = Store { folder: folder.join("entries"), disk: Disk::new(hook) };
        Ok(Journal { root, store, lock, limits, recovered: Mutex::default() })
    }

    /// Makes all the changes, or none of them. Paths are relative to the root, with `/` between the
    /// parts. Every file must still have its `before`.
    pub fn commit(&self, changes: &[FileChange], label: &str) -> Result<Entry, Refused> {
        self.commit_with(changes, label, &CommitOptions::default())
    }

    pub fn commit_with(
        &self,
        changes: &[FileChange],
        label: &str,
        options: &CommitOptions<'_>,
    ) -> Result<Entry, Refused> {
        self.turn()?.commit(changes, label, options)
    }

    /// Keeps all other writers out until it is dropped: what is read meanwhile is still so when it is
    /// committed, unless somebody writes without a journal.
    pub fn turn(&self) -> Result<Turn<'_>, Refused> {
        let turn = Turn { journal: self, _lock: self.lock()? };
        self.recover()?;
        Ok(turn)
    }

    pub(crate) fn commit_locked(
        &self,
        changes: &[FileChange],
        label: &str,
        options: &CommitOptions<'_>,
    ) -> Result<Entry, Refused> {
        let mut stored = self.store.next()?;
        let targets = check(&self.root, changes, &stored.handle)?;
        self.is_new(options.request)?;
        options.begin()?;
        let (header, body) = record(&self.root, &stored.handle, label, &targets, options.request);
        self.store.save_base(&stored.handle, &contents(&targets, Direction::Forward))?;
        self.store.save(&mut stored, &header, &body)?;
        self.run(&mut stored, &header, &targets)?;
        if let Err(error) = self.store.prune(self.limits.bytes, self.limits.age) {
            tracing::warn!(%error, "the journal could not be made shorter");
        }
        let linked = targets.iter().filter(|it| it.to.is_some() && it.keep.has_hard_links());
        let hard_links = linked.map(|target| target.path.clone()).collect();
        Ok(Entry { hard_links, ..header.entry(State::Done) })
    }

    /// Gives every file of the entry its bytes from before it. Refused if one has changed since.
    pub fn undo(&self, handle: &str) -> Result<Entry, Refused> {
        self.undo_with(handle, &CommitOptions::default())
    }

    pub fn undo_with(&self, handle: &str, options: &CommitOptions<'_>) -> Result<Entry, Refused> {
        self.turn_back(handle, &UNDO, options)
    }

    /// Does again what was undone. Refused if a file has changed since.
    pub fn redo(&self, handle: &str) -> Result<Entry, Refused> {
        self.redo_with(handle, &CommitOptions::default())
    }

    pub fn redo_with(&self, handle: &str, options: &CommitOptions<'_>) -> Result<Entry, Refused> {
        self.turn_back(handle, &REDO, options)
    }

    /// What an undo of the entry would change, or what keeps it from being undone.
    pub fn preview_undo(&self, handle: &str) -> Result<Vec<FileChange>, Refused> {
        self.preview(handle, &UNDO)
    }

    /// What a redo of the entry would change, or what keeps it from being redone.
    pub fn preview_redo(&self, handle: &str) -> Result<Vec<FileChange>, Refused> {
        self.preview(handle, &REDO)
    }

    /// The oldest first.
    pub fn history(&self) -> Result<Vec<Entry>, Refused> {
        let _lock = self.lock()?;
        self.recover()?;
        let all = self.store.list()?.into_iter();
        Ok(all.filter_map(|stored| self.told(stored)).collect())
    }

    /// Records that could not be read, the oldest first.
    pub fn set_aside(&self) -> Result<Vec<SetAside>, Refused> {
        let _lock = self.lock()?;
        self.store.set_aside()
    }

    /// Where it is kept.
    pub fn folder(&self) -> &Path {
        self.lock.parent().unwrap_or(&self.lock)
    }

    /// Deals with what was cut short; every commit, undo and redo does so too.
    pub fn recover_now(&self) -> Result<(), Refused> {
        let _lock = self.lock()?;
        self.recover()
    }

    /// What was done about unfinished entries since the last time that this was asked.
    pub fn take_recovered(&self) -> Vec<Recovery> {
        std::mem::take(&mut self.recovered.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn report(&self, recovered: Recovery) {
        self.recovered.lock().unwrap_or_else(PoisonError::into_inner).push(recovered);
    }

    pub(crate) fn lock(&self) -> Result<Lock, Refused> {
        Lock::take(&self.lock, self.limits.wait)
    }

    /// A record that cannot be read is set aside.
    fn told(&self, mut stored: Stored) -> Option<Entry> {
        match inspect::entry(&self.store, &stored) {
            Ok(entry) => entry,
            Err(reason) => {
                if let Err(error) = self.store.give_up(&mut stored, Mark::Bad, &reason) {
                    tracing::warn!(entry = stored.handle, %error, "a bad record stays where it is");
                }
                None
            }
        }
    }

    /// An undo, or a redo.
    fn turn_back(
        &self,
        handle: &str,
        way: &Way,
        options: &CommitOptions<'_>,
    ) -> Result<Entry, Refused> {
        let _lock = self.lock()?;
        self.recover()?;
        self.is_new(options.request)?;
        let mut stored = self.find(handle, way)?;
        let (header, targets) = self.turned(&stored, way.through)?;
        options.begin()?;
        let mut turns = Turns::of(&self.store, &stored);
        turns.begin(way.through == Mark::Undoing, self.turn_time()?, options.request.cloned());
        turns.write(&self.store, handle)?;
        let end = way.through.underway().map_or(Direction::Forward, |it| it.direction);
        self.store.save_base(handle, &contents(&targets, end))?;
        self.store.mark(&mut stored, way.through)?;
        if let Err(refused) = self.store.sync() {
            return Err(self.give_up(&mut stored, refused));
        }
        self.run(&mut stored, &header, &targets)?;
        Ok(header.entry(way.to.clone()))
    }

    /// Later than every undo that still stands, also if the clock was put back.
    fn turn_time(&self) -> Result<SystemTime, Refused> {
        let all = self.store.list()?.into_iter().filter(|stored| stored.mark == Mark::Undone);
        let last = all.filter_map(|stored| Turns::of(&self.store, &stored).undone()).max();
        let next = last.and_then(|last| last.checked_add(Duration::from_millis(1)));
        let now = SystemTime::now();
        Ok(next.map_or(now, |next| next.max(now)))
    }

    fn preview(&self, handle: &str, way: &Way) -> Result<Vec<FileChange>, Refused> {
        let _lock = self.lock()?;
        let stored = self.find(handle, way)?;
        let (_, targets) = self.turned(&stored, way.through)?;
        Ok(targets.into_iter().map(Target::into_change).collect())
    }

    fn find(&self, handle: &str, way: &Way) -> Result<Stored, Refused> {
        let stored = self.store.list()?.into_iter().find(|stored| stored.handle == handle);
        let unknown = || Refused::Unknown { handle: handle.to_owned() };
        let stored = stored.ok_or_else(unknown)?;
        if stored.mark == way.from {
            return Ok(stored);
        }
        let wanted = way.wanted;
        let state = match self.told(stored).ok_or_else(unknown)?.state {
            State::Done => "done".to_owned(),
            State::Undone => "undone".to_owned(),
            State::Unfinished { .. } => "unfinished".to_owned(),
            State::Conflicted { reason, .. } => format!("conflicted ({reason})"),
        };
        Err(Refused::State { handle: handle.to_owned(), wanted, state })
    }

    /// What an undo or a redo comes to, with every file checked.
    fn turned(
        &self,
        stored: &Stored,
        through: Mark,
    ) -> Result<(Header, Vec<Target<'static>>), Refused> {
        let damaged = |reason| Refused::Damaged { handle: stored.handle.clone(), reason };
        let direction = through.underway().ok_or(Refused::Nothing)?.direction;
        let path = self.store.path(stored);
        let header = Header::read(&path, &stored.handle).map_err(damaged)?;
        let record = Record::read(&path, header).map_err(damaged)?;
        let files = record.header.files.iter();
        let looks: Result<Vec<Look>, Refused> = files
            .map(|file| {
                let expected = file.from(direction).clone();
                let look = look(&self.root, file, direction)?;
                as_left(&file.path, expected, &look, &record.header)?;
                writable(&file.path, &look.place)?;
                Ok(look)
            })
            .collect();
        let targets = recover::targets(&record, looks?, direction).map_err(damaged)?;
        Ok((record.header, targets))
    }

    /// From the mark that says it is under way to the one that says it is over.
    fn run(
        &self,
        stored: &mut Stored,
        header: &Header,
        targets: &[Target<'_>],
    ) -> Result<(), Refused> {
        let Some(underway) = stored.mark.underway() else { return Ok(()) };
        match switch(&self.store.disk, targets) {
            Ok(()) => {
                // The files are as they should be; whoever comes next can say so too.
                if let Err(error) = self.finish(stored, header, &underway) {
                    tracing::warn!(entry = stored.handle, %error, "an entry waits to be marked");
                }
                Ok(())
            }
            Err(Failed::Before(refused)) => Err(self.give_up(stored, refused)),
            Err(Failed::Between(refused)) => Err(unfinished(stored, &refused)),
        }
    }

    /// What the caller is told about something that has not happened.
    fn give_up(&self, stored: &mut Stored, refused: Refused) -> Refused {
        let Some(underway) = stored.mark.underway() else { return refused };
        match self.cancel(stored, &underway) {
            Err(_) if stored.mark.underway().is_some() => unfinished(stored, &refused),
            _ => refused,
        }
    }
}

fn as_left(
    path: &str,
    expected: Option<Digest>,
    look: &Look,
    header: &Header,
) -> Result<(), Refused> {
    let found = match &look.now {
        Now::From(_) => return Ok(()),
        Now::To => crate::switch::found(&look.place.real),
        Now::Neither(found) => found.clone(),
    };
    let expected = expected.map(|digest| Version::new(digest, Some(header.time())));
    Err(Refused::Changed { path: path.to_owned(), expected, found })
}

/// What the files have before the entry, whichever way they go.
fn contents<'a>(targets: &'a [Target<'_>], way: Direction) -> Vec<&'a [u8]> {
    let before = |target: &'a Target<'_>| match way {
        Direction::Forward => target.from.as_deref(),
        Direction::Back => target.to.as_deref(),
    };
    targets.iter().filter_map(before).collect()
}

fn record<'a>(
    root: &Path,
    handle: &str,
    label: &str,
    targets: &'a [Target<'_>],
    request: Option<&Request>,
) -> (Header, Vec<&'a [u8]>) {
    let mut body: Vec<&[u8]> = Vec::new();
    let mut folders: Vec<String> = Vec::new();
    let mut files = Vec::new();
    for target in targets {
        let (from, to) = (target.from.as_deref(), target.to.as_deref());
        let pieces = splice::pieces(from.unwrap_or_default(), to.unwrap_or_default());
        body.extend(pieces.contents);
        folders.extend(target.place.missing.iter().filter_map(|folder| inner(root, folder)));
        files.push(FileRecord {
            path: target.path.clone(),
            real: target.place.inner.clone(),
            before: from.map(Digest::of),
            after: to.map(Digest::of),
            mode: target.keep.mode(),
            pieces: pieces.pieces,
        });
    }
    folders.sort();
    folders.dedup();
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let header = Header {
        handle: handle.to_owned(),
        label: label.to_owned(),
        time: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
        files,
        folders,
        body: Digest::of_parts(&body),
        request: request.cloned(),
    };
    (header, body)
}
