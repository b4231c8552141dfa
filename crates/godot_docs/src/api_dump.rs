//! What `godot --headless --dump-extension-api-with-docs` writes. It has no defaults of properties, no
//! theme items, nothing of GDScript itself.

mod told;

use std::collections::{HashMap, HashSet};

use scenewright_model::{
    ArgumentDoc, ClassDoc, ConstantDoc, EnumDoc, MethodDoc, PropertyDoc, SignalDoc,
};

use crate::{ClassReference, ReferenceParseError, markdown};
use told::{
    ApiDump, DumpArgument, DumpBuiltInClass, DumpClass, DumpConstant, DumpConstructor, DumpEnum,
    DumpHeader, DumpMethod, DumpOperator,
};
use told::{DumpProperty, DumpSignal, DumpUtility};

pub fn read_api_dump(json: &[u8]) -> Result<ClassReference, ReferenceParseError> {
    let dump: ApiDump = serde_json::from_slice(json)?;
    let DumpHeader { version_major, version_minor, version_patch } = dump.header;
    let mut classes = vec![global_scope(dump.utility_functions, dump.global_enums)];
    // A class that scripts never see.
    let built_in = dump.builtin_classes.into_iter().filter(|class| class.name != "Nil");
    classes.extend(built_in.map(built_in_class));
    classes.extend(dump.classes.into_iter().map(class));
    Ok(ClassReference {
        version: format!("{version_major}.{version_minor}.{version_patch}"),
        classes,
    })
}

/// What needs no class before it.
fn global_scope(functions: Vec<DumpUtility>, enums: Vec<DumpEnum>) -> ClassDoc {
    let method = |told: DumpUtility| MethodDoc {
        name: told.name,
        return_type: return_type_or_void(told.return_type),
        qualifiers: if told.is_vararg { "vararg".to_owned() } else { String::new() },
        arguments: told.arguments.into_iter().map(argument).collect(),
        description: markdown(&told.description),
        ..MethodDoc::default()
    };
    ClassDoc {
        name: "@GlobalScope".to_owned(),
        brief: "Constants and functions that are there everywhere.".to_owned(),
        methods: functions.into_iter().map(method).collect(),
        enums: enums.into_iter().map(enumeration).collect(),
        ..ClassDoc::default()
    }
}

fn built_in_class(told: DumpBuiltInClass) -> ClassDoc {
    let name = told.name;
    let constructor = |told: DumpConstructor| MethodDoc {
        name: name.clone(),
        return_type: name.clone(),
        arguments: told.arguments.into_iter().map(argument).collect(),
        description: markdown(&told.description),
        ..MethodDoc::default()
    };
    ClassDoc {
        brief: markdown(&told.brief_description),
        description: markdown(&told.description),
        constructors: told.constructors.into_iter().map(constructor).collect(),
        methods: told.methods.into_iter().map(method).collect(),
        // Each type can be compared with nothing; that is not worth a word.
        operators: told.operators.into_iter().filter(is_documented).map(operator).collect(),
        properties: told.members.into_iter().map(|member| property(member, &|_| None)).collect(),
        enums: told.enums.into_iter().map(enumeration).collect(),
        constants: told.constants.into_iter().map(constant).collect(),
        name,
        ..ClassDoc::default()
    }
}

fn class(told: DumpClass) -> ClassDoc {
    let accessors: HashSet<String> =
        told.properties.iter().flat_map(|it| [it.setter.clone(), it.getter.clone()]).collect();
    let enums_of: HashMap<String, String> = told.methods.iter().filter_map(returned_enum).collect();
    let getter = |name: &str| enums_of.get(name).cloned();
    // What only a property stands for has no text of its own.
    let speaks = |it: &DumpMethod| !it.description.is_empty() || !accessors.contains(&it.name);
    ClassDoc {
        name: told.name,
        inherits: Some(told.inherits).filter(|name| !name.is_empty()),
        brief: markdown(&told.brief_description),
        description: markdown(&told.description),
        methods: told.methods.into_iter().filter(speaks).map(method).collect(),
        properties: told.properties.into_iter().map(|it| property(it, &getter)).collect(),
        signals: told.signals.into_iter().map(signal).collect(),
        enums: told.enums.into_iter().map(enumeration).collect(),
        constants: told.constants.into_iter().map(constant).collect(),
        ..ClassDoc::default()
    }
}

fn returned_enum(method: &DumpMethod) -> Option<(String, String)> {
    let (_, enumeration) = type_of(&method.return_value.as_ref()?.type_name);
    Some((method.name.clone(), enumeration?))
}

/// The type, and the enum that an `int` is one of. A property may take several classes and refuse
/// others: `Mesh,-PlaneMesh`.
fn type_of(told: &str) -> (String, Option<String>) {
    if let Some((_, name)) =
        told.split_once("::").filter(|(how, _)| matches!(*how, "enum" | "bitfield"))
    {
        return ("int".to_owned(), Some(name.to_owned()));
    }
    if let Some(element) = told.strip_prefix("typedarray::") {
        // `24/17:Font` is an object with a hint that names its class.
        let element = element.rsplit_once(':').map_or(element, |(_, class)| class);
        return match element {
            "" => ("Array".to_owned(), None),
            _ => (format!("Array[{element}]"), None),
        };
    }
    if let Some((key, value)) =
        told.strip_prefix("typeddictionary::").and_then(|pair| pair.split_once(';'))
    {
        return (format!("Dictionary[{key}, {value}]"), None);
    }
    let wanted: Vec<&str> = told.split(',').filter(|name| !name.starts_with('-')).collect();
    (wanted.join(","), None)
}

fn return_type_or_void(told: Option<String>) -> String {
    told.unwrap_or_else(|| "void".to_owned())
}

fn method(told: DumpMethod) -> MethodDoc {
    let return_type = told.return_value.map(|value| value.type_name).or(told.return_type);
    let (return_type, return_enum) = type_of(&return_type_or_void(return_type));
    let words = [
        (told.is_virtual, "virtual"),
        (told.is_required, "required"),
        (told.is_const, "const"),
        (told.is_vararg, "vararg"),
        (told.is_static, "static"),
    ];
    let qualifiers: Vec<&str> =
        words.into_iter().filter(|(is, _)| *is).map(|(_, word)| word).collect();
    MethodDoc {
        name: told.name,
        return_type,
        return_enum,
        qualifiers: qualifiers.join(" "),
        arguments: told.arguments.into_iter().map(argument).collect(),
        description: markdown(&told.description),
        ..MethodDoc::default()
    }
}

fn argument(told: DumpArgument) -> ArgumentDoc {
    let (type_name, enumeration) = type_of(&told.type_name);
    ArgumentDoc { name: told.name, type_name, enumeration, default: told.default_value }
}

fn is_documented(told: &DumpOperator) -> bool {
    !told.description.is_empty()
}

fn operator(told: DumpOperator) -> MethodDoc {
    let right = Some(told.right_type).filter(|name| !name.is_empty());
    let argument =
        |type_name| ArgumentDoc { name: "right".to_owned(), type_name, ..ArgumentDoc::default() };
    MethodDoc {
        name: format!("operator {}", told.name),
        return_type: told.return_type,
        arguments: right.into_iter().map(argument).collect(),
        description: markdown(&told.description),
        ..MethodDoc::default()
    }
}

/// `enum_of` tells what a getter returns, as the property itself says `int`.
fn property(told: DumpProperty, enum_of: &dyn Fn(&str) -> Option<String>) -> PropertyDoc {
    let (type_name, enumeration) = type_of(&told.type_name);
    let some = |name: String| Some(name).filter(|name| !name.is_empty());
    let by_getter = || (type_name == "int").then(|| enum_of(&told.getter)).flatten();
    PropertyDoc {
        enumeration: enumeration.or_else(by_getter),
        name: told.name,
        type_name,
        setter: some(told.setter),
        getter: some(told.getter),
        description: markdown(&told.description),
        ..PropertyDoc::default()
    }
}

fn signal(told: DumpSignal) -> SignalDoc {
    SignalDoc {
        name: told.name,
        arguments: told.arguments.into_iter().map(argument).collect(),
        description: markdown(&told.description),
        ..SignalDoc::default()
    }
}

fn enumeration(told: DumpEnum) -> EnumDoc {
    EnumDoc {
        name: told.name,
        is_bitfield: told.is_bitfield,
        values: told.values.into_iter().map(constant).collect(),
        ..EnumDoc::default()
    }
}

fn constant(told: DumpConstant) -> ConstantDoc {
    ConstantDoc {
        name: told.name,
        type_name: told.type_name.unwrap_or_else(|| "int".to_owned()),
        // A number, or a text such as `Vector2(0, 0)`.
        value: told.value.map(|value| match value {
            serde_json::Value::String(text) => text,
            other => other.to_string(),
        }),
        description: markdown(&told.description),
        ..ConstantDoc::default()
    }
}
