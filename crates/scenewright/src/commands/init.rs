//! `scenewright init [PROJECT]`: connects the clients of this machine to a project, and proves that it works.

mod ask;
mod prove;

use std::io::{self, IsTerminal};
use std::path::Path;

use scenewright_engines::RecognisedProject;
use scenewright_godot_live::PluginState;
use scenewright_model::EngineKind;

use super::install::client::{self, ClientTarget};
use super::install::clients::{self, KnownClient};
use super::install::detect::{self, FoundClient};
use super::install::entry::EntryOptions;
use super::install::{godot, places};
use crate::cli::{InitArgs, InstallScope};
use crate::error::CommandError;
use crate::{print, project};

/// The answers to all questions.
struct InitPlan {
    clients: Vec<&'static KnownClient>,
    options: EntryOptions,
    plugin: bool,
}

pub(crate) fn run(args: &InitArgs) -> Result<(), CommandError> {
    let found = project::find(args.project.as_deref())?;
    let root = places::without_verbatim_prefix(&found.root);
    print::out(&format!(
        "{} project in {}, because {}",
        print::bold(&found.kind.to_string()),
        print::path(&root),
        found.because
    ))?;
    let plan = plan(args, &found)?;
    for client in &plan.clients {
        if let (Some(InstallScope::Project), None) = (args.scope, &client.project) {
            let message = format!("{} has no project configuration", client.title);
            return Err(CommandError::usage(message).hint("use --scope user, or leave it out"));
        }
    }
    if plan.plugin {
        print::out("")?;
        godot::install(&found.root)?;
    }
    let allow_writes = plan.options.allow_writes == Some(true);
    let mut failed = Vec::new();
    for client in &plan.clients {
        let scope = args.scope.unwrap_or_else(|| client.default_scope(allow_writes));
        let target = ClientTarget { client, scope, root: &root };
        print::out("")?;
        if let Err(error) = set_up(&target, &plan.options, !args.no_proof) {
            print::failure(&error);
            failed.push(client.title);
        }
    }
    match failed.is_empty() {
        true => Ok(()),
        false => Err(CommandError::failed(format!("not set up: {}", failed.join(", ")))
            .hint("run `scenewright init` again; what is already set up stays as it is")),
    }
}

fn set_up(
    target: &ClientTarget<'_>,
    options: &EntryOptions,
    with_proof: bool,
) -> Result<(), CommandError> {
    client::install(target, options)?;
    if !with_proof {
        return Ok(());
    }
    // What is in the file counts, not what was meant to be written.
    let entry = target.installed()?.ok_or_else(|| {
        CommandError::failed(format!("the entry is not in {}", target.client.title))
    })?;
    let proof = prove::prove(&entry, target)?;
    print::out(&format!("  proof   {proof}"))
}

fn plan(args: &InitArgs, found: &RecognisedProject) -> Result<InitPlan, CommandError> {
    let asks = !args.yes && io::stdin().is_terminal() && io::stdout().is_terminal();
    let on_machine = detect::clients();
    if !asks && !args.yes && args.clients.is_empty() {
        return Err(CommandError::usage("there is no terminal to ask which clients to set up")
            .hint(format!("add --yes ({}), or --client NAME", described(&on_machine))));
    }
    let clients = match (args.clients.is_empty(), asks) {
        (false, _) => args.clients.clone(),
        (true, true) if !on_machine.is_empty() => ask::clients(&on_machine)?,
        (true, _) => on_machine.iter().map(|found| found.client).collect(),
    };
    if clients.is_empty() && !args.godot_plugin {
        let names: Vec<&str> = clients::all().iter().map(|client| client.name).collect();
        return Err(CommandError::usage("no MCP client was found on this machine")
            .hint(format!("name one with --client: {}", names.join(", "))));
    }
    let mut options = args.entry.options();
    if options.allow_writes.is_none() {
        let allow =
            asks && ask::yes("May the agent change the project? Every change can be undone.")?;
        // An entry that may write becomes read-only only if somebody says so.
        options.allow_writes = if asks { Some(allow) } else { None };
    }
    let plugin = args.godot_plugin || (asks && !args.no_godot_plugin && wants_plugin(found)?);
    Ok(InitPlan { clients, options, plugin })
}

fn described(found: &[FoundClient]) -> String {
    let names: Vec<&str> = found.iter().map(|found| found.client.name).collect();
    match names.is_empty() {
        true => "no client was found".to_owned(),
        false => format!("found: {}", names.join(", ")),
    }
}

/// Only if it is missing, and the project is one that can have it.
fn wants_plugin(found: &RecognisedProject) -> Result<bool, CommandError> {
    if found.kind != EngineKind::GODOT || has_plugin(&found.root) {
        return Ok(false);
    }
    ask::yes(
        "Install the plugin for the Godot editor? It adds addons/scenewright, so that the agent works in the open editor.",
    )
}

fn has_plugin(root: &Path) -> bool {
    matches!(scenewright_godot_live::state(root), PluginState::On { .. })
}
