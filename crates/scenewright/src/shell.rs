//! Commands that can be pasted as they are: the program, its project, and quoted words.

use std::path::{Path, PathBuf};

use scenewright_model::without_verbatim_prefix;

use crate::commands::install::entry;
use crate::project;

/// How a command is typed in the current folder.
#[derive(Debug, Clone, Default)]
pub(crate) struct ShellContext {
    /// The program: its name if the PATH leads to it, otherwise its path, or the tool that it was started with.
    pub program: String,
    /// ` --project PATH`, or nothing if the project is found from the current folder.
    pub project: String,
}

impl ShellContext {
    /// For a project that was named, or found from the current folder.
    pub(crate) fn new(named: Option<&Path>) -> ShellContext {
        let project = match named {
            Some(path) if !is_here(path) => format!(" --project {}", quote_path(path)),
            _ => String::new(),
        };
        ShellContext { program: program(), project }
    }

    /// A complete command.
    pub(crate) fn command(&self, words: &str) -> String {
        format!("{} {words}{}", self.program, self.project)
    }
}

/// Whether the project is the one of the current folder.
fn is_here(path: &Path) -> bool {
    let root = |path: &Path| project::find(Some(path)).ok().map(|found| found.root);
    let here = project::current_dir().ok().and_then(|here| root(&here));
    here.is_some() && here == root(path)
}

/// How to run this program from the current folder.
pub(crate) fn program() -> String {
    let fallback = || "scenewright".to_owned();
    let Ok(exe) = std::env::current_exe() else { return fallback() };
    if let Some(command) = entry::package_command(&exe) {
        return command;
    }
    if entry::on_path(&exe).is_some() {
        return fallback();
    }
    let canonical = |path: &Path| path.canonicalize().map(without_verbatim_prefix);
    let exe = canonical(&exe).unwrap_or(exe);
    let here = std::env::current_dir().and_then(|here| canonical(&here)).unwrap_or_default();
    let inside = exe.strip_prefix(here).ok().filter(|path| path.components().count() > 1);
    quote_path(&inside.map_or_else(|| exe.clone(), PathBuf::from))
}

pub(crate) fn quote_path(path: &Path) -> String {
    quote(&path.display().to_string())
}

pub(crate) fn quote(text: &str) -> String {
    let plain =
        |c: char| c.is_alphanumeric() || "/._-:=,+@".contains(c) || (cfg!(windows) && c == '\\');
    match !text.is_empty() && text.chars().all(plain) {
        true => text.to_owned(),
        false if cfg!(windows) => format!("\"{}\"", text.replace('"', "\\\"")),
        false => format!("'{}'", text.replace('\'', r"'\''")),
    }
}

/// The command that is running, with another value for one of its options.
pub(crate) fn this_command_with(option: &str, value: &str) -> String {
    let args: Vec<String> =
        std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned()).collect();
    let words: Vec<String> =
        with_option(&args, option, value).iter().map(|word| quote(word)).collect();
    format!("{} {}", program(), words.join(" "))
}

fn with_option(args: &[String], option: &str, value: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        match arg.split_once('=') {
            _ if arg == option => drop(rest.next()),
            Some((name, _)) if name == option => {}
            _ => words.push(arg.clone()),
        }
    }
    words.extend([option.to_owned(), value.to_owned()]);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_if_the_shell_needs_it() {
        for (text, expected) in [
            ("a/b-c.tscn", "a/b-c.tscn"),
            ("res://a.tscn", "res://a.tscn"),
            ("a b", "'a b'"),
            ("it's", r"'it'\''s'"),
            ("", "''"),
            ("$HOME", "'$HOME'"),
        ] {
            assert_eq!(quote(text), expected);
        }
    }

    #[test]
    fn an_option_is_replaced_or_added() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        for (args, expected) in [
            ("serve", "serve --port 8081"),
            ("serve --port 8080 game", "serve game --port 8081"),
            ("serve --port=8080 --allow-writes", "serve --allow-writes --port 8081"),
        ] {
            assert_eq!(with_option(&words(args), "--port", "8081"), words(expected));
        }
    }
}
