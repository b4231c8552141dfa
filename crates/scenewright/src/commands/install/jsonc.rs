//! Our entry in a JSON configuration, edited in place: comments and layout do not change.

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstInputValue, CstNode, CstObject, CstObjectProp, CstRootNode};

use super::clients::ENTRY_NAME;
use super::format::{ConfigError, JsonShape, ServerEntry};

/// Besides JSON, clients accept comments and trailing commas. A file with anything looser is broken for the client,
/// too, and is not changed.
const OPTIONS: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_loose_object_property_names: false,
    allow_trailing_commas: true,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

pub(super) fn add(
    text: &str,
    key: &str,
    shape: JsonShape,
    entry: &ServerEntry,
) -> Result<String, ConfigError> {
    let root = parse(text)?;
    let object = match root.value() {
        None => root.object_value_or_set(),
        Some(_) => top(&root)?,
    };
    let servers = match servers(&object, key)? {
        Some(servers) => servers,
        None => object.object_value_or_set(key),
    };
    let fields = fields(shape, entry);
    match only(&servers, ENTRY_NAME)? {
        None => drop(servers.append(ENTRY_NAME, CstInputValue::Object(fields))),
        Some(property) => update(&property, fields),
    }
    Ok(root.to_string())
}

pub(super) fn remove(text: &str, key: &str) -> Result<String, ConfigError> {
    let root = parse(text)?;
    if root.value().is_some()
        && let Some(servers) = servers(&top(&root)?, key)?
        && let Some(property) = only(&servers, ENTRY_NAME)?
    {
        property.remove();
    }
    Ok(root.to_string())
}

pub(super) fn entry(
    text: &str,
    key: &str,
    shape: JsonShape,
) -> Result<Option<ServerEntry>, ConfigError> {
    let root = parse(text)?;
    if root.value().is_none() {
        return Ok(None);
    }
    let Some(servers) = servers(&top(&root)?, key)? else { return Ok(None) };
    let Some(property) = only(&servers, ENTRY_NAME)? else { return Ok(None) };
    let object = property.object_value();
    let field = |name| object.as_ref().and_then(|object| object.get(name)?.value());
    let strings = |name| {
        let array = field(name).and_then(|node: CstNode| node.as_array());
        let strings = array.map(|array| array.elements().iter().filter_map(string).collect());
        strings.unwrap_or_else(Vec::new)
    };
    Ok(Some(match shape {
        JsonShape::CommandArray => {
            let mut words = strings("command").into_iter();
            ServerEntry { command: words.next().unwrap_or_default(), args: words.collect() }
        }
        JsonShape::Plain | JsonShape::Typed | JsonShape::TypedWithTools => {
            let command = field("command").and_then(|node| string(&node)).unwrap_or_default();
            ServerEntry { command, args: strings("args") }
        }
    }))
}

fn parse(text: &str) -> Result<CstRootNode, ConfigError> {
    CstRootNode::parse(text, &OPTIONS).map_err(|error| ConfigError {
        line: Some(error.line_display()),
        what: format!("not valid JSON: {}", error.kind().to_string().to_lowercase()),
    })
}

fn top(root: &CstRootNode) -> Result<CstObject, ConfigError> {
    root.object_value().ok_or_else(|| config_error("not a JSON object"))
}

fn servers(object: &CstObject, key: &str) -> Result<Option<CstObject>, ConfigError> {
    let Some(property) = only(object, key)? else { return Ok(None) };
    match property.object_value() {
        Some(servers) => Ok(Some(servers)),
        None => Err(config_error(format!("\"{key}\" is not an object"))),
    }
}

/// If a name occurs twice, clients use the last one or none, so the file cannot be edited safely.
fn only(object: &CstObject, name: &str) -> Result<Option<CstObjectProp>, ConfigError> {
    let named = |property: &CstObjectProp| property.decoded_name().as_deref() == Some(name);
    let mut found = object.properties().into_iter().filter(named);
    match (found.next(), found.next()) {
        (_, Some(_)) => Err(config_error(format!("\"{name}\" occurs twice"))),
        (first, None) => Ok(first),
    }
}

fn config_error(what: impl Into<String>) -> ConfigError {
    ConfigError { line: None, what: what.into() }
}

fn fields(shape: JsonShape, entry: &ServerEntry) -> Vec<(String, CstInputValue)> {
    let command = CstInputValue::from(entry.command.as_str());
    let args = || entry.args.iter().map(|arg| CstInputValue::from(arg.as_str()));
    let fields = match shape {
        JsonShape::CommandArray => {
            let words = std::iter::once(command).chain(args()).collect();
            vec![("type", "local".into()), ("command", CstInputValue::Array(words))]
        }
        JsonShape::Plain => {
            vec![("command", command), ("args", CstInputValue::Array(args().collect()))]
        }
        JsonShape::Typed | JsonShape::TypedWithTools => {
            let args = CstInputValue::Array(args().collect());
            let mut fields = vec![("type", "stdio".into()), ("command", command), ("args", args)];
            if shape == JsonShape::TypedWithTools {
                fields.push(("tools", CstInputValue::Array(vec!["*".into()])));
            }
            fields
        }
    };
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Sets our fields and keeps the others (`env`, for example). An entry without a command is replaced.
fn update(property: &CstObjectProp, fields: Vec<(String, CstInputValue)>) {
    let Some(object) = property.object_value().filter(|object| object.get("command").is_some())
    else {
        return property.set_value(CstInputValue::Object(fields));
    };
    for (name, value) in fields {
        match object.get(&name) {
            Some(field) if field.value().is_some_and(|node| same(&node, &value)) => {}
            Some(field) => field.set_value(value),
            None => drop(object.append(&name, value)),
        }
    }
}

fn same(node: &CstNode, value: &CstInputValue) -> bool {
    match value {
        CstInputValue::String(text) => string(node).as_ref() == Some(text),
        CstInputValue::Array(values) => node.as_array().is_some_and(|array| {
            let elements = array.elements();
            elements.len() == values.len()
                && elements.iter().zip(values).all(|(node, value)| same(node, value))
        }),
        _ => false,
    }
}

fn string(node: &CstNode) -> Option<String> {
    node.as_string_lit()?.decoded_value().ok()
}
