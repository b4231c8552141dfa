//! The editor's own cache of documentation, as JSON: an array of classes, or an object that has it
//! under `classes`. It is the fullest of the sources.

use scenewright_model::{
    ArgumentDoc, ClassDoc, ConstantDoc, DocAttributes, DocOrigin, EnumDoc, MethodDoc, PropertyDoc,
    SignalDoc, ThemeItemDoc,
};
use serde::Deserialize;
use std::collections::HashMap;

use crate::{ClassReference, ReferenceParseError, markdown};

/// `version` is the editor's, which the cache does not tell.
pub fn read_doc_cache(version: &str, json: &[u8]) -> Result<ClassReference, ReferenceParseError> {
    let is_array = json.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'[');
    let told: Vec<CachedClass> = match is_array {
        true => serde_json::from_slice(json)?,
        false => serde_json::from_slice::<DocCacheObject>(json)?.classes,
    };
    // Scripts of the project are read from their sources, which are newer.
    let classes = told.into_iter().filter(|class| !class.is_script_doc).map(class).collect();
    Ok(ClassReference { version: version.to_owned(), classes })
}

#[derive(Deserialize)]
struct DocCacheObject {
    classes: Vec<CachedClass>,
}

#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
struct CachedClass {
    name: String,
    inherits: String,
    brief_description: String,
    description: String,
    #[serde(flatten)]
    notes: CachedNotes,
    is_script_doc: bool,
    constructors: Vec<CachedMethod>,
    methods: Vec<CachedMethod>,
    operators: Vec<CachedMethod>,
    annotations: Vec<CachedMethod>,
    properties: Vec<CachedProperty>,
    theme_properties: Vec<CachedThemeItem>,
    signals: Vec<CachedSignal>,
    constants: Vec<CachedConstant>,
    enums: HashMap<String, CachedEnum>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct CachedNotes {
    deprecated: Option<String>,
    experimental: Option<String>,
    keywords: String,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct CachedMethod {
    name: String,
    return_type: String,
    return_enum: String,
    qualifiers: String,
    arguments: Vec<CachedArgument>,
    description: String,
    #[serde(flatten)]
    notes: CachedNotes,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct CachedArgument {
    name: String,
    #[serde(rename = "type")]
    type_name: String,
    enumeration: String,
    default_value: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct CachedProperty {
    name: String,
    #[serde(rename = "type")]
    type_name: String,
    enumeration: String,
    default_value: Option<String>,
    setter: String,
    getter: String,
    overrides: String,
    description: String,
    #[serde(flatten)]
    notes: CachedNotes,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct CachedThemeItem {
    name: String,
    #[serde(rename = "type")]
    type_name: String,
    data_type: String,
    default_value: Option<String>,
    description: String,
    #[serde(flatten)]
    notes: CachedNotes,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct CachedSignal {
    name: String,
    arguments: Vec<CachedArgument>,
    description: String,
    #[serde(flatten)]
    notes: CachedNotes,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct CachedConstant {
    name: String,
    #[serde(rename = "type")]
    type_name: String,
    value: String,
    is_value_valid: bool,
    enumeration: String,
    is_bitfield: bool,
    description: String,
    #[serde(flatten)]
    notes: CachedNotes,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct CachedEnum {
    description: String,
    #[serde(flatten)]
    notes: CachedNotes,
}

fn class(told: CachedClass) -> ClassDoc {
    let (enums, constants) = constants(told.constants, told.enums);
    ClassDoc {
        name: told.name,
        inherits: non_empty(told.inherits),
        from: DocOrigin::Engine,
        brief: markdown(&told.brief_description),
        description: markdown(&told.description),
        attributes: notes(told.notes),
        constructors: told.constructors.into_iter().map(method).collect(),
        methods: told.methods.into_iter().map(method).collect(),
        operators: told.operators.into_iter().map(method).collect(),
        annotations: told.annotations.into_iter().map(method).collect(),
        properties: told.properties.into_iter().map(property).collect(),
        theme_items: told.theme_properties.into_iter().map(theme_item).collect(),
        signals: told.signals.into_iter().map(signal).collect(),
        enums,
        constants,
    }
}

/// The values of enums come among the constants; the enums keep the order of their first values.
fn constants(
    told: Vec<CachedConstant>,
    mut described: HashMap<String, CachedEnum>,
) -> (Vec<EnumDoc>, Vec<ConstantDoc>) {
    let (mut enums, mut alone): (Vec<EnumDoc>, Vec<ConstantDoc>) = Default::default();
    let mut places: HashMap<String, usize> = HashMap::new();
    for told in told {
        if told.enumeration.is_empty() {
            alone.push(constant(told));
            continue;
        }
        let place = *places.entry(told.enumeration.clone()).or_insert_with(|| {
            let about = described.remove(&told.enumeration).unwrap_or_default();
            enums.push(EnumDoc {
                name: told.enumeration.clone(),
                is_bitfield: told.is_bitfield,
                values: Vec::new(),
                description: markdown(&about.description),
                attributes: notes(about.notes),
            });
            enums.len() - 1
        });
        enums[place].values.push(constant(told));
    }
    (enums, alone)
}

fn constant(told: CachedConstant) -> ConstantDoc {
    ConstantDoc {
        name: told.name,
        type_name: told.type_name,
        value: non_empty(told.value).filter(|_| told.is_value_valid),
        description: markdown(&told.description),
        attributes: notes(told.notes),
    }
}

fn method(told: CachedMethod) -> MethodDoc {
    MethodDoc {
        name: told.name,
        return_type: told.return_type,
        return_enum: non_empty(told.return_enum),
        qualifiers: told.qualifiers,
        arguments: told.arguments.into_iter().map(argument).collect(),
        description: markdown(&told.description),
        attributes: notes(told.notes),
    }
}

fn argument(told: CachedArgument) -> ArgumentDoc {
    ArgumentDoc {
        name: told.name,
        type_name: told.type_name,
        enumeration: non_empty(told.enumeration),
        default: told.default_value,
    }
}

fn property(told: CachedProperty) -> PropertyDoc {
    PropertyDoc {
        name: told.name,
        type_name: told.type_name,
        enumeration: non_empty(told.enumeration),
        default: told.default_value,
        setter: non_empty(told.setter),
        getter: non_empty(told.getter),
        overrides: non_empty(told.overrides),
        description: markdown(&told.description),
        attributes: notes(told.notes),
    }
}

fn theme_item(told: CachedThemeItem) -> ThemeItemDoc {
    ThemeItemDoc {
        name: told.name,
        kind: told.data_type,
        type_name: told.type_name,
        default: told.default_value,
        description: markdown(&told.description),
        attributes: notes(told.notes),
    }
}

fn signal(told: CachedSignal) -> SignalDoc {
    SignalDoc {
        name: told.name,
        arguments: told.arguments.into_iter().map(argument).collect(),
        description: markdown(&told.description),
        attributes: notes(told.notes),
    }
}

fn notes(told: CachedNotes) -> DocAttributes {
    DocAttributes {
        deprecated: told.deprecated.map(|text| markdown(&text)),
        experimental: told.experimental.map(|text| markdown(&text)),
        keywords: told.keywords,
        inherited_from: None,
    }
}

fn non_empty(text: String) -> Option<String> {
    Some(text).filter(|text| !text.is_empty())
}
