//! Finds objects by path or id.

use std::collections::{HashMap, HashSet};

use scenewright_model::{ObjectId, ObjectIndex, ObjectRef, Scene};

use super::{NameError, NameKind, nearest_paths};

/// Enough candidates for a good suggestion, in an unnoticeable time.
const MAX_CANDIDATES: usize = 20_000;

/// The objects of a scene: parents before their children, siblings in the editor's order.
pub trait ObjectTable {
    fn count(&self) -> usize;
    fn name(&self, at: usize) -> &str;
    fn parent(&self, at: usize) -> Option<usize>;
    fn id(&self, at: usize) -> ObjectId;

    /// Godot: there is one root, which paths may omit.
    fn has_implied_root(&self) -> bool {
        false
    }

    /// Godot: whether `%Name` refers to it.
    fn has_unique_name(&self, _at: usize) -> bool {
        false
    }
}

impl ObjectTable for Scene {
    fn count(&self) -> usize {
        self.objects.len()
    }

    fn name(&self, at: usize) -> &str {
        &self.objects[at].name
    }

    fn parent(&self, at: usize) -> Option<usize> {
        self.objects[at].parent.map(|ObjectIndex(parent)| parent as usize)
    }

    fn id(&self, at: usize) -> ObjectId {
        self.objects[at].id
    }

    fn has_implied_root(&self) -> bool {
        self.roots.len() == 1 && self.objects.first().is_some_and(|root| root.node.is_some())
    }

    fn has_unique_name(&self, at: usize) -> bool {
        self.objects[at].node.as_ref().is_some_and(|node| node.unique_name)
    }
}

/// Accepts names from the root, joined by `/`, with `Name[1]` for the second of two namesakes; or
/// an id. Where there is a single root (Godot), also `.` for it, paths below it, `/root/…`, and
/// `%Name` for a unique name.
pub fn object(table: &impl ObjectTable, asked: &ObjectRef) -> Result<usize, NameError> {
    match asked {
        ObjectRef::Id(id) => (0..table.count())
            .find(|&at| table.id(at) == *id)
            .ok_or_else(|| NameError::unknown_id(*id)),
        ObjectRef::Path(path) => by_path(table, path).ok_or_else(|| {
            NameError::unknown(NameKind::Object, path.clone(), similar(table, path))
        }),
    }
}

fn by_path(table: &impl ObjectTable, path: &str) -> Option<usize> {
    let path = path.trim_matches('/');
    if let Some(found) = walk(table, None, path) {
        return Some(found);
    }
    if !table.has_implied_root() {
        return None;
    }
    if path == "." {
        return Some(0);
    }
    let below = path.strip_prefix("./").unwrap_or(path);
    if let Some(unique) = below.strip_prefix('%') {
        let (name, rest) = unique.split_once('/').unwrap_or((unique, ""));
        let mut all = 0..table.count();
        let top = all.find(|&at| table.has_unique_name(at) && table.name(at) == name)?;
        return if rest.is_empty() { Some(top) } else { walk(table, Some(top), rest) };
    }
    let absolute = || walk(table, None, path.strip_prefix("root/")?);
    walk(table, Some(0), below).or_else(absolute)
}

/// The rest of a path below an object, and whether no number was needed so far.
type Rest<'p> = (&'p str, bool);

/// One pass, only along the wanted path: a scene may have a hundred thousand objects. A name that
/// literally contains a number takes precedence over a numbered one.
fn walk(table: &impl ObjectTable, top: Option<usize>, path: &str) -> Option<usize> {
    let mut rests: HashMap<usize, Vec<Rest<'_>>> = HashMap::new();
    let mut namesakes: HashMap<(Option<usize>, &str), usize> = HashMap::new();
    let mut numbered = None;
    for at in 0..table.count() {
        let parent = table.parent(at);
        let above: Vec<Rest<'_>> = match parent {
            _ if parent == top => vec![(path, true)],
            None => continue,
            Some(parent) => match rests.get(&parent) {
                Some(rests) => rests.clone(),
                None => continue,
            },
        };
        let name = table.name(at);
        let number = namesakes.entry((parent, name)).or_default();
        let mut left = Vec::new();
        for (rest, is_exact) in above {
            let Some(rest) = rest.strip_prefix(name) else { continue };
            let unnumbered = without_number(rest, *number).map(|rest| (rest, false));
            for (rest, is_exact) in [Some((rest, is_exact)), unnumbered].into_iter().flatten() {
                match rest {
                    "" if is_exact => return Some(at),
                    "" => numbered = numbered.or(Some(at)),
                    rest => left.extend(rest.strip_prefix('/').map(|rest| (rest, is_exact))),
                }
            }
        }
        *number += 1;
        if !left.is_empty() {
            rests.insert(at, left);
        }
    }
    numbered
}

fn without_number(rest: &str, number: usize) -> Option<&str> {
    let (text, rest) = rest.strip_prefix('[')?.split_once(']')?;
    (text.parse() == Ok(number)).then_some(rest)
}

fn similar(table: &impl ObjectTable, path: &str) -> Vec<String> {
    let mut paths: Vec<String> = Vec::new();
    for at in 0..table.count().min(MAX_CANDIDATES) {
        let above = table.parent(at).and_then(|parent| paths.get(parent));
        let path = above.map_or_else(
            || table.name(at).to_owned(),
            |above| format!("{above}/{}", table.name(at)),
        );
        paths.push(path);
    }
    let mut seen = HashSet::new();
    paths.retain(|path| seen.insert(path.clone()));
    nearest_paths(path.trim_matches('/'), paths.iter().map(String::as_str))
}

#[cfg(test)]
mod tests {
    use scenewright_model::{Component, NodeFacts, SceneObject};

    use super::*;

    /// Paths in pre-order; a path may occur more than once.
    fn scene(paths: &[&str], is_godot: bool) -> Scene {
        let mut scene = Scene::default();
        let mut open: Vec<(String, ObjectIndex)> = Vec::new();
        for (number, path) in paths.iter().enumerate() {
            open.retain(|(above, _)| path.starts_with(&format!("{above}/")));
            let parent = open.last().map(|(_, index)| *index);
            let name = path.rsplit('/').next().unwrap().trim_start_matches('%').to_owned();
            let facts = NodeFacts { unique_name: path.contains('%'), ..NodeFacts::default() };
            let object = SceneObject {
                id: ObjectId::new("a", &number.to_string()),
                name,
                path: String::new(),
                active: true,
                tag: None,
                layer: None,
                static_flags: None,
                components: vec![Component::built_in("Transform").into()],
                parent: None,
                children: Vec::new(),
                node: is_godot.then(|| Box::new(facts)),
            };
            let index = scene.push(parent, object);
            open.push(((*path).to_owned(), index));
        }
        scene
    }

    fn find(scene: &Scene, path: &str) -> Option<usize> {
        object(scene, &ObjectRef::Path(path.to_owned())).ok()
    }

    #[test]
    fn paths_number_what_names_leave_open() {
        let paths = ["A", "A/B", "A/B", "A/B/C", "A", "A/B", "A/D", "E[0]", "E"];
        let scene = scene(&paths, false);
        for (path, expected) in [
            ("A", Some(0)),
            ("A[0]", Some(0)),
            ("A/B", Some(1)),
            ("A/B[1]", Some(2)),
            ("A/B[1]/C", Some(3)),
            ("A/B/C", Some(3)),
            ("A[1]", Some(4)),
            ("A[1]/B", Some(5)),
            ("A[1]/B[0]", Some(5)),
            ("A/D", Some(6)),
            ("E[0]", Some(7)),
            ("E", Some(8)),
            ("/A/B", Some(1)),
            ("A/", Some(0)),
            ("A[2]", None),
            ("A/B[2]", None),
            ("", None),
            (".", None),
            ("B", None),
            ("A[18446744073709551616]", None),
        ] {
            assert_eq!(find(&scene, path), expected, "{path}");
        }
    }

    #[test]
    fn a_godot_path_may_leave_out_the_root() {
        let scene = scene(&["Main", "Main/Hand", "Main/%Bar", "Main/%Bar/Label"], true);
        for (path, expected) in [
            (".", Some(0)),
            ("Main", Some(0)),
            ("Hand", Some(1)),
            ("./Hand", Some(1)),
            ("Main/Hand", Some(1)),
            ("/root/Main/Hand", Some(1)),
            ("%Bar", Some(2)),
            ("%Bar/Label", Some(3)),
            ("Bar/Label", Some(3)),
            ("%Hand", None),
            ("Label", None),
        ] {
            assert_eq!(find(&scene, path), expected, "{path}");
        }
    }

    #[test]
    fn what_is_not_there_has_similar_paths() {
        let scene = scene(&["Player", "Player/Hand", "Crate", "Crate"], false);
        for (path, expected) in
            [("Player/Hnad", "Player/Hand"), ("Hand", "Player/Hand"), ("Crate[7]", "Crate")]
        {
            let error = object(&scene, &ObjectRef::Path(path.to_owned())).unwrap_err();
            assert_eq!(error.names().first().map(String::as_str), Some(expected), "{path}");
            assert_eq!(error.to_string(), format!("Object '{path}' does not exist"));
        }
    }
}
