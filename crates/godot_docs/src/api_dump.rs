//! Reads the output of `godot --headless --dump-extension-api-with-docs`. It has no defaults of
//! properties, no theme items and nothing about GDScript itself.

mod json;

use std::collections::{HashMap, HashSet};

use scenewright_model::{
    ArgumentDoc, ClassDoc, ConstantDoc, EnumDoc, MethodDoc, PropertyDoc, SignalDoc,
};

use crate::{ClassReference, ReferenceParseError, markdown};
use json::{
    ApiDump, DumpArgument, DumpBuiltInClass, DumpClass, DumpConstant, DumpConstructor, DumpEnum,
    DumpHeader, DumpMethod, DumpOperator,
};
use json::{DumpProperty, DumpSignal, DumpUtility};

pub fn read_api_dump(json: &[u8]) -> Result<ClassReference, ReferenceParseError> {
    let dump: ApiDump = serde_json::from_slice(json)?;
    let DumpHeader { version_major, version_minor, version_patch } = dump.header;
    let mut classes = vec![global_scope(dump.utility_functions, dump.global_enums)];
    // `Nil` is not a class that scripts can use.
    let built_in = dump.builtin_classes.into_iter().filter(|class| class.name != "Nil");
    classes.extend(built_in.map(built_in_class));
    classes.extend(dump.classes.into_iter().map(class));
    Ok(ClassReference {
        version: format!("{version_major}.{version_minor}.{version_patch}"),
        classes,
    })
}

/// Functions and enums that belong to no class.
fn global_scope(functions: Vec<DumpUtility>, enums: Vec<DumpEnum>) -> ClassDoc {
    let method = |dumped: DumpUtility| MethodDoc {
        name: dumped.name,
        return_type: return_type_or_void(dumped.return_type),
        qualifiers: if dumped.is_vararg { "vararg".to_owned() } else { String::new() },
        arguments: dumped.arguments.into_iter().map(argument).collect(),
        description: markdown(&dumped.description),
        ..MethodDoc::default()
    };
    ClassDoc {
        name: "@GlobalScope".to_owned(),
        brief: "Constants and functions that are available everywhere.".to_owned(),
        methods: functions.into_iter().map(method).collect(),
        enums: enums.into_iter().map(enumeration).collect(),
        ..ClassDoc::default()
    }
}

fn built_in_class(dumped: DumpBuiltInClass) -> ClassDoc {
    let name = dumped.name;
    let constructor = |dumped: DumpConstructor| MethodDoc {
        name: name.clone(),
        return_type: name.clone(),
        arguments: dumped.arguments.into_iter().map(argument).collect(),
        description: markdown(&dumped.description),
        ..MethodDoc::default()
    };
    ClassDoc {
        brief: markdown(&dumped.brief_description),
        description: markdown(&dumped.description),
        constructors: dumped.constructors.into_iter().map(constructor).collect(),
        methods: dumped.methods.into_iter().map(method).collect(),
        // Every type has operators without a description, such as the comparison with null.
        operators: dumped.operators.into_iter().filter(is_documented).map(operator).collect(),
        properties: dumped.members.into_iter().map(|member| property(member, &|_| None)).collect(),
        enums: dumped.enums.into_iter().map(enumeration).collect(),
        constants: dumped.constants.into_iter().map(constant).collect(),
        name,
        ..ClassDoc::default()
    }
}

fn class(dumped: DumpClass) -> ClassDoc {
    let accessors: HashSet<String> =
        dumped.properties.iter().flat_map(|it| [it.setter.clone(), it.getter.clone()]).collect();
    let enums_of: HashMap<String, String> =
        dumped.methods.iter().filter_map(returned_enum).collect();
    let getter = |name: &str| enums_of.get(name).cloned();
    // The accessors of properties have no descriptions of their own.
    let is_listed = |it: &DumpMethod| !it.description.is_empty() || !accessors.contains(&it.name);
    ClassDoc {
        name: dumped.name,
        inherits: Some(dumped.inherits).filter(|name| !name.is_empty()),
        brief: markdown(&dumped.brief_description),
        description: markdown(&dumped.description),
        methods: dumped.methods.into_iter().filter(is_listed).map(method).collect(),
        properties: dumped.properties.into_iter().map(|it| property(it, &getter)).collect(),
        signals: dumped.signals.into_iter().map(signal).collect(),
        enums: dumped.enums.into_iter().map(enumeration).collect(),
        constants: dumped.constants.into_iter().map(constant).collect(),
        ..ClassDoc::default()
    }
}

fn returned_enum(method: &DumpMethod) -> Option<(String, String)> {
    let (_, enumeration) = type_of(&method.return_value.as_ref()?.type_name);
    Some((method.name.clone(), enumeration?))
}

/// The type, and the enum that an `int` belongs to. A property may accept several classes and exclude
/// others: `Mesh,-PlaneMesh`.
fn type_of(dumped: &str) -> (String, Option<String>) {
    if let Some((_, name)) =
        dumped.split_once("::").filter(|(how, _)| matches!(*how, "enum" | "bitfield"))
    {
        return ("int".to_owned(), Some(name.to_owned()));
    }
    if let Some(element) = dumped.strip_prefix("typedarray::") {
        // `24/17:Font` is an object with a hint that has its class.
        let element = element.rsplit_once(':').map_or(element, |(_, class)| class);
        return match element {
            "" => ("Array".to_owned(), None),
            _ => (format!("Array[{element}]"), None),
        };
    }
    if let Some((key, value)) =
        dumped.strip_prefix("typeddictionary::").and_then(|pair| pair.split_once(';'))
    {
        return (format!("Dictionary[{key}, {value}]"), None);
    }
    let wanted: Vec<&str> = dumped.split(',').filter(|name| !name.starts_with('-')).collect();
    (wanted.join(","), None)
}

fn return_type_or_void(dumped: Option<String>) -> String {
    dumped.unwrap_or_else(|| "void".to_owned())
}

fn method(dumped: DumpMethod) -> MethodDoc {
    let return_type = dumped.return_value.map(|value| value.type_name).or(dumped.return_type);
    let (return_type, return_enum) = type_of(&return_type_or_void(return_type));
    let words = [
        (dumped.is_virtual, "virtual"),
        (dumped.is_required, "required"),
        (dumped.is_const, "const"),
        (dumped.is_vararg, "vararg"),
        (dumped.is_static, "static"),
    ];
    let qualifiers: Vec<&str> =
        words.into_iter().filter(|(is, _)| *is).map(|(_, word)| word).collect();
    MethodDoc {
        name: dumped.name,
        return_type,
        return_enum,
        qualifiers: qualifiers.join(" "),
        arguments: dumped.arguments.into_iter().map(argument).collect(),
        description: markdown(&dumped.description),
        ..MethodDoc::default()
    }
}

fn argument(dumped: DumpArgument) -> ArgumentDoc {
    let (type_name, enumeration) = type_of(&dumped.type_name);
    ArgumentDoc { name: dumped.name, type_name, enumeration, default: dumped.default_value }
}

fn is_documented(dumped: &DumpOperator) -> bool {
    !dumped.description.is_empty()
}

fn operator(dumped: DumpOperator) -> MethodDoc {
    let right = Some(dumped.right_type).filter(|name| !name.is_empty());
    let argument =
        |type_name| ArgumentDoc { name: "right".to_owned(), type_name, ..ArgumentDoc::default() };
    MethodDoc {
        name: format!("operator {}", dumped.name),
        return_type: dumped.return_type,
        arguments: right.into_iter().map(argument).collect(),
        description: markdown(&dumped.description),
        ..MethodDoc::default()
    }
}

/// `enum_of` gives the enum that a getter returns: the property itself has the type `int`.
fn property(dumped: DumpProperty, enum_of: &dyn Fn(&str) -> Option<String>) -> PropertyDoc {
    let (type_name, enumeration) = type_of(&dumped.type_name);
    let some = |name: String| Some(name).filter(|name| !name.is_empty());
    let by_getter = || (type_name == "int").then(|| enum_of(&dumped.getter)).flatten();
    PropertyDoc {
        enumeration: enumeration.or_else(by_getter),
        name: dumped.name,
        type_name,
        setter: some(dumped.setter),
        getter: some(dumped.getter),
        description: markdown(&dumped.description),
        ..PropertyDoc::default()
    }
}

fn signal(dumped: DumpSignal) -> SignalDoc {
    SignalDoc {
        name: dumped.name,
        arguments: dumped.arguments.into_iter().map(argument).collect(),
        description: markdown(&dumped.description),
        ..SignalDoc::default()
    }
}

fn enumeration(dumped: DumpEnum) -> EnumDoc {
    EnumDoc {
        name: dumped.name,
        is_bitfield: dumped.is_bitfield,
        values: dumped.values.into_iter().map(constant).collect(),
        ..EnumDoc::default()
    }
}

fn constant(dumped: DumpConstant) -> ConstantDoc {
    ConstantDoc {
        name: dumped.name,
        type_name: dumped.type_name.unwrap_or_else(|| "int".to_owned()),
        // A number, or a string such as `Vector2(0, 0)`.
        value: dumped.value.map(|value| match value {
            serde_json::Value::String(text) => text,
            other => other.to_string(),
        }),
        description: markdown(&dumped.description),
        ..ConstantDoc::default()
    }
}
