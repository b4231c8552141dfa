//! Changes attributes, properties and sections of a scene file.

use std::collections::BTreeSet;
use std::ops::Range;

use super::buffer::SceneBuffer;
use super::literal::{property_key, quote};
use crate::text::{GodotDocument, LocatedEntry, Section};
use crate::value;
use scenewright_project_files::patch::TextPatch;

/// The order in which Godot writes a node's attributes.
const NODE_ATTRIBUTE_ORDER: [&str; 11] = [
    "name",
    "type",
    "parent",
    "owner",
    "parent_id_path",
    "index",
    "unique_id",
    "node_paths",
    "groups",
    "instance_placeholder",
    "instance",
];

impl SceneBuffer {
    /// Sets an attribute to a raw value at its position in Godot's order, or removes it.
    pub(super) fn set_attribute(&self, section: Section<'_>, name: &str, raw: Option<&str>) {
        if let Some((bytes, text)) = attribute_splice(self.text(), section, name, raw) {
            self.patch().replace(bytes, text);
        }
    }

    /// The text of a section with other attributes and without some properties.
    pub(super) fn rewrite_section(
        &self,
        section: Section<'_>,
        attributes: &[(&str, Option<String>)],
        without: &[&str],
    ) -> String {
        let whole = section.header_bytes().start..self.content_end(section);
        let mut patch = TextPatch::default();
        let mut splice = |bytes: Range<usize>, text: String| {
            patch.replace(bytes.start - whole.start..bytes.end - whole.start, text);
        };
        for (name, raw) in attributes {
            if let Some((bytes, text)) =
                attribute_splice(self.text(), section, name, raw.as_deref())
            {
                splice(bytes, text);
            }
        }
        let gone = |place: &LocatedEntry<'_>| without.iter().any(|name| is_named(place.key, name));
        for place in section.property_places().filter(gone) {
            let before = self.text()[..place.key_bytes.start].trim_end_matches(['\r', '\n']).len();
            splice(before..self.end_of_line(place.value_bytes.end), String::new());
        }
        let text = &self.text()[whole.clone()];
        patch.apply(text).unwrap_or_else(|| text.to_owned())
    }

    fn end_of_line(&self, from: usize) -> usize {
        end_of_line(self.text(), from)
    }

    fn content_end(&self, section: Section<'_>) -> usize {
        content_end(self.document(), section)
    }

    pub(super) fn find_property<'s>(
        &'s self,
        section: Section<'s>,
        name: &str,
    ) -> Option<LocatedEntry<'s>> {
        section.property_places().filter(|place| is_named(place.key, name)).last()
    }

    /// Removes a property with its line.
    pub(super) fn remove_property(&self, section: Section<'_>, name: &str) {
        for place in section.property_places().filter(|place| is_named(place.key, name)) {
            let start = memchr::memrchr(b'\n', &self.text().as_bytes()[..place.key_bytes.start]);
            let end = self.end_of_line(place.value_bytes.end);
            let line_break = self.text()[end..].find('\n').map_or(0, |at| at + 1);
            self.patch().remove(start.map_or(0, |at| at + 1)..end + line_break);
        }
    }

    /// Replaces the value of a property, or inserts the property at the position that `rank` gives.
    pub(super) fn put_property(
        &self,
        section: Section<'_>,
        name: &str,
        raw: &str,
        rank: impl Fn(&str) -> u32,
    ) {
        if let Some(place) = self.find_property(section, name) {
            if place.value != raw {
                self.patch().replace(place.value_bytes, raw);
            }
            return;
        }
        let own = rank(name);
        let before =
            section.property_places().take_while(|place| rank(&plain_key(place.key)) <= own);
        let after = before.last().map_or(section.header_bytes().end, |place| place.value_bytes.end);
        let at = self.end_of_line(after);
        let end = self.line_end();
        self.patch().insert(at, format!("{end}{} = {raw}", property_key(name)));
    }

    /// Inserts a section after another one, with an empty line between them.
    pub(super) fn insert_section(&self, after: Section<'_>, text: &str) {
        let end = self.line_end();
        self.patch().insert(self.content_end(after), format!("{end}{end}{text}"));
    }

    /// Inserts a one-line section directly below another one of the same kind.
    pub(super) fn insert_line(&self, after: Section<'_>, text: &str) {
        let end = self.line_end();
        self.patch().insert(self.content_end(after), format!("{end}{text}"));
    }

    pub(super) fn remove_sections(&self, sections: &BTreeSet<usize>) {
        for bytes in removal_ranges(self.document(), sections) {
            self.patch().remove(bytes);
        }
    }
}

/// The bytes that change with an attribute, and their replacement.
fn attribute_splice(
    text: &str,
    section: Section<'_>,
    name: &str,
    raw: Option<&str>,
) -> Option<(Range<usize>, String)> {
    let place = section.attribute_places().find(|place| place.key == name);
    match (place, raw) {
        (Some(place), Some(raw)) => Some((place.value_bytes, raw.to_owned())),
        (Some(place), None) => {
            let start = text[..place.key_bytes.start].trim_end_matches(' ').len();
            Some((start..place.value_bytes.end, String::new()))
        }
        (None, Some(raw)) => {
            let at = attribute_position(section, name);
            Some((at..at, format!(" {name}={raw}")))
        }
        (None, None) => None,
    }
}

/// The end of the line of a byte, without the line break.
fn end_of_line(text: &str, from: usize) -> usize {
    let rest = &text.as_bytes()[from..];
    let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
    from + end - usize::from(end > 0 && rest.get(end - 1) == Some(&b'\r'))
}

/// The end of the last line of a section that has content.
pub(super) fn content_end(document: &GodotDocument, section: Section<'_>) -> usize {
    let last = section.property_places().last();
    let last = last.map_or(section.header_bytes().end, |place| place.value_bytes.end);
    end_of_line(document.text(), last)
}

/// The bytes to remove with some sections. Adjacent sections form one range, so that the lines between them
/// are removed only once.
pub(super) fn removal_ranges(
    document: &GodotDocument,
    sections: &BTreeSet<usize>,
) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut rest = sections.iter().copied().peekable();
    while let Some(first) = rest.next() {
        let mut last = first;
        while let Some(next) = rest.next_if_eq(&(last + 1)) {
            last = next;
        }
        found.extend(removal_range(document, first, last));
    }
    found
}

/// Including the empty lines before it, or after it if a section of the same kind follows.
fn removal_range(document: &GodotDocument, first: usize, last: usize) -> Option<Range<usize>> {
    let (start, end) = (document.section(first)?, document.section(last)?);
    if let Some(next) = document.section(last + 1)
        && next.tag() == end.tag()
        && start.tag() == end.tag()
    {
        return Some(start.header_bytes().start..next.header_bytes().start);
    }
    let before = document.section(first.checked_sub(1)?)?;
    Some(content_end(document, before)..content_end(document, end))
}

/// After the last attribute that precedes it in Godot's order.
fn attribute_position(section: Section<'_>, name: &str) -> usize {
    let rank = |name: &str| NODE_ATTRIBUTE_ORDER.iter().position(|known| *known == name);
    let own = rank(name);
    let before = section.attribute_places().filter(|place| rank(place.key) < own);
    before.last().map_or(section.header_bytes().end - 1, |place| place.value_bytes.end)
}

pub(super) fn is_named(key: &str, name: &str) -> bool {
    key == name || (key.starts_with('"') && plain_key(key) == name)
}

pub(super) fn plain_key(key: &str) -> String {
    value::string(key).map_or_else(|| key.to_owned(), Into::into)
}

/// The header `[node …]`.
#[derive(Debug, Default)]
pub(super) struct NodeHeader {
    pub name: String,
    pub class: Option<String>,
    pub parent: Option<String>,
    pub parent_id_path: Option<String>,
    pub index: Option<usize>,
    pub unique_id: Option<i64>,
    pub node_paths: Option<String>,
    /// The id of the external resource of the instanced scene.
    pub instance: Option<String>,
}

impl NodeHeader {
    pub(super) fn text(&self) -> String {
        let mut text = format!("[node name={}", quote(&self.name));
        let mut add = |key: &str, raw: Option<String>| {
            if let Some(raw) = raw {
                text.push_str(&format!(" {key}={raw}"));
            }
        };
        add("type", self.class.as_deref().map(quote));
        add("parent", self.parent.as_deref().map(quote));
        add("parent_id_path", self.parent_id_path.clone());
        add("index", self.index.map(|index| format!("\"{index}\"")));
        add("unique_id", self.unique_id.map(|id| id.to_string()));
        add("node_paths", self.node_paths.clone());
        add("instance", self.instance.as_deref().map(|id| format!("ExtResource({})", quote(id))));
        text.push(']');
        text
    }
}
