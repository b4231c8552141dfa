//! An index that was updated from what the system reported is the one that a walk would make.

use super::*;
use crate::UnityFormat;
use crate::format::LAYOUT;
use scenewright_engine::{FileFreshness, ScanReason};
use scenewright_project_files::Format;

struct WatchedProject {
    project: Project,
    outside: Fixture,
}

/// All that the index knows.
fn dump(index: &UnityIndex) -> Vec<String> {
    let file = |file: &Arc<AssetFile>| {
        let guid = file.guid;
        let dependents = guid.map(|guid| paths(index.dependents(guid)));
        let owner = guid.and_then(|guid| index.by_guid(guid)).map(|owner| owner.key());
        let (key, state) = (file.key(), (file.bytes, file.is_folder, file.exists));
        let dependencies = index.dependencies(file);
        format!(
            "{} {key:?} {state:?} {guid:?} {owner:?} {dependencies:?} {dependents:?}",
            file.path
        )
    };
    let unread = index.unlisted.iter().map(|unlisted| format!("{unlisted:?}"));
    let packages = format!("{:?} {:?}", index.packages.present, index.packages.linked_paths());
    index.files.iter().map(file).chain(unread).chain([packages]).collect()
}

impl WatchedProject {
    fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        self.project.fixture.write(path, text);
    }

    fn path(&self, path: &str) -> std::path::PathBuf {
        self.project.fixture.path(path)
    }
}

type Change = fn(&WatchedProject);

#[test]
fn an_updated_index_is_the_one_that_a_walk_makes() {
    let changes: [(&str, Change); 17] = [
        ("a value", |it| it.write("Assets/a.mat", material_text(B) + "  m_Name: x\n")),
        ("a reference", |it| it.write("Assets/a.mat", material_text(C))),
        ("a new asset", |it| {
            it.write("Assets/Sub/n.mat", material_text(A));
            it.write("Assets/Sub/n.mat.meta", format!("guid: {}\n", "9".repeat(32)));
        }),
        ("a guid that another file has", |it| {
            it.write("Assets/Sub/n.mat.meta", format!("guid: {A}\n"));
        }),
        ("a .meta file alone", |it| it.write("Assets/left.png.meta", format!("guid: {C}\n"))),
        ("a deleted asset", |it| it.project.remove("Assets/b.mat")),
        ("a moved folder", |it| {
            fs::rename(it.path("Assets/Sub"), it.path("Assets/Moved")).unwrap();
        }),
        ("an ignored folder", |it| {
            fs::rename(it.path("Assets/Moved"), it.path("Assets/Moved~")).unwrap();
        }),
        ("and back", |it| fs::rename(it.path("Assets/Moved~"), it.path("Assets/Moved")).unwrap()),
        ("a file in place of a folder", |it| {
            fs::remove_dir_all(it.path("Assets/Moved")).unwrap();
            it.write("Assets/Moved", "");
        }),
        ("a folder in place of a file", |it| {
            it.project.remove("Assets/Moved");
            it.write("Assets/Moved/deep/x.mat", material_text(A));
        }),
        ("an embedded package", |it| {
            it.write("Packages/one/package.json", r#"{"name": "com.example.one"}"#);
            it.write("Packages/one/a.mat", material_text(A));
        }),
        ("a cached package", |it| {
            it.write("Library/PackageCache/com.example.two@1.0/b.mat", material_text(A));
        }),
        ("a file of a cached package", |it| {
            it.write("Library/PackageCache/com.example.two@1.0/sub/c.mat", material_text(B));
        }),
        ("a linked package", |it| {
            let path = it.outside.root();
            let text =
                format!(r#"{{"dependencies": {{"com.example.far": "file:{}"}}}}"#, path.display());
            it.write("Packages/manifest.json", text);
        }),
        ("a file of a linked package", |it| it.outside.write("Runtime/new.mat", material_text(A))),
        ("a link", |it| {
            #[cfg(unix)]
            std::os::unix::fs::symlink(it.path("Assets/a.mat"), it.path("Assets/l.mat")).unwrap();
            #[cfg(not(unix))]
            it.write("Assets/l.mat", "");
        }),
    ];
    let fixture = Fixture::new(
        &(material("Assets/a.mat", A, B)
            + &material("Assets/b.mat", B, C)
            + "//- /ProjectSettings/x\n"),
    );
    let root = ProjectRoot::new(fixture.root()).watched(&LAYOUT);
    let outside =
        Fixture::new("//- /package.json\n{\"name\": \"com.example.far\"}\n//- /Runtime/a.mat\n");
    let project = Project { fixture, root, store: IndexStore::default() };
    let watched = WatchedProject { project, outside };
    watched.project.look();
    for (name, change) in changes {
        change(&watched);
        let plain = ProjectRoot::new(watched.project.fixture.root());
        let walked = IndexStore::<UnityIndex>::default().snapshot(&plain, &Context::unbounded());
        assert_eq!(dump(&watched.project.look()), dump(&walked.unwrap()), "{name}");
        let again = watched.project.look();
        assert!(Arc::ptr_eq(&again, &watched.project.look()), "{name}: nothing has changed since");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_change_that_was_not_reported_ends_the_watching() {
    let fixture = Fixture::new(&(material("Assets/a.mat", A, B) + "//- /ProjectSettings/x\n"));
    let outside = Fixture::new("//- /x\n");
    let format = UnityFormat::new(ProjectRoot::new(fixture.root()).watched(&LAYOUT));
    let cx = Context::unbounded();
    format.refresh(&cx).unwrap();
    format.verify(&cx);
    let freshness = || format.root().freshness().current();
    if freshness() != FileFreshness::Watched {
        return;
    }
    // A second link that is made outside has no event in the project, and neither have writes through it.
    fs::hard_link(fixture.path("Assets/a.mat"), outside.path("a.mat")).unwrap();
    fs::write(outside.path("a.mat"), material_text(C) + "  more: 1\n").unwrap();
    format.verify(&cx);
    assert_eq!(freshness(), FileFreshness::Scanned(ScanReason::MissedChange));
    let assets = format.current_assets(&cx).unwrap();
    let file = assets.index().find("Assets/a.mat").unwrap();
    assert_eq!(assets.index().dependencies(file), [guid(C)]);
}
