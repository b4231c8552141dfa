//! Godot's values, typed: each is a slice of the text that it was read from, and copies nothing.
//!
//! A [`Variant`] is checked once, as a whole, when it is parsed. Lists keep their text and their
//! length, and give their items when they are asked for: a mesh of a million numbers costs no more
//! than its text, and a value is as cheap to pass on as a pair of slices.

mod lists;
mod number;
mod parser;
mod quoted;
#[cfg(test)]
mod tests;
mod types;

use std::borrow::Cow;

pub use lists::{Entries, Items, Numbers};
pub use number::Number;
pub use quoted::Quoted;
pub use types::{Math, Packed};

use parser::Parser;

/// One value: what it is, and the text that says so.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Variant<'t> {
    text: &'t str,
    kind: Kind<'t>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind<'t> {
    Null,
    Bool(bool),
    Int(Number<'t>),
    Float(Number<'t>),
    String(Quoted<'t>),
    StringName(Quoted<'t>),
    NodePath(Quoted<'t>),
    /// Vectors, rectangles, transforms, colours: a type and as many numbers as it has.
    Math(Math, Numbers<'t>),
    /// A colour as its hexadecimal digits, without the `#`.
    Html(&'t str),
    /// A packed array of anything but strings.
    Numbers(Packed, Numbers<'t>),
    Strings(Items<'t>),
    /// `PackedByteArray("…")`
    Base64(Quoted<'t>),
    /// `element` is what stands between the brackets of `Array[…]([…])`.
    Array {
        element: Option<&'t str>,
        items: Items<'t>,
    },
    /// `types` is what stands between the brackets of `Dictionary[…, …]({…})`.
    Dictionary {
        types: Option<&'t str>,
        entries: Entries<'t>,
    },
    /// `Resource("path")`
    Resource(Items<'t>),
    ExtResource(Id<'t>),
    SubResource(Id<'t>),
    Object {
        class: &'t str,
        entries: Entries<'t>,
    },
    Rid(Items<'t>),
    Callable(Items<'t>),
    Signal(Items<'t>),
    /// A call that no Godot of ours knows.
    Call {
        name: &'t str,
        arguments: Items<'t>,
    },
    /// A bare name, which only such a call may have among its arguments.
    Word,
}

/// What names a resource of the same file: quoted since Godot 4, a bare number before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Id<'t>(&'t str);

/// What is wrong with a value, and at which byte of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VariantError {
    pub at: usize,
    pub reason: &'static str,
}

impl<'t> Variant<'t> {
    /// `raw` is one value and nothing else but blanks and comments.
    pub fn parse(raw: &'t str) -> Result<Variant<'t>, VariantError> {
        Parser::new(raw).only_value()
    }

    /// As the file has it.
    pub fn text(self) -> &'t str {
        self.text
    }

    pub fn kind(self) -> Kind<'t> {
        self.kind
    }

    /// What Godot 4 calls the type; for an unknown call, the name that is called.
    pub fn type_name(self) -> &'t str {
        match self.kind {
            Kind::Null => "Nil",
            Kind::Bool(_) => "bool",
            Kind::Int(_) => "int",
            Kind::Float(_) => "float",
            Kind::String(_) => "String",
            Kind::StringName(_) => "StringName",
            Kind::NodePath(_) => "NodePath",
            Kind::Math(math, _) => math.name(),
            Kind::Html(_) => "Color",
            Kind::Numbers(packed, _) => packed.name(),
            Kind::Strings(_) => "PackedStringArray",
            Kind::Base64(_) => "PackedByteArray",
            Kind::Array { .. } => "Array",
            Kind::Dictionary { .. } => "Dictionary",
            Kind::Resource(_)
            | Kind::ExtResource(_)
            | Kind::SubResource(_)
            | Kind::Object { .. } => "Object",
            Kind::Rid(_) => "RID",
            Kind::Callable(_) => "Callable",
            Kind::Signal(_) => "Signal",
            Kind::Call { name, .. } => name,
            Kind::Word => self.text,
        }
    }

    pub fn as_bool(self) -> Option<bool> {
        match self.kind {
            Kind::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// `None` also for an integer that 64 bits do not hold.
    pub fn as_i64(self) -> Option<i64> {
        match self.kind {
            Kind::Int(number) => number.integer(),
            _ => None,
        }
    }

    pub fn as_f64(self) -> Option<f64> {
        match self.kind {
            Kind::Int(number) | Kind::Float(number) => Some(number.float()),
            _ => None,
        }
    }

    /// The text of a string, a string name or a node path.
    pub fn as_str(self) -> Option<Cow<'t, str>> {
        match self.kind {
            Kind::String(text) | Kind::StringName(text) | Kind::NodePath(text) => {
                Some(text.plain())
            }
            _ => None,
        }
    }
}

impl<'t> Id<'t> {
    pub fn plain(self) -> Cow<'t, str> {
        let quoted = self.0.strip_prefix('"').and_then(|inner| inner.strip_suffix('"'));
        quoted.map_or(Cow::Borrowed(self.0), |inner| Quoted::new(inner).plain())
    }
}

/// Visits a value and all that it holds, keys and the resources that name types included.
pub fn walk<'t>(variant: Variant<'t>, visit: &mut impl FnMut(Variant<'t>)) {
    visit(variant);
    match variant.kind {
        Kind::Array { element, items } => {
            walk_types(element, visit);
            walk_items(items, visit);
        }
        Kind::Dictionary { types, entries } => {
            walk_types(types, visit);
            walk_entries(entries, visit);
        }
        Kind::Object { entries, .. } => walk_entries(entries, visit),
        Kind::Strings(items) | Kind::Resource(items) | Kind::Call { arguments: items, .. } => {
            walk_items(items, visit);
        }
        _ => {}
    }
}

fn walk_items<'t>(items: Items<'t>, visit: &mut impl FnMut(Variant<'t>)) {
    items.iter().for_each(|item| walk(item, visit));
}

fn walk_entries<'t>(entries: Entries<'t>, visit: &mut impl FnMut(Variant<'t>)) {
    for (key, value) in entries.iter() {
        walk(key, visit);
        walk(value, visit);
    }
}

/// Types are names of classes, or scripts: `ExtResource("1")`.
fn walk_types<'t>(types: Option<&'t str>, visit: &mut impl FnMut(Variant<'t>)) {
    let types = Items::of_words(types.unwrap_or_default());
    types.iter().filter(|item| item.kind != Kind::Word).for_each(visit);
}
