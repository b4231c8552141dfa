//! An index that was updated from what the system reported is the one that a walk would make.

use super::*;
use crate::format::LAYOUT;
use scenewright_project_files::index_store::IndexStore;

/// All that the index knows.
fn dump(index: &GodotIndex) -> Vec<String> {
    let file = |(number, file): (u32, &Arc<GodotIndexFile>)| {
        let (targets, sources) =
            (names(index, index.targets(number)), names(index, index.sources(number)));
        let uid = file.uid().map(|uid| (uid, index.by_uid(uid)));
        format!("{} {} {uid:?} {targets:?} {sources:?}", file.path, file.bytes)
    };
    let unread = index.unlisted().iter().map(|unread| format!("{unread:?}"));
    (0..).zip(index.files()).map(file).chain(unread).collect()
}

type Change = fn(&Fixture);

#[test]
fn an_updated_index_is_the_one_that_a_walk_makes() {
    let changes: [(&str, Change); 11] = [
        ("a value", |it| it.write("a.tscn", scene("uid://a", "path=\"res://b.gd\"") + "x = 1\n")),
        ("a reference", |it| it.write("a.tscn", scene("uid://a", "path=\"res://sub/c.gd\""))),
        ("its target", |it| it.write("sub/c.gd", "class_name Other\n")),
        ("a uid", |it| it.write("sub/c.gd.uid", "uid://c\n")),
        ("a reference by uid", |it| {
            it.write("a.tscn", scene("uid://a", "uid=\"uid://c\" path=\"\""))
        }),
        ("a moved folder", |it| fs::rename(it.path("sub"), it.path("other")).unwrap()),
        ("an excluded folder", |it| it.write("other/.gdignore", "")),
        ("and no longer", |it| fs::remove_file(it.path("other/.gdignore")).unwrap()),
        ("another project inside", |it| it.write("other/project.godot", "")),
        ("import settings", |it| it.write("b.gd.import", "uid=\"uid://b\"\n")),
        ("a deleted file", |it| fs::remove_file(it.path("b.gd")).unwrap()),
    ];
    let project = Project::new(&format!(
        "//- /a.tscn\n{}//- /b.gd\n//- /sub/d.gd\nextends Other\n",
        scene("uid://a", "path=\"res://b.gd\"")
    ));
    let root = ProjectRoot::new(project.fixture.root()).watched(&LAYOUT);
    let store = IndexStore::<GodotIndex>::default();
    let look = || store.snapshot(&root, &Context::unbounded()).unwrap();
    look();
    for (name, change) in changes {
        change(&project.fixture);
        assert_eq!(dump(&look()), dump(&project.index(None)), "{name}");
        assert!(Arc::ptr_eq(&look(), &look()), "{name}: nothing has changed since");
    }
}
