//! Reads the declarations of a GDScript file, of Godot 3 and 4: its class, its inner classes, and their
//! variables, constants, enums, signals and functions. The bodies of functions are skipped.
//!
//! Invariant: a broken declaration loses only itself, and becomes a [`GdSyntaxError`] with a line.
//! Invariant: any text gives a [`GdScript`]; parsing never fails and never panics.

mod docs;
mod error;
mod fold;
mod lexer;
mod parser;
#[cfg(test)]
mod tests;
mod types;
mod value;

pub use error::{GdSyntaxError, GdSyntaxErrorKind};

/// The declarations of one file. It owns them and keeps nothing else of the source.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GdScript {
    /// The file's own class first, then its inner classes, in the order of the source.
    pub classes: Vec<GdClass>,
    pub is_tool: bool,
    pub(crate) icon: Option<Box<str>>,
    /// Declarations that could not be parsed, sorted by line.
    pub errors: Vec<GdSyntaxError>,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct GdClass {
    /// The `class_name`; for an inner class `Inner` or `Outer.Inner`, without the file's class.
    pub name: Option<Box<str>>,
    /// The class that contains it, as an index into [`GdScript::classes`].
    pub outer: Option<usize>,
    pub extends: Option<Extends>,
    pub is_abstract: bool,
    pub doc: DocComment,
    pub(crate) line: u32,
    pub variables: Vec<GdVariable>,
    pub constants: Vec<GdConstant>,
    pub enums: Vec<GdEnum>,
    pub signals: Vec<GdSignal>,
    pub functions: Vec<GdFunction>,
}

/// `extends Name.Inner` or `extends "path".Inner`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extends {
    pub path: Option<Box<str>>,
    /// Empty if only the path is given.
    pub name: Box<str>,
}

/// A `##` comment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DocComment {
    /// The first paragraph.
    pub brief: Option<Box<str>>,
    pub description: Option<Box<str>>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct GdVariable {
    pub name: Box<str>,
    /// Declared, or inferred from the default by `:=` or `@export`.
    pub type_name: Option<Box<str>>,
    pub(crate) is_inferred: bool,
    /// The expression in the source.
    pub default: Option<Box<str>>,
    /// The default as Godot writes a value; `None` if it is only known when the script runs.
    pub value: Option<Box<str>>,
    pub export: Option<ExportAnnotation>,
    /// The names of its values in the inspector, as `@export_enum` lists them: `A,B:4`.
    pub enum_labels: Option<Box<str>>,
    pub(crate) is_onready: bool,
    pub is_static: bool,
    pub doc: DocComment,
    pub(crate) line: u32,
}

/// `@export_range(0, 1)`; Godot 3's `export(int, 0, 1)` has the annotation `export`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportAnnotation {
    /// Without the `@`.
    pub annotation: Box<str>,
    pub arguments: Option<Box<str>>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct GdConstant {
    pub name: Box<str>,
    pub type_name: Option<Box<str>>,
    pub default: Option<Box<str>>,
    pub value: Option<Box<str>>,
    pub doc: DocComment,
    pub(crate) line: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GdEnum {
    pub name: Option<Box<str>>,
    pub values: Vec<GdEnumValue>,
    pub doc: DocComment,
    pub(crate) line: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GdEnumValue {
    pub name: Box<str>,
    /// `None` if it is only known when the script runs.
    pub number: Option<i64>,
    pub doc: DocComment,
    pub(crate) line: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GdSignal {
    pub name: Box<str>,
    pub parameters: Vec<GdParameter>,
    pub doc: DocComment,
    pub(crate) line: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GdFunction {
    pub name: Box<str>,
    pub parameters: Vec<GdParameter>,
    pub return_type: Option<Box<str>>,
    pub is_static: bool,
    pub is_abstract: bool,
    pub doc: DocComment,
    pub(crate) line: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GdParameter {
    pub name: Box<str>,
    pub type_name: Option<Box<str>>,
    pub default: Option<Box<str>>,
    /// `...arguments`: takes all remaining arguments.
    pub is_rest: bool,
}

impl GdScript {
    pub fn parse(source: &str) -> GdScript {
        parser::parse(source)
    }

    /// The file's own class.
    pub fn class(&self) -> &GdClass {
        static EMPTY: GdClass = GdClass::EMPTY;
        self.classes.first().unwrap_or(&EMPTY)
    }

    pub fn class_name(&self) -> Option<&str> {
        self.class().name.as_deref()
    }

    pub fn extends(&self) -> Option<&Extends> {
        self.class().extends.as_ref()
    }

    /// The number of classes, including the file's own, and of their members.
    pub fn declaration_count(&self) -> usize {
        self.classes.iter().map(|class| 1 + class.member_count()).sum()
    }

    pub fn has_method(&self, name: &str) -> bool {
        self.class().functions.iter().any(|function| &*function.name == name)
    }

    pub fn has_signal(&self, name: &str) -> bool {
        self.class().signals.iter().any(|signal| &*signal.name == name)
    }
}

impl GdClass {
    const EMPTY: GdClass = GdClass {
        name: None,
        outer: None,
        extends: None,
        is_abstract: false,
        doc: DocComment { brief: None, description: None },
        line: 1,
        variables: Vec::new(),
        constants: Vec::new(),
        enums: Vec::new(),
        signals: Vec::new(),
        functions: Vec::new(),
    };

    fn member_count(&self) -> usize {
        self.variables.len()
            + self.constants.len()
            + self.enums.len()
            + self.signals.len()
            + self.functions.len()
    }

    pub fn exports(&self) -> impl Iterator<Item = &GdVariable> {
        self.variables.iter().filter(|variable| variable.export.is_some())
    }
}

impl DocComment {
    /// The brief and the description as one text.
    pub fn text(&self) -> Option<String> {
        match (&self.brief, &self.description) {
            (Some(brief), Some(more)) => Some(format!("{brief}\n\n{more}")),
            (one, other) => one.as_ref().or(other.as_ref()).map(|text| text.to_string()),
        }
    }
}
