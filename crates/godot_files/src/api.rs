//! Godot's classes: inheritance, properties with their defaults, methods and signals.
//!
//! A scene file omits properties that have their default, so that a reader needs the defaults. The
//! description is written by a real Godot that runs `api/dump.gd`, or `api/dump3.gd` for Godot 3.
//! [`Api::built_in`] and [`Api::built_in_godot_3`] are part of the binary (`cargo xtask godot-api` writes
//! them); [`source`] decides when a local Godot is run.
//!
//! It has no documentation texts. If a class cannot be instantiated, the default of a property is the
//! one that most of its subclasses have.

pub(super) mod compare;
mod dynamic;
pub(super) mod local;
mod older_names;
mod renamed;
mod source;
mod table;
#[cfg(test)]
mod tests;

use std::sync::{Arc, LazyLock};

use memchr::memmem;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

pub use dynamic::DynamicFamily;
pub(crate) use dynamic::FAMILIES;
pub(crate) use older_names::OLDER;
pub use older_names::OlderProperty;
pub(crate) use scenewright_project_files::LocalEditor;
pub(crate) use source::{ApiChoice, ApiSource, RUN_TIMEOUT, TargetVersion};
use table::{ApiClassEntry, ApiPropertyRow, ApiTable};

static BUILT_IN_API: &[u8] = include_bytes!("../data/godot-api.bin");
/// Of the last version of Godot 3.
static BUILT_IN_GODOT_3_API: &[u8] = include_bytes!("../data/godot3-api.bin");

/// Far more than a real description has; a cached file may have any content.
const MAX_API_BYTES: usize = 32 << 20;

/// No class of Godot has as many ancestors; a broken file may contain a cycle.
const MAX_LINEAGE: usize = 64;

/// The version of a Godot, or the version that a project targets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct GodotVersion {
    pub(crate) major: u16,
    pub(crate) minor: u16,
}

/// The classes of one version of Godot.
#[derive(Debug)]
pub(crate) struct Api {
    table: ApiTable,
}

#[derive(Clone, Copy)]
pub(crate) struct ApiClass<'a> {
    api: &'a Api,
    entry: &'a ApiClassEntry,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct ApiProperty<'a> {
    pub(crate) name: &'a str,
    /// The class that declares it, which is its heading in the inspector.
    pub(crate) category: &'a str,
    /// The type of the value in GDScript: `bool`, `Vector2`, `Array`, `Object`.
    pub(crate) type_name: &'static str,
    /// Details of the type: the class of an object, the type of an array's elements
    /// (`24/17:Texture2D`), the labels of an enum's values (`Inherit,Stop` or `A:1,B:4`). Often empty.
    pub(crate) hint: &'a str,
    /// Scene files can store it.
    pub(crate) stored: bool,
    /// The inspector shows it by default; an instance may hide it.
    pub(crate) shown: bool,
    default: &'a str,
}

/// A signal or an enum.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ApiDeclaration<'a> {
    pub(crate) name: &'a str,
    parts: &'a str,
}

impl<'a> ApiDeclaration<'a> {
    pub(crate) fn parts(self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.parts.split('\t').filter_map(|part| part.split_once(':'))
    }
}

/// The name of a type that is given by its number, or the name of a class.
pub(crate) fn type_name(type_or_class: &str) -> &str {
    match type_or_class.parse() {
        Ok(number) => table::type_name(number),
        Err(_) => type_or_class,
    }
}

impl Api {
    /// Unpacked on first use.
    pub(crate) fn built_in() -> Arc<Api> {
        static BUILT_IN: LazyLock<Arc<Api>> = LazyLock::new(|| Api::unpack(BUILT_IN_API));
        Arc::clone(&BUILT_IN)
    }

    /// The classes of Godot 3, unpacked on first use.
    pub(crate) fn built_in_godot_3() -> &'static Arc<Api> {
        static BUILT_IN: LazyLock<Arc<Api>> = LazyLock::new(|| Api::unpack(BUILT_IN_GODOT_3_API));
        &BUILT_IN
    }

    fn unpack(packed: &[u8]) -> Arc<Api> {
        let bytes = decompress_to_vec_zlib_with_limit(packed, MAX_API_BYTES);
        let text = String::from_utf8(bytes.unwrap_or_default());
        Arc::new(Api::parse(text.unwrap_or_default()).unwrap_or_default())
    }

    /// `None` if the text is not a complete output of `dump.gd`.
    pub(crate) fn parse(text: String) -> Option<Api> {
        ApiTable::parse(text).map(|table| Api { table })
    }

    pub(crate) fn version(&self) -> GodotVersion {
        self.table.version
    }

    /// With the patch version: `4.6.3`.
    pub(crate) fn version_text(&self) -> &str {
        self.table.text(self.table.version_text)
    }

    pub(crate) fn class(&self, name: &str) -> Option<ApiClass<'_>> {
        let index = self.table.find(name)?;
        Some(ApiClass { api: self, entry: self.table.classes.get(index)? })
    }

    /// Also by the name that Godot 3 had for it, which Godot 4 accepts in files: some of these are abstract
    /// classes now.
    pub(crate) fn class_or_renamed(&self, name: &str) -> Option<ApiClass<'_>> {
        let class = self.class(name);
        if self.version().major != 4 || class.is_some_and(ApiClass::is_instantiable) {
            return class;
        }
        renamed::renamed_class(name).and_then(|renamed| self.class(renamed)).or(class)
    }

    pub(crate) fn classes(&self) -> impl Iterator<Item = ApiClass<'_>> {
        self.table.classes.iter().map(|entry| ApiClass { api: self, entry })
    }
}

impl Default for Api {
    fn default() -> Self {
        Api { table: ApiTable::empty() }
    }
}

impl<'a> ApiClass<'a> {
    pub(crate) fn name(self) -> &'a str {
        self.api.table.text(self.entry.name)
    }

    /// Whether Godot can create an object of the class.
    pub(crate) fn is_instantiable(self) -> bool {
        self.entry.instantiable
    }

    pub(crate) fn parent(self) -> Option<ApiClass<'a>> {
        let entry = self.api.table.classes.get(self.entry.parent?)?;
        Some(ApiClass { api: self.api, entry })
    }

    /// The class itself first.
    pub(crate) fn lineage(self) -> impl Iterator<Item = ApiClass<'a>> {
        std::iter::successors(Some(self), |class| class.parent()).take(MAX_LINEAGE)
    }

    pub(crate) fn is_a(self, name: &str) -> bool {
        self.lineage().any(|class| class.name() == name)
    }

    /// Its own properties, in the order of the inspector.
    pub(crate) fn properties(self) -> impl Iterator<Item = ApiProperty<'a>> {
        self.rows().iter().map(move |row| self.property_from_row(row))
    }

    /// Including those of its ancestors, in the order of the inspector: the class's own come first, then
    /// its parent's, and so on.
    pub(crate) fn all_properties(self) -> impl Iterator<Item = ApiProperty<'a>> {
        self.lineage().flat_map(ApiClass::properties)
    }

    pub(crate) fn property(self, name: &str) -> Option<ApiProperty<'a>> {
        self.lineage().find_map(|class| {
            let table = &self.api.table;
            let row = class.rows().iter().find(|row| table.text(row.name) == name)?;
            Some(class.property_from_row(row))
        })
    }

    /// In the list of methods each name is between a tab and a colon.
    pub(crate) fn has_method(self, name: &str) -> bool {
        self.lineage().any(|class| {
            let methods = self.api.table.text(class.entry.methods).as_bytes();
            memmem::find_iter(methods, name).any(|at| {
                let before = at.checked_sub(1).map(|at| methods[at]);
                before.is_none_or(|byte| byte == b'\t')
                    && methods.get(at + name.len()) == Some(&b':')
            })
        })
    }

    pub(crate) fn has_signal(self, name: &str) -> bool {
        self.signals().any(|signal| signal == name)
    }

    /// Including those of its ancestors.
    pub(crate) fn signals(self) -> impl Iterator<Item = &'a str> {
        self.lineage().flat_map(move |class| {
            let spans = self.api.table.signals.get(class.entry.signals.clone());
            spans.unwrap_or_default().iter().map(move |&span| {
                let line = self.api.table.text(span);
                line.split('\t').next().unwrap_or(line)
            })
        })
    }

    /// The signals that the class itself declares, with `name:type` for each argument.
    pub(crate) fn own_signals(self) -> impl Iterator<Item = ApiDeclaration<'a>> {
        self.declarations(&self.api.table.signals, &self.entry.signals)
    }

    /// The enums that the class itself declares, with `name:value` for each constant.
    pub(crate) fn own_enums(self) -> impl Iterator<Item = ApiDeclaration<'a>> {
        self.declarations(&self.api.table.enums, &self.entry.enums)
    }

    /// The methods that the class itself declares, with their number of arguments.
    pub(crate) fn own_methods(self) -> impl Iterator<Item = (&'a str, &'a str)> {
        let line = self.api.table.text(self.entry.methods);
        line.split('\t').filter_map(|method| method.split_once(':'))
    }

    /// Inherited properties with another default than in the parent.
    pub(crate) fn own_overrides(self) -> impl Iterator<Item = (&'a str, &'a str)> {
        let table = &self.api.table;
        let own = table.overrides.get(self.entry.overrides.clone()).unwrap_or_default();
        own.iter().map(|&(name, default)| (table.text(name), table.text(default)))
    }

    fn declarations(
        self,
        all: &'a [table::ApiSpan],
        own: &std::ops::Range<usize>,
    ) -> impl Iterator<Item = ApiDeclaration<'a>> {
        let own = all.get(own.clone()).unwrap_or_default();
        own.iter().map(move |&span| {
            let line = self.api.table.text(span);
            let (name, rest) = line.split_once('\t').unwrap_or((line, ""));
            ApiDeclaration { name, parts: rest }
        })
    }

    /// Whether a name that is not declared can still be a property, because it depends on the instance:
    /// the tracks of an animation, the surfaces of a mesh, metadata.
    pub(crate) fn is_dynamic(self, name: &str) -> bool {
        // Such names contain slashes in all classes of Godot, with these exceptions.
        name.contains('/')
            || match name {
                "libraries" => self.is_a("AnimationMixer"),
                "length" | "bone_angle" => self.is_a("Bone2D"),
                _ => name.starts_with("pattern_") && self.is_a("TileSet"),
            }
    }

    /// The type of an undeclared property: a type of Godot, or the classes of an object, separated by commas.
    /// `None` if it is unknown.
    pub(crate) fn dynamic_type(self, name: &str) -> Option<&'static str> {
        self.dynamic_family(name).map(|family| family.type_name)
    }

    pub(crate) fn dynamic_family(self, name: &str) -> Option<&'static DynamicFamily> {
        dynamic::family_of(self, name)
    }

    fn rows(self) -> &'a [ApiPropertyRow] {
        self.api.table.rows.get(self.entry.rows.clone()).unwrap_or_default()
    }

    fn property_from_row(self, row: &'a ApiPropertyRow) -> ApiProperty<'a> {
        let table = &self.api.table;
        ApiProperty {
            name: table.text(row.name),
            category: self.name(),
            type_name: row.type_name,
            hint: table.text(row.hint),
            stored: row.stored,
            shown: row.shown,
            default: table.text(row.default),
        }
    }

    fn override_of(self, property: &str) -> Option<&'a str> {
        let table = &self.api.table;
        let overrides = table.overrides.get(self.entry.overrides.clone())?;
        let found = overrides.iter().find(|(name, _)| table.text(*name) == property)?;
        Some(table.text(found.1))
    }
}

impl<'a> ApiProperty<'a> {
    /// The default of an instance of the class, in Godot's text form. A subclass may have another default
    /// than the class that declares the property. `None` if it is unknown.
    pub(crate) fn default_for(&self, class: ApiClass<'a>) -> Option<&'a str> {
        let below = class.lineage().take_while(|class| class.name() != self.category);
        let default = below.filter_map(|class| class.override_of(self.name)).next();
        Some(default.unwrap_or(self.default)).filter(|default| !default.is_empty())
    }

    /// Whether a value in a file is the default of the class. `None` if the default is unknown.
    pub(crate) fn is_default(&self, class: ApiClass<'a>, raw: &str) -> Option<bool> {
        Some(compare::same_value(self.default_for(class)?, raw))
    }
}
