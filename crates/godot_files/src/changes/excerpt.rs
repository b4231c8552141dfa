//! The part of a scene that a change is about: the sections that differ, and those that say where in
//! the scene these belong.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::sections::{Sections, same_ends};
use crate::lexer::Headers;
use crate::text::Document;
use crate::value::{self, Named};

/// What a section is about, in both versions.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Key {
    Header,
    External(String),
    Inner(String),
    /// By its path from the root, which is `.`.
    Node(String),
    /// By all that it says.
    Connection(String),
    Editable(String),
    Other(String),
}

impl Key {
    fn inner(&self) -> Option<&str> {
        match self {
            Key::Inner(id) => Some(id),
            _ => None,
        }
    }
}

/// A section on its own.
pub(super) struct Piece {
    pub(super) document: Document,
    pub(super) text: String,
}

/// Both versions of a section that differs, or the one that there is.
#[derive(Default)]
pub(super) struct Pair {
    pub(super) sides: [Option<Piece>; 2],
}

pub(super) struct Excerpts<'t> {
    sections: [Sections<'t>; 2],
    /// How many sections are the same at the start.
    start: usize,
    /// Shorter scenes with the same meaning, as far as the change goes.
    pub(super) texts: [String; 2],
    pub(super) differing: BTreeMap<Key, Pair>,
    /// The nodes of both versions between the first and the last section that differ, in their order.
    pub(super) orders: [Vec<String>; 2],
    /// For inner resources that differ: a node that has them, and in which property.
    pub(super) users: BTreeMap<String, (String, String)>,
}

impl<'t> Excerpts<'t> {
    pub(super) fn cut([old, new]: [&'t str; 2]) -> Excerpts<'t> {
        let sections = Sections::of_both(old, new);
        let (start, end) = same_ends(&sections);
        let mut differing: BTreeMap<Key, Pair> = BTreeMap::new();
        let mut orders = [Vec::new(), Vec::new()];
        for (side, sections) in sections.iter().enumerate() {
            for at in start..sections.len() - end {
                let Some((key, piece)) = Piece::read(sections.get(at)) else { continue };
                if let Key::Node(path) = &key {
                    orders[side].push(path.clone());
                }
                differing.entry(key).or_default().sides[side] = Some(piece);
            }
        }
        differing.retain(|_, pair| !pair.is_same());
        let users = users(&sections, &differing);
        let wanted = wanted(&differing, &users);
        let texts = [0, 1].map(|side| excerpt(&sections[side], &differing, &wanted));
        Excerpts { sections, start, texts, differing, orders, users }
    }

    /// How many children a node has before the first section that differs.
    pub(super) fn children_before(&self, parent: &str) -> usize {
        let parent = if parent.is_empty() { "." } else { parent };
        let nodes = self.sections[1].all().take(self.start);
        let nodes = nodes.filter(|text| text.starts_with("[node ") && text.contains(parent));
        let is_child = |piece: &Piece| piece.text_of("parent").as_deref() == Some(parent);
        nodes.filter(|text| Piece::read(text).is_some_and(|(_, piece)| is_child(&piece))).count()
    }
}

impl Pair {
    fn is_same(&self) -> bool {
        match &self.sides {
            [Some(old), Some(new)] => old.text == new.text,
            _ => false,
        }
    }
}

impl Piece {
    pub(super) fn read(text: &str) -> Option<(Key, Piece)> {
        let document = Document::read(text.as_bytes().to_vec(), Headers::Attributes).ok()?;
        let section = document.sections().next()?;
        let own = |key: &str| section.attribute(key).map(value::id).map(|id| id.into_owned());
        let key = match section.tag() {
            "gd_scene" => Key::Header,
            "ext_resource" => Key::External(own("id")?),
            "sub_resource" => Key::Inner(own("id")?),
            "node" => Key::Node(local(own("parent").as_deref(), &own("name")?)),
            "connection" => Key::Connection(text.to_owned()),
            "editable" => Key::Editable(own("path")?),
            other => Key::Other(other.to_owned()),
        };
        Some((key, Piece { document, text: text.to_owned() }))
    }

    pub(super) fn attribute(&self, key: &str) -> Option<&str> {
        self.document.sections().next()?.attribute(key)
    }

    pub(super) fn text_of(&self, key: &str) -> Option<String> {
        self.attribute(key).map(value::id).map(|text| text.into_owned())
    }

    /// The property that has an inner resource.
    fn holding(&self, id: &str) -> Option<String> {
        let is_it = |raw: &str| value::resources(raw).contains(&Named::Inner(id.into()));
        let (name, _) = self.properties().find(|(_, raw)| is_it(raw))?;
        Some(value::string(name).unwrap_or(name.into()).into_owned())
    }

    pub(super) fn properties(&self) -> impl Iterator<Item = (&str, &str)> {
        self.document.sections().next().into_iter().flat_map(|section| section.properties())
    }
}

/// A node's path from the root, by what its section says.
pub(super) fn local(parent: Option<&str>, name: &str) -> String {
    match parent {
        None => ".".to_owned(),
        Some(".") => name.to_owned(),
        Some(parent) => format!("{parent}/{name}"),
    }
}

/// A node and all above it.
fn with_parents(path: &str, wanted: &mut BTreeSet<String>) {
    let mut path = path;
    while wanted.insert(path.to_owned()) {
        match path.rsplit_once('/') {
            Some((parent, _)) => path = parent,
            None => break,
        }
    }
}

/// The nodes that an excerpt needs.
fn wanted(
    differing: &BTreeMap<Key, Pair>,
    users: &BTreeMap<String, (String, String)>,
) -> BTreeSet<String> {
    let mut wanted = BTreeSet::from([".".to_owned()]);
    for (key, pair) in differing {
        match key {
            Key::Node(path) | Key::Editable(path) => with_parents(path, &mut wanted),
            Key::Connection(_) => {
                let pieces = pair.sides.iter().flatten();
                let ends = pieces.flat_map(|piece| [piece.text_of("from"), piece.text_of("to")]);
                ends.flatten().for_each(|end| with_parents(&end, &mut wanted));
            }
            _ => {}
        }
        if let Key::Node(path) = key {
            for piece in pair.sides.iter().flatten() {
                let paths = piece.properties().flat_map(|(_, raw)| value::node_paths(raw));
                for target in paths {
                    with_parents(&joined(path, &target), &mut wanted);
                }
            }
        }
    }
    users.values().for_each(|(node, _)| with_parents(node, &mut wanted));
    wanted
}

/// Where a path leads that is written at a node.
fn joined(node: &str, path: &str) -> String {
    let path = path.split(':').next().unwrap_or(path);
    let mut parts: Vec<&str> = node.split('/').filter(|part| *part != ".").collect();
    for part in path.split('/').filter(|part| !matches!(*part, "" | ".")) {
        match part {
            ".." => drop(parts.pop()),
            name => parts.push(name),
        }
    }
    if parts.is_empty() { ".".to_owned() } else { parts.join("/") }
}

/// Resources in resources are followed this far.
const MAX_NESTING: usize = 8;

/// Who has the inner resources that differ: a node, and the path of the member that leads to it.
fn users(
    sections: &[Sections<'_>; 2],
    differing: &BTreeMap<Key, Pair>,
) -> BTreeMap<String, (String, String)> {
    let mut users = BTreeMap::new();
    for id in differing.keys().filter_map(Key::inner) {
        let found = sections.iter().rev().find_map(|sections| user(sections, id, 0));
        users.extend(found.map(|found| (id.to_owned(), found)));
    }
    users
}

fn user(sections: &Sections<'_>, id: &str, depth: usize) -> Option<(String, String)> {
    let needle = format!("SubResource(\"{id}\")");
    let holders = || sections.all().filter(|text| text.contains(&needle));
    let of_node = holders().filter(|text| text.starts_with("[node ")).find_map(|text| {
        let (Key::Node(path), piece) = Piece::read(text)? else { return None };
        Some((path, piece.holding(id)?))
    });
    if of_node.is_some() || depth == MAX_NESTING {
        return of_node;
    }
    holders().filter(|text| text.starts_with("[sub_resource ")).find_map(|text| {
        let (Key::Inner(outer), piece) = Piece::read(text)? else { return None };
        let (node, path) = user(sections, &outer, depth + 1)?;
        Some((node, format!("{path}.{}", piece.holding(id)?)))
    })
}

fn excerpt(
    sections: &Sections<'_>,
    differing: &BTreeMap<Key, Pair>,
    wanted: &BTreeSet<String>,
) -> String {
    let names: HashSet<&str> =
        wanted.iter().map(|path| path.rsplit('/').next().unwrap_or(path)).collect();
    let mut nodes: Vec<&str> = Vec::new();
    let mut is_first = true;
    for text in sections.all().filter(|text| text.starts_with("[node ")) {
        let is_root = std::mem::take(&mut is_first);
        if is_root || is_wanted(text, &names, wanted) {
            nodes.push(text);
        }
    }
    let ends = sections.all().filter(|text| match text.split([' ', ']']).next() {
        Some("[connection") => differing.contains_key(&Key::Connection((*text).to_owned())),
        Some("[editable") => true,
        _ => false,
    });
    nodes.extend(ends);
    let mut texts: Vec<&str> = sections.all().take(1).collect();
    texts.extend(sections.all().filter(|text| text.starts_with("[ext_resource ")));
    texts.extend(inner(sections, &nodes, differing));
    texts.extend(nodes);
    texts.join("\n\n") + "\n"
}

fn is_wanted(text: &str, names: &HashSet<&str>, wanted: &BTreeSet<String>) -> bool {
    // Godot writes the name first, and a name that needs no escaping is the rule.
    let quick = text.strip_prefix("[node name=\"").and_then(|rest| rest.split('"').next());
    if quick.is_some_and(|name| !name.contains('\\') && !names.contains(name)) {
        return false;
    }
    matches!(Piece::read(text), Some((Key::Node(path), _)) if wanted.contains(&path))
}

/// The inner resources that differ or that these nodes have, and what those have.
fn inner<'t>(
    sections: &Sections<'t>,
    nodes: &[&'t str],
    differing: &BTreeMap<Key, Pair>,
) -> Vec<&'t str> {
    let changed: Vec<&str> = differing.keys().filter_map(Key::inner).collect();
    let mut open: Vec<&str> = nodes.iter().flat_map(|text| inner_ids(text)).collect();
    open.extend(&changed);
    if open.is_empty() {
        return Vec::new();
    }
    let all = sections.all().filter(|text| text.starts_with("[sub_resource "));
    let all: HashMap<String, &str> = all.filter_map(|text| Some((head_id(text)?, text))).collect();
    let mut needed: HashSet<&str> = HashSet::new();
    while let Some(id) = open.pop() {
        if needed.insert(id) {
            open.extend(all.get(id).into_iter().flat_map(|text| inner_ids(text)));
        }
    }
    let in_order = sections.all().filter(|text| text.starts_with("[sub_resource "));
    in_order.filter(|text| head_id(text).is_some_and(|id| needed.contains(id.as_str()))).collect()
}

/// The inner resources that a text seems to name; one more does no harm.
fn inner_ids(text: &str) -> impl Iterator<Item = &str> {
    const OPEN: &str = "SubResource(\"";
    let starts = memchr::memmem::find_iter(text.as_bytes(), OPEN);
    starts.filter_map(|at| text[at + OPEN.len()..].split('"').next())
}

/// By a look at the header alone: resources can be large.
fn head_id(text: &str) -> Option<String> {
    let head =
        text.split_once("]\n").map_or_else(|| text.to_owned(), |(head, _)| format!("{head}]"));
    Piece::read(&head)?.0.inner().map(str::to_owned)
}
