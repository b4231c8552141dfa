//! Converts the value of an edit to a [`Literal`] of the type that the member takes.
//!
//! Invariant: a value of an unknown type is only written if the client states its type, and an object is only
//! replaced by an object or by nothing.

use scenewright_engine::{EngineError, Subject};
use scenewright_model::{EditValue, ObjectIndex, ObjectRef};

use super::adapt::{References, adapt};
use super::buffer::SceneBuffer;
use super::convert::{self, convert, parse_text};
use super::literal::Literal;
use super::node_paths::path_between;
use super::property_type::{PropertyType, is_same_label};
use super::refusal;
use super::session::EditSession;
use super::value_examples;
use crate::externals::ExternalResource;
use crate::node_paths::{NodeTarget, follow};
use crate::value;
use crate::variant::{Variant, VariantKind, walk};

/// Values of clients may be nested up to this depth.
const MAX_VALUE_DEPTH: usize = 64;

type DictionaryEntries = Vec<(Literal, Literal)>;

/// The member that a value is written to.
pub(super) struct ValueTarget<'a> {
    pub buffer: &'a SceneBuffer,
    pub session: &'a EditSession<'a>,
    /// Node paths are relative to this node; in a resource to the root.
    pub node: ObjectIndex,
    pub member: &'a str,
}

/// Why a value is not of the wanted type.
pub(super) enum Misfit {
    /// The type says it.
    Type,
    Because(EngineError),
}

impl From<EngineError> for Misfit {
    fn from(error: EngineError) -> Misfit {
        Misfit::Because(error)
    }
}

impl ValueTarget<'_> {
    /// `old` is the current value, whose types a value without a declared type takes.
    pub(super) fn coerce(
        &self,
        value: &EditValue,
        wanted: &PropertyType,
        old: Option<&str>,
    ) -> Result<Literal, EngineError> {
        let old = old.and_then(Literal::parse).filter(|old| *old != Literal::Null);
        if *wanted == PropertyType::Unknown && old.is_none() && !states_its_type(value) {
            return Err(refusal(self.member, &value_examples::unknown_type()));
        }
        let given = self.untyped_literal(value, 0)?;
        let wanted = match &old {
            Some(old) if contradicts(old, wanted) => &PropertyType::Unknown,
            _ => wanted,
        };
        let literal =
            self.fit(given.clone(), wanted, old.as_ref()).map_err(|misfit| match misfit {
                Misfit::Because(error) => error,
                Misfit::Type => self.wrong_type(&given, wanted, old.as_ref()),
            })?;
        let text = literal.text();
        self.check_calls(&text)?;
        self.check_resources(&text)?;
        Ok(literal)
    }

    /// Values contain no unknown calls, such as those that stand for long arrays of binary files.
    fn check_calls(&self, text: &str) -> Result<(), EngineError> {
        let mut unknown = None;
        if let Ok(variant) = Variant::parse(text) {
            walk(variant, &mut |inner| {
                if let VariantKind::Call { name, .. } = inner.kind() {
                    unknown = Some(name);
                }
            });
        }
        unknown.map_or(Ok(()), |name| Err(self.unknown_call(name)))
    }

    fn unknown_call(&self, name: &str) -> EngineError {
        refusal(self.member, &format!("'{name}(…)' is not a value of Godot"))
    }

    fn wrong_type(
        &self,
        given: &Literal,
        wanted: &PropertyType,
        old: Option<&Literal>,
    ) -> EngineError {
        let reason = value_examples::wrong_type(wanted, old, &given.text());
        refusal(self.member, &reason)
    }

    /// Ignores the type of the member. `depth` limits the nesting of a client's value.
    fn untyped_literal(&self, value: &EditValue, depth: usize) -> Result<Literal, EngineError> {
        if depth > MAX_VALUE_DEPTH {
            return Err(refusal(self.member, "the value is nested too deeply"));
        }
        Ok(match value {
            EditValue::Null => Literal::Null,
            EditValue::Bool(flag) => Literal::Bool(*flag),
            EditValue::Int(number) => Literal::Int(*number),
            EditValue::Float(number) => Literal::Float(*number),
            EditValue::Text(text) => Literal::String(text.clone()),
            EditValue::List(items) => {
                let items = items.iter().map(|item| self.untyped_literal(item, depth + 1));
                Literal::Array { element: None, items: items.collect::<Result<_, _>>()? }
            }
            EditValue::Fields(fields) => {
                let entry = |(name, value): &(String, EditValue)| {
                    Ok((Literal::String(name.clone()), self.untyped_literal(value, depth + 1)?))
                };
                let entries = fields.iter().map(entry).collect::<Result<_, EngineError>>()?;
                Literal::Dictionary { types: None, entries }
            }
            EditValue::Object { object, .. } => {
                let target = self.buffer.find_node(object, self.session)?;
                Literal::NodePath(path_between(self.buffer, self.node, target))
            }
            EditValue::Asset { path, inner: None } => self.asset(path)?,
            EditValue::Asset { path, inner: Some(id) } => self.sub_resource_literal(path, id)?,
            EditValue::Literal(text) => self.parse_literal(text)?,
        })
    }

    /// A file of the project; `res://main.tscn::Shape_1` is a sub-resource.
    fn asset(&self, path: &str) -> Result<Literal, EngineError> {
        if let Some((file, id)) = path.split_once("::") {
            return self.sub_resource_literal(file, id);
        }
        let relative = self.session.existing_file(Subject::Asset, path)?;
        Ok(Literal::external(&self.buffer.external_id(self.session, &relative)?))
    }

    /// A sub-resource; only sub-resources of the same file can be referenced.
    fn sub_resource_literal(&self, path: &str, id: &str) -> Result<Literal, EngineError> {
        if self.session.existing_file(Subject::Asset, path)? != self.buffer.relative {
            return Err(refusal(
                self.member,
                "a resource inside of another file cannot be referenced",
            ));
        }
        match self.buffer.document().sub_resource(id) {
            Some(_) => Ok(Literal::Raw(format!("SubResource(\"{id}\")"))),
            None => Err(EngineError::NotFound { what: Subject::Resource, path: id.to_owned() }),
        }
    }

    /// A literal in Godot's text form, which must be a known value.
    fn parse_literal(&self, text: &str) -> Result<Literal, EngineError> {
        let variant = Variant::parse(text)
            .map_err(|error| refusal(self.member, &format!("'{text}': {}", error.reason)))?;
        match variant.kind() {
            VariantKind::Call { name, .. } => Err(self.unknown_call(name)),
            VariantKind::Word => {
                Err(refusal(self.member, &format!("'{text}' is not a value of Godot")))
            }
            _ => Ok(Literal::from(variant)),
        }
    }

    /// A value may only refer to resources that exist, or that this edit adds.
    fn check_resources(&self, text: &str) -> Result<(), EngineError> {
        let missing = |what, id: &str| EngineError::NotFound { what, path: id.to_owned() };
        for named in value::resources(text) {
            match &named {
                value::NamedResource::External(id) => {
                    let added = self.buffer.added.borrow();
                    let is_added = added.iter().any(|(_, new)| **new == **id);
                    let mut all = ExternalResource::all(self.buffer.document());
                    if !is_added && !all.any(|external| external.id == *id) {
                        return Err(missing(Subject::ExternalResource, id));
                    }
                }
                value::NamedResource::Inner(id) => {
                    let found = self.buffer.document().sub_resource(id);
                    found.ok_or_else(|| missing(Subject::Resource, id))?;
                }
            }
        }
        Ok(())
    }

    /// Recursion is as deep as the type or the value, which their parsers bound.
    fn fit(
        &self,
        given: Literal,
        wanted: &PropertyType,
        old: Option<&Literal>,
    ) -> Result<Literal, Misfit> {
        match wanted {
            PropertyType::Any | PropertyType::Unknown => self.fit_to_old(given, old),
            PropertyType::BuiltIn(name) => self.fit_built_in(given, name, old),
            PropertyType::Enum(labels) => fit_enum(&given, labels),
            PropertyType::Array(element) => self.fit_array(given, element, old),
            PropertyType::Dictionary { key, value, is_typed } => {
                let (entries, types) = self.fit_entries(given, key, value, old)?;
                Ok(Literal::Dictionary { types: types.filter(|_| *is_typed), entries })
            }
            PropertyType::Resource(classes) => self.fit_resource(given, classes),
            PropertyType::Node(_) => self.fit_node(given),
            PropertyType::Object(_) => match given {
                Literal::NodePath(_) => Ok(given),
                Literal::String(ref path) if !is_resource_path(path) => self.fit_node(given),
                given => self.fit_resource(given, &[]),
            },
        }
    }

    fn fit_built_in(
        &self,
        given: Literal,
        name: &str,
        old: Option<&Literal>,
    ) -> Result<Literal, Misfit> {
        let converted = convert(given, name).ok_or(Misfit::Type)?;
        match (converted, old) {
            (Literal::NodePath(path), _) => Ok(Literal::NodePath(self.node_path(path))),
            (converted @ (Literal::Array { .. } | Literal::Dictionary { .. }), Some(old)) => {
                self.fit_to_old(converted, Some(old))
            }
            (converted, _) => Ok(converted),
        }
    }

    /// A value without a declared type keeps the types of the old value.
    fn fit_to_old(&self, given: Literal, old: Option<&Literal>) -> Result<Literal, Misfit> {
        match old {
            Some(old) => adapt(given, old, self),
            None => Ok(given),
        }
    }

    fn fit_array(
        &self,
        given: Literal,
        element: &PropertyType,
        old: Option<&Literal>,
    ) -> Result<Literal, Misfit> {
        let given = match given {
            Literal::String(text) => parse_text(&text).ok_or(Misfit::Type)?,
            given => given,
        };
        let Literal::Array { items, .. } = given else { return Err(Misfit::Type) };
        let (known, known_element) = match old {
            Some(Literal::Array { items, element }) => (items.as_slice(), element.clone()),
            _ => (&[][..], None),
        };
        let items = items.into_iter().enumerate();
        let items: Vec<Literal> = items
            .map(|(at, item)| self.fit(item, element, known.get(at).or(known.last())))
            .collect::<Result<_, _>>()?;
        // Godot writes arrays of nodes without an element type.
        let holds_nodes =
            element.takes_nodes() && items.iter().any(|item| matches!(item, Literal::NodePath(_)));
        let element = match holds_nodes {
            true => None,
            false => known_element.map_or_else(|| self.written_type(element), |it| Ok(Some(it)))?,
        };
        Ok(Literal::Array { element, items })
    }

    /// The entries of a dictionary, and their types as Godot writes them.
    fn fit_entries(
        &self,
        given: Literal,
        key: &PropertyType,
        value: &PropertyType,
        old: Option<&Literal>,
    ) -> Result<(DictionaryEntries, Option<String>), Misfit> {
        let given = match given {
            Literal::String(text) => parse_text(&text).ok_or(Misfit::Type)?,
            given => given,
        };
        let Literal::Dictionary { entries, .. } = given else { return Err(Misfit::Type) };
        let known_types = match old {
            Some(Literal::Dictionary { types, .. }) => types.clone(),
            _ => None,
        };
        let entries: DictionaryEntries = entries
            .into_iter()
            .map(|(k, v)| Ok((self.fit(k, key, None)?, self.fit(v, value, None)?)))
            .collect::<Result<_, Misfit>>()?;
        let types = match known_types {
            Some(types) => Some(types),
            None => {
                let written = |it: Option<String>| it.unwrap_or_else(|| "Variant".to_owned());
                let (key, value) = (self.written_type(key)?, self.written_type(value)?);
                Some(format!("{}, {}", written(key), written(value)))
            }
        };
        Ok((entries, types))
    }

    /// The type of elements as Godot writes it; the class of a script is a reference to the script.
    fn written_type(&self, element: &PropertyType) -> Result<Option<String>, EngineError> {
        let class = match element {
            PropertyType::Any | PropertyType::Unknown => return Ok(None),
            PropertyType::BuiltIn(name) => return Ok(Some(name.clone())),
            PropertyType::Enum(_) => return Ok(Some("int".to_owned())),
            PropertyType::Array(_) => return Ok(Some("Array".to_owned())),
            PropertyType::Dictionary { .. } => return Ok(Some("Dictionary".to_owned())),
            PropertyType::Resource(classes) => classes.first().cloned(),
            PropertyType::Node(class) | PropertyType::Object(class) => Some(class.clone()),
        };
        let Some(class) = class else { return Ok(Some("Resource".to_owned())) };
        match self.session.files.script_of_class(&class) {
            Some(script) => {
                let id = self.buffer.external_id(self.session, &script)?;
                Ok(Some(Literal::external(&id).text()))
            }
            None => Ok(Some(class)),
        }
    }

    fn fit_resource(&self, given: Literal, classes: &[String]) -> Result<Literal, Misfit> {
        let fitted = match given {
            Literal::Null | Literal::Raw(_) => given,
            Literal::String(text) => match parse_text(&text) {
                Some(parsed @ (Literal::Null | Literal::Raw(_))) => parsed,
                _ => self.asset(shown_path(&text))?,
            },
            _ => return Err(Misfit::Type),
        };
        if !is_object(&fitted) && fitted != Literal::Null {
            return Err(Misfit::Type);
        }
        self.check_class(&fitted, classes)?;
        Ok(fitted)
    }

    /// Refuses a resource that is known to be of another class.
    fn check_class(&self, given: &Literal, classes: &[String]) -> Result<(), Misfit> {
        let api = self.session.api;
        let known = classes.iter().all(|class| api.class(class).is_some());
        let Some(class) = self.resource_class(given).filter(|_| known && !classes.is_empty())
        else {
            return Ok(());
        };
        let Some(found) = api.class(&class) else { return Ok(()) };
        // Godot states a base for classes that can replace each other.
        let fits = |wanted: &String| {
            found.is_a(wanted) || api.class(wanted).is_some_and(|wanted| wanted.is_a(found.name()))
        };
        match classes.iter().any(fits) {
            true => Ok(()),
            false => {
                let wanted = classes.join(" or ");
                let reason = format!("it takes a {wanted}, and {} is a {class}", given.text());
                Err(refusal(self.member, &reason).into())
            }
        }
    }

    /// The class that the file states for a resource.
    fn resource_class(&self, given: &Literal) -> Option<String> {
        let text = given.text();
        if let Some(id) = value::sub_resource(&text) {
            let section = self.buffer.document().sub_resource(&id)?;
            return section.attribute("type").and_then(value::string).map(Into::into);
        }
        let id = value::ext_resource(&text)?;
        let added = self.buffer.added.borrow();
        if let Some((relative, _)) = added.iter().find(|(_, new)| **new == *id) {
            return Some(super::externals::resource_class(self.session, relative));
        }
        let mut all = ExternalResource::all(self.buffer.document());
        all.find(|external| external.id == id).map(|external| external.kind.to_string())
    }

    fn fit_node(&self, given: Literal) -> Result<Literal, Misfit> {
        let path = match given {
            Literal::Null | Literal::NodePath(_) => return Ok(given),
            Literal::String(text) => convert::convert(Literal::String(text), "NodePath"),
            _ => None,
        };
        let Some(Literal::NodePath(path)) = path else { return Err(Misfit::Type) };
        let scene = &self.buffer.resolved.scene;
        match follow(scene, self.node, &path) {
            NodeTarget::Node(_) | NodeTarget::Beyond => Ok(Literal::NodePath(path)),
            NodeTarget::Nowhere => {
                let target = ObjectRef::Path(path);
                let target = self.buffer.find_node(&target, self.session)?;
                Ok(Literal::NodePath(path_between(self.buffer, self.node, target)))
            }
        }
    }

    /// A path as it is stored, or from the root of the scene as reads show it.
    fn node_path(&self, path: String) -> String {
        let scene = &self.buffer.resolved.scene;
        if follow(scene, self.node, &path) != NodeTarget::Nowhere {
            return path;
        }
        let (nodes, properties) = match path.find(':') {
            Some(at) => path.split_at(at),
            None => (path.as_str(), ""),
        };
        match self.buffer.find_node(&ObjectRef::Path(nodes.to_owned()), self.session) {
            Ok(target) => path_between(self.buffer, self.node, target) + properties,
            Err(_) => path,
        }
    }
}

impl References for ValueTarget<'_> {
    type Error = Misfit;

    fn object(&self, given: Literal) -> Result<Literal, Misfit> {
        self.fit_resource(given, &[])
    }

    fn path(&self, path: String) -> String {
        self.node_path(path)
    }
}

/// `res://icon.png (Texture2D)`, as lists show it.
fn shown_path(text: &str) -> &str {
    match text.strip_suffix(')').and_then(|text| text.rsplit_once(" (")) {
        Some((path, class)) if class.chars().all(char::is_alphanumeric) => path,
        _ => text,
    }
}

fn is_resource_path(text: &str) -> bool {
    text.starts_with("res://") || text.starts_with("uid://")
}

/// Whether a value is a reference to a resource, or an object inside of the value.
pub(super) fn is_object(literal: &Literal) -> bool {
    const OBJECTS: [&str; 4] = ["ExtResource(", "SubResource(", "Resource(", "Object("];
    matches!(literal, Literal::Raw(text) if OBJECTS.iter().any(|object| text.starts_with(object)))
}

/// A value whose type does not depend on the member.
fn states_its_type(value: &EditValue) -> bool {
    matches!(
        value,
        EditValue::Literal(_)
            | EditValue::Asset { .. }
            | EditValue::Object { .. }
            | EditValue::Null
    )
}

/// Some classes declare another type than they store.
fn contradicts(old: &Literal, wanted: &PropertyType) -> bool {
    match wanted {
        PropertyType::Resource(_) | PropertyType::Object(_) => {
            !is_object(old) && !matches!(old, Literal::Null | Literal::NodePath(_))
        }
        PropertyType::BuiltIn(_) => is_object(old),
        _ => false,
    }
}

fn fit_enum(given: &Literal, labels: &[(String, i64)]) -> Result<Literal, Misfit> {
    if let Literal::String(name) = given
        && let Some((_, number)) = labels.iter().find(|(label, _)| is_same_label(label, name))
    {
        return Ok(Literal::Int(*number));
    }
    convert::to_integer(given).map(Literal::Int).ok_or(Misfit::Type)
}
