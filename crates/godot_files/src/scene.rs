//! Resolves a scene with its instances: the tree that the editor shows with all branches expanded.

mod builder;
mod finish;
pub(super) mod naming;
mod resolved;
mod unimported;

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use scenewright_engine::EngineError;

use super::diagnostics::DiagnosticList;
use super::files::{GodotFileView, ReferenceTarget, res_path};
use super::imported::{LoadedScene, SceneLoadError, SceneOrigin, load_scene};
use super::layers::SectionLayer;
use super::tree::{NodeClass, NodeTree, UnknownClass};
use builder::SceneTreeBuilder;
pub(super) use builder::is_override;
pub(super) use resolved::{RawProperty, ResolvedScene, SceneDocument, VanishedNode};
use unimported::UnimportedModels;

/// Nested instances; real projects have less than ten levels.
const MAX_NESTING: usize = 64;
/// Nodes and connections of one scene, copies included: ten scenes that each contain the next one ten times
/// would otherwise have ten thousand million.
const MAX_NODES: usize = 1_000_000;

const UNKNOWN_CLASS: NodeClass = NodeClass::Unknown(UnknownClass::Undeclared);

/// Resolves the scene at a project-relative path.
pub(super) fn resolve(
    files: &GodotFileView<'_>,
    relative: &str,
) -> Result<ResolvedScene, EngineError> {
    let mut resolver = GodotSceneResolver {
        files,
        done: HashMap::new(),
        open: Vec::new(),
        room: MAX_NODES,
        notes: DiagnosticList::default(),
        documents: Vec::new(),
        lost: Vec::new(),
        vanished: Vec::new(),
        made_of: SceneSources::default(),
        models: UnimportedModels::default(),
    };
    let mut tree = resolver.tree(relative).map_err(|error| error.into_engine_error(relative))?;
    // Nothing is looked up any more, and the scene of a large file needs the memory.
    resolver.done.clear();
    if let Some(tree) = Rc::get_mut(&mut tree) {
        tree.drop_lookups();
    }
    let finished = finish::finish(&tree, &res_path(relative), &resolver.documents);
    if finished.scene.objects.is_empty() {
        resolver.notes.add("the scene has no nodes");
    }
    resolver.models.add_diagnostics(&mut resolver.notes);
    if !finished.complete {
        resolver.notes.add("the tree is too large: the rest is not shown");
    }
    Ok(ResolvedScene {
        scene: Arc::new(finished.scene),
        documents: resolver.documents,
        layers: finished.layers,
        lost: resolver.lost,
        vanished: resolver.vanished,
        diagnostics: resolver.notes.into_vec(),
        made_of: resolver.made_of,
    })
}

/// The project-relative files that a scene was made of.
#[derive(Debug, Default)]
pub(super) struct SceneSources {
    pub files: BTreeSet<String>,
    /// A reference was resolved by uid, or was not found: other files than these can change the scene.
    pub depends_on_others: bool,
}

struct GodotSceneResolver<'a> {
    files: &'a GodotFileView<'a>,
    done: HashMap<String, Rc<NodeTree>>,
    /// The scenes being resolved, outermost first.
    open: Vec<String>,
    room: usize,
    notes: DiagnosticList,
    /// The document of the outermost scene comes first.
    documents: Vec<Arc<SceneDocument>>,
    /// Connections with a missing node.
    lost: Vec<SectionLayer>,
    vanished: Vec<VanishedNode>,
    made_of: SceneSources,
    models: UnimportedModels,
}

impl GodotSceneResolver<'_> {
    /// Recursion is bounded by [`MAX_NESTING`].
    fn tree(&mut self, relative: &str) -> Result<Rc<NodeTree>, SceneLoadError> {
        if let Some(done) = self.done.get(relative) {
            return Ok(Rc::clone(done));
        }
        let LoadedScene { document, origin, is_outdated } =
            load_scene(self.files, relative, &mut self.made_of)?;
        let source = Arc::new(SceneDocument { relative: relative.to_owned(), document, origin });
        let number = self.documents.len() as u32;
        self.documents.push(Arc::clone(&source));
        self.open.push(relative.to_owned());
        let tree = SceneTreeBuilder::new(self, &source, number).build();
        self.open.pop();
        let mut tree = tree?;
        if is_outdated {
            self.models.outdated.insert(res_path(relative));
        }
        if origin == SceneOrigin::Model {
            tree.nodes.iter_mut().for_each(|node| node.opaque = true);
            self.models.from_model.insert(res_path(relative));
        }
        let tree = Rc::new(tree);
        self.done.insert(relative.to_owned(), Rc::clone(&tree));
        Ok(tree)
    }

    /// The tree of an instanced scene, or an opaque node and a diagnostic.
    fn instance(&mut self, target: &ReferenceTarget) -> Result<InstancedScene, EngineError> {
        let relative = match target {
            ReferenceTarget::File(relative) => relative,
            ReferenceTarget::Elsewhere(path) => {
                return Ok(self.opaque(path, UNKNOWN_CLASS, OpaqueReason::OutsideProject));
            }
            ReferenceTarget::Missing { target, .. } => {
                return Ok(self.opaque(
                    target,
                    NodeClass::Unknown(UnknownClass::MissingScene),
                    OpaqueReason::Missing,
                ));
            }
        };
        let path = res_path(relative);
        if self.open.contains(relative) {
            return Ok(self.opaque(
                &path,
                NodeClass::Unknown(UnknownClass::CyclicScene),
                OpaqueReason::Cyclic,
            ));
        }
        if self.open.len() >= MAX_NESTING {
            return Ok(self.opaque(&path, UNKNOWN_CLASS, OpaqueReason::TooDeep));
        }
        match self.tree(relative) {
            Ok(tree) => Ok(self.use_tree(&path, tree)),
            Err(SceneLoadError::NotImported { root: class }) => {
                self.models.unimported.insert(path);
                Ok(InstancedScene::Opaque { class })
            }
            Err(SceneLoadError::Engine(
                error @ (EngineError::Cancelled | EngineError::DeadlinePassed),
            )) => Err(error),
            Err(SceneLoadError::Engine(error)) => Ok(self.opaque(
                &path,
                NodeClass::Unknown(UnknownClass::UnreadableScene),
                OpaqueReason::Unreadable(error),
            )),
        }
    }

    fn use_tree(&mut self, path: &str, tree: Rc<NodeTree>) -> InstancedScene {
        if tree.is_empty() {
            return self.opaque(path, UNKNOWN_CLASS, OpaqueReason::Empty);
        }
        match self.room.checked_sub(tree.weight()) {
            Some(room) => self.room = room,
            None => return self.opaque(path, UNKNOWN_CLASS, OpaqueReason::TooManyNodes),
        }
        InstancedScene::Tree(tree)
    }

    fn opaque(&mut self, path: &str, class: NodeClass, reason: OpaqueReason) -> InstancedScene {
        self.notes.add(&format!("the instanced scene '{path}' {reason}"));
        InstancedScene::Opaque { class }
    }
}

/// Why the nodes of an instanced scene are not shown.
enum OpaqueReason {
    OutsideProject,
    Missing,
    Cyclic,
    TooDeep,
    Empty,
    TooManyNodes,
    Unreadable(EngineError),
}

impl fmt::Display for OpaqueReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            OpaqueReason::OutsideProject => "is not a file of the project",
            OpaqueReason::Missing => "does not exist",
            OpaqueReason::Cyclic => "contains itself",
            OpaqueReason::TooDeep => "is nested too deeply",
            OpaqueReason::Empty => "has no nodes",
            OpaqueReason::TooManyNodes => "is not shown: too many nodes",
            OpaqueReason::Unreadable(error) => return write!(f, "cannot be read: {error}"),
        })
    }
}

enum InstancedScene {
    Tree(Rc<NodeTree>),
    Opaque { class: NodeClass },
}
