//! The text formats by themselves, without a project: for round trips, fuzzing and benchmarks.

pub use crate::variant::{
    EscapedText, MathType, NumberList, NumberText, PackedType, ResourceId, Variant, VariantEntries,
    VariantError, VariantItems, VariantKind, walk,
};

use std::ops::Range;

use crate::lexer::HeaderStyle;
use crate::text::{GodotDocument, LocatedEntry};

/// Where and why a text is not of its format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormatError {
    /// Counted from 1.
    pub line: usize,
    pub reason: &'static str,
}

/// Which of Godot's text formats a file has: they differ in how headers are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GodotTextKind {
    /// Scenes and resources: `.tscn`, `.tres`, `.escn`.
    Resource,
    /// Settings: `project.godot`, `.import`, `.cfg`, `.gdextension`.
    Config,
}

impl GodotTextKind {
    /// `None` for a file that is of neither.
    pub fn from_file_name(file_name: &str) -> Option<GodotTextKind> {
        match file_name.rsplit_once('.')?.1 {
            "tscn" | "tres" | "escn" | "gdns" => Some(GodotTextKind::Resource),
            "godot" | "import" | "cfg" | "gdextension" | "gdnlib" | "remap" => {
                Some(GodotTextKind::Config)
            }
            _ => None,
        }
    }
}

/// A Godot text file, read without losing a byte.
pub struct GodotFile(GodotDocument);

/// An entry of a Godot file: an attribute of a header, or a property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GodotEntry<'a> {
    pub key: &'a str,
    pub value: &'a str,
    /// Where the key is in the file.
    pub key_bytes: Range<usize>,
    /// Where the value is in the file.
    pub value_bytes: Range<usize>,
}

/// A section of a Godot file; the first has no header when entries stand before any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GodotSection<'a> {
    pub tag: &'a str,
    /// From `[` to behind `]`.
    pub header: Range<usize>,
    /// From its header to the next one's.
    pub bytes: Range<usize>,
}

impl GodotFile {
    pub fn parse(bytes: Vec<u8>, format: GodotTextKind) -> Result<GodotFile, FormatError> {
        let headers = match format {
            GodotTextKind::Resource => HeaderStyle::Attributes,
            GodotTextKind::Config => HeaderStyle::Plain,
        };
        let document = GodotDocument::read(bytes, headers);
        document
            .map(GodotFile)
            .map_err(|refused| FormatError { line: refused.line, reason: refused.reason })
    }

    /// The file again, to the byte.
    pub fn text(&self) -> &str {
        self.0.text()
    }

    pub fn sections(&self) -> impl Iterator<Item = GodotSection<'_>> {
        self.0.sections().map(|section| GodotSection {
            tag: section.tag(),
            header: section.header_bytes(),
            bytes: section.bytes(),
        })
    }

    /// The lines that these bytes are on, counted from 1, the last one not among them.
    pub fn lines(&self, bytes: Range<usize>) -> Range<usize> {
        self.0.lines(bytes)
    }

    /// All attributes and properties, in the order of the file.
    pub fn entries(&self) -> impl Iterator<Item = GodotEntry<'_>> {
        let all = self
            .0
            .sections()
            .flat_map(|section| section.attribute_places().chain(section.property_places()));
        all.map(|LocatedEntry { key, value, key_bytes, value_bytes }| GodotEntry {
            key,
            value,
            key_bytes,
            value_bytes,
        })
    }
}
