//! The project's own chores, one file each: `cargo xtask --help`.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a chore talks to the person or the job that started it"
)]

mod bench;
mod docs;
mod fuzz;
mod godot_api;
mod layering;
mod lint;
mod npm;
mod package_guids;
mod shell;
mod style;
mod test;
mod tokens;

use std::process::ExitCode;

/// What a chore answers; the text of an error says what to do.
type Result<T = ()> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

struct Chore {
    name: &'static str,
    summary: &'static str,
    help: &'static str,
    run: fn(&[String]) -> Result,
}

const CHORES: [Chore; 10] = [
    test::CHORE,
    lint::CHORE,
    layering::CHORE,
    docs::CHORE,
    style::CHORE,
    bench::CHORE,
    tokens::CHORE,
    fuzz::CHORE,
    package_guids::CHORE,
    godot_api::CHORE,
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
        // The other end of the floor that `bench calls` measures; of no use by hand.
        bench::ECHO_SERVER => exit_code(bench::echo::serve()),
        name => match CHORES.iter().find(|chore| chore.name == name) {
            Some(chore) => start(chore, rest),
            None => {
                eprintln!("error: there is no chore `{name}`\n\n{}", overview());
                ExitCode::from(2)
            }
        },
    }
}

fn start(chore: &Chore, arguments: &[String]) -> ExitCode {
    let (own, passed_on) = match arguments.iter().position(|argument| argument == "--") {
        Some(at) => (&arguments[..at], &arguments[at + 1..]),
        None => (arguments, &[][..]),
    };
    if own.iter().any(|argument| argument == "--help" || argument == "-h") {
        println!("{}\n\n{}", chore.summary, chore.help.trim());
        return ExitCode::SUCCESS;
    }
    exit_code((chore.run)(&[own, passed_on].concat()))
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

fn no_arguments(chore: &str, arguments: &[String]) -> Result {
    match arguments.first() {
        None => Ok(()),
        Some(argument) => Err(format!(
            "`cargo xtask {chore}` does not take `{argument}`: see `cargo xtask {chore} --help`"
        )
        .into()),
    }
}

fn overview() -> String {
    let mut text =
        "The project's own chores.\n\nUsage: cargo xtask CHORE [ARGUMENTS]\n\n".to_owned();
    for chore in &CHORES {
        text += &format!("  {:<15}{}\n", chore.name, chore.summary);
    }
    text + "\nBefore a commit: `cargo xtask lint` and `cargo xtask test`, which is what .ci/run does.\n\
           More on one of them: `cargo xtask CHORE --help`.\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_overview_names_every_chore_once() {
        let overview = overview();
        for chore in &CHORES {
            let line = format!("\n  {:<15}{}\n", chore.name, chore.summary);
            assert_eq!(overview.matches(&line).count(), 1, "{}", chore.name);
        }
    }

    #[test]
    fn every_help_shows_how_the_chore_is_called() {
        for chore in &CHORES {
            let usage = format!("Usage: cargo xtask {}", chore.name);
            assert!(chore.help.trim().starts_with(&usage), "{}", chore.name);
        }
    }
}
