//! Godot's files as a [`Format`]: what the shared engine on files needs to know about them.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Instant;

use scenewright_engine::{
    AssetDatabase, Context, DocsReader, EngineError, FileKind, FileOverlay, MemberReader,
    NodePropertyReader, ReadResult, Reading, ReferenceChecker, ScriptClassReader, SettingsReader,
    Subject,
};
use scenewright_model::{
    DONT_DESTROY_ON_LOAD_SCENE, Edit, EditPlan, EngineKind, FileChange, ObjectId, Placement,
    ProjectInfo, ProjectPath, Scene, SceneChange, SceneSummary,
};
use scenewright_project_files::freshness::{FilesMemo, FilesState, MadeFromFiles};
use scenewright_project_files::index_store::IndexStore;
use scenewright_project_files::root::{ProjectRoot, ReadLimits, stem};
use scenewright_project_files::scene_cache::{MadeWith, SceneCache, StampedFiles};
use scenewright_project_files::{EngineEnvironment, Format, ProjectLayout};

use super::files::{GodotFileView, ReferenceTarget, extension, res_path};
use super::imported::{is_imported_scene, is_scene_file};
use super::index::{self, GodotIndex};
use super::scene::{self, ResolvedScene};
use super::settings::GodotSettings;
use super::{ClassDescription, api, changes, docs, edit, placing, reachable};

pub(crate) const LAYOUT: ProjectLayout = ProjectLayout {
    engine: EngineKind::GODOT,
    path_prefix: "res://",
    folders: &[],
    cache_folders: &[],
    excludes_folder: index::is_border,
    asset_of: index::owner,
};

/// A line of Godot's text formats is a value, which takes several times its length in memory when it is
/// parsed.
pub(crate) const READ_LIMITS: ReadLimits = ReadLimits { file_bytes: 1 << 30, line_bytes: 64 << 20 };

pub(crate) struct GodotFormat {
    pub(crate) root: ProjectRoot,
    pub(crate) index: IndexStore<GodotIndex>,
    scenes: SceneCache<Arc<ResolvedScene>>,
    project: FilesMemo<Reading<ProjectInfo>>,
    scene_list: FilesMemo<Reading<Arc<[SceneSummary]>>>,
    engine_version: FilesMemo<Option<String>>,
    api: api::ApiSource,
    pub(crate) docs: docs::ProjectDocs,
}

impl GodotFormat {
    pub(crate) fn new(root: ProjectRoot, environment: &EngineEnvironment) -> GodotFormat {
        let editor = || environment.editor(EngineKind::GODOT).cloned();
        let docs = docs::EngineDocsSource::new(editor(), environment.data.as_deref());
        GodotFormat {
            root,
            index: IndexStore::default(),
            scenes: SceneCache::new(),
            project: FilesMemo::default(),
            scene_list: FilesMemo::default(),
            engine_version: FilesMemo::default(),
            api: api::ApiSource::new(editor()),
            docs: docs::ProjectDocs::new(docs),
        }
    }

    /// The project's files as this call sees them.
    pub(crate) fn files<'a>(&'a self, cx: &'a Context) -> GodotFileView<'a> {
        GodotFileView::new(&self.root, &self.index, cx)
    }

    /// A scene as it is now, with its unsaved changes.
    pub(crate) fn resolve_scene(
        &self,
        path: &ProjectPath,
        files: &GodotFileView<'_>,
    ) -> Result<Arc<ResolvedScene>, EngineError> {
        self.root.check_scene_readable(path)?;
        let unsaved = self.root.unsaved().version();
        let watched = self.root.freshness().version_by_path();
        let known = watched.and_then(|now| self.scenes.get_watched(unsaved, path, now));
        if let Some(scene) = known.or_else(|| self.scenes.get_by_files(unsaved, path)) {
            return Ok(scene);
        }
        self.scenes.forget(path);
        let scene = Arc::new(scene::resolve(files, path)?);
        if self.root.unsaved().version() == unsaved {
            let (objects, sources) = (scene.scene.objects.len(), self.stamp_sources(&scene));
            let watched = watched.filter(|_| self.are_watched(&scene) && !files.has_left_index());
            let made_with = MadeWith { index: None, watched };
            self.scenes.insert(unsaved, path, Arc::clone(&scene), objects, sources, made_with);
        }
        Ok(scene)
    }

    /// Whether all files that a scene was made of are watched. Those that Godot imports are not.
    fn are_watched(&self, scene: &ResolvedScene) -> bool {
        let drafts = self.root.unsaved().snapshot();
        let mut saved = scene.made_of.files.iter().filter(|path| !drafts.contains(path));
        saved.all(|path| self.root.freshness().covers(path) && !is_imported_scene(path))
    }

    /// The files that a scene was just read from. Not known for a scene that other files can change too.
    fn stamp_sources(&self, scene: &ResolvedScene) -> StampedFiles {
        if scene.made_of.depends_on_others {
            return StampedFiles::unknown();
        }
        // The version of the unsaved contents covers those that are not saved.
        let drafts = self.root.unsaved().snapshot();
        let saved = scene.made_of.files.iter().filter(|path| !drafts.contains(path));
        StampedFiles::of_files(saved.map(|path| self.root.path().join(path))).require_all()
    }

    fn read_project(&self, files: &GodotFileView<'_>) -> ReadResult<ProjectInfo> {
        let settings = GodotSettings::read(&self.root)?;
        let main_scene = settings.main_scene.map(|path| main_scene(&path, files)).transpose()?;
        Ok(Reading::from_files(ProjectInfo {
            engine: EngineKind::GODOT,
            name: settings.name.unwrap_or_else(|| folder_name(&self.root)),
            root: self.root.path().to_owned(),
            engine_version: settings.engine_version,
            main_scene,
        }))
    }

    fn read_scene_list(&self, files: &GodotFileView<'_>) -> ReadResult<Arc<[SceneSummary]>> {
        let (settings, diagnostics) = match GodotSettings::read(&self.root) {
            Ok(settings) => (settings, Vec::new()),
            Err(error) => (GodotSettings::default(), vec![error.to_string()]),
        };
        let reached = reachable::reachable_files(&settings, files)?;
        let paths = files.list(|name| matches!(extension(name), "tscn" | "scn"))?;
        let scenes = paths.iter().map(|path| summary(path, reached.contains(path))).collect();
        let coverage = files.index()?.coverage();
        Ok(Reading { diagnostics, coverage, ..Reading::from_files(scenes) })
    }

    pub(crate) fn class_api(&self) -> Arc<api::ApiChoice> {
        let Ok(version) = self.engine_version.get_or_make::<Infallible>(&self.root, None, || {
            let settings = GodotSettings::read(&self.root).ok();
            let value = settings.and_then(|settings| settings.engine_version);
            Ok(MadeFromFiles { value, is_watched: true })
        });
        self.api.describe(version.as_deref())
    }

    pub(crate) fn class_description(&self) -> ClassDescription {
        let described = self.class_api();
        ClassDescription {
            known: described.api.is_some(),
            because: described.because.clone(),
            problems: described.diagnostics.clone(),
        }
    }
}

impl Format for GodotFormat {
    fn layout(&self) -> &'static ProjectLayout {
        &LAYOUT
    }

    fn root(&self) -> &ProjectRoot {
        &self.root
    }

    fn project(&self, cx: &Context) -> ReadResult<ProjectInfo> {
        cx.check()?;
        self.project.get_or_make(&self.root, cx.received(), || {
            let files = self.files(cx);
            let value = self.read_project(&files)?;
            Ok(MadeFromFiles { value, is_watched: !files.has_left_index() })
        })
    }

    fn scenes(&self, cx: &Context) -> ReadResult<Arc<[SceneSummary]>> {
        cx.check()?;
        self.scene_list.get_or_make(&self.root, cx.received(), || {
            let files = self.files(cx);
            let value = self.read_scene_list(&files)?;
            Ok(MadeFromFiles { value, is_watched: !files.has_left_index() })
        })
    }

    fn knows_project(&self, received: Instant) -> bool {
        // Without values, nothing has to be watched yet.
        self.project.state().is_some_and(|known| {
            self.scene_list.state() == Some(known)
                && FilesState::observe_since(&self.root, Some(received)) == Some(known)
        })
    }

    fn scene_path(&self, scene: &str, cx: &Context) -> Result<ProjectPath, EngineError> {
        scene_file(scene, &self.files(cx))
    }

    fn scene(&self, path: &ProjectPath, cx: &Context) -> ReadResult<Arc<Scene>> {
        let resolved = self.resolve_scene(path, &self.files(cx))?;
        let diagnostics = resolved.diagnostics.clone();
        Ok(Reading { diagnostics, ..Reading::from_files(Arc::clone(&resolved.scene)) })
    }

    fn main_scene(&self, cx: &Context) -> Option<ProjectPath> {
        let main = GodotSettings::read(&self.root).ok()?.main_scene?;
        match self.files(cx).locate(&main, None, "").ok()? {
            ReferenceTarget::File(relative) => Some(ProjectPath::from_relative(relative)),
            ReferenceTarget::Elsewhere(_) | ReferenceTarget::Missing { .. } => None,
        }
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
        edit::plan(self.files(cx), &self.class_api(), edits)
    }

    fn compare(&self, files: &[FileChange], cx: &Context) -> Result<Vec<SceneChange>, EngineError> {
        changes::compare(self, files, cx)
    }

    /// A Godot scene always has a root.
    fn blank_scene(&self, pseudo: &str) -> Vec<u8> {
        let name = if pseudo == DONT_DESTROY_ON_LOAD_SCENE { "Kept" } else { "Hidden" };
        format!("[gd_scene format=3]\n\n[node name=\"{name}\" type=\"Node\"]\n").into_bytes()
    }

    fn blank_scene_objects(&self) -> usize {
        1
    }

    fn copy_scene(
        &self,
        to: &ProjectPath,
        content: Vec<u8>,
        cx: &Context,
    ) -> Result<Vec<FileChange>, EngineError> {
        if extension(to) != "tscn" {
            let reason = "the file of a scene ends in .tscn".to_owned();
            return Err(EngineError::Refused { what: format!("File '{}'", res_path(to)), reason });
        }
        let after = edit::copy_scene(self.files(cx), &self.class_api(), to, content)?;
        let before = self.root.read_disk_if_exists(to)?;
        Ok(vec![FileChange { path: to.clone(), before, after: Some(after) }])
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

    fn as_nodes(&self) -> Option<&dyn NodePropertyReader> {
        Some(self)
    }

    fn as_assets(&self) -> Option<&dyn AssetDatabase> {
        Some(self)
    }

    fn as_settings(&self) -> Option<&dyn SettingsReader> {
        Some(self)
    }

    fn as_classes(&self) -> Option<&dyn ScriptClassReader> {
        Some(self)
    }

    fn as_file_overlay(&self) -> Option<&dyn FileOverlay> {
        Some(self)
    }

    fn as_docs(&self) -> Option<&dyn DocsReader> {
        Some(self)
    }
}

/// A uid of no file stays as it is written.
fn main_scene(path: &str, files: &GodotFileView<'_>) -> Result<String, EngineError> {
    Ok(match files.locate(path, None, "")? {
        ReferenceTarget::File(relative) => res_path(&relative),
        ReferenceTarget::Elsewhere(path) | ReferenceTarget::Missing { target: path, .. } => path,
    })
}

/// The file of a scene that a client names. It may not exist.
pub(crate) fn scene_file(
    path: &str,
    files: &GodotFileView<'_>,
) -> Result<ProjectPath, EngineError> {
    let not_found = || EngineError::NotFound { what: Subject::SceneFile, path: path.to_owned() };
    let relative = if path.starts_with("uid://") {
        match files.locate_uid(path)? {
            ReferenceTarget::File(relative) => ProjectPath::from_relative(relative),
            ReferenceTarget::Elsewhere(_) | ReferenceTarget::Missing { .. } => {
                return Err(not_found());
            }
        }
    } else {
        files.root.project_path(path)?
    };
    match () {
        () if relative.is_pseudo_scene() || is_scene_file(&relative) => Ok(relative),
        () => Err(not_a_scene_error(path, &relative, files)),
    }
}

fn not_a_scene_error(path: &str, relative: &str, files: &GodotFileView<'_>) -> EngineError {
    let kind = match () {
        () if relative.is_empty() => None,
        () if files.root.is_folder(relative) => Some(FileKind::Folder),
        () if !files.has(relative) => None,
        () if matches!(relative, "project.godot" | "export_presets.cfg") => {
            Some(FileKind::Settings)
        }
        () => Some(FileKind::Asset(index::kind_of_name(relative).to_owned())),
    };
    match kind {
        Some(kind) => EngineError::NotAScene { path: path.to_owned(), kind },
        None => EngineError::NotFound { what: Subject::SceneFile, path: path.to_owned() },
    }
}

fn summary(relative: &str, enabled_in_build: bool) -> SceneSummary {
    SceneSummary {
        path: res_path(relative),
        name: stem(relative).to_owned(),
        enabled_in_build,
        build_index: None,
    }
}

fn folder_name(root: &ProjectRoot) -> String {
    let folder = root.path().file_name();
    folder.map_or_else(|| "Godot project".to_owned(), |name| name.to_string_lossy().into_owned())
}
