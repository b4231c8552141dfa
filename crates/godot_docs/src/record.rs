//! Unpacks records into documentation.

use scenewright_model::{
    ArgumentDoc, ClassDoc, ConstantDoc, DocAttributes, DocKind, DocOrigin, EnumDoc, MethodDoc,
    PropertyDoc, SignalDoc, ThemeItemDoc,
};

use crate::pack::{
    ENUM_VALUE_LETTER, FIELD_SEPARATOR, ITEM_SEPARATOR, PART_SEPARATOR, kind_of_letter,
};

/// The fields that every kind has first: letter, name and three attributes.
const COMMON_FIELDS: usize = 5;

/// One record; missing fields are empty.
pub(crate) struct PackedRecord<'t> {
    fields: Vec<&'t str>,
}

/// The kind of a record, and whether it is a value of an enum.
pub(crate) fn record_kind(record: &str) -> Option<(DocKind, bool)> {
    let letter = record.chars().next()?;
    Some((kind_of_letter(letter)?, letter == ENUM_VALUE_LETTER))
}

impl<'t> PackedRecord<'t> {
    pub(crate) fn parse(record: &'t str) -> PackedRecord<'t> {
        PackedRecord { fields: record.split(FIELD_SEPARATOR).collect() }
    }

    fn field(&self, index: usize) -> &'t str {
        self.fields.get(index).copied().unwrap_or_default()
    }

    /// A field after the common ones.
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

    /// Every kind has it last.
    pub(crate) fn description(&self) -> &'t str {
        self.fields.last().copied().unwrap_or_default()
    }

    /// Only classes have it.
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

    /// A property that an ancestor declares.
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
