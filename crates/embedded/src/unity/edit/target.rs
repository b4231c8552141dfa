//! From what a client names to what stands in the file.

use std::collections::HashMap;

use scenewright_engine::EngineError;
use scenewright_model::{ComponentRef, ObjectRef};

use crate::unity::document::UnityText;
use crate::unity::members::{self, OverrideTarget};
use crate::unity::tree::{Node, Part, Tree};

use super::{Planner, refuse};

/// An object of a scene.
pub(super) struct Target {
    /// The scene's path.
    pub(super) path: String,
    pub(super) tree: Tree,
    pub(super) node: usize,
}

impl Target {
    pub(super) fn node(&self) -> &Node {
        &self.tree.nodes[self.node]
    }

    /// The position of a component among the object's.
    pub(super) fn component(&self, component: &ComponentRef) -> Result<usize, EngineError> {
        let parts = &self.node().parts;
        let not_found = |name: String| EngineError::NotFound {
            what: "Component",
            path: format!("{}, {name}", self.object_path()),
        };
        match component {
            ComponentRef::Index(index) if *index < parts.len() => Ok(*index),
            ComponentRef::Index(index) => Err(not_found(index.to_string())),
            ComponentRef::Type(name) => {
                let mut found = (0..parts.len()).filter(|&at| is_named(&parts[at], name));
                let first = found.next().ok_or_else(|| not_found(name.clone()))?;
                match found.count() {
                    0 => Ok(first),
                    more => Err(refuse(
                        format!("Component '{name}' of {}", self.object_path()),
                        format!("there are {} of it; name one by its position", more + 1),
                    )),
                }
            }
        }
    }

    pub(super) fn part(&self, component: usize) -> &Part {
        &self.node().parts[component]
    }

    pub(super) fn object_path(&self) -> String {
        self.tree.object_path(self.node)
    }

    /// How many instances down the object itself is.
    pub(super) fn levels(&self) -> usize {
        levels(self.node())
    }

    /// The object and all below it.
    pub(super) fn below(&self) -> Vec<usize> {
        below(&self.tree, self.node)
    }
}

pub(super) fn levels(node: &Node) -> usize {
    node.key.matches('/').count()
}

/// In pre-order what is below a node follows it.
pub(super) fn below(tree: &Tree, node: usize) -> Vec<usize> {
    let mut found = vec![node];
    for at in node + 1..tree.nodes.len() {
        match tree.nodes[at].parent {
            Some(parent) if parent >= node => found.push(at),
            _ => break,
        }
    }
    found
}

fn is_named(part: &Part, name: &str) -> bool {
    let own = &part.component.type_name;
    own == name || name.strip_prefix("UnityEngine.").is_some_and(|name| own == name)
}

impl Planner<'_> {
    pub(super) fn target(
        &mut self,
        scene: &str,
        object: &ObjectRef,
    ) -> Result<Target, EngineError> {
        let (path, tree) = self.open(scene)?;
        let node = find(&path, &tree, object)?;
        Ok(Target { path, tree, node })
    }

    /// How the file's own instance names an object or a component of it.
    pub(super) fn override_target(
        &self,
        target: &Target,
        component: Option<usize>,
    ) -> Result<Option<OverrideTarget>, EngineError> {
        let levels = component.map_or(target.levels(), |at| target.part(at).levels);
        if levels == 0 {
            return Ok(None);
        }
        self.with_opened(target, target.node, |opened| opened.override_target(component))?
    }

    pub(super) fn with_opened<T>(
        &self,
        target: &Target,
        node: usize,
        read: impl FnOnce(&members::Opened<'_>) -> T,
    ) -> Result<T, EngineError> {
        let assets = self.assets();
        let text = self.files.text(&target.path)?.text.clone();
        let text = UnityText::understood(&target.path, text);
        let tree = Tree { nodes: target.tree.nodes.clone() };
        Ok(read(&members::open_node(text, tree, node, &assets)?))
    }
}

pub(super) fn find(path: &str, tree: &Tree, object: &ObjectRef) -> Result<usize, EngineError> {
    let not_found = |path: String| EngineError::NotFound { what: "Object", path };
    match object {
        ObjectRef::Id(id) => {
            let found = tree.nodes.iter().position(|node| node.object_id(path) == *id);
            found.ok_or_else(|| not_found(id.to_string()))
        }
        ObjectRef::Path(wanted) => {
            let found = by_path(tree, wanted.trim_start_matches('/'));
            found.ok_or_else(|| not_found(wanted.clone()))
        }
    }
}

/// Only along the wanted path: a scene may have a hundred thousand objects.
fn by_path(tree: &Tree, wanted: &str) -> Option<usize> {
    let mut rests: HashMap<usize, Vec<&str>> = HashMap::new();
    let mut met: HashMap<(Option<usize>, &str), usize> = HashMap::new();
    for (at, node) in tree.nodes.iter().enumerate() {
        let above = match node.parent {
            None => vec![wanted],
            Some(parent) => match rests.get(&parent) {
                Some(rests) => rests.clone(),
                None => continue,
            },
        };
        let count = met.entry((node.parent, node.name.as_str())).or_default();
        let mut left = Vec::new();
        for rest in above.iter().filter_map(|rest| rest.strip_prefix(node.name.as_str())) {
            let own = match *count {
                0 => Some(rest.strip_prefix("[0]").unwrap_or(rest)),
                count => rest.strip_prefix(format!("[{count}]").as_str()),
            };
            match own {
                Some("") => return Some(at),
                Some(own) => left.extend(own.strip_prefix('/')),
                None => {}
            }
        }
        *count += 1;
        if !left.is_empty() {
            rests.insert(at, left);
        }
    }
    None
}
