//! Packs a reference into one text that is quick to load and small to store.
//!
//! Records end with [`RECORD_SEPARATOR`], their fields are separated by [`FIELD_SEPARATOR`]. The first
//! record is `godot-docs LAYOUT VERSION`, the last `end`. Every other record begins with a letter
//! ([`record_letter`]), a name and the [`DocAttributes`], and ends with a description. `C` begins a class,
//! to which the following records belong; `V` is a value of the enum before it.

use std::collections::HashMap;

use scenewright_model::{
    ArgumentDoc, ClassDoc, ConstantDoc, DocAttributes, DocKind, DocOrigin, EnumDoc, MethodDoc,
    PropertyDoc, SignalDoc, ThemeItemDoc,
};

use crate::ClassReference;

/// Part of the names of stored files: a file of another layout is not used.
pub const PACK_LAYOUT: &str = "1";

pub(crate) const RECORD_SEPARATOR: char = '\x1e';
pub(crate) const FIELD_SEPARATOR: char = '\x1f';
/// Between arguments, and between the parts of an argument.
pub(crate) const ITEM_SEPARATOR: char = '\x1d';
pub(crate) const PART_SEPARATOR: char = '\x1c';

/// The popularity of a class that the project declares.
const SCRIPT_POPULARITY: u8 = 150;
/// A subclass counts as this many mentions.
const SUBCLASS_MENTIONS: u32 = 4;
/// Subtracted for each ancestor: classes near the base are the best known.
const DEPTH_PENALTY: f32 = 4.0;
/// A class with more ancestors is part of a cycle.
const MAX_LINEAGE: usize = 64;
pub(crate) const MAX_POPULARITY: f32 = 255.0;

/// A value of an enum is a [`DocKind::Constant`] with a letter of its own.
pub(crate) const ENUM_VALUE_LETTER: char = 'V';

pub(crate) fn record_letter(kind: DocKind) -> char {
    match kind {
        DocKind::Class => 'C',
        DocKind::Constructor => 'K',
        DocKind::Method => 'M',
        DocKind::Operator => 'O',
        DocKind::Annotation => 'A',
        DocKind::Property => 'P',
        DocKind::ThemeItem => 'T',
        DocKind::Signal => 'S',
        DocKind::Enum => 'E',
        DocKind::Constant => 'N',
    }
}

const DOC_KINDS: [DocKind; 10] = [
    DocKind::Class,
    DocKind::Constructor,
    DocKind::Method,
    DocKind::Operator,
    DocKind::Annotation,
    DocKind::Property,
    DocKind::ThemeItem,
    DocKind::Signal,
    DocKind::Enum,
    DocKind::Constant,
];

/// The inverse of [`record_letter`].
pub(crate) fn kind_of_letter(letter: char) -> Option<DocKind> {
    match letter {
        ENUM_VALUE_LETTER => Some(DocKind::Constant),
        _ => DOC_KINDS.into_iter().find(|kind| record_letter(*kind) == letter),
    }
}

pub fn pack(reference: &ClassReference) -> String {
    let popularity = ClassPopularity::count(&reference.classes);
    let mut packer = ReferencePacker { out: String::new() };
    packer.fields(&["godot-docs", PACK_LAYOUT, &reference.version]);
    for class in &reference.classes {
        packer.class(class, popularity.of(class));
    }
    packer.out.push_str("end");
    packer.out
}

struct ReferencePacker {
    out: String,
}

impl ReferencePacker {
    /// Writes one record. Separators inside of fields are removed.
    fn fields(&mut self, fields: &[&str]) {
        for (at, field) in fields.iter().enumerate() {
            if at > 0 {
                self.out.push(FIELD_SEPARATOR);
            }
            self.out.extend(
                field.chars().filter(|c| !matches!(*c, RECORD_SEPARATOR | FIELD_SEPARATOR)),
            );
        }
        self.out.push(RECORD_SEPARATOR);
    }

    fn entry(&mut self, letter: char, name: &str, notes: &DocAttributes, more: &[&str]) {
        let deprecated = mark_present(notes.deprecated.as_deref());
        let experimental = mark_present(notes.experimental.as_deref());
        let letter = letter.to_string();
        let mut fields = vec![&*letter, name, &*deprecated, &*experimental, &*notes.keywords];
        fields.extend(more);
        self.fields(&fields);
    }

    fn class(&mut self, class: &ClassDoc, popularity: u8) {
        let path = match &class.from {
            DocOrigin::Engine => "",
            DocOrigin::Script { path } => path,
        };
        let inherits = class.inherits.as_deref().unwrap_or_default();
        let more = [inherits, path, &popularity.to_string(), &class.brief, &class.description];
        self.entry(record_letter(DocKind::Class), &class.name, &class.attributes, &more);
        for (kind, methods) in [
            (DocKind::Constructor, &class.constructors),
            (DocKind::Method, &class.methods),
            (DocKind::Operator, &class.operators),
            (DocKind::Annotation, &class.annotations),
        ] {
            methods.iter().for_each(|method| self.method(kind, method));
        }
        class.properties.iter().for_each(|it| self.property(it));
        class.theme_items.iter().for_each(|it| self.theme_item(it));
        class.signals.iter().for_each(|it| self.signal(it));
        class.enums.iter().for_each(|it| self.enumeration(it));
        class.constants.iter().for_each(|it| self.constant(record_letter(DocKind::Constant), it));
    }

    fn method(&mut self, kind: DocKind, it: &MethodDoc) {
        let returned = it.return_enum.as_deref().unwrap_or_default();
        let given = pack_arguments(&it.arguments);
        let more = [&*it.return_type, returned, &it.qualifiers, &given, &it.description];
        self.entry(record_letter(kind), &it.name, &it.attributes, &more);
    }

    fn property(&mut self, it: &PropertyDoc) {
        let some = |text: &'_ Option<String>| text.clone().unwrap_or_default();
        let more = [
            &*it.type_name,
            &some(&it.enumeration),
            &some(&it.default),
            &some(&it.setter),
            &some(&it.getter),
            &some(&it.overrides),
            &it.description,
        ];
        self.entry(record_letter(DocKind::Property), &it.name, &it.attributes, &more);
    }

    fn theme_item(&mut self, it: &ThemeItemDoc) {
        let default = it.default.as_deref().unwrap_or_default();
        let more = [&*it.type_name, &it.kind, default, &it.description];
        self.entry(record_letter(DocKind::ThemeItem), &it.name, &it.attributes, &more);
    }

    fn signal(&mut self, it: &SignalDoc) {
        let more = [&*pack_arguments(&it.arguments), &it.description];
        self.entry(record_letter(DocKind::Signal), &it.name, &it.attributes, &more);
    }

    fn enumeration(&mut self, it: &EnumDoc) {
        let bitfield = if it.is_bitfield { "1" } else { "" };
        let more = [bitfield, &it.description];
        self.entry(record_letter(DocKind::Enum), &it.name, &it.attributes, &more);
        it.values.iter().for_each(|value| self.constant(ENUM_VALUE_LETTER, value));
    }

    fn constant(&mut self, letter: char, it: &ConstantDoc) {
        let value = it.value.as_deref().unwrap_or_default();
        self.entry(letter, &it.name, &it.attributes, &[&*it.type_name, value, &it.description]);
    }
}

/// Distinguishes an empty text from an absent one.
fn mark_present(text: Option<&str>) -> String {
    text.map(|text| format!("+{text}")).unwrap_or_default()
}

fn pack_arguments(arguments: &[ArgumentDoc]) -> String {
    let clean = |text: &str| text.replace([ITEM_SEPARATOR, PART_SEPARATOR], "");
    let one = |it: &ArgumentDoc| {
        let some = |text: &Option<String>| clean(text.as_deref().unwrap_or_default());
        let (enumeration, default) = (some(&it.enumeration), some(&it.default));
        let parts = [clean(&it.name), clean(&it.type_name), enumeration, default];
        parts.join(&PART_SEPARATOR.to_string())
    };
    arguments.iter().map(one).collect::<Vec<_>>().join(&ITEM_SEPARATOR.to_string())
}

/// How often each class is mentioned by others. Of two equal hits the more popular one comes first.
struct ClassPopularity<'c> {
    counts: HashMap<&'c str, u32>,
    max_count: u32,
    /// The number of ancestors.
    depths: HashMap<&'c str, usize>,
}

impl<'c> ClassPopularity<'c> {
    fn count(classes: &'c [ClassDoc]) -> ClassPopularity<'c> {
        let mut counts: HashMap<&str, u32> =
            classes.iter().map(|class| (&*class.name, 0)).collect();
        for class in classes {
            let mut count = |name: &str| {
                if name != class.name
                    && let Some(count) = counts.get_mut(name)
                {
                    *count += 1;
                }
            };
            for text in mentioning_texts(class) {
                count_mentions(text, &mut count);
            }
        }
        let bases: HashMap<&str, &str> =
            classes.iter().filter_map(|it| Some((&*it.name, it.inherits.as_deref()?))).collect();
        let mut depths = HashMap::new();
        for class in classes {
            let above = std::iter::successors(bases.get(&*class.name), |base| bases.get(**base));
            let above: Vec<&&str> = above.take(MAX_LINEAGE).collect();
            depths.insert(&*class.name, above.len());
            for base in above {
                counts.entry(base).and_modify(|count| *count += SUBCLASS_MENTIONS);
            }
        }
        let max_count = counts.values().max().copied().unwrap_or(0);
        ClassPopularity { counts, max_count, depths }
    }

    fn of(&self, class: &ClassDoc) -> u8 {
        if class.from != DocOrigin::Engine {
            return SCRIPT_POPULARITY;
        }
        // Global functions and constants are used everywhere.
        if class.name.starts_with('@') {
            return u8::MAX;
        }
        let count = self.counts.get(&*class.name).copied().unwrap_or(0);
        let log = |count: u32| (count as f32).ln_1p();
        let scale = log(self.max_count.max(1));
        let depth = self.depths.get(&*class.name).copied().unwrap_or(0);
        // The cast turns negative numbers into 0.
        (log(count) / scale * MAX_POPULARITY - depth as f32 * DEPTH_PENALTY) as u8
    }
}

/// Descriptions, and types that can be the name of a class.
fn mentioning_texts(class: &ClassDoc) -> impl Iterator<Item = &str> {
    let methods = class.methods.iter().flat_map(|it| [&*it.description, &*it.return_type]);
    let properties = class.properties.iter().flat_map(|it| [&*it.description, &*it.type_name]);
    let signals = class.signals.iter().map(|it| &*it.description);
    [&*class.brief, &*class.description].into_iter().chain(methods).chain(properties).chain(signals)
}

/// `` `Node` `` and `` `Node.add_child()` `` mention Node, and so does a type.
fn count_mentions(text: &str, count: &mut impl FnMut(&str)) {
    if !text.contains([' ', '`']) {
        return count(text);
    }
    for name in text.split('`').skip(1).step_by(2) {
        count(name.split(['.', '(']).next().unwrap_or(name));
    }
}
