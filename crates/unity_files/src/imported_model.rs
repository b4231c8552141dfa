//! The objects of an imported model: their names and parents from the model's file, their ids from
//! its `.meta` file or as Unity hashes them.
//!
//! Invariant: an id is either listed by Unity or hashed as Unity does it; what neither explains is
//! reported as unknown.

mod file_ids;
mod gaps;
mod hierarchy;
mod settings;

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use scenewright_fbx::FbxNode;
use scenewright_model::Component;

use super::tree::{ComponentPart, UnityNode, UnityTree};
use crate::class_ids::{GAME_OBJECT, TRANSFORM};
use file_ids::{HashedIds, ROOT_NAME, ROOT_PATH};
pub(crate) use gaps::{ModelFileGap, ModelGaps};
use hierarchy::{IMPORTED_COMPONENTS, ModelNode};
pub(crate) use settings::ModelSettings;

pub(crate) struct ImportedModel {
    /// The name of its root: that of the file.
    name: String,
    settings: ModelSettings,
    nodes: Vec<ModelNode>,
    /// Why the file does not tell the nodes; `None` if it does.
    gap: Option<ModelFileGap>,
}

/// The ids that an instance uses for the objects of its model. Those of the `.meta` file may be
/// older or newer than the instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum ModelIds {
    /// As listed in the `.meta` file, else as its version of Unity hashes them.
    Settings,
    Hashed(HashedIds),
    /// Those of Unity before 2019, as far as they are the same in every model: the root.
    Numbered,
}

/// The class of a component that the importer of models creates.
pub(crate) fn component_class(name: &str) -> Option<u32> {
    let classes = IMPORTED_COMPONENTS.into_iter().chain([(TRANSFORM, "Transform")]);
    classes.into_iter().find(|(_, class_name)| *class_name == name).map(|(class, _)| class)
}

impl ImportedModel {
    pub(crate) fn new(
        name: &str,
        settings: ModelSettings,
        file: Result<Vec<FbxNode>, ModelFileGap>,
    ) -> ImportedModel {
        let (nodes, gap) = match file {
            Ok(file) => (hierarchy::from_file(&file, &settings), None),
            Err(gap) => (hierarchy::from_settings(&settings), Some(gap)),
        };
        ImportedModel { name: name.to_owned(), settings, nodes, gap }
    }

    pub(crate) fn gap(&self) -> Option<&ModelFileGap> {
        self.gap.as_ref()
    }

    /// Whether only the root is known.
    pub(crate) fn is_root_only(&self) -> bool {
        self.gap.is_some() && self.nodes.len() == 1
    }

    /// How many objects are shown below the root because their parents are not known.
    pub(crate) fn guessed_parents(&self) -> usize {
        self.nodes.iter().filter(|node| node.is_guessed).count()
    }

    /// The ids under which an instance overrides the root.
    pub(crate) fn choose_ids(&self, overridden: &HashSet<i64>) -> ModelIds {
        let all = [
            ModelIds::Settings,
            ModelIds::Hashed(HashedIds::Path),
            ModelIds::Hashed(HashedIds::Name),
            ModelIds::Numbered,
        ];
        let is_used = |ids: &ModelIds| {
            let root = |class| self.id(*ids, class, ROOT_NAME, ROOT_PATH);
            [(GAME_OBJECT, "GameObject"), (TRANSFORM, "Transform")]
                .into_iter()
                .any(|class| overridden.contains(&root(class)))
        };
        // In a list, the root may have any number.
        let is_possible = |ids: &ModelIds| *ids != ModelIds::Numbered || !self.settings.has_list();
        all.into_iter().filter(is_possible).find(is_used).unwrap_or(ModelIds::Settings)
    }

    /// The objects under their ids. Without the model's file, used ids tell further components.
    pub(crate) fn tree(&self, ids: ModelIds, is_used: impl Fn(i64) -> bool) -> UnityTree {
        let mut paths: Vec<String> = Vec::with_capacity(self.nodes.len());
        let mut nodes = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let path = match node.parent {
                Some(parent) => format!("{}/{}", paths[parent], node.name),
                None => ROOT_PATH.to_owned(),
            };
            nodes.push(self.node(ids, node, &path, &is_used));
            paths.push(path);
        }
        UnityTree { nodes }
    }

    fn node(
        &self,
        ids: ModelIds,
        node: &ModelNode,
        path: &str,
        is_used: &impl Fn(i64) -> bool,
    ) -> UnityNode {
        let id = |class| self.id(ids, class, &node.name, path);
        let transform = id((TRANSFORM, "Transform"));
        let game_object = id((GAME_OBJECT, "GameObject"));
        let mut parts = vec![ComponentPart::own(transform, Component::built_in("Transform"))];
        for class in IMPORTED_COMPONENTS {
            let is_known = node.components.contains(&class.0);
            // A hash is only computed where the id decides.
            if is_known || (self.gap.is_some() && is_used(id(class))) {
                parts.push(ComponentPart::own(id(class), Component::built_in(class.1)));
            }
        }
        UnityNode {
            key: game_object.to_string(),
            name: if node.parent.is_none() { self.name.clone() } else { node.name.clone() },
            active: true,
            game_object,
            transform,
            parts,
            parent: node.parent,
            ..UnityNode::default()
        }
    }

    fn id(&self, ids: ModelIds, (class, class_name): (u32, &str), name: &str, path: &str) -> i64 {
        let hashed = match ids {
            ModelIds::Hashed(hashed) => hashed,
            ModelIds::Numbered if name == ROOT_NAME => return i64::from(class) * 100_000,
            ModelIds::Numbered => HashedIds::Name,
            ModelIds::Settings => match self.settings.listed.get(&(class, name.to_owned())) {
                Some(&listed) => return listed,
                None => self.settings.hashed_ids(),
            },
        };
        hashed.id(class_name, name, path)
    }
}

impl ModelSettings {
    /// Settings that do not say it are those of new files, or of old ones that list every object.
    fn hashed_ids(&self) -> HashedIds {
        let default = if self.has_list() { HashedIds::Name } else { HashedIds::Path };
        self.ids.unwrap_or(default)
    }

    fn has_list(&self) -> bool {
        !self.names.is_empty()
    }
}
