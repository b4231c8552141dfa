//! What a component holds: its own document where that really is, with the overrides of every
//! instance around it.

pub(super) mod draft;
pub(super) mod layers;
mod naming;
pub(super) mod references;

use scenewright_engine::names::{NameError, NameKind};
use scenewright_engine::{Context, EngineError, Reading, Result};
use scenewright_model::{Member, ObjectId, Value};

use super::document::UnityText;
use super::guids::Assets;
use super::pointer::Pointer;
use super::scene::Composer;
use super::scripts::MONO_BEHAVIOUR;
use super::tree::{Node, Part, Tree};
use super::values::Typing;
use draft::{Draft, Refused, Spot};
use layers::{Files, Layer};
use references::Resolver;
use scenewright_project_files::root::ProjectRoot;

/// Unity's own bookkeeping: reachable by its path, and of no use in a listing.
pub(super) const BOOKKEEPING: &[&str] = &[
    "m_ObjectHideFlags",
    "m_CorrespondingSourceObject",
    "m_PrefabInstance",
    "m_PrefabAsset",
    "m_PrefabParentObject",
    "m_PrefabInternal",
    "m_GameObject",
    "m_EditorHideFlags",
    "m_EditorClassIdentifier",
    "serializedVersion",
];

/// An object of a scene, with what is needed to read its components.
pub(crate) struct Opened<'a> {
    scene: String,
    tree: Tree,
    node: usize,
    files: Files,
    assets: &'a Assets<'a>,
}

/// `path` is project-relative and that of a scene or prefab.
pub(crate) fn open<'a>(
    root: &ProjectRoot,
    path: &str,
    object: ObjectId,
    assets: &'a Assets<'a>,
    cx: &Context,
) -> std::result::Result<Opened<'a>, EngineError> {
    let text = UnityText::new(path, root.read("Scene file", path)?)?;
    let mut composer = Composer::new(assets, cx);
    let tree = composer.compose(&text)?;
    let found = tree.nodes.iter().position(|node| node.object_id(path) == object);
    let Some(node) = found else {
        return Err(EngineError::Name(NameError::unknown_id(object)));
    };
    let files = Files::open(text, &tree.nodes[node].instances(), assets)?;
    Ok(Opened { scene: path.to_owned(), tree, node, files, assets })
}

/// What stands for an object, or for a component of one, in the overrides of the file's own instance.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OverrideTarget {
    pub(crate) instance: i64,
    /// The id that the instance's source gives it.
    pub(crate) id: i64,
}

/// An object that was found already. `text` is the file that `tree` was made of.
pub(crate) fn open_node<'a>(
    text: UnityText,
    tree: Tree,
    node: usize,
    assets: &'a Assets<'a>,
) -> std::result::Result<Opened<'a>, EngineError> {
    let scene = text.path.clone();
    let files = Files::open(text, &tree.nodes[node].instances(), assets)?;
    Ok(Opened { scene, tree, node, files, assets })
}

/// What a component of an object holds. `text` is the file that `tree` was made of.
pub(crate) fn with_component<T>(
    text: UnityText,
    tree: &Tree,
    (node, part): (usize, &Part),
    assets: &Assets<'_>,
    read: impl FnOnce(&Draft<'_>, &Typing<'_, '_>) -> std::result::Result<T, EngineError>,
) -> std::result::Result<T, EngineError> {
    let scene = text.path.clone();
    let files = Files::open(text, &tree.nodes[node].instances(), assets)?;
    let layers = files.layers()?;
    let resolver = Resolver::new(&scene, tree, &layers, assets);
    let reader = Reader { tree, node, opaque: files.opaque.as_deref(), layers: &layers, resolver };
    let (draft, _) = reader.draft(part)?;
    read(&draft, &reader.typing(part))
}

/// What a document holds that the file itself has.
pub(crate) fn with_document<T>(
    text: UnityText,
    tree: &Tree,
    id: i64,
    assets: &Assets<'_>,
    read: impl FnOnce(&Draft<'_>, &Typing<'_, '_>) -> std::result::Result<T, EngineError>,
) -> std::result::Result<T, EngineError> {
    let scene = text.path.clone();
    let files = Files::open(text, &[], assets)?;
    let layers = files.layers()?;
    let resolver = Resolver::new(&scene, tree, &layers, assets);
    let document = layers.first().and_then(|layer| layer.find(id));
    let draft = match document {
        Some(document) => Draft::of(&document.fields()?, 0),
        None => Draft::Map(Vec::new()),
    };
    let is_script = document.is_some_and(|document| document.class == MONO_BEHAVIOUR);
    read(&draft, &Typing { resolver: &resolver, is_script })
}

impl Opened<'_> {
    /// `None` for what the file itself holds; without a component the object is meant.
    pub(crate) fn override_target(
        &self,
        component: Option<usize>,
    ) -> std::result::Result<Option<OverrideTarget>, EngineError> {
        let node = &self.tree.nodes[self.node];
        let chain: Vec<i64> = node.key.split('/').filter_map(|id| id.parse().ok()).collect();
        let (own, levels) = match component {
            Some(component) => {
                let part = self.part(component)?;
                (part.source, part.levels)
            }
            None => (chain.last().copied().unwrap_or_default(), chain.len().saturating_sub(1)),
        };
        if levels == 0 {
            return Ok(None);
        }
        let layers = self.files.layers()?;
        let above = layers.iter().take(levels).skip(1).rev();
        let id = above.fold(own, |id, layer| layer.handles.id(layer.instance, id));
        Ok(Some(OverrideTarget { instance: chain[0], id }))
    }

    /// What a component holds, with all overrides; `None` when its source cannot be read.
    pub(crate) fn with_draft<T>(
        &self,
        component: usize,
        read: impl FnOnce(Option<&Draft<'_>>) -> T,
    ) -> std::result::Result<T, EngineError> {
        let layers = self.files.layers()?;
        let reader = self.reader(&layers);
        let part = self.part(component)?;
        if part.levels >= layers.len() {
            return Ok(read(None));
        }
        let (draft, _) = reader.draft(part)?;
        Ok(read(Some(&draft)))
    }

    /// The document that really holds a component.
    pub(crate) fn with_source<T>(
        &self,
        source: i64,
        levels: usize,
        read: impl FnOnce(Option<&super::document::Document<'_>>) -> T,
    ) -> std::result::Result<T, EngineError> {
        let layers = self.files.layers()?;
        Ok(read(layers.get(levels).and_then(|layer| layer.find(source))))
    }

    pub(crate) fn members(&self, components: &[usize]) -> Result<Vec<Vec<Member>>> {
        let layers = self.files.layers()?;
        let reader = self.reader(&layers);
        let (mut lists, mut diagnostics) = (Vec::with_capacity(components.len()), Vec::new());
        for &component in components {
            let part = self.part(component)?;
            let (draft, note) = reader.draft(part)?;
            let is_left_out = |name: &str| BOOKKEEPING.contains(&name);
            lists.push(reader.typing(part).members(&draft, &is_left_out));
            diagnostics.extend(note);
        }
        Ok(Reading { diagnostics, ..Reading::from_files(lists) })
    }

    pub(crate) fn member(&self, component: usize, path: &str) -> Result<Value> {
        let layers = self.files.layers()?;
        let reader = self.reader(&layers);
        let part = self.part(component)?;
        let (draft, note) = reader.draft(part)?;
        let stored = naming::stored_path(&draft, &part.component.type_name, path)
            .map_err(EngineError::Name)?;
        let value = match draft.find(&stored) {
            Some(Spot::Value(name, draft)) => Some(reader.typing(part).value(name, draft)),
            Some(Spot::Size(size)) => i64::try_from(size).ok().map(Value::Int),
            None => None,
        };
        let not_found =
            || EngineError::Name(NameError::unknown(NameKind::Member, path, Vec::new()));
        let value = value.ok_or_else(not_found)?;
        Ok(Reading { diagnostics: note.into_iter().collect(), ..Reading::from_files(value) })
    }

    /// A member's path as files spell it.
    pub(crate) fn stored_path(
        &self,
        component: usize,
        path: &str,
    ) -> std::result::Result<String, EngineError> {
        let type_name = &self.part(component)?.component.type_name;
        self.with_draft(component, |draft| match draft {
            Some(draft) => naming::stored_path(draft, type_name, path).map_err(EngineError::Name),
            // What cannot be read is taken as it is written.
            None => Ok(path.to_owned()),
        })?
    }

    fn part(&self, component: usize) -> std::result::Result<&Part, EngineError> {
        self.tree.nodes[self.node].parts.get(component).ok_or_else(|| EngineError::NotFound {
            what: "Component",
            path: format!("{}[{component}]", self.tree.object_path(self.node)),
        })
    }

    fn reader<'a>(&'a self, layers: &'a [Layer<'a>]) -> Reader<'a> {
        Reader {
            tree: &self.tree,
            node: self.node,
            opaque: self.files.opaque.as_deref(),
            layers,
            resolver: Resolver::new(&self.scene, &self.tree, layers, self.assets),
        }
    }
}

struct Reader<'a> {
    tree: &'a Tree,
    node: usize,
    /// The source that cannot be read, at the end of the layers.
    opaque: Option<&'a str>,
    layers: &'a [Layer<'a>],
    resolver: Resolver<'a>,
}

impl<'a> Reader<'a> {
    fn typing(&self, part: &Part) -> Typing<'_, 'a> {
        let document = self.layers.get(part.levels).and_then(|layer| layer.find(part.source));
        let is_script = document.is_some_and(|document| document.class == MONO_BEHAVIOUR);
        Typing { resolver: &self.resolver, is_script }
    }

    /// The component's fields with all overrides, and what its reader should know.
    fn draft(&self, part: &Part) -> std::result::Result<(Draft<'a>, Option<String>), EngineError> {
        let mut draft = match self.layers.get(part.levels).and_then(|layer| layer.find(part.source))
        {
            Some(document) => Draft::of(&document.fields()?, part.levels),
            None => Draft::Map(Vec::new()),
        };
        let mut packed = 0;
        let mut id = part.source;
        for (level, layer) in self.layers.iter().enumerate().take(part.levels).rev() {
            for edit in layer.edits.iter().filter(|edit| edit.target == id) {
                packed += usize::from(draft.edit(edit, level) == Err(Refused::Packed));
            }
            id = layer.handles.id(layer.instance, id);
        }
        if part.levels > 0 {
            self.relate(part, &mut draft);
        }
        Ok((draft, self.note(part, packed)))
    }

    fn note(&self, part: &Part, packed: usize) -> Option<String> {
        let name = &part.component.type_name;
        match self.opaque {
            Some(source) if part.levels >= self.layers.len() => Some(format!(
                "Of {name} only what the scene overrides is known: its other values are in '{source}'"
            )),
            _ if packed > 0 => Some(format!(
                "{packed} overrides of {name} are not applied: they change arrays that are stored as packed bytes"
            )),
            _ => None,
        }
    }

    /// Inside an instance a Transform's document tells the relations of its source, not those that
    /// it has here.
    fn relate(&self, part: &Part, draft: &mut Draft<'a>) {
        let node = &self.tree.nodes[self.node];
        if part.id != node.transform || part.id == 0 {
            return;
        }
        let at = |node: usize| {
            let file_id = self.tree.nodes[node].transform;
            Draft::Pointer { pointer: Pointer { file_id, guid: None }, level: 0 }
        };
        let nodes = self.tree.nodes.iter().enumerate();
        let children = nodes.filter(|(_, child)| child.parent == Some(self.node));
        draft.replace("m_Children", Draft::Seq(children.map(|(child, _)| at(child)).collect()));
        let father = node
            .parent
            .map_or_else(|| Draft::Pointer { pointer: Pointer::default(), level: 0 }, at);
        draft.replace("m_Father", father);
    }
}

impl Node {
    /// The prefab instances around it, from the outermost.
    fn instances(&self) -> Vec<i64> {
        let levels = self.parts.iter().map(|part| part.levels).max().unwrap_or_default();
        self.key.split('/').take(levels).filter_map(|id| id.parse().ok()).collect()
    }
}
