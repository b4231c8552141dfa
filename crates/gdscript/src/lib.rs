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
pub struct Script {
    /// The file's own class first, then those inside, in the order of the source.
    pub classes: Vec<Class>,
    pub is_tool: bool,
    pub icon: Option<Box<str>>,
    /// `res://` and `uid://` texts, and what `preload` and `load` are given. Sorted.
    pub paths: Box<[Box<str>]>,
    /// Names that may be those of classes elsewhere. Sorted.
    pub names: Box<[Box<str>]>,
    pub problems: Vec<Problem>,
}

/// A declaration that could not be read; those around it were.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Counted from 1.
    pub line: u32,
    pub reason: String,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Class {
    /// The `class_name`; `Inner` or `Outer.Inner`, without the file's class, for one inside.
    pub name: Option<Box<str>>,
    /// The class around it, in `Script::classes`.
    pub around: Option<usize>,
    pub extends: Option<Extends>,
    pub is_abstract: bool,
    pub doc: Doc,
    pub line: u32,
    pub variables: Vec<Variable>,
    pub constants: Vec<Constant>,
    pub enums: Vec<Enum>,
    pub signals: Vec<Signal>,
    pub functions: Vec<Function>,
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
pub struct Doc {
    /// The first paragraph.
    pub brief: Option<Box<str>>,
    pub description: Option<Box<str>>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Variable {
    pub name: Box<str>,
    /// Declared, or what `:=` or `@export` make of the default.
    pub type_name: Option<Box<str>>,
    pub is_inferred: bool,
    /// As the source writes it.
    pub default: Option<Box<str>>,
    /// The default as Godot writes a value; `None` when only running the script would tell.
    pub value: Option<Box<str>>,
    pub export: Option<Export>,
    pub is_onready: bool,
    pub is_static: bool,
    pub doc: Doc,
    pub line: u32,
}

/// `@export_range(0, 1)`; for Godot 3's `export(int, 0, 1)` the annotation is `export` too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Export {
    /// Without the `@`.
    pub annotation: Box<str>,
    pub arguments: Option<Box<str>>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Constant {
    pub name: Box<str>,
    pub type_name: Option<Box<str>>,
    pub default: Option<Box<str>>,
    pub value: Option<Box<str>>,
    pub doc: Doc,
    pub line: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enum {
    pub name: Option<Box<str>>,
    pub values: Vec<EnumValue>,
    pub doc: Doc,
    pub line: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnumValue {
    pub name: Box<str>,
    /// `None` for one that only running the script would tell.
    pub number: Option<i64>,
    pub doc: Doc,
    pub line: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signal {
    pub name: Box<str>,
    pub parameters: Vec<Parameter>,
    pub doc: Doc,
    pub line: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    pub name: Box<str>,
    pub parameters: Vec<Parameter>,
    pub return_type: Option<Box<str>>,
    pub is_static: bool,
    pub is_abstract: bool,
    pub doc: Doc,
    pub line: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    pub name: Box<str>,
    pub type_name: Option<Box<str>>,
    pub default: Option<Box<str>>,
    /// `...arguments`: all that are left.
    pub is_rest: bool,
}

impl Script {
    /// Any text gives a script; what is no GDScript in it is a problem.
    pub fn parse(source: &str) -> Script {
        parser::parse(source)
    }

    /// The file's own class.
    pub fn class(&self) -> &Class {
        static NOTHING: Class = Class::NOTHING;
        self.classes.first().unwrap_or(&NOTHING)
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

impl Class {
    const NOTHING: Class = Class {
        name: None,
        around: None,
        extends: None,
        is_abstract: false,
        doc: Doc { brief: None, description: None },
        line: 1,
        variables: Vec::new(),
        constants: Vec::new(),
        enums: Vec::new(),
        signals: Vec::new(),
        functions: Vec::new(),
    };

    pub fn exports(&self) -> impl Iterator<Item = &Variable> {
        self.variables.iter().filter(|variable| variable.export.is_some())
    }
}

impl Doc {
    /// Brief and description as one text.
    pub fn text(&self) -> Option<String> {
        match (&self.brief, &self.description) {
            (Some(brief), Some(more)) => Some(format!("{brief}\n\n{more}")),
            (one, other) => one.as_ref().or(other.as_ref()).map(|text| text.to_string()),
        }
    }
}
