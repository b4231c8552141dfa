//! The journal of one project: commit, undo, redo, history. Everything happens under its lock.

mod check;

use std::fs::{self, DirBuilder};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use scenewright_model::FileChange;

use crate::digest::Digest;
use crate::disk::{Disk, Hook};
use crate::entry::{Entry, SetAside, State};
use crate::lock::Lock;
use crate::place::inner;
use crate::record::{FileRecord, Header, Record};
use crate::recover::{self, Look, Now, look};
use crate::refused::{Refused, Version};
use crate::splice;
use crate::store::{Mark, Store, Stored, unfinished};
use crate::switch::{Failed, Target, switch};
use check::{check, writable};

/// What a journal keeps, and how long it waits for its turn. The newest entry is kept in any case.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub entries: usize,
    pub bytes: u64,
    /// For another writer to finish.
    pub wait: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { entries: 200, bytes: 256 << 20, wait: Duration::from_secs(10) }
    }
}

pub struct Journal {
    /// Canonical.
    pub(crate) root: PathBuf,
    pub(crate) store: Store,
    lock: PathBuf,
    limits: Limits,
}

/// One writer's turn. A second one taken by the same thread would wait for the first.
pub struct Turn<'a> {
    journal: &'a Journal,
    _lock: Lock,
}

impl Turn<'_> {
    /// [`Journal::commit`].
    pub fn commit(&self, changes: &[FileChange], label: &str) -> Result<Entry, Refused> {
        self.journal.commit_locked(changes, label)
    }
}

impl Journal {
    /// The journal of the project at `root`, in a folder of its own below `data`, which must lie
    /// outside the project. What was cut short there is finished first.
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
        let root = fs::canonicalize(root).map_err(|source| Refused::io("open", root, source))?;
        let folder = make_folder(data, &root)?;
        let lock = folder.join("lock");
        let store = Store { folder: folder.join("entries"), disk: Disk::new(hook) };
        let journal = Journal { root, store, lock, limits };
        let _lock = journal.lock()?;
        journal.recover()?;
        Ok(journal)
    }

    /// Makes all the changes, or none of them. Paths are relative to the root, with `/` between the
    /// parts. Every file must still have its `before`.
    pub fn commit(&self, changes: &[FileChange], label: &str) -> Result<Entry, Refused> {
        self.turn()?.commit(changes, label)
    }

    /// Keeps all other writers out until it is dropped: what is read meanwhile is still so when it is
    /// committed, unless somebody writes without a journal.
    pub fn turn(&self) -> Result<Turn<'_>, Refused> {
        let turn = Turn { journal: self, _lock: self.lock()? };
        self.recover()?;
        Ok(turn)
    }

    fn commit_locked(&self, changes: &[FileChange], label: &str) -> Result<Entry, Refused> {
        let mut stored = self.store.next()?;
        let targets = check(&self.root, changes, &stored.handle)?;
        let (header, body) = record(&self.root, &stored.handle, label, &targets);
        self.store.save(&mut stored, &header, &body)?;
        self.run(&mut stored, &header, &targets)?;
        if let Err(error) = self.store.prune(self.limits.entries, self.limits.bytes) {
            tracing::warn!(%error, "the journal could not be made shorter");
        }
        Ok(header.entry(State::Done))
    }

    /// Gives every file of the entry its bytes from before it. Refused if one has changed since.
    pub fn undo(&self, handle: &str) -> Result<Entry, Refused> {
        self.turn_back(handle, "undone", Mark::Done, Mark::Undoing, State::Undone)
    }

    /// Does again what was undone. Refused if a file has changed since.
    pub fn redo(&self, handle: &str) -> Result<Entry, Refused> {
        self.turn_back(handle, "redone", Mark::Undone, Mark::Redoing, State::Done)
    }

    /// What an undo of the entry would change, or what keeps it from being undone.
    pub fn preview_undo(&self, handle: &str) -> Result<Vec<FileChange>, Refused> {
        self.preview(handle, "undone", Mark::Done, Mark::Undoing)
    }

    /// What a redo of the entry would change, or what keeps it from being redone.
    pub fn preview_redo(&self, handle: &str) -> Result<Vec<FileChange>, Refused> {
        self.preview(handle, "redone", Mark::Undone, Mark::Redoing)
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

    fn lock(&self) -> Result<Lock, Refused> {
        Lock::take(&self.lock, self.limits.wait)
    }

    fn told(&self, mut stored: Stored) -> Option<Entry> {
        let state = match stored.mark {
            Mark::Done | Mark::UndoCancelled => State::Done,
            Mark::Undone | Mark::RedoCancelled => State::Undone,
            Mark::Conflicted => State::Conflicted { reason: self.store.reason(&stored.handle) },
            Mark::Intent | Mark::Undoing | Mark::Redoing => {
                State::Conflicted { reason: "it was cut short and is not finished yet".into() }
            }
            Mark::New | Mark::IntentCancelled | Mark::Bad => return None,
        };
        match Header::read(&self.store.path(&stored), &stored.handle) {
            Ok(header) => Some(header.entry(state)),
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
        wanted: &'static str,
        from: Mark,
        through: Mark,
        to: State,
    ) -> Result<Entry, Refused> {
        let _lock = self.lock()?;
        self.recover()?;
        let mut stored = self.find(handle, wanted, from)?;
        let (header, targets) = self.turned(&stored, through)?;
        self.store.mark(&mut stored, through)?;
        if let Err(refused) = self.store.sync() {
            return Err(self.give_up(&mut stored, refused));
        }
        self.run(&mut stored, &header, &targets)?;
        Ok(header.entry(to))
    }

    fn preview(
        &self,
        handle: &str,
        wanted: &'static str,
        from: Mark,
        through: Mark,
    ) -> Result<Vec<FileChange>, Refused> {
        let _lock = self.lock()?;
        self.recover()?;
        let stored = self.find(handle, wanted, from)?;
        let (_, targets) = self.turned(&stored, through)?;
        Ok(targets.into_iter().map(Target::into_change).collect())
    }

    fn find(&self, handle: &str, wanted: &'static str, from: Mark) -> Result<Stored, Refused> {
        let stored = self.store.list()?.into_iter().find(|stored| stored.handle == handle);
        let unknown = || Refused::Unknown { handle: handle.to_owned() };
        let stored = stored.ok_or_else(unknown)?;
        if stored.mark == from {
            return Ok(stored);
        }
        let state = match self.told(stored).ok_or_else(unknown)?.state {
            State::Done => "done".to_owned(),
            State::Undone => "undone".to_owned(),
            State::Conflicted { reason } => format!("conflicted ({reason})"),
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

fn record<'a>(
    root: &Path,
    handle: &str,
    label: &str,
    targets: &'a [Target<'_>],
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
    };
    (header, body)
}

/// Named after the project, for people, and after its whole path, for us.
fn make_folder(data: &Path, root: &Path) -> Result<PathBuf, Refused> {
    let failed = |source| Refused::io("open", data, source);
    fs::create_dir_all(data).map_err(failed)?;
    let data = fs::canonicalize(data).map_err(failed)?;
    if data.starts_with(root) {
        return Err(Refused::path(
            &data.to_string_lossy(),
            "a journal must be outside its project",
        ));
    }
    let folder = data.join(folder_name(root));
    let failed = |source| Refused::io("make the folder", &folder, source);
    private().create(folder.join("entries")).map_err(failed)?;
    let note = folder.join("project.txt");
    if !note.exists() {
        fs::write(note, root.to_string_lossy().as_bytes()).map_err(failed)?;
    }
    Ok(folder)
}

fn folder_name(root: &Path) -> String {
    let name = root.file_name().unwrap_or_default().to_string_lossy();
    let name: String =
        name.chars().take(40).map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let hash = Digest::of(root.as_os_str().as_encoded_bytes()).hash;
    format!("{name}-{}", &hash[..16])
}

/// Where the journal of a project is, if it has one. Nothing is made.
pub(crate) fn existing_folder(data: &Path, root: &Path) -> Option<PathBuf> {
    let root = fs::canonicalize(root).ok()?;
    Some(data.join(folder_name(&root))).filter(|folder| folder.is_dir())
}

/// Makes folders that nobody else can read: what a project holds is not for everybody.
pub(crate) fn private() -> DirBuilder {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
}
