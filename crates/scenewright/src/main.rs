//! The program: the command line and the commands.

mod cli;
mod commands;
mod completion;
mod config;
mod discovery;
mod error;
mod folders;
mod glob;
mod godot;
mod logging;
mod open_files;
mod port;
mod print;
mod private_file;
mod progress;
mod project;
mod render;
mod samples;
mod server;
mod shell;
mod token;
mod xml;

use std::process::ExitCode;

use cli::Command;

/// Gives a quarter more calls per second than the system allocator of Linux.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    completion::answer_shell();
    let cli = match config::parse_command_line() {
        Ok(cli) => cli,
        Err(error) => return print::failure(&error),
    };
    print::set_colour(cli.color);
    if let Err(error) = logging::start(cli.log.as_deref(), cli.command.is_server()) {
        return print::failure(&error);
    }
    let done = match cli.command {
        Command::Init(args) => commands::init::run(&args),
        Command::Demo(args) => commands::demo::run(&args),
        Command::Serve(args) => commands::serve::run(&args),
        Command::Stdio(args) => commands::stdio::run(&args),
        Command::Mcp(args) => commands::mcp::run(&args),
        Command::Call(args) => commands::call::run(&args),
        Command::Check(args) => {
            return commands::check::run(&args).unwrap_or_else(|error| print::failure(&error));
        }
        Command::Play(args) => {
            return commands::play::run(&args).unwrap_or_else(|error| print::failure(&error));
        }
        Command::Watch(args) => commands::watch::run(&args),
        Command::Tools(args) => commands::tools::run(&args),
        Command::History(args) => commands::history::list(&args),
        Command::Undo(args) => commands::history::undo(&args),
        Command::Redo(args) => commands::history::redo(&args),
        Command::Recover(args) => commands::recover::run(&args),
        Command::Doctor(args) => commands::doctor::run(&args),
        Command::Install(args) => commands::install::run(&args),
        Command::Completions(args) => commands::completions::run(&args),
        Command::ManPages(args) => commands::man_pages::run(&args),
        Command::GuardProcess(args) => Err(commands::guard_process::run(args)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => print::failure(&error),
    }
}
