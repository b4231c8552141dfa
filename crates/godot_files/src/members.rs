//! The members of a node: the values that the files of a scene set, and the declarations of its class and
//! script.

mod paths;
mod pointers;
mod space;
mod values;

use std::borrow::Cow;
use std::collections::HashSet;
use std::rc::Rc;

use scenewright_engine::EngineError;
use scenewright_engine::names::{self, NameError, NameKind, similar_members};
use scenewright_model::{
    ComponentScript, Member, MemberValue, NodeProperties, NodeProperty, ObjectIndex,
};

use super::ancestry::{ScriptAncestries, ScriptAncestry, ScriptVariable};
use super::api::compare::same_value;
use super::api::{Api, ApiClass, ApiProperty, OlderProperty};
use super::files::GodotFileView;
use super::scene::{RawProperty, ResolvedScene};
use super::variant::Variant;
use pointers::ValueLocation;

/// Reads the members of one node of a scene.
pub(super) struct NodeReader<'a> {
    files: &'a GodotFileView<'a>,
    resolved: &'a ResolvedScene,
    index: ObjectIndex,
    class_name: &'a str,
    class: Option<ApiClass<'a>>,
    ancestry: Option<Rc<ScriptAncestry>>,
}

/// Whether a property belongs to the node's class or to its script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MemberOwner {
    Class,
    Script,
}

impl<'a> NodeReader<'a> {
    pub(super) fn new(
        files: &'a GodotFileView<'a>,
        api: Option<&'a Api>,
        resolved: &'a ResolvedScene,
        ancestries: &ScriptAncestries<'_>,
        index: ObjectIndex,
    ) -> NodeReader<'a> {
        let components = &resolved.scene.object(index).components;
        let class_name = components.first().map_or("", |class| class.type_name.as_str());
        let ancestry = components.get(1).map(|script| ancestries.ancestry_of(script));
        let class = api.and_then(|api| api.class(class_name));
        NodeReader { files, resolved, index, class_name, class, ancestry }
    }

    pub(super) fn has_script(&self) -> bool {
        self.ancestry.is_some()
    }

    /// The members of its class and those of its script that the scene sets.
    pub(super) fn members(&self) -> [Vec<Member>; 2] {
        let mut lists = [Vec::new(), Vec::new()];
        let variables = self.variables();
        for property in self.set_properties() {
            let (owner, property) = self.describe(&property, &variables);
            let NodeProperty { name, value, .. } = property;
            lists[usize::from(owner == MemberOwner::Script)].push(Member { name, value });
        }
        lists
    }

    /// One member of its class (0) or its script (1) by its path, or its default.
    pub(super) fn member(&self, component: usize, path: &str) -> Result<MemberValue, EngineError> {
        let variables = self.variables();
        let names = self.names(component, &variables);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let path = match names::split_property_path(path, &names) {
            Some((name, rest)) => Cow::Owned(name + &rest),
            None => Cow::Borrowed(path),
        };
        self.find_value(component, &path, &variables)
            .ok_or_else(|| unknown_member(&path, names.iter().copied()))
    }

    /// The names of all members of its class (0) or its script (1).
    fn names(&self, component: usize, variables: &[ScriptVariable<'_>]) -> Vec<String> {
        let owner = if component == 0 { MemberOwner::Class } else { MemberOwner::Script };
        let set = self.set_properties();
        let set = set.iter().filter(|property| self.describe(property, variables).0 == owner);
        let mut names: Vec<String> = set.map(|property| property.name.to_string()).collect();
        match owner {
            MemberOwner::Class => {
                let all = self.class.into_iter().flat_map(ApiClass::all_properties);
                names.extend(all.map(|property| property.name.to_owned()));
            }
            MemberOwner::Script => names.extend(variables.iter().map(|it| it.name.to_owned())),
        }
        names
    }

    /// By its path in Godot's spelling.
    fn find_value(
        &self,
        component: usize,
        path: &str,
        variables: &[ScriptVariable<'a>],
    ) -> Option<MemberValue> {
        let owner = if component == 0 { MemberOwner::Class } else { MemberOwner::Script };
        let is_own = |property: &RawProperty<'_>| self.describe(property, variables).0 == owner;
        let set = self.set_properties();
        let set = set.iter().filter(|property| is_own(property));
        let found = set
            .filter_map(|property| Some((paths::rest_after(path, &property.name)?, property)))
            .min_by_key(|(rest, _)| rest.len());
        if let Some((rest, property)) = found {
            return self.value_inside(property, rest, variables);
        }
        if owner == MemberOwner::Class
            && let Some((rest, part)) = self.transform_part(path)
        {
            let variant = paths::descend(Variant::parse(&part).ok()?, rest)?;
            return Some(values::typed_value(variant, None, &self.place(0)));
        }
        let (default, rest) = self.default(owner, path, variables)?;
        let variant = paths::descend(Variant::parse(default).ok()?, rest)?;
        Some(values::typed_value(variant, None, &self.place(0)))
    }

    /// `with_defaults`: also properties that the scene does not set.
    pub(super) fn properties(&self, with_defaults: bool) -> NodeProperties {
        let (mut properties, mut script_properties) = (Vec::new(), Vec::new());
        let variables = self.variables();
        let mut known: HashSet<String> = HashSet::new();
        for property in self.set_properties() {
            let (owner, property) = self.describe(&property, &variables);
            known.insert(property.name.clone());
            if property.is_default && !with_defaults {
                continue;
            }
            match owner {
                MemberOwner::Class => properties.push(property),
                MemberOwner::Script => script_properties.push(property),
            }
        }
        for part in self.transform_parts() {
            if known.insert(part.name.clone()) && (with_defaults || !part.is_default) {
                properties.push(part);
            }
        }
        if with_defaults {
            properties.extend(self.class_defaults(&known));
            script_properties.extend(self.script_defaults(&variables, &known));
        }
        let script = self.resolved.scene.object(self.index).components.get(1);
        let script = script.and_then(|component| match &component.script {
            ComponentScript::Found(path) => Some(path.clone()),
            _ => None,
        });
        NodeProperties { class: self.class_name.to_owned(), script, properties, script_properties }
    }

    /// The parts of a transform, which is the identity if it is not set.
    fn raw_transform_parts(&self) -> impl Iterator<Item = (&'static str, String, &'static str)> {
        let in_space = self.class.is_some_and(|class| class.is_a(space::NODE3D));
        let set =
            self.set_properties().into_iter().rfind(|set| in_space && set.name == "transform");
        let transform = set.map_or(Cow::Borrowed(space::IDENTITY), |set| set.raw);
        in_space.then(|| space::transform_parts(&transform)).flatten().into_iter().flatten()
    }

    fn transform_parts(&self) -> impl Iterator<Item = NodeProperty> {
        self.raw_transform_parts().map(|(name, value, default)| NodeProperty {
            name: name.to_owned(),
            type_name: "Vector3".to_owned(),
            is_default: value == default,
            value: self.literal(&value),
            category: space::NODE3D.to_owned(),
            is_exported: false,
        })
    }

    /// The part at the start of a path, and the rest of the path.
    fn transform_part<'p>(&self, path: &'p str) -> Option<(&'p str, String)> {
        self.raw_transform_parts()
            .find_map(|(name, value, _)| Some((paths::rest_after(path, name)?, value)))
    }

    /// The properties that the files set, without the script, which is a component of its own.
    fn set_properties(&self) -> Vec<RawProperty<'a>> {
        let mut set = with_current_names(self.class, self.resolved.properties(self.index));
        set.retain(|property| property.name != "script");
        set
    }

    fn variables(&self) -> Vec<ScriptVariable<'_>> {
        self.ancestry.as_deref().map(ScriptAncestry::variables).unwrap_or_default()
    }

    fn describe(
        &self,
        property: &RawProperty<'_>,
        variables: &[ScriptVariable<'_>],
    ) -> (MemberOwner, NodeProperty) {
        let name = &*property.name;
        if let Some(class) = self.class
            && let Some(known) = class.property(name)
        {
            return (MemberOwner::Class, self.class_property(property, class, &known));
        }
        if let Some(variable) = variables.iter().rfind(|variable| variable.name == name) {
            return (MemberOwner::Script, self.script_property(property, variable));
        }
        // Undeclared: dynamic, or declared in a file that cannot be read.
        let is_dynamic = self.class.is_none_or(|class| class.is_dynamic(name));
        let owner = if self.ancestry.is_some() && !is_dynamic {
            MemberOwner::Script
        } else {
            MemberOwner::Class
        };
        let value = self.value(property, None);
        let type_name = value_type(&value);
        let (category, is_exported) = match owner {
            MemberOwner::Class => (self.class_name.to_owned(), false),
            MemberOwner::Script => (String::new(), true),
        };
        let (name, is_default) = (name.to_owned(), false);
        (owner, NodeProperty { name, type_name, value, category, is_default, is_exported })
    }

    fn class_property(
        &self,
        property: &RawProperty<'_>,
        class: ApiClass<'_>,
        known: &ApiProperty<'_>,
    ) -> NodeProperty {
        let value = self.value(property, None);
        NodeProperty {
            name: property.name.to_string(),
            type_name: declared_type(known, &value),
            category: known.category.to_owned(),
            is_default: known.is_default(class, &property.raw).unwrap_or(false),
            is_exported: false,
            value,
        }
    }

    fn script_property(
        &self,
        property: &RawProperty<'_>,
        variable: &ScriptVariable<'_>,
    ) -> NodeProperty {
        let value = self.value(property, variable.type_name);
        NodeProperty {
            name: property.name.to_string(),
            type_name: value_type(&value),
            category: variable.script.to_owned(),
            is_default: variable.default.is_some_and(|default| same_value(default, &property.raw)),
            is_exported: variable.is_exported,
            value,
        }
    }

    fn place(&self, document: usize) -> ValueLocation<'_> {
        ValueLocation::new(self.files, self.resolved, document, self.index)
    }

    fn value(&self, property: &RawProperty<'_>, declared: Option<&str>) -> MemberValue {
        match Variant::parse(&property.raw) {
            Ok(variant) => values::typed_value(variant, declared, &self.place(property.document)),
            Err(_) => values::raw_value(&property.raw),
        }
    }

    /// A value or a part of it. The properties of a sub-resource are parts, too.
    fn value_inside(
        &self,
        property: &RawProperty<'_>,
        rest: &str,
        variables: &[ScriptVariable<'_>],
    ) -> Option<MemberValue> {
        if rest.is_empty() {
            return Some(self.describe(property, variables).1.value);
        }
        let place = self.place(property.document);
        let (mut raw, mut rest) = (&*property.raw, rest);
        // Each iteration shortens the path.
        loop {
            let variant = Variant::parse(raw).ok()?;
            if let Some(found) = paths::descend(variant, rest) {
                return Some(values::typed_value(found, None, &place));
            }
            (raw, rest) = place.inside(variant, rest)?;
        }
    }

    /// The default of the property at the start of a path, and the rest of the path.
    fn default<'p>(
        &self,
        owner: MemberOwner,
        path: &'p str,
        variables: &[ScriptVariable<'a>],
    ) -> Option<(&'a str, &'p str)> {
        match owner {
            MemberOwner::Class => {
                let class = self.class?;
                // The defaults of computed properties have no meaning, except for the parts of an unset
                // transform.
                let is_meant =
                    |property: &ApiProperty<'_>| property.stored || class.is_a(space::NODE3D);
                class.all_properties().filter(is_meant).find_map(|property| {
                    let rest = paths::rest_after(path, property.name)?;
                    Some((property.default_for(class)?, rest))
                })
            }
            MemberOwner::Script => variables.iter().rev().find_map(|variable| {
                Some((variable.default?, paths::rest_after(path, variable.name)?))
            }),
        }
    }

    fn class_defaults(&self, known: &HashSet<String>) -> Vec<NodeProperty> {
        let Some(class) = self.class else {
            return Vec::new();
        };
        let shown = class.all_properties().filter(|property| property.stored && property.shown);
        let left = shown.filter(|property| !known.contains(property.name));
        let property = |property: ApiProperty<'_>| {
            let value = self.literal(property.default_for(class)?);
            Some(NodeProperty {
                name: property.name.to_owned(),
                type_name: declared_type(&property, &value),
                category: property.category.to_owned(),
                is_default: true,
                is_exported: false,
                value,
            })
        };
        left.filter_map(property).collect()
    }

    fn script_defaults(
        &self,
        variables: &[ScriptVariable<'_>],
        known: &HashSet<String>,
    ) -> Vec<NodeProperty> {
        let left = variables.iter().filter(|variable| !known.contains(variable.name));
        let property = |variable: &ScriptVariable<'_>| {
            let value = self.literal(variable.default?);
            let type_name = variable.type_name.map_or_else(|| value_type(&value), str::to_owned);
            Some(NodeProperty {
                name: variable.name.to_owned(),
                type_name,
                category: variable.script.to_owned(),
                is_default: true,
                is_exported: variable.is_exported,
                value,
            })
        };
        left.filter_map(property).collect()
    }

    fn literal(&self, text: &str) -> MemberValue {
        match Variant::parse(text) {
            Ok(variant) => values::typed_value(variant, None, &self.place(0)),
            Err(_) => values::raw_value(text),
        }
    }
}

/// Properties of older versions under the names that Godot gives them when it loads the scene.
pub(super) fn with_current_names<'a>(
    class: Option<ApiClass<'_>>,
    mut set: Vec<RawProperty<'a>>,
) -> Vec<RawProperty<'a>> {
    let Some(class) = class else { return set };
    for property in &mut set {
        match class.older_property(&property.name) {
            Some(OlderProperty::Renamed(name)) => property.name = Cow::Borrowed(name),
            Some(OlderProperty::Implies(name, raw)) if property.raw == "true" => {
                (property.name, property.raw) = (Cow::Borrowed(name), Cow::Borrowed(raw));
            }
            Some(OlderProperty::HalfOf(name)) => {
                if let Some(doubled) = doubled(&property.raw) {
                    (property.name, property.raw) = (Cow::Borrowed(name), Cow::Owned(doubled));
                }
            }
            _ => {}
        }
    }
    set
}

/// Twice a vector.
fn doubled(raw: &str) -> Option<String> {
    let (name, numbers) = raw.strip_suffix(')')?.split_once('(')?;
    let numbers = numbers
        .split(',')
        .map(|number| Some((number.trim().parse::<f64>().ok()? * 2.0).to_string()));
    Some(format!("{name}({})", numbers.collect::<Option<Vec<_>>>()?.join(", ")))
}

/// The error for a member that is not among `names`.
pub(super) fn unknown_member<'k>(path: &str, names: impl Iterator<Item = &'k str>) -> EngineError {
    EngineError::Name(NameError::unknown(NameKind::Member, path, similar_members(path, names)))
}

/// The declared type; for an object the class of the value.
fn declared_type(property: &ApiProperty<'_>, value: &MemberValue) -> String {
    match (property.type_name, property.hint.split(',').next()) {
        ("Object", Some(class)) if !class.is_empty() => class.to_owned(),
        ("Object", _) => value_type(value),
        (name, _) => name.to_owned(),
    }
}

fn value_type(value: &MemberValue) -> String {
    match value {
        MemberValue::Typed(typed) => typed.type_name.clone(),
        _ => "Variant".to_owned(),
    }
}
