//! The options of the command line that settings are the defaults of.

use std::error::Error;

use clap::{CommandFactory, ValueEnum};

use super::ProjectConfig;
use crate::cli::Cli;

/// The commands that answer calls.
const CALLING: &[&str] = &["serve", "mcp", "stdio", "call"];
const SERVING: &[&str] = &["serve"];

/// The place in the file, the commands, the long name of the option, and the values if the file has them.
type OptionRow =
    (&'static [&'static str], &'static [&'static str], &'static str, Option<Vec<String>>);

pub(super) struct ConfigOption {
    pub(super) path: &'static [&'static str],
    pub(super) commands: &'static [&'static str],
    /// The long name of the option.
    pub(super) flag: &'static str,
    pub(super) values: Vec<String>,
}

impl ConfigOption {
    /// The name of the option in the definition of the command line.
    fn argument(&self) -> String {
        self.flag.replace('-', "_")
    }

    /// Whether the option takes the values.
    pub(super) fn check(&self) -> Result<(), String> {
        let command = self.commands.first().copied().unwrap_or_default();
        let values = self.values.iter().map(|value| format!("--{}={value}", self.flag));
        let line = ["scenewright", command].map(str::to_owned).into_iter().chain(match command {
            // Its tool.
            "call" => Some("project.info".to_owned()),
            _ => None,
        });
        match Cli::command().try_get_matches_from(line.chain(values)) {
            Ok(_) => Ok(()),
            Err(error) => Err(match error.source() {
                Some(source) => source.to_string(),
                None => error.to_string().lines().next().unwrap_or_default().to_owned(),
            }),
        }
    }
}

impl ProjectConfig {
    /// Those that the file has.
    pub(super) fn options(&self) -> Vec<ConfigOption> {
        let ProjectConfig { toolsets, check, limits } = self;
        let number = |value: Option<u64>| value.map(|value| vec![value.to_string()]);
        let seconds = |value: Option<f64>| value.map(|value| vec![value.to_string()]);
        let one = |value: Option<String>| value.map(|value| vec![value]);
        let toolsets = toolsets.as_ref().map(|names| names.join(","));
        let fail_on = check.fail_on.and_then(|severity| severity.to_possible_value());
        let fail_on = fail_on.map(|value| value.get_name().to_owned());
        let rows: [OptionRow; 15] = [
            (&["toolsets"], &["serve", "mcp"], "toolsets", one(toolsets)),
            (&["check", "baseline"], &["check"], "baseline", one(check.baseline.clone())),
            (&["check", "exclude"], &["check"], "exclude", check.exclude.clone()),
            (&["check", "fail-on"], &["check"], "fail-on", one(fail_on)),
            (&["check", "timeout"], &["check"], "timeout", seconds(check.timeout)),
            (&["limits", "call-timeout"], CALLING, "timeout", seconds(limits.call_timeout)),
            (&["limits", "max-message"], SERVING, "max-message", number(limits.max_message)),
            (&["limits", "max-depth"], SERVING, "max-depth", number(limits.max_depth)),
            (
                &["limits", "max-header-bytes"],
                SERVING,
                "max-header-bytes",
                number(limits.max_header_bytes),
            ),
            (&["limits", "max-headers"], SERVING, "max-headers", number(limits.max_headers)),
            (
                &["limits", "max-connections"],
                SERVING,
                "max-connections",
                number(limits.max_connections),
            ),
            (&["limits", "max-streams"], SERVING, "max-streams", number(limits.max_streams)),
            (&["limits", "max-sessions"], SERVING, "max-sessions", number(limits.max_sessions)),
            (
                &["limits", "header-timeout"],
                SERVING,
                "header-timeout",
                seconds(limits.header_timeout),
            ),
            (
                &["limits", "receive-timeout"],
                SERVING,
                "receive-timeout",
                seconds(limits.receive_timeout),
            ),
        ];
        let given = |(path, commands, flag, values): OptionRow| {
            Some(ConfigOption { path, commands, flag, values: values? })
        };
        rows.into_iter().filter_map(given).collect()
    }
}

/// The command line with the values as defaults of a command.
pub(super) fn with_defaults(
    cli: clap::Command,
    command: &str,
    options: &[&ConfigOption],
) -> clap::Command {
    cli.mut_subcommand(command, |command| {
        options.iter().fold(command, |command, option| {
            let values = option.values.clone();
            command.mut_arg(option.argument(), |argument| argument.default_values(values))
        })
    })
}
