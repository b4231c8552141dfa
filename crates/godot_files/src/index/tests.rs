//! Small projects, indexed once and again after their files have changed.

mod updating;

use std::fs;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use scenewright_engine::Context;
use scenewright_testkit::Fixture;

use super::*;
use scenewright_project_files::index_store::ProjectIndex;

struct Project {
    fixture: Fixture,
    root: ProjectRoot,
}

impl Project {
    fn new(files: &str) -> Project {
        let fixture = Fixture::new(&format!("//- /project.godot\nconfig_version=5\n{files}"));
        let root = ProjectRoot::new(fixture.root());
        Project { fixture, root }
    }

    /// Long after the last edit, so that what did not change is taken over.
    fn index(&self, last: Option<&Arc<GodotIndex>>) -> Arc<GodotIndex> {
        let later = SystemTime::now() + Duration::from_secs(10);
        GodotIndex::refresh(&self.root, last.cloned(), later, &Context::unbounded()).unwrap()
    }

    fn write(&self, path: &str, text: &str) {
        fs::write(self.fixture.path(path), text).unwrap();
    }
}

fn paths(index: &GodotIndex) -> Vec<&str> {
    index.files().iter().map(|file| &*file.path).collect()
}

fn names<'a>(index: &'a GodotIndex, numbers: &[u32]) -> Vec<&'a str> {
    numbers.iter().map(|&number| &*index.file(number).path).collect()
}

fn users<'a>(index: &'a GodotIndex, path: &str) -> Vec<&'a str> {
    names(index, index.sources(index.find(path).unwrap()))
}

fn scene(uid: &str, external: &str) -> String {
    format!(
        "[gd_scene format=3 uid=\"{uid}\"]\n[ext_resource type=\"Script\" {external} id=\"1\"]\n"
    )
}

#[test]
fn other_projects_and_ignored_folders_are_not_part_of_it() {
    let project = Project::new(
        "//- /a.gd\n//- /a.gd.uid\nuid://a1\n//- /gone.gd.uid\nuid://g1\n//- /inner/project.godot\n//- /inner/b.gd\n//- /docs/.gdignore\n//- /docs/deep/c.gd\n//- /.godot/d.gd\n//- /sub/e.gd\n",
    );
    let index = project.index(None);
    assert_eq!(paths(&index), ["a.gd", "project.godot", "sub/e.gd"]);
    assert_eq!(index.by_uid("uid://g1"), None);
}

#[test]
fn uids_lead_to_files_and_back_wherever_they_are_written() {
    let project = Project::new(&format!(
        "//- /a.tscn\n{}//- /b.gd\n//- /b.gd.uid\nuid://b1\n//- /c.png\n//- /c.png.import\n[remap]\nimporter=\"texture\"\ntype=\"CompressedTexture2D\"\nuid=\"uid://c1\"\n",
        scene("uid://a1", "path=\"res://b.gd\"")
    ));
    let index = project.index(None);
    for (uid, path) in [("uid://a1", "a.tscn"), ("uid://b1", "b.gd"), ("uid://c1", "c.png")] {
        let number = index.by_uid(uid).unwrap();
        assert_eq!((&*index.file(number).path, index.file(number).uid()), (path, Some(uid)));
    }
    assert_eq!(index.by_uid("uid://zz"), None);
    assert_eq!(kind_of_file(index.file(index.by_uid("uid://c1").unwrap())), "Texture2D");
}

#[test]
fn a_uid_counts_more_than_a_path_unless_a_copy_has_it_too() {
    let moved = scene("uid://s1", "uid=\"uid://b1\" path=\"res://old.gd\"");
    let project = Project::new(&format!(
        "//- /s.tscn\n{moved}//- /old.gd\n//- /old.gd.uid\nuid://o1\n//- /new.gd\n//- /new.gd.uid\nuid://b1\n"
    ));
    let index = project.index(None);
    assert_eq!(users(&index, "new.gd"), ["s.tscn"]);
    project.write("old.gd.uid", "uid://b1\n");
    let index = project.index(Some(&index));
    assert_eq!(users(&index, "old.gd"), ["s.tscn"]);
    let shared = index.shared_uids();
    assert_eq!(shared.len(), 1);
    assert_eq!((shared[0].0, names(&index, &shared[0].1)), ("uid://b1", vec!["new.gd", "old.gd"]));
}

#[test]
fn nothing_new_gives_the_very_same_index() {
    let project = Project::new("//- /a.gd\nvar a\n");
    let index = project.index(None);
    assert!(Arc::ptr_eq(&index, &project.index(Some(&index))));
}

#[test]
fn files_that_come_change_move_and_go_are_seen() {
    let project = Project::new(&format!(
        "//- /a.tscn\n{}//- /b.gd\nvar b\n",
        scene("uid://a1", "path=\"res://b.gd\"")
    ));
    let first = project.index(None);
    assert_eq!(users(&first, "b.gd"), ["a.tscn"]);

    project.write("c.gd", "var b = preload(\"res://b.gd\")\n");
    let added = project.index(Some(&first));
    assert_eq!(users(&added, "b.gd"), ["a.tscn", "c.gd"]);
    let content = |index: &GodotIndex| Arc::as_ptr(index.files[0].content.as_ref().unwrap());
    assert_eq!(content(&first), content(&added), "what did not change is shared");

    project.write("c.gd", "var b = 1 # nothing\n");
    let changed = project.index(Some(&added));
    assert_eq!(users(&changed, "b.gd"), ["a.tscn"]);

    fs::rename(project.fixture.path("b.gd"), project.fixture.path("d.gd")).unwrap();
    let renamed = project.index(Some(&changed));
    assert_eq!(paths(&renamed), ["a.tscn", "c.gd", "d.gd", "project.godot"]);
    let broken = renamed.broken(0);
    assert_eq!(broken.iter().map(|broken| &*broken.path).collect::<Vec<_>>(), ["res://b.gd"]);

    fs::remove_file(project.fixture.path("a.tscn")).unwrap();
    let removed = project.index(Some(&renamed));
    assert_eq!(paths(&removed), ["c.gd", "d.gd", "project.godot"]);
    assert_eq!(removed.by_uid("uid://a1"), None);
    assert_eq!(users(&first, "b.gd"), ["a.tscn"], "the first one is what it was");
}

#[test]
fn global_classes_are_references_to_their_scripts() {
    let project = Project::new(
        "//- /player.gd\nclass_name Player\nvar me: Player\n//- /enemy.gd\nextends Player\n//- /text.gd\nvar a = \"Player\" # Player\n",
    );
    let index = project.index(None);
    assert_eq!(index.by_class("Player"), index.find("player.gd"));
    assert_eq!(users(&index, "player.gd"), ["enemy.gd"]);
}

#[test]
fn paths_are_found_from_where_they_stand() {
    let project = Project::new(
        "//- /sub/a.gd\nextends \"../b.gd\"\nvar c = preload(\"c.gd\")\nvar d = \"res://./d.gd\"\n//- /b.gd\n//- /sub/c.gd\n//- /d.gd\n//- /sub/e.tscn\n[gd_scene format=2]\n[ext_resource path=\"c.gd\" type=\"Script\" id=1]\n//- /out.gd\nextends \"../../../b.gd\"\n",
    );
    let index = project.index(None);
    let of = |path| names(&index, index.targets(index.find(path).unwrap()));
    assert_eq!(of("sub/a.gd"), ["b.gd", "d.gd", "sub/c.gd"]);
    assert_eq!(of("sub/e.tscn"), ["sub/c.gd"]);
    assert_eq!(index.broken(index.find("out.gd").unwrap()).len(), 1);
}

#[test]
fn what_an_import_makes_stands_for_what_is_imported() {
    let project = Project::new(
        "[internationalization]\nlocale/translations=PackedStringArray(\"res://t.en.translation\")\n//- /t.csv\n//- /t.csv.import\n[remap]\nimporter=\"csv_translation\"\ntype=\"Translation\"\n[deps]\ndest_files=[\"res://t.en.translation\"]\n[params]\n",
    );
    let index = project.index(None);
    assert_eq!(users(&index, "t.csv"), ["project.godot"]);
}

#[test]
fn one_bad_file_leaves_the_others() {
    let project = Project::new(
        "//- /a.tscn\nnothing\n//- /b.gd\npreload(\"res://c.gd\")\n//- /c.gd\n//- /d.scn\nRSRC\n//- /e.res\n//- /f.res\nversion https://git-lfs.github.com/spec/v1\n",
    );
    let index = project.index(None);
    assert!(matches!(index.files[0].content(), GodotContent::Refused(_)));
    let content = |path| index.file(index.find(path).unwrap()).content();
    assert!(matches!(content("d.scn"), GodotContent::Refused(_)));
    assert!(matches!(content("e.res"), GodotContent::Binary));
    assert!(matches!(content("f.res"), GodotContent::Refused(UnreadReason::LfsPointer)));
    assert_eq!(users(&index, "c.gd"), ["b.gd"]);
}
