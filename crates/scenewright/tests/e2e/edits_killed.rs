//! The program is killed in the middle of edits, again and again, and nothing is ever half done.

use std::fs;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::edited_project::{Chance, Files, Kind, Project};
use crate::support::{Server, parse, program};

/// As many kills as fit into this, for each engine and way, and never fewer than `LEAST`.
const TIME: Duration = Duration::from_secs(13);
const LEAST: usize = 10;
const MOST: usize = 120;

/// So many kills for each engine and way instead: a chore, not a test of every day.
const KILLS: &str = "SCENEWRIGHT_KILLS";

fn is_enough(kills: usize, begun: Instant) -> bool {
    match std::env::var(KILLS).ok().and_then(|kills| kills.parse::<usize>().ok()) {
        Some(wanted) => kills >= wanted,
        None => kills >= MOST || (begun.elapsed() >= TIME && kills >= LEAST),
    }
}
const FILLER: usize = 400;

/// Two scenes at once, then a prefab that is a new file, and both undone again: where each step leads
/// is known, to the byte.
struct Course {
    project: Project,
    /// After none, one and two entries.
    states: [Files; 3],
    /// How long each step takes when it is left alone.
    time: Duration,
}

/// How many entries there are before and after a step.
const STEPS: [(usize, usize); 4] = [(0, 1), (1, 2), (2, 1), (1, 0)];

impl Course {
    fn new(kind: Kind) -> Course {
        let project = Project::new(kind, FILLER);
        let start = project.files();
        let begun = Instant::now();
        let [one, two, again, end] = [0, 1, 2, 3].map(|step| {
            let (tool, arguments) = request(kind, step);
            project.done(tool, &arguments);
            project.files()
        });
        let time = begun.elapsed() / 4;
        assert!(one != start && two != one, "the steps change something");
        assert!(two.len() > one.len(), "there is a new file");
        assert!(again == one && end == start, "an undo gives back every byte");
        Course { project, states: [start, one, two], time }
    }

    /// Straight after a kill: each file by itself is before or after.
    fn each_is_whole(&self, (from, to): (usize, usize)) -> bool {
        let now = self.project.files();
        let [from, to] = [from, to].map(|state| &self.states[state]);
        let (temporary, own): (Files, Files) =
            now.into_iter().partition(|(path, _)| path.contains(".sw-"));
        for (path, bytes) in &own {
            let is_known = [from, to].iter().any(|state| state.get(path) == Some(bytes));
            assert!(is_known, "{path} is neither before nor after");
        }
        for path in from.keys().filter(|path| to.contains_key(*path)) {
            assert!(own.contains_key(path), "{path} is gone");
        }
        !temporary.is_empty() || (own != *from && own != *to)
    }

    /// After the next start: all files together are before or after, the history says the same, and
    /// nothing else is left.
    fn settled(&self, (from, to): (usize, usize)) -> usize {
        self.project.recover();
        let history = self.project.history();
        let now = self.project.files();
        let state = [from, to].into_iter().find(|state| now == self.states[*state]);
        let state = state.unwrap_or_else(|| {
            panic!("between {from} and {to}: {}", different(&now, &self.states[from]))
        });
        let done = history.iter().filter(|state| *state == "done").count();
        assert_eq!(done, state, "the history agrees with the files: {history:?}");
        assert!(history.iter().all(|state| state == "done" || state == "undone"), "{history:?}");
        state
    }

    /// What readers say of a project that was left between, and that they leave it so.
    fn is_only_reported(&self) {
        let everything = || (self.project.files(), self.project.data());
        let before = everything();
        let listed = parse(self.project.read(&["recover", "--json"]).as_bytes());
        let is_unfinished = !listed["unfinished"].as_array().unwrap().is_empty();
        for args in [&["doctor"][..], &["call", "edit.history", "--project"]] {
            let said = self.project.read(args);
            assert_eq!(said.contains("was interrupted"), is_unfinished, "{args:?}: {said}");
        }
        let mut server = program();
        server.env("SCENEWRIGHT_DATA", self.project.root().with_file_name("data"));
        let server = Server::start_as(server, &self.project.root(), &[]);
        drop(server);
        assert!(everything() == before, "a reader wrote");
    }

    /// As `git checkout` does: the files that were there before are there again, and others stay.
    fn restore(&self, from: usize) {
        for (path, bytes) in self.states[from].iter().filter(|(path, _)| !path.ends_with('/')) {
            let path = self.project.root().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
    }

    /// Looks around after a kill, and goes on from there. Every third one that is between is restored
    /// first: then the step has not happened.
    fn after_kill(&self, (from, to): (usize, usize), tally: &mut Tally) -> bool {
        tally.kills += 1;
        let is_between = self.each_is_whole((from, to));
        if is_between {
            tally.between += 1;
            // It takes several processes, so that not every kill can be looked at.
            if tally.between % 4 == 1 {
                tally.reported += 1;
                self.is_only_reported();
            }
            if tally.between.is_multiple_of(3) {
                tally.restored += 1;
                self.restore(from);
                // Of a file that the step removes, an undo knows; the restored one is old again.
                assert_eq!(self.settled((from, to)), from, "restored, then rolled back");
                tally.before += 1;
                return false;
            }
        }
        let happened = self.settled((from, to)) == to;
        match happened {
            true => tally.after += 1,
            false => tally.before += 1,
        }
        happened
    }

    /// Ends wherever it is; undoing everything must lead back to the start.
    fn finish(&self, state: usize) {
        for _ in 0..state {
            self.project.done("edit.undo", &json!({}));
        }
        assert!(self.project.files() == self.states[0], "undone to the start");
    }
}

fn different(now: &Files, then: &Files) -> String {
    let changed = now.iter().filter(|(path, bytes)| then.get(*path) != Some(bytes));
    let gone = then.keys().filter(|path| !now.contains_key(*path));
    format!("{:?}", changed.map(|(path, _)| path).chain(gone).collect::<Vec<_>>())
}

fn request(kind: Kind, step: usize) -> (&'static str, Value) {
    let both = match kind {
        Kind::Unity => json!({ "edits": [
            { "op": "scene.member.write", "scenePath": "Assets/Scenes/Main.unity", "objectPath": "Directional Light", "component": "Light", "member": "m_Intensity", "value": "3.5" },
            { "op": "scene.object.create", "scenePath": "Assets/Scenes/Menu.unity", "name": "Second", "components": ["Light"] },
        ] }),
        Kind::Godot => json!({ "edits": [
            { "op": "scene.member.write", "scenePath": "res://scenes/main.tscn", "objectPath": "Main/Deck/Poster", "member": "position", "value": "[7, 8]" },
            { "op": "scene.object.create", "scenePath": "res://scenes/menu.tscn", "name": "Second", "class": "Label" },
        ] }),
    };
    let prefab = match kind {
        Kind::Unity => {
            json!({ "scenePath": "Assets/Scenes/Main.unity", "objectPath": "Pier", "path": "Assets/Made/Deep/Pier.prefab" })
        }
        Kind::Godot => {
            json!({ "scenePath": "res://scenes/main.tscn", "objectPath": "Main/Deck/Poster", "path": "res://made/deep/poster.tscn" })
        }
    };
    match step {
        0 => ("edit.apply", both),
        1 => ("scene.prefab.create", prefab),
        _ => ("edit.undo", json!({})),
    }
}

/// Counts what the kills met.
#[derive(Debug, Default)]
struct Tally {
    kills: usize,
    before: usize,
    after: usize,
    /// Files were found between the two until the next start.
    between: usize,
    /// Of these, looked at by readers, which wrote nothing.
    reported: usize,
    /// And restored by hand before the next start.
    restored: usize,
}

fn end(mut child: Child) {
    let _ = child.kill();
    child.wait().unwrap();
}

/// Waits for some time; every other kill waits for the journal first, as most of a step is reading.
fn wait(course: &Course, chance: &Chance, round: usize) {
    if round.is_multiple_of(2) {
        let limit = course.time.as_micros() as u64;
        thread::sleep(Duration::from_micros(chance.below(limit + limit / 8)));
        return;
    }
    let names = || {
        let entries = course.project.entries().and_then(|folder| fs::read_dir(folder).ok());
        let entries = entries.into_iter().flatten().flatten();
        let mut names: Vec<_> = entries.map(|entry| entry.file_name()).collect();
        names.sort();
        names
    };
    let (begun, at_first) = (Instant::now(), names());
    while names() == at_first && begun.elapsed() < 2 * course.time {
        thread::sleep(Duration::from_micros(50));
    }
    thread::sleep(Duration::from_micros(chance.below(15_000)));
}

/// One process a step.
fn calls(course: &Course, chance: &Chance) -> Tally {
    let (mut tally, mut step, begun) = (Tally::default(), 0, Instant::now());
    while !is_enough(tally.kills, begun) {
        let (tool, arguments) = request(course.project.kind, step);
        let mut call = course.project.call(tool, &arguments);
        let child = call.stdout(Stdio::null()).spawn().unwrap();
        wait(course, chance, tally.kills);
        end(child);
        if course.after_kill(STEPS[step], &mut tally) {
            step = (step + 1) % STEPS.len();
        }
    }
    course.finish(STEPS[step].0);
    tally
}

/// A server that does one step after the other until it is killed.
fn servers(course: &Course, chance: &Chance) -> Tally {
    let (mut tally, mut step, begun) = (Tally::default(), 0, Instant::now());
    while !is_enough(tally.kills, begun) {
        let mut server = course.project.stdio();
        let child = server.take_process();
        thread::scope(|scope| {
            scope.spawn(|| {
                wait(course, chance, tally.kills);
                thread::sleep(Duration::from_micros(
                    chance.below(2 * course.time.as_micros() as u64),
                ));
                end(child);
            });
            loop {
                let (tool, arguments) = request(course.project.kind, step);
                match server.ask(tool, &arguments) {
                    Some(Ok(_)) => step = (step + 1) % STEPS.len(),
                    Some(Err(error)) => panic!("{tool}: {error}"),
                    None => break,
                }
            }
        });
        if course.after_kill(STEPS[step], &mut tally) {
            step = (step + 1) % STEPS.len();
        }
    }
    course.finish(STEPS[step].0);
    tally
}

#[test]
fn a_kill_leaves_everything_before_or_after() {
    if !cfg!(unix) {
        println!("skipped: only Unix ends a process at once");
        return;
    }
    let chance = Chance::new();
    for kind in [Kind::Unity, Kind::Godot] {
        let course = Course::new(kind);
        for (way, kills) in
            [("calls", calls as fn(&Course, &Chance) -> Tally), ("servers", servers)]
        {
            let tally = kills(&course, &chance);
            println!("{kind:?}, {way}: {tally:?}");
            assert!(tally.kills > 0);
        }
    }
}
