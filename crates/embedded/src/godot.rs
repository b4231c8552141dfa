//! Godot projects, read from their files.

mod assets;
mod externals;
mod files;
mod index;
mod lexer;
mod notes;
mod reachable;
mod references;
mod scene;
mod scripts;
mod settings;
#[cfg(test)]
mod tests;
mod text;
mod tree;
mod value;

use std::sync::Arc;

use scenewright_engine::{
    Context, Engine, EngineError, Reading, References, Result, TextQuery, TextSearch,
};
use scenewright_model::{
    EngineKind, Findings, ProjectInfo, Scene, SceneSummary, Source, TextMatches,
};

use crate::root::ProjectRoot;
use crate::store::Store;
use crate::text_search;
use files::{Files, Target, extension, file_name, res};
pub(crate) use index::Index;
use settings::Settings;

pub(crate) struct GodotFiles {
    root: ProjectRoot,
    index: Store<Index>,
}

impl GodotFiles {
    pub(crate) fn new(root: ProjectRoot) -> GodotFiles {
        GodotFiles { root, index: Store::default() }
    }

    /// The project's files as this call sees them.
    fn files<'a>(&'a self, cx: &'a Context) -> Files<'a> {
        Files::new(&self.root, &self.index, cx)
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
        Ok(Reading {
            value: paths.iter().map(|path| summary(path, reached.contains(path))).collect(),
            source: Source::Files,
            diagnostics,
        })
    }

    fn scene(&self, path: &str, cx: &Context) -> Result<Arc<Scene>> {
        cx.check()?;
        let files = self.files(cx);
        let relative = scene_file(path, &files)?;
        let (scene, notes) = scene::read(&files, &relative)?;
        Ok(Reading {
            value: Arc::new(scene),
            source: Source::Files,
            diagnostics: notes.into_diagnostics(),
        })
    }

    fn as_references(&self) -> Option<&dyn References> {
        Some(self)
    }

    fn as_assets(&self) -> Option<&dyn scenewright_engine::Assets> {
        Some(self)
    }

    fn as_text_search(&self) -> Option<&dyn TextSearch> {
        Some(self)
    }
}

impl References for GodotFiles {
    fn missing(&self, cx: &Context) -> Result<Findings> {
        let (findings, diagnostics) = references::missing(&self.files(cx))?;
        Ok(Reading { value: findings, source: Source::Files, diagnostics })
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
        _ => Err(not_found()),
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
