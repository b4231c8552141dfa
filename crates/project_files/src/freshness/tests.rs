//! Real folders, changed between two calls.

use std::fs;
use std::os::unix::fs::symlink;

use scenewright_testkit::Fixture;

use super::*;
use crate::watch::examples::{GODOT, UNITY};

struct Watched {
    fixture: Fixture,
    freshness: Freshness,
}

impl Watched {
    fn new(layout: &'static ProjectLayout, files: &str) -> Watched {
        let fixture = Fixture::new(files);
        let freshness = Freshness::watch(&fixture.root(), layout);
        let watched = Watched { fixture, freshness };
        assert_eq!(watched.changed(), "everything");
        watched
    }

    fn path(&self, path: &str) -> PathBuf {
        self.fixture.path(path)
    }

    /// What the next call would look at; `-` if it would look at all files as ever.
    fn changed(&self) -> String {
        let Some((_, changed)) = self.freshness.take_changes() else { return "-".to_owned() };
        if changed.everything {
            return "everything".to_owned();
        }
        let files = changed.files.iter().map(|(_, path)| path.clone());
        let folders = changed.folders.iter().map(|(_, path)| format!("{path}/"));
        files.chain(folders).collect::<Vec<_>>().join(" ")
    }

    fn reason(&self) -> Option<ScanReason> {
        match self.freshness.current() {
            FileFreshness::Scanned(reason) => Some(reason),
            FileFreshness::Watched => None,
        }
    }
}

const FILES: &str = "//- /Assets/a.txt\none\n//- /Assets/sub/b.txt\n//- /Assets/sub/deep/c.txt\n\
    //- /Temp/t.txt\n//- /Assets/.hidden/h.txt\n//- /Assets/x~/h.txt\n";

type Change = fn(&Watched);

#[test]
fn a_change_is_seen_by_the_next_call_and_only_by_it() {
    let rows: [(&str, Change, &str); 15] = [
        ("nothing", |_| {}, ""),
        ("written", |it| fs::write(it.path("Assets/a.txt"), "x").unwrap(), "Assets/a.txt"),
        ("created", |it| fs::write(it.path("Assets/n.txt"), "x").unwrap(), "Assets/n.txt"),
        ("deleted", |it| fs::remove_file(it.path("Assets/a.txt")).unwrap(), "Assets/a.txt"),
        (
            "replaced",
            |it| fs::rename(it.path("Temp/t.txt"), it.path("Assets/a.txt")).unwrap(),
            "Assets/a.txt",
        ),
        (
            "renamed",
            |it| fs::rename(it.path("Assets/a.txt"), it.path("Assets/z.txt")).unwrap(),
            "Assets/a.txt Assets/z.txt",
        ),
        (
            "permissions",
            |it| {
                let mut permissions = fs::metadata(it.path("Assets/a.txt")).unwrap().permissions();
                permissions.set_readonly(true);
                fs::set_permissions(it.path("Assets/a.txt"), permissions).unwrap();
            },
            "Assets/a.txt",
        ),
        ("folder", |it| fs::create_dir(it.path("Assets/new")).unwrap(), "Assets/new/"),
        (
            "folder renamed",
            |it| fs::rename(it.path("Assets/sub"), it.path("Assets/moved")).unwrap(),
            "Assets/moved/ Assets/sub/",
        ),
        (
            "folder moved away",
            |it| fs::rename(it.path("Assets/sub"), it.path("Temp/sub")).unwrap(),
            "Assets/sub/",
        ),
        (
            "folder hidden",
            |it| fs::rename(it.path("Assets/sub"), it.path("Assets/.sub")).unwrap(),
            "Assets/sub/",
        ),
        ("elsewhere", |it| fs::write(it.path("Temp/t.txt"), "x").unwrap(), ""),
        ("ignored", |it| fs::write(it.path("Assets/.hidden/h.txt"), "x").unwrap(), ""),
        ("cache", |it| fs::create_dir_all(it.path("Library/PackageCache/a")).unwrap(), "Library/"),
        ("top folder", |it| fs::create_dir(it.path("Packages")).unwrap(), "Packages/"),
    ];
    for (name, change, expected) in rows {
        let watched = Watched::new(&UNITY, FILES);
        change(&watched);
        assert_eq!(watched.changed(), expected, "{name}");
        assert_eq!(watched.changed(), "", "{name}, again");
        assert_eq!(watched.reason(), None, "{name}");
    }
}

#[test]
fn an_open_file_that_is_written_to_is_seen_before_it_is_closed() {
    use std::io::Write;
    let watched = Watched::new(&UNITY, FILES);
    let mut file = fs::File::options().append(true).open(watched.path("Assets/a.txt")).unwrap();
    for _ in 0..3 {
        file.write_all(b"x").unwrap();
        assert_eq!(watched.changed(), "Assets/a.txt");
    }
}

#[test]
fn new_and_moved_folders_are_watched_to_the_bottom() {
    let watched = Watched::new(&UNITY, FILES);
    fs::create_dir_all(watched.path("Assets/n/m")).unwrap();
    fs::write(watched.path("Assets/n/m/early.txt"), "").unwrap();
    fs::rename(watched.path("Assets/sub"), watched.path("Assets/n/m/sub")).unwrap();
    assert_eq!(watched.changed(), "Assets/n/ Assets/sub/");
    fs::write(watched.path("Assets/n/m/late.txt"), "").unwrap();
    fs::write(watched.path("Assets/n/m/sub/deep/c.txt"), "x").unwrap();
    assert_eq!(watched.changed(), "Assets/n/m/late.txt Assets/n/m/sub/deep/c.txt");
    // The same folder at its old place, and another one in the new.
    fs::rename(watched.path("Assets/n/m/sub"), watched.path("Assets/sub")).unwrap();
    fs::create_dir(watched.path("Assets/n/m/sub")).unwrap();
    assert_eq!(watched.changed(), "Assets/n/m/sub/ Assets/sub/");
    fs::write(watched.path("Assets/n/m/sub/one.txt"), "x").unwrap();
    fs::write(watched.path("Assets/sub/deep/c.txt"), "x").unwrap();
    assert_eq!(watched.changed(), "Assets/n/m/sub/one.txt Assets/sub/deep/c.txt");
    fs::remove_dir_all(watched.path("Assets/sub")).unwrap();
    watched.changed();
    fs::create_dir(watched.path("Assets/sub")).unwrap();
    fs::write(watched.path("Assets/sub/again.txt"), "x").unwrap();
    assert_eq!(watched.changed(), "Assets/sub/");
}

#[test]
fn swapped_folders_keep_their_watches_apart() {
    let watched = Watched::new(&GODOT, "//- /a/one.txt\n//- /b/two.txt\n");
    fs::rename(watched.path("a"), watched.path("t")).unwrap();
    fs::rename(watched.path("b"), watched.path("a")).unwrap();
    fs::rename(watched.path("t"), watched.path("b")).unwrap();
    assert_eq!(watched.changed(), "a/ b/ t/");
    fs::write(watched.path("a/two.txt"), "x").unwrap();
    assert_eq!(watched.changed(), "a/two.txt");
    fs::write(watched.path("b/one.txt"), "x").unwrap();
    assert_eq!(watched.changed(), "b/one.txt");
}

#[test]
fn an_excluded_folder_is_entered_when_that_ends() {
    let watched = Watched::new(&GODOT, "//- /project.godot\n//- /a/.gdignore\n//- /a/b/c.txt\n");
    fs::write(watched.path("a/b/c.txt"), "x").unwrap();
    fs::write(watched.path("a/d.txt"), "x").unwrap();
    assert_eq!(watched.changed(), "");
    assert!(!watched.freshness.covers("a/d.txt"));
    fs::remove_file(watched.path("a/.gdignore")).unwrap();
    assert_eq!(watched.changed(), "a/");
    assert!(watched.freshness.covers("a/b/c.txt"));
    fs::write(watched.path("a/b/c.txt"), "y").unwrap();
    assert_eq!(watched.changed(), "a/b/c.txt");
    fs::write(watched.path("a/.gdignore"), "").unwrap();
    assert_eq!(watched.changed(), "a/");
    fs::write(watched.path("a/b/c.txt"), "z").unwrap();
    assert_eq!(watched.changed(), "");
}

#[test]
fn a_project_folder_that_is_replaced_is_watched_anew() {
    let watched = Watched::new(&GODOT, "//- /a.txt\n");
    let root = watched.fixture.root();
    let away = root.with_extension("away");
    fs::rename(&root, &away).unwrap();
    assert_eq!(watched.changed(), "-");
    fs::create_dir(&root).unwrap();
    fs::write(watched.path("a.txt"), "new").unwrap();
    assert_eq!(watched.changed(), "everything");
    fs::write(away.join("a.txt"), "old").unwrap();
    assert_eq!(watched.changed(), "");
    fs::write(watched.path("a.txt"), "newer").unwrap();
    assert_eq!(watched.changed(), "a.txt");
    fs::remove_dir_all(&away).unwrap();
}

#[test]
fn lost_events_mean_that_everything_may_have_changed() {
    let limit = fs::read_to_string("/proc/sys/fs/inotify/max_queued_events").unwrap();
    let limit: usize = limit.trim().parse().unwrap();
    if limit > 100_000 {
        return;
    }
    let watched = Watched::new(&GODOT, "//- /a.txt\n//- /b.txt\n");
    // Two in turn, as equal events in a row become one.
    for number in 0..=limit {
        fs::File::create(watched.path(if number % 2 == 0 { "a.txt" } else { "b.txt" })).unwrap();
    }
    assert_eq!(watched.changed(), "everything");
    assert_eq!(watched.changed(), "");
    fs::write(watched.path("a.txt"), "x").unwrap();
    assert_eq!(watched.changed(), "a.txt");
}

#[test]
fn many_changes_are_everything() {
    let watched = Watched::new(&GODOT, "//- /a.txt\n");
    for number in 0..2100 {
        fs::write(watched.path(&format!("{number}.txt")), "").unwrap();
    }
    assert_eq!(watched.changed(), "everything");
    assert_eq!(watched.changed(), "");
}

#[test]
fn what_was_read_through_a_link_is_not_covered() {
    let watched = Watched::new(&GODOT, "//- /a.txt\n//- /sub/b.txt\n");
    assert!(watched.freshness.version_by_path().is_some());
    symlink(watched.path("a.txt"), watched.path("sub/link.txt")).unwrap();
    assert!(watched.freshness.version_by_path().is_none());
    assert!(watched.freshness.version().is_some());
}

#[test]
fn a_link_in_place_of_a_folder_that_is_read_is_looked_through() {
    let watched = Watched::new(&UNITY, FILES);
    fs::rename(watched.path("Assets"), watched.path("Elsewhere")).unwrap();
    symlink(watched.path("Elsewhere"), watched.path("Assets")).unwrap();
    assert_eq!(watched.changed(), "-");
    assert_eq!(watched.reason(), Some(ScanReason::LinkedFolder { path: watched.path("Assets") }));
}

#[test]
fn a_second_hard_link_is_looked_at_and_then_a_reason_to_look_at_all_files() {
    let watched = Watched::new(&UNITY, FILES);
    let (file, other) = (watched.path("Temp/t.txt"), watched.path("Assets/t.txt"));
    fs::hard_link(&file, &other).unwrap();
    assert_eq!(watched.changed(), "Assets/t.txt");
    fs::write(&file, "through the other name").unwrap();
    assert_eq!(watched.changed(), "Assets/t.txt");
    // The usual way to create a file that must not exist: link it, then remove the first name.
    fs::remove_file(&file).unwrap();
    assert_eq!(watched.changed(), "Assets/t.txt");
    assert_eq!(watched.changed(), "");
    assert_eq!(watched.reason(), None);
}

#[test]
fn folders_outside_the_project_are_watched_while_they_are_linked() {
    let outside = Fixture::new("//- /package.json\n//- /Runtime/a.cs\n");
    let watched = Watched::new(&UNITY, FILES);
    let root = outside.root();
    watched.freshness.watch_linked(&[&root]);
    fs::write(outside.path("Runtime/a.cs"), "x").unwrap();
    let (_, changed) = watched.freshness.take_changes().unwrap();
    assert_eq!(changed.files.into_iter().collect::<Vec<_>>(), [(1, "Runtime/a.cs".to_owned())]);
    watched.freshness.watch_linked(&[]);
    fs::write(outside.path("Runtime/a.cs"), "y").unwrap();
    assert_eq!(watched.changed(), "");
    let nested = watched.path("Assets/sub");
    watched.freshness.watch_linked(&[&nested]);
    assert_eq!(watched.reason(), Some(ScanReason::NestedFolders { path: nested }));
}

#[test]
fn a_file_system_without_events_is_looked_through() {
    let freshness = Freshness::watch(Path::new("/proc/self"), &GODOT);
    assert!(freshness.version().is_none());
    let reason = freshness.current();
    assert!(matches!(reason, FileFreshness::Scanned(ScanReason::FileSystem { .. })), "{reason:?}");
}

#[test]
fn a_version_stays_until_something_changes() {
    let watched = Watched::new(&GODOT, "//- /a.txt\n");
    let version = watched.freshness.version().unwrap();
    assert_eq!(watched.freshness.version(), Some(version));
    fs::write(watched.path("a.txt"), "x").unwrap();
    assert_ne!(watched.freshness.version(), Some(version));
    let (_, changed) = watched.freshness.take_changes().unwrap();
    watched.freshness.put_back(changed);
    assert_eq!(watched.changed(), "a.txt");
}

#[test]
fn a_missing_file_is_noticed_where_its_folder_or_the_one_above_is_watched() {
    let watched = Watched::new(&GODOT, "//- /a/b.txt\n//- /off/.gdignore\n//- /.hidden/h.txt\n");
    for (path, expected) in [
        ("x.txt", true),
        ("a/x.txt", true),
        ("a/new/deep/x.txt", true),
        ("off/x.txt", false),
        ("off/new/x.txt", false),
        (".hidden/x.txt", false),
        ("a/.new/x.txt", false),
        ("a/new~/deep/x.txt", false),
    ] {
        assert_eq!(watched.freshness.would_notice(path), expected, "{path}");
    }
    // It exists, but no event of it is read yet.
    fs::create_dir(watched.path("a/new")).unwrap();
    assert!(!watched.freshness.would_notice("a/new/deep/x.txt"));
    assert_eq!(watched.changed(), "a/new/");
    assert!(watched.freshness.would_notice("a/new/deep/x.txt"));
}

#[test]
fn a_state_that_was_observed_after_a_call_was_received_is_good_for_that_call_alone() {
    let watched = Watched::new(&UNITY, FILES);
    let received = Instant::now();
    let first = watched.freshness.version_by_path_since(Some(received));
    fs::write(watched.path("Assets/a.txt"), "x").unwrap();
    assert_eq!(watched.freshness.version_by_path_since(Some(received)), first);
    assert_ne!(watched.freshness.version_by_path_since(Some(Instant::now())), first);
    fs::write(watched.path("Assets/a.txt"), "y").unwrap();
    let before = watched.freshness.version_by_path_since(Some(received));
    assert_ne!(watched.freshness.version_by_path_since(None), before);
}
