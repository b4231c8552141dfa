//! Parses the text that `dump.gd` writes.
//!
//! A line consists of a letter and fields, separated by tabs:
//! - `godot-api LAYOUT VERSION` comes first, then `s SINGLETON…`; the last line is `end`.
//! - `c NAME PARENT i|a` begins a class; classes are sorted by name; `i` can be instantiated.
//! - `p NAME TYPE FLAGS HINT DEFAULT` is a property of the class: the number of its Variant type; `s` for
//!   stored, `e` for shown in the editor, `d` for known to instances only; unknown fields are empty.
//! - `o NAME DEFAULT` is an inherited property with another default than in the parent.
//! - `g NAME ARGUMENT:TYPE…` is a signal, `m NAME:ARGUMENTS…` the methods, `e NAME CONSTANT:VALUE…` an
//!   enum. The number of arguments is `2`, `1-2` or `1+`.
//!
//! Line breaks in a default are written as spaces.

use std::ops::Range;

use super::GodotVersion;

pub(super) const API_LAYOUT: &str = "1";

/// A part of the text.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ApiSpan {
    start: u32,
    end: u32,
}

#[derive(Debug)]
pub(super) struct ApiTable {
    text: String,
    pub(super) version: GodotVersion,
    pub(super) version_text: ApiSpan,
    /// Sorted by name.
    pub(super) classes: Vec<ApiClassEntry>,
    pub(super) rows: Vec<ApiPropertyRow>,
    pub(super) overrides: Vec<(ApiSpan, ApiSpan)>,
    pub(super) signals: Vec<ApiSpan>,
    pub(super) enums: Vec<ApiSpan>,
}

#[derive(Debug)]
pub(super) struct ApiClassEntry {
    pub(super) name: ApiSpan,
    pub(super) parent: Option<usize>,
    pub(super) instantiable: bool,
    pub(super) rows: Range<usize>,
    pub(super) overrides: Range<usize>,
    pub(super) signals: Range<usize>,
    pub(super) enums: Range<usize>,
    pub(super) methods: ApiSpan,
}

#[derive(Debug)]
pub(super) struct ApiPropertyRow {
    pub(super) name: ApiSpan,
    pub(super) type_name: &'static str,
    pub(super) hint: ApiSpan,
    pub(super) default: ApiSpan,
    pub(super) stored: bool,
    pub(super) shown: bool,
}

impl ApiTable {
    pub(super) fn empty() -> ApiTable {
        ApiTable {
            text: String::new(),
            version: GodotVersion { major: 0, minor: 0 },
            version_text: ApiSpan::default(),
            classes: Vec::new(),
            rows: Vec::new(),
            overrides: Vec::new(),
            signals: Vec::new(),
            enums: Vec::new(),
        }
    }

    /// `None` for another layout, an incomplete text or an unknown line.
    pub(super) fn parse(text: String) -> Option<ApiTable> {
        if u32::try_from(text.len()).is_err() || !text.ends_with("\nend\n") {
            return None;
        }
        let mut table = ApiTable::empty();
        let mut parents = Vec::new();
        let mut lines = text.lines();
        let head = lines.next()?.strip_prefix("godot-api\t")?.strip_prefix(API_LAYOUT)?;
        let version = head.strip_prefix('\t')?;
        table.version = GodotVersion::parse(version)?;
        table.version_text = span(&text, version);
        for line in lines {
            table.read_line(&text, line, &mut parents)?;
        }
        table.text = text;
        table.link_parents(&parents)?;
        Some(table)
    }

    pub(super) fn text(&self, span: ApiSpan) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.classes.binary_search_by(|class| self.text(class.name).cmp(name)).ok()
    }

    fn read_line(&mut self, text: &str, line: &str, parents: &mut Vec<ApiSpan>) -> Option<()> {
        let (letter, rest) = line.split_once('\t').unwrap_or((line, ""));
        match (letter, self.classes.last_mut()) {
            // Singletons, which are not used yet.
            ("s", _) => {}
            ("c", _) => parents.push(self.begin_class(text, rest)?),
            ("p", Some(class)) => {
                self.rows.push(property_row(text, rest)?);
                class.rows.end += 1;
            }
            ("o", Some(class)) => {
                let (name, default) = rest.split_once('\t')?;
                self.overrides.push((span(text, name), span(text, default)));
                class.overrides.end += 1;
            }
            ("g", Some(class)) => {
                self.signals.push(span(text, rest));
                class.signals.end += 1;
            }
            ("m", Some(class)) => class.methods = span(text, rest),
            ("e", Some(class)) => {
                self.enums.push(span(text, rest));
                class.enums.end += 1;
            }
            ("end", _) => {}
            _ => return None,
        }
        Some(())
    }

    /// Returns the name of the parent.
    fn begin_class(&mut self, text: &str, rest: &str) -> Option<ApiSpan> {
        let [name, parent, instantiable] = fields(rest)?;
        self.classes.push(ApiClassEntry {
            name: span(text, name),
            parent: None,
            instantiable: instantiable == "i",
            rows: empty_range(self.rows.len()),
            overrides: empty_range(self.overrides.len()),
            signals: empty_range(self.signals.len()),
            enums: empty_range(self.enums.len()),
            methods: ApiSpan::default(),
        });
        Some(span(text, parent))
    }

    fn link_parents(&mut self, parents: &[ApiSpan]) -> Option<()> {
        let sorted = self.classes.is_sorted_by(|a, b| self.text(a.name) < self.text(b.name));
        for (index, &parent) in parents.iter().enumerate() {
            self.classes[index].parent = self.find(self.text(parent));
        }
        sorted.then_some(())
    }
}

impl GodotVersion {
    /// From `4.6`, `4.6.3` or `4.6.3.stable.official`.
    pub(crate) fn parse(text: &str) -> Option<GodotVersion> {
        let mut parts = text.trim().split('.');
        let mut number = || parts.next()?.parse().ok();
        Some(GodotVersion { major: number()?, minor: number()? })
    }
}

fn property_row(text: &str, rest: &str) -> Option<ApiPropertyRow> {
    let [name, number, flags, hint, default] = fields(rest)?;
    Some(ApiPropertyRow {
        name: span(text, name),
        type_name: type_name(number.parse().ok()?),
        hint: span(text, hint),
        default: span(text, default),
        stored: flags.contains('s'),
        shown: flags.contains('e'),
    })
}

/// The last field may contain tabs.
fn fields<const N: usize>(rest: &str) -> Option<[&str; N]> {
    let mut parts = rest.splitn(N, '\t');
    let mut found = [""; N];
    for field in &mut found {
        *field = parts.next()?;
    }
    Some(found)
}

/// `part` is a slice of `text`, whose length fits into 32 bits.
fn span(text: &str, part: &str) -> ApiSpan {
    let start = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    ApiSpan { start: start as u32, end: (start + part.len()) as u32 }
}

fn empty_range(start: usize) -> Range<usize> {
    start..start
}

/// The name of a Variant type by its number; a property of type 0 takes any value.
pub(super) fn type_name(number: usize) -> &'static str {
    VARIANT_TYPES.get(number).copied().unwrap_or("Variant")
}

const VARIANT_TYPES: [&str; 39] = [
    "Variant",
    "bool",
    "int",
    "float",
    "String",
    "Vector2",
    "Vector2i",
    "Rect2",
    "Rect2i",
    "Vector3",
    "Vector3i",
    "Transform2D",
    "Vector4",
    "Vector4i",
    "Plane",
    "Quaternion",
    "AABB",
    "Basis",
    "Transform3D",
    "Projection",
    "Color",
    "StringName",
    "NodePath",
    "RID",
    "Object",
    "Callable",
    "Signal",
    "Dictionary",
    "Array",
    "PackedByteArray",
    "PackedInt32Array",
    "PackedInt64Array",
    "PackedFloat32Array",
    "PackedFloat64Array",
    "PackedStringArray",
    "PackedVector2Array",
    "PackedVector3Array",
    "PackedColorArray",
    "PackedVector4Array",
];
