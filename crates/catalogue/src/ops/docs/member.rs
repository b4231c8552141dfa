//! A member of a class as the operations show it.

use scenewright_model::{
    ArgumentDoc, ClassDoc, ConstantDoc, DocKind, DocNotes, EnumDoc, MethodDoc, PropertyDoc,
    SignalDoc, ThemeItemDoc,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Kind {
    Class,
    Constructor,
    Method,
    Operator,
    Annotation,
    Property,
    ThemeItem,
    Signal,
    Enum,
    Constant,
}

/// What there is depends on the kind.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Member {
    /// What it is
    kind: Kind,
    /// Its name; empty for an enum without one
    pub(super) name: String,
    /// What a method returns; absent for other kinds and where it is not known
    #[serde(skip_serializing_if = "String::is_empty")]
    return_type: String,
    /// Type of a property, constant or theme item; absent for other kinds
    #[serde(rename = "type", skip_serializing_if = "String::is_empty")]
    type_name: String,
    /// The enum that an int is one of; absent for other values
    #[serde(rename = "enum", skip_serializing_if = "Option::is_none")]
    enumeration: Option<String>,
    /// Qualifiers of a method (e.g., 'const', 'virtual', 'static', 'vararg'); absent when it has none
    #[serde(skip_serializing_if = "String::is_empty")]
    qualifiers: String,
    /// Arguments of a method or signal; absent for other kinds
    #[serde(skip_serializing_if = "Option::is_none")]
    arguments: Option<Vec<Argument>>,
    /// Default of a property or theme item; absent where it is not known
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<String>,
    /// The method that sets a property; absent when there is none
    #[serde(skip_serializing_if = "Option::is_none")]
    setter: Option<String>,
    /// The method that returns a property; absent when there is none
    #[serde(skip_serializing_if = "Option::is_none")]
    getter: Option<String>,
    /// The class that declares a property, where this class only has another default
    #[serde(skip_serializing_if = "Option::is_none")]
    overrides: Option<String>,
    /// Value of a constant; absent for other kinds and where it is not known
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    /// The values of an enum; absent for other kinds
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Vec<EnumValue>>,
    /// What it does; absent where nothing is said
    #[serde(skip_serializing_if = "String::is_empty")]
    description: String,
    /// Why not to use it; absent unless it is deprecated
    #[serde(skip_serializing_if = "Option::is_none")]
    deprecated: Option<String>,
    /// What may change about it; absent unless it is experimental
    #[serde(skip_serializing_if = "Option::is_none")]
    experimental: Option<String>,
    /// The class above that declares it; absent for the class's own
    #[serde(skip_serializing_if = "Option::is_none")]
    inherited_from: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct Argument {
    /// Its name
    name: String,
    /// Its type; absent where it is not known
    #[serde(rename = "type", skip_serializing_if = "String::is_empty")]
    type_name: String,
    /// The enum that an int is one of; absent for other types
    #[serde(rename = "enum", skip_serializing_if = "Option::is_none")]
    enumeration: Option<String>,
    /// What it is when left out, '?' where that is not known; absent when it is required
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct EnumValue {
    /// Its name
    name: String,
    /// Its number; absent where it is not known
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    /// What it means; absent where nothing is said
    #[serde(skip_serializing_if = "String::is_empty")]
    description: String,
}

/// All members of the kinds that are wanted, in the order of the kinds.
pub(super) fn members(class: ClassDoc, wanted: &dyn Fn(Kind) -> bool) -> Vec<Member> {
    let mut members = Vec::new();
    for (kind, methods) in [
        (Kind::Constructor, class.constructors),
        (Kind::Method, class.methods),
        (Kind::Operator, class.operators),
        (Kind::Annotation, class.annotations),
    ] {
        members.extend(methods.into_iter().map(|it| method(kind, it)));
    }
    members.extend(class.properties.into_iter().map(property));
    members.extend(class.theme_items.into_iter().map(theme_item));
    members.extend(class.signals.into_iter().map(signal));
    members.extend(class.enums.into_iter().map(enumeration));
    members.extend(class.constants.into_iter().map(constant));
    members.retain(|member| wanted(member.kind));
    members
}

pub(super) fn method(kind: Kind, it: MethodDoc) -> Member {
    Member {
        return_type: it.return_type,
        enumeration: it.return_enum,
        qualifiers: it.qualifiers,
        arguments: Some(it.arguments.into_iter().map(argument).collect()),
        ..common(kind, it.name, it.description, it.notes)
    }
}

fn common(kind: Kind, name: String, description: String, notes: DocNotes) -> Member {
    Member {
        kind,
        name,
        return_type: String::new(),
        type_name: String::new(),
        enumeration: None,
        qualifiers: String::new(),
        arguments: None,
        default: None,
        setter: None,
        getter: None,
        overrides: None,
        value: None,
        values: None,
        description,
        deprecated: notes.deprecated,
        experimental: notes.experimental,
        inherited_from: notes.inherited_from,
    }
}

fn argument(it: ArgumentDoc) -> Argument {
    Argument {
        name: it.name,
        type_name: it.type_name,
        enumeration: it.enumeration,
        default: it.default,
    }
}

fn property(it: PropertyDoc) -> Member {
    Member {
        type_name: it.type_name,
        enumeration: it.enumeration,
        default: it.default,
        setter: it.setter,
        getter: it.getter,
        overrides: it.overrides,
        ..common(Kind::Property, it.name, it.description, it.notes)
    }
}

fn theme_item(it: ThemeItemDoc) -> Member {
    Member {
        type_name: it.type_name,
        default: it.default,
        ..common(Kind::ThemeItem, it.name, it.description, it.notes)
    }
}

fn signal(it: SignalDoc) -> Member {
    Member {
        arguments: Some(it.arguments.into_iter().map(argument).collect()),
        ..common(Kind::Signal, it.name, it.description, it.notes)
    }
}

fn enumeration(it: EnumDoc) -> Member {
    let value =
        |it: ConstantDoc| EnumValue { name: it.name, value: it.value, description: it.description };
    Member {
        values: Some(it.values.into_iter().map(value).collect()),
        ..common(Kind::Enum, it.name, it.description, it.notes)
    }
}

fn constant(it: ConstantDoc) -> Member {
    Member {
        type_name: it.type_name,
        value: it.value,
        ..common(Kind::Constant, it.name, it.description, it.notes)
    }
}

/// Pairs of what the operations and the port call the same.
const KINDS: [(Kind, DocKind); 10] = [
    (Kind::Class, DocKind::Class),
    (Kind::Constructor, DocKind::Constructor),
    (Kind::Method, DocKind::Method),
    (Kind::Operator, DocKind::Operator),
    (Kind::Annotation, DocKind::Annotation),
    (Kind::Property, DocKind::Property),
    (Kind::ThemeItem, DocKind::ThemeItem),
    (Kind::Signal, DocKind::Signal),
    (Kind::Enum, DocKind::Enum),
    (Kind::Constant, DocKind::Constant),
];

impl From<DocKind> for Kind {
    fn from(kind: DocKind) -> Kind {
        KINDS.iter().find(|(_, doc)| *doc == kind).map_or(Kind::Class, |(kind, _)| *kind)
    }
}

impl From<Kind> for DocKind {
    fn from(kind: Kind) -> DocKind {
        KINDS.iter().find(|(own, _)| *own == kind).map_or(DocKind::Class, |(_, doc)| *doc)
    }
}
