//! A loaded class reference: the packed text and an index into it.

#[cfg(test)]
mod tests;

use memchr::memchr_iter;
use scenewright_model::{ClassDoc, DocKind, FoundMethod};

use crate::index::SearchIndex;
use crate::pack::{FIELD_SEPARATOR, PACK_LAYOUT, RECORD_SEPARATOR, pack};
use crate::record::{PackedRecord, record_kind};
use crate::{ClassReference, search};

/// No class of Godot has as many ancestors; a broken file may contain a cycle.
pub(crate) const MAX_INHERITANCE_DEPTH: usize = 64;

/// The text was not written by [`pack`], or has another layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a packed class reference of layout {PACK_LAYOUT}")]
pub struct UnpackError;

/// The classes of one Godot version, or of a project's scripts. Immutable.
#[derive(Debug)]
pub struct ClassDocs {
    text: String,
    version: String,
    pub(crate) entries: Vec<DocEntry>,
    pub(crate) classes: Vec<ClassRow>,
    /// Indexes into `classes`, sorted by name.
    by_name: Vec<u32>,
    pub(crate) index: SearchIndex,
}

/// A class or a member: one record of the text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DocEntry {
    start: u32,
    end: u32,
    pub(crate) class: u32,
    pub(crate) kind: DocKind,
    pub(crate) is_enum_value: bool,
    is_deprecated: bool,
}

#[derive(Debug)]
pub(crate) struct ClassRow {
    /// The entry of the class. Those of its members follow, up to `end`.
    pub(crate) entry: u32,
    end: u32,
    pub(crate) popularity: u8,
    pub(crate) is_low_level: bool,
}

/// Classes of the engine's internals and tools, which the scripts of a game rarely use.
fn is_low_level(class: &str) -> bool {
    let ends = ["Server", "Server2D", "Server3D", "Extension"];
    let begins = ["Editor", "PhysicsDirect", "GLTF", "OpenXR", "VisualShaderNode"];
    ends.iter().any(|end| class.ends_with(end)) || begins.iter().any(|it| class.starts_with(it))
}

impl ClassDocs {
    pub fn new(reference: &ClassReference) -> ClassDocs {
        // A text that `pack` has just written can be unpacked.
        ClassDocs::unpack(pack(reference)).unwrap_or_else(|_| ClassDocs::empty())
    }

    pub fn unpack(text: String) -> Result<ClassDocs, UnpackError> {
        let head = text.split(RECORD_SEPARATOR).next().unwrap_or_default();
        let mut fields = head.split(FIELD_SEPARATOR);
        let is_ours = fields.next() == Some("godot-docs") && fields.next() == Some(PACK_LAYOUT);
        let is_whole = text.ends_with("\x1eend") && u32::try_from(text.len()).is_ok();
        if !is_ours || !is_whole {
            return Err(UnpackError);
        }
        let version = fields.next().unwrap_or_default().to_owned();
        let mut docs = ClassDocs { version, ..ClassDocs::empty() };
        docs.read_records(&text, head.len() + 1)?;
        docs.text = text;
        let mut by_name: Vec<u32> = (0..docs.classes.len() as u32).collect();
        by_name.sort_by_key(|&class| docs.class_name(class));
        docs.by_name = by_name;
        docs.index = SearchIndex::build(&docs);
        Ok(docs)
    }

    fn empty() -> ClassDocs {
        ClassDocs {
            text: String::new(),
            version: String::new(),
            entries: Vec::new(),
            classes: Vec::new(),
            by_name: Vec::new(),
            index: SearchIndex::default(),
        }
    }

    /// Adds an entry for each record from `first` on.
    fn read_records(&mut self, text: &str, first: usize) -> Result<(), UnpackError> {
        let mut start = first;
        for end in memchr_iter(RECORD_SEPARATOR as u8, &text.as_bytes()[first..]) {
            let end = first + end;
            let record = &text[start..end];
            let (kind, is_enum_value) = record_kind(record).ok_or(UnpackError)?;
            let entry = self.entries.len() as u32;
            if kind == DocKind::Class {
                let record = PackedRecord::parse(record);
                let (popularity, is_low_level) = (record.popularity(), is_low_level(record.name()));
                self.classes.push(ClassRow { entry, end: entry, popularity, is_low_level });
            }
            let class = self.classes.len().checked_sub(1).ok_or(UnpackError)? as u32;
            self.classes[class as usize].end = entry + 1;
            let (from, to) = (start as u32, end as u32);
            let is_deprecated =
                record.split(FIELD_SEPARATOR).nth(2).is_some_and(|it| !it.is_empty());
            self.entries.push(DocEntry {
                start: from,
                end: to,
                class,
                kind,
                is_enum_value,
                is_deprecated,
            });
            start = end + 1;
        }
        Ok(())
    }

    /// The version of the Godot that it is from: `4.6.3`.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The packed text, to be stored.
    pub fn packed(&self) -> &str {
        &self.text
    }

    /// Sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.by_name.iter().map(|&class| self.class_name(class))
    }

    /// One class with the members that it declares itself. Letter case is ignored if no name matches exactly.
    pub fn class(&self, name: &str) -> Option<ClassDoc> {
        self.find(name).map(|class| self.class_doc(class))
    }

    /// The class and its ancestors, nearest first, as far as this reference has them.
    pub fn lineage(&self, name: &str) -> Vec<&str> {
        let mut lineage = Vec::new();
        let mut next = self.find(name);
        while let Some(class) = next.filter(|_| lineage.len() < MAX_INHERITANCE_DEPTH) {
            lineage.push(self.class_name(class));
            next = self.find(self.inherits(class)).filter(|&base| base != class);
        }
        lineage
    }

    /// The base of a class; `None` for an unknown class, empty for one without a base.
    pub fn base(&self, name: &str) -> Option<&str> {
        self.find(name).map(|class| self.inherits(class))
    }

    /// A method of a class or of its ancestors.
    pub fn method(&self, class: &str, method: &str) -> Option<FoundMethod> {
        let lineage = self.lineage(class);
        let found = lineage.iter().find_map(|declared_in| {
            let method = self.own_method(declared_in, method)?;
            Some((declared_in.to_string(), method))
        });
        found.map(|(declared_in, method)| FoundMethod {
            class: lineage.first().copied().unwrap_or(class).to_owned(),
            declared_in,
            method,
        })
    }

    /// A method that the class itself declares. Annotations count as methods, and so do constructors
    /// under the name of the class.
    pub fn own_method(&self, class: &str, method: &str) -> Option<scenewright_model::MethodDoc> {
        let row = &self.classes[self.find(class)? as usize];
        let callable = [DocKind::Method, DocKind::Annotation, DocKind::Constructor];
        let mut own = row.entry + 1..row.end;
        let entry = own.find(|&entry| {
            callable.contains(&self.entries[entry as usize].kind) && self.name(entry) == method
        })?;
        Some(self.record(entry).method())
    }

    pub fn search(
        &self,
        query: &str,
        kinds: &[DocKind],
        limit: usize,
    ) -> scenewright_model::DocSearchResults {
        search(&[self], query, kinds, limit)
    }

    /// The name of a class as the reference spells it.
    pub(crate) fn canonical_name(&self, name: &str) -> Option<&str> {
        self.find(name).map(|class| self.class_name(class))
    }

    pub(crate) fn exact_name(&self, name: &str) -> Option<&str> {
        self.find_exact(name).map(|class| self.class_name(class))
    }

    fn find_exact(&self, name: &str) -> Option<u32> {
        let at = self.by_name.binary_search_by(|&class| self.class_name(class).cmp(name));
        at.ok().map(|at| self.by_name[at])
    }

    fn find(&self, name: &str) -> Option<u32> {
        let other_case = |class: &&u32| self.class_name(**class).eq_ignore_ascii_case(name);
        let found = self.find_exact(name);
        found.or_else(|| self.by_name.iter().find(other_case).copied()).filter(|_| !name.is_empty())
    }

    pub(crate) fn class_name(&self, class: u32) -> &str {
        self.name(self.classes[class as usize].entry)
    }

    pub(crate) fn name(&self, entry: u32) -> &str {
        self.text_of(entry).split(FIELD_SEPARATOR).nth(1).unwrap_or_default()
    }

    pub(crate) fn is_deprecated(&self, entry: u32) -> bool {
        self.entries[entry as usize].is_deprecated
    }

    pub(crate) fn record(&self, entry: u32) -> PackedRecord<'_> {
        PackedRecord::parse(self.text_of(entry))
    }

    /// The enum that a value belongs to: the nearest one before it.
    pub(crate) fn enum_of(&self, entry: u32) -> Option<&str> {
        let is_enum = |&at: &u32| self.entries[at as usize].kind == DocKind::Enum;
        let value = self.entries[entry as usize].is_enum_value;
        value.then(|| (0..entry).rev().find(is_enum)).flatten().map(|at| self.name(at))
    }

    fn text_of(&self, entry: u32) -> &str {
        let entry = &self.entries[entry as usize];
        &self.text[entry.start as usize..entry.end as usize]
    }

    fn inherits(&self, class: u32) -> &str {
        self.record(self.classes[class as usize].entry).inherits()
    }

    fn class_doc(&self, class: u32) -> ClassDoc {
        let row = &self.classes[class as usize];
        let mut doc = self.record(row.entry).class();
        for entry in row.entry + 1..row.end {
            self.add(entry, &mut doc);
        }
        doc
    }

    fn add(&self, entry: u32, doc: &mut ClassDoc) {
        let record = self.record(entry);
        match self.entries[entry as usize].kind {
            DocKind::Class => {}
            DocKind::Constructor => doc.constructors.push(record.method()),
            DocKind::Method => doc.methods.push(record.method()),
            DocKind::Operator => doc.operators.push(record.method()),
            DocKind::Annotation => doc.annotations.push(record.method()),
            DocKind::Property => doc.properties.push(record.property()),
            DocKind::ThemeItem => doc.theme_items.push(record.theme_item()),
            DocKind::Signal => doc.signals.push(record.signal()),
            DocKind::Enum => doc.enums.push(record.enumeration()),
            DocKind::Constant => {
                let values = match self.entries[entry as usize].is_enum_value {
                    true => doc.enums.last_mut().map(|it| &mut it.values),
                    false => None,
                };
                values.unwrap_or(&mut doc.constants).push(record.constant());
            }
        }
    }
}
