//! GDScript, as far as a file's declarations: its class, the classes inside, and their variables,
//! constants, enums, signals and functions, of Godot 3 and 4. What a body holds is only searched
//! for the files and classes that it names.

mod docs;
mod fold;
mod lexer;
mod parser;
#[cfg(test)]
mod tests;
mod types;
mod value;

/// One file. It owns what it holds and keeps no more of the source than that.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GdScript {
    /// The file's own class first, then those inside, in the order of the source.
    pub classes: Vec<GdClass>,
    pub is_tool: bool,
    pub icon: Option<Box<str>>,
    /// `res://` and `uid://` texts, and what `preload` and `load` are given. Sorted.
    pub paths: Box<[Box<str>]>,
    /// Names that may be those of classes elsewhere. Sorted.
    pub names: Box<[Box<str>]>,
    pub problems: Vec<GdSyntaxError>,
}

/// A declaration that could not be read; those around it were.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GdSyntaxError {
    /// Counted from 1.
    pub line: u32,
    pub reason: String,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct GdClass {
    /// The `class_name`; `Inner` or `Outer.Inner`, without the file's class, for one inside.
    pub name: Option<Box<str>>,
    /// The class around it, in `Script::classes`.
    pub around: Option<usize>,
    pub extends: Option<Extends>,
    pub is_abstract: bool,
    pub doc: DocComment,
    pub line: u32,
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
    /// Empty when the path is all.
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
    /// Declared, or what `:=` or `@export` make of the default.
    pub type_name: Option<Box<str>>,
    pub is_inferred: bool,
    /// As the source writes it.
    pub default: Option<Box<str>>,
    /// The default as Godot writes a value; `None` when only running the script would tell.
    pub value: Option<Box<str>>,
    pub export: Option<ExportAnnotation>,
    pub is_onready: bool,
    pub is_static: bool,
    pub doc: DocComment,
    pub line: u32,
}

/// `@export_range(0, 1)`; for Godot 3's `export(int, 0, 1)` the annotation is `export` too.
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
    pub line: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GdEnum {
    pub name: Option<Box<str>>,
    pub values: Vec<GdEnumValue>,
    pub doc: DocComment,
    pub line: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GdEnumValue {
    pub name: Box<str>,
    /// `None` for one that only running the script would tell.
    pub number: Option<i64>,
    pub doc: DocComment,
    pub line: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GdSignal {
    pub name: Box<str>,
    pub parameters: Vec<GdParameter>,
    pub doc: DocComment,
    pub line: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GdFunction {
    pub name: Box<str>,
    pub parameters: Vec<GdParameter>,
    pub return_type: Option<Box<str>>,
    pub is_static: bool,
    pub is_abstract: bool,
    pub doc: DocComment,
    pub line: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GdParameter {
    pub name: Box<str>,
    pub type_name: Option<Box<str>>,
    pub default: Option<Box<str>>,
    /// `...arguments`: all that are left.
    pub is_rest: bool,
}

impl GdScript {
    /// Any text gives a script; what is no GDScript in it is a problem.
    pub fn parse(source: &str) -> GdScript {
        parser::parse(source)
    }

    /// The file's own class.
    pub fn class(&self) -> &GdClass {
        static EMPTY_CLASS: GdClass = GdClass::EMPTY;
        self.classes.first().unwrap_or(&EMPTY_CLASS)
    }

    pub fn class_name(&self) -> Option<&str> {
        self.class().name.as_deref()
    }

    pub fn extends(&self) -> Option<&Extends> {
        self.class().extends.as_ref()
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
        around: None,
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

    pub fn exports(&self) -> impl Iterator<Item = &GdVariable> {
        self.variables.iter().filter(|variable| variable.export.is_some())
    }
}

impl DocComment {
    /// Brief and description as one text.
    pub fn text(&self) -> Option<String> {
        match (&self.brief, &self.description) {
            (Some(brief), Some(more)) => Some(format!("{brief}\n\n{more}")),
            (one, other) => one.as_ref().or(other.as_ref()).map(|text| text.to_string()),
        }
    }
}
