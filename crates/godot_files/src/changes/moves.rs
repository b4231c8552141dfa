//! Detects nodes that were renamed or moved. Scenes identify nodes by their paths, so that a moved node
//! looks like a removed and an added one; since Godot 4.6 most nodes also have a unique id.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::excerpt::{SectionKey, SectionVersion, SectionVersions};

/// From the path before to the path after, for moved nodes and their descendants.
pub(super) type NodeMoves = BTreeMap<String, String>;

/// Nodes that only one version has, by path.
struct UnmatchedNodes<'p> {
    nodes: BTreeMap<&'p str, &'p SectionVersion>,
}

pub(super) fn find_moves(differing: &BTreeMap<SectionKey, SectionVersions>) -> NodeMoves {
    let [old, new] = [0, 1].map(|side| UnmatchedNodes::on_side(differing, side));
    let mut moves = NodeMoves::new();
    let mut taken: HashSet<&str> = HashSet::new();
    for (path, piece) in old.tops() {
        let candidates = new.tops().into_iter().filter(|(other, _)| !taken.contains(other));
        let rated = candidates.filter_map(|(other, to)| {
            let likeness = likeness((path, piece), (other, to), &old, &new)?;
            Some((likeness, other))
        });
        // Of equally similar candidates the first one counts.
        let best = rated.fold(None, |best: Option<(u32, &str)>, next| match best {
            Some(best) if best.0 >= next.0 => Some(best),
            _ => Some(next),
        });
        if let Some((_, to)) = best {
            taken.insert(to);
            moves.insert(path.to_owned(), to.to_owned());
            for (below, _) in old.below(path) {
                let moved = format!("{to}{}", &below[path.len()..]);
                if new.nodes.contains_key(moved.as_str()) {
                    moves.insert(below.to_owned(), moved);
                }
            }
        }
    }
    moves
}

impl<'p> UnmatchedNodes<'p> {
    fn on_side(
        differing: &'p BTreeMap<SectionKey, SectionVersions>,
        side: usize,
    ) -> UnmatchedNodes<'p> {
        let one_sided = differing.iter().filter(|(_, pair)| pair.sides[1 - side].is_none());
        let nodes = one_sided.filter_map(|(key, pair)| match key {
            SectionKey::Node(path) => Some((path.as_str(), pair.sides[side].as_ref()?)),
            _ => None,
        });
        UnmatchedNodes { nodes: nodes.collect() }
    }

    /// Those without an ancestor among them.
    fn tops(&self) -> Vec<(&'p str, &'p SectionVersion)> {
        let is_top = |path: &str| !ancestors(path).any(|parent| self.nodes.contains_key(parent));
        self.nodes
            .iter()
            .filter(|(path, _)| is_top(path))
            .map(|(path, own)| (*path, *own))
            .collect()
    }

    fn below(&self, top: &str) -> impl Iterator<Item = (&'p str, &'p SectionVersion)> {
        let start = format!("{top}/");
        let all = self.nodes.iter().map(|(path, own)| (*path, *own));
        all.filter(move |(path, _)| path.starts_with(&start))
    }

    /// The relative paths and classes of the nodes below a node.
    fn shape(&self, top: &str) -> HashMap<&'p str, Option<&'p str>> {
        self.below(top).map(|(path, own)| (&path[top.len()..], class(own))).collect()
    }
}

/// The ancestors of a path, the outermost first. Some of them may be in a file that cannot be read.
pub(super) fn ancestors(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').map(|(at, _)| &path[..at])
}

fn class(piece: &SectionVersion) -> Option<&str> {
    piece.attribute("type").or_else(|| piece.attribute("instance"))
}

/// How likely one node is the other; `None` if it is not.
fn likeness(
    (path, own): (&str, &SectionVersion),
    (other_path, other): (&str, &SectionVersion),
    old: &UnmatchedNodes<'_>,
    new: &UnmatchedNodes<'_>,
) -> Option<u32> {
    if class(own) != class(other) {
        return None;
    }
    let numbers = (own.attribute("unique_id"), other.attribute("unique_id"));
    if let (Some(one), Some(two)) = numbers {
        return (one == two).then_some(100);
    }
    if old.shape(path) != new.shape(other_path) {
        return None;
    }
    let split = |path: &str| match path.rsplit_once('/') {
        Some((parent, name)) => (parent.to_owned(), name.to_owned()),
        None => (String::new(), path.to_owned()),
    };
    let ((parent, name), (other_parent, other_name)) = (split(path), split(other_path));
    let properties = |piece: &SectionVersion| -> Vec<(String, String)> {
        piece.properties().map(|(key, raw)| (key.to_owned(), raw.to_owned())).collect()
    };
    let is_same = properties(own) == properties(other);
    let points = u32::from(name == other_name) * 4
        + u32::from(parent == other_parent) * 2
        + u32::from(is_same);
    (points >= 2).then_some(points)
}
