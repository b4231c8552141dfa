//! Hints: what to do about a failure.
//!
//! Invariant: a hint is data, which each dialect renders with its own names of tools, arguments and
//! flags, and a test tries every hint.

use serde_json::{Value, json};

use crate::levels::{Permission, Tier};

/// One hint.
#[derive(Debug, Clone, PartialEq)]
pub enum Hint {
    /// Names that would be accepted.
    DidYouMean(Vec<String>),
    /// An unambiguous name for each of several matches, with a distinguishing detail.
    Choose(Vec<String>),
    /// The same for tool ids.
    DidYouMeanTools(Vec<String>),
    ListTools,
    ListScenes,
    FindAssets,
    FindObjects,
    ListComponents,
    ReadMembers,
    ListClasses,
    /// The path belongs to an asset, not to a scene.
    ReadAsset,
    /// The path belongs to the project's settings, not to a scene.
    ReadSettings,
    /// The engine has another operation for this purpose.
    UseInstead {
        tool: &'static str,
    },
    SeeHistory,
    UndoNewer,
    ReadAgain,
    SetDataFolder,
    /// A scene with unsaved changes in an editor.
    SaveOrReload,
    /// A scene with unsaved changes in an editor, whose file has changed on disk.
    ReloadOrOverwrite,
    /// An editor does not answer.
    WaitForEditor,
    /// An editor's plugin does not work.
    RepairPlugin,
    /// A scene with missing files.
    FindMissing,
    AllowWrites {
        dry_run: bool,
    },
    Allow(Permission),
    /// The server writes only for clients that send its token.
    SendToken,
    RaiseTier(Tier),
    AllowMoreTime,
    SendAgain,
    /// Unsaved changes of another owner prevent it.
    IncludeOthers,
    /// The same for an undo.
    UndoUnsaved,
    /// A write continues after the deadline.
    AskForOutcome,
    /// With `dry_run`, the tool can first show what it would do.
    Confirm {
        dry_run: bool,
    },
    StartGame,
    OpenOnDisplay,
    StartOwnGame,
    NameGodot,
    CheckGodot,
    ImportGame,
    WaitForImport,
    EndGame,
    PlayLess,
    LookAtGame,
    ReadGame,
    StartOnDisplay,
    ContinueGame,
    StopInScript,
    ContinueInEditor,
    Report,
    /// Plain text that names no tool, argument or flag.
    Text(String),
}

/// A part of a hint's sentence.
#[derive(Debug, Clone, PartialEq)]
pub enum HintPart {
    Text(String),
    /// A tool by its id.
    Tool(&'static str),
    /// The name of a tool that was misspelt, by id.
    ToolName(String),
    /// An argument of the call that failed.
    Argument(&'static str, Value),
    /// A flag of the program, with its value.
    Flag(&'static str, Option<String>),
    /// A flag that only `serve` has.
    ServeFlag(&'static str),
    /// A command for the user's terminal.
    Command(&'static str),
}

/// How a dialect renders the parts. For a tool that it does not have, the result is `None`, and the
/// hint is left out.
#[derive(Clone, Copy)]
pub struct HintStyle<'a> {
    pub tool: &'a dyn Fn(&str) -> Option<String>,
    /// The bare name of a tool, for a misspelt one.
    pub tool_name: fn(&str) -> String,
    /// `None` if the arguments of calls differ from those of the catalogue.
    pub argument: Option<fn(&str, &Value) -> String>,
    /// Renders `--flag value` as an instruction: "start the server with …".
    pub flag: fn(&str) -> String,
    /// Whether flags are passed together with the call, as on the command line.
    pub one_call: bool,
}

impl HintStyle<'static> {
    /// Unchanged ids, arguments as JSON, flags of a server.
    pub const CATALOGUE: HintStyle<'static> = HintStyle {
        tool: &|id| Some(id.to_owned()),
        tool_name: str::to_owned,
        argument: Some(json_argument),
        flag: server_flag,
        one_call: false,
    };
}

/// `"dryRun": true`.
pub fn json_argument(name: &str, value: &Value) -> String {
    format!("\"{name}\": {value}")
}

pub fn server_flag(flag: &str) -> String {
    format!("start the server with {flag}")
}

impl Hint {
    pub fn parts(&self) -> Vec<HintPart> {
        use HintPart::{Argument, Command, Flag, ServeFlag, Tool, ToolName};
        match self {
            Hint::DidYouMean(names) | Hint::Choose(names) => {
                vec![text(&format!("did you mean {}?", names.join(" or ")))]
            }
            Hint::DidYouMeanTools(ids) => {
                let mut parts = vec![text("did you mean ")];
                for (number, id) in ids.iter().enumerate() {
                    parts.extend((number > 0).then(|| text(" or ")));
                    parts.push(ToolName(id.clone()));
                }
                parts.push(text("?"));
                parts
            }
            Hint::ListTools => vec![Tool("mcp.tools.list"), text(" names all tools")],
            Hint::ListScenes => vec![Tool("project.scenes.list"), text(" names all scenes")],
            Hint::FindAssets => vec![Tool("project.assets.find"), text(" finds assets by name")],
            Hint::FindObjects => {
                vec![Tool("scene.objects.find"), text(" lists objects with their paths and ids")]
            }
            Hint::ListComponents => {
                vec![Tool("scene.components.list"), text(" lists an object's components")]
            }
            Hint::ReadMembers => {
                vec![Tool("scene.object.read"), text(" lists the members of each component")]
            }
            Hint::ListClasses => {
                vec![Tool("project.classes.list"), text(" lists the script classes")]
            }
            Hint::ReadAsset => vec![Tool("asset.info"), text(" reads it")],
            Hint::ReadSettings => {
                vec![Tool("project.settings.read"), text(" reads the project's settings")]
            }
            Hint::UseInstead { tool } => vec![text("use "), Tool(tool)],
            Hint::SeeHistory => {
                vec![Tool("edit.history"), text(" lists the changes with their handles and states")]
            }
            Hint::UndoNewer => vec![
                text(
                    "the file was changed after that edit, and undoing it would lose that change: undo the newer edits first (",
                ),
                Tool("edit.history"),
                text("), or revert the change by hand or with git"),
            ],
            Hint::ReadAgain => vec![text(
                "someone else wrote the file in between: read it again, then repeat the edit on its current content",
            )],
            Hint::SetDataFolder => vec![text(
                "nothing is written that cannot be undone: set SCENEWRIGHT_DATA to a folder outside the project and restart",
            )],
            Hint::SaveOrReload => vec![
                text("save the scene ("),
                Tool("world.scene.save"),
                text(") or discard its changes ("),
                Tool("world.scene.reload"),
                text(") first"),
            ],
            Hint::ReloadOrOverwrite => vec![
                Tool("world.scene.reload"),
                text(" takes over the file and discards the editor's changes, "),
                Tool("world.scene.save"),
                text(" with "),
                Argument("overwrite", json!(true)),
                text(" keeps the editor's version"),
            ],
            Hint::WaitForEditor => vec![text(
                "wait until the editor answers again (it may be importing, or show a dialog), or close it; then send the call again",
            )],
            Hint::RepairPlugin => vec![
                text("close the editor, or repair the plugin ("),
                Command("doctor"),
                text(" reports what is wrong) and restart the editor; then send the call again"),
            ],
            Hint::FindMissing => vec![
                text("restore the files, or open the scene in the editor by hand; "),
                Tool("project.references.missing"),
                text(" lists what is missing"),
            ],
            Hint::AllowWrites { dry_run } => {
                let flag = Flag("--allow-writes", None);
                followed_by_dry_run(vec![flag], *dry_run)
            }
            Hint::SendToken => vec![
                text("send 'Authorization: Bearer TOKEN' with the token that "),
                Command("serve"),
                text(" prints at its start, or "),
                ServeFlag("--no-token"),
            ],
            Hint::Allow(permission) => vec![Flag(permission.flag(), None)],
            Hint::RaiseTier(tier) => vec![Flag("--tier", Some(tier.to_string()))],
            Hint::AllowMoreTime => {
                vec![text("ask for less, or "), Flag("--timeout", Some("120".to_owned()))]
            }
            Hint::SendAgain => vec![text("send the call again when others have been answered")],
            Hint::IncludeOthers => vec![
                Argument("includeOthers", json!(true)),
                text(" includes them; otherwise their owner has to save them ("),
                Tool("world.scene.save"),
                text(
                    ") or discard them first; for changes left behind by a process that has ended, use ",
                ),
                Command("recover --unsaved keep"),
            ],
            Hint::UndoUnsaved => vec![
                text("an unsaved change of another owner is undone with its handle ("),
                Tool("edit.history"),
                text(") and "),
                Argument("includeOthers", json!(true)),
                text(
                    "; a saved change beneath it can be undone after the unsaved one is undone, saved or discarded",
                ),
            ],
            Hint::AskForOutcome => vec![
                Tool("edit.history"),
                text(
                    " shows whether it was written; the same call with the same requestId returns its outcome",
                ),
            ],
            Hint::Confirm { dry_run } => {
                let parts = vec![
                    text("ask the user first, then call again with "),
                    Argument("confirm", json!(true)),
                ];
                followed_by_dry_run(parts, *dry_run)
            }
            Hint::StartGame => vec![
                Tool("editor.play.control"),
                text(" with "),
                Argument("action", json!("start")),
                text(" runs the game, "),
                Tool("editor.errors.read"),
                text(" reports why it ended"),
            ],
            Hint::OpenOnDisplay => {
                vec![text("open the editor on a display: a headless Godot renders nothing")]
            }
            Hint::StartOwnGame => vec![Tool("game.start"), text(" starts one")],
            Hint::NameGodot => vec![text(
                "install Godot 4 and put it on the PATH, or name it with the variable SCENEWRIGHT_GODOT",
            )],
            Hint::ImportGame => vec![
                text("open the project in Godot once, or pass "),
                Argument("import", json!("copy")),
                text(" to import and run a copy"),
            ],
            Hint::CheckGodot => vec![
                text("it has to be a Godot 4 editor, not an export template; "),
                Command("doctor"),
                text(" shows which program it is"),
            ],
            Hint::WaitForImport => vec![text("send the same call again: it waits for the rest")],
            Hint::EndGame => vec![
                Tool("game.stop"),
                text(" ends it; if it only needs more time, "),
                Flag("--timeout", Some("120".to_owned())),
            ],
            Hint::PlayLess => vec![
                Tool("game.act"),
                text(" goes on from there; ask for fewer ticks, or "),
                Flag("--timeout", Some("120".to_owned())),
            ],
            Hint::LookAtGame => vec![Tool("game.look"), text(" lists the nodes")],
            Hint::ReadGame => vec![Tool("game.read"), text(" lists the properties")],
            Hint::StartOnDisplay => {
                vec![text("start the game with "), Argument("display", json!("virtual"))]
            }
            Hint::ContinueGame => vec![
                Tool("game.debug"),
                text(" shows the stack; with "),
                Argument("action", json!("continue")),
                text(" the game goes on"),
            ],
            Hint::StopInScript => vec![
                Tool("game.debug"),
                text(" with "),
                Argument("action", json!("break")),
                text(" sets a breakpoint, "),
                Tool("game.act"),
                text(" runs the game until it stops there"),
            ],
            Hint::ContinueInEditor => vec![
                text("continue it in the editor, or with "),
                Tool("game.freeze"),
                text(" and "),
                Argument("frozen", json!(false)),
            ],
            Hint::Report => vec![text("the log on stderr has the details; please report them")],
            Hint::Text(words) => vec![text(words)],
        }
    }

    /// The sentence; `None` if it mentions something that the dialect does not have.
    pub fn render(&self, style: &HintStyle<'_>) -> Option<String> {
        let parts = match self {
            // Restarting a server does not decide anything about the call yet.
            Hint::AllowWrites { .. } if !style.one_call => {
                Hint::AllowWrites { dry_run: false }.parts()
            }
            hint => hint.parts(),
        };
        let mut sentence = String::new();
        for part in parts {
            sentence += &match part {
                HintPart::Text(words) => words,
                HintPart::Tool(id) => (style.tool)(id)?,
                HintPart::ToolName(id) => (style.tool_name)(&id),
                HintPart::Argument(name, value) => style.argument?(name, &value),
                HintPart::Flag(flag, None) => (style.flag)(flag),
                HintPart::Flag(flag, Some(value)) => (style.flag)(&format!("{flag} {value}")),
                HintPart::ServeFlag(flag) => server_flag(flag),
                HintPart::Command(command) => format!("`scenewright {command}`"),
            };
        }
        Some(sentence)
    }

    /// One hint of each kind, with every value that makes a difference, for tests that follow the
    /// advice.
    pub fn samples() -> Vec<Hint> {
        let mut samples = vec![Hint::DidYouMean(vec!["Player".to_owned()])];
        while let Some(next) = samples.last().and_then(Hint::next_sample) {
            samples.push(next);
        }
        let instead = crate::instead::ALTERNATIVES.iter();
        samples.extend(instead.map(|(_, _, tool)| Hint::UseInstead { tool }));
        samples
    }

    /// Each kind names the next, so that none can be forgotten.
    fn next_sample(&self) -> Option<Hint> {
        Some(match self {
            Hint::DidYouMean(_) => Hint::Choose(vec!["Light[0] (component 1)".to_owned()]),
            Hint::Choose(_) => Hint::DidYouMeanTools(vec!["scene.object.read".to_owned()]),
            Hint::DidYouMeanTools(_) => Hint::ListTools,
            Hint::ListTools => Hint::ListScenes,
            Hint::ListScenes => Hint::FindAssets,
            Hint::FindAssets => Hint::FindObjects,
            Hint::FindObjects => Hint::ListComponents,
            Hint::ListComponents => Hint::ReadMembers,
            Hint::ReadMembers => Hint::ListClasses,
            Hint::ListClasses => Hint::ReadAsset,
            Hint::ReadAsset => Hint::ReadSettings,
            Hint::ReadSettings => Hint::SeeHistory,
            Hint::SeeHistory => Hint::UndoNewer,
            Hint::UndoNewer => Hint::ReadAgain,
            Hint::ReadAgain => Hint::SetDataFolder,
            Hint::SetDataFolder => Hint::SaveOrReload,
            Hint::SaveOrReload => Hint::ReloadOrOverwrite,
            Hint::ReloadOrOverwrite => Hint::WaitForEditor,
            Hint::WaitForEditor => Hint::RepairPlugin,
            Hint::RepairPlugin => Hint::FindMissing,
            Hint::FindMissing => Hint::AllowWrites { dry_run: true },
            Hint::AllowWrites { dry_run: true } => Hint::AllowWrites { dry_run: false },
            Hint::AllowWrites { dry_run: false } => Hint::Allow(Permission::Play),
            Hint::Allow(Permission::Play) => Hint::Allow(Permission::Evaluate),
            Hint::Allow(Permission::Evaluate) => Hint::SendToken,
            Hint::SendToken => Hint::RaiseTier(Tier::Tier1),
            Hint::RaiseTier(_) => Hint::AllowMoreTime,
            Hint::AllowMoreTime => Hint::SendAgain,
            Hint::SendAgain => Hint::IncludeOthers,
            Hint::IncludeOthers => Hint::UndoUnsaved,
            Hint::UndoUnsaved => Hint::AskForOutcome,
            Hint::AskForOutcome => Hint::Confirm { dry_run: true },
            Hint::Confirm { dry_run: true } => Hint::Confirm { dry_run: false },
            Hint::Confirm { dry_run: false } => Hint::StartGame,
            Hint::StartGame => Hint::OpenOnDisplay,
            Hint::OpenOnDisplay => Hint::StartOwnGame,
            Hint::StartOwnGame => Hint::NameGodot,
            Hint::NameGodot => Hint::CheckGodot,
            Hint::CheckGodot => Hint::ImportGame,
            Hint::ImportGame => Hint::WaitForImport,
            Hint::WaitForImport => Hint::EndGame,
            Hint::EndGame => Hint::PlayLess,
            Hint::PlayLess => Hint::LookAtGame,
            Hint::LookAtGame => Hint::ReadGame,
            Hint::ReadGame => Hint::StartOnDisplay,
            Hint::StartOnDisplay => Hint::ContinueGame,
            Hint::ContinueGame => Hint::StopInScript,
            Hint::StopInScript => Hint::ContinueInEditor,
            Hint::ContinueInEditor => Hint::Report,
            // The hints of the table follow.
            Hint::Report | Hint::UseInstead { .. } | Hint::Text(_) => return None,
        })
    }
}

fn text(words: &str) -> HintPart {
    HintPart::Text(words.to_owned())
}

fn followed_by_dry_run(mut parts: Vec<HintPart>, dry_run: bool) -> Vec<HintPart> {
    if dry_run {
        parts.push(text("; with "));
        parts.push(HintPart::Argument("dryRun", json!(true)));
        parts.push(text(" it only shows what would change"));
    }
    parts
}
