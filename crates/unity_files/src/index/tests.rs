//! Changes between two snapshots of a project, and references in both directions.

mod updating;

use std::fs;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use scenewright_engine::{CancelToken, Context, EngineError};
use scenewright_model::UnreadReason;
use scenewright_testkit::Fixture;

use super::{AssetContent, AssetFile, UnityIndex};
use crate::pointer::Guid;
use scenewright_project_files::index_store::{IndexStore, ProjectIndex};
use scenewright_project_files::root::ProjectRoot;

const A: &str = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
const B: &str = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";
const C: &str = "cccccccccccccccccccccccccccccccc";

/// A material that points at an asset, and its guid.
fn material(path: &str, guid: &str, target: &str) -> String {
    format!("//- /{path}\n{}{}", material_text(target), meta(path, guid))
}

fn material_text(target: &str) -> String {
    format!(
        "%YAML 1.1\n--- !u!21 &2100000\nMaterial:\n  m_Name: M\n  m_Texture: {{fileID: 2800000, guid: {target}, type: 3}}\n"
    )
}

fn meta(path: &str, guid: &str) -> String {
    format!("//- /{path}.meta\nfileFormatVersion: 2\nguid: {guid}\nNativeFormatImporter:\n  x: 1\n")
}

fn guid(text: &str) -> Guid {
    Guid::parse(text).unwrap()
}

fn paths<'a>(files: impl IntoIterator<Item = &'a AssetFile>) -> Vec<&'a str> {
    files.into_iter().map(|file| &*file.path).collect()
}

struct Project {
    fixture: Fixture,
    root: ProjectRoot,
    store: IndexStore<UnityIndex>,
}

impl Project {
    fn new(text: &str) -> Project {
        let fixture = Fixture::new(text);
        let root = ProjectRoot::new(fixture.root());
        Project { fixture, root, store: IndexStore::default() }
    }

    fn look(&self) -> Arc<UnityIndex> {
        self.store.snapshot(&self.root, &Context::unbounded()).unwrap()
    }

    /// As if no file had changed for a long time.
    fn later(&self, last: Option<&Arc<UnityIndex>>) -> Arc<UnityIndex> {
        let now = SystemTime::now() + Duration::from_secs(60);
        UnityIndex::refresh(&self.root, last.cloned(), now, &Context::unbounded()).unwrap()
    }

    fn remove(&self, path: &str) {
        fs::remove_file(self.fixture.path(path)).unwrap();
    }
}

#[test]
fn references_go_both_ways() {
    let project = Project::new(
        &(material("Assets/a.mat", A, B)
            + &material("Assets/b.mat", B, C)
            + &meta("Assets/c.png", C)),
    );
    let index = project.look();
    assert_eq!(paths(index.files()), ["Assets/a.mat", "Assets/b.mat"]);
    assert_eq!(paths(index.with_guids()), ["Assets/a.mat", "Assets/b.mat", "Assets/c.png"]);
    assert_eq!(paths(index.dependents(guid(B))), ["Assets/a.mat"]);
    assert_eq!(paths(index.dependents(guid(A))), [""; 0]);
    let file = index.find("Assets/b.mat").unwrap();
    assert_eq!(index.dependencies(file), [guid(C)]);
    assert_eq!((file.guid, file.importer()), (Some(guid(B)), Some("NativeFormatImporter")));
    assert!(file.exists && file.bytes > 0 && !file.is_folder && file.labels().is_empty());
    let left_behind = index.by_guid(guid(C)).unwrap();
    assert!(!left_behind.exists && left_behind.bytes == 0);
    assert!(index.find("Assets/d.mat").is_none() && index.by_guid(guid(&"d".repeat(32))).is_none());
}

#[test]
fn settings_and_import_settings_are_dependents() {
    let project = Project::new(&format!(
        "//- /ProjectSettings/EditorBuildSettings.asset\n%YAML 1.1\n--- !u!1045 &1\nEditorBuildSettings:\n  m_Scenes:\n  - enabled: 1\n    path: Assets/a.unity\n    guid: {A}\n\
         //- /Assets/m.fbx\n//- /Assets/m.fbx.meta\nguid: {B}\nModelImporter:\n  externalObjects:\n  - second: {{fileID: 2100000, guid: {A}, type: 2}}\n  - second: {{fileID: 2100000, guid: {B}, type: 2}}\n{}",
        meta("Assets/a.unity", A)
    ));
    let index = project.look();
    let expected = ["Assets/m.fbx", "ProjectSettings/EditorBuildSettings.asset"];
    assert_eq!(paths(index.dependents(guid(A))), expected);
    assert_eq!(index.dependencies(index.find("Assets/m.fbx").unwrap()), [guid(A)], "not on itself");
}

#[test]
fn an_added_file_is_seen() {
    let project = Project::new(&material("Assets/a.mat", A, B));
    assert!(project.look().find("Assets/Sub/b.mat").is_none());
    project.fixture.write("Assets/Sub/b.mat", material_text(A));
    let index = project.look();
    assert_eq!(paths(index.dependents(guid(A))), ["Assets/Sub/b.mat"]);
    assert_eq!(index.find("Assets/Sub/b.mat").unwrap().guid, None);
    assert!(index.find("Assets/Sub").unwrap().is_folder);
}

#[test]
fn an_edit_is_seen_even_within_the_same_tick_and_of_the_same_size() {
    let project = Project::new(&material("Assets/a.mat", A, B));
    for target in [B, C, B, C] {
        project.fixture.write("Assets/a.mat", material_text(target));
        let index = project.look();
        assert_eq!(index.dependencies(index.find("Assets/a.mat").unwrap()), [guid(target)]);
    }
    project.fixture.write("Assets/a.mat.meta", format!("guid: {C}\n"));
    assert_eq!(project.look().find("Assets/a.mat").unwrap().guid, Some(guid(C)));
}

#[test]
fn a_deleted_file_is_gone() {
    let project = Project::new(&(material("Assets/a.mat", A, B) + &material("Assets/b.mat", B, C)));
    assert_eq!(project.look().dependents(guid(B)).len(), 1);
    project.remove("Assets/a.mat");
    let index = project.look();
    assert!(index.dependents(guid(B)).is_empty());
    assert!(!index.find("Assets/a.mat").unwrap().exists, "its .meta file is still there");
    project.remove("Assets/a.mat.meta");
    let index = project.look();
    assert!(index.find("Assets/a.mat").is_none() && index.by_guid(guid(A)).is_none());
}

#[test]
fn a_renamed_file_keeps_its_guid() {
    let project = Project::new(&(material("Assets/a.mat", A, B) + &material("Assets/b.mat", B, C)));
    project.look();
    for end in ["", ".meta"] {
        let [from, to] =
            ["a", "z"].map(|name| project.fixture.path(&format!("Assets/{name}.mat{end}")));
        fs::rename(from, to).unwrap();
    }
    let index = project.look();
    assert_eq!(&*index.by_guid(guid(A)).unwrap().path, "Assets/z.mat");
    assert_eq!(paths(index.dependents(guid(B))), ["Assets/z.mat"]);
    assert!(index.find("Assets/a.mat").is_none());
}

#[cfg(unix)]
#[test]
fn a_file_moved_over_another_is_seen_though_its_time_and_size_are_the_same() {
    let project = Project::new(&material("Assets/a.mat", A, B));
    let [old, new] = ["Assets/a.mat", "Assets/new"].map(|path| project.fixture.path(path));
    let first = project.later(None);
    fs::write(&new, material_text(C)).unwrap();
    let time = fs::metadata(&old).unwrap().modified().unwrap();
    fs::File::options().write(true).open(&new).unwrap().set_modified(time).unwrap();
    fs::rename(&new, &old).unwrap();
    let index = project.later(Some(&first));
    assert_eq!(index.dependencies(index.find("Assets/a.mat").unwrap()), [guid(C)]);
}

#[test]
fn unchanged_files_are_not_read_again() {
    let project = Project::new(&(material("Assets/a.mat", A, B) + &material("Assets/b.mat", B, C)));
    let first = project.later(None);
    assert!(Arc::ptr_eq(&first, &project.later(Some(&first))));
    project.fixture.write("Assets/b.mat", material_text(A) + "  m_Longer: 1\n");
    let second = project.later(Some(&first));
    let is_shared = |path: &str| {
        let [one, other] =
            [&first, &second].map(|index| index.find(path).unwrap().content.as_ref().unwrap());
        Arc::ptr_eq(one, other)
    };
    assert!(is_shared("Assets/a.mat") && !is_shared("Assets/b.mat"));
}

#[test]
fn a_recently_changed_file_is_read_again() {
    let project = Project::new(&material("Assets/a.mat", A, B));
    let first = project.look();
    let second = project.later(Some(&first));
    assert!(!Arc::ptr_eq(&first, &second));
    assert!(Arc::ptr_eq(&second, &project.later(Some(&second))));
}

#[test]
fn a_guid_with_two_claimants_belongs_to_the_projects_own_asset() {
    let project = Project::new(
        &(material("Packages/com.x/a.mat", A, B)
            + &material("Assets/z.mat", A, B)
            + &material("Assets/y.mat", A, B)),
    );
    let index = project.look();
    assert_eq!(&*index.by_guid(guid(A)).unwrap().path, "Assets/y.mat");
    let duplicates: Vec<_> = index.duplicates().map(|(guid, files)| (guid, paths(files))).collect();
    let claimants = vec!["Assets/y.mat", "Assets/z.mat", "Packages/com.x/a.mat"];
    assert_eq!(duplicates, [(guid(A), claimants)]);
}

#[test]
fn packages_have_unitys_path_wherever_they_are() {
    let text = "//- /game/Packages/manifest.json\n{\"dependencies\": {\"com.l\": \"file:../../linked\"}}\n//- /linked/package.json\n{\"name\": \"com.l\"}\n".to_owned()
        + &material("linked/Sub/a.mat", A, B)
        + &material("game/Library/PackageCache/com.c@1.0/b.mat", B, C);
    let fixture = Fixture::new(&text);
    let root = ProjectRoot::new(fixture.path("game"));
    let (store, cx) = (IndexStore::<UnityIndex>::default(), Context::unbounded());
    let index = store.snapshot(&root, &cx).unwrap();
    assert_eq!(&*index.by_guid(guid(A)).unwrap().path, "Packages/com.l/Sub/a.mat");
    assert_eq!(&*index.by_guid(guid(B)).unwrap().path, "Packages/com.c/b.mat");
    assert!(index.find("Packages/com.l/Sub/a.mat").is_some());
    assert_eq!(paths(index.dependents(guid(B))), ["Packages/com.l/Sub/a.mat"]);
    fixture.write("game/Packages/manifest.json", "{}");
    let index = store.snapshot(&root, &cx).unwrap();
    assert!(index.by_guid(guid(A)).is_none() && index.by_guid(guid(B)).is_some());
}

#[test]
fn a_package_inside_the_project_is_walked_once() {
    for (folder, path) in [("Sub", "Assets/Sub/a.mat"), ("Sub~", "Packages/com.l/a.mat")] {
        let text = format!(
            "//- /Packages/manifest.json\n{{\"dependencies\": {{\"com.l\": \"file:../Assets/{folder}\"}}}}\n//- /Assets/{folder}/package.json\n{{\"name\": \"com.l\"}}\n"
        );
        let project = Project::new(&(text + &material(&format!("Assets/{folder}/a.mat"), A, B)));
        let index = project.look();
        assert_eq!(&*index.by_guid(guid(A)).unwrap().path, path);
        assert_eq!(index.duplicates().count(), 0);
    }
}

#[test]
fn kinds_of_unreadable_content_are_distinguished() {
    let project = Project::new(&format!(
        "//- /Assets/a.png\n//- /Assets/b.asset\n{{}}\n//- /Assets/c.asmdef\n\"GUID:{A}\"\n"
    ));
    let index = project.look();
    let content = |path: &str| index.find(path).unwrap().content();
    assert!(matches!(content("Assets/a.png"), AssetContent::NotText));
    assert!(matches!(
        content("Assets/b.asset"),
        AssetContent::Unread(UnreadReason::Malformed { line: 1, .. })
    ));
    assert!(
        matches!(content("Assets/c.asmdef"), AssetContent::Text(scan) if scan.objects().is_empty())
    );
    assert_eq!(paths(index.dependents(guid(A))), ["Assets/c.asmdef"]);
}

#[test]
fn a_cancelled_refresh_leaves_the_store_usable() {
    let project = Project::new(&material("Assets/a.mat", A, B));
    let cancel = CancelToken::default();
    let minute = Duration::from_secs(60);
    let cx = Context::new(Instant::now() + minute, minute, cancel.clone());
    cancel.cancel();
    let refused = project.store.snapshot(&project.root, &cx);
    assert!(matches!(refused, Err(EngineError::Cancelled)));
    assert_eq!(project.look().files().count(), 1);
}

#[test]
fn concurrent_calls_are_all_answered() {
    let project = Project::new(&material("Assets/a.mat", A, B));
    std::thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| assert_eq!(project.look().files().count(), 1));
        }
    });
}
