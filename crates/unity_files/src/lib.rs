//! Unity projects: their formats, index, scenes, members and edits, as a
//! [`Format`](scenewright_project_files::Format) of the shared engine on files ([`format`]).

mod asset_objects;
mod assets;
mod changes;
mod class_ids;
mod classes;
mod dll;
mod document;
mod document_map;
mod edit;
mod editor_dlls;
mod editor_table;
mod format;
pub mod formats;
mod git_history;
mod guids;
mod imported_model;
mod index;
mod interfaces;
#[doc(hidden)]
pub mod measure;
mod members;
mod mixer;
mod package_list;
mod package_table;
mod package_version;
mod packages;
mod packed_table;
mod placing;
mod pointer;
mod pose;
mod prefab;
mod project_settings;
mod references;
mod scene;
mod scene_sources;
mod scripts;
mod settings;
mod submodules;
mod syntax;
mod tree;
mod tree_builder;
mod values;
mod yaml;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use scenewright_model::EngineKind;
use scenewright_project_files::root::ProjectRoot;
use scenewright_project_files::{FileEngine, ProjectType};

use format::LAYOUT;
pub(crate) use format::UnityFormat;
pub(crate) use index::{AssetContent, FileScan, ObjectEntry, UnityIndex};
pub(crate) use syntax::SyntaxTree;

/// Unity projects, for the list of engines.
pub const PROJECT_TYPE: ProjectType = ProjectType {
    kind: EngineKind::UNITY,
    evidence: &["Assets/", "ProjectSettings/"],
    is_project: |folder| folder.join("Assets").is_dir() && folder.join("ProjectSettings").is_dir(),
    unsupported: |_| None,
    open: |project, environment| {
        let root = ProjectRoot::new(project.root.clone());
        let root = if environment.watch_files { root.watched(&LAYOUT) } else { root };
        let format = UnityFormat::new(root);
        Arc::new(FileEngine::new(format, environment.data.clone()))
    },
};
