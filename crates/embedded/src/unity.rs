//! Unity projects, read from their files.

mod builder;
mod classes;
mod csharp;
mod document;
mod editor_ui;
mod guids;
mod mixer;
mod package_list;
mod packages;
mod pointer;
mod prefab;
mod project_settings;
mod references;
mod scene;
mod scripts;
mod settings;
mod tree;
mod yaml;

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;

use scenewright_engine::{
    Classes, Context, Engine, EngineError, Mixers, PackageList, Reading, References, Result,
    Settings, TextQuery, TextSearch,
};
use scenewright_model::{
    Class, EngineKind, Findings, Mixer, MixerSnapshot, Packages, ProjectInfo, ProjectSettings,
    Scene, SceneSummary, SettingsArea, TextMatches,
};

use crate::root::ProjectRoot;
use crate::text_search;
use document::UnityText;
use guids::{Assets, extension_of, stem};
use scene::Composer;
use settings::BuildScene;

pub(crate) struct UnityFiles {
    root: ProjectRoot,
}

impl UnityFiles {
    pub(crate) fn new(root: ProjectRoot) -> UnityFiles {
        UnityFiles { root }
    }

    fn folder_name(&self) -> String {
        let name = self.root.path().file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
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
        let path = self.root.relative(path)?;
        if !matches!(extension_of(&path), Some("unity" | "prefab")) {
            return Err(EngineError::NotFound { what: "Scene file", path });
        }
        let text = UnityText::new(&path, self.root.read("Scene file", &path)?)?;
        let assets = Assets::of(&self.root, cx)?;
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
}

impl References for UnityFiles {
    fn missing(&self, cx: &Context) -> Result<Findings> {
        references::missing(&self.root, cx)
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
        let mut files = Vec::new();
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
