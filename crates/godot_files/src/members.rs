//! What a node holds: what the files of a scene set, put beside what its class and its script declare.

mod paths;
mod pointers;
mod space;
mod values;

use std::borrow::Cow;
use std::collections::HashSet;
use std::rc::Rc;

use scenewright_engine::EngineError;
use scenewright_engine::names::{self, NameError, NameKind, similar_members};
use scenewright_model::{Member, NodeProperties, NodeProperty, ObjectIndex, Script, Value};

use super::ancestry::{Ancestries, Ancestry, ScriptVariable};
use super::api::compare::same;
use super::api::{Api, Class, Property};
use super::files::Files;
use super::scene::{RawProperty, Resolved};
use super::variant::Variant;
use pointers::Place;

/// One node of a scene.
pub(super) struct Node<'a> {
    files: &'a Files<'a>,
    resolved: &'a Resolved,
    index: ObjectIndex,
    class_name: &'a str,
    class: Option<Class<'a>>,
    ancestry: Option<Rc<Ancestry>>,
}

/// Whose a property is: the node's class's, or its script's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Owner {
    Class,
    Script,
}

impl<'a> Node<'a> {
    pub(super) fn new(
        files: &'a Files<'a>,
        api: Option<&'a Api>,
        resolved: &'a Resolved,
        ancestries: &Ancestries<'_>,
        index: ObjectIndex,
    ) -> Node<'a> {
        let components = &resolved.scene.object(index).components;
        let class_name = components.first().map_or("", |class| class.type_name.as_str());
        let ancestry = components.get(1).map(|script| ancestries.of(script));
        let class = api.and_then(|api| api.class(class_name));
        Node { files, resolved, index, class_name, class, ancestry }
    }

    pub(super) fn has_script(&self) -> bool {
        self.ancestry.is_some()
    }

    /// The members of its class, then those of its script, as far as the scene sets them.
    pub(super) fn members(&self) -> [Vec<Member>; 2] {
        let mut lists = [Vec::new(), Vec::new()];
        let variables = self.variables();
        for property in self.set() {
            let (owner, property) = self.tell(&property, &variables);
            let NodeProperty { name, value, .. } = property;
            lists[usize::from(owner == Owner::Script)].push(Member { name, value });
        }
        lists
    }

    /// One member of its class (0) or its script (1) by its path, set or not.
    pub(super) fn member(&self, component: usize, path: &str) -> Result<Value, EngineError> {
        let variables = self.variables();
        let names = self.names(component, &variables);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let path = match names::property_path(path, &names) {
            Some((name, rest)) => Cow::Owned(name + &rest),
            None => Cow::Borrowed(path),
        };
        self.stored(component, &path, &variables)
            .ok_or_else(|| unknown_member(&path, names.iter().copied()))
    }

    /// The members that its class (0) or its script (1) has, set or not.
    fn names(&self, component: usize, variables: &[ScriptVariable<'_>]) -> Vec<String> {
        let owner = if component == 0 { Owner::Class } else { Owner::Script };
        let set = self.set();
        let set = set.iter().filter(|property| self.tell(property, variables).0 == owner);
        let mut names: Vec<String> = set.map(|property| property.name.to_string()).collect();
        match owner {
            Owner::Class => {
                let all = self.class.into_iter().flat_map(Class::all_properties);
                names.extend(all.map(|property| property.name.to_owned()));
            }
            Owner::Script => names.extend(variables.iter().map(|it| it.name.to_owned())),
        }
        names
    }

    /// By its path as Godot spells it.
    fn stored(
        &self,
        component: usize,
        path: &str,
        variables: &[ScriptVariable<'a>],
    ) -> Option<Value> {
        let owner = if component == 0 { Owner::Class } else { Owner::Script };
        let is_own = |property: &RawProperty<'_>| self.tell(property, variables).0 == owner;
        let set = self.set();
        let set = set.iter().filter(|property| is_own(property));
        let found = set
            .filter_map(|property| Some((paths::rest(path, &property.name)?, property)))
            .min_by_key(|(rest, _)| rest.len());
        if let Some((rest, property)) = found {
            return self.inner(property, rest, variables);
        }
        if owner == Owner::Class
            && let Some((rest, part)) = self.part(path)
        {
            let variant = paths::descend(Variant::parse(&part).ok()?, rest)?;
            return Some(values::typed(variant, None, &self.place(0)));
        }
        let (default, rest) = self.default(owner, path, variables)?;
        let variant = paths::descend(Variant::parse(default).ok()?, rest)?;
        Some(values::typed(variant, None, &self.place(0)))
    }

    /// `with_defaults`: also what the scene leaves as it is.
    pub(super) fn properties(&self, with_defaults: bool) -> NodeProperties {
        let (mut properties, mut script_properties) = (Vec::new(), Vec::new());
        let variables = self.variables();
        let mut known: HashSet<String> = HashSet::new();
        for property in self.set() {
            let (owner, property) = self.tell(&property, &variables);
            known.insert(property.name.clone());
            if property.is_default && !with_defaults {
                continue;
            }
            match owner {
                Owner::Class => properties.push(property),
                Owner::Script => script_properties.push(property),
            }
        }
        for part in self.parts() {
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
            Script::Found(path) => Some(path.clone()),
            _ => None,
        });
        NodeProperties { class: self.class_name.to_owned(), script, properties, script_properties }
    }

    /// The parts of a transform that the files set.
    fn raw_parts(&self) -> impl Iterator<Item = (&'static str, String, &'static str)> {
        let in_space = self.class.is_some_and(|class| class.is_a(space::CLASS));
        let transform = self.set().into_iter().rfind(|set| in_space && set.name == "transform");
        transform.and_then(|transform| space::parts(transform.raw)).into_iter().flatten()
    }

    fn parts(&self) -> impl Iterator<Item = NodeProperty> {
        self.raw_parts().map(|(name, value, default)| NodeProperty {
            name: name.to_owned(),
            type_name: "Vector3".to_owned(),
            is_default: value == default,
            value: self.literal(&value),
            category: space::CLASS.to_owned(),
            is_exported: false,
        })
    }

    /// The part that a path begins with, and the rest of the path.
    fn part<'p>(&self, path: &'p str) -> Option<(&'p str, String)> {
        self.raw_parts().find_map(|(name, value, _)| Some((paths::rest(path, name)?, value)))
    }

    /// What the files set, but for the script, which is a component of its own.
    fn set(&self) -> Vec<RawProperty<'a>> {
        let mut set = self.resolved.properties(self.index);
        set.retain(|property| property.name != "script");
        set
    }

    fn variables(&self) -> Vec<ScriptVariable<'_>> {
        self.ancestry.as_deref().map(Ancestry::variables).unwrap_or_default()
    }

    fn tell(
        &self,
        property: &RawProperty<'_>,
        variables: &[ScriptVariable<'_>],
    ) -> (Owner, NodeProperty) {
        let name = &*property.name;
        if let Some(class) = self.class
            && let Some(known) = class.property(name)
        {
            return (Owner::Class, self.of_class(property, class, &known));
        }
        if let Some(variable) = variables.iter().rfind(|variable| variable.name == name) {
            return (Owner::Script, self.of_script(property, variable));
        }
        // What neither declares: made up as the node runs, or declared where nobody could look.
        let is_dynamic = self.class.is_none_or(|class| class.is_dynamic(name));
        let owner =
            if self.ancestry.is_some() && !is_dynamic { Owner::Script } else { Owner::Class };
        let value = self.value(property, None);
        let type_name = type_of(&value);
        let (category, is_exported) = match owner {
            Owner::Class => (self.class_name.to_owned(), false),
            Owner::Script => (String::new(), true),
        };
        let (name, is_default) = (name.to_owned(), false);
        (owner, NodeProperty { name, type_name, value, category, is_default, is_exported })
    }

    fn of_class(
        &self,
        property: &RawProperty<'_>,
        class: Class<'_>,
        known: &Property<'_>,
    ) -> NodeProperty {
        let value = self.value(property, None);
        NodeProperty {
            name: property.name.to_string(),
            type_name: declared(known, &value),
            category: known.category.to_owned(),
            is_default: known.is_default(class, property.raw).unwrap_or(false),
            is_exported: false,
            value,
        }
    }

    fn of_script(&self, property: &RawProperty<'_>, variable: &ScriptVariable<'_>) -> NodeProperty {
        let value = self.value(property, variable.type_name);
        NodeProperty {
            name: property.name.to_string(),
            type_name: type_of(&value),
            category: variable.script.to_owned(),
            is_default: variable.default.is_some_and(|default| same(default, property.raw)),
            is_exported: variable.is_exported,
            value,
        }
    }

    fn place(&self, document: usize) -> Place<'_> {
        Place::new(self.files, self.resolved, document, self.index)
    }

    fn value(&self, property: &RawProperty<'_>, declared: Option<&str>) -> Value {
        match Variant::parse(property.raw) {
            Ok(variant) => values::typed(variant, declared, &self.place(property.document)),
            Err(_) => values::raw(property.raw),
        }
    }

    /// A part of a value, or all of it. What a resource inside the same file holds is a part, too.
    fn inner(
        &self,
        property: &RawProperty<'_>,
        rest: &str,
        variables: &[ScriptVariable<'_>],
    ) -> Option<Value> {
        if rest.is_empty() {
            return Some(self.tell(property, variables).1.value);
        }
        let place = self.place(property.document);
        let (mut raw, mut rest) = (property.raw, rest);
        // Each turn goes a step down, and the path has an end.
        loop {
            let variant = Variant::parse(raw).ok()?;
            if let Some(found) = paths::descend(variant, rest) {
                return Some(values::typed(found, None, &place));
            }
            (raw, rest) = place.inside(variant, rest)?;
        }
    }

    /// What the class or the script has at the beginning of a path, and the rest of the path.
    fn default<'p>(
        &self,
        owner: Owner,
        path: &'p str,
        variables: &[ScriptVariable<'a>],
    ) -> Option<(&'a str, &'p str)> {
        match owner {
            Owner::Class => {
                let class = self.class?;
                // Of what is made out of something else, the default says nothing; a node in space whose
                // transform is not set is where it begins.
                let is_meant =
                    |property: &Property<'_>| property.stored || class.is_a(space::CLASS);
                class.all_properties().filter(is_meant).find_map(|property| {
                    let rest = paths::rest(path, property.name)?;
                    Some((property.default_for(class)?, rest))
                })
            }
            Owner::Script => variables
                .iter()
                .rev()
                .find_map(|variable| Some((variable.default?, paths::rest(path, variable.name)?))),
        }
    }

    fn class_defaults(&self, known: &HashSet<String>) -> Vec<NodeProperty> {
        let Some(class) = self.class else {
            return Vec::new();
        };
        let shown = class.all_properties().filter(|property| property.stored && property.shown);
        let left = shown.filter(|property| !known.contains(property.name));
        let property = |property: Property<'_>| {
            let value = self.literal(property.default_for(class)?);
            Some(NodeProperty {
                name: property.name.to_owned(),
                type_name: declared(&property, &value),
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
            let type_name = variable.type_name.map_or_else(|| type_of(&value), str::to_owned);
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

    fn literal(&self, text: &str) -> Value {
        match Variant::parse(text) {
            Ok(variant) => values::typed(variant, None, &self.place(0)),
            Err(_) => values::raw(text),
        }
    }
}

/// A member that is not among `names`.
pub(super) fn unknown_member<'k>(path: &str, names: impl Iterator<Item = &'k str>) -> EngineError {
    EngineError::Name(NameError::unknown(NameKind::Member, path, similar_members(path, names)))
}

/// The type that a class declares; for an object, the class of what is there.
fn declared(property: &Property<'_>, value: &Value) -> String {
    match (property.type_name, property.hint.split(',').next()) {
        ("Object", Some(class)) if !class.is_empty() => class.to_owned(),
        ("Object", _) => type_of(value),
        (name, _) => name.to_owned(),
    }
}

fn type_of(value: &Value) -> String {
    match value {
        Value::Typed(typed) => typed.type_name.clone(),
        _ => "Variant".to_owned(),
    }
}
