//! What Godot said while it compiled scripts.

use std::collections::BTreeMap;

use scenewright_model::ScriptSeverity;

use crate::variant::{Dictionary, Variant};

/// What Godot adds to a warning that a setting makes an error.
const TREATED_AS_ERROR: &str = " (Warning treated as error.)";
/// What is said again, about a script whose errors are known.
const REPETITION: &str = "Failed to load script \"";

/// What the script of ours writes, one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ReportEntry {
    Start {
        version: String,
        has_logger: bool,
    },
    Begin {
        path: String,
    },
    End {
        path: String,
        is_loaded: bool,
    },
    /// From here on, warnings are repeated to learn their codes.
    Names,
    Done,
    Compiler(CompilerMessage),
    /// An error that the compiler did not report.
    Other {
        text: String,
    },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CompilerMessage {
    pub(super) path: String,
    pub(super) line: u32,
    pub(super) severity: ScriptSeverity,
    pub(super) code: Option<String>,
    pub(super) text: String,
}

/// A place with its message, of which only the code may still be unknown.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ReportedProblem {
    pub(super) path: String,
    pub(super) line: u32,
    pub(super) severity: ScriptSeverity,
    pub(super) text: String,
}

#[derive(Debug, Default)]
pub(super) struct ScriptReport {
    pub(super) version: String,
    pub(super) has_logger: bool,
    /// With the code of each that has one. A script that others load is compiled several times.
    pub(super) problems: BTreeMap<ReportedProblem, Option<String>>,
    /// The script that is being compiled.
    pub(super) current: Option<String>,
    pub(super) is_done: bool,
    /// Including those that could not be.
    pub(super) compiled: usize,
    /// Errors that the compiler did not report, and how many there were.
    pub(super) first_other: Option<String>,
    pub(super) others: usize,
    is_naming: bool,
    /// The first of them since the script was begun.
    script_other: Option<String>,
}

impl ReportEntry {
    /// `None` for an entry of another kind.
    pub(super) fn new(entry: &Dictionary) -> Option<ReportEntry> {
        let text = |name: &str| entry.get(name).and_then(Variant::as_text).unwrap_or_default();
        let flag = |name: &str| entry.get(name).and_then(Variant::as_bool).unwrap_or_default();
        let path = || text("path").to_owned();
        Some(match text("kind") {
            "start" => {
                ReportEntry::Start { version: text("version").to_owned(), has_logger: flag("logs") }
            }
            "begin" => ReportEntry::Begin { path: path() },
            "end" => ReportEntry::End { path: path(), is_loaded: flag("loaded") },
            "names" => ReportEntry::Names,
            "done" => ReportEntry::Done,
            "compiler" => {
                let line = entry.get("line").and_then(Variant::as_int).unwrap_or_default();
                let line = u32::try_from(line).unwrap_or_default();
                ReportEntry::Compiler(CompilerMessage::new(
                    path(),
                    line,
                    flag("warning"),
                    text("code"),
                    text("text"),
                ))
            }
            "other" => {
                let text = if text("text").is_empty() { text("code") } else { text("text") };
                ReportEntry::Other { text: text.to_owned() }
            }
            _ => return None,
        })
    }
}

impl CompilerMessage {
    /// A warning has its code and a text; an error only has a text, in the place of the code.
    pub(super) fn new(
        path: String,
        line: u32,
        is_warning: bool,
        code: &str,
        text: &str,
    ) -> CompilerMessage {
        let (code, text) = match (text, is_warning) {
            ("", _) => (None, code),
            (text, true) => (Some(code.to_owned()), text),
            (text, false) => (None, text),
        };
        let text = ["Parse Error: ", "Compile Error: "]
            .iter()
            .find_map(|prefix| text.strip_prefix(prefix))
            .unwrap_or(text);
        let severity = if is_warning { ScriptSeverity::Warning } else { ScriptSeverity::Error };
        CompilerMessage { path, line: line.max(1), severity, code, text: text.to_owned() }
    }
}

impl ScriptReport {
    pub(super) fn add(&mut self, entry: ReportEntry) {
        match entry {
            ReportEntry::Start { version, has_logger } => {
                (self.version, self.has_logger) = (version, has_logger);
            }
            ReportEntry::Begin { path } => {
                self.current = Some(path);
                self.script_other = None;
            }
            ReportEntry::End { path, is_loaded } => self.finish(&path, is_loaded),
            ReportEntry::Names => self.is_naming = true,
            ReportEntry::Done => self.is_done = true,
            ReportEntry::Compiler(message) if self.is_naming => self.name(message),
            ReportEntry::Compiler(message) => self.add_message(message),
            ReportEntry::Other { text } => self.add_other(text),
        }
    }

    /// What stopped the script that is being compiled, and with it the whole run.
    pub(super) fn interrupt(&mut self, text: String) {
        self.is_naming = false;
        if let Some(path) = self.current.take() {
            self.compiled += 1;
            self.add_error(path, text);
        }
    }

    pub(super) fn add_message(&mut self, message: CompilerMessage) {
        let CompilerMessage { path, line, severity, code, text } = message;
        if path.starts_with("res://") {
            let problem = ReportedProblem { path, line, severity, text };
            self.problems.entry(problem).or_insert(code);
        }
    }

    fn add_error(&mut self, path: String, text: String) {
        let severity = ScriptSeverity::Error;
        self.add_message(CompilerMessage { path, line: 1, severity, code: None, text });
    }

    fn finish(&mut self, path: &str, is_loaded: bool) {
        self.current = None;
        self.compiled += 1;
        if !is_loaded && !self.problems.keys().any(|problem| problem.path == path) {
            let reason = self.script_other.take();
            let reason = reason.unwrap_or_else(|| "Godot could not load the script.".to_owned());
            self.add_error(path.to_owned(), reason);
        }
    }

    /// The warning in place of an error tells the code of that error. The others were not told because of it.
    fn name(&mut self, message: CompilerMessage) {
        let error = ReportedProblem {
            path: message.path.clone(),
            line: message.line,
            severity: ScriptSeverity::Error,
            text: format!("{}{TREATED_AS_ERROR}", message.text),
        };
        match self.problems.get_mut(&error) {
            Some(code) => *code = message.code,
            None => self.add_message(message),
        }
    }

    fn add_other(&mut self, text: String) {
        if self.is_naming || text.starts_with(REPETITION) {
            return;
        }
        self.others += 1;
        self.first_other.get_or_insert_with(|| text.clone());
        self.script_other.get_or_insert(text);
    }
}

/// The compiler's messages in what Godot printed, for versions that have no logger. The codes of warnings are not in it.
pub(super) fn printed_messages(log: &str) -> Vec<CompilerMessage> {
    let mut messages = Vec::new();
    let mut started: Option<(bool, String)> = None;
    for line in log.lines() {
        let begin = [("SCRIPT ERROR: ", false), ("WARNING: ", true)]
            .iter()
            .find_map(|(word, is_warning)| Some((*is_warning, line.strip_prefix(word)?)));
        if let Some((is_warning, text)) = begin {
            started = Some((is_warning, text.to_owned()));
        } else if let Some(place) = line.trim_start().strip_prefix("at: ") {
            let message = started.take().and_then(|(is_warning, text)| {
                let place = place.strip_prefix("GDScript::reload (")?.strip_suffix(')')?;
                let (path, line) = place.rsplit_once(':')?;
                let line = line.parse().ok()?;
                Some(CompilerMessage::new(path.to_owned(), line, is_warning, "", &text))
            });
            messages.extend(message);
        } else if let Some((_, text)) = &mut started {
            text.push('\n');
            text.push_str(line);
        }
    }
    messages
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(fields: &[(&str, Variant)]) -> Dictionary {
        let entries = fields.iter().map(|(name, value)| ((*name).into(), value.clone())).collect();
        Dictionary { entries, ..Dictionary::default() }
    }

    fn compiler(path: &str, line: i64, is_warning: bool, code: &str, text: &str) -> ReportEntry {
        let fields = entry(&[
            ("kind", "compiler".into()),
            ("path", path.into()),
            ("line", Variant::Int(line)),
            ("warning", Variant::Bool(is_warning)),
            ("code", code.into()),
            ("text", text.into()),
        ]);
        ReportEntry::new(&fields).unwrap()
    }

    fn shown(report: &ScriptReport) -> Vec<String> {
        let row = |(problem, code): (&ReportedProblem, &Option<String>)| {
            let ReportedProblem { path, line, severity, text } = problem;
            format!("{path}:{line} {severity:?} {} {text}", code.as_deref().unwrap_or("-"))
        };
        report.problems.iter().map(row).collect()
    }

    #[test]
    fn messages_of_the_compiler_become_problems_once() {
        let error =
            || compiler("res://a.gd", 3, false, "Parse Error: Expected parameter name.", "");
        let mut report = ScriptReport::default();
        for entry in [
            error(),
            error(),
            compiler("res://a.gd", 2, true, "UNUSED_VARIABLE", "The variable \"x\" is unused."),
            compiler("res://b.gd", 4, false, "Compile Error: Identifier not found: Glob", ""),
            compiler("/tmp/run/check_scripts.gd", 1, true, "UNTYPED_DECLARATION", "Ours."),
        ] {
            report.add(entry);
        }
        assert_eq!(
            shown(&report),
            [
                "res://a.gd:2 Warning UNUSED_VARIABLE The variable \"x\" is unused.",
                "res://a.gd:3 Error - Expected parameter name.",
                "res://b.gd:4 Error - Identifier not found: Glob",
            ]
        );
    }

    #[test]
    fn a_warning_that_is_an_error_gets_its_code_from_the_second_pass() {
        let mut report = ScriptReport::default();
        let text = "Parse Error: Integer division. (Warning treated as error.)";
        report.add(compiler("res://a.gd", 9, false, text, ""));
        report.add(ReportEntry::Names);
        report.add(compiler("res://a.gd", 9, true, "INTEGER_DIVISION", "Integer division."));
        report.add(compiler(
            "res://a.gd",
            8,
            true,
            "UNUSED_VARIABLE",
            "Was not told because of the error.",
        ));
        assert_eq!(
            shown(&report),
            [
                "res://a.gd:8 Warning UNUSED_VARIABLE Was not told because of the error.",
                "res://a.gd:9 Error INTEGER_DIVISION Integer division. (Warning treated as error.)",
            ]
        );
    }

    #[test]
    fn a_script_that_cannot_be_loaded_is_an_error_with_its_reason() {
        let mut report = ScriptReport::default();
        for entry in [
            ReportEntry::Begin { path: "res://a.gd".to_owned() },
            ReportEntry::Other { text: "Script 'res://a.gd' contains invalid unicode.".to_owned() },
            ReportEntry::Other { text: "Failed to load script \"res://a.gd\".".to_owned() },
            ReportEntry::End { path: "res://a.gd".to_owned(), is_loaded: false },
            ReportEntry::Begin { path: "res://b.gd".to_owned() },
            ReportEntry::End { path: "res://b.gd".to_owned(), is_loaded: false },
            ReportEntry::Begin { path: "res://c.gd".to_owned() },
        ] {
            report.add(entry);
        }
        report.interrupt("It never ends.".to_owned());
        assert_eq!(
            shown(&report),
            [
                "res://a.gd:1 Error - Script 'res://a.gd' contains invalid unicode.",
                "res://b.gd:1 Error - Godot could not load the script.",
                "res://c.gd:1 Error - It never ends.",
            ]
        );
        assert_eq!((report.compiled, report.others), (3, 1));
    }

    #[test]
    fn printed_messages_are_read_with_their_places() {
        let log = "Godot Engine v4.4\n\
            SCRIPT ERROR: Parse Error: Expected parameter name.\n          at: GDScript::reload (res://a b.gd:2)\n\
            ERROR: Failed to load script \"res://a b.gd\" with error \"Parse error\".\n   at: load (modules/gdscript/gdscript.cpp:2907)\n\
            WARNING: Variable \"x\"\nis unused.\n     at: GDScript::reload (res://ü.gd:13)\n\
            SCRIPT ERROR: Invalid call.\n   at: side (res://c.gd:3)\n\
            WARNING: a print\nwithout a place\n";
        let messages: Vec<_> = printed_messages(log)
            .into_iter()
            .map(|it| format!("{}:{} {:?} {}", it.path, it.line, it.severity, it.text))
            .collect();
        assert_eq!(
            messages,
            [
                "res://a b.gd:2 Error Expected parameter name.",
                "res://ü.gd:13 Warning Variable \"x\"\nis unused.",
            ]
        );
    }
}
