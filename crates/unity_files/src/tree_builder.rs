//! Builds one tree from a file's own objects and those of its prefab instances.

use std::collections::{HashMap, HashSet};

use foldhash::fast::RandomState;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
use scenewright_engine::EngineError;
use scenewright_model::Component;

use super::document::UnityDocument;
use super::guids::UnityAssets;
use super::prefab::{Handle, Handles, PrefabInstance, normalize_tag};
use super::scripts::{ComponentKey, ComponentTable};
use super::tree::{ComponentPart, UnityNode, UnityTree};
use crate::class_ids::{GAME_OBJECT, RECT_TRANSFORM, SCENE_ROOTS, TRANSFORM};

/// Nested prefabs can multiply without end; real scenes stay far below this.
const MAX_OBJECTS: usize = 500_000;

/// How many objects are read before they are added: all at once would need much memory in a large file.
const BATCH_OBJECTS: usize = 8192;
/// Fewer are not worth a thread.
const MIN_PARALLEL_OBJECTS: usize = 512;

pub(crate) struct TreeBuilder<'a> {
    documents: &'a [UnityDocument<'a>],
    by_id: HashMap<i64, usize, RandomState>,
    nodes: Vec<UnityNode>,
    children: Vec<Vec<usize>>,
    /// The node that the id of a GameObject, a Transform or an instance belongs to.
    nodes_by_id: HashMap<i64, usize, RandomState>,
    links: Vec<ParentLink>,
    inserted: HashMap<i64, i64>,
    components: ComponentTable<'a>,
}

/// An object as its documents have it, before anything is looked up in the project.
struct ObjectParts<'a> {
    node: UnityNode,
    link: ParentLink,
    /// The positions of the components' documents.
    components: Vec<(usize, ComponentKey<'a>)>,
}

/// What a file says about the parent of an object.
struct ParentLink {
    node: usize,
    father: i64,
    /// The Transform ids of its children, in order.
    listed: Vec<i64>,
    order: Option<i64>,
    /// Index of the document, to order objects that have no order of their own.
    document: usize,
}

/// A child that is to be attached to its parent.
struct ChildPlacement {
    father: usize,
    child: usize,
    rank: Option<usize>,
    index: usize,
}

/// Errors in a file's own hierarchy.
pub(crate) struct HierarchyProblems {
    /// Objects whose parent does not exist; they are shown as roots.
    pub(crate) orphans: usize,
    /// Objects that are their own ancestors; they are left out.
    pub(crate) looped: usize,
}

impl<'a> TreeBuilder<'a> {
    /// Starts with the objects that the file itself holds.
    pub(crate) fn new(
        documents: &'a [UnityDocument<'a>],
        assets: &UnityAssets<'_>,
    ) -> Result<TreeBuilder<'a>, EngineError> {
        let ids = documents.iter().map(|document| document.id);
        // Lists that grow need twice their memory, beside the text of a large file.
        let objects = documents.iter().filter(|document| is_object(document)).count();
        let mut builder = TreeBuilder {
            documents,
            by_id: ids.zip(0..).collect(),
            nodes: Vec::with_capacity(objects),
            children: Vec::with_capacity(objects),
            nodes_by_id: HashMap::default(),
            links: Vec::with_capacity(objects),
            inserted: HashMap::new(),
            components: ComponentTable::default(),
        };
        let objects: Vec<usize> = (0..documents.len())
            .filter(|&at| is_object(&documents[at]) && builder.is_last_with_id(at))
            .collect();
        for batch in objects.chunks(BATCH_OBJECTS) {
            let read = |&at: &usize| ObjectParts::read(at, documents, &builder.by_id);
            // Other threads are not woken for a few objects.
            let parts: Vec<Result<ObjectParts<'a>, EngineError>> = match batch.len()
                < 2 * MIN_PARALLEL_OBJECTS
            {
                true => batch.iter().map(read).collect(),
                false => batch.par_iter().with_min_len(MIN_PARALLEL_OBJECTS).map(read).collect(),
            };
            for object in parts {
                builder.add_object(object?, assets)?;
            }
        }
        Ok(builder)
    }

    /// Ids must stay unique: of several documents with the same id, the last one counts.
    fn is_last_with_id(&self, index: usize) -> bool {
        self.by_id.get(&self.documents[index].id) == Some(&index)
    }

    fn add_object(
        &mut self,
        object: ObjectParts<'a>,
        assets: &UnityAssets<'_>,
    ) -> Result<(), EngineError> {
        let ObjectParts { mut node, mut link, components } = object;
        node.parts.reserve_exact(components.len());
        for (at, key) in components {
            let document = &self.documents[at];
            let component = self.components.component(document, key, assets)?;
            node.parts.push(ComponentPart::own(document.id, component));
        }
        link.node = self.nodes.len();
        self.push(node);
        self.links.push(link);
        Ok(())
    }

    fn push(&mut self, node: UnityNode) {
        let index = self.nodes.len();
        for id in [Some(node.game_object), Some(node.transform), node.instance] {
            if let Some(id) = id.filter(|&id| id != 0) {
                self.nodes_by_id.entry(id).or_insert(index);
            }
        }
        self.nodes.push(node);
        self.children.push(Vec::new());
    }

    /// Adds the objects of a prefab instance, whose document has this index in the file.
    pub(crate) fn add_instance(
        &mut self,
        index: usize,
        instance: &PrefabInstance,
        source: &UnityTree,
        handles: &Handles,
    ) -> Result<(), EngineError> {
        if !self.is_last_with_id(index) {
            return Ok(());
        }
        if self.nodes.len() + source.nodes.len() > MAX_OBJECTS {
            let reason = format!("with its prefabs it has more than {MAX_OBJECTS} objects");
            return Err(self.documents[index].error_at_header(reason));
        }
        if let Some(root) = instance.full_root(source, handles) {
            if let Some(&node) = self.nodes_by_id.get(&root) {
                self.nodes_by_id.entry(instance.id).or_insert(node);
            }
            return Ok(());
        }
        let base = self.nodes.len();
        for mut node in instance.nodes(source, handles) {
            let at = self.nodes.len();
            node.parent = node.parent.map(|parent| base + parent);
            match node.parent {
                Some(parent) => self.children[parent].push(at),
                None => self.links.push(ParentLink {
                    node: at,
                    father: instance.parent,
                    listed: Vec::new(),
                    order: instance.root_order(source),
                    document: index,
                }),
            }
            self.push(node);
        }
        let inserted = instance.inserted.iter().copied();
        self.inserted.extend(inserted);
        Ok(())
    }

    /// The handles whose object the source does not show although something in the file is below
    /// or on it.
    pub(crate) fn unresolved_handles<'h>(
        &self,
        handles: &'h Handles,
    ) -> Result<Vec<&'h Handle>, EngineError> {
        let is_unresolved = |handle: &&Handle| {
            matches!(handle.class, GAME_OBJECT | TRANSFORM | RECT_TRANSFORM)
                && !self.nodes_by_id.contains_key(&handle.id)
                && self.nodes_by_id.contains_key(&handle.instance)
        };
        let mut unresolved: Vec<&Handle> = handles.all.iter().filter(is_unresolved).collect();
        if unresolved.is_empty() {
            return Ok(unresolved);
        }
        let mut used: HashSet<i64> = self.links.iter().map(|link| link.father).collect();
        for document in self.documents.iter().filter(|document| !document.stripped) {
            used.insert(document.pointer("m_GameObject")?.file_id);
        }
        unresolved.retain(|handle| used.contains(&handle.id));
        Ok(unresolved)
    }

    /// Adds an object that is known only by a handle, below the root of the handle's instance.
    pub(crate) fn add_unknown_object(&mut self, handle: &Handle, name: String) {
        let Some(&root) = self.nodes_by_id.get(&handle.instance) else { return };
        let mut node = UnityNode {
            key: format!("{}/{}", handle.instance, handle.source),
            name,
            active: true,
            parent: Some(root),
            ..UnityNode::default()
        };
        if handle.class == GAME_OBJECT {
            node.game_object = handle.id;
        } else {
            node.transform = handle.id;
            let component = Component::built_in("Transform").into();
            let (id, source) = (handle.id, handle.source);
            node.parts.push(ComponentPart { id, source, levels: 1, component });
        }
        self.children[root].push(self.nodes.len());
        self.push(node);
    }

    /// A stripped object that the source does not show stands for the instance's root, so that its
    /// children are at least below the right instance.
    pub(crate) fn place_handles(&mut self, handles: &Handles) {
        for handle in &handles.all {
            if let Some(&root) = self.nodes_by_id.get(&handle.instance) {
                self.nodes_by_id.entry(handle.id).or_insert(root);
            }
        }
    }

    /// Adds the components that this file puts on objects inside its instances.
    pub(crate) fn add_components(&mut self, assets: &UnityAssets<'_>) -> Result<(), EngineError> {
        if !self.documents.iter().any(|document| document.stripped) {
            return Ok(());
        }
        for document in self.documents.iter().filter(|document| !document.stripped) {
            let owner = document.pointer("m_GameObject")?.file_id;
            let Some(&owner_at) = self.by_id.get(&owner) else {
                continue;
            };
            if !self.documents[owner_at].stripped {
                continue;
            }
            if let Some(&node) = self.nodes_by_id.get(&owner) {
                let key = ComponentKey::read(document)?;
                let component = self.components.component(document, key, assets)?;
                self.nodes[node].parts.push(ComponentPart::own(document.id, component));
            }
        }
        Ok(())
    }

    /// Attaches everything that was added, and returns the tree in the editor's order.
    pub(crate) fn finish(mut self) -> Result<(UnityTree, HierarchyProblems), EngineError> {
        self.by_id = HashMap::default();
        let fathers = self.parents();
        let ranks = self.listed_positions();
        let mut roots: Vec<&ParentLink> = Vec::new();
        let mut added: Vec<ChildPlacement> = Vec::new();
        for (link, father) in self.links.iter().zip(fathers) {
            let Some(father) = father else {
                roots.push(link);
                continue;
            };
            added.push(ChildPlacement {
                father,
                child: link.node,
                rank: ranks.get(&(father, link.node)).copied(),
                index: self.insert_index(link),
            });
        }
        let orphans = roots.iter().filter(|link| link.father != 0).count();
        self.sort_roots(&mut roots)?;
        let roots: Vec<usize> = roots.iter().map(|link| link.node).collect();
        self.attach(added);
        let (tree, looped) = self.into_tree(&roots);
        Ok((tree, HierarchyProblems { orphans, looped }))
    }

    /// The parent of each link's node: the one it names itself, else the one whose child list names
    /// it.
    fn parents(&self) -> Vec<Option<usize>> {
        let mut listing: HashMap<usize, usize, RandomState> = HashMap::default();
        for link in &self.links {
            for child in link.listed.iter().filter_map(|id| self.nodes_by_id.get(id)) {
                listing.entry(*child).or_insert(link.node);
            }
        }
        let father = |link: &ParentLink| {
            let own = self.nodes_by_id.get(&link.father).copied();
            own.or_else(|| listing.get(&link.node).copied()).filter(|&father| father != link.node)
        };
        self.links.iter().map(father).collect()
    }

    /// The position of each child in its parent's own list.
    fn listed_positions(&self) -> HashMap<(usize, usize), usize, RandomState> {
        let mut ranks = HashMap::default();
        for link in &self.links {
            let listed = link.listed.iter().filter_map(|id| self.nodes_by_id.get(id));
            for (position, &child) in listed.enumerate() {
                ranks.entry((link.node, child)).or_insert(position);
            }
        }
        ranks
    }

    /// The position that a child was given among the children of an object inside an instance; the
    /// end by default.
    fn insert_index(&self, link: &ParentLink) -> usize {
        let inserted = self.inserted.get(&self.nodes[link.node].transform);
        let index = inserted.copied().or(link.order);
        index.map_or(usize::MAX, |index| usize::try_from(index).unwrap_or(usize::MAX))
    }

    /// Children of the file's own objects keep the order of their parent's list. Objects inside an
    /// instance have no list here; their added children go to the index they were given.
    fn attach(&mut self, mut added: Vec<ChildPlacement>) {
        added.sort_by_key(|added| (added.father, added.rank.unwrap_or(usize::MAX), added.index));
        for ChildPlacement { father, child, rank, index } in added {
            let siblings = &mut self.children[father];
            let at = match rank {
                Some(_) => siblings.len(),
                None => index.min(siblings.len()),
            };
            siblings.insert(at, child);
        }
    }

    fn sort_roots(&self, roots: &mut [&ParentLink]) -> Result<(), EngineError> {
        let listed = self.listed_roots()?;
        roots.sort_by_key(|link| {
            let position = listed.get(&link.node).copied();
            // Without an order of its own, an instance has that of its source.
            let order = link.order.or(self.nodes[link.node].root_order);
            (position.unwrap_or(usize::MAX), order.unwrap_or(i64::MAX), link.document)
        });
        Ok(())
    }

    /// Newer editors list the roots of a scene, by Transform or by instance.
    fn listed_roots(&self) -> Result<HashMap<usize, usize>, EngineError> {
        let is_list = |document: &&UnityDocument<'_>| document.class == SCENE_ROOTS;
        let Some(document) = self.documents.iter().find(is_list) else {
            return Ok(HashMap::new());
        };
        let ids = pointer_ids(document, "m_Roots")?;
        let nodes = ids.iter().filter_map(|id| self.nodes_by_id.get(id).copied());
        Ok(nodes.zip(0..).collect())
    }

    fn into_tree(mut self, roots: &[usize]) -> (UnityTree, usize) {
        (self.links, self.nodes_by_id) = (Vec::new(), HashMap::default());
        let mut tree = UnityTree { nodes: Vec::with_capacity(self.nodes.len()) };
        let mut open: Vec<(usize, Option<usize>)> =
            roots.iter().rev().map(|&root| (root, None)).collect();
        while let Some((at, parent)) = open.pop() {
            let index = tree.nodes.len();
            let mut node = std::mem::take(&mut self.nodes[at]);
            node.parent = parent;
            tree.nodes.push(node);
            let children = std::mem::take(&mut self.children[at]);
            open.extend(children.into_iter().rev().map(|child| (child, Some(index))));
        }
        let lost = self.nodes.len() - tree.nodes.len();
        (tree, lost)
    }
}

fn is_object(document: &UnityDocument<'_>) -> bool {
    document.class == GAME_OBJECT && !document.stripped
}

impl<'a> ObjectParts<'a> {
    fn read(
        at: usize,
        documents: &'a [UnityDocument<'a>],
        by_id: &HashMap<i64, usize, RandomState>,
    ) -> Result<ObjectParts<'a>, EngineError> {
        let document = &documents[at];
        let mut node = UnityNode {
            key: document.id.to_string(),
            name: document.text("m_Name")?,
            active: document.text_ref("m_IsActive")? != "0",
            tag: normalize_tag(document.text_ref("m_TagString")?),
            layer: document.text_ref("m_Layer")?.parse().unwrap_or_default(),
            static_flags: document.text_ref("m_StaticEditorFlags")?.parse().unwrap_or_default(),
            game_object: document.id,
            ..UnityNode::default()
        };
        let mut link =
            ParentLink { node: 0, father: 0, listed: Vec::new(), order: None, document: at };
        let listed = component_ids(document)?;
        let mut components = Vec::with_capacity(listed.len());
        for id in listed {
            let Some(&at) = by_id.get(&id) else {
                continue;
            };
            let part = &documents[at];
            if matches!(part.class, TRANSFORM | RECT_TRANSFORM) {
                node.transform = id;
                link.read(part)?;
            }
            components.push((at, ComponentKey::read(part)?));
        }
        node.root_order = link.order;
        Ok(ObjectParts { node, link, components })
    }
}

impl ParentLink {
    fn read(&mut self, transform: &UnityDocument<'_>) -> Result<(), EngineError> {
        self.father = transform.pointer("m_Father")?.file_id;
        self.listed = pointer_ids(transform, "m_Children")?;
        self.order = transform.text_ref("m_RootOrder")?.parse().ok();
        Ok(())
    }
}

/// `- component: {fileID: N}`, and until Unity 5.4 `- 4: {fileID: N}` with the class as the key.
pub(super) fn component_ids(document: &UnityDocument<'_>) -> Result<Vec<i64>, EngineError> {
    document.keyed_pointer_ids("m_Component")
}

pub(super) fn pointer_ids(
    document: &UnityDocument<'_>,
    key: &str,
) -> Result<Vec<i64>, EngineError> {
    document.pointer_ids(key)
}
