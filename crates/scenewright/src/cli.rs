//! The command line. The doc comments are the help texts.

pub(crate) mod init;
pub(crate) mod install;
pub(crate) mod limits;
pub(crate) mod play;
pub(crate) mod project;
pub(crate) mod recover;
pub(crate) mod serve;
pub(crate) mod watch;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::FalseyValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::engine::ArgValueCompleter;
use scenewright_catalogue::Tier;
use scenewright_mcp::{ConfirmBy, Toolsets};
use scenewright_model::FindingKind;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::completion;
use crate::config::KindSeverities;
use crate::glob::Glob;

pub(crate) use init::InitArgs;
pub(crate) use install::{ClientArgs, GodotArgs, InstallArgs, InstallCommand, InstallScope};
pub(crate) use play::PlayArgs;
pub(crate) use project::{ProjectArgument, ProjectOption};
pub(crate) use recover::{RecoverArgs, UnsavedAction};
pub(crate) use serve::{ExplorerArgs, GuardArgs, ServeArgs};
pub(crate) use watch::WatchProjectArgs;

const EXAMPLES: &str = "\
Examples:
  scenewright demo                                  take a tour of two bundled sample projects
  cd my-game && scenewright init                    connect your agent to a project, step by step
  scenewright doctor                                show what was detected here, and why
  scenewright call project.info                     run one tool; a pipe gets JSON
  scenewright call scene.hierarchy.dump --arg scenePath=Assets/Scenes/Main.unity
  scenewright check                                 report broken references, also in CI
  scenewright watch                                 check again whenever files change
  scenewright play                                  replay recordings of the game (Godot)
  scenewright serve                                 serve the project over HTTP and WebSocket
  scenewright install client claude-code            add this project to an MCP client
  scenewright install godot                         install the plugin for the Godot editor
  scenewright tools scene.hierarchy.dump            show the parameters and output of a tool
  scenewright history                               list the changes made with Scenewright
  scenewright undo --dry-run                        preview undoing the last change";

/// Inspect and edit Unity and Godot projects from agents, scripts and CI.
///
/// PROJECT is the folder of a Unity or Godot project, or any path inside it. By default it is the nearest
/// project at or above the current folder. No editor needs to be installed or running. A file scenewright.toml
/// in the project may set toolsets, what `check` reports, and limits.
#[derive(Debug, Parser)]
#[command(name = "scenewright", version, after_help = EXAMPLES, arg_required_else_help = true)]
pub(crate) struct Cli {
    /// Log level for stderr: error, warn, info, debug, trace, or a filter such as
    /// scenewright_wire=debug; RUST_LOG does the same
    #[arg(long, global = true, value_name = "FILTER")]
    pub log: Option<String>,

    /// When to use colours; NO_COLOR turns them off in auto
    #[arg(long, global = true, value_enum, default_value_t = ColorArg::Auto, value_name = "WHEN")]
    pub color: ColorArg,

    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorArg {
    /// On a terminal
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Init(InitArgs),
    Demo(DemoArgs),
    Serve(Box<ServeArgs>),
    Stdio(StdioArgs),
    Mcp(McpArgs),
    Call(CallArgs),
    Check(CheckArgs),
    Watch(WatchProjectArgs),
    Play(PlayArgs),
    Tools(ToolsArgs),
    History(HistoryArgs),
    /// Undo a change: the latest, or one that `scenewright history` lists.
    ///
    /// Either all of its files get their previous content back, or none does. Refused if one of them has
    /// changed since. Undoing from the command line does not need --allow-writes.
    Undo(UndoArgs),
    /// Redo a change: the one undone last, or one that `scenewright history` lists.
    ///
    /// Refused if one of its files has changed since.
    Redo(UndoArgs),
    Recover(RecoverArgs),
    Doctor(DoctorArgs),
    Install(InstallArgs),
    Completions(CompletionsArgs),
    #[command(hide = true)]
    ManPages(ManPagesArgs),
    #[command(hide = true)]
    GuardProcess(GuardProcessArgs),
}

/// Write two sample projects, give a tour of them, and serve one.
#[derive(Debug, Args)]
pub(crate) struct DemoArgs {
    /// Where to write the sample projects
    #[arg(long, default_value = "scenewright-demo", value_name = "DIR")]
    pub dir: PathBuf,
    /// Exit after the tour, without serving
    #[arg(long)]
    pub once: bool,
    /// The sample project to serve
    #[arg(long, value_enum, default_value_t = SampleName::Unity)]
    pub engine: SampleName,
    /// Port to serve on; if it is in use, a free one is chosen
    #[arg(long, default_value_t = 8080)]
    pub port: u16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SampleName {
    Unity,
    Godot,
}

/// Serve a project on stdin and stdout, one JSON document per line.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/info\",\"params\":{}}' | scenewright stdio")]
pub(crate) struct StdioArgs {
    #[command(flatten)]
    pub project: ProjectArgument,
    /// The protocol to use
    #[arg(long, value_enum, default_value_t = StdioDialect::Editormcp)]
    pub dialect: StdioDialect,
    #[command(flatten)]
    pub session: SessionArgs,
    #[command(flatten)]
    pub watch: WatchArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum StdioDialect {
    /// The Model Context Protocol
    Mcp,
    /// The EditorMCP envelope
    Editormcp,
}

/// Serve a project to an agent over the Model Context Protocol on stdin and stdout.
///
/// MCP clients run this command; `scenewright install client` configures them.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  scenewright mcp ~/games/ferry
  scenewright mcp --toolsets default,audio")]
pub(crate) struct McpArgs {
    #[command(flatten)]
    pub project: ProjectArgument,
    #[command(flatten)]
    pub session: SessionArgs,
    #[command(flatten)]
    pub watch: WatchArgs,
    #[command(flatten)]
    pub mcp: McpServerArgs,
}

/// Options of the MCP server.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct McpServerArgs {
    /// Toolsets for MCP clients, separated by commas: default (project, scene and asset; editor, if the
    /// project has the plugin; with --allow-writes also tools that edit and undo), edit, world, audio,
    /// docs, mcp, game (on with --allow-play), editor, all
    #[arg(long, default_value_t = Toolsets::default(), value_name = "SETS")]
    pub toolsets: Toolsets,
    /// Who confirms destructive calls of an MCP client that can ask its user
    #[arg(long, value_enum, default_value_t = ConfirmArg::User, value_name = "WHO")]
    pub confirm: ConfirmArg,
    /// How long to wait for the user's answer to a confirmation, in seconds [default: 600]
    #[arg(long, value_parser = parse_seconds, value_name = "SECONDS")]
    pub confirm_timeout: Option<Duration>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum ConfirmArg {
    /// The user, in a dialog of the client; "confirm": true from the agent does not skip it
    #[default]
    User,
    /// The agent, with "confirm": true; for clients that decline without showing a dialog
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

/// Run one tool. The output is a tree or a table in a terminal, and JSON in a pipe.
///
/// Exit code: 0 for an answer, 1 if the tool failed, 2 if the call was invalid.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  scenewright call project.scenes.list --arg includeInBuild=true
  scenewright call scene.hierarchy.dump '{\"scenePath\": \"res://main.tscn\", \"depth\": 2}'
  scenewright call project.references.missing --project ~/games/ferry --json
  scenewright call editor.capture.viewport -o shot.png
  scenewright call scene.object.rename --allow-writes --arg dryRun=true \\
    --arg scenePath=res://main.tscn --arg objectPath=Main/Player --arg name=Hero")]
pub(crate) struct CallArgs {
    /// The tool's id; `scenewright tools` lists them
    #[arg(add = ArgValueCompleter::new(completion::tools))]
    pub tool: String,
    /// The arguments as a JSON object; - reads them from stdin
    pub json_arguments: Option<String>,
    /// One argument, in addition to the JSON ones; can be repeated
    #[arg(long = "arg", value_name = "KEY=VALUE", add = ArgValueCompleter::new(completion::arguments))]
    pub args: Vec<String>,
    #[command(flatten)]
    pub project: ProjectOption,
    /// Print JSON even to a terminal
    #[arg(long)]
    pub json: bool,
    /// Write the picture of the answer to this file (further ones to FILE-2, …), or the answer as JSON if it
    /// has none
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub session: SessionArgs,
}

/// List the changes made with Scenewright, newest first.
///
/// Includes the changes made by agents, by `scenewright call` and by undo, and those from before a
/// restart.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  scenewright history
  scenewright history ~/games/ferry --limit 5
  scenewright history --json | jq -r '.output.entries[0].handle'")]
pub(crate) struct HistoryArgs {
    #[command(flatten)]
    pub project: ProjectArgument,
    /// How many changes to list
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub limit: u16,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Which change to undo or redo.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  scenewright undo --dry-run                 preview
  scenewright undo                           undo the latest change that is not undone yet
  scenewright undo 000007-645fd022           undo one change of the history
  scenewright redo                           redo the change that was undone last")]
pub(crate) struct UndoArgs {
    /// The handle of the change [default: for undo the latest, for redo the one undone last]
    pub handle: Option<String>,
    /// Show what would change without changing anything
    #[arg(long)]
    pub dry_run: bool,
    /// Also show the diff of each file
    #[arg(long)]
    pub diff: bool,
    #[command(flatten)]
    pub project: ProjectOption,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Report broken references: missing scripts, assets, files and objects.
///
/// Reads files only, unless --scripts is given.
///
/// Exit code: 0 for no findings, 1 for findings, 2 if the check could not run or could not read some files.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  scenewright check ~/games/ferry
  scenewright check --format github                         annotations for GitHub Actions
  scenewright check --format sarif > scenewright.sarif
  scenewright check --write-baseline known.json             accept the current findings
  scenewright check --baseline known.json                   fail only for new findings
  scenewright check --since origin/main                     fail only for what a branch brought
  scenewright check --fail-on error --exclude 'addons/**'   a gate to begin with
  scenewright check --format github --output sarif=check.sarif --output junit=check.xml
  scenewright check --scripts --only script-error           errors of Godot's compiler")]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub project: ProjectArgument,
    /// The format of the report
    #[arg(long, value_enum, default_value_t = CheckFormat::Text)]
    pub format: CheckFormat,
    /// Do not fail for the findings in this file; they are only counted
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Write the current findings to this file, and do not fail for them
    #[arg(long, value_name = "FILE")]
    pub write_baseline: Option<PathBuf>,
    /// Report only these kinds, separated by commas; can be repeated
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = parse_kind, add = ArgValueCompleter::new(completion::kinds))]
    pub only: Vec<FindingKind>,
    /// Leave out findings in the files that match, such as `Assets/Plugins/**`; can be repeated
    #[arg(long, value_name = "GLOB", value_parser = parse_glob)]
    pub exclude: Vec<Glob>,
    /// The least severity that fails the check; others are still reported
    #[arg(long, value_enum, default_value_t = FailOn::Warning, value_name = "SEVERITY")]
    pub fail_on: FailOn,
    /// Also write the report to a file, such as `sarif=check.sarif`; can be repeated
    #[arg(long, value_name = "FORMAT=FILE", value_parser = parse_output)]
    pub output: Vec<ReportOutput>,
    /// Report only what the commits since this Git commit, branch or tag brought: what the merge base with HEAD
    /// does not have
    #[arg(long, value_name = "GIT_REF", conflicts_with = "write_baseline")]
    pub since: Option<String>,
    /// Also compile all GDScript files with the installed Godot, which runs code of the project; nothing in
    /// it changes
    #[arg(long)]
    pub scripts: bool,
    /// Do not fail if some files could not be read; they are still reported
    #[arg(long)]
    pub allow_unread: bool,
    /// In the text format, list all places of a finding instead of the first ten
    #[arg(long)]
    pub all_places: bool,
    /// Time limit of the scan, in seconds; findings up to then are reported
    #[arg(long, default_value = "300", value_parser = parse_seconds, value_name = "SECONDS")]
    pub timeout: Duration,
    /// Those of `scenewright.toml`.
    #[arg(skip)]
    pub severities: KindSeverities,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// For people
    Text,
    /// For scripts
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// JUnit XML, for test reports
    Junit,
    /// Workflow commands for GitHub Actions
    Github,
    /// A summary for the page of a CI job
    Markdown,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum FailOn {
    /// Only errors
    Error,
    /// Errors and warnings
    Warning,
}

/// A report that is written to a file.
#[derive(Debug, Clone)]
pub(crate) struct ReportOutput {
    pub format: CheckFormat,
    pub file: PathBuf,
}

fn parse_output(text: &str) -> Result<ReportOutput, String> {
    let (format, file) =
        text.split_once('=').ok_or("expected FORMAT=FILE, such as sarif=check.sarif")?;
    let format = CheckFormat::from_str(format, false).map_err(|_| {
        let names = CheckFormat::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        let names: Vec<String> = names.map(|name| name.get_name().to_owned()).collect();
        format!("'{format}' is not a format; the formats are {}", names.join(", "))
    })?;
    match file {
        "" => Err("the name of the file is missing after '='".to_owned()),
        file => Ok(ReportOutput { format, file: file.into() }),
    }
}

fn parse_glob(text: &str) -> Result<Glob, String> {
    Glob::new(text)
}

/// List all tools, or describe one.
#[derive(Debug, Args)]
pub(crate) struct ToolsArgs {
    /// The tool to describe
    #[arg(add = ArgValueCompleter::new(completion::tools))]
    pub tool: Option<String>,
    /// Print JSON even to a terminal
    #[arg(long, conflicts_with = "markdown")]
    pub json: bool,
    /// Print the reference as Markdown: the index, or the page of one category
    #[arg(long, conflicts_with = "tool", value_name = "CATEGORY", num_args = 0..=1, default_missing_value = "")]
    pub markdown: Option<String>,
}

/// Show what was detected here, and why, and what is missing.
#[derive(Debug, Args)]
pub(crate) struct DoctorArgs {
    #[command(flatten)]
    pub project: ProjectArgument,
}

/// Print completions for a shell.
///
/// The script asks this program what fits: commands, options, tools, their arguments, kinds of findings and
/// the project's scenes.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  scenewright completions bash > ~/.local/share/bash-completion/completions/scenewright
  scenewright completions zsh > ~/.zfunc/_scenewright
  scenewright completions fish > ~/.config/fish/completions/scenewright.fish
  scenewright completions powershell >> $PROFILE")]
pub(crate) struct CompletionsArgs {
    pub shell: clap_complete::Shell,
}

/// Write the manual pages, one for each command.
#[derive(Debug, Args)]
pub(crate) struct ManPagesArgs {
    /// The folder to write them to; it must exist
    pub dir: PathBuf,
}

/// Become a program that ends with the process that started it. Games are started through this.
#[derive(Debug, Args)]
pub(crate) struct GuardProcessArgs {
    /// The process that must not be outlived
    pub parent: u32,
    pub program: OsString,
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub arguments: Vec<OsString>,
}

/// Permissions and limits of the tools.
#[derive(Debug, Clone, Args)]
pub(crate) struct SessionArgs {
    /// Allow tools that change the project; otherwise they are not even listed
    #[arg(long)]
    pub allow_writes: bool,
    /// Allow tools that run the game, and with it the project's code (Godot)
    #[arg(long)]
    pub allow_play: bool,
    /// The same as --allow-play, and clients may also send code to the running game
    #[arg(long)]
    pub allow_eval: bool,
    /// Tier: core, tier1, tier2, tier3 or tier4
    #[arg(long, default_value_t = Tier::Core, value_name = "TIER")]
    pub tier: Tier,
    /// Time limit of a tool call, in seconds
    #[arg(long, default_value = "30", value_parser = parse_seconds, value_name = "SECONDS")]
    pub timeout: Duration,
    /// For a server that is to watch the files.
    #[arg(skip)]
    pub watch_files: bool,
}

/// How a server learns of changes.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct WatchArgs {
    /// Look at all files of the project for every call, instead of watching them
    #[arg(long, env = "SCENEWRIGHT_NO_WATCH", hide_env_values = true, value_parser = FalseyValueParser::new())]
    pub no_watch: bool,
}

impl SessionArgs {
    /// Whether the project's game may be run.
    pub(crate) fn plays(&self) -> bool {
        self.allow_play || self.allow_eval
    }

    /// For a server, which answers many calls.
    pub(crate) fn for_server(&self, watch: &WatchArgs) -> SessionArgs {
        SessionArgs { watch_files: !watch.no_watch, ..self.clone() }
    }
}

impl Command {
    /// Whether it serves clients; their changes are logged on stderr.
    pub(crate) fn is_server(&self) -> bool {
        matches!(self, Command::Serve(_) | Command::Stdio(_) | Command::Mcp(_))
    }
}

impl Default for SessionArgs {
    fn default() -> SessionArgs {
        SessionArgs {
            allow_writes: false,
            allow_play: false,
            allow_eval: false,
            tier: Tier::Core,
            timeout: Duration::from_secs(30),
            watch_files: false,
        }
    }
}

fn parse_kind(text: &str) -> Result<FindingKind, String> {
    FindingKind::from_name(text).ok_or_else(|| {
        let kinds: Vec<&str> = FindingKind::all().map(FindingKind::as_str).collect();
        format!("unknown kind; the kinds are {}", kinds.join(", "))
    })
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let invalid = || format!("'{text}' is not a number of seconds, such as 30 or 0.5");
    let seconds: f64 = text.parse().map_err(|_| invalid())?;
    if !(0.001..=86_400.0).contains(&seconds) {
        return Err(format!("{text} is not between 0.001 and 86400 seconds"));
    }
    Duration::try_from_secs_f64(seconds).map_err(|_| invalid())
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
        assert_eq!(parse_seconds("0.5"), Ok(Duration::from_millis(500)));
        for wrong in ["", "-1", "0", "x", "inf", "NaN", "1e99"] {
            assert!(parse_seconds(wrong).is_err(), "{wrong}");
        }
    }
}
