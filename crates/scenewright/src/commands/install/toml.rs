//! Our entry in a TOML configuration, edited in place: comments and layout do not change.

use toml_edit::{Array, DocumentMut, Item, Table, TableLike, Value};

use super::clients::ENTRY_NAME;
use super::format::{ConfigError, ServerEntry};

pub(super) fn add(text: &str, key: &str, entry: &ServerEntry) -> Result<String, ConfigError> {
    let mut document = parse(text)?;
    let servers = document.entry(key).or_insert_with(|| {
        let mut table = Table::new();
        table.set_implicit(true);
        Item::Table(table)
    });
    let inline = servers.is_inline_table();
    let servers = servers.as_table_like_mut().ok_or_else(|| shape(key))?;
    match servers.get_mut(ENTRY_NAME).and_then(Item::as_table_like_mut) {
        Some(present) if present.get("command").is_some() => update(present, entry),
        _ if inline => {
            servers.insert(
                ENTRY_NAME,
                Item::Value(Value::InlineTable(table(entry).into_inline_table())),
            );
        }
        _ => drop(servers.insert(ENTRY_NAME, Item::Table(table(entry)))),
    }
    Ok(document.to_string())
}

pub(super) fn remove(text: &str, key: &str) -> Result<String, ConfigError> {
    let mut document = parse(text)?;
    let Some(servers) = document.get_mut(key) else { return Ok(text.to_owned()) };
    let servers = servers.as_table_like_mut().ok_or_else(|| shape(key))?;
    match servers.remove(ENTRY_NAME) {
        Some(_) => Ok(document.to_string()),
        None => Ok(text.to_owned()),
    }
}

pub(super) fn entry(text: &str, key: &str) -> Result<Option<ServerEntry>, ConfigError> {
    let document = parse(text)?;
    let Some(servers) = document.get(key) else { return Ok(None) };
    let servers = servers.as_table_like().ok_or_else(|| shape(key))?;
    let Some(item) = servers.get(ENTRY_NAME) else { return Ok(None) };
    let command = item.get("command").and_then(Item::as_str).unwrap_or_default().to_owned();
    let args = item.get("args").and_then(Item::as_array);
    let args = args.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect();
    Ok(Some(ServerEntry { command, args }))
}

fn parse(text: &str) -> Result<DocumentMut, ConfigError> {
    text.parse::<DocumentMut>().map_err(|error| ConfigError {
        line: error.span().and_then(|span| Some(text.get(..span.start)?.matches('\n').count() + 1)),
        what: format!("not valid TOML: {}", error.message().replace('\n', "; ")),
    })
}

fn shape(key: &str) -> ConfigError {
    ConfigError { line: None, what: format!("\"{key}\" is not a table") }
}

fn table(entry: &ServerEntry) -> Table {
    let mut table = Table::new();
    table.insert("command", toml_edit::value(entry.command.as_str()));
    table.insert("args", toml_edit::value(array(entry)));
    table
}

fn array(entry: &ServerEntry) -> Array {
    entry.args.iter().map(String::as_str).collect()
}

/// Sets our fields if they differ and keeps the others (`env`, for example).
fn update(present: &mut dyn TableLike, entry: &ServerEntry) {
    if present.get("command").and_then(Item::as_str) != Some(&entry.command) {
        set(present, "command", Value::from(entry.command.as_str()));
    }
    let args = present.get("args").and_then(Item::as_array);
    let args = args.map(|args| args.iter().map(Value::as_str).collect::<Vec<_>>());
    let wanted = entry.args.iter().map(|arg| Some(arg.as_str())).collect::<Vec<_>>();
    if args.as_ref() != Some(&wanted) {
        set(present, "args", Value::Array(array(entry)));
    }
}

/// A comment after the old value is kept after the new one.
fn set(table: &mut dyn TableLike, key: &str, mut value: Value) {
    if let Some(old) = table.get(key).and_then(Item::as_value) {
        *value.decor_mut() = old.decor().clone();
    }
    table.insert(key, Item::Value(value));
}
