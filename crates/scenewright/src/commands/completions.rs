//! `scenewright completions SHELL`: the script with which a shell asks this program for completions.

use clap_complete::Shell;
use clap_complete::env::Shells;

use crate::cli::CompletionsArgs;
use crate::completion::VARIABLE;
use crate::error::CommandError;
use crate::print;

/// Bash splits words at `=` and `:`, which occur in `--arg scenePath=res://main.tscn`.
const BASH: &str = include_str!("completions/scenewright.bash");

pub(crate) fn run(args: &CompletionsArgs) -> Result<(), CommandError> {
    print::out(script(args.shell)?.trim_end())
}

fn script(shell: Shell) -> Result<String, CommandError> {
    if shell == Shell::Bash {
        return Ok(BASH.replace("\r\n", "\n"));
    }
    let shells = Shells::builtins();
    let unknown = || CommandError::usage(format!("there are no completions for {shell}"));
    let completer = shells.completer(&shell.to_string()).ok_or_else(unknown)?;
    let (mut script, name) = (Vec::new(), "scenewright");
    completer
        .write_registration(VARIABLE, name, name, name, &mut script)
        .map_err(|error| CommandError::failed(error.to_string()))?;
    Ok(String::from_utf8_lossy(&script).into_owned())
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;

    use super::*;

    #[test]
    fn every_shell_has_a_script_that_asks_the_program() {
        for shell in Shell::value_variants() {
            let script = script(*shell).unwrap();
            assert!(script.contains(VARIABLE) && script.contains("scenewright"), "{shell}");
        }
    }
}
