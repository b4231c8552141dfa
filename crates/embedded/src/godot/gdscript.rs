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
pub(crate) struct Script {
    /// The file's own class first, then those inside, in the order of the source.
    pub(crate) classes: Vec<Class>,
    pub(crate) is_tool: bool,
    pub(crate) icon: Option<Box<str>>,
    /// `res://` and `uid://` texts, and what `preload` and `load` are given. Sorted.
    pub(crate) paths: Box<[Box<str>]>,
    /// Names that may be those of classes elsewhere. Sorted.
    pub(crate) names: Box<[Box<str>]>,
    pub(crate) problems: Vec<Problem>,
}

/// A declaration that could not be read; those around it were.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    /// Counted from 1.
    pub(crate) line: u32,
    pub(crate) reason: String,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Class {
    /// The `class_name`; `Inner` or `Outer.Inner`, without the file's class, for one inside.
    pub(crate) name: Option<Box<str>>,
    /// The class around it, in `Script::classes`.
    pub(crate) around: Option<usize>,
    pub(crate) extends: Option<Extends>,
    pub(crate) is_abstract: bool,
    pub(crate) doc: Doc,
    pub(crate) line: u32,
    pub(crate) variables: Vec<Variable>,
    pub(crate) constants: Vec<Constant>,
    pub(crate) enums: Vec<Enum>,
    pub(crate) signals: Vec<Signal>,
    pub(crate) functions: Vec<Function>,
}

/// `extends Name.Inner` or `extends "path".Inner`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Extends {
    pub(crate) path: Option<Box<str>>,
    /// Empty when the path is all.
    pub(crate) name: Box<str>,
}

/// A `##` comment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Doc {
    /// The first paragraph.
    pub(crate) brief: Option<Box<str>>,
    pub(crate) description: Option<Box<str>>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Variable {
    pub(crate) name: Box<str>,
    /// Declared, or what `:=` or `@export` make of the default.
    pub(crate) type_name: Option<Box<str>>,
    pub(crate) is_inferred: bool,
    /// As the source writes it.
    pub(crate) default: Option<Box<str>>,
    /// The default as Godot writes a value; `None` when only running the script would tell.
    pub(crate) value: Option<Box<str>>,
    pub(crate) export: Option<Export>,
    pub(crate) is_onready: bool,
    pub(crate) is_static: bool,
    pub(crate) doc: Doc,
    pub(crate) line: u32,
}

/// `@export_range(0, 1)`; for Godot 3's `export(int, 0, 1)` the annotation is `export` too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Export {
    /// Without the `@`.
    pub(crate) annotation: Box<str>,
    pub(crate) arguments: Option<Box<str>>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Constant {
    pub(crate) name: Box<str>,
    pub(crate) type_name: Option<Box<str>>,
    pub(crate) default: Option<Box<str>>,
    pub(crate) value: Option<Box<str>>,
    pub(crate) doc: Doc,
    pub(crate) line: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Enum {
    pub(crate) name: Option<Box<str>>,
    pub(crate) values: Vec<EnumValue>,
    pub(crate) doc: Doc,
    pub(crate) line: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct EnumValue {
    pub(crate) name: Box<str>,
    /// `None` for one that only running the script would tell.
    pub(crate) number: Option<i64>,
    pub(crate) doc: Doc,
    pub(crate) line: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Signal {
    pub(crate) name: Box<str>,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) doc: Doc,
    pub(crate) line: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Function {
    pub(crate) name: Box<str>,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) return_type: Option<Box<str>>,
    pub(crate) is_static: bool,
    pub(crate) is_abstract: bool,
    pub(crate) doc: Doc,
    pub(crate) line: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Parameter {
    pub(crate) name: Box<str>,
    pub(crate) type_name: Option<Box<str>>,
    pub(crate) default: Option<Box<str>>,
    /// `...arguments`: all that are left.
    pub(crate) is_rest: bool,
}

impl Script {
    /// Any text gives a script; what is no GDScript in it is a problem.
    pub(crate) fn parse(source: &str) -> Script {
        parser::parse(source)
    }

    /// The file's own class.
    pub(crate) fn class(&self) -> &Class {
        static NOTHING: Class = Class::NOTHING;
        self.classes.first().unwrap_or(&NOTHING)
    }

    pub(crate) fn class_name(&self) -> Option<&str> {
        self.class().name.as_deref()
    }

    pub(crate) fn extends(&self) -> Option<&Extends> {
        self.class().extends.as_ref()
    }

    pub(crate) fn has_method(&self, name: &str) -> bool {
        self.class().functions.iter().any(|function| &*function.name == name)
    }

    pub(crate) fn has_signal(&self, name: &str) -> bool {
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

    pub(crate) fn exports(&self) -> impl Iterator<Item = &Variable> {
        self.variables.iter().filter(|variable| variable.export.is_some())
    }
}

impl Doc {
    /// Brief and description as one text.
    pub(crate) fn text(&self) -> Option<String> {
        match (&self.brief, &self.description) {
            (Some(brief), Some(more)) => Some(format!("{brief}\n\n{more}")),
            (one, other) => one.as_ref().or(other.as_ref()).map(|text| text.to_string()),
        }
    }
}
