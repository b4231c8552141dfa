//! One look at a time, at exactly the places that events would name.

use std::fs;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use scenewright_testkit::Fixture;

use crate::layout::ProjectLayout;
use crate::root::ProjectRoot;
use crate::watch::differences::FileDifferences;
use crate::watch::known::{KnownFiles, WatchPass};
use crate::watch::native::NativeWatcher;
use crate::watch::rules::examples::{GODOT, UNITY};
use crate::watch::signals::WatchSignals;

const GAME: &str = "
//- /project.godot
//- /main.tscn
//- /a/one.gd
//- /a/two.gd
//- /a/deep/three.gd
//- /inner/project.godot
//- /inner/own.gd
//- /quiet/.gdignore
//- /quiet/x.gd
";

/// What is reported after `change`, when the events name `places`. None: they were lost.
fn reported(
    rules: &'static ProjectLayout,
    project: &str,
    change: fn(&Fixture),
    places: &[&str],
) -> String {
    let fixture = Fixture::new(project);
    let root = ProjectRoot::new(fixture.root());
    let mut known = KnownFiles::new(&root, rules);
    // Later than all files: the first look tells nothing.
    look(&mut known, Some(SystemTime::now() + Duration::from_secs(3600)), |known, look| {
        known.scan("", look);
    });
    change(&fixture);
    look(&mut known, None, |known, look| match places {
        [] => known.scan("", look),
        _ => places.iter().for_each(|place| known.refresh(place, true, look)),
    })
}

fn look(
    known: &mut KnownFiles<'_>,
    since: Option<SystemTime>,
    at: impl FnOnce(&mut KnownFiles<'_>, &mut WatchPass<'_>),
) -> String {
    let signals = Arc::new(WatchSignals::default());
    let (mut native, found) = (NativeWatcher::none(), FileDifferences::default());
    let mut look = WatchPass { native: &mut native, signals: &signals, found, since };
    at(known, &mut look);
    let rules = if known.is_file("project.godot") { &GODOT } else { &UNITY };
    let Some(changed) = look.found.into_changed(rules, |path| known.is_file(path)) else {
        return String::new();
    };
    let lines = changed.assets.iter().map(|asset| format!("{:?} {}", asset.kind, asset.path));
    let everything = changed.everything.then(|| "everything".to_owned());
    lines.chain(everything).collect::<Vec<_>>().join(", ")
}

type Row = (&'static str, fn(&Fixture), &'static [&'static str], &'static str);

fn check(rules: &'static ProjectLayout, project: &str, rows: &[Row]) {
    for (name, change, places, expected) in rows {
        assert_eq!(reported(rules, project, *change, places), *expected, "{name}");
        if !places.is_empty() && !expected.is_empty() {
            let all = reported(rules, project, *change, &[]);
            assert_eq!(all, *expected, "{name}, with all events lost");
        }
    }
}

fn rename(fixture: &Fixture, from: &str, to: &str) {
    fs::rename(fixture.path(from), fixture.path(to)).unwrap();
}

fn remove(fixture: &Fixture, path: &str) {
    fs::remove_file(fixture.path(path)).unwrap();
}

fn remove_folder(fixture: &Fixture, path: &str) {
    fs::remove_dir_all(fixture.path(path)).unwrap();
}

#[test]
fn files() {
    check(
        &GODOT,
        GAME,
        &[
            ("nothing", |_| (), &["main.tscn/x", "none", "a/none"], ""),
            ("edited", |f| f.write("a/one.gd", "x"), &["a/one.gd"], "Changed res://a/one.gd"),
            ("added", |f| f.write("new.gd", ""), &["new.gd"], "Added res://new.gd"),
            ("removed", |f| remove(f, "main.tscn"), &["main.tscn"], "Removed res://main.tscn"),
            (
                "moved",
                |f| rename(f, "a/one.gd", "b.gd"),
                &["a/one.gd", "b.gd"],
                "Removed res://a/one.gd, Added res://b.gd",
            ),
            (
                "saved by a temporary file",
                |f| {
                    f.write("a/one.gd.tmp", "x");
                    rename(f, "a/one.gd.tmp", "a/one.gd");
                },
                &["a/one.gd", "a/one.gd.tmp"],
                "Changed res://a/one.gd",
            ),
            (
                "saved by a file with any name",
                |f| {
                    f.write("a/sav1234", "x");
                    rename(f, "a/sav1234", "a/one.gd");
                },
                &["a/one.gd", "a/sav1234"],
                "Changed res://a/one.gd",
            ),
            (
                "saved beside a backup",
                |f| {
                    rename(f, "a/one.gd", "a/one.gd~");
                    f.write("a/one.gd", "x");
                },
                &["a/one.gd", "a/one.gd~"],
                "Changed res://a/one.gd",
            ),
            (
                "removed and made again",
                |f| {
                    remove(f, "a/one.gd");
                    f.write("a/one.gd", "x");
                },
                &["a/one.gd"],
                "Changed res://a/one.gd",
            ),
        ],
    );
}

#[test]
fn folders() {
    check(
        &GODOT,
        GAME,
        &[
            ("added", |f| f.write("n/m/x.gd", ""), &["n"], "Added res://n/m/x.gd"),
            (
                "an event from deep inside comes first",
                |f| f.write("n/m/x.gd", ""),
                &["n/m/x.gd"],
                "Added res://n/m/x.gd",
            ),
            (
                "removed",
                |f| remove_folder(f, "a"),
                &["a", "a/one.gd"],
                "Removed res://a/deep/three.gd, Removed res://a/one.gd, Removed res://a/two.gd",
            ),
            (
                "moved",
                |f| rename(f, "a/deep", "b"),
                &["a/deep", "b"],
                "Removed res://a/deep/three.gd, Added res://b/three.gd",
            ),
            (
                "a file takes its place",
                |f| {
                    remove_folder(f, "a/deep");
                    f.write("a/deep", "");
                },
                &["a/deep"],
                "Added res://a/deep, Removed res://a/deep/three.gd",
            ),
            (
                "it takes the place of a file",
                |f| {
                    remove(f, "a/one.gd");
                    f.write("a/one.gd/x.gd", "");
                },
                &["a/one.gd"],
                "Removed res://a/one.gd, Added res://a/one.gd/x.gd",
            ),
            ("hidden", |f| f.write(".godot/x.gd", ""), &[], ""),
            ("of another project", |f| f.write("inner/own.gd", "x"), &["inner/own.gd"], ""),
            ("below another project", |f| f.write("inner/b/c.gd", "x"), &["inner/b"], ""),
            ("ignored", |f| f.write("quiet/x.gd", "x"), &["quiet/x.gd"], ""),
            (
                "ignored no longer",
                |f| remove(f, "quiet/.gdignore"),
                &["quiet/.gdignore"],
                "Added res://quiet/x.gd",
            ),
            (
                "ignored from now on",
                |f| f.write("a/deep/.gdignore", ""),
                &["a/deep/.gdignore"],
                "Removed res://a/deep/three.gd",
            ),
        ],
    );
}

#[cfg(unix)]
#[test]
fn links_lead_nowhere() {
    use std::os::unix::fs::symlink;
    check(
        &GODOT,
        GAME,
        &[
            ("to a file", |f| symlink(f.path("main.tscn"), f.path("b.tscn")).unwrap(), &["b"], ""),
            ("to a folder", |f| symlink(f.path("a"), f.path("b")).unwrap(), &["b", "b/one.gd"], ""),
            (
                "in place of a folder",
                |f| {
                    rename(f, "a/deep", ".elsewhere");
                    symlink(f.path(".elsewhere"), f.path("a/deep")).unwrap();
                },
                &["a/deep", "a/deep/three.gd"],
                "Removed res://a/deep/three.gd",
            ),
        ],
    );
}

#[test]
fn unity_tells_of_assets_packages_and_settings() {
    let project = "
//- /Assets/a.png
//- /Assets/a.png.meta
//- /Packages/manifest.json
//- /ProjectSettings/TagManager.asset
//- /Library/cache
";
    check(
        &UNITY,
        project,
        &[
            (
                "import settings",
                |f| f.write("Assets/a.png.meta", "x"),
                &["Assets/a.png.meta"],
                "Changed Assets/a.png",
            ),
            (
                "an asset with its settings",
                |f| {
                    f.write("Assets/b/c.png", "");
                    f.write("Assets/b/c.png.meta", "");
                    f.write("Assets/b.meta", "");
                },
                &["Assets/b", "Assets/b.meta"],
                "Added Assets/b, Added Assets/b/c.png",
            ),
            (
                "the manifest",
                |f| f.write("Packages/manifest.json", "x"),
                &["Packages/manifest.json"],
                "Changed Packages/manifest.json",
            ),
            (
                "settings",
                |f| f.write("ProjectSettings/TagManager.asset", "x"),
                &["ProjectSettings/TagManager.asset"],
                "Changed ProjectSettings/TagManager.asset",
            ),
            (
                "caches and files of the root",
                |f| {
                    f.write("Library/cache", "x");
                    f.write("Temp/x", "x");
                    f.write("Game.sln", "x");
                },
                &[],
                "",
            ),
        ],
    );
}

#[test]
fn what_changed_while_watching_began_is_reported() {
    let fixture = Fixture::new("//- /project.godot\n//- /a.gd\n");
    let root = ProjectRoot::new(fixture.root());
    // Folder and files were made after it.
    let since = Some(SystemTime::now() - Duration::from_secs(3600));
    let all = look(&mut KnownFiles::new(&root, &GODOT), since, |known, look| known.scan("", look));
    assert_eq!(all, "everything");
}

#[test]
fn a_project_that_vanishes_is_removed_and_may_come_back() {
    let fixture = Fixture::new("//- /game/project.godot\n");
    let root = ProjectRoot::new(fixture.path("game"));
    let mut known = KnownFiles::new(&root, &UNITY);
    let look = |known: &mut KnownFiles<'_>| look(known, None, |known, look| known.scan("", look));
    assert!(known.is_lost());
    look(&mut known);
    assert!(!known.is_lost());
    rename(&fixture, "game", "away");
    look(&mut known);
    assert!(known.is_lost());
    rename(&fixture, "away", "game");
    look(&mut known);
    assert!(!known.is_lost());
}
