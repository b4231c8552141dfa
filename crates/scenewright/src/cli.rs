//! What can be typed. The doc comments are the help.

pub(crate) mod install;
pub(crate) mod limits;
pub(crate) mod recover;
pub(crate) mod serve;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use scenewright_catalogue::Tier;
use scenewright_mcp::{ConfirmBy, Toolsets};
use scenewright_model::FindingKind;

pub(crate) use install::{ClientArgs, GodotArgs, InstallArgs, InstallCommand, InstallScope};
pub(crate) use recover::{RecoverArgs, UnsavedAction};
pub(crate) use serve::{ExplorerArgs, GuardArgs, ServeArgs};

const EXAMPLES: &str = "\
Examples:
  scenewright demo                                  a tour on two bundled sample projects
  cd my-game && scenewright doctor                  what was recognised here, and why
  scenewright call project.info                     ask one thing; a pipe gets JSON
  scenewright call scene.hierarchy.dump --arg scenePath=Assets/Scenes/Main.unity
  scenewright check                                 what points at nothing; for CI too
  scenewright serve                                 serve the project over HTTP and WebSocket
  scenewright install client claude-code            tell an MCP client about this project
  scenewright install godot                         see and use an open Godot editor
  scenewright tools scene.hierarchy.dump            what a tool takes and gives
  scenewright history                               what was changed through this program
  scenewright undo --dry-run                        what taking the last change back would do";

/// Eyes and hands in Unity and Godot projects, for agents, scripts and CI.
///
/// PROJECT is a Unity or Godot project's folder. Left out, it is the nearest project at or above
/// the current folder. No editor needs to be installed or running.
#[derive(Debug, Parser)]
#[command(name = "scenewright", version, after_help = EXAMPLES, arg_required_else_help = true)]
pub(crate) struct Cli {
    /// What to log on stderr: error, warn, info, debug, trace, or a filter such as
    /// scenewright_wire=debug; RUST_LOG does the same
    #[arg(long, global = true, value_name = "FILTER")]
    pub log: Option<String>,

    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Demo(DemoArgs),
    Serve(ServeArgs),
    Stdio(StdioArgs),
    Mcp(McpArgs),
    Call(CallArgs),
    Check(CheckArgs),
    Tools(ToolsArgs),
    History(HistoryArgs),
    /// Take a change back: the newest, or one that `scenewright history` lists.
    ///
    /// All of its files get their bytes from before, or none does. Refused if one of them has changed
    /// since. What you undo yourself needs no --allow-writes.
    Undo(UndoArgs),
    /// Do again what was undone: the last, or one that `scenewright history` lists.
    ///
    /// Refused if one of its files has changed since.
    Redo(UndoArgs),
    Recover(RecoverArgs),
    Doctor(DoctorArgs),
    Install(InstallArgs),
    Completions(CompletionsArgs),
}

/// Write two sample projects, show what can be seen in them, and serve one.
#[derive(Debug, Args)]
pub(crate) struct DemoArgs {
    /// Where to write the sample projects
    #[arg(long, default_value = "scenewright-demo", value_name = "DIR")]
    pub dir: PathBuf,
    /// End after the tour, without serving
    #[arg(long)]
    pub once: bool,
    /// Which of the two to serve
    #[arg(long, value_enum, default_value_t = SampleName::Unity)]
    pub engine: SampleName,
    /// Port to serve on; if it is taken, a free one is used
    #[arg(long, default_value_t = 8080)]
    pub port: u16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SampleName {
    Unity,
    Godot,
}

/// Serve a project on stdin and stdout, one JSON document a line.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/info\",\"params\":{}}' | scenewright stdio")]
pub(crate) struct StdioArgs {
    /// The project's folder [default: the nearest project above the current folder]
    pub project: Option<PathBuf>,
    /// The tongue to speak
    #[arg(long, value_enum, default_value_t = StdioDialect::Editormcp)]
    pub dialect: StdioDialect,
    #[command(flatten)]
    pub session: SessionArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum StdioDialect {
    /// The Model Context Protocol
    Mcp,
    /// The EditorMCP envelope
    Editormcp,
}

/// Serve a project to an agent: the Model Context Protocol on stdin and stdout.
///
/// Clients start this themselves; `scenewright install client` tells them how.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  scenewright mcp ~/games/ferry
  scenewright mcp --toolsets default,audio")]
pub(crate) struct McpArgs {
    /// The project's folder [default: the nearest project above the current folder]
    pub project: Option<PathBuf>,
    #[command(flatten)]
    pub session: SessionArgs,
    #[command(flatten)]
    pub mcp: McpServerArgs,
}

/// What MCP clients are shown.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct McpServerArgs {
    /// Which tools MCP clients see: default (project, scene, asset; with --allow-writes also what
    /// edits and undoes), edit, world, audio, mcp, editor, all; several with commas between them
    #[arg(long, default_value_t = Toolsets::default(), value_name = "SETS")]
    pub toolsets: Toolsets,
    /// Who decides about a destructive call of an MCP client that can ask its user
    #[arg(long, value_enum, default_value_t = ConfirmArg::User, value_name = "WHO")]
    pub confirm: ConfirmArg,
    /// How long the user may think about a question of an MCP client, in seconds [default: 600]
    #[arg(long, value_parser = seconds, value_name = "SECONDS")]
    pub confirm_timeout: Option<Duration>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum ConfirmArg {
    /// The user, in a dialog of the client; "confirm": true of the agent does not skip it
    #[default]
    User,
    /// The agent, with "confirm": true: for clients that decline without showing a dialog
    Agent,
}

impl From<ConfirmArg> for ConfirmBy {
    fn from(confirm: ConfirmArg) -> ConfirmBy {
        match confirm {
            ConfirmArg::User => ConfirmBy::User,
            ConfirmArg::Agent => ConfirmBy::Agent,
        }
    }
}

/// Run one tool. A person gets a tree or a table, a pipe gets JSON.
///
/// Exit code: 0 for an answer, 1 when the tool failed, 2 when the call was wrong.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  scenewright call project.scenes.list --arg includeInBuild=true
  scenewright call scene.hierarchy.dump '{\"scenePath\": \"res://main.tscn\", \"depth\": 2}'
  scenewright call project.references.missing --project ~/games/ferry --json
  scenewright call scene.object.rename --allow-writes --arg dryRun=true \\
    --arg scenePath=res://main.tscn --arg objectPath=Main/Player --arg name=Hero")]
pub(crate) struct CallArgs {
    /// The tool's id; `scenewright tools` lists them
    pub tool: String,
    /// The arguments as a JSON object; - reads it from stdin
    pub json_arguments: Option<String>,
    /// One argument, on top of the JSON ones; repeat it for more
    #[arg(long = "arg", value_name = "KEY=VALUE")]
    pub args: Vec<String>,
    /// The project's folder [default: the nearest project above the current folder]
    #[arg(long)]
    pub project: Option<PathBuf>,
    /// Print JSON also to a terminal
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub session: SessionArgs,
}

/// List the changes that were made through this program, the newest first.
///
/// Changes of agents, of `scenewright call` and of undo are all there, also those from before a
/// restart.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  scenewright history
  scenewright history ~/games/ferry --limit 5
  scenewright history --json | jq -r '.output.entries[0].handle'")]
pub(crate) struct HistoryArgs {
    /// The project's folder [default: the nearest project above the current folder]
    pub project: Option<PathBuf>,
    /// How many to list
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub limit: u16,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Which change, and how far.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  scenewright undo --dry-run                 look first
  scenewright undo                           the newest change that is not undone yet
  scenewright undo 000007-645fd022           one of the history
  scenewright redo                           what was undone last")]
pub(crate) struct UndoArgs {
    /// The change [default: for undo the newest, for redo the one undone last]
    pub handle: Option<String>,
    /// Show what would change, and change nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Show the diff of each file, too
    #[arg(long)]
    pub diff: bool,
    /// The project's folder [default: the nearest project above the current folder]
    #[arg(long)]
    pub project: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Report what points at nothing: missing scripts, assets, files and objects.
///
/// Exit code: 0 when there is nothing to report, 1 for findings, 2 when it could not run.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  scenewright check ~/games/ferry
  scenewright check --format github                         annotations in GitHub Actions
  scenewright check --format sarif > scenewright.sarif
  scenewright check --write-baseline known.json             accept what there is today
  scenewright check --baseline known.json                   fail for what is new only")]
pub(crate) struct CheckArgs {
    /// The project's folder [default: the nearest project above the current folder]
    pub project: Option<PathBuf>,
    /// How to write the report
    #[arg(long, value_enum, default_value_t = CheckFormat::Text)]
    pub format: CheckFormat,
    /// Findings in this file are counted and do not fail
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Write what is found now to this file, and do not fail for it
    #[arg(long, value_name = "FILE")]
    pub write_baseline: Option<PathBuf>,
    /// Report this kind only; repeat it for more
    #[arg(long, value_name = "KIND", value_parser = kind)]
    pub only: Vec<FindingKind>,
    /// Do not fail when files could not be read; they are still counted
    #[arg(long)]
    pub allow_unread: bool,
    /// In text, list every place of a finding instead of the first ten
    #[arg(long)]
    pub all_places: bool,
    /// How long to scan, in seconds; then what was found until then is reported
    #[arg(long, default_value = "300", value_parser = seconds, value_name = "SECONDS")]
    pub timeout: Duration,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// For a person
    Text,
    /// For scripts
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// JUnit XML, for test reports
    Junit,
    /// Workflow commands of GitHub Actions
    Github,
}

/// List all tools, or describe one.
#[derive(Debug, Args)]
pub(crate) struct ToolsArgs {
    /// The tool to describe
    pub tool: Option<String>,
    /// Print JSON also to a terminal
    #[arg(long, conflicts_with = "markdown")]
    pub json: bool,
    /// Print the reference page
    #[arg(long, conflicts_with = "tool")]
    pub markdown: bool,
}

/// Say what was recognised here and why, and what is missing.
#[derive(Debug, Args)]
pub(crate) struct DoctorArgs {
    /// The project's folder [default: the nearest project above the current folder]
    pub project: Option<PathBuf>,
}

/// Print completions for a shell.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  scenewright completions bash > ~/.local/share/bash-completion/completions/scenewright
  scenewright completions zsh > ~/.zfunc/_scenewright
  scenewright completions fish > ~/.config/fish/completions/scenewright.fish")]
pub(crate) struct CompletionsArgs {
    pub shell: clap_complete::Shell,
}

/// What tools may do.
#[derive(Debug, Clone, Args)]
pub(crate) struct SessionArgs {
    /// Allow tools that change the project; without it they are not even listed
    #[arg(long)]
    pub allow_writes: bool,
    /// Tier: core, tier1, tier2, tier3 or tier4
    #[arg(long, default_value_t = Tier::Core, value_name = "TIER")]
    pub tier: Tier,
    /// How long a tool may take, in seconds
    #[arg(long, default_value = "30", value_parser = seconds, value_name = "SECONDS")]
    pub timeout: Duration,
}

impl Command {
    /// Whether it serves others, whose changes are told on stderr.
    pub(crate) fn is_server(&self) -> bool {
        matches!(self, Command::Serve(_) | Command::Stdio(_) | Command::Mcp(_))
    }
}

impl Default for SessionArgs {
    fn default() -> SessionArgs {
        SessionArgs { allow_writes: false, tier: Tier::Core, timeout: Duration::from_secs(30) }
    }
}

fn kind(text: &str) -> Result<FindingKind, String> {
    FindingKind::from_name(text).ok_or_else(|| {
        let kinds = FindingKind::ALL.map(FindingKind::as_str);
        format!("there is no such kind; there are {}", kinds.join(", "))
    })
}

fn seconds(text: &str) -> Result<Duration, String> {
    let wrong = || format!("'{text}' is no time; write seconds, e.g. 30 or 0.5");
    let seconds: f64 = text.parse().map_err(|_| wrong())?;
    if !(0.001..=86_400.0).contains(&seconds) {
        return Err(format!("{text} is not between 0.001 and 86400 seconds"));
    }
    Duration::try_from_secs_f64(seconds).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_timeout_is_seconds() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        for wrong in ["", "-1", "0", "x", "inf", "NaN", "1e99"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}
