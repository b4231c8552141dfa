//! The text formats by themselves, without a project: for round trips, fuzzing and benchmarks.

use crate::godot::gdscript::{Class, Script};
use crate::unity::Syntax;

/// Where and why a text is not of its format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Counted from 1.
    pub line: usize,
    pub reason: &'static str,
}

/// A Unity text file, read without losing a byte.
pub struct UnityFile<'a>(Syntax<'a>);

impl<'a> UnityFile<'a> {
    pub fn parse(text: &'a str) -> Result<UnityFile<'a>, Problem> {
        Syntax::parse(text).map(UnityFile).map_err(|error| {
            let before = &text.as_bytes()[..error.offset.min(text.len())];
            let line = 1 + memchr::memchr_iter(b'\n', before).count();
            Problem { line, reason: error.reason }
        })
    }

    pub fn documents(&self) -> usize {
        self.0.documents().count()
    }

    /// How many entries, items and documents the file has.
    pub fn nodes(&self) -> usize {
        self.0.len()
    }

    /// The file again, to the byte.
    pub fn write(&self) -> String {
        self.0.write()
    }
}

/// The declarations of a GDScript file.
pub struct GdScript(Script);

impl GdScript {
    pub fn parse(text: &str) -> GdScript {
        GdScript(Script::parse(text))
    }

    /// Declarations that could not be read: line, counted from 1, and reason.
    pub fn problems(&self) -> impl Iterator<Item = (u32, &str)> {
        self.0.problems.iter().map(|problem| (problem.line, problem.reason.as_str()))
    }

    /// How many classes the file declares, itself included, and how many members they have.
    pub fn declarations(&self) -> usize {
        let members = |class: &Class| {
            class.variables.len()
                + class.constants.len()
                + class.enums.len()
                + class.signals.len()
                + class.functions.len()
        };
        self.0.classes.iter().map(|class| 1 + members(class)).sum()
    }
}
