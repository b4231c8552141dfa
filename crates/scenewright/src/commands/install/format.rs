//! Our entry in a configuration, whichever format the file has.

use super::{jsonc, newlines, toml};

/// How a client stores its servers.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ConfigFormat {
    /// JSON, with comments if the client allows them; `key` contains the servers by name.
    Json {
        key: &'static str,
        shape: JsonShape,
    },
    Toml {
        key: &'static str,
    },
}

/// The fields of an entry in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum JsonShape {
    /// `command` and `args`.
    Plain,
    /// The same with `"type": "stdio"`.
    Typed,
    /// The same with `"type": "stdio"` and all tools enabled.
    TypedWithTools,
    /// `"type": "local"`, and the command with its arguments in one array.
    CommandArray,
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
        edit(text, |text| match self {
            ConfigFormat::Json { key, shape } => jsonc::add(text, key, shape, entry),
            ConfigFormat::Toml { key } => toml::add(text, key, entry),
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
            ConfigFormat::Json { key, shape } => jsonc::entry(text, key, shape),
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
    /// The arguments after the project. They were added by hand or by an earlier installation.
    pub(super) fn options(&self) -> &[String] {
        let mcp = self.args.iter().position(|arg| arg == "mcp");
        match mcp.and_then(|at| self.args.get(at + 1..)) {
            Some([project, options @ ..]) if !project.starts_with('-') => options,
            _ => &[],
        }
    }

    /// The project that it names.
    pub(super) fn project(&self) -> Option<&str> {
        let mcp = self.args.iter().position(|arg| arg == "mcp")?;
        self.args.get(mcp + 1).map(String::as_str).filter(|project| !project.starts_with('-'))
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
