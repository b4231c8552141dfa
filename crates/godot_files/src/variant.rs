//! Typed values of Godot, as slices of the text that they were parsed from.
//!
//! A [`Variant`] is validated completely when it is parsed. Lists consist of their text and their length, and are
//! parsed again when they are iterated: a mesh of a million numbers needs no more memory than its text.

mod lists;
mod number;
mod parser;
mod quoted;
#[cfg(test)]
mod tests;
mod types;

use std::borrow::Cow;

pub use lists::{NumberList, VariantEntries, VariantItems};
pub use number::NumberText;
pub use quoted::EscapedText;
pub use types::{MathType, PackedType};

use parser::VariantParser;

/// One value and its text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Variant<'t> {
    text: &'t str,
    kind: VariantKind<'t>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum VariantKind<'t> {
    Null,
    Bool(bool),
    Int(NumberText<'t>),
    Float(NumberText<'t>),
    String(EscapedText<'t>),
    StringName(EscapedText<'t>),
    NodePath(EscapedText<'t>),
    /// Vectors, rectangles, transforms, colors: a type with a fixed number of numbers.
    Math(MathType, NumberList<'t>),
    /// A color as hexadecimal digits, without the `#`.
    Html(&'t str),
    /// A packed array of anything but strings.
    Numbers(PackedType, NumberList<'t>),
    Strings(VariantItems<'t>),
    /// `PackedByteArray("…")`
    Base64(EscapedText<'t>),
    /// `element` is the type in the brackets of `Array[…]([…])`.
    Array {
        element: Option<&'t str>,
        items: VariantItems<'t>,
    },
    /// `types` are the types in the brackets of `Dictionary[…, …]({…})`.
    Dictionary {
        types: Option<&'t str>,
        entries: VariantEntries<'t>,
    },
    /// `Resource("path")`
    Resource(VariantItems<'t>),
    ExtResource(ResourceId<'t>),
    SubResource(ResourceId<'t>),
    Object {
        class: &'t str,
        entries: VariantEntries<'t>,
    },
    Rid(VariantItems<'t>),
    Callable(VariantItems<'t>),
    Signal(VariantItems<'t>),
    /// A call that is unknown in Godot 2 to 4.
    Call {
        name: &'t str,
        arguments: VariantItems<'t>,
    },
    /// A plain name, which only arguments of an unknown call can be.
    Word,
}

/// The id of a resource of the same file: quoted since Godot 4, a plain number before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResourceId<'t>(&'t str);

/// A syntax error of a value and its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VariantError {
    pub at: usize,
    pub reason: &'static str,
}

impl<'t> Variant<'t> {
    /// `raw` must be one value, with blanks and comments around it.
    pub fn parse(raw: &'t str) -> Result<Variant<'t>, VariantError> {
        VariantParser::new(raw).only_value()
    }

    /// The text in the file.
    pub fn text(self) -> &'t str {
        self.text
    }

    pub fn kind(self) -> VariantKind<'t> {
        self.kind
    }

    /// The name of the type in Godot 4; for an unknown call its name.
    pub fn type_name(self) -> &'t str {
        match self.kind {
            VariantKind::Null => "Nil",
            VariantKind::Bool(_) => "bool",
            VariantKind::Int(_) => "int",
            VariantKind::Float(_) => "float",
            VariantKind::String(_) => "String",
            VariantKind::StringName(_) => "StringName",
            VariantKind::NodePath(_) => "NodePath",
            VariantKind::Math(math, _) => math.name(),
            VariantKind::Html(_) => "Color",
            VariantKind::Numbers(packed, _) => packed.name(),
            VariantKind::Strings(_) => "PackedStringArray",
            VariantKind::Base64(_) => "PackedByteArray",
            VariantKind::Array { .. } => "Array",
            VariantKind::Dictionary { .. } => "Dictionary",
            VariantKind::Resource(_)
            | VariantKind::ExtResource(_)
            | VariantKind::SubResource(_)
            | VariantKind::Object { .. } => "Object",
            VariantKind::Rid(_) => "RID",
            VariantKind::Callable(_) => "Callable",
            VariantKind::Signal(_) => "Signal",
            VariantKind::Call { name, .. } => name,
            VariantKind::Word => self.text,
        }
    }

    pub fn as_bool(self) -> Option<bool> {
        match self.kind {
            VariantKind::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// `None` also for an integer beyond 64 bits.
    pub fn as_i64(self) -> Option<i64> {
        match self.kind {
            VariantKind::Int(number) => number.integer(),
            _ => None,
        }
    }

    pub fn as_f64(self) -> Option<f64> {
        match self.kind {
            VariantKind::Int(number) | VariantKind::Float(number) => Some(number.float()),
            _ => None,
        }
    }

    /// The text of a string, a string name or a node path.
    pub fn as_str(self) -> Option<Cow<'t, str>> {
        match self.kind {
            VariantKind::String(text)
            | VariantKind::StringName(text)
            | VariantKind::NodePath(text) => Some(text.unescape()),
            _ => None,
        }
    }
}

impl<'t> ResourceId<'t> {
    pub fn unescape(self) -> Cow<'t, str> {
        let quoted = self.0.strip_prefix('"').and_then(|inner| inner.strip_suffix('"'));
        quoted.map_or(Cow::Borrowed(self.0), |inner| EscapedText::new(inner).unescape())
    }
}

/// Visits a value and everything inside of it, including keys and scripts in element types.
pub fn walk<'t>(variant: Variant<'t>, visit: &mut impl FnMut(Variant<'t>)) {
    visit(variant);
    match variant.kind {
        VariantKind::Array { element, items } => {
            walk_types(element, visit);
            walk_items(items, visit);
        }
        VariantKind::Dictionary { types, entries } => {
            walk_types(types, visit);
            walk_entries(entries, visit);
        }
        VariantKind::Object { entries, .. } => walk_entries(entries, visit),
        VariantKind::Strings(items)
        | VariantKind::Resource(items)
        | VariantKind::Call { arguments: items, .. } => {
            walk_items(items, visit);
        }
        _ => {}
    }
}

fn walk_items<'t>(items: VariantItems<'t>, visit: &mut impl FnMut(Variant<'t>)) {
    items.iter().for_each(|item| walk(item, visit));
}

fn walk_entries<'t>(entries: VariantEntries<'t>, visit: &mut impl FnMut(Variant<'t>)) {
    for (key, value) in entries.iter() {
        walk(key, visit);
        walk(value, visit);
    }
}

/// Element types are names of classes, or scripts: `ExtResource("1")`.
fn walk_types<'t>(types: Option<&'t str>, visit: &mut impl FnMut(Variant<'t>)) {
    let types = VariantItems::from_words(types.unwrap_or_default());
    types.iter().filter(|item| item.kind != VariantKind::Word).for_each(visit);
}
