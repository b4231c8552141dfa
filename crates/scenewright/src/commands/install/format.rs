//! Our entry in a configuration, whichever format the file has.

use super::{jsonc, newlines, toml};

/// How a client stores its servers.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ConfigFormat {
    /// JSON, with comments if the client allows them; `key` contains the servers by name.
    Json {
        key: &'static str,
        /// Whether an entry says `"type": "stdio"`.
        typed: bool,
    },
    Toml {
        key: &'static str,
    },
}

/// How a client starts this program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ServerEntry {
    pub command: String,
    pub args: Vec<String>,
}

/// Why a configuration cannot be changed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ConfigError {
    pub line: Option<usize>,
    pub what: String,
}

const BOM: char = '\u{feff}';

impl ConfigFormat {
    /// The configuration with our entry; byte-identical if it already has the entry.
    pub(super) fn add(self, text: &str, entry: &ServerEntry) -> Result<String, ConfigError> {
        edit(text, |text| {
            let entry = match self.entry(text)? {
                Some(present) => entry.with_options_from(&present),
                None => entry.clone(),
            };
            match self {
                ConfigFormat::Json { key, typed } => jsonc::add(text, key, typed, &entry),
                ConfigFormat::Toml { key } => toml::add(text, key, &entry),
            }
        })
    }

    /// The configuration without our entry.
    pub(super) fn remove(self, text: &str) -> Result<String, ConfigError> {
        edit(text, |text| match self {
            ConfigFormat::Json { key, .. } => jsonc::remove(text, key),
            ConfigFormat::Toml { key } => toml::remove(text, key),
        })
    }

    /// Our entry, if there is one; an entry of another shape has no command.
    pub(super) fn entry(self, text: &str) -> Result<Option<ServerEntry>, ConfigError> {
        let text = text.trim_start_matches(BOM);
        match self {
            ConfigFormat::Json { key, .. } => jsonc::entry(text, key),
            ConfigFormat::Toml { key } => toml::entry(text, key),
        }
    }
}

/// Preserves the byte order mark and the line endings, which the JSON and TOML editors do not.
fn edit(
    text: &str,
    change: impl Fn(&str) -> Result<String, ConfigError>,
) -> Result<String, ConfigError> {
    let (mark, body) = match text.strip_prefix(BOM) {
        Some(body) => ("\u{feff}", body),
        None => ("", text),
    };
    let lines = newlines::unify(body);
    let changed = change(&lines)?;
    if changed == lines {
        return Ok(text.to_owned());
    }
    Ok(format!("{mark}{}", newlines::restore(body, &changed)))
}

impl ServerEntry {
    /// Keeps options that were added by hand after the project.
    fn with_options_from(&self, present: &ServerEntry) -> ServerEntry {
        let options = match present.args.as_slice() {
            [mcp, project, options @ ..] if mcp == "mcp" && !project.starts_with('-') => options,
            _ => &[],
        };
        let args = self.args.iter().chain(options).cloned().collect();
        ServerEntry { command: self.command.clone(), args }
    }
}

impl std::fmt::Display for ServerEntry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let words = std::iter::once(&self.command).chain(&self.args);
        for (index, word) in words.enumerate() {
            let space = if index == 0 { "" } else { " " };
            match word.contains(' ') {
                true => write!(f, "{space}\"{word}\"")?,
                false => write!(f, "{space}{word}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
