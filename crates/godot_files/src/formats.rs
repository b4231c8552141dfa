//! The text formats without a project, for round-trip tests, fuzzing and benchmarks.

pub use crate::shader::{ShaderDeclarations, ShaderUniform, UniformScope};
pub use crate::variant::{
    EscapedText, MathType, NumberList, NumberText, PackedType, ResourceId, Variant, VariantEntries,
    VariantError, VariantItems, VariantKind, walk,
};

use std::ops::Range;

use crate::lexer::HeaderStyle;
use crate::text::{GodotDocument, LocatedEntry};

/// A syntax error of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormatError {
    /// Counted from 1.
    pub line: usize,
    pub reason: &'static str,
}

/// Godot's text formats, which differ in the syntax of headers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GodotTextKind {
    /// Scenes and resources: `.tscn`, `.tres`, `.escn`.
    Resource,
    /// Settings: `project.godot`, `.import`, `.cfg`, `.gdextension`.
    Config,
}

impl GodotTextKind {
    /// `None` for a file of another format.
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

/// A parsed Godot text file, lossless to the byte.
pub struct GodotFile(GodotDocument);

/// An entry of a Godot file: an attribute of a header, or a property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GodotEntry<'a> {
    pub key: &'a str,
    pub value: &'a str,
    /// The position of the key in the file.
    pub key_bytes: Range<usize>,
    /// The position of the value in the file.
    pub value_bytes: Range<usize>,
}

/// A section of a Godot file; the first one has no header if there are entries before the first header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GodotSection<'a> {
    pub tag: &'a str,
    /// From `[` to `]`, inclusive.
    pub header: Range<usize>,
    /// From its header to the next header.
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

    /// The content of the file.
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

    /// The range of lines of these bytes, counted from 1.
    pub fn lines(&self, bytes: Range<usize>) -> Range<usize> {
        self.0.lines(bytes)
    }

    /// All attributes and properties in file order.
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
