//! A class reference without texts, made from the description of Godot's classes.

use scenewright_godot_docs::{ClassDocs, ClassReference};
use scenewright_model::{
    ArgumentDoc, ClassDoc, ConstantDoc, EnumDoc, MethodDoc, PropertyDoc, SignalDoc,
};

use super::local::is_plain_default;
use crate::api::{Api, ApiClass, ApiDeclaration, ApiProperty, type_name};

/// More arguments than any method has; a broken file may contain any number.
const MAX_ARGUMENTS: usize = 32;

pub(super) fn facts_from_api(api: &Api) -> ClassDocs {
    let classes = api.classes().map(class).collect();
    ClassDocs::new(&ClassReference { version: api.version_text().to_owned(), classes })
}

fn class(class: ApiClass<'_>) -> ClassDoc {
    // Names with slashes belong to instances and not to the class.
    let properties = class.properties().filter(|property| !property.name.contains('/'));
    ClassDoc {
        name: class.name().to_owned(),
        inherits: class.parent().map(|parent| parent.name().to_owned()),
        methods: class.own_methods().map(|(name, given)| method(name, given)).collect(),
        properties: properties.map(|it| property(it, class)).collect(),
        signals: class.own_signals().map(signal).collect(),
        enums: class.own_enums().map(enumeration).collect(),
        ..ClassDoc::default()
    }
}

/// Only the number of arguments is known: `2`, `1-2`, `1+`.
fn method(name: &str, given: &str) -> MethodDoc {
    let (least, most) = match given.split_once('-') {
        Some((least, most)) => (parse_count(least), parse_count(most)),
        None => {
            (parse_count(given.trim_end_matches('+')), parse_count(given.trim_end_matches('+')))
        }
    };
    let argument = |at: usize| ArgumentDoc {
        name: format!("arg{at}"),
        default: (at >= least).then(|| "?".to_owned()),
        ..ArgumentDoc::default()
    };
    let mut qualifiers = Vec::new();
    qualifiers.extend(name.starts_with('_').then_some("virtual"));
    qualifiers.extend(given.ends_with('+').then_some("vararg"));
    MethodDoc {
        name: name.to_owned(),
        qualifiers: qualifiers.join(" "),
        arguments: (0..most.min(MAX_ARGUMENTS)).map(argument).collect(),
        ..MethodDoc::default()
    }
}

fn parse_count(text: &str) -> usize {
    text.parse().unwrap_or(0)
}

fn property(property: ApiProperty<'_>, class: ApiClass<'_>) -> PropertyDoc {
    let default = property.default_for(class).filter(|default| is_plain_default(default));
    let type_name = match (property.type_name, property.hint) {
        ("Object", hint) if !hint.is_empty() => hint.to_owned(),
        ("Array", hint) => match hint.rsplit_once(':') {
            Some((_, element)) if !element.is_empty() => format!("Array[{element}]"),
            _ => "Array".to_owned(),
        },
        (name, _) => name.to_owned(),
    };
    PropertyDoc {
        name: property.name.to_owned(),
        type_name,
        default: default.map(str::to_owned),
        ..PropertyDoc::default()
    }
}

fn signal(signal: ApiDeclaration<'_>) -> SignalDoc {
    let argument = |(name, type_or_class): (&str, &str)| ArgumentDoc {
        name: name.to_owned(),
        type_name: type_name(type_or_class).to_owned(),
        ..ArgumentDoc::default()
    };
    SignalDoc {
        name: signal.name.to_owned(),
        arguments: signal.parts().map(argument).collect(),
        ..SignalDoc::default()
    }
}

fn enumeration(declaration: ApiDeclaration<'_>) -> EnumDoc {
    let value = |(name, value): (&str, &str)| ConstantDoc {
        name: name.to_owned(),
        type_name: "int".to_owned(),
        value: Some(value.to_owned()),
        ..ConstantDoc::default()
    };
    EnumDoc {
        name: declaration.name.to_owned(),
        values: declaration.parts().map(value).collect(),
        ..EnumDoc::default()
    }
}
