//! Godot projects, read from their files.

mod ancestry;
mod api;
mod assets;
mod changes;
mod classes;
mod diagnostics;
mod docs;
mod edit;
mod externals;
mod files;
pub mod formats;
mod held;
mod index;
mod last_scenes;
mod layers;
pub(crate) mod lexer;
#[doc(hidden)]
pub mod measure;
mod members;
mod node_paths;
mod reachable;
mod references;
mod scene;
mod scripts;
mod settings;
#[cfg(test)]
mod tests;
pub(crate) mod text;
mod transform;
mod tree;
mod value;
pub(crate) mod variant;
mod world;

use std::collections::HashMap;
use std::sync::Arc;

use scenewright_engine::names::NameError;
use scenewright_engine::{
    Context, DocsReader, Editing, Engine, EngineError, FileKind, FileOverlay, FileWatch,
    MemberReader, NodePropertyReader, ReadResult, Reading, ReferenceChecker, ScriptClassReader,
    Subject, TextQuery, TextSearch, World,
};
use scenewright_model::{
    EngineKind, Findings, Member, MemberValue, NodeProperties, ObjectId, ObjectIndex, ProjectInfo,
    ProjectSettings, Scene, SceneSummary, ScriptClass, SettingsArea, TextMatches,
};

use ancestry::ScriptAncestries;
use files::{GodotFileView, ReferenceTarget, extension, file_name, res_path};
pub(crate) use index::{GodotIndex, is_border, owner};
use last_scenes::GodotSceneCache;
use members::NodeReader;
use scene::ResolvedScene;
use scenewright_project_files::root::{ProjectRoot, ReadLimits};
use scenewright_project_files::store::IndexStore;
use scenewright_project_files::text_search;
use scenewright_project_files::unsaved::is_pseudo;
use scenewright_project_files::watch::{ProjectWatch, WatchRules};
use scenewright_project_files::world::SceneMemory;
use scenewright_project_files::writer::JournalWriter;
use scenewright_project_files::{EngineEnvironment, LocalEditor, ProjectType, RecognisedProject};
use settings::GodotSettings;

/// Godot projects, for the list of engines.
pub const PROJECT_TYPE: ProjectType = ProjectType {
    kind: EngineKind::GODOT,
    evidence: &["project.godot"],
    is_project: |folder| folder.join("project.godot").is_file(),
    unsupported: |folder| {
        folder.join("engine.cfg").is_file().then_some(
            "engine.cfg belongs to Godot 2, whose files differ from those of Godot 3 and 4",
        )
    },
    open: |project, around| {
        let root = ProjectRoot::new(project.root.clone()).with_limits(READ_LIMITS);
        Arc::new(GodotFormat::new(root, around.clone()))
    },
};

/// A line of Godot's text formats is a value, which takes several times its length in memory when it is
/// looked into.
const READ_LIMITS: ReadLimits = ReadLimits { file_bytes: 1 << 30, line_bytes: 64 << 20 };

const WATCH_RULES: WatchRules =
    WatchRules { engine: EngineKind::GODOT, prefix: "res://", tops: &[], closes: is_border, owner };

/// Which description of Godot's classes is used for a project, and why.
pub fn class_description(
    project: &RecognisedProject,
    local: Option<LocalEditor>,
) -> ClassDescription {
    let root = ProjectRoot::new(project.root.clone());
    let around = EngineEnvironment { editors: local.into_iter().collect(), data: None };
    GodotFormat::new(root, around).class_description()
}

pub(crate) struct GodotFormat {
    root: ProjectRoot,
    index: IndexStore<GodotIndex>,
    scenes: GodotSceneCache,
    api: api::ApiSource,
    docs: docs::ProjectDocs,
    watch: ProjectWatch,
    writer: JournalWriter,
    memory: SceneMemory,
}

/// The description of Godot's classes that is used for a project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassDescription {
    /// Without one, defaults are unknown.
    pub known: bool,
    pub because: String,
    pub problems: Vec<String>,
}

impl GodotFormat {
    pub(crate) fn new(root: ProjectRoot, around: EngineEnvironment) -> GodotFormat {
        let api = api::ApiSource::new(around.editor(EngineKind::GODOT).cloned());
        GodotFormat {
            watch: ProjectWatch::new(&root, &WATCH_RULES),
            docs: docs::ProjectDocs::new(docs::EngineDocsSource::new(
                around.editor(EngineKind::GODOT).cloned(),
                around.data.as_deref(),
            )),
            writer: JournalWriter::new(around.data, root.path(), "res://"),
            root,
            index: IndexStore::default(),
            scenes: GodotSceneCache::default(),
            api,
            memory: SceneMemory::default(),
        }
    }

    /// The project's files as this call sees them.
    fn files<'a>(&'a self, cx: &'a Context) -> GodotFileView<'a> {
        GodotFileView::new(&self.root, &self.index, cx)
    }

    /// A scene by its project-relative path, as it is right now.
    fn resolve_scene(
        &self,
        relative: &str,
        files: &GodotFileView<'_>,
    ) -> std::result::Result<Arc<ResolvedScene>, EngineError> {
        self.root.check_scene_readable(relative)?;
        let mark = self.root.unsaved().version();
        if let Some(scene) = self.scenes.get(mark, relative) {
            return Ok(scene);
        }
        let scene = Arc::new(scene::resolve(files, relative)?);
        if self.root.unsaved().version() == mark {
            self.scenes.keep(mark, &self.root, relative, &scene);
        }
        Ok(scene)
    }

    /// Reads from some nodes of a scene.
    fn with_nodes<T>(
        &self,
        scene: &str,
        objects: &[ObjectId],
        cx: &Context,
        read: impl Fn(&NodeReader<'_>) -> std::result::Result<T, EngineError>,
    ) -> ReadResult<Vec<T>> {
        cx.check()?;
        let files = self.files(cx);
        let resolved = self.resolve_scene(&scene_file(scene, &files)?, &files)?;
        let described = self.class_api();
        let ids = resolved.scene.objects.iter().map(|object| object.id);
        let places: HashMap<ObjectId, u32> = ids.zip(0..).collect();
        let api = described.api.as_deref();
        let ancestries = ScriptAncestries::new(&files, api, &resolved);
        let one = |object: &ObjectId| {
            cx.check()?;
            let at = places.get(object);
            let at = at.ok_or_else(|| EngineError::Name(NameError::unknown_id(*object)))?;
            read(&NodeReader::new(&files, api, &resolved, &ancestries, ObjectIndex(*at)))
        };
        let values = objects.iter().map(one).collect::<std::result::Result<_, _>>()?;
        Ok(Reading { diagnostics: described.diagnostics.clone(), ..Reading::from_files(values) })
    }

    fn with_node<T>(
        &self,
        scene: &str,
        object: ObjectId,
        cx: &Context,
        read: impl Fn(&NodeReader<'_>) -> std::result::Result<T, EngineError>,
    ) -> ReadResult<T> {
        let nodes = self.with_nodes(scene, &[object], cx, read)?;
        let unknown = || EngineError::Name(NameError::unknown_id(object));
        nodes.map(|mut nodes| nodes.pop().ok_or_else(unknown)).transpose()
    }

    fn class_api(&self) -> Arc<api::ApiChoice> {
        let version =
            GodotSettings::read(&self.root).ok().and_then(|settings| settings.engine_version);
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

impl Engine for GodotFormat {
    fn kind(&self) -> EngineKind {
        EngineKind::GODOT
    }

    fn project(&self, cx: &Context) -> ReadResult<ProjectInfo> {
        cx.check()?;
        let files = self.files(cx);
        let settings = GodotSettings::read(&self.root)?;
        let main_scene = settings.main_scene.map(|path| main_scene(&path, &files)).transpose()?;
        Ok(Reading::from_files(ProjectInfo {
            engine: EngineKind::GODOT,
            name: settings.name.unwrap_or_else(|| folder_name(&self.root)),
            root: self.root.path().to_owned(),
            engine_version: settings.engine_version,
            main_scene,
        }))
    }

    fn scenes(&self, cx: &Context) -> ReadResult<Vec<SceneSummary>> {
        cx.check()?;
        let files = self.files(cx);
        let (settings, diagnostics) = match GodotSettings::read(&self.root) {
            Ok(settings) => (settings, Vec::new()),
            Err(error) => (GodotSettings::default(), vec![error.to_string()]),
        };
        let reached = reachable::reachable_files(&settings, &files)?;
        let paths = files.list(|name| extension(name) == "tscn")?;
        let scenes = paths.iter().map(|path| summary(path, reached.contains(path))).collect();
        let coverage = files.index()?.coverage();
        Ok(Reading { diagnostics, coverage, ..Reading::from_files(scenes) })
    }

    fn scene(&self, path: &str, cx: &Context) -> ReadResult<Arc<Scene>> {
        cx.check()?;
        let files = self.files(cx);
        let relative = scene_file(path, &files)?;
        let resolved = self.resolve_scene(&relative, &files)?;
        let diagnostics = resolved.diagnostics.clone();
        Ok(Reading { diagnostics, ..Reading::from_files(Arc::clone(&resolved.scene)) })
    }

    fn as_references(&self) -> Option<&dyn ReferenceChecker> {
        Some(self)
    }

    fn as_classes(&self) -> Option<&dyn ScriptClassReader> {
        Some(self)
    }

    fn as_members(&self) -> Option<&dyn MemberReader> {
        Some(self)
    }

    fn as_nodes(&self) -> Option<&dyn NodePropertyReader> {
        Some(self)
    }

    fn as_assets(&self) -> Option<&dyn scenewright_engine::AssetDatabase> {
        Some(self)
    }

    fn as_settings(&self) -> Option<&dyn scenewright_engine::SettingsReader> {
        Some(self)
    }

    fn as_text_search(&self) -> Option<&dyn TextSearch> {
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

    fn as_file_overlay(&self) -> Option<&dyn FileOverlay> {
        Some(self)
    }

    fn as_docs(&self) -> Option<&dyn DocsReader> {
        Some(self)
    }
}

impl MemberReader for GodotFormat {
    fn members(
        &self,
        scene: &str,
        object: ObjectId,
        components: &[usize],
        cx: &Context,
    ) -> ReadResult<Vec<Vec<Member>>> {
        self.with_node(scene, object, cx, |node| {
            let [class, script] = node.members();
            let lists = components.iter().map(|&index| match index {
                0 => Ok(class.clone()),
                1 if node.has_script() => Ok(script.clone()),
                _ => Err(not_found(Subject::Component, index)),
            });
            lists.collect()
        })
    }

    fn member(
        &self,
        scene: &str,
        object: ObjectId,
        component: usize,
        path: &str,
        cx: &Context,
    ) -> ReadResult<MemberValue> {
        self.with_node(scene, object, cx, |node| {
            if component > usize::from(node.has_script()) {
                return Err(not_found(Subject::Component, component));
            }
            node.member(component, path)
        })
    }
}

impl NodePropertyReader for GodotFormat {
    fn node_properties(
        &self,
        scene: &str,
        nodes: &[ObjectId],
        with_defaults: bool,
        cx: &Context,
    ) -> ReadResult<Vec<NodeProperties>> {
        self.with_nodes(scene, nodes, cx, |node| Ok(node.properties(with_defaults)))
    }
}

fn not_found(what: Subject, path: impl ToString) -> EngineError {
    EngineError::NotFound { what, path: path.to_string() }
}

impl ReferenceChecker for GodotFormat {
    fn missing(&self, cx: &Context) -> ReadResult<Findings> {
        references::find_missing(&self.files(cx), &|| self.class_api())
    }
}

impl ScriptClassReader for GodotFormat {
    fn classes(&self, cx: &Context) -> ReadResult<Vec<ScriptClass>> {
        // Of a project for Godot 3 most names still mean the same.
        let api = self.class_api().api.clone().unwrap_or_else(api::Api::built_in);
        classes::list(&self.files(cx), &api)
    }
}

impl scenewright_engine::SettingsReader for GodotFormat {
    fn settings(&self, areas: &[SettingsArea], cx: &Context) -> ReadResult<ProjectSettings> {
        settings::read(&self.files(cx), areas)
    }
}

impl TextSearch for GodotFormat {
    fn search(&self, query: &TextQuery, cx: &Context) -> ReadResult<TextMatches> {
        let files = self.root.list_files("", |_| true, cx)?;
        text_search::search(&self.root, files, res_path, query, cx)
    }
}

/// A uid that leads nowhere stays as it is written.
fn main_scene(path: &str, files: &GodotFileView<'_>) -> std::result::Result<String, EngineError> {
    Ok(match files.locate(path, None, "")? {
        ReferenceTarget::File(relative) => res_path(&relative),
        ReferenceTarget::Elsewhere(path) | ReferenceTarget::Missing { target: path, .. } => path,
    })
}

/// A client's path as the project-relative path of a scene, which may still not exist.
fn scene_file(path: &str, files: &GodotFileView<'_>) -> std::result::Result<String, EngineError> {
    let not_found = || EngineError::NotFound { what: Subject::SceneFile, path: path.to_owned() };
    let relative = if path.starts_with("uid://") {
        match files.locate_uid(path)? {
            ReferenceTarget::File(relative) => relative,
            ReferenceTarget::Elsewhere(_) | ReferenceTarget::Missing { .. } => {
                return Err(not_found());
            }
        }
    } else {
        files.root.to_relative(path)?
    };
    match extension(&relative) {
        "tscn" | "scn" => Ok(relative),
        _ if is_pseudo(&relative) => Ok(relative),
        _ => Err(not_a_scene_error(path, &relative, files)),
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
        name: file_name(relative).trim_end_matches(".tscn").to_owned(),
        enabled_in_build,
        build_index: None,
    }
}

fn folder_name(root: &ProjectRoot) -> String {
    let folder = root.path().file_name();
    folder.map_or_else(|| "Godot project".to_owned(), |name| name.to_string_lossy().into_owned())
}
