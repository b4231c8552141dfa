//! Development commands, one file each: `cargo xtask --help`.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a development command reports to the person or job that started it"
)]

mod bench;
mod counts;
mod dist;
mod docs;
mod fuzz;
mod godot_api;
mod layering;
mod lint;
mod npm;
mod package_guids;
mod record;
mod shell;
mod soak;
mod style;
mod test;
mod tokens;
mod wine;

use std::process::ExitCode;

/// The result of a command; the text of an error says what to do.
type Result<T = ()> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

struct Subcommand {
    name: &'static str,
    summary: &'static str,
    help: &'static str,
    run: fn(&[String]) -> Result,
}

const SUBCOMMANDS: [Subcommand; 14] = [
    test::SUBCOMMAND,
    lint::SUBCOMMAND,
    layering::SUBCOMMAND,
    docs::SUBCOMMAND,
    record::SUBCOMMAND,
    style::SUBCOMMAND,
    bench::SUBCOMMAND,
    tokens::SUBCOMMAND,
    fuzz::SUBCOMMAND,
    soak::SUBCOMMAND,
    wine::SUBCOMMAND,
    dist::SUBCOMMAND,
    package_guids::SUBCOMMAND,
    godot_api::SUBCOMMAND,
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (name, rest) = match arguments.split_first() {
        Some((name, rest)) => (name.as_str(), rest),
        None => ("--help", &[][..]),
    };
    match name {
        "--help" | "-h" | "help" => {
            print!("{}", overview());
            ExitCode::SUCCESS
        }
        // The other end of the baseline that `bench calls` measures; not useful by hand.
        bench::ECHO_SERVER => exit_code(bench::echo::serve()),
        name => match SUBCOMMANDS.iter().find(|command| command.name == name) {
            Some(command) => start(command, rest),
            None => {
                eprintln!("error: unknown command `{name}`\n\n{}", overview());
                ExitCode::from(2)
            }
        },
    }
}

fn start(command: &Subcommand, arguments: &[String]) -> ExitCode {
    let (own, passed_on) = match arguments.iter().position(|argument| argument == "--") {
        Some(at) => (&arguments[..at], &arguments[at + 1..]),
        None => (arguments, &[][..]),
    };
    if own.iter().any(|argument| argument == "--help" || argument == "-h") {
        println!("{}\n\n{}", command.summary, command.help.trim());
        return ExitCode::SUCCESS;
    }
    exit_code((command.run)(&[own, passed_on].concat()))
}

fn exit_code(outcome: Result) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn no_arguments(command: &str, arguments: &[String]) -> Result {
    match arguments.first() {
        None => Ok(()),
        Some(argument) => Err(format!(
            "`cargo xtask {command}` does not take `{argument}`: see `cargo xtask {command} --help`"
        )
        .into()),
    }
}

fn overview() -> String {
    let mut text = "Development commands.\n\nUsage: cargo xtask COMMAND [ARGUMENTS]\n\n".to_owned();
    for command in &SUBCOMMANDS {
        text += &format!("  {:<15}{}\n", command.name, command.summary);
    }
    text + "\nBefore a commit: `cargo xtask lint` and `cargo xtask test`, which is what .ci/run does.\n\
           More on one of them: `cargo xtask COMMAND --help`.\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_overview_lists_every_command_once() {
        let overview = overview();
        for command in &SUBCOMMANDS {
            let line = format!("\n  {:<15}{}\n", command.name, command.summary);
            assert_eq!(overview.matches(&line).count(), 1, "{}", command.name);
        }
    }

    #[test]
    fn every_help_begins_with_the_usage() {
        for command in &SUBCOMMANDS {
            let usage = format!("Usage: cargo xtask {}", command.name);
            assert!(command.help.trim().starts_with(&usage), "{}", command.name);
        }
    }
}
