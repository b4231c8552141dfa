//! Packages: requested, resolved, and their folders.

use scenewright_engine::{Context, Engine, Reading};
use scenewright_model::{PackageSource, ProjectPackages};
use scenewright_testkit::Fixture;

use super::UnityFormat;
use scenewright_project_files::FileEngine;
use scenewright_project_files::root::ProjectRoot;

fn packages(fixture: &Fixture) -> Reading<ProjectPackages> {
    let engine = FileEngine::new(UnityFormat::new(ProjectRoot::new(fixture.path("game"))), None);
    engine.as_package_list().unwrap().packages(&Context::unbounded()).unwrap()
}

const PROJECT: &str = r#"
//- /game/Packages/manifest.json
{ "dependencies": {
  "com.a.registry": "1.0.0",
  "com.b.git": "https://example.com/b.git?path=/x#v1",
  "com.c.local": "file:../../shared/c",
  "com.d.gone": "file:../../nowhere",
  "com.unity.modules.ui": "1.0.0",
  "com.e.embedded": "2.0.0" },
  "scopedRegistries": [{ "name": "Mine", "url": "https://npm.example.com", "scopes": ["com.a"] }] }
//- /game/Packages/packages-lock.json
{ "dependencies": {
  "com.a.registry": { "version": "1.0.1", "depth": 0, "source": "registry" },
  "com.f.below": { "version": "3.0.0", "depth": 1, "source": "registry" } } }
//- /game/Packages/folder/package.json
{ "name": "com.e.embedded", "version": "2.1.0" }
//- /game/Packages/loose/package.json
{ "name": "com.g.loose" }
//- /game/Library/PackageCache/com.a.registry@1.0.1/package.json
{}
//- /shared/c/package.json
{ "name": "com.c.local" }
"#;

#[test]
fn packages_have_a_source_and_a_folder() {
    let fixture = Fixture::new(PROJECT);
    let found = packages(&fixture);
    let outside = fixture.path("shared/c").display().to_string();
    let listed: Vec<_> = found
        .value
        .packages
        .iter()
        .map(|package| {
            let short = package.name.rsplit('.').next().unwrap();
            let path = package.path.as_deref();
            (short, package.version.as_str(), package.source, package.direct, package.depth, path)
        })
        .collect();
    use PackageSource::{BuiltIn, Embedded, Git, Local, Registry};
    let cached = Some("Library/PackageCache/com.a.registry@1.0.1");
    assert_eq!(
        listed,
        [
            ("registry", "1.0.1", Registry, true, Some(0), cached),
            ("git", "https://example.com/b.git?path=/x#v1", Git, true, None, None),
            ("local", "file:../../shared/c", Local, true, None, Some(outside.as_str())),
            ("gone", "file:../../nowhere", Local, true, None, None),
            ("embedded", "2.1.0", Embedded, true, None, Some("Packages/folder")),
            ("below", "3.0.0", Registry, false, Some(1), None),
            ("loose", "", Embedded, true, None, Some("Packages/loose")),
            ("ui", "1.0.0", BuiltIn, true, None, None),
        ]
    );
    let registry = &found.value.registries[0];
    assert_eq!((registry.name.as_str(), registry.scopes.len()), ("Mine", 1));
    assert_eq!(found.diagnostics, [""; 0]);
}

#[test]
fn unreadable_manifests_are_diagnostics() {
    let found =
        packages(&Fixture::new("//- /game/Packages/manifest.json\n{\n \"dependencies\": [\n"));
    assert_eq!(found.value, ProjectPackages::default());
    assert_eq!(
        found.diagnostics,
        [
            "'Packages/manifest.json', line 3: it is not JSON",
            "Package file 'Packages/packages-lock.json' does not exist",
        ]
    );
}
