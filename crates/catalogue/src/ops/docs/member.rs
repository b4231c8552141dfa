//! A member of a class, as the documentation operations return it.

use scenewright_model::{
    ArgumentDoc, ClassDoc, ConstantDoc, DocAttributes, DocKind, EnumDoc, MethodDoc, PropertyDoc,
    SignalDoc, ThemeItemDoc,
};
use schemars::JsonSchema;
use serde::Serialize;

/// Which fields are present depends on the kind.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DocMember {
    /// What it is
    pub kind: DocKind,
    /// Its name; empty for an enum without one
    pub name: String,
    /// Return type of a method; absent for other kinds and when unknown
    #[serde(skip_serializing_if = "String::is_empty")]
    pub return_type: String,
    /// Type of a property, constant or theme item; absent for other kinds
    #[serde(rename = "type", skip_serializing_if = "String::is_empty")]
    pub type_name: String,
    /// The enum that an int value belongs to; absent for other values
    #[serde(rename = "enum", skip_serializing_if = "Option::is_none")]
    pub enumeration: Option<String>,
    /// Qualifiers of a method (e.g., 'const', 'virtual', 'static', 'vararg'); absent when it has none
    #[serde(skip_serializing_if = "String::is_empty")]
    pub qualifiers: String,
    /// Arguments of a method or signal; absent for other kinds
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Vec<ArgumentDoc>>,
    /// Default of a property or theme item; absent when unknown
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    /// Setter of a property; absent when there is none
    #[serde(skip_serializing_if = "Option::is_none")]
    pub setter: Option<String>,
    /// Getter of a property; absent when there is none
    #[serde(skip_serializing_if = "Option::is_none")]
    pub getter: Option<String>,
    /// The class that declares a property for which this class only overrides the default
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overrides: Option<String>,
    /// Value of a constant; absent for other kinds and when unknown
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The values of an enum; absent for other kinds
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<DocEnumValue>>,
    /// Description; absent when there is none
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Why it is deprecated; absent when it is not
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<String>,
    /// Why it is experimental; absent when it is not
    #[serde(skip_serializing_if = "Option::is_none")]
    pub experimental: Option<String>,
    /// The base class that declares it; absent for the class's own members
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inherited_from: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub struct DocEnumValue {
    /// Its name
    pub name: String,
    /// Its number; absent when unknown
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Description; absent when there is none
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
}

/// All members of the wanted kinds, in the order of the kinds.
pub(super) fn members(class: ClassDoc, wanted: &dyn Fn(DocKind) -> bool) -> Vec<DocMember> {
    let mut members = Vec::new();
    for (kind, methods) in [
        (DocKind::Constructor, class.constructors),
        (DocKind::Method, class.methods),
        (DocKind::Operator, class.operators),
        (DocKind::Annotation, class.annotations),
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

pub(super) fn method(kind: DocKind, it: MethodDoc) -> DocMember {
    DocMember {
        return_type: it.return_type,
        enumeration: it.return_enum,
        qualifiers: it.qualifiers,
        arguments: Some(it.arguments),
        ..common(kind, it.name, it.description, it.attributes)
    }
}

fn common(kind: DocKind, name: String, description: String, notes: DocAttributes) -> DocMember {
    DocMember {
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

fn property(it: PropertyDoc) -> DocMember {
    DocMember {
        type_name: it.type_name,
        enumeration: it.enumeration,
        default: it.default,
        setter: it.setter,
        getter: it.getter,
        overrides: it.overrides,
        ..common(DocKind::Property, it.name, it.description, it.attributes)
    }
}

fn theme_item(it: ThemeItemDoc) -> DocMember {
    DocMember {
        type_name: it.type_name,
        default: it.default,
        ..common(DocKind::ThemeItem, it.name, it.description, it.attributes)
    }
}

fn signal(it: SignalDoc) -> DocMember {
    DocMember {
        arguments: Some(it.arguments),
        ..common(DocKind::Signal, it.name, it.description, it.attributes)
    }
}

fn enumeration(it: EnumDoc) -> DocMember {
    let value = |it: ConstantDoc| DocEnumValue {
        name: it.name,
        value: it.value,
        description: it.description,
    };
    DocMember {
        values: Some(it.values.into_iter().map(value).collect()),
        ..common(DocKind::Enum, it.name, it.description, it.attributes)
    }
}

fn constant(it: ConstantDoc) -> DocMember {
    DocMember {
        type_name: it.type_name,
        value: it.value,
        ..common(DocKind::Constant, it.name, it.description, it.attributes)
    }
}
