//! The class and the script of the node or resource of a section, and from these the types, defaults and
//! order of its properties.

use std::rc::Rc;
use std::sync::Arc;

use scenewright_model::{Component, ObjectIndex};

use super::buffer::SceneBuffer;
use super::property_type::{PropertyType, is_built_in};
use super::script_types::AncestryTypes;
use super::session::EditSession;
use crate::ancestry::{ScriptAncestries, ScriptAncestry, ScriptVariable};
use crate::api::ApiClass;
use crate::externals::ExternalResources;
use crate::files::ReferenceTarget;
use crate::text::Section;
use crate::value;

pub(super) struct SectionType<'a> {
    pub class_name: String,
    pub class: Option<ApiClass<'a>>,
    ancestry: Option<Rc<ScriptAncestry>>,
}

/// The declaration of a property by a class or a script.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct DeclaredProperty {
    pub value_type: PropertyType,
    pub default: Option<String>,
    pub is_stored: bool,
    pub is_scripts: bool,
}

impl DeclaredProperty {
    /// With another type if its own is unknown.
    pub(super) fn or_type(self, other: impl FnOnce() -> PropertyType) -> DeclaredProperty {
        match self.value_type {
            PropertyType::Unknown => DeclaredProperty { value_type: other(), ..self },
            _ => self,
        }
    }
}

const SCRIPT_RANK: u32 = 1 << 24;
const METADATA_RANK: u32 = 1 << 28;

impl<'a> SectionType<'a> {
    pub(super) fn of_node(
        buffer: &SceneBuffer,
        session: &EditSession<'a>,
        object: ObjectIndex,
    ) -> SectionType<'a> {
        let script = buffer.object(object).components.get(1).map(Arc::as_ref);
        SectionType::with_script(buffer, session, buffer.class(object), script)
    }

    pub(super) fn with_script(
        buffer: &SceneBuffer,
        session: &EditSession<'a>,
        class: &str,
        script: Option<&Component>,
    ) -> SectionType<'a> {
        let ancestries = ScriptAncestries::new(&session.files, Some(session.api), &buffer.resolved);
        SectionType {
            class_name: class.to_owned(),
            class: session.api.class(class),
            ancestry: script.map(|script| ancestries.ancestry_of(script)),
        }
    }

    /// For a sub-resource.
    pub(super) fn of_resource(
        buffer: &SceneBuffer,
        session: &EditSession<'a>,
        section: Section<'_>,
    ) -> SectionType<'a> {
        let class = section.attribute("type").and_then(value::string).unwrap_or_default();
        let script = section.property("script").and_then(|raw| {
            let externals = ExternalResources::new(buffer.document(), &buffer.relative);
            match externals.locate(raw, &session.files) {
                Ok(Some(ReferenceTarget::File(file))) => Some(session.files.script(&file)),
                _ => None,
            }
        });
        SectionType::with_script(buffer, session, &class, script.as_deref())
    }

    /// `None` if neither the class nor the script declares it.
    pub(super) fn property(
        &self,
        session: &EditSession<'_>,
        name: &str,
    ) -> Option<DeclaredProperty> {
        if let Some(class) = self.class
            && let Some(known) = class.property(name)
        {
            return Some(DeclaredProperty {
                value_type: PropertyType::from_class(session.api, known.type_name, known.hint),
                default: known.default_for(class).map(str::to_owned),
                is_stored: known.stored,
                is_scripts: false,
            });
        }
        let ancestry = self.ancestry.as_deref()?;
        let variables = ancestry.variables();
        let variable = variables.iter().rfind(|variable| variable.name == name)?;
        Some(DeclaredProperty {
            value_type: AncestryTypes { session, ancestry }.variable_type(variable),
            default: variable_default(variable),
            is_stored: variable.is_exported,
            is_scripts: true,
        })
    }

    /// The type of a property that is not declared, because it depends on the instance.
    pub(super) fn dynamic_type(&self, session: &EditSession<'_>, name: &str) -> PropertyType {
        if name.starts_with("metadata/") {
            return PropertyType::Any;
        }
        let found = self.class.and_then(|class| class.dynamic_type(name));
        found.map_or(PropertyType::Unknown, |it| PropertyType::from_dynamic(session.api, it))
    }

    /// The default of a declared property.
    pub(super) fn default_of(&self, name: &str) -> Option<String> {
        if let Some(class) = self.class
            && let Some(known) = class.property(name)
        {
            return known.default_for(class).map(str::to_owned);
        }
        let variables = self.ancestry.as_deref()?.variables();
        variable_default(variables.iter().rfind(|variable| variable.name == name)?)
    }

    /// The names of declared properties: of the script, of the class, or of both.
    pub(super) fn names(&self, of_script: Option<bool>) -> Vec<String> {
        let mut names = Vec::new();
        if of_script != Some(true) {
            let all = self.class.into_iter().flat_map(ApiClass::all_properties);
            names.extend(all.map(|property| property.name.to_owned()));
        }
        if let Some(ancestry) = self.ancestry.as_deref().filter(|_| of_script != Some(false)) {
            names.extend(ancestry.variables().iter().map(|variable| variable.name.to_owned()));
        }
        names
    }

    /// Whether an undeclared name can be a property.
    pub(super) fn may_exist(&self, name: &str) -> bool {
        if let Some(name) = name.strip_prefix("metadata/") {
            let is_word = |c: char| c == '_' || c.is_alphanumeric();
            return name.chars().all(is_word) && !name.starts_with(|c: char| c.is_ascii_digit());
        }
        // The only name of a property that ends with a slash is that of the unnamed library of animations.
        let is_name = !name.ends_with('/') || name == "libraries/";
        is_name && self.class.is_none_or(|class| class.is_dynamic(name))
            || self.ancestry.as_ref().is_some_and(|ancestry| !ancestry.is_known())
    }

    /// Godot's order: properties of base classes first, then `script`, the script's variables, those of its
    /// bases, metadata.
    pub(super) fn property_ranks(&self) -> impl Fn(&str) -> u32 + use<> {
        let mut lineage: Vec<ApiClass<'_>> =
            self.class.into_iter().flat_map(ApiClass::lineage).collect();
        lineage.reverse();
        // Properties that depend on the instance follow the declared ones of the class.
        let mut known: Vec<(String, u32)> = Vec::new();
        for (depth, class) in lineage.iter().enumerate() {
            for (at, property) in class.properties().enumerate() {
                known.push((property.name.to_owned(), class_property_rank(depth, at)));
            }
        }
        let last = class_property_rank(lineage.len(), 0);
        let scripts = self.script_names();
        known.sort_by(|a, b| a.0.cmp(&b.0));
        move |name: &str| property_rank(&known, name, last, &scripts)
    }

    fn script_names(&self) -> Vec<String> {
        let Some(ancestry) = self.ancestry.as_deref() else { return Vec::new() };
        ancestry.names_own_first().into_iter().map(str::to_owned).collect()
    }
}

fn variable_default(variable: &ScriptVariable<'_>) -> Option<String> {
    variable.default.map(str::to_owned).or_else(|| zero_literal(variable.type_name?))
}

fn class_property_rank(depth: usize, at: usize) -> u32 {
    (depth as u32) << 16 | (at as u32).min(0xfffe)
}

fn property_rank(known: &[(String, u32)], name: &str, last: u32, scripts: &[String]) -> u32 {
    // It is declared in the first class, and stored after all properties of classes.
    if name == "script" {
        return SCRIPT_RANK;
    }
    if let Some(depth) = dynamic_property_depth(known, name) {
        return depth << 16 | 0xffff;
    }
    if let Ok(at) = known.binary_search_by(|(other, _)| other.as_str().cmp(name)) {
        return known[at].1;
    }
    if name.starts_with("metadata/") {
        return METADATA_RANK;
    }
    if let Some(at) = scripts.iter().position(|script| script == name) {
        return SCRIPT_RANK + 1 + at as u32;
    }
    match name.contains('/') || scripts.is_empty() {
        true => last,
        false => METADATA_RANK - 1,
    }
}

/// The depth of the class that has dynamic properties such as `theme_override_colors/font_color`.
fn dynamic_property_depth(known: &[(String, u32)], name: &str) -> Option<u32> {
    let group = name.split('/').next()?;
    let beside = |property: &str| {
        let found = known.binary_search_by(|(other, _)| other.as_str().cmp(property)).ok()?;
        Some(known[found].1 >> 16)
    };
    match group {
        _ if group.starts_with("theme_override_") => beside("theme_type_variation"),
        "surface_material_override" => beside("mesh"),
        "libraries" => beside("root_node"),
        _ => None,
    }
}

/// The initial value of a variable of this type.
fn zero_literal(type_name: &str) -> Option<String> {
    let fixed = match type_name {
        "int" => "0",
        "float" => "0.0",
        "bool" => "false",
        "String" => "\"\"",
        "StringName" => "&\"\"",
        "NodePath" => "NodePath(\"\")",
        "Vector2" => "Vector2(0, 0)",
        "Vector2i" => "Vector2i(0, 0)",
        "Vector3" => "Vector3(0, 0, 0)",
        "Vector3i" => "Vector3i(0, 0, 0)",
        "Color" => "Color(0, 0, 0, 1)",
        "Dictionary" => "{}",
        "Array" => "[]",
        _ if type_name.starts_with("Array[") => return Some(format!("{type_name}([])")),
        _ if type_name.starts_with("Packed") && is_built_in(type_name) => {
            return Some(format!("{type_name}()"));
        }
        _ => "null",
    };
    Some(fixed.to_owned())
}
