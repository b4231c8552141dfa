//! The only way to stdout and stderr.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use scenewright_catalogue::printable;

use crate::cli::ColorArg;
use crate::error::CommandError;

mod filter;

const DIM: Style = Style::new().dimmed();
const BOLD: Style = Style::new().bold();
const RED: Style = AnsiColor::Red.on_default().bold();
const CYAN: Style = AnsiColor::Cyan.on_default();
const ADDED: Style = AnsiColor::Green.on_default();
const REMOVED: Style = AnsiColor::Red.on_default();

pub(crate) fn dim(text: &str) -> String {
    format!("{DIM}{text}{DIM:#}")
}

pub(crate) fn bold(text: &str) -> String {
    format!("{BOLD}{text}{BOLD:#}")
}

/// A line of a diff in git's colours.
pub(crate) fn diff_line(line: &str) -> String {
    let style = match line.as_bytes().first() {
        _ if line.starts_with("+++ ") || line.starts_with("--- ") => BOLD,
        Some(b'+') => ADDED,
        Some(b'-') => REMOVED,
        Some(b'@') => CYAN,
        _ => return line.to_owned(),
    };
    format!("{style}{line}{style:#}")
}

/// A command to copy.
pub(crate) fn command(text: &str) -> String {
    format!("{CYAN}{text}{CYAN:#}")
}

/// Whether stdout is a terminal.
pub(crate) fn to_person() -> bool {
    io::stdout().is_terminal()
}

/// A path in a line for people.
pub(crate) fn path(path: &Path) -> String {
    printable(&path.display().to_string()).into_owned()
}

/// Writes lines to stdout, in colour if it is a terminal. Callers make names and values printable; anything
/// they miss is escaped here, so that it neither reaches a terminal nor looks like a command to a build server.
pub(crate) fn out(text: &str) -> Result<(), CommandError> {
    write_out(&filter::lines(text))
}

/// Writes a question to stdout, whose answer is typed behind it.
pub(crate) fn ask(question: &str) -> Result<(), CommandError> {
    let mut stdout = anstream::stdout().lock();
    write!(stdout, "{} ", filter::lines(question))
        .and_then(|()| stdout.flush())
        .map_err(|error| CommandError::failed(format!("cannot ask: {error}")))
}

/// Writes commands for a build server.
pub(crate) fn out_commands(text: &str) -> Result<(), CommandError> {
    write_out(&filter::letters(text))
}

/// Writes a sequence for the terminal, such as a picture.
pub(crate) fn out_raw(text: &str) -> Result<(), CommandError> {
    let mut stdout = io::stdout().lock();
    let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    written.map_err(|error| CommandError::failed(format!("cannot write the picture: {error}")))
}

/// The width of the terminal in columns, if stdout is one.
pub(crate) fn width() -> Option<usize> {
    screen().map(|(_, columns)| columns)
}

/// The rows and columns of the terminal, if stdout is one.
pub(crate) fn screen() -> Option<(usize, usize)> {
    let (rows, columns) = console::Term::stdout().size_checked()?;
    let has_size = rows > 0 && columns > 0;
    (to_person() && has_size).then_some((usize::from(rows), usize::from(columns)))
}

/// Begins a new screen on a terminal.
pub(crate) fn clear_screen() -> Result<(), CommandError> {
    console::Term::stdout()
        .clear_screen()
        .map_err(|error| CommandError::failed(format!("cannot clear the screen: {error}")))
}

/// Chooses whether colours are written to stdout and stderr.
pub(crate) fn set_colour(choice: ColorArg) {
    let choice = match choice {
        // Takes NO_COLOR, CLICOLOR and TERM into account.
        ColorArg::Auto => anstream::ColorChoice::Auto,
        ColorArg::Always => anstream::ColorChoice::Always,
        ColorArg::Never => anstream::ColorChoice::Never,
    };
    choice.write_global();
}

/// Whether colours are written to stderr.
pub(crate) fn is_stderr_coloured() -> bool {
    anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never
}

/// Writes a JSON document, which has no colours to remove.
pub(crate) fn out_json(text: &str) -> Result<(), CommandError> {
    write_to(io::stdout().lock(), &filter::json(text))
}

fn write_out(text: &str) -> Result<(), CommandError> {
    write_to(anstream::stdout().lock(), text)
}

/// A closed pipe (`| head`) is not an error.
fn write_to(mut stdout: impl Write, text: &str) -> Result<(), CommandError> {
    match writeln!(stdout, "{text}").and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(CommandError::failed(format!("cannot write the answer: {error}")))
        }
        _ => Ok(()),
    }
}

/// Prints a note to stderr, beside the answer.
pub(crate) fn note(text: &str) {
    // If stderr is closed, nothing can be reported.
    let _ = writeln!(anstream::stderr().lock(), "{}", dim(&format!("note: {}", printable(text))));
}

pub(crate) fn failure(error: &CommandError) -> ExitCode {
    let mut stderr = anstream::stderr().lock();
    let _ = writeln!(stderr, "{RED}error{RED:#}: {}", printable(&error.message));
    if let Some(hint) = &error.hint {
        let _ = writeln!(stderr, "{BOLD}hint{BOLD:#}: {}", printable(hint));
    }
    ExitCode::from(error.exit)
}
