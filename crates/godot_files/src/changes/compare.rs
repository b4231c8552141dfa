//! Compares two versions of a scene: first its nodes, then their properties.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use scenewright_engine::EngineError;
use scenewright_model::{
    ChangedObject, FileChange, ObjectExtent, ObjectId, ObjectIndex, Scene, SceneChange,
    SceneChangeKind,
};

use super::excerpt::{SceneExcerpts, SectionKey, SectionVersion, SectionVersions};
use super::moves::{self, NodeMoves, ancestors};
use super::nodes::{self, GodotSceneVersion};
use super::resources::changed_values;
use crate::GodotFormat;
use crate::ancestry::ScriptAncestries;
use crate::files::{GodotFileView, res_path};
use crate::scene::{self, ResolvedScene};
use crate::value;
use scenewright_project_files::sibling_order::{self, Reordered};

/// Attributes of the header that Godot maintains.
const BOOKKEEPING_ATTRIBUTES: [&str; 2] = ["load_steps", "format"];

/// A version with its nodes by their path from the root.
pub(super) struct IndexedSceneVersion<'a> {
    pub(super) side: GodotSceneVersion<'a>,
    pub(super) by_path: HashMap<&'a str, ObjectIndex>,
}

pub(super) struct GodotSceneComparison<'a> {
    pub(super) path: String,
    pub(super) excerpts: &'a SceneExcerpts<'a>,
    pub(super) before: IndexedSceneVersion<'a>,
    pub(super) after: IndexedSceneVersion<'a>,
    pub(super) moves: NodeMoves,
    pub(super) found: Vec<SceneChange>,
}

pub(super) fn changes(
    godot: &GodotFormat,
    file: &FileChange,
    excerpts: &SceneExcerpts<'_>,
    [old, new]: [&GodotFileView<'_>; 2],
) -> Result<Vec<SceneChange>, EngineError> {
    let described = godot.class_api();
    let api = described.api.as_deref();
    let resolve = |files: &GodotFileView<'_>, is_there: bool| match is_there {
        true => scene::resolve(files, &file.path),
        false => Ok(ResolvedScene::empty(&file.path)),
    };
    let resolved = [resolve(old, file.before.is_some())?, resolve(new, file.after.is_some())?];
    let ancestries = [
        ScriptAncestries::new(old, api, &resolved[0]),
        ScriptAncestries::new(new, api, &resolved[1]),
    ];
    let view = |files, at: usize| {
        IndexedSceneVersion::new(GodotSceneVersion {
            files,
            api,
            resolved: &resolved[at],
            ancestries: &ancestries[at],
        })
    };
    let comparison = GodotSceneComparison {
        path: res_path(&file.path),
        excerpts,
        before: view(old, 0),
        after: view(new, 1),
        moves: moves::find_moves(&excerpts.differing),
        found: Vec::new(),
    };
    Ok(comparison.run(file.before.is_some() && file.after.is_some()))
}

impl<'a> IndexedSceneVersion<'a> {
    fn new(side: GodotSceneVersion<'a>) -> IndexedSceneVersion<'a> {
        let objects = &side.resolved.scene.objects;
        let by_path =
            objects.iter().map(|object| path_below_root(&object.path)).zip((0..).map(ObjectIndex));
        IndexedSceneVersion { by_path: by_path.collect(), side }
    }

    pub(super) fn scene(&self) -> &'a Scene {
        &self.side.resolved.scene
    }

    pub(super) fn object(&self, index: ObjectIndex) -> ChangedObject {
        let object = self.scene().object(index);
        ChangedObject { path: object.path.clone(), id: object.id }
    }

    /// The topmost nodes that are not in `known`, each with the number of nodes below it.
    fn unmatched_roots(&self, known: &HashSet<&str>) -> Vec<(ObjectIndex, usize)> {
        let mut tops: HashMap<ObjectIndex, usize> = HashMap::new();
        let mut found: Vec<(ObjectIndex, usize)> = Vec::new();
        for (object, index) in self.scene().objects.iter().zip((0..).map(ObjectIndex)) {
            if known.contains(path_below_root(&object.path)) {
                continue;
            }
            let above = object.parent.and_then(|parent| tops.get(&parent)).copied();
            let top = above.unwrap_or(found.len());
            match above {
                Some(top) => found[top].1 += 1,
                None => found.push((index, 0)),
            }
            tops.insert(index, top);
        }
        found
    }

    fn extent(&self, index: ObjectIndex, below: usize) -> ObjectExtent {
        let object = self.scene().object(index);
        ObjectExtent {
            components: object.components.iter().map(|own| own.type_name.clone()).collect(),
            instance_of: object.node.as_ref().and_then(|node| node.instance_of.clone()),
            below,
        }
    }
}

impl GodotSceneComparison<'_> {
    fn run(mut self, is_in_both: bool) -> Vec<SceneChange> {
        self.objects();
        if is_in_both {
            self.order();
            self.nodes();
            self.resources();
            self.connections();
            self.header();
        }
        self.found
    }

    pub(super) fn push(&mut self, object: Option<ChangedObject>, kind: SceneChangeKind) {
        self.found.push(SceneChange { file: self.path.clone(), object, kind });
    }

    /// The path in the later version of a node, also of one that moved together with an ancestor.
    pub(super) fn path_after(&self, before: &str) -> String {
        let mut top = before;
        loop {
            if let Some(to) = self.moves.get(top) {
                return format!("{to}{}", &before[top.len()..]);
            }
            match top.rsplit_once('/') {
                Some((parent, _)) => top = parent,
                None => return before.to_owned(),
            }
        }
    }

    fn objects(&mut self) {
        let moved: HashMap<&str, String> =
            self.before.by_path.keys().map(|path| (*path, self.path_after(path))).collect();
        let stays: HashSet<&str> = moved
            .iter()
            .filter(|(_, to)| self.after.by_path.contains_key(to.as_str()))
            .map(|(from, _)| *from)
            .collect();
        let was: HashSet<&str> =
            stays.iter().filter_map(|from| moved.get(from)).map(String::as_str).collect();
        let mut found = Vec::new();
        for (index, below) in self.before.unmatched_roots(&stays) {
            let kind = SceneChangeKind::ObjectRemoved(self.before.extent(index, below));
            found.push((self.before.object(index), kind));
        }
        for (index, below) in self.after.unmatched_roots(&was) {
            let kind = SceneChangeKind::ObjectAdded(self.after.extent(index, below));
            found.push((self.after.object(index), kind));
        }
        for (from, to) in &self.moves {
            let is_top = !ancestors(from).any(|parent| self.moves.contains_key(parent));
            let ends =
                (self.before.by_path.get(from.as_str()), self.after.by_path.get(to.as_str()));
            if let (true, (Some(&from), Some(&to))) = (is_top, ends) {
                let from = self.before.scene().object(from).path.clone();
                found.push((self.after.object(to), SceneChangeKind::ObjectMoved { from }));
            }
        }
        found.extend(self.renamed_root());
        found.into_iter().for_each(|(object, kind)| self.push(Some(object), kind));
    }

    fn renamed_root(&self) -> Option<(ChangedObject, SceneChangeKind)> {
        let (old, new) =
            (self.before.scene().objects.first()?, self.after.scene().objects.first()?);
        let kind = SceneChangeKind::ObjectMoved { from: old.path.clone() };
        (old.name != new.name).then(|| (self.after.object(ObjectIndex(0)), kind))
    }

    /// Nodes whose order among their siblings differs.
    fn order(&mut self) {
        let [old, new] = &self.excerpts.orders;
        let old: Vec<String> = old.iter().map(|path| self.path_after(path)).collect();
        let parents: BTreeSet<&str> = new.iter().map(|path| parent_path(path)).collect();
        let mut found = Vec::new();
        for top in parents {
            let below = |list: &[String]| -> Vec<String> {
                list.iter()
                    .filter(|path| parent_path(path) == top && *path != ".")
                    .cloned()
                    .collect()
            };
            let mut own = sibling_order::reordered(&below(&old), &below(new));
            own.retain(|own| !self.moves.values().any(|to| *to == own.child));
            if !own.is_empty() {
                let before = self.excerpts.children_before(top);
                own.iter_mut().for_each(|own| {
                    own.before += before;
                    own.after += before;
                });
            }
            found.extend(own);
        }
        found.extend(self.reordered_by_index());
        for Reordered { child, before, after } in found {
            let object = self.object_after(&child);
            self.push(object, SceneChangeKind::ObjectReordered { before, after });
        }
    }

    /// A node of the later version, also one without a section that differs.
    fn object_after(&self, local: &str) -> Option<ChangedObject> {
        if let Some(&index) = self.after.by_path.get(local) {
            return Some(self.after.object(index));
        }
        let path = format!("{}/{local}", self.after.scene().objects.first()?.path);
        let id = ObjectId::new(&self.path, &path);
        Some(ChangedObject { path, id })
    }

    /// Nodes among the nodes of an instance or an inherited scene store their index.
    fn reordered_by_index(&self) -> Vec<Reordered<String>> {
        let mut by_parent: BTreeMap<&str, Vec<Reordered<String>>> = BTreeMap::new();
        for (key, pair) in &self.excerpts.differing {
            let (SectionKey::Node(child), [Some(old), Some(new)]) = (key, &pair.sides) else {
                continue;
            };
            let place = |piece: &SectionVersion| {
                usize::try_from(value::integer(piece.attribute("index")?)?).ok()
            };
            if let (Some(before), Some(after)) = (place(old), place(new))
                && before != after
            {
                let own = Reordered { child: child.clone(), before, after };
                by_parent.entry(parent_path(child)).or_default().push(own);
            }
        }
        let mut found = Vec::new();
        for (top, own) in by_parent {
            // A single node whose index differs was only shifted if a sibling was added or removed.
            let is_beside = |key: &SectionKey, pair: &SectionVersions| {
                matches!(key, SectionKey::Node(path) if parent_path(path) == top)
                    && pair.sides.iter().any(Option::is_none)
            };
            let was_shifted =
                || self.excerpts.differing.iter().any(|(key, pair)| is_beside(key, pair));
            match own.len() {
                1 if !was_shifted() => found.extend(own),
                _ => found.extend(sibling_order::out_of_order(own)),
            }
        }
        found
    }

    /// Nodes that both versions have and whose sections differ.
    fn nodes(&mut self) {
        let mut pairs: BTreeSet<(String, String)> = BTreeSet::new();
        for (key, pair) in &self.excerpts.differing {
            match (key, &pair.sides) {
                (SectionKey::Node(path), [Some(_), _]) => {
                    pairs.insert((path.clone(), self.path_after(path)));
                }
                (SectionKey::Node(path) | SectionKey::Editable(path), _) => {
                    pairs.insert((path.clone(), path.clone()));
                }
                _ => {}
            }
        }
        for (from, to) in pairs {
            let ends =
                (self.before.by_path.get(from.as_str()), self.after.by_path.get(to.as_str()));
            let (Some(&old), Some(&new)) = ends else { continue };
            let kinds = nodes::differences((&self.before.side, old), (&self.after.side, new));
            let object = self.after.object(new);
            kinds.into_iter().for_each(|kind| self.push(Some(object.clone()), kind));
        }
    }

    fn header(&mut self) {
        let Some(SectionVersions { sides: [Some(old), Some(new)] }) =
            self.excerpts.differing.get(&SectionKey::Header)
        else {
            return;
        };
        let kinds: Vec<SceneChangeKind> = changed_values(old, new, "gd_scene").collect();
        let is_own = |kind: &SceneChangeKind| matches!(kind, SceneChangeKind::Member(own) if BOOKKEEPING_ATTRIBUTES.contains(&own.member.as_str()));
        kinds.into_iter().filter(|kind| !is_own(kind)).for_each(|kind| self.push(None, kind));
    }
}

/// The path below the root (`.` for the root itself) of a path that begins with the root's name.
fn path_below_root(path: &str) -> &str {
    path.split_once('/').map_or(".", |(_, below)| below)
}

fn parent_path(local: &str) -> &str {
    local.rsplit_once('/').map_or("", |(parent, _)| parent)
}
