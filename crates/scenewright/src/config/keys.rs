//! Keys of the file that are none of its settings: why, and which one may be meant.

use std::ops::Range;

use schemars::generate::SchemaSettings;
use serde_json::Value;
use toml_edit::{Item, Table, TableLike};

use super::{ConfigError, ProjectConfig};

/// Options that only the command line has, because whoever clones a project gets its file.
const FORBIDDEN: &[(&str, &str)] = &[
    ("allow-writes", GRANTS),
    ("allow-play", GRANTS),
    ("allow-eval", GRANTS),
    ("allow-dangerous-actions", GRANTS),
    ("allow-host", GRANTS),
    ("allow-origin", GRANTS),
    ("tier", GRANTS),
    ("confirm", GRANTS),
    ("token", GRANTS),
    ("no-token", GRANTS),
    ("host", GRANTS),
    ("port", GRANTS),
    ("scripts", RUNS),
    ("godot", RUNS),
    ("command", RUNS),
    ("write-baseline", WRITES),
    ("output", WRITES),
];

const GRANTS: &str = "the file of a project cannot grant permissions";
const RUNS: &str = "the file of a project cannot run programs";
const WRITES: &str = "the file of a project cannot write files";

const MIN_SIMILARITY: f64 = 0.8;

/// What editors complete and check the file with.
pub(super) fn schema() -> Value {
    let settings = SchemaSettings::draft07().with(|settings| settings.inline_subschemas = true);
    settings.into_generator().into_root_schema_for::<ProjectConfig>().into()
}

pub(super) fn check(table: &Table) -> Result<(), ConfigError> {
    check_table(table, &schema(), "")
}

fn check_table(table: &dyn TableLike, schema: &Value, within: &str) -> Result<(), ConfigError> {
    let known = &schema["properties"];
    for (key, item) in table.iter() {
        let inner = &known[key];
        if inner.is_null() {
            let span = table.key(key).and_then(toml_edit::Key::span);
            return Err(unknown_key(key, within, known, span));
        }
        if let Some(table) = item.as_table_like().filter(|_| inner["properties"].is_object()) {
            check_table(table, inner, &format!("{within}{key}."))?;
        }
    }
    Ok(())
}

fn unknown_key(key: &str, within: &str, known: &Value, span: Option<Range<usize>>) -> ConfigError {
    let plain = key.replace('_', "-").to_lowercase();
    if let Some((name, reason)) = FORBIDDEN.iter().find(|(name, _)| *name == plain) {
        let error = ConfigError::new(span, format!("'{key}' cannot be set here: {reason}"));
        let hint = format!("whoever starts Scenewright may give --{name} on the command line");
        return ConfigError { hint: Some(hint), ..error };
    }
    let names = known.as_object().into_iter().flatten().map(|(name, _)| name.as_str());
    let names: Vec<&str> = names.collect();
    let likeness = |name: &str| strsim::jaro_winkler(&plain, name);
    let nearest = names.iter().filter(|name| likeness(name) >= MIN_SIMILARITY);
    let nearest = nearest.max_by(|one, other| likeness(one).total_cmp(&likeness(other)));
    let hint = match nearest {
        Some(nearest) => format!("did you mean '{within}{nearest}'?"),
        None => format!("the keys here are {}", names.join(", ")),
    };
    ConfigError {
        hint: Some(hint),
        ..ConfigError::new(span, format!("unknown key '{within}{key}'"))
    }
}

/// Where the value at a path is.
pub(super) fn span_of(table: &Table, path: &[&str]) -> Option<Range<usize>> {
    let (last, tables) = path.split_last()?;
    let mut table: &dyn TableLike = table;
    for name in tables {
        table = table.get(name)?.as_table_like()?;
    }
    table.get(last).and_then(Item::span)
}
