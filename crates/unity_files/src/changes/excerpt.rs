//! The part of a file that a change is about: the documents that differ, and those that say where
//! they belong in the scene.

use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt::Write;

use scenewright_engine::EngineError;

use crate::document::{UnityDocument, UnityText};
use crate::pointer::Pointer;
use crate::prefab::PREFAB_INSTANCE;
use crate::tree_builder::{
    GAME_OBJECT, RECT_TRANSFORM, SCENE_ROOTS, TRANSFORM, component_ids, pointer_ids,
};
use crate::yaml::YamlValue;

/// One version of a file as its documents.
pub(super) struct VersionDocuments<'t> {
    documents: Vec<UnityDocument<'t>>,
    by_id: HashMap<i64, usize>,
    /// The stripped documents of each instance, by the instance's id.
    handles: OnceCell<HashMap<i64, Vec<i64>>>,
}

/// The ids of documents that differ.
#[derive(Default)]
pub(super) struct ChangedDocuments {
    pub(super) added: HashSet<i64>,
    pub(super) removed: HashSet<i64>,
    pub(super) changed: HashSet<i64>,
}

pub(super) fn read_versions<'t>(
    texts: &'t [Option<UnityText>; 2],
) -> Result<[VersionDocuments<'t>; 2], EngineError> {
    let version = |text: &'t Option<UnityText>| -> Result<VersionDocuments<'t>, EngineError> {
        let documents = text.as_ref().map_or_else(|| Ok(Vec::new()), UnityText::documents)?;
        let ids = documents.iter().map(|document| document.id);
        // Of several documents with the same id, the last one counts.
        let by_id = ids.zip(0..).collect();
        Ok(VersionDocuments { documents, by_id, handles: OnceCell::new() })
    };
    Ok([version(&texts[0])?, version(&texts[1])?])
}

/// Shorter files with the same meaning as far as the change goes. `beside` names further documents
/// to keep.
pub(super) fn excerpts(
    versions: &[VersionDocuments<'_>; 2],
    differing: &ChangedDocuments,
    beside: impl Iterator<Item = i64>,
) -> Result<[String; 2], EngineError> {
    let mut wanted: BTreeSet<i64> = differing.all().chain(beside).collect();
    loop {
        let known = wanted.len();
        for version in versions {
            version.add_related(&mut wanted, differing)?;
        }
        if wanted.len() == known {
            break;
        }
    }
    let [before, after] = versions;
    Ok([before.excerpt(&wanted), after.excerpt(&wanted)])
}

impl ChangedDocuments {
    /// Documents at both ends of the file that are equal are skipped.
    pub(super) fn new([before, after]: &[VersionDocuments<'_>; 2]) -> ChangedDocuments {
        let (old, new) = (&before.documents, &after.documents);
        let start = old.iter().zip(new).take_while(|(old, new)| is_same(old, new)).count();
        let (old, new) = (&old[start..], &new[start..]);
        let ends = old.iter().rev().zip(new.iter().rev());
        let end = ends.take_while(|(old, new)| is_same(old, new)).count();
        let (old, new) = (&old[..old.len() - end], &new[..new.len() - end]);
        let mut differing = ChangedDocuments::default();
        for document in old {
            match after.find(document.id) {
                None => drop(differing.removed.insert(document.id)),
                Some(other) if !is_same(document, other) => {
                    differing.changed.insert(document.id);
                }
                Some(_) => {}
            }
        }
        let came = new.iter().map(|document| document.id);
        differing.added = came.filter(|id| !before.by_id.contains_key(id)).collect();
        differing
    }

    pub(super) fn all(&self) -> impl Iterator<Item = i64> {
        self.added.iter().chain(&self.removed).chain(&self.changed).copied()
    }

    fn contains(&self, id: i64) -> bool {
        [&self.added, &self.removed, &self.changed].iter().any(|ids| ids.contains(&id))
    }
}

fn is_same(one: &UnityDocument<'_>, other: &UnityDocument<'_>) -> bool {
    let head = |document: &UnityDocument<'_>| (document.class, document.id, document.stripped);
    head(one) == head(other) && one.body == other.body
}

impl<'t> VersionDocuments<'t> {
    pub(super) fn find(&self, id: i64) -> Option<&UnityDocument<'t>> {
        self.by_id.get(&id).map(|&at| &self.documents[at])
    }

    /// Adds the documents that say where the wanted ones belong.
    fn add_related(
        &self,
        wanted: &mut BTreeSet<i64>,
        differing: &ChangedDocuments,
    ) -> Result<(), EngineError> {
        let mut open: Vec<i64> = wanted.iter().copied().collect();
        while let Some(id) = open.pop() {
            let Some(document) = self.find(id) else { continue };
            let mut related = self.related_ids(document)?;
            if differing.contains(id) {
                related.extend(referenced_ids(document)?);
            }
            let new = related.into_iter().filter(|&id| id != 0 && wanted.insert(id));
            open.extend(new.collect::<Vec<_>>());
        }
        Ok(())
    }

    fn related_ids(&self, document: &UnityDocument<'_>) -> Result<Vec<i64>, EngineError> {
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
                let edits = document.field("m_Modification")?;
                let parent = edits.as_ref().and_then(|edits| edits.get("m_TransformParent"));
                related.extend(parent.and_then(Pointer::from_value).map(|parent| parent.file_id));
                related
            }
            _ => vec![id("m_GameObject")?],
        })
    }

    fn handles_of(&self, instance: i64) -> Result<&[i64], EngineError> {
        if self.handles.get().is_none() {
            let mut handles: HashMap<i64, Vec<i64>> = HashMap::new();
            for document in self.documents.iter().filter(|document| document.stripped) {
                let mut owner = document.pointer("m_PrefabInstance")?;
                if owner.is_null() {
                    owner = document.pointer("m_PrefabInternal")?;
                }
                handles.entry(owner.file_id).or_default().push(document.id);
            }
            // The cell is not shared with other threads, so nobody else can have set it.
            let _ = self.handles.set(handles);
        }
        let handles = self.handles.get().and_then(|handles| handles.get(&instance));
        Ok(handles.map_or(&[], Vec::as_slice))
    }

    fn excerpt(&self, wanted: &BTreeSet<i64>) -> String {
        let mut places: Vec<usize> =
            wanted.iter().filter_map(|id| self.by_id.get(id).copied()).collect();
        places.sort_unstable();
        let mut text = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n".to_owned();
        for at in places {
            let UnityDocument { class, id, stripped, body, .. } = self.documents[at];
            let stripped = if stripped { " stripped" } else { "" };
            let _ = writeln!(text, "--- !u!{class} &{id}{stripped}");
            text.push_str(body);
            if !body.ends_with('\n') {
                text.push('\n');
            }
        }
        text
    }
}

fn is_transform(document: &UnityDocument<'_>) -> bool {
    matches!(document.class, TRANSFORM | RECT_TRANSFORM) && !document.stripped
}

/// The objects of the same file that a document's values reference. Lists of children and
/// components are skipped: these documents name their parents themselves.
fn referenced_ids(document: &UnityDocument<'_>) -> Result<Vec<i64>, EngineError> {
    match document.class {
        GAME_OBJECT | TRANSFORM | RECT_TRANSFORM | SCENE_ROOTS => return Ok(Vec::new()),
        PREFAB_INSTANCE => {
            let edits = document.field("m_Modification")?;
            let edits = edits.as_ref().and_then(|edits| edits.get("m_Modifications"));
            let items = edits.map(YamlValue::items).unwrap_or_default().iter();
            let pointers =
                items.filter_map(|item| Pointer::from_value(item.get("objectReference")?));
            return Ok(pointers
                .filter(|pointer| pointer.guid.is_none())
                .map(|p| p.file_id)
                .collect());
        }
        _ => {}
    }
    const OPEN: &str = "{fileID: ";
    let starts = memchr::memmem::find_iter(document.body.as_bytes(), OPEN);
    let local = starts.filter_map(|at| {
        let (id, _) = document.body[at + OPEN.len()..].split_once('}')?;
        id.parse().ok()
    });
    Ok(local.collect())
}

/// The order of children in a Transform or in the list of roots.
pub(super) fn child_order(document: &UnityDocument<'_>) -> Result<Vec<i64>, EngineError> {
    match document.class {
        TRANSFORM | RECT_TRANSFORM if !document.stripped => pointer_ids(document, "m_Children"),
        SCENE_ROOTS => pointer_ids(document, "m_Roots"),
        _ => Ok(Vec::new()),
    }
}
