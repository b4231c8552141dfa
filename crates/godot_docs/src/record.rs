//! Packed records as the documentation that they stand for.

use scenewright_model::{
    ArgumentDoc, ClassDoc, ConstantDoc, DocKind, DocNotes, DocOrigin, EnumDoc, MethodDoc,
    PropertyDoc, SignalDoc, ThemeItemDoc,
};

use crate::pack::{FIELD, ITEM, PART};

/// The fields before those of each kind: letter, name, three notes.
const COMMON: usize = 5;

/// One record; a field that is not there is empty.
pub(crate) struct Record<'t> {
    fields: Vec<&'t str>,
}

/// The kind that a record's letter stands for, and whether it is a value of an enum.
pub(crate) fn kind(record: &str) -> Option<(DocKind, bool)> {
    Some(match record.as_bytes().first()? {
        b'C' => (DocKind::Class, false),
        b'K' => (DocKind::Constructor, false),
        b'M' => (DocKind::Method, false),
        b'O' => (DocKind::Operator, false),
        b'A' => (DocKind::Annotation, false),
        b'P' => (DocKind::Property, false),
        b'T' => (DocKind::ThemeItem, false),
        b'S' => (DocKind::Signal, false),
        b'E' => (DocKind::Enum, false),
        b'N' => (DocKind::Constant, false),
        b'V' => (DocKind::Constant, true),
        _ => return None,
    })
}

impl<'t> Record<'t> {
    pub(crate) fn of(record: &'t str) -> Record<'t> {
        Record { fields: record.split(FIELD).collect() }
    }

    fn at(&self, index: usize) -> &'t str {
        self.fields.get(index).copied().unwrap_or_default()
    }

    /// A field of the record's own kind.
    fn own(&self, index: usize) -> &'t str {
        self.at(COMMON + index)
    }

    fn some(&self, index: usize) -> Option<String> {
        Some(self.own(index)).filter(|text| !text.is_empty()).map(str::to_owned)
    }

    pub(crate) fn name(&self) -> &'t str {
        self.at(1)
    }

    pub(crate) fn keywords(&self) -> &'t str {
        self.at(4)
    }

    /// The last field of every kind.
    pub(crate) fn description(&self) -> &'t str {
        self.fields.last().copied().unwrap_or_default()
    }

    /// Of a class.
    pub(crate) fn inherits(&self) -> &'t str {
        self.own(0)
    }

    pub(crate) fn fame(&self) -> u8 {
        self.own(2).parse().unwrap_or(0)
    }

    pub(crate) fn brief(&self) -> &'t str {
        self.own(3)
    }

    pub(crate) fn origin(&self) -> DocOrigin {
        match self.own(1) {
            "" => DocOrigin::Engine,
            path => DocOrigin::Script { path: path.to_owned() },
        }
    }

    /// A property that another class declares.
    pub(crate) fn is_override(&self, kind: DocKind) -> bool {
        kind == DocKind::Property && !self.own(5).is_empty()
    }

    fn notes(&self) -> DocNotes {
        let marked = |index| self.at(index).strip_prefix('+').map(str::to_owned);
        DocNotes {
            deprecated: marked(2),
            experimental: marked(3),
            keywords: self.keywords().to_owned(),
            inherited_from: None,
        }
    }

    pub(crate) fn class(&self) -> ClassDoc {
        ClassDoc {
            name: self.name().to_owned(),
            inherits: self.some(0),
            from: self.origin(),
            brief: self.brief().to_owned(),
            description: self.description().to_owned(),
            notes: self.notes(),
            ..ClassDoc::default()
        }
    }

    pub(crate) fn method(&self) -> MethodDoc {
        MethodDoc {
            name: self.name().to_owned(),
            return_type: self.own(0).to_owned(),
            return_enum: self.some(1),
            qualifiers: self.own(2).to_owned(),
            arguments: arguments(self.own(3)),
            description: self.description().to_owned(),
            notes: self.notes(),
        }
    }

    pub(crate) fn property(&self) -> PropertyDoc {
        PropertyDoc {
            name: self.name().to_owned(),
            type_name: self.own(0).to_owned(),
            enumeration: self.some(1),
            default: self.some(2),
            setter: self.some(3),
            getter: self.some(4),
            overrides: self.some(5),
            description: self.description().to_owned(),
            notes: self.notes(),
        }
    }

    pub(crate) fn theme_item(&self) -> ThemeItemDoc {
        ThemeItemDoc {
            name: self.name().to_owned(),
            type_name: self.own(0).to_owned(),
            kind: self.own(1).to_owned(),
            default: self.some(2),
            description: self.description().to_owned(),
            notes: self.notes(),
        }
    }

    pub(crate) fn signal(&self) -> SignalDoc {
        SignalDoc {
            name: self.name().to_owned(),
            arguments: arguments(self.own(0)),
            description: self.description().to_owned(),
            notes: self.notes(),
        }
    }

    pub(crate) fn enumeration(&self) -> EnumDoc {
        EnumDoc {
            name: self.name().to_owned(),
            is_bitfield: !self.own(0).is_empty(),
            values: Vec::new(),
            description: self.description().to_owned(),
            notes: self.notes(),
        }
    }

    pub(crate) fn constant(&self) -> ConstantDoc {
        ConstantDoc {
            name: self.name().to_owned(),
            type_name: self.own(0).to_owned(),
            value: self.some(1),
            description: self.description().to_owned(),
            notes: self.notes(),
        }
    }
}

fn arguments(packed: &str) -> Vec<ArgumentDoc> {
    let some = |text: &str| Some(text).filter(|text| !text.is_empty()).map(str::to_owned);
    let one = |packed: &str| {
        let mut parts = packed.split(PART);
        let mut next = || parts.next().unwrap_or_default();
        ArgumentDoc {
            name: next().to_owned(),
            type_name: next().to_owned(),
            enumeration: some(next()),
            default: some(next()),
        }
    };
    packed.split(ITEM).filter(|packed| !packed.is_empty()).map(one).collect()
}
