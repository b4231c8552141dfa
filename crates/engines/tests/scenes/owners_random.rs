//! Random actions of several owners: edits of an owner who did not save never reach the disk, and no edit is
//! lost, even if the process ends in between.

use std::collections::BTreeSet;

use proptest::prelude::*;
use scenewright_engine::{Context, EngineError};
use scenewright_model::{EditMode, UnloadMode};

use super::side::*;

const OWNERS: [&str; 3] = ["MCP session 1", "Explorer", "Unity-HTTP"];

#[derive(Debug, Clone, Copy)]
enum Deed {
    Keep,
    Write,
    Save,
    SaveAll,
    /// The edit that was kept last in the scene.
    Undo,
    Reload,
    Restart,
}

#[derive(Debug, Clone, Copy)]
struct Step {
    deed: Deed,
    owner: usize,
    scene: usize,
    includes: bool,
}

/// Names of objects, each made by one edit.
#[derive(Debug, Default)]
struct SceneModel {
    disk: BTreeSet<String>,
    /// In memory only, with the handles of their edits, in their order.
    kept: Vec<(String, String)>,
    owner: usize,
    /// Left behind by a process that ended.
    left: Vec<String>,
}

impl SceneModel {
    fn seen(&self) -> BTreeSet<String> {
        self.disk.iter().chain(self.kept.iter().map(|(name, _)| name)).cloned().collect()
    }

    /// Whether somebody may touch it; what was left behind is taken in on the way.
    fn may(&mut self, owner: usize, includes: bool) -> bool {
        let is_anothers = !self.kept.is_empty() && self.owner != owner;
        if (is_anothers || !self.left.is_empty()) && !includes {
            return false;
        }
        self.kept.extend(self.left.drain(..).map(|name| (name, String::new())));
        self.owner = owner;
        true
    }

    fn save(&mut self) {
        self.disk.extend(self.kept.drain(..).map(|(name, _)| name));
    }
}

struct Run {
    game: Game,
    scenes: [SceneModel; 2],
}

impl Run {
    fn new(side: Side) -> Run {
        let run = Run { game: Game::new(side), scenes: Default::default() };
        run.load();
        run
    }

    fn load(&self) {
        let world = self.game.world();
        for path in [self.game.side.main, self.game.side.other] {
            world.load(path, true, UnloadMode::IfSaved, &cx()).unwrap();
        }
    }

    fn path(&self, scene: usize) -> &'static str {
        [self.game.side.main, self.game.side.other][scene]
    }

    /// Whether it was done, really and in the model.
    fn step(&mut self, at: usize, step: Step) -> (Result<(), EngineError>, bool) {
        let Step { deed, owner, scene, includes } = step;
        let cx = of(OWNERS[owner]).including_others(includes);
        let name = format!("Made{at:03}");
        match deed {
            Deed::Keep => self.edit(&name, EditMode::KeepUnsaved, step, &cx),
            Deed::Write => self.edit(&name, EditMode::Save, step, &cx),
            Deed::Save => {
                let done = self.game.world().save(Some(self.path(scene)), SAVE, &cx);
                let may = self.scenes[scene].may(owner, includes);
                if may {
                    self.scenes[scene].save();
                }
                (done.map(drop), may)
            }
            Deed::SaveAll => {
                let done = self.game.world().save(None, SAVE, &cx);
                for scene in &mut self.scenes {
                    let is_own = scene.owner == owner && scene.left.is_empty();
                    if includes || is_own {
                        scene.may(owner, includes);
                        scene.save();
                    }
                }
                (done.map(drop), true)
            }
            Deed::Undo => self.undo(owner, scene, &cx),
            Deed::Reload => {
                let done = self.game.world().reload(self.path(scene), &cx);
                let model = &mut self.scenes[scene];
                let may = includes || model.kept.is_empty() || model.owner == owner;
                if may {
                    model.kept.clear();
                }
                if may && includes {
                    model.left.clear();
                }
                (done.map(drop), may)
            }
            Deed::Restart => {
                self.game.restart();
                self.load();
                for scene in &mut self.scenes {
                    scene.left.extend(scene.kept.drain(..).map(|(name, _)| name));
                }
                (Ok(()), true)
            }
        }
    }

    fn edit(
        &mut self,
        name: &str,
        mode: EditMode,
        step: Step,
        cx: &Context,
    ) -> (Result<(), EngineError>, bool) {
        let edit = self.game.object(self.path(step.scene), name);
        let done = self.game.edit_as(&[edit], mode, cx);
        let model = &mut self.scenes[step.scene];
        let may = model.may(step.owner, step.includes);
        if let (true, Ok(edited)) = (may, &done) {
            model.kept.push((name.to_owned(), edited.handle.clone().unwrap()));
            if mode == EditMode::Save {
                model.save();
            }
        }
        (done.map(drop), may)
    }

    fn undo(
        &mut self,
        owner: usize,
        scene: usize,
        cx: &Context,
    ) -> (Result<(), EngineError>, bool) {
        let model = &mut self.scenes[scene];
        let Some((_, handle)) = model.kept.last().filter(|(_, handle)| !handle.is_empty()) else {
            return (Ok(()), true);
        };
        let editing = self.game.engine.as_editing().unwrap();
        let done = editing.undo(Some(handle), false, cx).map(drop);
        let may = model.owner == owner || cx.includes_others();
        if may {
            model.kept.pop();
        }
        (done, may)
    }

    fn made(text: &str) -> BTreeSet<String> {
        let starts = text.match_indices("Made").map(|(at, _)| text[at..at + 7].to_owned());
        starts.collect()
    }
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let deed = prop_oneof![
        6 => Just(Deed::Keep),
        2 => Just(Deed::Write),
        2 => Just(Deed::Save),
        1 => Just(Deed::SaveAll),
        2 => Just(Deed::Undo),
        1 => Just(Deed::Reload),
        1 => Just(Deed::Restart),
    ];
    let step = (deed, 0..3usize, 0..2usize, prop::bool::weighted(0.25));
    let step =
        step.prop_map(|(deed, owner, scene, includes)| Step { deed, owner, scene, includes });
    proptest::collection::vec(step, 1..30)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn nobody_saves_the_bytes_of_another_and_no_edit_is_lost(steps in steps()) {
        for side in SIDES {
            let mut run = Run::new(side);
            for (at, step) in steps.iter().enumerate() {
                let (done, expected) = run.step(at, *step);
                prop_assert_eq!(done.is_ok(), expected, "{} {:?}: {:?}", at, step, done);
                for (scene, model) in run.scenes.iter().enumerate() {
                    let path = run.path(scene);
                    let disk = Run::made(&run.game.disk(path).unwrap());
                    prop_assert_eq!(&disk, &model.disk, "{} {:?}", at, step);
                    let names = run.game.names(path).into_iter();
                    let seen: BTreeSet<String> = names.filter(|it| it.starts_with("Made")).collect();
                    prop_assert_eq!(seen, model.seen(), "{} {:?}", at, step);
                }
            }
            // What was acknowledged and never given up is still there.
            run.game.world().save(None, SAVE, &cx().including_others(true)).unwrap();
            for (scene, model) in run.scenes.iter_mut().enumerate() {
                model.may(0, true);
                model.save();
                let path = [side.main, side.other][scene];
                prop_assert_eq!(&Run::made(&run.game.disk(path).unwrap()), &model.disk);
            }
        }
    }
}
