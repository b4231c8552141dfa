//! From a change of a file to the call of a listener. Waits have deadlines that only a broken watcher
//! reaches; that nothing came is known when a later change has come.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fs;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use scenewright_engine::{ChangeListener, Engine, ListenerGuard};
use scenewright_model::ProjectChanges;
use scenewright_testkit::Fixture;

use crate::layout::ProjectLayout;
use crate::root::ProjectRoot;
use crate::watch::ProjectWatch;
use crate::watch::rules::examples::{GODOT, UNITY};
use crate::watch::worker::WatchTiming;

const DEADLINE: Duration = Duration::from_secs(60);

struct Watcher {
    watching: ListenerGuard,
    heard: Receiver<ProjectChanges>,
}

fn listen(watch: &ProjectWatch) -> Watcher {
    listen_with(|listener| watch.watch(listener).unwrap())
}

fn listen_with(watch: impl FnOnce(ChangeListener) -> ListenerGuard) -> Watcher {
    let (sender, heard) = channel();
    let listener = move |changed: &ProjectChanges| drop(sender.send(changed.clone()));
    Watcher { watching: watch(Box::new(listener)), heard }
}

/// A project whose folders are all watched.
struct Game {
    fixture: Fixture,
    watch: ProjectWatch,
    watcher: Watcher,
    /// Where files that only end a wait are put.
    sentinels: &'static str,
    count: Cell<usize>,
}

impl Game {
    fn new(rules: &'static ProjectLayout, files: &str) -> Game {
        Game::with_pace(rules, files, WatchTiming::default())
    }

    fn with_pace(rules: &'static ProjectLayout, files: &str, pace: WatchTiming) -> Game {
        let fixture = Fixture::new(files);
        // So that these files are older than the watch, for the coarsest clock.
        thread::sleep(Duration::from_millis(60));
        let watch = ProjectWatch::with_pace(&ProjectRoot::new(fixture.root()), rules, pace);
        let watcher = listen(&watch);
        watch.wait_until_ready();
        let sentinels = if rules.engine.as_str() == "unity" { "Assets/" } else { "" };
        Game { fixture, watch, watcher, sentinels, count: Cell::new(0) }
    }

    /// Everything that is reported up to a change that is made now, without that one. Each batch is a line.
    fn batches(&self) -> Vec<Vec<String>> {
        let name = format!("sentinel{}", self.count.get());
        self.count.set(self.count.get() + 1);
        self.fixture.write(&format!("{}{name}", self.sentinels), "");
        let mut batches = Vec::new();
        loop {
            let batch =
                lines(&self.watcher.heard.recv_timeout(DEADLINE).expect("a change is reported"));
            let is_last = batch.iter().any(|line| line.ends_with(&name));
            batches.push(batch.into_iter().filter(|line| !line.contains("sentinel")).collect());
            if is_last {
                return batches;
            }
        }
    }

    /// The same in one list. A slow write may be reported twice: when it has begun and when it has ended.
    fn reported(&self) -> Vec<String> {
        let mut reported: Vec<String> = self.batches().into_iter().flatten().collect();
        reported.dedup();
        reported
    }

    fn rename(&self, from: &str, to: &str) {
        fs::rename(self.fixture.path(from), self.fixture.path(to)).unwrap();
    }
}

impl ProjectWatch {
    fn wait_until_ready(&self) {
        let signals = self.hub.lock().signals.clone().expect("somebody listens");
        signals.wait_until_ready();
    }
}

fn lines(changed: &ProjectChanges) -> Vec<String> {
    let lines = changed.assets.iter().map(|asset| format!("{:?} {}", asset.kind, asset.path));
    lines.chain(changed.everything.then(|| "everything".to_owned())).collect()
}

fn wait_for(what: &str, done: impl Fn() -> bool) {
    let begin = Instant::now();
    while !done() {
        assert!(begin.elapsed() < DEADLINE, "{what}");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn files_come_change_move_and_go() {
    let game = Game::new(&GODOT, "//- /project.godot\n//- /a/main.tscn\n");
    game.fixture.write("a/new.gd", "");
    assert_eq!(game.reported(), ["Added res://a/new.gd"]);
    game.fixture.write("a/main.tscn", "x");
    assert_eq!(game.reported(), ["Changed res://a/main.tscn"]);
    game.rename("a/main.tscn", "menu.tscn");
    let reported: BTreeSet<String> = game.reported().into_iter().collect();
    assert_eq!(Vec::from_iter(reported), ["Added res://menu.tscn", "Removed res://a/main.tscn"]);
    fs::remove_file(game.fixture.path("menu.tscn")).unwrap();
    assert_eq!(game.reported(), ["Removed res://menu.tscn"]);
}

#[test]
fn a_unity_project_tells_of_assets() {
    let game = Game::new(&UNITY, "//- /Assets/a.png\n//- /Library/x/y\n");
    game.fixture.write("Library/x/y", "x");
    game.fixture.write("Temp/z", "x");
    game.fixture.write("Assets/a.png.meta", "x");
    assert_eq!(game.reported(), ["Changed Assets/a.png"]);
    // The folder was not there when watching began.
    game.fixture.write("ProjectSettings/TagManager.asset", "");
    assert_eq!(game.reported(), ["Added ProjectSettings/TagManager.asset"]);
    game.fixture.write("ProjectSettings/TagManager.asset", "x");
    assert_eq!(game.reported(), ["Changed ProjectSettings/TagManager.asset"]);
}

#[test]
fn a_save_through_a_temporary_file_is_one_change() {
    let game = Game::new(&GODOT, "//- /project.godot\n//- /main.tscn\n");
    for temporary in ["main.tscn.tmp", "main.tscn~", ".main.tscn.swp"] {
        game.fixture.write(temporary, "x");
        game.rename(temporary, "main.tscn");
        assert_eq!(game.reported(), ["Changed res://main.tscn"], "{temporary}");
    }
}

#[test]
fn a_burst_is_reported_in_few_batches_and_each_file_once_in_each() {
    let game = Game::new(&GODOT, "//- /project.godot\n");
    let names: Vec<String> = (0..500).map(|number| format!("many/file{number}.gd")).collect();
    names.iter().for_each(|name| game.fixture.write(name, "x"));
    let batches = game.batches();
    assert!(batches.len() < 50, "{} batches", batches.len());
    for batch in &batches {
        assert_eq!(BTreeSet::from_iter(batch).len(), batch.len(), "{batch:?}");
    }
    let reported: BTreeSet<String> = batches.into_iter().flatten().collect();
    for name in &names {
        assert!(reported.contains(&format!("Added res://{name}")), "{name}");
    }
}

#[test]
fn new_folders_are_watched_with_what_is_in_them() {
    let game = Game::new(&GODOT, "//- /project.godot\n");
    game.fixture.write("a/b/c/first.gd", "");
    assert_eq!(game.reported(), ["Added res://a/b/c/first.gd"]);
    game.fixture.write("a/b/c/second.gd", "");
    assert_eq!(game.reported(), ["Added res://a/b/c/second.gd"]);
    game.rename("a/b", "moved");
    let reported = game.reported();
    assert!(reported.contains(&"Added res://moved/c/first.gd".to_owned()), "{reported:?}");
    game.fixture.write("moved/c/first.gd", "x");
    assert_eq!(game.reported(), ["Changed res://moved/c/first.gd"]);
    fs::remove_dir_all(game.fixture.path("moved")).unwrap();
    let reported: BTreeSet<String> = game.reported().into_iter().collect();
    assert_eq!(
        Vec::from_iter(reported),
        ["Removed res://moved/c/first.gd", "Removed res://moved/c/second.gd"]
    );
}

#[test]
fn what_the_index_ignores_is_not_reported() {
    let game = Game::new(&GODOT, "//- /project.godot\n//- /x/.gdignore\n//- /in/project.godot\n");
    for path in [".godot/a", ".git/b", "c/.d/e", "f~/g", "x/h", "in/i", "in/j/k", "c/4913", "l.swp"]
    {
        game.fixture.write(path, "x");
    }
    assert_eq!(game.reported(), [""; 0]);
}

#[test]
fn every_watcher_is_notified_until_it_leaves() {
    let game = Game::new(&GODOT, "//- /project.godot\n");
    let other = listen(&game.watch);
    game.fixture.write("a.gd", "");
    assert_eq!(game.reported(), ["Added res://a.gd"]);
    let first = other.heard.recv_timeout(DEADLINE).unwrap();
    assert!(lines(&first).contains(&"Added res://a.gd".to_owned()));
    drop(other.watching);
    game.fixture.write("b.gd", "");
    assert_eq!(game.reported(), ["Added res://b.gd"]);
    // Its listener is gone, with the sender in it.
    let rest = other.heard.iter().flat_map(|changed| lines(&changed));
    assert!(!rest.into_iter().any(|line| line.ends_with("b.gd")));
}

#[test]
fn a_listener_that_panics_harms_nobody() {
    let game = Game::new(&GODOT, "//- /project.godot\n");
    let _bad = game.watch.watch(Box::new(|_| panic!("on purpose"))).unwrap();
    for path in ["a.gd", "b.gd"] {
        game.fixture.write(path, "");
        assert_eq!(game.reported(), [format!("Added res://{path}")]);
    }
}

#[test]
fn a_listener_may_end_its_own_watching() {
    let fixture = Fixture::new("//- /project.godot\n");
    let watch = ProjectWatch::new(&ProjectRoot::new(fixture.root()), &GODOT);
    let own: Arc<Mutex<Option<ListenerGuard>>> = Arc::default();
    let (held, (sender, heard)) = (Arc::clone(&own), channel());
    let listener = move |_: &ProjectChanges| {
        drop(held.lock().unwrap().take());
        sender.send(()).unwrap();
    };
    *own.lock().unwrap() = Some(watch.watch(Box::new(listener)).unwrap());
    fixture.write("a.gd", "");
    heard.recv_timeout(DEADLINE).expect("it is reported once");
    // The fixture's own files may have been reported before there was anything to end.
    wait_for("the watching ends", || watch.hub.lock().signals.is_none());
}

#[test]
fn nothing_is_left_when_the_last_watcher_leaves_and_the_next_is_notified_again() {
    let Game { fixture, watch, watcher, .. } =
        Game::new(&GODOT, "//- /project.godot\n//- /a/b.gd\n");
    assert!(is_watched_by_the_system(&fixture));
    let signals = Arc::downgrade(watch.hub.lock().signals.as_ref().unwrap());
    drop(watcher);
    // Both threads, ours and that of `notify`, hold the signals.
    wait_for("the threads end", || signals.strong_count() == 0);
    wait_for("the watches end", || cfg!(not(target_os = "linux")) || !has_watch(&fixture));
    let watcher = listen(&watch);
    watch.wait_until_ready();
    fixture.write("a/c.gd", "");
    let reported = watcher.heard.recv_timeout(DEADLINE).unwrap();
    assert!(
        lines(&reported).contains(&"Added res://a/c.gd".to_owned()) || reported.everything,
        "{reported:?}"
    );
}

fn is_watched_by_the_system(fixture: &Fixture) -> bool {
    cfg!(not(target_os = "linux")) || has_watch(fixture)
}

/// Whether this process has an inotify watch on the project's folder.
#[cfg(target_os = "linux")]
fn has_watch(fixture: &Fixture) -> bool {
    use std::os::unix::fs::MetadataExt;
    let inode = format!(" ino:{:x} ", fs::metadata(fixture.root()).unwrap().ino());
    let open = fs::read_dir("/proc/self/fdinfo").unwrap().flatten();
    open.filter_map(|entry| fs::read_to_string(entry.path()).ok())
        .any(|info| info.lines().any(|line| line.starts_with("inotify") && line.contains(&inode)))
}

#[cfg(not(target_os = "linux"))]
fn has_watch(_: &Fixture) -> bool {
    false
}

#[test]
fn what_changes_before_watching_is_ready_is_reported() {
    let fixture = Fixture::new("//- /project.godot\n//- /a.gd\n");
    thread::sleep(Duration::from_millis(60));
    let watch = ProjectWatch::new(&ProjectRoot::new(fixture.root()), &GODOT);
    let watcher = listen(&watch);
    fixture.write("a.gd", "x");
    let reported = watcher.heard.recv_timeout(DEADLINE).unwrap();
    assert!(reported.everything || lines(&reported) == ["Changed res://a.gd"], "{reported:?}");
}

#[test]
fn where_the_system_does_not_tell_files_are_looked_at_again_and_again() {
    let poll = Duration::from_millis(20);
    let pace = WatchTiming { asks_system: false, poll, ..WatchTiming::default() };
    let game = Game::with_pace(&GODOT, "//- /project.godot\n//- /a/b.gd\n", pace);
    game.fixture.write("a/b.gd", "longer");
    assert_eq!(game.reported(), ["Changed res://a/b.gd"]);
    fs::remove_dir_all(game.fixture.path("a")).unwrap();
    assert_eq!(game.reported(), ["Removed res://a/b.gd"]);
    assert!(cfg!(not(target_os = "linux")) || !has_watch(&game.fixture));
}

#[test]
fn a_project_that_vanished_is_watched_again_when_it_is_back() {
    let fixture = Fixture::new("//- /game/project.godot\n");
    thread::sleep(Duration::from_millis(60));
    let pace = WatchTiming { poll: Duration::from_millis(20), ..WatchTiming::default() };
    let root = ProjectRoot::new(fixture.path("game"));
    let watch = ProjectWatch::with_pace(&root, &GODOT, pace);
    let watcher = listen(&watch);
    watch.wait_until_ready();
    let next = || lines(&watcher.heard.recv_timeout(DEADLINE).unwrap());
    fs::rename(fixture.path("game"), fixture.path("away")).unwrap();
    assert_eq!(next(), ["Removed res://project.godot"]);
    fs::rename(fixture.path("away"), fixture.path("game")).unwrap();
    assert_eq!(next(), ["Added res://project.godot"]);
    fixture.write("game/a.gd", "");
    assert_eq!(next(), ["Added res://a.gd"]);
}

#[test]
fn both_engines_tell() {
    let unity = Fixture::new("//- /Assets/a.txt\n//- /ProjectSettings/ProjectVersion.txt\n");
    let godot = Fixture::new("//- /project.godot\n");
    for (fixture, path, reported) in
        [(unity, "Assets/b.txt", "Assets/b.txt"), (godot, "b.txt", "res://b.txt")]
    {
        let project = scenewright_engines::find(&fixture.root()).expect("it is a project");
        let engine: Arc<dyn Engine> = scenewright_engines::open(&project);
        let watcher = listen_with(|listener| {
            engine.as_file_watch().expect("files can be watched").watch(listener).unwrap()
        });
        fixture.write(path, "");
        let is_reported = |changed: ProjectChanges| {
            changed.everything || changed.assets.iter().any(|asset| asset.path == reported)
        };
        let begin = Instant::now();
        while !is_reported(watcher.heard.recv_timeout(DEADLINE).unwrap()) {
            assert!(begin.elapsed() < DEADLINE, "{reported}");
        }
    }
}
