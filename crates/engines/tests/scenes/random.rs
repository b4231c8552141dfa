//! Random sequences of actions: the disk and the memory have the expected content.

use proptest::prelude::*;
use scenewright_engine::EngineError;
use scenewright_model::EditMode;

use super::side::*;

#[derive(Debug, Clone, Copy)]
enum Step {
    Keep(i64),
    Write(i64),
    Save,
    Overwrite,
    Reload,
    Undo,
    Redo,
    /// Somebody else writes the file.
    Other(i64),
}

/// The number in the file, the one in memory with that it was made on, what was written, and what was
/// done in memory since.
#[derive(Debug, Default)]
struct Model {
    disk: i64,
    unsaved: Option<(i64, i64)>,
    /// With the number of the undo that took it back.
    entries: Vec<(i64, i64, Option<usize>)>,
    undos: usize,
    edits: Vec<Kept>,
    clock: usize,
    /// The entry that was written or done again last, and when.
    written: Option<(usize, usize)>,
    /// When an entry was last written, undone or done again.
    turned: usize,
}

#[derive(Debug)]
struct Kept {
    from: i64,
    to: i64,
    made: usize,
    undone: Option<usize>,
}

impl Model {
    fn seen(&self) -> i64 {
        self.unsaved.map_or(self.disk, |(_, now)| now)
    }

    /// `None`: it is refused, and nothing changes.
    fn step(&mut self, step: Step) -> Option<()> {
        let base = self.unsaved.map_or(self.disk, |(base, _)| base);
        self.clock += 1;
        match step {
            Step::Keep(number) if number == self.seen() => Some(()),
            Step::Keep(number) => {
                let (from, made) = (self.seen(), self.clock);
                self.edits.push(Kept { from, to: number, made, undone: None });
                self.unsaved = (number != base).then_some((base, number));
                Some(())
            }
            Step::Write(number) if number == self.seen() => Some(()),
            Step::Write(number) if number == base => self.drop_unsaved(),
            Step::Write(number) => self.write(base, number),
            Step::Save => self.unsaved.map_or(Some(()), |(base, now)| self.write(base, now)),
            Step::Overwrite => {
                if let Some((_, now)) = self.unsaved {
                    self.drop_unsaved();
                    if now != self.disk {
                        self.write(self.disk, now)?;
                    }
                }
                Some(())
            }
            Step::Reload => self.drop_unsaved(),
            Step::Undo => match self.last_made() {
                Some(at) => self.turn_edit(at, false),
                None => self.turn(false),
            },
            Step::Redo => match self.last_undone() {
                Some(at) => self.turn_edit(at, true),
                None => self.turn(true),
            },
            Step::Other(number) => {
                self.disk = number;
                Some(())
            }
        }
    }

    fn write(&mut self, base: i64, now: i64) -> Option<()> {
        if base != self.disk {
            return None;
        }
        self.drop_unsaved();
        self.disk = now;
        self.entries.push((base, now, None));
        self.written = Some((self.entries.len() - 1, self.clock));
        self.turned = self.clock;
        Some(())
    }

    fn drop_unsaved(&mut self) -> Option<()> {
        self.unsaved = None;
        self.edits.clear();
        Some(())
    }

    /// Unless an entry was done again after it.
    fn last_made(&self) -> Option<usize> {
        let at = self.edits.iter().rposition(|edit| edit.undone.is_none())?;
        let newest = self.entries.iter().rposition(|entry| entry.2.is_none());
        let is_older = self
            .written
            .is_some_and(|(entry, when)| Some(entry) == newest && when > self.edits[at].made);
        (!is_older).then_some(at)
    }

    fn last_undone(&self) -> Option<usize> {
        let since =
            self.edits.iter().rposition(|edit| edit.undone.is_none()).map_or(0, |at| at + 1);
        let undone = (since..self.edits.len()).max_by_key(|at| self.edits[*at].undone)?;
        (self.edits[undone].undone > Some(self.turned)).then_some(undone)
    }

    fn turn_edit(&mut self, at: usize, again: bool) -> Option<()> {
        let Kept { from, to, .. } = self.edits[at];
        let (from, to) = if again { (from, to) } else { (to, from) };
        if self.seen() != from {
            return None;
        }
        let base = self.unsaved.map_or(self.disk, |(base, _)| base);
        self.unsaved = (to != base).then_some((base, to));
        self.edits[at].undone = (!again).then_some(self.clock);
        Some(())
    }

    /// The newest that is done; or the one that was undone last.
    fn turn(&mut self, again: bool) -> Option<()> {
        let mut all = self.entries.iter();
        let at = match again {
            false => all.rposition(|entry| entry.2.is_none())?,
            true => all.enumerate().filter_map(|(at, entry)| Some((entry.2?, at))).max()?.1,
        };
        let (before, after, _) = *self.entries.get(at)?;
        let (from, to) = if again { (before, after) } else { (after, before) };
        if self.unsaved.is_some() || self.disk != from {
            return None;
        }
        self.disk = to;
        self.undos += 1;
        self.entries[at].2 = (!again).then_some(self.undos);
        self.turned = self.clock;
        if again {
            self.written = Some((at, self.clock));
        }
        Some(())
    }
}

fn really(game: &Game, step: Step) -> Result<(), EngineError> {
    let main = game.side.main;
    let editing = game.engine.as_editing().unwrap();
    match step {
        Step::Keep(number) => drop(game.edit(&[game.number(number)], EditMode::KeepUnsaved)?),
        Step::Write(number) => drop(game.edit(&[game.number(number)], EditMode::Save)?),
        Step::Save => drop(game.save(None, SAVE)?),
        Step::Overwrite => drop(game.save(Some(main), OVERWRITE)?),
        Step::Reload => drop(game.world().reload(main, &cx())?),
        Step::Undo => drop(editing.undo(None, false, &cx())?),
        Step::Redo => drop(editing.redo(None, false, &cx())?),
        Step::Other(number) => game.write(main, &(game.side.text)(number)),
    }
    Ok(())
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let number = 0..4i64;
    let step = prop_oneof![
        4 => number.clone().prop_map(Step::Keep),
        3 => number.clone().prop_map(Step::Write),
        3 => Just(Step::Save),
        1 => Just(Step::Overwrite),
        1 => Just(Step::Reload),
        2 => Just(Step::Undo),
        2 => Just(Step::Redo),
        1 => number.prop_map(Step::Other),
    ];
    proptest::collection::vec(step, 1..25)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_are_lost_or_invented(steps in steps()) {
        for side in SIDES {
            let (game, mut model) = (Game::new(side), Model::default());
            for (at, step) in steps.iter().enumerate() {
                let done = really(&game, *step);
                let expected = model.step(*step);
                prop_assert_eq!(done.is_ok(), expected.is_some(), "{} {:?}: {:?}", at, step, done);
                prop_assert_eq!(game.disk(side.main).unwrap(), (side.text)(model.disk));
                prop_assert_eq!(game.seen(), model.seen(), "{} {:?}", at, step);
                let scenes = game.world().loaded(&cx()).unwrap().value;
                prop_assert_eq!(scenes[0].is_dirty, model.unsaved.is_some());
                let conflicted = model.unsaved.is_some_and(|(base, _)| base != model.disk);
                prop_assert_eq!(scenes[0].is_conflicted, conflicted);
            }
        }
    }
}
