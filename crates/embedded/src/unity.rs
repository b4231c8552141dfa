//! Unity projects, read from their files.

mod builder;
mod dll;
mod document;
mod editor_ui;
mod guids;
mod index;
mod members;
mod objects;
mod package_table;
mod packages;
mod pointer;
mod prefab;
mod references;
mod scene;
mod scripts;
mod settings;
mod syntax;
mod tree;
mod values;
mod yaml;

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;

use scenewright_engine::{Context, Engine, EngineError, Members, Reading, References, Result};
use scenewright_model::{
    EngineKind, Findings, Member, ObjectId, ProjectInfo, Scene, SceneSummary, Value,
};

use crate::root::ProjectRoot;
use document::UnityText;
use guids::{Assets, extension_of, stem};
use references::LastFindings;
use scene::Composer;
use settings::BuildScene;
pub(crate) use syntax::Syntax;

pub(crate) use index::{Content, FileScan, Index, ObjectEntry, Store};

pub(crate) struct UnityFiles {
    root: ProjectRoot,
    index: Store,
    findings: LastFindings,
}

impl UnityFiles {
    pub(crate) fn new(root: ProjectRoot) -> UnityFiles {
        UnityFiles { root, index: Store::default(), findings: LastFindings::default() }
    }

    /// What is known of the assets right now.
    fn assets(&self, cx: &Context) -> std::result::Result<Assets<'_>, EngineError> {
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
            _ => Err(EngineError::NotFound { what: "Scene file", path }),
        }
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
        let mut paths = self.root.files("Assets", is_scene, cx)?;
        paths.extend(self.root.files("Packages", is_scene, cx)?);
        let summary = |path: String| SceneSummary {
            name: stem(&path).to_owned(),
            enabled_in_build: indices.contains_key(&path),
            build_index: indices.get(&path).copied(),
            path,
        };
        Ok(Reading { diagnostics, ..Reading::from_files(paths.into_iter().map(summary).collect()) })
    }

    fn scene(&self, path: &str, cx: &Context) -> Result<Arc<Scene>> {
        cx.check()?;
        let path = self.scene_file(path)?;
        let text = UnityText::new(&path, self.root.read("Scene file", &path)?)?;
        let assets = self.assets(cx)?;
        let mut composer = Composer::new(&assets, cx);
        let scene = composer.compose(&text)?.into_scene(&path);
        Ok(Reading {
            diagnostics: composer.into_diagnostics(),
            ..Reading::from_files(Arc::new(scene))
        })
    }

    fn as_references(&self) -> Option<&dyn References> {
        Some(self)
    }

    fn as_members(&self) -> Option<&dyn Members> {
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
        let assets = self.assets(cx)?;
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
        let assets = self.assets(cx)?;
        members::open(&self.root, &file, object, &assets, cx)?.member(component, path)
    }
}

impl References for UnityFiles {
    fn missing(&self, cx: &Context) -> Result<Findings> {
        self.findings.of(&self.assets(cx)?, cx)
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
