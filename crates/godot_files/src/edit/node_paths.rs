//! Node paths inside of values: finds them, and adapts them when nodes move.

use std::ops::Range;

use scenewright_model::ObjectIndex;

use super::buffer::{ROOT, SceneBuffer};
use super::lines::plain_key;
use crate::node_paths::{NodeTarget, follow};
use crate::text::{LocatedEntry, Section};
use crate::value;
use crate::variant::{Variant, VariantKind, walk};

/// A node path in a value.
pub(super) struct NodePathUse {
    /// The node that it is relative to.
    pub base: ObjectIndex,
    pub section: usize,
    pub key: String,
    /// The text between its quotes.
    pub bytes: Range<usize>,
    pub path: String,
    /// Including its type and its quotes.
    pub literal: Range<usize>,
    /// It is the whole value.
    pub is_whole: bool,
}

/// The path from one node to another.
pub(super) fn path_between(buffer: &SceneBuffer, from: ObjectIndex, to: ObjectIndex) -> String {
    relative_path(&buffer.object(from).path, &buffer.object(to).path)
}

/// The same for two paths from the root.
pub(super) fn relative_path(from: &str, to: &str) -> String {
    let (from, to): (Vec<&str>, Vec<&str>) = (from.split('/').collect(), to.split('/').collect());
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let up = std::iter::repeat_n("..", from.len() - shared);
    let steps: Vec<&str> = up.chain(to.into_iter().skip(shared)).collect();
    if steps.is_empty() { ".".to_owned() } else { steps.join("/") }
}

/// Replaces the leading `from` of a path with `to`; `None` for a path that does not lead through `from`.
pub(super) fn rebase(path: &str, from: &str, to: &str) -> Option<String> {
    let rest = path.strip_prefix(from)?;
    (rest.is_empty() || rest.starts_with('/')).then(|| format!("{to}{rest}"))
}

/// All node paths in the values of the file whose base node is known.
pub(super) fn find_uses(buffer: &SceneBuffer) -> Vec<NodePathUse> {
    let mut found = Vec::new();
    for (object, number) in buffer.resolved.own_sections() {
        if let Some(section) = buffer.document().section(number) {
            for place in section.property_places() {
                collect_uses(buffer, object, section, &place, &mut found);
            }
        }
    }
    for section in buffer.document().sections().filter(|section| section.tag() == "sub_resource") {
        for (base, place) in resource_entries(buffer, section) {
            collect_uses(buffer, base, section, &place, &mut found);
        }
    }
    found
}

/// The properties of a sub-resource that contain node paths, with their base node.
fn resource_entries<'s>(
    buffer: &'s SceneBuffer,
    section: Section<'s>,
) -> Vec<(ObjectIndex, LocatedEntry<'s>)> {
    let class = section.attribute("type").and_then(value::string).unwrap_or_default();
    let base = match &*class {
        "ViewportTexture" => Some(ROOT),
        "Animation" => animated_root(buffer, section),
        _ => None,
    };
    let Some(base) = base else { return Vec::new() };
    section.property_places().map(|place| (base, place)).collect()
}

/// The base node of the tracks of an animation: the root node of the first player that uses it.
fn animated_root(buffer: &SceneBuffer, animation: Section<'_>) -> Option<ObjectIndex> {
    let id = animation.attribute("id").map(value::id)?;
    let holds = |raw: &str, id: &str| {
        value::resources(raw).contains(&value::NamedResource::Inner(id.to_owned().into()))
    };
    let libraries = buffer.document().sections().filter(|section| {
        let class = section.attribute("type").and_then(value::string);
        class.is_some_and(|class| class == "AnimationLibrary")
            && section.properties().any(|(_, raw)| holds(raw, &id))
    });
    let libraries: Vec<_> = libraries.filter_map(|section| section.attribute("id")).collect();
    let (player, section) =
        buffer.resolved.own_sections().into_iter().find_map(|(object, at)| {
            let section = buffer.document().section(at)?;
            let plays = section.properties().any(|(key, raw)| {
                key.starts_with("libraries")
                    && libraries.iter().any(|library| holds(raw, &value::id(library)))
            });
            plays.then_some((object, section))
        })?;
    let root = section.property("root_node").and_then(|raw| value::node_paths(raw).pop());
    match follow(buffer.scene(), player, root.as_deref().unwrap_or("..")) {
        NodeTarget::Node(node) => Some(node),
        NodeTarget::Nowhere | NodeTarget::Beyond => None,
    }
}

fn collect_uses(
    buffer: &SceneBuffer,
    base: ObjectIndex,
    section: Section<'_>,
    place: &LocatedEntry<'_>,
    found: &mut Vec<NodePathUse>,
) {
    if !place.value.contains("NodePath(") && !place.value.contains("^\"") {
        return;
    }
    let Ok(variant) = Variant::parse(place.value) else { return };
    walk(variant, &mut |inner| {
        if let VariantKind::NodePath(quoted) = inner.kind() {
            let place_of = |part: &str| {
                let start = part.as_ptr() as usize - buffer.text().as_ptr() as usize;
                start..start + part.len()
            };
            found.push(NodePathUse {
                base,
                section: section.index(),
                key: plain_key(place.key),
                bytes: place_of(quoted.raw()),
                literal: place_of(inner.text()),
                path: quoted.unescape().into_owned(),
                is_whole: inner.text().len() == place.value.len(),
            });
        }
    });
}

impl NodePathUse {
    /// The node at the path.
    pub(super) fn target(&self, buffer: &SceneBuffer) -> Option<ObjectIndex> {
        match follow(buffer.scene(), self.base, &self.path) {
            NodeTarget::Node(node) if !self.path.is_empty() && !self.path.starts_with('/') => {
                Some(node)
            }
            _ => None,
        }
    }

    /// The part for properties: `:position:x`.
    pub(super) fn subnames(&self) -> &str {
        self.path.find(':').map_or("", |at| &self.path[at..])
    }

    /// The path after a node was renamed; `None` if the path does not contain the node.
    pub(super) fn path_after_rename(
        &self,
        buffer: &SceneBuffer,
        node: ObjectIndex,
        name: &str,
    ) -> Option<String> {
        let nodes = self.path.split(':').next().filter(|nodes| !nodes.starts_with('/'))?;
        let (mut at, mut steps, mut is_changed) = (self.base, Vec::new(), false);
        for step in nodes.split('/') {
            let NodeTarget::Node(next) = follow(buffer.scene(), at, step) else { return None };
            at = next;
            let is_name = !matches!(step, "" | "." | "..");
            if is_name && next == node {
                let mark = if step.starts_with('%') { "%" } else { "" };
                steps.push(format!("{mark}{name}"));
                is_changed = true;
            } else {
                steps.push(step.to_owned());
            }
        }
        is_changed.then(|| format!("{}{}", steps.join("/"), self.subnames()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_from_node_to_node() {
        for (from, to, expected) in [
            ("Main", "Main", "."),
            ("Main", "Main/A/B", "A/B"),
            ("Main/A/B", "Main", "../.."),
            ("Main/A", "Main/B", "../B"),
            ("Main/A", "Main/AB", "../AB"),
        ] {
            assert_eq!(relative_path(from, to), expected, "{from} to {to}");
        }
        assert_eq!(rebase("A/B", "A", "C/D").as_deref(), Some("C/D/B"));
        assert_eq!(rebase("AB", "A", "C"), None);
    }
}
