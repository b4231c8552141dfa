//! `scenewright install godot [PROJECT]`: the plugin for the Godot editor.

use std::path::Path;

use scenewright_godot_live::{InstallOutcome, PluginError};
use scenewright_model::EngineKind;

use crate::cli::GodotArgs;
use crate::error::CommandError;
use crate::{print, project};

pub(super) fn run(args: &GodotArgs) -> Result<(), CommandError> {
    let found = project::find(args.project.as_deref())?;
    if found.kind != EngineKind::GODOT {
        let what = format!("{} is a {} project", found.root.display(), found.kind);
        return Err(CommandError::failed(format!("{what}; the plugin is for Godot 4")));
    }
    match args.uninstall {
        true => uninstall(&found.root),
        false => install(&found.root),
    }
}

pub(crate) fn install(root: &Path) -> Result<(), CommandError> {
    let version = scenewright_godot_live::version();
    let done = scenewright_godot_live::install(root).map_err(into_command_error)?;
    let place = root.join("addons/scenewright");
    let what = match done {
        InstallOutcome::New => format!("installed version {version} in {}", place.display()),
        InstallOutcome::Updated(Some(old)) if old != version => {
            format!("updated from {old} to {version} in {}", place.display())
        }
        InstallOutcome::Updated(_) => {
            format!("repaired version {version} in {}", place.display())
        }
        InstallOutcome::Enabled => "enabled; it was already installed".to_owned(),
        InstallOutcome::Unchanged => {
            return print::out(&format!(
                "{}: version {version} is already installed and enabled; nothing changed",
                print::bold("Godot plugin")
            ));
        }
    };
    print::out(&format!("{}: {what}", print::bold("Godot plugin")))?;
    print::out(
        "  next    open the project in Godot 4.3 or later (reopen it if it is already open)",
    )?;
    print::out("  then    run `scenewright doctor` to see whether the editor answers")
}

fn uninstall(root: &Path) -> Result<(), CommandError> {
    let what = match scenewright_godot_live::uninstall(root).map_err(into_command_error)? {
        true => "removed; reopen the project if it is open in the editor",
        false => "not installed; nothing changed",
    };
    print::out(&format!("{}: {what}", print::bold("Godot plugin")))
}

fn into_command_error(error: PluginError) -> CommandError {
    let hint = match &error {
        PluginError::Godot3(_) => Some("open the project once in Godot 4, which converts it"),
        PluginError::Unclear(_) => Some(
            "repair the list of enabled plugins in project.godot and run this command again; nothing was written",
        ),
        _ => None,
    };
    let failed = CommandError::failed(error.to_string());
    match hint {
        Some(hint) => failed.hint(hint),
        None => failed,
    }
}
