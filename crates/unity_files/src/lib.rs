//! Unity projects, read from their files.

mod assets;
mod builder;
mod changes;
mod classes;
mod dll;
mod document;
mod edit;
mod editor_ui;
pub mod formats;
mod guids;
mod index;
mod last_scenes;
#[doc(hidden)]
pub mod measure;
mod members;
mod mixer;
mod model;
mod objects;
mod package_list;
mod package_table;
mod packages;
mod pointer;
mod prefab;
mod project_settings;
mod references;
mod scene;
mod scripts;
mod settings;
mod space;
mod syntax;
mod tree;
mod values;
mod world;
mod yaml;

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;

use scenewright_engine::{
    Changes, Classes, Context, Editing, Engine, EngineError, FileKind, Members, Mixers,
    PackageList, Reading, References, Result, Settings, TextQuery, TextSearch, World,
};
use scenewright_model::{
    Asset, AssetDetails, Class, Dependency, Dependent, EngineKind, Findings, Member, Mixer,
    MixerSnapshot, ObjectId, Packages, ProjectInfo, ProjectSettings, Scene, SceneSummary,
    SettingsArea, SharedId, TextMatches, Value,
};

use document::UnityText;
use guids::{Assets, extension_of};
use last_scenes::{Files, LastScenes};
use references::LastFindings;
use scene::Composer;
use scenewright_project_files::root::stem;
use scenewright_project_files::root::{Listing, ProjectRoot};
use scenewright_project_files::store::Store;
use scenewright_project_files::text_search;
use scenewright_project_files::unsaved::is_pseudo;
use scenewright_project_files::watch::{ProjectWatch, WatchRules};
use scenewright_project_files::world::Memory;
use scenewright_project_files::writer::Writer;
use scenewright_project_files::{ProjectType, Surroundings};
use settings::BuildScene;
pub(crate) use syntax::Syntax;

pub(crate) use index::{Content, FileScan, Index, ObjectEntry};

/// Unity projects, for the list of engines.
pub const PROJECT_TYPE: ProjectType = ProjectType {
    kind: EngineKind::Unity,
    evidence: "Assets/ and ProjectSettings/",
    is_project: |folder| folder.join("Assets").is_dir() && folder.join("ProjectSettings").is_dir(),
    unsupported: |_| None,
    open: |project, around| {
        let root = ProjectRoot::new(project.root.clone());
        Arc::new(UnityFiles::new(root, around.clone()))
    },
};

const WATCH_RULES: WatchRules = WatchRules {
    engine: EngineKind::Unity,
    prefix: "",
    tops: &["Assets", "Packages", "ProjectSettings"],
    closes: |_| false,
    owner: |path| path.strip_suffix(".meta").unwrap_or(path),
};

pub(crate) struct UnityFiles {
    root: ProjectRoot,
    index: Store<Index>,
    findings: LastFindings,
    scenes: LastScenes,
    watch: ProjectWatch,
    writer: Writer,
    memory: Memory,
}

impl UnityFiles {
    pub(crate) fn new(root: ProjectRoot, around: Surroundings) -> UnityFiles {
        UnityFiles {
            watch: ProjectWatch::new(&root, &WATCH_RULES),
            writer: Writer::new(around.data, root.path(), ""),
            root,
            index: Store::default(),
            findings: LastFindings::default(),
            scenes: LastScenes::default(),
            memory: Memory::default(),
        }
    }

    /// What is known of the assets right now.
    fn known(&self, cx: &Context) -> std::result::Result<Assets<'_>, EngineError> {
        Ok(Assets::new(&self.root, self.index.snapshot(&self.root, cx)?))
    }

    fn folder_name(&self) -> String {
        let name = self.root.path().file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    /// A client's path as the project-relative path of a scene or prefab, which may still not exist.
    fn scene_file(&self, path: &str) -> std::result::Result<String, EngineError> {
        let path = self.root.relative(path)?;
        match extension_of(&path) {
            Some("unity" | "prefab") => Ok(path),
            _ if is_pseudo(&path) => Ok(path),
            _ => Err(self.no_scene(path)),
        }
    }

    fn no_scene(&self, path: String) -> EngineError {
        let kind = match () {
            () if path.is_empty() => None,
            () if self.root.is_folder(&path) => Some(FileKind::Folder),
            () if !self.root.has_file(&path) => None,
            () if path.starts_with("ProjectSettings/") => Some(FileKind::Settings),
            () => Some(FileKind::Asset(assets::kind(&path).to_owned())),
        };
        match kind {
            Some(kind) => EngineError::NotAScene { path, kind },
            None => EngineError::NotFound { what: "Scene file", path },
        }
    }

    /// The namespaces that a script declares types in; `None` for what is no source.
    fn namespaces(&self, script: &str) -> Option<Vec<String>> {
        if !script.ends_with(".cs") {
            return None;
        }
        let bytes = self.root.read("Script", script).ok()?;
        let source = scenewright_csharp::Source::read(&String::from_utf8_lossy(&bytes));
        Some(source.classes.into_iter().map(|class| class.namespace).collect())
    }
}

impl Engine for UnityFiles {
    fn kind(&self) -> EngineKind {
        EngineKind::Unity
    }

    fn project(&self, cx: &Context) -> Result<ProjectInfo> {
        cx.check()?;
        let mut diagnostics = Vec::new();
        let name = noted(settings::product_name(&self.root), &mut diagnostics);
        let build = noted(settings::build_scenes(&self.root), &mut diagnostics);
        let main_scene = build.into_iter().find(|scene| scene.enabled);
        let project = ProjectInfo {
            engine: EngineKind::Unity,
            name: name.unwrap_or_else(|| self.folder_name()),
            root: self.root.path().to_owned(),
            engine_version: settings::editor_version(&self.root),
            main_scene: main_scene.map(|scene| scene.path),
        };
        Ok(Reading { diagnostics, ..Reading::from_files(project) })
    }

    fn scenes(&self, cx: &Context) -> Result<Vec<SceneSummary>> {
        cx.check()?;
        let mut diagnostics = Vec::new();
        let build = noted(settings::build_scenes(&self.root), &mut diagnostics);
        let indices = build_indices(build);
        let is_scene = |name: &str| name.ends_with(".unity");
        let mut listing = self.root.files("Assets", is_scene, cx)?;
        listing.extend(self.root.files("Packages", is_scene, cx)?);
        let coverage = listing.probed(&self.root);
        let summary = |path: String| SceneSummary {
            name: stem(&path).to_owned(),
            enabled_in_build: indices.contains_key(&path),
            build_index: indices.get(&path).copied(),
            path,
        };
        let scenes = listing.paths.into_iter().map(summary).collect();
        Ok(Reading { diagnostics, coverage, ..Reading::from_files(scenes) })
    }

    fn scene(&self, path: &str, cx: &Context) -> Result<Arc<Scene>> {
        cx.check()?;
        let path = self.scene_file(path)?;
        self.root.is_readable_scene(&path)?;
        let mark = self.root.unsaved().mark();
        if let Some(scene) = self.scenes.recent(mark, &path) {
            return Ok(scene);
        }
        let assets = self.known(cx)?;
        if let Some(scene) = self.scenes.get(mark, assets.index(), &path) {
            return Ok(scene);
        }
        let text = UnityText::new(&path, self.root.read("Scene file", &path)?)?;
        let mut composer = Composer::new(&assets, cx);
        let tree = composer.compose(&text)?;
        drop(text);
        let scene = tree.into_scene(&path);
        let files = Files::of(&self.root, &assets, &composer, &scene);
        let scene = Reading {
            diagnostics: composer.into_diagnostics(),
            ..Reading::from_files(Arc::new(scene))
        };
        if self.root.unsaved().mark() == mark {
            self.scenes.keep(mark, assets.index(), &scene, files);
        }
        Ok(scene)
    }

    fn as_references(&self) -> Option<&dyn References> {
        Some(self)
    }

    fn as_members(&self) -> Option<&dyn Members> {
        Some(self)
    }

    fn as_assets(&self) -> Option<&dyn scenewright_engine::Assets> {
        Some(self)
    }

    fn as_settings(&self) -> Option<&dyn Settings> {
        Some(self)
    }

    fn as_package_list(&self) -> Option<&dyn PackageList> {
        Some(self)
    }

    fn as_classes(&self) -> Option<&dyn Classes> {
        Some(self)
    }

    fn as_text_search(&self) -> Option<&dyn TextSearch> {
        Some(self)
    }

    fn as_mixers(&self) -> Option<&dyn Mixers> {
        Some(self)
    }

    fn as_changes(&self) -> Option<&dyn Changes> {
        Some(&self.watch)
    }

    fn as_editing(&self) -> Option<&dyn Editing> {
        Some(self)
    }

    fn as_world(&self) -> Option<&dyn World> {
        Some(self)
    }
}

impl Members for UnityFiles {
    fn members(
        &self,
        scene: &str,
        object: ObjectId,
        components: &[usize],
        cx: &Context,
    ) -> Result<Vec<Vec<Member>>> {
        let path = self.scene_file(scene)?;
        let assets = self.known(cx)?;
        members::open(&self.root, &path, object, &assets, cx)?.members(components)
    }

    fn member(
        &self,
        scene: &str,
        object: ObjectId,
        component: usize,
        path: &str,
        cx: &Context,
    ) -> Result<Value> {
        let file = self.scene_file(scene)?;
        let assets = self.known(cx)?;
        members::open(&self.root, &file, object, &assets, cx)?.member(component, path)
    }

    fn script_namespaces(&self, script: &str, _cx: &Context) -> Option<Vec<String>> {
        self.namespaces(script)
    }
}

impl References for UnityFiles {
    fn missing(&self, cx: &Context) -> Result<Findings> {
        self.findings.of(&self.known(cx)?, cx)
    }
}

impl scenewright_engine::Assets for UnityFiles {
    fn assets(&self, cx: &Context) -> Result<Vec<Asset>> {
        assets::all(&self.known(cx)?, &assets::built(&self.root), cx)
    }

    fn shared_ids(&self, cx: &Context) -> Result<Vec<SharedId>> {
        Ok(Reading::from_files(assets::shared_ids(&self.known(cx)?)))
    }

    fn asset(&self, path: &str, cx: &Context) -> Result<AssetDetails> {
        let path = self.root.relative(path)?;
        let known = self.known(cx)?;
        let found = assets::details(&known, &path, &assets::built(&self.root))?;
        Ok(Reading { coverage: known.index().coverage(), ..Reading::from_files(found) })
    }

    fn dependencies(&self, path: &str, depth: usize, cx: &Context) -> Result<Vec<Dependency>> {
        let path = self.root.relative(path)?;
        assets::dependencies(&self.known(cx)?, &path, depth)
    }

    fn dependents(&self, path: &str, depth: usize, cx: &Context) -> Result<Vec<Dependent>> {
        let path = self.root.relative(path)?;
        let known = self.known(cx)?;
        let found = assets::dependents(&known, &path, depth)?;
        Ok(Reading { coverage: known.index().coverage(), ..Reading::from_files(found) })
    }
}

impl Settings for UnityFiles {
    fn settings(&self, areas: &[SettingsArea], cx: &Context) -> Result<ProjectSettings> {
        project_settings::read(&self.root, areas, cx)
    }
}

impl PackageList for UnityFiles {
    fn packages(&self, cx: &Context) -> Result<Packages> {
        package_list::read(&self.root, cx)
    }
}

impl Classes for UnityFiles {
    fn classes(&self, cx: &Context) -> Result<Vec<Class>> {
        classes::list(&self.root, cx)
    }
}

impl TextSearch for UnityFiles {
    fn search(&self, query: &TextQuery, cx: &Context) -> Result<TextMatches> {
        let mut files = Listing::default();
        for folder in ["Assets", "Packages", "ProjectSettings"] {
            files.extend(self.root.files(folder, |_| true, cx)?);
        }
        text_search::search(&self.root, files, str::to_owned, query, cx)
    }
}

impl Mixers for UnityFiles {
    fn mixers(&self, cx: &Context) -> Result<Vec<Mixer>> {
        mixer::list(&self.root, cx)
    }

    fn mixer_snapshot(
        &self,
        path: &str,
        snapshot: Option<&str>,
        cx: &Context,
    ) -> Result<MixerSnapshot> {
        mixer::snapshot(&self.root, path, snapshot, cx)
    }
}

/// What is enabled, and its position among those.
fn build_indices(build: Vec<BuildScene>) -> HashMap<String, u32> {
    let enabled = build.into_iter().filter(|scene| scene.enabled);
    enabled.map(|scene| scene.path).zip(0..).collect()
}

/// Settings that cannot be read take nothing from the rest of an answer.
fn noted<T: Default>(
    read: std::result::Result<T, EngineError>,
    diagnostics: &mut Vec<String>,
) -> T {
    read.unwrap_or_else(|error| {
        diagnostics.push(error.to_string());
        T::default()
    })
}
