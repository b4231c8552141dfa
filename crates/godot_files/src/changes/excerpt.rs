//! The part of a scene that a change affects: the sections that differ, and the sections that these depend
//! on.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::sections::{SectionList, common_ends};
use crate::lexer::HeaderStyle;
use crate::text::GodotDocument;
use crate::value::{self, NamedResource};

/// Identifies a section in both versions.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SectionKey {
    Header,
    External(String),
    Inner(String),
    /// By its path from the root; the root is `.`.
    Node(String),
    /// By its whole text.
    Connection(String),
    Editable(String),
    Other(String),
}

impl SectionKey {
    fn inner(&self) -> Option<&str> {
        match self {
            SectionKey::Inner(id) => Some(id),
            _ => None,
        }
    }
}

/// A section in one of the versions.
pub(super) struct SectionVersion {
    pub(super) document: GodotDocument,
    pub(super) text: String,
}

/// Both versions of a section that differs; only one if it was added or removed.
#[derive(Default)]
pub(super) struct SectionVersions {
    pub(super) sides: [Option<SectionVersion>; 2],
}

pub(super) struct SceneExcerpts<'t> {
    sections: [SectionList<'t>; 2],
    /// The number of equal sections at the start.
    start: usize,
    /// Shorter scenes that are equivalent with regard to the change.
    pub(super) texts: [String; 2],
    pub(super) differing: BTreeMap<SectionKey, SectionVersions>,
    /// The nodes of both versions between the first and the last section that differ, in file order.
    pub(super) orders: [Vec<String>; 2],
    /// For sub-resources that differ: a node that uses it, and the property.
    pub(super) users: BTreeMap<String, (String, String)>,
}

impl<'t> SceneExcerpts<'t> {
    pub(super) fn extract([old, new]: [&'t str; 2]) -> SceneExcerpts<'t> {
        let sections = SectionList::split_both(old, new);
        let (start, end) = common_ends(&sections);
        let mut differing: BTreeMap<SectionKey, SectionVersions> = BTreeMap::new();
        let mut orders = [Vec::new(), Vec::new()];
        for (side, sections) in sections.iter().enumerate() {
            for at in start..sections.len() - end {
                let Some((key, piece)) = SectionVersion::read(sections.get(at)) else { continue };
                if let SectionKey::Node(path) = &key {
                    orders[side].push(path.clone());
                }
                differing.entry(key).or_default().sides[side] = Some(piece);
            }
        }
        differing.retain(|_, pair| !pair.is_same());
        let users = users(&sections, &differing);
        let wanted = wanted(&differing, &users);
        let texts = [0, 1].map(|side| excerpt(&sections[side], &differing, &wanted));
        SceneExcerpts { sections, start, texts, differing, orders, users }
    }

    /// The number of children of a node before the first section that differs.
    pub(super) fn children_before(&self, parent: &str) -> usize {
        let parent = if parent.is_empty() { "." } else { parent };
        let nodes = self.sections[1].all().take(self.start);
        let nodes = nodes.filter(|text| text.starts_with("[node ") && text.contains(parent));
        let is_child =
            |piece: &SectionVersion| piece.attribute_text("parent").as_deref() == Some(parent);
        nodes
            .filter(|text| SectionVersion::read(text).is_some_and(|(_, piece)| is_child(&piece)))
            .count()
    }
}

impl SectionVersions {
    fn is_same(&self) -> bool {
        match &self.sides {
            [Some(old), Some(new)] => old.text == new.text,
            _ => false,
        }
    }
}

impl SectionVersion {
    pub(super) fn read(text: &str) -> Option<(SectionKey, SectionVersion)> {
        let document =
            GodotDocument::read(text.as_bytes().to_vec(), HeaderStyle::Attributes).ok()?;
        let section = document.sections().next()?;
        let own = |key: &str| section.attribute(key).map(value::id).map(|id| id.into_owned());
        let key = match section.tag() {
            "gd_scene" => SectionKey::Header,
            "ext_resource" => SectionKey::External(own("id")?),
            "sub_resource" => SectionKey::Inner(own("id")?),
            "node" => SectionKey::Node(node_path(own("parent").as_deref(), &own("name")?)),
            "connection" => SectionKey::Connection(text.to_owned()),
            "editable" => SectionKey::Editable(own("path")?),
            other => SectionKey::Other(other.to_owned()),
        };
        Some((key, SectionVersion { document, text: text.to_owned() }))
    }

    pub(super) fn attribute(&self, key: &str) -> Option<&str> {
        self.document.sections().next()?.attribute(key)
    }

    pub(super) fn attribute_text(&self, key: &str) -> Option<String> {
        self.attribute(key).map(value::id).map(|text| text.into_owned())
    }

    /// The property that uses a sub-resource.
    fn property_holding(&self, id: &str) -> Option<String> {
        let is_it = |raw: &str| value::resources(raw).contains(&NamedResource::Inner(id.into()));
        let (name, _) = self.properties().find(|(_, raw)| is_it(raw))?;
        Some(value::string(name).unwrap_or(name.into()).into_owned())
    }

    pub(super) fn properties(&self) -> impl Iterator<Item = (&str, &str)> {
        self.document.sections().next().into_iter().flat_map(|section| section.properties())
    }
}

/// A node's path from the root, from the attributes of its section.
pub(super) fn node_path(parent: Option<&str>, name: &str) -> String {
    match parent {
        None => ".".to_owned(),
        Some(".") => name.to_owned(),
        Some(parent) => format!("{parent}/{name}"),
    }
}

/// Adds a node and its ancestors.
fn add_with_parents(path: &str, wanted: &mut BTreeSet<String>) {
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
    differing: &BTreeMap<SectionKey, SectionVersions>,
    users: &BTreeMap<String, (String, String)>,
) -> BTreeSet<String> {
    let mut wanted = BTreeSet::from([".".to_owned()]);
    for (key, pair) in differing {
        match key {
            SectionKey::Node(path) | SectionKey::Editable(path) => {
                add_with_parents(path, &mut wanted)
            }
            SectionKey::Connection(_) => {
                let pieces = pair.sides.iter().flatten();
                let ends = pieces
                    .flat_map(|piece| [piece.attribute_text("from"), piece.attribute_text("to")]);
                ends.flatten().for_each(|end| add_with_parents(&end, &mut wanted));
            }
            _ => {}
        }
        if let SectionKey::Node(path) = key {
            for piece in pair.sides.iter().flatten() {
                let paths = piece.properties().flat_map(|(_, raw)| value::node_paths(raw));
                for target in paths {
                    add_with_parents(&follow_path(path, &target), &mut wanted);
                }
            }
        }
    }
    users.values().for_each(|(node, _)| add_with_parents(node, &mut wanted));
    wanted
}

/// The target of a node path that is written at a node.
fn follow_path(node: &str, path: &str) -> String {
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

/// Nested sub-resources are followed up to this depth.
const MAX_NESTING: usize = 8;

/// The users of sub-resources that differ: a node, and the path of the member that leads to the resource.
fn users(
    sections: &[SectionList<'_>; 2],
    differing: &BTreeMap<SectionKey, SectionVersions>,
) -> BTreeMap<String, (String, String)> {
    let mut users = BTreeMap::new();
    for id in differing.keys().filter_map(SectionKey::inner) {
        let found = sections.iter().rev().find_map(|sections| user(sections, id, 0));
        users.extend(found.map(|found| (id.to_owned(), found)));
    }
    users
}

fn user(sections: &SectionList<'_>, id: &str, depth: usize) -> Option<(String, String)> {
    let needle = format!("SubResource(\"{id}\")");
    let holders = || sections.all().filter(|text| text.contains(&needle));
    let of_node = holders().filter(|text| text.starts_with("[node ")).find_map(|text| {
        let (SectionKey::Node(path), piece) = SectionVersion::read(text)? else { return None };
        Some((path, piece.property_holding(id)?))
    });
    if of_node.is_some() || depth == MAX_NESTING {
        return of_node;
    }
    holders().filter(|text| text.starts_with("[sub_resource ")).find_map(|text| {
        let (SectionKey::Inner(outer), piece) = SectionVersion::read(text)? else { return None };
        let (node, path) = user(sections, &outer, depth + 1)?;
        Some((node, format!("{path}.{}", piece.property_holding(id)?)))
    })
}

fn excerpt(
    sections: &SectionList<'_>,
    differing: &BTreeMap<SectionKey, SectionVersions>,
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
        Some("[connection") => differing.contains_key(&SectionKey::Connection((*text).to_owned())),
        Some("[editable") => true,
        _ => false,
    });
    nodes.extend(ends);
    let mut texts: Vec<&str> = sections.all().take(1).collect();
    texts.extend(sections.all().filter(|text| text.starts_with("[ext_resource ")));
    texts.extend(needed_sub_resources(sections, &nodes, differing));
    texts.extend(nodes);
    texts.join("\n\n") + "\n"
}

fn is_wanted(text: &str, names: &HashSet<&str>, wanted: &BTreeSet<String>) -> bool {
    // Godot writes the name first, and most names need no escaping.
    let quick = text.strip_prefix("[node name=\"").and_then(|rest| rest.split('"').next());
    if quick.is_some_and(|name| !name.contains('\\') && !names.contains(name)) {
        return false;
    }
    matches!(SectionVersion::read(text), Some((SectionKey::Node(path), _)) if wanted.contains(&path))
}

/// The sub-resources that differ or that these nodes use, including nested ones.
fn needed_sub_resources<'t>(
    sections: &SectionList<'t>,
    nodes: &[&'t str],
    differing: &BTreeMap<SectionKey, SectionVersions>,
) -> Vec<&'t str> {
    let changed: Vec<&str> = differing.keys().filter_map(SectionKey::inner).collect();
    let mut open: Vec<&str> = nodes.iter().flat_map(|text| inner_ids(text)).collect();
    open.extend(&changed);
    if open.is_empty() {
        return Vec::new();
    }
    let all = sections.all().filter(|text| text.starts_with("[sub_resource "));
    let all: HashMap<String, &str> =
        all.filter_map(|text| Some((header_id(text)?, text))).collect();
    let mut needed: HashSet<&str> = HashSet::new();
    while let Some(id) = open.pop() {
        if needed.insert(id) {
            open.extend(all.get(id).into_iter().flat_map(|text| inner_ids(text)));
        }
    }
    let in_order = sections.all().filter(|text| text.starts_with("[sub_resource "));
    in_order.filter(|text| header_id(text).is_some_and(|id| needed.contains(id.as_str()))).collect()
}

/// The sub-resources that a text appears to name; a false positive does no harm.
fn inner_ids(text: &str) -> impl Iterator<Item = &str> {
    const OPEN: &str = "SubResource(\"";
    let starts = memchr::memmem::find_iter(text.as_bytes(), OPEN);
    starts.filter_map(|at| text[at + OPEN.len()..].split('"').next())
}

/// Parses only the header, because resources can be large.
fn header_id(text: &str) -> Option<String> {
    let head =
        text.split_once("]\n").map_or_else(|| text.to_owned(), |(head, _)| format!("{head}]"));
    SectionVersion::read(&head)?.0.inner().map(str::to_owned)
}
