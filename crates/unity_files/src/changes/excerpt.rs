//! The part of a file that a change is about: the documents that differ, and those that say where
//! they belong in the scene.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write;

use scenewright_engine::EngineError;
use scenewright_model::FileChange;

use crate::class_ids::{GAME_OBJECT, PREFAB_INSTANCE, RECT_TRANSFORM, SCENE_ROOTS, TRANSFORM};
use crate::document::{UnityDocument, UnityTextRef, YAML_HEADER};
use crate::document_map::DocumentMap;
use crate::pointer::Pointer;
use crate::tree_builder::pointer_ids;
use crate::yaml::YamlValue;

/// Below this size, both versions are read sooner than another thread is woken.
const MIN_PARALLEL_BYTES: usize = 1 << 20;

/// One version of a file as its documents.
pub(super) struct VersionDocuments<'t>(DocumentMap<'t>);

/// The ids of documents that differ.
#[derive(Default)]
pub(super) struct ChangedDocuments {
    pub(super) added: HashSet<i64>,
    pub(super) removed: HashSet<i64>,
    pub(super) changed: HashSet<i64>,
}

pub(super) fn read_versions(file: &FileChange) -> Result<[VersionDocuments<'_>; 2], EngineError> {
    let before = || read_version(file, &file.before);
    let after = || read_version(file, &file.after);
    if file.before.as_ref().map_or(0, Vec::len) < MIN_PARALLEL_BYTES {
        return Ok([before()?, after()?]);
    }
    let (before, after) = rayon::join(before, after);
    Ok([before?, after?])
}

fn read_version<'t>(
    file: &'t FileChange,
    bytes: &'t Option<Vec<u8>>,
) -> Result<VersionDocuments<'t>, EngineError> {
    let documents = match bytes {
        Some(bytes) => UnityTextRef::new(&file.path, bytes)?.documents()?,
        None => Vec::new(),
    };
    Ok(VersionDocuments(DocumentMap::new(documents)))
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
        let (old, new) = (&before.0.documents, &after.0.documents);
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
        differing.added = came.filter(|id| !before.0.contains(*id)).collect();
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
        self.0.find(id)
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
            let mut related = self.0.related_ids(document)?;
            if differing.contains(id) {
                related.extend(referenced_ids(document)?);
            }
            let new = related.into_iter().filter(|&id| id != 0 && wanted.insert(id));
            open.extend(new.collect::<Vec<_>>());
        }
        Ok(())
    }

    fn excerpt(&self, wanted: &BTreeSet<i64>) -> String {
        let mut places: Vec<usize> = wanted.iter().filter_map(|id| self.0.position(*id)).collect();
        places.sort_unstable();
        let mut text = YAML_HEADER.to_owned();
        for at in places {
            let UnityDocument { class, id, stripped, body, .. } = self.0.documents[at];
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
