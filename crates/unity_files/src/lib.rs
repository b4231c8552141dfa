//! Unity projects, read from their files.

mod asset_objects;
mod assets;
mod changes;
mod classes;
mod dll;
mod document;
mod edit;
mod editor_ui;
pub mod formats;
mod guids;
mod imported_model;
mod index;
mod last_scenes;
#[doc(hidden)]
pub mod measure;
mod members;
mod mixer;
mod package_list;
mod package_table;
mod packages;
mod pointer;
mod pose;
mod prefab;
mod project_settings;
mod references;
mod scene;
mod scripts;
mod settings;
mod syntax;
mod tree;
mod tree_builder;
mod values;
mod world;
mod yaml;

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;

use scenewright_engine::{
    Context, Editing, Engine, EngineError, FileKind, FileWatch, MemberReader, MixerReader,
    PackageList, ReadResult, Reading, ReferenceChecker, ScriptClassReader, SettingsReader, Subject,
    TextQuery, TextSearch, World,
};
use scenewright_model::{
    Asset, AssetDependency, AssetDependent, AssetDetails, EngineKind, Findings, Member,
    MemberValue, Mixer, MixerSnapshot, ObjectId, ProjectInfo, ProjectPackages, ProjectSettings,
    Scene, SceneSummary, ScriptClass, SettingsArea, SharedId, TextMatches,
};

use document::UnityText;
use guids::{UnityAssets, extension_of};
use last_scenes::{UnitySceneCache, UnitySceneFiles};
use references::FindingsCache;
use scene::SceneComposer;
use scenewright_project_files::root::stem;
use scenewright_project_files::root::{FileListing, ProjectRoot};
use scenewright_project_files::store::IndexStore;
use scenewright_project_files::text_search;
use scenewright_project_files::unsaved::is_pseudo;
use scenewright_project_files::watch::{ProjectWatch, WatchRules};
use scenewright_project_files::world::SceneMemory;
use scenewright_project_files::writer::JournalWriter;
use scenewright_project_files::{EngineEnvironment, ProjectType};
use settings::BuildScene;
pub(crate) use syntax::SyntaxTree;

pub(crate) use index::{AssetContent, FileScan, ObjectEntry, UnityIndex};

/// Unity projects, for the list of engines.
pub const PROJECT_TYPE: ProjectType = ProjectType {
    kind: EngineKind::UNITY,
    evidence: &["Assets/", "ProjectSettings/"],
    is_project: |folder| folder.join("Assets").is_dir() && folder.join("ProjectSettings").is_dir(),
    unsupported: |_| None,
    open: |project, around| {
        let root = ProjectRoot::new(project.root.clone());
        Arc::new(UnityFormat::new(root, around.clone()))
    },
};

const WATCH_RULES: WatchRules = WatchRules {
    engine: EngineKind::UNITY,
    prefix: "",
    tops: &["Assets", "Packages", "ProjectSettings"],
    closes: |_| false,
    owner: |path| path.strip_suffix(".meta").unwrap_or(path),
};

pub(crate) struct UnityFormat {
    root: ProjectRoot,
    index: IndexStore<UnityIndex>,
    findings: FindingsCache,
    scenes: UnitySceneCache,
    watch: ProjectWatch,
    writer: JournalWriter,
    memory: SceneMemory,
}

impl UnityFormat {
    pub(crate) fn new(root: ProjectRoot, around: EngineEnvironment) -> UnityFormat {
        UnityFormat {
            watch: ProjectWatch::new(&root, &WATCH_RULES),
            writer: JournalWriter::new(around.data, root.path(), ""),
            root,
            index: IndexStore::default(),
            findings: FindingsCache::default(),
            scenes: UnitySceneCache::default(),
            memory: SceneMemory::default(),
        }
    }

    /// What is known of the assets right now.
    fn current_assets(&self, cx: &Context) -> std::result::Result<UnityAssets<'_>, EngineError> {
        Ok(UnityAssets::new(&self.root, self.index.snapshot(&self.root, cx)?))
    }

    fn folder_name(&self) -> String {
        let name = self.root.path().file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    /// A client's path as the project-relative path of a scene or prefab, which may still not exist.
    fn scene_file(&self, path: &str) -> std::result::Result<String, EngineError> {
        let path = self.root.to_relative(path)?;
        match extension_of(&path) {
            Some("unity" | "prefab") => Ok(path),
            _ if is_pseudo(&path) => Ok(path),
            _ => Err(self.not_a_scene_error(path)),
        }
    }

    fn not_a_scene_error(&self, path: String) -> EngineError {
        let kind = match () {
            () if path.is_empty() => None,
            () if self.root.is_folder(&path) => Some(FileKind::Folder),
            () if !self.root.has_file(&path) => None,
            () if path.starts_with("ProjectSettings/") => Some(FileKind::Settings),
            () => Some(FileKind::Asset(assets::asset_kind(&path).to_owned())),
        };
        match kind {
            Some(kind) => EngineError::NotAScene { path, kind },
            None => EngineError::NotFound { what: Subject::SceneFile, path },
        }
    }

    /// The namespaces that a script declares types in; `None` for what is no source.
    fn namespaces(&self, script: &str) -> Option<Vec<String>> {
        if !script.ends_with(".cs") {
            return None;
        }
        let bytes = self.root.read(Subject::Script, script).ok()?;
        let source = scenewright_csharp::CSharpSource::parse(&String::from_utf8_lossy(&bytes));
        Some(source.classes.into_iter().map(|class| class.namespace).collect())
    }
}

impl Engine for UnityFormat {
    fn kind(&self) -> EngineKind {
        EngineKind::UNITY
    }

    fn project(&self, cx: &Context) -> ReadResult<ProjectInfo> {
        cx.check()?;
        let mut diagnostics = Vec::new();
        let name = or_diagnostic(settings::product_name(&self.root), &mut diagnostics);
        let build = or_diagnostic(settings::build_scenes(&self.root), &mut diagnostics);
        let main_scene = build.into_iter().find(|scene| scene.enabled);
        let project = ProjectInfo {
            engine: EngineKind::UNITY,
            name: name.unwrap_or_else(|| self.folder_name()),
            root: self.root.path().to_owned(),
            engine_version: settings::editor_version(&self.root),
            main_scene: main_scene.map(|scene| scene.path),
        };
        Ok(Reading { diagnostics, ..Reading::from_files(project) })
    }

    fn scenes(&self, cx: &Context) -> ReadResult<Vec<SceneSummary>> {
        cx.check()?;
        let mut diagnostics = Vec::new();
        let build = or_diagnostic(settings::build_scenes(&self.root), &mut diagnostics);
        let indices = build_indices(build);
        let is_scene = |name: &str| name.ends_with(".unity");
        let mut listing = self.root.list_files("Assets", is_scene, cx)?;
        listing.extend(self.root.list_files("Packages", is_scene, cx)?);
        let coverage = listing.probe_coverage(&self.root);
        let summary = |path: String| SceneSummary {
            name: stem(&path).to_owned(),
            enabled_in_build: indices.contains_key(&path),
            build_index: indices.get(&path).copied(),
            path,
        };
        let scenes = listing.paths.into_iter().map(summary).collect();
        Ok(Reading { diagnostics, coverage, ..Reading::from_files(scenes) })
    }

    fn scene(&self, path: &str, cx: &Context) -> ReadResult<Arc<Scene>> {
        cx.check()?;
        let path = self.scene_file(path)?;
        self.root.check_scene_readable(&path)?;
        let mark = self.root.unsaved().version();
        if let Some(scene) = self.scenes.recent(mark, &path) {
            return Ok(scene);
        }
        let assets = self.current_assets(cx)?;
        if let Some(scene) = self.scenes.get(mark, assets.index(), &path) {
            return Ok(scene);
        }
        let text = UnityText::new(&path, self.root.read(Subject::SceneFile, &path)?)?;
        let mut composer = SceneComposer::new(&assets, cx);
        let tree = composer.compose(&text)?;
        drop(text);
        let scene = tree.into_scene(&path);
        let files = UnitySceneFiles::of(&self.root, &assets, &composer, &scene);
        let scene = Reading {
            diagnostics: composer.into_diagnostics(),
            ..Reading::from_files(Arc::new(scene))
        };
        if self.root.unsaved().version() == mark {
            self.scenes.keep(mark, assets.index(), &scene, files);
        }
        Ok(scene)
    }

    fn as_references(&self) -> Option<&dyn ReferenceChecker> {
        Some(self)
    }

    fn as_members(&self) -> Option<&dyn MemberReader> {
        Some(self)
    }

    fn as_assets(&self) -> Option<&dyn scenewright_engine::AssetDatabase> {
        Some(self)
    }

    fn as_settings(&self) -> Option<&dyn SettingsReader> {
        Some(self)
    }

    fn as_package_list(&self) -> Option<&dyn PackageList> {
        Some(self)
    }

    fn as_classes(&self) -> Option<&dyn ScriptClassReader> {
        Some(self)
    }

    fn as_text_search(&self) -> Option<&dyn TextSearch> {
        Some(self)
    }

    fn as_mixers(&self) -> Option<&dyn MixerReader> {
        Some(self)
    }

    fn as_file_watch(&self) -> Option<&dyn FileWatch> {
        Some(&self.watch)
    }

    fn as_editing(&self) -> Option<&dyn Editing> {
        Some(self)
    }

    fn as_world(&self) -> Option<&dyn World> {
        Some(self)
    }
}

impl MemberReader for UnityFormat {
    fn members(
        &self,
        scene: &str,
        object: ObjectId,
        components: &[usize],
        cx: &Context,
    ) -> ReadResult<Vec<Vec<Member>>> {
        let path = self.scene_file(scene)?;
        let assets = self.current_assets(cx)?;
        members::open(&self.root, &path, object, &assets, cx)?.members(components)
    }

    fn member(
        &self,
        scene: &str,
        object: ObjectId,
        component: usize,
        path: &str,
        cx: &Context,
    ) -> ReadResult<MemberValue> {
        let file = self.scene_file(scene)?;
        let assets = self.current_assets(cx)?;
        members::open(&self.root, &file, object, &assets, cx)?.member(component, path)
    }

    fn script_namespaces(&self, script: &str, _cx: &Context) -> Option<Vec<String>> {
        self.namespaces(script)
    }
}

impl ReferenceChecker for UnityFormat {
    fn missing(&self, cx: &Context) -> ReadResult<Findings> {
        self.findings.findings(&self.current_assets(cx)?, cx)
    }
}

impl scenewright_engine::AssetDatabase for UnityFormat {
    fn assets(&self, cx: &Context) -> ReadResult<Vec<Asset>> {
        assets::all(&self.current_assets(cx)?, &assets::built_scenes(&self.root), cx)
    }

    fn shared_ids(&self, cx: &Context) -> ReadResult<Vec<SharedId>> {
        Ok(Reading::from_files(assets::shared_ids(&self.current_assets(cx)?)))
    }

    fn asset(&self, path: &str, cx: &Context) -> ReadResult<AssetDetails> {
        let path = self.root.to_relative(path)?;
        let known = self.current_assets(cx)?;
        let found = assets::details(&known, &path, &assets::built_scenes(&self.root))?;
        Ok(Reading { coverage: known.index().coverage(), ..Reading::from_files(found) })
    }

    fn dependencies(
        &self,
        path: &str,
        depth: usize,
        cx: &Context,
    ) -> ReadResult<Vec<AssetDependency>> {
        let path = self.root.to_relative(path)?;
        assets::dependencies(&self.current_assets(cx)?, &path, depth)
    }

    fn dependents(
        &self,
        path: &str,
        depth: usize,
        cx: &Context,
    ) -> ReadResult<Vec<AssetDependent>> {
        let path = self.root.to_relative(path)?;
        let known = self.current_assets(cx)?;
        let found = assets::dependents(&known, &path, depth)?;
        Ok(Reading { coverage: known.index().coverage(), ..Reading::from_files(found) })
    }
}

impl SettingsReader for UnityFormat {
    fn settings(&self, areas: &[SettingsArea], cx: &Context) -> ReadResult<ProjectSettings> {
        project_settings::read(&self.root, areas, cx)
    }
}

impl PackageList for UnityFormat {
    fn packages(&self, cx: &Context) -> ReadResult<ProjectPackages> {
        package_list::read(&self.root, cx)
    }
}

impl ScriptClassReader for UnityFormat {
    fn classes(&self, cx: &Context) -> ReadResult<Vec<ScriptClass>> {
        classes::list(&self.root, cx)
    }
}

impl TextSearch for UnityFormat {
    fn search(&self, query: &TextQuery, cx: &Context) -> ReadResult<TextMatches> {
        let mut files = FileListing::default();
        for folder in ["Assets", "Packages", "ProjectSettings"] {
            files.extend(self.root.list_files(folder, |_| true, cx)?);
        }
        text_search::search(&self.root, files, str::to_owned, query, cx)
    }
}

impl MixerReader for UnityFormat {
    fn mixers(&self, cx: &Context) -> ReadResult<Vec<Mixer>> {
        mixer::list(&self.root, cx)
    }

    fn mixer_snapshot(
        &self,
        path: &str,
        snapshot: Option<&str>,
        cx: &Context,
    ) -> ReadResult<MixerSnapshot> {
        mixer::snapshot(&self.root, path, snapshot, cx)
    }
}

/// What is enabled, and its position among those.
fn build_indices(build: Vec<BuildScene>) -> HashMap<String, u32> {
    let enabled = build.into_iter().filter(|scene| scene.enabled);
    enabled.map(|scene| scene.path).zip(0..).collect()
}

/// Settings that cannot be read take nothing from the rest of an answer.
fn or_diagnostic<T: Default>(
    read: std::result::Result<T, EngineError>,
    diagnostics: &mut Vec<String>,
) -> T {
    read.unwrap_or_else(|error| {
        diagnostics.push(error.to_string());
        T::default()
    })
}
