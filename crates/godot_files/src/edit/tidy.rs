//! What Godot does when it saves: it removes unused resources, orders sub-resources by their use, and counts
//! resources in the header.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

use scenewright_engine::EngineError;

use super::lines::{content_end, removal_ranges};
use super::refusal;
use super::session::parse_scene;
use crate::lexer::HeaderStyle;
use crate::scene::SceneDocument;
use crate::text::{GodotDocument, Section};
use crate::value::{self, NamedResource};
use scenewright_journal::{common_prefix, common_suffix};
use scenewright_project_files::patch::TextPatch;

/// Removes only resources that the edit made unused, and reorders only if the order was right before.
pub(super) fn tidy(
    before: &SceneDocument,
    after: GodotDocument,
    path: &str,
) -> Result<GodotDocument, EngineError> {
    if !changes_structure(before.document.text(), after.text()) {
        return apply_patch(update_load_steps(&after), after, path);
    }
    let (was, is) = (ResourceUses::collect(&before.document), ResourceUses::collect(&after));
    let unused: BTreeSet<usize> = after
        .sections()
        .filter(|section| {
            let name = declared_resource(*section);
            name.is_some_and(|name| was.has(&name) && !is.has(&name))
        })
        .map(Section::index)
        .collect();
    let mut patch = TextPatch::default();
    for bytes in removal_ranges(&after, &unused) {
        patch.remove(bytes);
    }
    let after = apply_patch(patch, after, path)?;
    let after = match is_in_order(&before.document, &was) {
        true => apply_patch(order_sub_resources(&after), after, path)?,
        false => after,
    };
    let after = match connection_places(&before.document).is_sorted() {
        true => apply_patch(order_connections(&after), after, path)?,
        false => after,
    };
    apply_patch(update_load_steps(&after), after, path)
}

/// The one section that a change is in, parsed anew, if there is nothing to tidy. All else is as it was, and
/// need not be parsed again.
pub(super) fn only_changed_section(before: &GodotDocument, after: &str) -> Option<GodotDocument> {
    let (old, new) = differing_lines(before.text(), after);
    if has_structure(old) || has_structure(new) || !update_load_steps(before).is_empty() {
        return None;
    }
    let start = old.as_ptr().addr() - before.text().as_ptr().addr();
    let section = before.sections().take_while(|section| section.bytes().start <= start).last()?;
    let bytes = section.bytes();
    if start + old.len() > bytes.end {
        return None;
    }
    let text = after.get(bytes.start..bytes.end + after.len() - before.text().len())?;
    let alone = GodotDocument::read(text.into(), HeaderStyle::Attributes).ok()?;
    (alone.sections().count() == 1).then_some(alone)
}

/// Whether the lines that differ contain a header or a resource. If not, the same resources are used in the
/// same order by the same nodes.
fn changes_structure(before: &str, after: &str) -> bool {
    let (old, new) = differing_lines(before, after);
    has_structure(old) || has_structure(new)
}

fn has_structure(lines: &str) -> bool {
    lines.contains("Resource") || lines.lines().any(|line| line.trim_start().starts_with('['))
}

/// The texts without their common first and last lines.
fn differing_lines<'t>(before: &'t str, after: &'t str) -> (&'t str, &'t str) {
    let (a, b) = (before.as_bytes(), after.as_bytes());
    let start = memchr::memrchr(b'\n', &a[..common_prefix(a, b)]).map_or(0, |end| end + 1);
    let (a, b) = (&a[start..], &b[start..]);
    let tail = &a[a.len() - common_suffix(a, b)..];
    let tail = memchr::memchr(b'\n', tail).map_or(0, |end| tail.len() - end - 1);
    (&before[start..before.len() - tail], &after[start..after.len() - tail])
}

fn apply_patch(
    patch: TextPatch,
    document: GodotDocument,
    path: &str,
) -> Result<GodotDocument, EngineError> {
    if patch.is_empty() {
        return Ok(document);
    }
    let text = patch.apply(document.text());
    parse_scene(text.ok_or_else(|| refusal(path, "its changes conflict with each other"))?, path)
}

/// The resource that a section declares.
fn declared_resource(section: Section<'_>) -> Option<NamedResource<'static>> {
    let id = || section.attribute("id").map(|raw| value::id(raw).into_owned().into());
    match section.tag() {
        "ext_resource" => id().map(NamedResource::External),
        "sub_resource" => id().map(NamedResource::Inner),
        _ => None,
    }
}

/// The resources that the nodes of a file use, in Godot's order: dependencies first.
struct ResourceUses {
    order: Vec<NamedResource<'static>>,
    known: HashSet<NamedResource<'static>>,
}

impl ResourceUses {
    fn collect(document: &GodotDocument) -> ResourceUses {
        let subs = document.sections().filter(|section| section.tag() == "sub_resource");
        let subs: HashMap<NamedResource<'_>, Section<'_>> =
            subs.filter_map(|section| Some((declared_resource(section)?, section))).collect();
        let mut uses = ResourceUses { order: Vec::new(), known: HashSet::new() };
        for section in document.sections() {
            if !matches!(section.tag(), "ext_resource" | "sub_resource") {
                for name in named_resources(section) {
                    uses.visit(name, &subs);
                }
            }
        }
        uses
    }

    fn has(&self, name: &NamedResource<'static>) -> bool {
        self.known.contains(name)
    }

    /// Without recursion, because a file may nest resources to any depth.
    fn visit(
        &mut self,
        name: NamedResource<'static>,
        subs: &HashMap<NamedResource<'_>, Section<'_>>,
    ) {
        let mut open = vec![(name, false)];
        while let Some((name, is_done)) = open.pop() {
            if is_done {
                self.order.push(name);
                continue;
            }
            if !self.known.insert(name.clone()) {
                continue;
            }
            let inner =
                subs.get(&name).map(|section| named_resources(*section)).unwrap_or_default();
            open.push((name, true));
            open.extend(inner.into_iter().rev().map(|name| (name, false)));
        }
    }
}

/// The sections of `document` with the resources that the nodes of `of` need: external resources in file
/// order, sub-resources in the order of their use.
pub(super) fn needed_sections(
    document: &GodotDocument,
    of: &GodotDocument,
) -> (Vec<String>, Vec<String>) {
    let subs = document.sections().filter(|section| section.tag() == "sub_resource");
    let subs: HashMap<NamedResource<'_>, Section<'_>> =
        subs.filter_map(|section| Some((declared_resource(section)?, section))).collect();
    let mut uses = ResourceUses { order: Vec::new(), known: HashSet::new() };
    for name in of.sections().flat_map(named_resources) {
        uses.visit(name, &subs);
    }
    let content = |section: Section<'_>| {
        document.text()[section.header_bytes().start..content_end(document, section)].to_owned()
    };
    let externals = document.sections().filter(|section| {
        section.tag() == "ext_resource"
            && declared_resource(*section).is_some_and(|name| uses.has(&name))
    });
    let inner = uses.order.iter().filter_map(|name| subs.get(name).copied());
    (externals.map(content).collect(), inner.map(content).collect())
}

/// The resources that a section uses: its instance first, then those of its properties.
fn named_resources(section: Section<'_>) -> Vec<NamedResource<'static>> {
    let attributes = section.attribute("instance").into_iter().chain(section.attribute("binds"));
    let values = attributes.chain(section.properties().map(|(_, raw)| raw));
    let owned = |name: NamedResource<'_>| match name {
        NamedResource::External(id) => NamedResource::External(id.into_owned().into()),
        NamedResource::Inner(id) => NamedResource::Inner(id.into_owned().into()),
    };
    values.flat_map(value::resources).map(owned).collect()
}

fn sub_resource_order(document: &GodotDocument) -> Vec<NamedResource<'static>> {
    let all = document.sections().filter(|section| section.tag() == "sub_resource");
    all.filter_map(declared_resource).collect()
}

fn is_in_order(document: &GodotDocument, uses: &ResourceUses) -> bool {
    let wanted = uses.order.iter().filter(|name| matches!(name, NamedResource::Inner(_)));
    sub_resource_order(document).iter().eq(wanted)
}

/// Orders sub-resources by their use.
fn order_sub_resources(document: &GodotDocument) -> TextPatch {
    let uses = ResourceUses::collect(document);
    let mut patch = TextPatch::default();
    if is_in_order(document, &uses) {
        return patch;
    }
    let subs = document.sections().filter(|section| section.tag() == "sub_resource");
    let slots: Vec<(NamedResource<'_>, Range<usize>)> = subs
        .filter_map(|section| {
            let bytes = section.header_bytes().start..content_end(document, section);
            Some((declared_resource(section)?, bytes))
        })
        .collect();
    let wanted: Vec<&NamedResource<'_>> =
        uses.order.iter().filter(|name| matches!(name, NamedResource::Inner(_))).collect();
    if wanted.len() != slots.len() {
        return patch;
    }
    for (name, (_, slot)) in wanted.into_iter().zip(&slots) {
        if let Some((_, bytes)) = slots.iter().find(|(known, _)| known == name)
            && bytes != slot
        {
            patch.replace(slot.clone(), &document.text()[bytes.clone()]);
        }
    }
    patch
}

/// For each connection the position of its source node, or of the nearest ancestor with a section.
fn connection_places(document: &GodotDocument) -> Vec<usize> {
    let nodes = document.sections().filter(|section| section.tag() == "node");
    let nodes = nodes.filter_map(|section| Some((node_path(section)?, section.index())));
    let nodes: HashMap<String, usize> = nodes.collect();
    let connections = document.sections().filter(|section| section.tag() == "connection");
    let place = |section: Section<'_>| {
        let from = section.attribute("from").and_then(value::string).unwrap_or_default();
        let above = |path: &&str| path.rfind('/');
        let mut paths = std::iter::successors(Some(&*from), |path| Some(&path[..above(path)?]));
        paths.find_map(|path| nodes.get(path).copied()).unwrap_or_default()
    };
    connections.map(place).collect()
}

fn node_path(section: Section<'_>) -> Option<String> {
    let text = |key| section.attribute(key).and_then(value::string);
    let name = text("name")?;
    Some(match text("parent") {
        None => ".".to_owned(),
        Some(parent) if parent == "." => name.into_owned(),
        Some(parent) => format!("{parent}/{name}"),
    })
}

/// Orders connections by their source nodes.
fn order_connections(document: &GodotDocument) -> TextPatch {
    let mut patch = TextPatch::default();
    let places = connection_places(document);
    if places.is_sorted() {
        return patch;
    }
    let slots = document.sections().filter(|section| section.tag() == "connection");
    let slots: Vec<Range<usize>> =
        slots.map(|section| section.header_bytes().start..content_end(document, section)).collect();
    let mut order: Vec<usize> = (0..slots.len()).collect();
    order.sort_by_key(|at| places[*at]);
    for (slot, from) in slots.iter().zip(order) {
        if *slot != slots[from] {
            patch.replace(slot.clone(), &document.text()[slots[from].clone()]);
        }
    }
    patch
}

/// Godot 4.6 does not write the count; a file that has one gets the right one.
fn update_load_steps(document: &GodotDocument) -> TextPatch {
    let mut patch = TextPatch::default();
    let Some(header) = document.sections().next() else { return patch };
    let Some(place) = header.attribute_places().find(|place| place.key == "load_steps") else {
        return patch;
    };
    let count = document.sections().filter(|section| declared_resource(*section).is_some()).count();
    if count == 0 {
        patch.remove(place.key_bytes.start - 1..place.value_bytes.end);
    } else if value::integer(place.value) != i64::try_from(count + 1).ok() {
        patch.replace(place.value_bytes, (count + 1).to_string());
    }
    patch
}
