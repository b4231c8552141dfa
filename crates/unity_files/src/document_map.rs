//! The documents of a file by id, and which of them say where another one belongs in the scene.

use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap, HashSet};

use foldhash::fast::RandomState;
use scenewright_engine::EngineError;

use super::document::UnityDocument;
use super::pointer::Pointer;
use super::prefab::is_prefab_description;
use super::tree_builder::component_ids;
use crate::class_ids::{GAME_OBJECT, PREFAB_INSTANCE, RECT_TRANSFORM, TRANSFORM};

type IdLists = HashMap<i64, Vec<i64>, RandomState>;

/// All documents of a file. Of several with the same id, the last one counts.
pub(crate) struct DocumentMap<'t> {
    pub(crate) documents: Vec<UnityDocument<'t>>,
    by_id: HashMap<i64, usize, RandomState>,
    /// The stripped documents of each instance, by the instance's id.
    handles: OnceCell<IdLists>,
    /// The other documents of each object, by the object's id.
    components: OnceCell<IdLists>,
}

impl<'t> DocumentMap<'t> {
    pub(crate) fn new(documents: Vec<UnityDocument<'t>>) -> DocumentMap<'t> {
        let by_id = documents.iter().map(|document| document.id).zip(0..).collect();
        DocumentMap { documents, by_id, handles: OnceCell::new(), components: OnceCell::new() }
    }

    pub(crate) fn contains(&self, id: i64) -> bool {
        self.by_id.contains_key(&id)
    }

    pub(crate) fn position(&self, id: i64) -> Option<usize> {
        self.by_id.get(&id).copied()
    }

    pub(crate) fn find(&self, id: i64) -> Option<&UnityDocument<'t>> {
        self.position(id).map(|at| &self.documents[at])
    }

    /// The documents that say where one belongs: its object, the parent of that, its instance.
    pub(crate) fn related_ids(
        &self,
        document: &UnityDocument<'_>,
    ) -> Result<Vec<i64>, EngineError> {
        let id = |key| Ok::<_, EngineError>(document.pointer(key)?.file_id);
        Ok(match document.class {
            _ if document.stripped => vec![id("m_PrefabInstance")?, id("m_PrefabInternal")?],
            GAME_OBJECT => {
                let is_transform = |id: &i64| self.find(*id).is_some_and(is_transform);
                component_ids(document)?.into_iter().filter(is_transform).collect()
            }
            TRANSFORM | RECT_TRANSFORM => vec![id("m_GameObject")?, id("m_Father")?],
            PREFAB_INSTANCE => {
                let mut related = self.handles_of(document.id)?.to_vec();
                related.push(document.inner_file_id("m_Modification", "m_TransformParent")?);
                related
            }
            _ => vec![id("m_GameObject")?],
        })
    }

    /// The documents from which the objects of the wanted ones are composed, with all their components, in
    /// the file's order. `None` if it takes the whole file to tell.
    pub(crate) fn with_owners(
        &self,
        wanted: impl Iterator<Item = i64>,
    ) -> Result<Option<Vec<UnityDocument<'t>>>, EngineError> {
        if self.by_id.len() < self.documents.len() {
            return Ok(None);
        }
        let mut found: HashSet<i64, RandomState> = HashSet::default();
        let wanted: BTreeSet<i64> = wanted.collect();
        let mut open: Vec<i64> = wanted.iter().copied().collect();
        for id in wanted {
            open.extend(self.siblings(id)?);
        }
        while let Some(id) = open.pop() {
            let Some(document) = self.find(id).filter(|_| found.insert(id)) else { continue };
            if self.is_unpacked(document)? {
                return Ok(None);
            }
            open.extend(self.related_ids(document)?);
        }
        let mut places: Vec<usize> = found.iter().filter_map(|id| self.position(*id)).collect();
        places.sort_unstable();
        Ok(Some(places.into_iter().map(|at| self.documents[at]).collect()))
    }

    /// All components of the object that a document belongs to.
    fn siblings(&self, id: i64) -> Result<Vec<i64>, EngineError> {
        let Some(document) = self.find(id) else { return Ok(Vec::new()) };
        let owner = document.pointer("m_GameObject")?.file_id;
        match self.find(owner) {
            Some(object) if !object.stripped => component_ids(object),
            Some(object) => self.components_of(object.id).map(<[i64]>::to_vec),
            None => Ok(Vec::new()),
        }
    }

    /// The components that the file adds to an object inside an instance.
    fn components_of(&self, object: i64) -> Result<&[i64], EngineError> {
        let owner = |document: &UnityDocument<'_>| document.pointer("m_GameObject");
        let components = || self.by_pointer(false, owner);
        lookup(&self.components, components, object)
    }

    fn handles_of(&self, instance: i64) -> Result<&[i64], EngineError> {
        lookup(&self.handles, || self.by_pointer(true, instance_of), instance)
    }

    /// The ids of the documents, stripped ones or others, by the id that a pointer in them has.
    fn by_pointer(
        &self,
        stripped: bool,
        pointer: impl Fn(&UnityDocument<'_>) -> Result<Pointer, EngineError>,
    ) -> Result<IdLists, EngineError> {
        let mut found = IdLists::default();
        for document in self.documents.iter().filter(|document| document.stripped == stripped) {
            found.entry(pointer(document)?.file_id).or_default().push(document.id);
        }
        Ok(found)
    }

    /// Whether a document of its own stands for an object inside an instance.
    fn is_unpacked(&self, document: &UnityDocument<'_>) -> Result<bool, EngineError> {
        if document.stripped || document.class == PREFAB_INSTANCE {
            return Ok(false);
        }
        match self.find(instance_of(document)?.file_id) {
            Some(instance) => Ok(!is_prefab_description(instance)?),
            None => Ok(false),
        }
    }
}

/// The instance that a document belongs to.
fn instance_of(document: &UnityDocument<'_>) -> Result<Pointer, EngineError> {
    let instance = document.pointer("m_PrefabInstance")?;
    if instance.is_null() { document.pointer("m_PrefabInternal") } else { Ok(instance) }
}

/// Looks an id up in a table that is made when it is first needed.
fn lookup(
    cell: &OnceCell<IdLists>,
    make: impl FnOnce() -> Result<IdLists, EngineError>,
    id: i64,
) -> Result<&[i64], EngineError> {
    if cell.get().is_none() {
        // The cell is not shared with other threads, so nobody else can have set it.
        let _ = cell.set(make()?);
    }
    Ok(cell.get().and_then(|table| table.get(&id)).map_or(&[], Vec::as_slice))
}

fn is_transform(document: &UnityDocument<'_>) -> bool {
    matches!(document.class, TRANSFORM | RECT_TRANSFORM) && !document.stripped
}
