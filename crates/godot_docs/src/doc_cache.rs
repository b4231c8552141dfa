//! Reads the editor's documentation cache as JSON: an array of classes, or an object that has the array
//! under `classes`. It is the most complete of the sources.

use scenewright_model::{
    ArgumentDoc, ClassDoc, ConstantDoc, DocAttributes, DocOrigin, EnumDoc, MethodDoc, PropertyDoc,
    SignalDoc, ThemeItemDoc,
};
use serde::Deserialize;
use std::collections::HashMap;

use crate::{ClassReference, ReferenceParseError, markdown};

/// `version` is the version of the editor, which is not part of the cache.
pub fn read_doc_cache(version: &str, json: &[u8]) -> Result<ClassReference, ReferenceParseError> {
    let is_array = json.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'[');
    let cached: Vec<CachedClass> = match is_array {
        true => serde_json::from_slice(json)?,
        false => serde_json::from_slice::<DocCacheObject>(json)?.classes,
    };
    // The project's scripts are read from their files, which are newer.
    let classes = cached.into_iter().filter(|class| !class.is_script_doc).map(class).collect();
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

fn class(cached: CachedClass) -> ClassDoc {
    let (enums, constants) = constants(cached.constants, cached.enums);
    ClassDoc {
        name: cached.name,
        inherits: non_empty(cached.inherits),
        from: DocOrigin::Engine,
        brief: markdown(&cached.brief_description),
        description: markdown(&cached.description),
        attributes: notes(cached.notes),
        constructors: cached.constructors.into_iter().map(method).collect(),
        methods: cached.methods.into_iter().map(method).collect(),
        operators: cached.operators.into_iter().map(method).collect(),
        annotations: cached.annotations.into_iter().map(method).collect(),
        properties: cached.properties.into_iter().map(property).collect(),
        theme_items: cached.theme_properties.into_iter().map(theme_item).collect(),
        signals: cached.signals.into_iter().map(signal).collect(),
        enums,
        constants,
    }
}

/// The values of enums are listed among the constants. Enums are sorted by their first values.
fn constants(
    cached: Vec<CachedConstant>,
    mut described: HashMap<String, CachedEnum>,
) -> (Vec<EnumDoc>, Vec<ConstantDoc>) {
    let (mut enums, mut alone): (Vec<EnumDoc>, Vec<ConstantDoc>) = Default::default();
    let mut places: HashMap<String, usize> = HashMap::new();
    for cached in cached {
        if cached.enumeration.is_empty() {
            alone.push(constant(cached));
            continue;
        }
        let place = *places.entry(cached.enumeration.clone()).or_insert_with(|| {
            let about = described.remove(&cached.enumeration).unwrap_or_default();
            enums.push(EnumDoc {
                name: cached.enumeration.clone(),
                is_bitfield: cached.is_bitfield,
                values: Vec::new(),
                description: markdown(&about.description),
                attributes: notes(about.notes),
            });
            enums.len() - 1
        });
        enums[place].values.push(constant(cached));
    }
    (enums, alone)
}

fn constant(cached: CachedConstant) -> ConstantDoc {
    ConstantDoc {
        name: cached.name,
        type_name: cached.type_name,
        value: non_empty(cached.value).filter(|_| cached.is_value_valid),
        description: markdown(&cached.description),
        attributes: notes(cached.notes),
    }
}

fn method(cached: CachedMethod) -> MethodDoc {
    MethodDoc {
        name: cached.name,
        return_type: cached.return_type,
        return_enum: non_empty(cached.return_enum),
        qualifiers: cached.qualifiers,
        arguments: cached.arguments.into_iter().map(argument).collect(),
        description: markdown(&cached.description),
        attributes: notes(cached.notes),
    }
}

fn argument(cached: CachedArgument) -> ArgumentDoc {
    ArgumentDoc {
        name: cached.name,
        type_name: cached.type_name,
        enumeration: non_empty(cached.enumeration),
        default: cached.default_value,
    }
}

fn property(cached: CachedProperty) -> PropertyDoc {
    PropertyDoc {
        name: cached.name,
        type_name: cached.type_name,
        enumeration: non_empty(cached.enumeration),
        default: cached.default_value,
        setter: non_empty(cached.setter),
        getter: non_empty(cached.getter),
        overrides: non_empty(cached.overrides),
        description: markdown(&cached.description),
        attributes: notes(cached.notes),
    }
}

fn theme_item(cached: CachedThemeItem) -> ThemeItemDoc {
    ThemeItemDoc {
        name: cached.name,
        kind: cached.data_type,
        type_name: cached.type_name,
        default: cached.default_value,
        description: markdown(&cached.description),
        attributes: notes(cached.notes),
    }
}

fn signal(cached: CachedSignal) -> SignalDoc {
    SignalDoc {
        name: cached.name,
        arguments: cached.arguments.into_iter().map(argument).collect(),
        description: markdown(&cached.description),
        attributes: notes(cached.notes),
    }
}

fn notes(cached: CachedNotes) -> DocAttributes {
    DocAttributes {
        deprecated: cached.deprecated.map(|text| markdown(&text)),
        experimental: cached.experimental.map(|text| markdown(&text)),
        keywords: cached.keywords,
        inherited_from: None,
    }
}

fn non_empty(text: String) -> Option<String> {
    Some(text).filter(|text| !text.is_empty())
}
