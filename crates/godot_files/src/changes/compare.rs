//! Two versions of a scene put side by side: first its nodes, then what is set on them.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use scenewright_engine::EngineError;
use scenewright_model::{
    ChangedObject, FileChange, ObjectExtent, ObjectId, ObjectIndex, Scene, SceneChange,
    SceneChangeKind,
};

use super::excerpt::{Excerpts, Key, Pair, Piece};
use super::moves::{self, Moves, ancestors};
use super::nodes::{self, Side};
use super::resources::values;
use crate::GodotFiles;
use crate::ancestry::Ancestries;
use crate::files::{Files, res};
use crate::scene::{self, Resolved};
use crate::value;
use scenewright_project_files::sibling_order::{self, Reordered};

/// What the header says for Godot's own use.
const BOOKKEEPING: [&str; 2] = ["load_steps", "format"];

/// A version with its nodes by their paths from the root.
pub(super) struct View<'a> {
    pub(super) side: Side<'a>,
    pub(super) by_path: HashMap<&'a str, ObjectIndex>,
}

pub(super) struct Comparison<'a> {
    pub(super) path: String,
    pub(super) excerpts: &'a Excerpts<'a>,
    pub(super) before: View<'a>,
    pub(super) after: View<'a>,
    pub(super) moves: Moves,
    pub(super) found: Vec<SceneChange>,
}

pub(super) fn changes(
    godot: &GodotFiles,
    file: &FileChange,
    excerpts: &Excerpts<'_>,
    [old, new]: [&Files<'_>; 2],
) -> Result<Vec<SceneChange>, EngineError> {
    let described = godot.described();
    let api = described.api.as_deref();
    let resolve = |files: &Files<'_>, is_there: bool| match is_there {
        true => scene::resolve(files, &file.path),
        false => Ok(Resolved::empty(&file.path)),
    };
    let resolved = [resolve(old, file.before.is_some())?, resolve(new, file.after.is_some())?];
    let ancestries =
        [Ancestries::new(old, api, &resolved[0]), Ancestries::new(new, api, &resolved[1])];
    let view = |files, at: usize| {
        View::new(Side { files, api, resolved: &resolved[at], ancestries: &ancestries[at] })
    };
    let comparison = Comparison {
        path: res(&file.path),
        excerpts,
        before: view(old, 0),
        after: view(new, 1),
        moves: moves::moves(&excerpts.differing),
        found: Vec::new(),
    };
    Ok(comparison.run(file.before.is_some() && file.after.is_some()))
}

impl<'a> View<'a> {
    fn new(side: Side<'a>) -> View<'a> {
        let objects = &side.resolved.scene.objects;
        let by_path = objects.iter().map(|object| local(&object.path)).zip((0..).map(ObjectIndex));
        View { by_path: by_path.collect(), side }
    }

    pub(super) fn scene(&self) -> &'a Scene {
        &self.side.resolved.scene
    }

    pub(super) fn object(&self, index: ObjectIndex) -> ChangedObject {
        let object = self.scene().object(index);
        ChangedObject { path: object.path.clone(), id: object.id }
    }

    /// Nodes that are not among `known`, each with how many came with it.
    fn others(&self, known: &HashSet<&str>) -> Vec<(ObjectIndex, usize)> {
        let mut tops: HashMap<ObjectIndex, usize> = HashMap::new();
        let mut found: Vec<(ObjectIndex, usize)> = Vec::new();
        for (object, index) in self.scene().objects.iter().zip((0..).map(ObjectIndex)) {
            if known.contains(local(&object.path)) {
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

impl Comparison<'_> {
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

    /// The path after, of a node that was at a path before; also of one that moved with another.
    pub(super) fn moved(&self, before: &str) -> String {
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
            self.before.by_path.keys().map(|path| (*path, self.moved(path))).collect();
        let stays: HashSet<&str> = moved
            .iter()
            .filter(|(_, to)| self.after.by_path.contains_key(to.as_str()))
            .map(|(from, _)| *from)
            .collect();
        let was: HashSet<&str> =
            stays.iter().filter_map(|from| moved.get(from)).map(String::as_str).collect();
        let mut found = Vec::new();
        for (index, below) in self.before.others(&stays) {
            let kind = SceneChangeKind::ObjectRemoved(self.before.extent(index, below));
            found.push((self.before.object(index), kind));
        }
        for (index, below) in self.after.others(&was) {
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

    /// Nodes that the file has in another order, below the same parent.
    fn order(&mut self) {
        let [old, new] = &self.excerpts.orders;
        let old: Vec<String> = old.iter().map(|path| self.moved(path)).collect();
        let parents: BTreeSet<&str> = new.iter().map(|path| parent(path)).collect();
        let mut found = Vec::new();
        for top in parents {
            let below = |list: &[String]| -> Vec<String> {
                list.iter().filter(|path| parent(path) == top && *path != ".").cloned().collect()
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
        found.extend(self.indexed());
        for Reordered { child, before, after } in found {
            let object = self.object_after(&child);
            self.push(object, SceneChangeKind::ObjectReordered { before, after });
        }
    }

    /// A node of the later version, also one that no section differs of.
    fn object_after(&self, local: &str) -> Option<ChangedObject> {
        if let Some(&index) = self.after.by_path.get(local) {
            return Some(self.after.object(index));
        }
        let path = format!("{}/{local}", self.after.scene().objects.first()?.path);
        let id = ObjectId::new(&self.path, &path);
        Some(ChangedObject { path, id })
    }

    /// Nodes beside those of an instance or an inherited scene have a number for their place.
    fn indexed(&self) -> Vec<Reordered<String>> {
        let mut by_parent: BTreeMap<&str, Vec<Reordered<String>>> = BTreeMap::new();
        for (key, pair) in &self.excerpts.differing {
            let (Key::Node(child), [Some(old), Some(new)]) = (key, &pair.sides) else { continue };
            let place =
                |piece: &Piece| usize::try_from(value::integer(piece.attribute("index")?)?).ok();
            if let (Some(before), Some(after)) = (place(old), place(new))
                && before != after
            {
                let own = Reordered { child: child.clone(), before, after };
                by_parent.entry(parent(child)).or_default().push(own);
            }
        }
        let mut found = Vec::new();
        for (top, own) in by_parent {
            // One that is alone made room, if a sibling came or went.
            let is_beside = |key: &Key, pair: &Pair| {
                matches!(key, Key::Node(path) if parent(path) == top)
                    && pair.sides.iter().any(Option::is_none)
            };
            let made_room =
                || self.excerpts.differing.iter().any(|(key, pair)| is_beside(key, pair));
            match own.len() {
                1 if !made_room() => found.extend(own),
                _ => found.extend(sibling_order::out_of_order(own)),
            }
        }
        found
    }

    /// Nodes that both versions have, and that the file says something else of.
    fn nodes(&mut self) {
        let mut pairs: BTreeSet<(String, String)> = BTreeSet::new();
        for (key, pair) in &self.excerpts.differing {
            match (key, &pair.sides) {
                (Key::Node(path), [Some(_), _]) => {
                    pairs.insert((path.clone(), self.moved(path)));
                }
                (Key::Node(path) | Key::Editable(path), _) => {
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
        let Some(Pair { sides: [Some(old), Some(new)] }) =
            self.excerpts.differing.get(&Key::Header)
        else {
            return;
        };
        let kinds: Vec<SceneChangeKind> = values(old, new, "gd_scene").collect();
        let is_own = |kind: &SceneChangeKind| matches!(kind, SceneChangeKind::Member(own) if BOOKKEEPING.contains(&own.member.as_str()));
        kinds.into_iter().filter(|kind| !is_own(kind)).for_each(|kind| self.push(None, kind));
    }
}

/// A path from the root, which is `.`, for one that begins with its name.
fn local(path: &str) -> &str {
    path.split_once('/').map_or(".", |(_, below)| below)
}

fn parent(local: &str) -> &str {
    local.rsplit_once('/').map_or("", |(parent, _)| parent)
}
