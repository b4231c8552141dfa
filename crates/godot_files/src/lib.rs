//! Godot projects, read from their files.

mod ancestry;
mod api;
mod assets;
mod changes;
mod classes;
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
mod notes;
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
    Changes, Classes, Context, Docs, Editing, Engine, EngineError, FileKind, Held, Members, Nodes,
    Reading, References, Result, TextQuery, TextSearch, World,
};
use scenewright_model::{
    Class, EngineKind, Findings, Member, NodeProperties, ObjectId, ObjectIndex, ProjectInfo,
    ProjectSettings, Scene, SceneSummary, SettingsArea, TextMatches, Value,
};

use ancestry::Ancestries;
use files::{Files, Target, extension, file_name, res};
pub(crate) use index::{Index, is_border, owner};
use last_scenes::LastScenes;
use members::Node;
use scene::Resolved;
use scenewright_project_files::root::{ProjectRoot, ReadLimits};
use scenewright_project_files::store::Store;
use scenewright_project_files::text_search;
use scenewright_project_files::unsaved::is_pseudo;
use scenewright_project_files::watch::{ProjectWatch, WatchRules};
use scenewright_project_files::world::Memory;
use scenewright_project_files::writer::Writer;
use scenewright_project_files::{LocalEditor, ProjectType, RecognisedProject, Surroundings};
use settings::Settings;

/// Godot projects, for the list of engines.
pub const PROJECT_TYPE: ProjectType = ProjectType {
    kind: EngineKind::Godot,
    evidence: "project.godot",
    is_project: |folder| folder.join("project.godot").is_file(),
    unsupported: |folder| {
        folder.join("engine.cfg").is_file().then_some(
            "engine.cfg belongs to Godot 2, whose files differ from those of Godot 3 and 4",
        )
    },
    open: |project, around| {
        let root = ProjectRoot::new(project.root.clone()).with_limits(READ_LIMITS);
        Arc::new(GodotFiles::new(root, around.clone()))
    },
};

/// A line of Godot's text formats is a value, which takes several times its length in memory when it is
/// looked into.
const READ_LIMITS: ReadLimits = ReadLimits { file_bytes: 1 << 30, line_bytes: 64 << 20 };

const WATCH_RULES: WatchRules =
    WatchRules { engine: EngineKind::Godot, prefix: "res://", tops: &[], closes: is_border, owner };

/// Which description of Godot's classes is used for a project, and why.
pub fn class_description(project: &RecognisedProject, local: Option<LocalEditor>) -> GodotClasses {
    let root = ProjectRoot::new(project.root.clone());
    let around = Surroundings { editors: local.into_iter().collect(), data: None };
    GodotFiles::new(root, around).class_description()
}

pub(crate) struct GodotFiles {
    root: ProjectRoot,
    index: Store<Index>,
    scenes: LastScenes,
    api: api::Source,
    docs: docs::References,
    watch: ProjectWatch,
    writer: Writer,
    memory: Memory,
}

/// The description of Godot's classes that is used for a project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GodotClasses {
    /// Without one, defaults are unknown.
    pub known: bool,
    pub because: String,
    pub problems: Vec<String>,
}

impl GodotFiles {
    pub(crate) fn new(root: ProjectRoot, around: Surroundings) -> GodotFiles {
        let api = api::Source::new(around.editor(EngineKind::Godot).cloned());
        GodotFiles {
            watch: ProjectWatch::new(&root, &WATCH_RULES),
            docs: docs::References::new(docs::Source::new(
                around.editor(EngineKind::Godot).cloned(),
                around.data.as_deref(),
            )),
            writer: Writer::new(around.data, root.path(), "res://"),
            root,
            index: Store::default(),
            scenes: LastScenes::default(),
            api,
            memory: Memory::default(),
        }
    }

    /// The project's files as this call sees them.
    fn files<'a>(&'a self, cx: &'a Context) -> Files<'a> {
        Files::new(&self.root, &self.index, cx)
    }

    /// A scene by its project-relative path, as it is right now.
    fn resolved(
        &self,
        relative: &str,
        files: &Files<'_>,
    ) -> std::result::Result<Arc<Resolved>, EngineError> {
        self.root.is_readable_scene(relative)?;
        let mark = self.root.unsaved().mark();
        if let Some(scene) = self.scenes.get(mark, relative) {
            return Ok(scene);
        }
        let scene = Arc::new(scene::resolve(files, relative)?);
        if self.root.unsaved().mark() == mark {
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
        read: impl Fn(&Node<'_>) -> std::result::Result<T, EngineError>,
    ) -> Result<Vec<T>> {
        cx.check()?;
        let files = self.files(cx);
        let resolved = self.resolved(&scene_file(scene, &files)?, &files)?;
        let described = self.described();
        let ids = resolved.scene.objects.iter().map(|object| object.id);
        let places: HashMap<ObjectId, u32> = ids.zip(0..).collect();
        let api = described.api.as_deref();
        let ancestries = Ancestries::new(&files, api, &resolved);
        let one = |object: &ObjectId| {
            cx.check()?;
            let at = places.get(object);
            let at = at.ok_or_else(|| EngineError::Name(NameError::unknown_id(*object)))?;
            read(&Node::new(&files, api, &resolved, &ancestries, ObjectIndex(*at)))
        };
        let values = objects.iter().map(one).collect::<std::result::Result<_, _>>()?;
        Ok(Reading { diagnostics: described.diagnostics.clone(), ..Reading::from_files(values) })
    }

    fn with_node<T>(
        &self,
        scene: &str,
        object: ObjectId,
        cx: &Context,
        read: impl Fn(&Node<'_>) -> std::result::Result<T, EngineError>,
    ) -> Result<T> {
        let nodes = self.with_nodes(scene, &[object], cx, read)?;
        let unknown = || EngineError::Name(NameError::unknown_id(object));
        nodes.map(|mut nodes| nodes.pop().ok_or_else(unknown)).transpose()
    }

    fn described(&self) -> Arc<api::Described> {
        let version = Settings::read(&self.root).ok().and_then(|settings| settings.engine_version);
        self.api.describe(version.as_deref())
    }

    pub(crate) fn class_description(&self) -> GodotClasses {
        let described = self.described();
        GodotClasses {
            known: described.api.is_some(),
            because: described.because.clone(),
            problems: described.diagnostics.clone(),
        }
    }
}

impl Engine for GodotFiles {
    fn kind(&self) -> EngineKind {
        EngineKind::Godot
    }

    fn project(&self, cx: &Context) -> Result<ProjectInfo> {
        cx.check()?;
        let files = self.files(cx);
        let settings = Settings::read(&self.root)?;
        let main_scene = settings.main_scene.map(|path| main_scene(&path, &files)).transpose()?;
        Ok(Reading::from_files(ProjectInfo {
            engine: EngineKind::Godot,
            name: settings.name.unwrap_or_else(|| folder_name(&self.root)),
            root: self.root.path().to_owned(),
            engine_version: settings.engine_version,
            main_scene,
        }))
    }

    fn scenes(&self, cx: &Context) -> Result<Vec<SceneSummary>> {
        cx.check()?;
        let files = self.files(cx);
        let (settings, diagnostics) = match Settings::read(&self.root) {
            Ok(settings) => (settings, Vec::new()),
            Err(error) => (Settings::default(), vec![error.to_string()]),
        };
        let reached = reachable::from(&settings, &files)?;
        let paths = files.list(|name| extension(name) == "tscn")?;
        let scenes = paths.iter().map(|path| summary(path, reached.contains(path))).collect();
        let coverage = files.index()?.coverage();
        Ok(Reading { diagnostics, coverage, ..Reading::from_files(scenes) })
    }

    fn scene(&self, path: &str, cx: &Context) -> Result<Arc<Scene>> {
        cx.check()?;
        let files = self.files(cx);
        let relative = scene_file(path, &files)?;
        let resolved = self.resolved(&relative, &files)?;
        let diagnostics = resolved.diagnostics.clone();
        Ok(Reading { diagnostics, ..Reading::from_files(Arc::clone(&resolved.scene)) })
    }

    fn as_references(&self) -> Option<&dyn References> {
        Some(self)
    }

    fn as_classes(&self) -> Option<&dyn Classes> {
        Some(self)
    }

    fn as_members(&self) -> Option<&dyn Members> {
        Some(self)
    }

    fn as_nodes(&self) -> Option<&dyn Nodes> {
        Some(self)
    }

    fn as_assets(&self) -> Option<&dyn scenewright_engine::Assets> {
        Some(self)
    }

    fn as_settings(&self) -> Option<&dyn scenewright_engine::Settings> {
        Some(self)
    }

    fn as_text_search(&self) -> Option<&dyn TextSearch> {
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

    fn as_held(&self) -> Option<&dyn Held> {
        Some(self)
    }

    fn as_docs(&self) -> Option<&dyn Docs> {
        Some(self)
    }
}

impl Members for GodotFiles {
    fn members(
        &self,
        scene: &str,
        object: ObjectId,
        components: &[usize],
        cx: &Context,
    ) -> Result<Vec<Vec<Member>>> {
        self.with_node(scene, object, cx, |node| {
            let [class, script] = node.members();
            let lists = components.iter().map(|&index| match index {
                0 => Ok(class.clone()),
                1 if node.has_script() => Ok(script.clone()),
                _ => Err(not_found("Component", index)),
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
    ) -> Result<Value> {
        self.with_node(scene, object, cx, |node| {
            if component > usize::from(node.has_script()) {
                return Err(not_found("Component", component));
            }
            node.member(component, path)
        })
    }
}

impl Nodes for GodotFiles {
    fn node_properties(
        &self,
        scene: &str,
        nodes: &[ObjectId],
        with_defaults: bool,
        cx: &Context,
    ) -> Result<Vec<NodeProperties>> {
        self.with_nodes(scene, nodes, cx, |node| Ok(node.properties(with_defaults)))
    }
}

fn not_found(what: &'static str, path: impl ToString) -> EngineError {
    EngineError::NotFound { what, path: path.to_string() }
}

impl References for GodotFiles {
    fn missing(&self, cx: &Context) -> Result<Findings> {
        references::missing(&self.files(cx), &|| self.described())
    }
}

impl Classes for GodotFiles {
    fn classes(&self, cx: &Context) -> Result<Vec<Class>> {
        // Of a project for Godot 3 most names still mean the same.
        let api = self.described().api.clone().unwrap_or_else(api::Api::built_in);
        classes::list(&self.files(cx), &api)
    }
}

impl scenewright_engine::Settings for GodotFiles {
    fn settings(&self, areas: &[SettingsArea], cx: &Context) -> Result<ProjectSettings> {
        settings::read(&self.files(cx), areas)
    }
}

impl TextSearch for GodotFiles {
    fn search(&self, query: &TextQuery, cx: &Context) -> Result<TextMatches> {
        let files = self.root.files("", |_| true, cx)?;
        text_search::search(&self.root, files, res, query, cx)
    }
}

/// A uid that leads nowhere stays as it is written.
fn main_scene(path: &str, files: &Files<'_>) -> std::result::Result<String, EngineError> {
    Ok(match files.locate(path, None, "")? {
        Target::File(relative) => res(&relative),
        Target::Elsewhere(path) | Target::Missing { target: path, .. } => path,
    })
}

/// A client's path as the project-relative path of a scene, which may still not exist.
fn scene_file(path: &str, files: &Files<'_>) -> std::result::Result<String, EngineError> {
    let not_found = || EngineError::NotFound { what: "Scene file", path: path.to_owned() };
    let relative = if path.starts_with("uid://") {
        match files.locate_uid(path)? {
            Target::File(relative) => relative,
            Target::Elsewhere(_) | Target::Missing { .. } => return Err(not_found()),
        }
    } else {
        files.root.relative(path)?
    };
    match extension(&relative) {
        "tscn" | "scn" => Ok(relative),
        _ if is_pseudo(&relative) => Ok(relative),
        _ => Err(no_scene(path, &relative, files)),
    }
}

fn no_scene(path: &str, relative: &str, files: &Files<'_>) -> EngineError {
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
        None => EngineError::NotFound { what: "Scene file", path: path.to_owned() },
    }
}

fn summary(relative: &str, enabled_in_build: bool) -> SceneSummary {
    SceneSummary {
        path: res(relative),
        name: file_name(relative).trim_end_matches(".tscn").to_owned(),
        enabled_in_build,
        build_index: None,
    }
}

fn folder_name(root: &ProjectRoot) -> String {
    let folder = root.path().file_name();
    folder.map_or_else(|| "Godot project".to_owned(), |name| name.to_string_lossy().into_owned())
}
