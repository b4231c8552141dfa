//! The types that a script names: its enums, the classes of other scripts, and scripts that it preloads.

use super::property_type::{PropertyType, ScriptTypes, enum_labels};
use super::session::EditSession;
use crate::ancestry::{ScriptAncestry, ScriptVariable};
use crate::files::ReferenceTarget;

/// The types that are visible in the scripts of an ancestry.
pub(super) struct AncestryTypes<'a> {
    pub session: &'a EditSession<'a>,
    pub ancestry: &'a ScriptAncestry,
}

impl AncestryTypes<'_> {
    /// The type of a variable, with the labels of its annotation.
    pub(super) fn variable_type(&self, variable: &ScriptVariable<'_>) -> PropertyType {
        let Some(name) = variable.type_name else {
            return match variable.is_exported {
                true => PropertyType::Unknown,
                false => PropertyType::Any,
            };
        };
        if name == "int"
            && let Some(labels) = variable.enum_labels.map(enum_labels)
            && !labels.is_empty()
        {
            return PropertyType::Enum(labels);
        }
        PropertyType::from_name(self.session.api, name, self)
    }

    fn script_class(&self, file: &str) -> PropertyType {
        let api = self.session.api;
        let ancestry = ScriptAncestry::follow(&self.session.files, Some(api), file);
        let base = ancestry.engine_base().and_then(|base| api.class(base));
        match base.map(PropertyType::from_engine_class) {
            Some(PropertyType::Node(_)) => PropertyType::Node(file.to_owned()),
            Some(PropertyType::Resource(_)) => PropertyType::Resource(Vec::new()),
            _ => PropertyType::Object(file.to_owned()),
        }
    }
}

impl ScriptTypes for AncestryTypes<'_> {
    fn script_type(&self, name: &str) -> Option<PropertyType> {
        if let Some(values) = self.ancestry.enum_values(name) {
            return Some(PropertyType::Enum(values));
        }
        let files = &self.session.files;
        if let Some(path) = self.ancestry.preloaded_script(name)
            && let Ok(ReferenceTarget::File(file)) = files.locate(&path, None, "")
        {
            return Some(self.script_class(&file));
        }
        if let Some(file) = files.script_of_class(name) {
            return Some(match self.script_class(&file) {
                PropertyType::Node(_) => PropertyType::Node(name.to_owned()),
                PropertyType::Resource(_) => PropertyType::Resource(vec![name.to_owned()]),
                _ => PropertyType::Object(name.to_owned()),
            });
        }
        let (outer, inner) = name.split_once('.')?;
        let file = files.script_of_class(outer)?;
        let ancestry = ScriptAncestry::follow(files, Some(self.session.api), &file);
        ancestry.enum_values(inner).map(PropertyType::Enum)
    }
}
