//! The members of a game's objects: their properties at this moment.

use scenewright_engine::names::{NameError, NameKind, similar_members};
use scenewright_engine::{
    Context, EngineError, GameFailureKind, MemberReader, NodePropertyReader, ReadResult,
};
use scenewright_model::{
    ComponentScript, Member, MemberReference, MemberValue, NodeProperties, NodeProperty, ObjectId,
    SceneObject, TypedValue,
};

use super::{GameEngine, id, reading};
use crate::answer::Fields;
use crate::values::to_member;
use crate::variant::Variant;

/// The type of a property that takes any value.
const ANY_TYPE: &str = "Variant";

/// A property as the game lists it.
struct GameMember {
    member: Member,
    /// The class or script that declares it.
    category: String,
    /// Whether the inspector shows it.
    is_exported: bool,
}

impl MemberReader for GameEngine {
    fn members(
        &self,
        _scene: &str,
        object: ObjectId,
        components: &[usize],
        cx: &Context,
    ) -> ReadResult<Vec<Vec<Member>>> {
        let lists = components.iter().map(|component| self.component(object, *component, cx));
        reading(lists.collect::<Result<_, _>>()?)
    }

    fn member(
        &self,
        _scene: &str,
        object: ObjectId,
        _component: usize,
        path: &str,
        cx: &Context,
    ) -> ReadResult<MemberValue> {
        let arguments = [("id", id(object)), ("path", property_path(path).into())];
        let found = self.ask("member", arguments, cx, |answer| {
            member(answer.value("member")?).ok_or_else(|| Fields::wrong("member"))
        });
        reading(found.map_err(|error| unknown_member(error, path))?.member.value)
    }
}

impl NodePropertyReader for GameEngine {
    /// A game has no defaults: every property has a value.
    fn node_properties(
        &self,
        scene: &str,
        nodes: &[ObjectId],
        _with_defaults: bool,
        cx: &Context,
    ) -> ReadResult<Vec<NodeProperties>> {
        let scene = self.read_scene(scene, cx)?;
        let find = |id: &ObjectId| {
            let found = scene.objects.iter().find(|object| object.id == *id);
            found.ok_or_else(|| EngineError::Name(NameError::unknown_id(*id)))
        };
        let nodes = nodes.iter().map(|id| self.properties(find(id)?, cx));
        reading(nodes.collect::<Result<_, _>>()?)
    }
}

impl GameEngine {
    fn properties(&self, node: &SceneObject, cx: &Context) -> Result<NodeProperties, EngineError> {
        let name = |at: usize| node.components.get(at).map(|it| it.type_name.clone());
        let list = |at: usize| -> Result<Vec<NodeProperty>, EngineError> {
            Ok(self.listed(node.id, at, cx)?.into_iter().map(node_property).collect())
        };
        let script = node.components.get(1).and_then(|script| match &script.script {
            ComponentScript::Found(path) => Some(path.clone()),
            _ => None,
        });
        Ok(NodeProperties {
            class: name(0).unwrap_or_default(),
            script_properties: if script.is_some() { list(1)? } else { Vec::new() },
            script,
            properties: list(0)?,
        })
    }

    fn component(
        &self,
        object: ObjectId,
        component: usize,
        cx: &Context,
    ) -> Result<Vec<Member>, EngineError> {
        Ok(self.listed(object, component, cx)?.into_iter().map(|it| it.member).collect())
    }

    /// What the inspector shows of the class (0) or the script (1), and the other variables of the script.
    fn listed(
        &self,
        object: ObjectId,
        component: usize,
        cx: &Context,
    ) -> Result<Vec<GameMember>, EngineError> {
        let arguments = [("id", id(object)), ("script", Variant::Bool(component == 1))];
        self.ask("members", arguments, cx, |answer| {
            let members = answer.list("members")?.iter().map(member).collect::<Option<_>>();
            members.ok_or_else(|| Fields::wrong("members"))
        })
    }
}

fn node_property(listed: GameMember) -> NodeProperty {
    let GameMember { member: Member { name, value }, category, is_exported } = listed;
    let type_name = match &value {
        MemberValue::Typed(typed) => typed.type_name.clone(),
        MemberValue::Reference(MemberReference::Object { type_name, .. }) => type_name.clone(),
        MemberValue::Reference(MemberReference::Asset { type_name: Some(class), .. }) => {
            class.clone()
        }
        _ => "Object".to_owned(),
    };
    NodeProperty { name, type_name, value, category, is_default: false, is_exported }
}

/// Clients write `position.x`, the game `position:x`.
pub(super) fn property_path(path: &str) -> String {
    path.replace('.', ":")
}

/// Names that are not among the object's properties, in the words of the port.
pub(super) fn unknown_member(error: EngineError, path: &str) -> EngineError {
    match error {
        EngineError::Game(failure) if failure.kind == GameFailureKind::NoProperty => {
            let names = failure.names.iter().map(String::as_str);
            let similar = similar_members(path, names);
            EngineError::Name(NameError::unknown(NameKind::Member, path, similar))
        }
        other => other,
    }
}

fn member(row: &Variant) -> Option<GameMember> {
    let [name, type_name, text, value, category, is_exported] = row.as_array()? else {
        return None;
    };
    let value = member_value(type_name.as_text()?, text.as_text()?, value);
    Some(GameMember {
        member: Member { name: name.as_text()?.to_owned(), value },
        category: category.as_text()?.to_owned(),
        is_exported: is_exported.as_bool()?,
    })
}

/// A reference to a node is one to its object; other values keep the game's own type and text.
fn member_value(type_name: &str, text: &str, value: &Variant) -> MemberValue {
    if let Some(reference) = reference(type_name, value) {
        return MemberValue::Reference(reference);
    }
    MemberValue::Typed(Box::new(TypedValue {
        type_name: type_name.to_owned(),
        text: text.to_owned(),
        value: to_member(value),
    }))
}

/// `None` for a value that is not an object.
fn reference(type_name: &str, value: &Variant) -> Option<MemberReference> {
    if matches!(value, Variant::Nil) && type_name != ANY_TYPE {
        return Some(MemberReference::None);
    }
    object_reference(value)
}

/// The object that the probe describes; `None` for another value. A resource without a file is known by its id alone.
pub(super) fn object_reference(value: &Variant) -> Option<MemberReference> {
    let object = value.as_dictionary()?;
    let class = object.get("scenewright_object")?.as_text()?;
    let path = object.get("path")?.as_text()?;
    if path.starts_with("res://") {
        let (path, type_name) = (path.to_owned(), Some(class.to_owned()));
        return Some(MemberReference::Asset { path, type_name, inner: None });
    }
    Some(MemberReference::Object {
        id: ObjectId::from_number(object.get("id")?.as_int()? as u64),
        path: path.trim_start_matches("/root/").to_owned(),
        type_name: class.to_owned(),
    })
}
