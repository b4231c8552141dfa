//! Packed records as the documentation that they stand for.

use scenewright_model::{
    ArgumentDoc, ClassDoc, ConstantDoc, DocAttributes, DocKind, DocOrigin, EnumDoc, MethodDoc,
    PropertyDoc, SignalDoc, ThemeItemDoc,
};

use crate::pack::{FIELD_SEPARATOR, ITEM_SEPARATOR, PART_SEPARATOR};

/// The fields before those of each kind: letter, name, three notes.
const COMMON_FIELDS: usize = 5;

/// One record; a field that is not there is empty.
pub(crate) struct PackedRecord<'t> {
    fields: Vec<&'t str>,
}

/// The kind that a record's letter stands for, and whether it is a value of an enum.
pub(crate) fn record_kind(record: &str) -> Option<(DocKind, bool)> {
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

impl<'t> PackedRecord<'t> {
    pub(crate) fn parse(record: &'t str) -> PackedRecord<'t> {
        PackedRecord { fields: record.split(FIELD_SEPARATOR).collect() }
    }

    fn field(&self, index: usize) -> &'t str {
        self.fields.get(index).copied().unwrap_or_default()
    }

    /// A field of the record's own kind.
    fn own_field(&self, index: usize) -> &'t str {
        self.field(COMMON_FIELDS + index)
    }

    fn optional_field(&self, index: usize) -> Option<String> {
        Some(self.own_field(index)).filter(|text| !text.is_empty()).map(str::to_owned)
    }

    pub(crate) fn name(&self) -> &'t str {
        self.field(1)
    }

    pub(crate) fn keywords(&self) -> &'t str {
        self.field(4)
    }

    /// The last field of every kind.
    pub(crate) fn description(&self) -> &'t str {
        self.fields.last().copied().unwrap_or_default()
    }

    /// Of a class.
    pub(crate) fn inherits(&self) -> &'t str {
        self.own_field(0)
    }

    pub(crate) fn popularity(&self) -> u8 {
        self.own_field(2).parse().unwrap_or(0)
    }

    pub(crate) fn brief(&self) -> &'t str {
        self.own_field(3)
    }

    pub(crate) fn origin(&self) -> DocOrigin {
        match self.own_field(1) {
            "" => DocOrigin::Engine,
            path => DocOrigin::Script { path: path.to_owned() },
        }
    }

    /// A property that another class declares.
    pub(crate) fn is_override(&self, kind: DocKind) -> bool {
        kind == DocKind::Property && !self.own_field(5).is_empty()
    }

    fn notes(&self) -> DocAttributes {
        let marked = |index| self.field(index).strip_prefix('+').map(str::to_owned);
        DocAttributes {
            deprecated: marked(2),
            experimental: marked(3),
            keywords: self.keywords().to_owned(),
            inherited_from: None,
        }
    }

    pub(crate) fn class(&self) -> ClassDoc {
        ClassDoc {
            name: self.name().to_owned(),
            inherits: self.optional_field(0),
            from: self.origin(),
            brief: self.brief().to_owned(),
            description: self.description().to_owned(),
            attributes: self.notes(),
            ..ClassDoc::default()
        }
    }

    pub(crate) fn method(&self) -> MethodDoc {
        MethodDoc {
            name: self.name().to_owned(),
            return_type: self.own_field(0).to_owned(),
            return_enum: self.optional_field(1),
            qualifiers: self.own_field(2).to_owned(),
            arguments: unpack_arguments(self.own_field(3)),
            description: self.description().to_owned(),
            attributes: self.notes(),
        }
    }

    pub(crate) fn property(&self) -> PropertyDoc {
        PropertyDoc {
            name: self.name().to_owned(),
            type_name: self.own_field(0).to_owned(),
            enumeration: self.optional_field(1),
            default: self.optional_field(2),
            setter: self.optional_field(3),
            getter: self.optional_field(4),
            overrides: self.optional_field(5),
            description: self.description().to_owned(),
            attributes: self.notes(),
        }
    }

    pub(crate) fn theme_item(&self) -> ThemeItemDoc {
        ThemeItemDoc {
            name: self.name().to_owned(),
            type_name: self.own_field(0).to_owned(),
            kind: self.own_field(1).to_owned(),
            default: self.optional_field(2),
            description: self.description().to_owned(),
            attributes: self.notes(),
        }
    }

    pub(crate) fn signal(&self) -> SignalDoc {
        SignalDoc {
            name: self.name().to_owned(),
            arguments: unpack_arguments(self.own_field(0)),
            description: self.description().to_owned(),
            attributes: self.notes(),
        }
    }

    pub(crate) fn enumeration(&self) -> EnumDoc {
        EnumDoc {
            name: self.name().to_owned(),
            is_bitfield: !self.own_field(0).is_empty(),
            values: Vec::new(),
            description: self.description().to_owned(),
            attributes: self.notes(),
        }
    }

    pub(crate) fn constant(&self) -> ConstantDoc {
        ConstantDoc {
            name: self.name().to_owned(),
            type_name: self.own_field(0).to_owned(),
            value: self.optional_field(1),
            description: self.description().to_owned(),
            attributes: self.notes(),
        }
    }
}

fn unpack_arguments(packed: &str) -> Vec<ArgumentDoc> {
    let some = |text: &str| Some(text).filter(|text| !text.is_empty()).map(str::to_owned);
    let one = |packed: &str| {
        let mut parts = packed.split(PART_SEPARATOR);
        let mut next = || parts.next().unwrap_or_default();
        ArgumentDoc {
            name: next().to_owned(),
            type_name: next().to_owned(),
            enumeration: some(next()),
            default: some(next()),
        }
    };
    packed.split(ITEM_SEPARATOR).filter(|packed| !packed.is_empty()).map(one).collect()
}
