//! Unity's files as a [`Format`]: what the shared engine on files needs to know about them.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use scenewright_engine::{
    AssetDatabase, Context, EngineError, FileKind, MemberReader, MixerReader, PackageList,
    ReadResult, Reading, ReferenceChecker, ScriptClassReader, SettingsReader, Subject,
};
use scenewright_model::{
    Edit, EditPlan, EngineKind, FileChange, ObjectId, Placement, ProjectInfo, ProjectPath, Scene,
    SceneChange, SceneSummary,
};
use scenewright_project_files::freshness::{FilesMemo, FilesState, MadeFromFiles};
use scenewright_project_files::index_store::IndexStore;
use scenewright_project_files::root::{FileListing, ProjectRoot, stem};
use scenewright_project_files::scene_cache::{MadeWith, SceneCache};
use scenewright_project_files::{Format, ProjectLayout};

use super::document::UnityText;
use super::guids::{UnityAssets, extension_of};
use super::index::UnityIndex;
use super::members::kept_scenes::{KeptScenes, MemberCache};
use super::packages::PACKAGE_CACHE;
use super::references::FindingsCache;
use super::scene::SceneComposer;
use super::settings::{AssetSerialization, BuildScene};
use super::{assets, changes, edit, placing, scene_sources, settings};

pub(crate) const LAYOUT: ProjectLayout = ProjectLayout {
    engine: EngineKind::UNITY,
    path_prefix: "",
    folders: &["Assets", "Packages", "ProjectSettings"],
    cache_folders: &[PACKAGE_CACHE],
    excludes_folder: |_| false,
    asset_of: |path| path.strip_suffix(".meta").unwrap_or(path),
};

/// How long a scene whose own files are the same needs no look at the rest of the project. What could
/// still change it is an asset elsewhere that takes over a guid.
const TRUST_INTERVAL: Duration = Duration::from_secs(1);

pub(crate) struct UnityFormat {
    pub(crate) root: ProjectRoot,
    pub(crate) index: IndexStore<UnityIndex>,
    pub(crate) findings: FindingsCache,
    scenes: SceneCache<Reading<Arc<Scene>>, UnityIndex>,
    project: FilesMemo<Reading<ProjectInfo>>,
    scene_list: FilesMemo<Reading<Arc<[SceneSummary]>>>,
    members: MemberCache,
}

impl UnityFormat {
    pub(crate) fn new(root: ProjectRoot) -> UnityFormat {
        UnityFormat {
            root,
            index: IndexStore::default(),
            findings: FindingsCache::default(),
            scenes: SceneCache::with_trust_interval(TRUST_INTERVAL),
            project: FilesMemo::default(),
            scene_list: FilesMemo::default(),
            members: MemberCache::default(),
        }
    }

    fn read_project(&self) -> ReadResult<ProjectInfo> {
        let mut diagnostics = Vec::new();
        let name = or_diagnostic(settings::product_name(&self.root), &mut diagnostics);
        let build = or_diagnostic(settings::build_scenes(&self.root), &mut diagnostics);
        if diagnostics.is_empty() {
            let saved = settings::asset_serialization(&self.root);
            diagnostics.extend(saved.diagnostic().map(str::to_owned));
        }
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

    fn read_scene_list(&self, cx: &Context) -> ReadResult<Arc<[SceneSummary]>> {
        let mut diagnostics = Vec::new();
        let build = or_diagnostic(settings::build_scenes(&self.root), &mut diagnostics);
        let indices = build_indices(build);
        let listing = self.list_scenes(cx)?;
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

    /// The first call does not wait for an index.
    fn list_scenes(&self, cx: &Context) -> Result<FileListing, EngineError> {
        let is_scene = |name: &str| name.ends_with(".unity");
        if self.index.is_made() && self.root.freshness().version().is_some() {
            return Ok(self.index.snapshot(&self.root, cx)?.list_own(is_scene));
        }
        let mut listing = self.root.list_files("Assets", is_scene, cx)?;
        listing.extend(self.root.list_files("Packages", is_scene, cx)?);
        Ok(listing)
    }

    /// To be asked for before the index, for members of the scene `path`.
    pub(crate) fn kept_scenes(&self, path: &str) -> KeptScenes<'_> {
        let now = FilesState::observe_since(&self.root, None);
        self.members.at(now.filter(|_| self.root.freshness().covers(path)))
    }

    /// The assets as they are now.
    pub(crate) fn current_assets(&self, cx: &Context) -> Result<UnityAssets<'_>, EngineError> {
        Ok(UnityAssets::new(&self.root, self.index.snapshot(&self.root, cx)?))
    }

    fn folder_name(&self) -> String {
        let name = self.root.path().file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    /// The file of a scene or prefab that a client names. It may not exist.
    pub(crate) fn scene_file(&self, path: &str) -> Result<ProjectPath, EngineError> {
        let path = self.root.project_path(path)?;
        match extension_of(&path) {
            Some("unity" | "prefab") => Ok(path),
            _ if path.is_pseudo_scene() => Ok(path),
            _ => Err(self.not_a_scene_error(path.into())),
        }
    }

    pub(crate) fn not_a_scene_error(&self, path: String) -> EngineError {
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

    /// The namespaces that a script declares types in; `None` for a file that is not source code.
    pub(crate) fn namespaces(&self, script: &str) -> Option<Vec<String>> {
        if !script.ends_with(".cs") {
            return None;
        }
        let bytes = self.root.read(Subject::Script, script).ok()?;
        let source = scenewright_csharp::CSharpSource::parse(&String::from_utf8_lossy(&bytes));
        Some(source.classes.into_iter().map(|class| class.namespace).collect())
    }
}

impl Format for UnityFormat {
    fn layout(&self) -> &'static ProjectLayout {
        &LAYOUT
    }

    fn root(&self) -> &ProjectRoot {
        &self.root
    }

    fn project(&self, cx: &Context) -> ReadResult<ProjectInfo> {
        cx.check()?;
        self.project.get_or_make(&self.root, cx.received(), || self.read_project().map(watched))
    }

    fn scenes(&self, cx: &Context) -> ReadResult<Arc<[SceneSummary]>> {
        cx.check()?;
        self.scene_list
            .get_or_make(&self.root, cx.received(), || self.read_scene_list(cx).map(watched))
    }

    fn knows_project(&self, received: Instant) -> bool {
        // Without values, nothing has to be watched yet.
        self.project.state().is_some_and(|known| {
            self.scene_list.state() == Some(known)
                && FilesState::observe_since(&self.root, Some(received)) == Some(known)
        })
    }

    fn scene_path(&self, scene: &str, _: &Context) -> Result<ProjectPath, EngineError> {
        self.scene_file(scene)
    }

    fn scene(&self, path: &ProjectPath, cx: &Context) -> ReadResult<Arc<Scene>> {
        let unsaved = self.root.unsaved().version();
        let watched = self.root.freshness().version_by_path();
        let watched = watched.filter(|_| self.root.freshness().covers(path));
        let known = match watched {
            Some(now) => self.scenes.get_watched(unsaved, path, now),
            None => self.scenes.get_by_files(unsaved, path),
        };
        if let Some(scene) = known {
            return Ok(scene);
        }
        let assets = self.current_assets(cx)?;
        let made_with = MadeWith { index: Some(assets.index()), watched };
        let known = match watched {
            Some(_) => self.scenes.get_by_index_and_files(unsaved, path, &made_with),
            None => self.scenes.get_by_index(unsaved, path, assets.index()),
        };
        if let Some(scene) = known {
            return Ok(scene);
        }
        self.scenes.forget(path);
        let text = UnityText::new(path, self.root.read(Subject::SceneFile, path)?)?;
        let mut composer = SceneComposer::new(&assets, cx);
        let tree = composer.compose(&text)?;
        drop(text);
        let scene = tree.into_scene(path);
        let sources = scene_sources::stamp(&self.root, &assets, &composer, &scene);
        let objects = scene.objects.len();
        let scene = Reading {
            diagnostics: composer.into_diagnostics(),
            ..Reading::from_files(Arc::new(scene))
        };
        if self.root.unsaved().version() == unsaved {
            self.scenes.insert(unsaved, path, scene.clone(), objects, sources, made_with);
        }
        Ok(scene)
    }

    fn main_scene(&self, cx: &Context) -> Option<ProjectPath> {
        self.project(cx).ok()?.value.main_scene.map(ProjectPath::from_relative)
    }

    fn refresh(&self, cx: &Context) -> Result<(), EngineError> {
        self.index.snapshot(&self.root, cx).map(drop)
    }

    fn verify(&self, cx: &Context) {
        if let Err(error) = self.index.verify(&self.root, cx) {
            tracing::debug!(%error, "the files could not be checked");
        }
    }

    fn plan(&self, edits: &[Edit], cx: &Context) -> ReadResult<EditPlan> {
        self.scenes.forget_large();
        Ok(Reading::from_files(edit::plan(self, edits, cx)?))
    }

    fn compare(&self, files: &[FileChange], cx: &Context) -> Result<Vec<SceneChange>, EngineError> {
        changes::compare(self, files, cx)
    }

    fn blank_scene(&self, _: &str) -> Vec<u8> {
        edit::blank_scene(settings::read_version(&self.root)).into_bytes()
    }

    fn copy_scene(
        &self,
        to: &ProjectPath,
        content: Vec<u8>,
        cx: &Context,
    ) -> Result<Vec<FileChange>, EngineError> {
        if !to.starts_with("Assets/") || extension_of(to) == Some("prefab") {
            let reason = "a scene is below Assets and ends in '.unity'".to_owned();
            return Err(EngineError::Refused { what: format!("File '{to}'"), reason });
        }
        let before = self.root.read_disk_if_exists(to)?;
        // An existing .meta file identifies the file, whatever its content.
        let mut changes = match self.root.has_file(&format!("{to}.meta")) {
            true => Vec::new(),
            false => edit::companion_files(self, to, cx)?,
        };
        changes.push(FileChange { path: to.clone(), before, after: Some(content) });
        Ok(changes)
    }

    fn placements(
        &self,
        scene: &str,
        objects: &[ObjectId],
        cx: &Context,
    ) -> ReadResult<Vec<Option<Placement>>> {
        placing::placements(self, scene, objects, cx)
    }

    fn as_references(&self) -> Option<&dyn ReferenceChecker> {
        Some(self)
    }

    fn as_members(&self) -> Option<&dyn MemberReader> {
        Some(self)
    }

    fn as_assets(&self) -> Option<&dyn AssetDatabase> {
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

    fn as_mixers(&self) -> Option<&dyn MixerReader> {
        Some(self)
    }
}

/// The enabled scenes with their position among those.
fn build_indices(build: Vec<BuildScene>) -> HashMap<String, u32> {
    let enabled = build.into_iter().filter(|scene| scene.enabled);
    enabled.map(|scene| scene.path).zip(0..).collect()
}

/// It was made from files in the folders of the layout.
fn watched<T>(value: T) -> MadeFromFiles<T> {
    MadeFromFiles { value, is_watched: true }
}

/// Settings that cannot be read become a diagnostic; the rest of the answer stays. If they are
/// binary, all are, which is said once.
fn or_diagnostic<T: Default>(read: Result<T, EngineError>, diagnostics: &mut Vec<String>) -> T {
    read.unwrap_or_else(|error| {
        let binary = AssetSerialization::BinarySettings.diagnostic();
        let binary = binary.filter(|_| settings::is_binary_file(&error));
        let diagnostic = binary.map_or_else(|| error.to_string(), str::to_owned);
        if !diagnostics.contains(&diagnostic) {
            diagnostics.push(diagnostic);
        }
        T::default()
    })
}
