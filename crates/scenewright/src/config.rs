//! `scenewright.toml` in a project's folder: the settings that everybody who works on it shares.
//!
//! Invariant: nothing in it grants a permission, names a program or leads out of the project, because whoever
//! clones a project gets it.
//! Invariant: its settings are the defaults of command line options, so the command line wins, and a value is
//! checked as the option's.

mod keys;
mod options;
mod severities;

use std::io::ErrorKind;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};

use clap::{CommandFactory, FromArgMatches};
use scenewright_model::source_positions;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::cli::{Cli, Command, FailOn};
use crate::error::CommandError;
use crate::project;
pub(crate) use severities::KindSeverities;

pub(crate) const CONFIG_FILE: &str = "scenewright.toml";

/// A larger one is a mistake.
const MAX_BYTES: u64 = 1 << 20;

/// The settings of a project for Scenewright; options of the command line win over them
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
#[schemars(title = "scenewright.toml")]
pub(crate) struct ProjectConfig {
    /// Toolsets of MCP clients, such as ["default", "audio"]
    toolsets: Option<Vec<String>>,
    /// For `scenewright check`
    check: CheckConfig,
    /// Limits of servers and calls
    limits: LimitConfig,
}

/// For `scenewright check`
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
struct CheckConfig {
    /// The file with the accepted findings, relative to the project
    baseline: Option<String>,
    /// Leave out findings in the files that match, such as "Assets/Plugins/**"
    exclude: Option<Vec<String>>,
    /// The least severity that fails the check
    fail_on: Option<FailOn>,
    /// Time limit of the scan, in seconds
    timeout: Option<f64>,
    /// The severity of kinds of findings
    severity: KindSeverities,
}

/// Limits of servers and calls
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
struct LimitConfig {
    /// Time limit of a tool call, in seconds
    call_timeout: Option<f64>,
    /// Maximum size of a request, in bytes
    max_message: Option<u64>,
    /// Maximum nesting depth of the JSON of a request
    max_depth: Option<u64>,
    /// Maximum size of a request's head, in bytes
    max_header_bytes: Option<u64>,
    /// Maximum number of headers of a request
    max_headers: Option<u64>,
    /// Maximum number of open connections
    max_connections: Option<u64>,
    /// Maximum number of open event streams of the Unity Explorer interface
    max_streams: Option<u64>,
    /// Maximum number of MCP sessions
    max_sessions: Option<u64>,
    /// How long a client may take to send the head of a request, in seconds
    header_timeout: Option<f64>,
    /// How long a client may take to send the body of a request, in seconds
    receive_timeout: Option<f64>,
}

/// A file that was read and makes sense.
pub(crate) struct ReadConfig {
    config: ProjectConfig,
    options: Vec<options::ConfigOption>,
}

impl ReadConfig {
    /// The settings that it has.
    pub(crate) fn keys(&self) -> Vec<String> {
        let severities = self.config.check.severity.kinds();
        let severities = severities.map(|kind| format!("check.severity.{kind}"));
        self.options.iter().map(|option| option.path.join(".")).chain(severities).collect()
    }
}

/// What is wrong in the file, and where.
struct ConfigError {
    /// The bytes at fault.
    span: Option<Range<usize>>,
    message: String,
    hint: Option<String>,
}

impl ConfigError {
    fn new(span: Option<Range<usize>>, message: impl Into<String>) -> ConfigError {
        ConfigError { span, message: message.into(), hint: None }
    }
}

/// The command line, with the settings of the project as defaults.
pub(crate) fn parse_command_line() -> Result<Cli, CommandError> {
    let cli = parsed(Cli::command());
    let Some((name, project)) = configured(&cli.command) else { return Ok(cli) };
    // The command itself tells that there is no project.
    let Ok(found) = project::find(project) else { return Ok(cli) };
    let Some(read) = read(&found.root)? else { return Ok(cli) };
    tracing::debug!(keys = ?read.keys(), "{CONFIG_FILE} is used");
    let options = read.options.iter().filter(|option| option.commands.contains(&name));
    // What is written now is not compared with what was written before.
    let writes_baseline =
        matches!(&cli.command, Command::Check(args) if args.write_baseline.is_some());
    let options = options.filter(|option| !writes_baseline || option.flag != "baseline");
    let options: Vec<&options::ConfigOption> = options.collect();
    let mut cli = match options.is_empty() {
        true => cli,
        false => parsed(options::with_defaults(Cli::command(), name, &options)),
    };
    if let Command::Check(args) = &mut cli.command {
        args.severities = read.config.check.severity;
    }
    Ok(cli)
}

fn parsed(command: clap::Command) -> Cli {
    let matches = command.get_matches();
    Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
}

/// The commands that use the file, and the project that they are about.
fn configured(command: &Command) -> Option<(&'static str, Option<&Path>)> {
    Some(match command {
        Command::Serve(args) => ("serve", args.project.as_deref()),
        Command::Mcp(args) => ("mcp", args.project.as_deref()),
        Command::Stdio(args) => ("stdio", args.project.as_deref()),
        Command::Call(args) => ("call", args.project.as_deref()),
        Command::Check(args) => ("check", args.project.as_deref()),
        _ => return None,
    })
}

/// `None` if the project has no such file.
pub(crate) fn read(root: &Path) -> Result<Option<ReadConfig>, CommandError> {
    let path = root.join(CONFIG_FILE);
    let unreadable =
        |reason: String| CommandError::usage(format!("cannot read {}: {reason}", path.display()));
    match std::fs::metadata(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unreadable(error.to_string())),
        Ok(found) if !found.is_file() => return Err(unreadable("it is not a file".to_owned())),
        Ok(found) if found.len() > MAX_BYTES => {
            return Err(unreadable("it is larger than 1 MiB".to_owned()));
        }
        Ok(_) => {}
    }
    let text = std::fs::read_to_string(&path).map_err(|error| unreadable(error.to_string()))?;
    let read = understood(&text, root).map_err(|error| {
        let line = error.span.and_then(|span| {
            source_positions(text.as_bytes(), &[span.start]).pop().map(|position| position.line)
        });
        let line = line.map(|line| format!(":{line}")).unwrap_or_default();
        CommandError {
            hint: error.hint,
            ..CommandError::usage(format!("{}{line}: {}", path.display(), error.message))
        }
    })?;
    Ok(Some(read))
}

fn understood(text: &str, root: &Path) -> Result<ReadConfig, ConfigError> {
    let document = toml_edit::Document::parse(text)
        .map_err(|error| ConfigError::new(error.span(), error.message()))?;
    keys::check(document.as_table())?;
    let config: ProjectConfig = toml_edit::de::from_str(text)
        .map_err(|error| ConfigError::new(error.span(), error.message()))?;
    let span = |path: &[&str]| keys::span_of(document.as_table(), path);
    if let Some(message) = config.check.severity.problem() {
        return Err(ConfigError::new(span(&["check", "severity", "unknown-reference"]), message));
    }
    let mut options = config.options();
    for option in &mut options {
        let checked = match option.flag {
            "baseline" => option.values.iter_mut().try_for_each(|value| {
                *value = inside(root, value)?
                    .into_os_string()
                    .into_string()
                    .map_err(|_| "the project's folder has a name that is not UTF-8".to_owned())?;
                Ok(())
            }),
            _ => Ok(()),
        };
        let checked = checked.and_then(|()| option.check());
        checked.map_err(|message| {
            ConfigError::new(span(option.path), format!("{}: {message}", option.path.join(".")))
        })?;
    }
    Ok(ReadConfig { config, options })
}

/// The path of a file in the project.
fn inside(root: &Path, relative: &str) -> Result<PathBuf, String> {
    let relative = PathBuf::from(relative.replace('\\', "/"));
    let leads_out = || format!("'{}' leads out of the project", relative.display());
    let is_inner = |part| matches!(part, Component::Normal(_) | Component::CurDir);
    if !relative.components().all(is_inner) {
        return Err(leads_out());
    }
    let path = root.join(&relative);
    match (path.canonicalize(), root.canonicalize()) {
        (Ok(resolved), Ok(root)) if !resolved.starts_with(&root) => Err(leads_out()),
        _ => Ok(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Editors complete the file with it; `UPDATE_SCHEMA=1` writes it.
    #[test]
    fn the_schema_in_the_documentation_is_current() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/scenewright.schema.json");
        let schema = format!("{:#}\n", keys::schema());
        if std::env::var_os("UPDATE_SCHEMA").is_some() {
            std::fs::write(&file, &schema).unwrap();
        }
        let written = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(written == schema, "run this test with UPDATE_SCHEMA=1");
    }

    #[test]
    fn a_path_stays_in_the_project() {
        let root = tempfile::tempdir().unwrap();
        for (path, expected) in [
            ("known.json", true),
            ("./ci/known.json", true),
            ("ci\\known.json", true),
            ("../known.json", false),
            ("ci/../../known.json", false),
            ("/etc/passwd", false),
        ] {
            assert_eq!(inside(root.path(), path).is_ok(), expected, "{path}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_does_not_lead_out_of_the_project() {
        let (root, outside) =
            (tempfile::tempdir().unwrap(), tempfile::NamedTempFile::new().unwrap());
        std::os::unix::fs::symlink(outside.path(), root.path().join("known.json")).unwrap();
        assert!(inside(root.path(), "known.json").is_err());
    }

    #[test]
    fn settings_are_understood() {
        let text = "toolsets = [\"default\", \"audio\"]\n[check]\nbaseline = \"b.json\"\nfail-on = \"error\"\nseverity = { stale-path = \"off\" }\n[limits]\ncall-timeout = 5\n";
        let read = understood(text, Path::new("/p")).map_err(|error| error.message).ok().unwrap();
        assert_eq!(
            read.keys(),
            [
                "toolsets",
                "check.baseline",
                "check.fail-on",
                "limits.call-timeout",
                "check.severity.stale-path"
            ]
        );
    }
}
