//! The members of components under the names that their API has: `localPosition`, `intensity`, `color`.

mod computed;
mod enums;
mod names;
mod setting;
mod value;

use scenewright_model::{Component, ComponentScript, Member, MemberValue, RuntimeMethod};
use serde_json::{Value, json};

use crate::error::{ExplorerError, ExplorerResult};
use crate::view::types::TypeNames;
use crate::view::{EngineView, ObjectLocation};

pub(crate) use computed::methods;
pub(crate) use setting::{set_edit, to_argument};
pub(crate) use value::{DisplayValue, json_number};

/// A component of an object, by its position.
pub(crate) struct ComponentView<'a> {
    pub(crate) view: EngineView<'a>,
    pub(crate) location: &'a ObjectLocation,
    pub(crate) index: usize,
    pub(crate) full_type: String,
}

/// A member as a list shows it.
pub(crate) struct ListedMember {
    pub(crate) name: String,
    pub(crate) kind: &'static str,
    pub(crate) type_name: String,
    pub(crate) can_read: bool,
    pub(crate) can_write: bool,
}

impl<'a> ComponentView<'a> {
    pub(crate) fn find(
        view: EngineView<'a>,
        location: &'a ObjectLocation,
        asked: &str,
    ) -> ExplorerResult<ComponentView<'a>> {
        let types = TypeNames::new(view);
        let index = types.component(location.object(), asked)?;
        let full_type = types.full_name(&location.object().components[index]);
        Ok(ComponentView { view, location, index, full_type })
    }

    fn component(&self) -> &Component {
        &self.location.object().components[self.index]
    }

    /// A script of the project names its fields itself; Unity's own components have other names in their
    /// API than in files.
    pub(crate) fn is_unity_type(&self) -> bool {
        let is_ours = matches!(&self.component().script, ComponentScript::Found(path) if !path.starts_with("Packages/com.unity."));
        self.view.is_unity() && !is_ours
    }

    fn stored_members(&self) -> ExplorerResult<Vec<Member>> {
        let Some(members) = self.view.engine.as_members() else { return Ok(Vec::new()) };
        let (scene, id) = (&self.location.scene.path, self.location.object().id);
        let read = members.members(scene, id, &[self.index], self.view.cx)?.value;
        let mut stored = read.into_iter().next().unwrap_or_default();
        stored.retain(|member| !names::is_hidden(&member.name));
        Ok(stored)
    }

    /// The API name of a member as files name it.
    fn api_name(&self, stored: &str) -> String {
        let is_api = self.is_unity_type() || self.view.is_unity() && stored == names::ENABLED;
        if is_api { names::api(&self.full_type, stored) } else { stored.to_owned() }
    }

    pub(crate) fn summaries(&self, with_methods: bool) -> ExplorerResult<Vec<ListedMember>> {
        let kind = if self.is_unity_type() { "property" } else { "field" };
        let mut listed: Vec<ListedMember> = Vec::new();
        for Member { name, value } in self.stored_members()? {
            let name = self.api_name(&name);
            if listed.iter().all(|member| member.name != name) {
                let type_name = match enums::for_member(self, &name, &value) {
                    Some(found) => found.full_type,
                    None => self.own_type(value::type_name(&name, &value), &value),
                };
                let (can_read, can_write) = (true, true);
                listed.push(ListedMember { name, kind, type_name, can_read, can_write });
            }
        }
        listed.extend(computed::summaries(self));
        if with_methods {
            listed.extend(self.listed_methods()?);
        }
        Ok(listed)
    }

    /// Those that a running game can call, or those that can be run without one.
    fn listed_methods(&self) -> ExplorerResult<Vec<ListedMember>> {
        let listed = |name: &str, type_name: String| ListedMember {
            name: name.to_owned(),
            kind: "method",
            type_name,
            can_read: false,
            can_write: false,
        };
        let Some(game) = self.view.runtime() else {
            let methods = methods(&self.full_type).into_iter();
            return Ok(methods.map(|method| listed(method.name, method.call_shape())).collect());
        };
        let id = self.location.object().id;
        let methods = game.methods(id, self.index, self.view.cx)?.value.into_iter();
        Ok(methods
            .map(|RuntimeMethod { name, returns, parameters }| {
                listed(&name, format!("{returns}({})", parameters.join(", ")))
            })
            .collect())
    }

    /// The API name of a member that is asked for by either name.
    pub(crate) fn to_api_name(&self, asked: &str) -> ExplorerResult<String> {
        let stored = self.stored_name(asked)?;
        Ok(stored.map_or_else(|| asked.to_owned(), |stored| self.api_name(&stored)))
    }

    /// The stored name of a member that is asked for by either name.
    pub(crate) fn stored_name(&self, asked: &str) -> ExplorerResult<Option<String>> {
        let stored = self.stored_members()?;
        Ok(self.find_member(&stored, asked).map(|member| member.name.clone()))
    }

    fn stored_value(&self, stored: &str) -> ExplorerResult<Option<MemberValue>> {
        let mut members = self.stored_members()?.into_iter();
        Ok(members.find(|member| member.name == stored).map(|member| member.value))
    }

    fn find_member<'m>(&self, members: &'m [Member], asked: &str) -> Option<&'m Member> {
        let exact = members.iter().find(|member| member.name == asked);
        exact.or_else(|| members.iter().find(|member| self.api_name(&member.name) == asked))
    }

    pub(crate) fn read(&self, asked: &str) -> ExplorerResult<DisplayValue> {
        if let Some(value) = computed::read(self, asked)? {
            return Ok(value);
        }
        let stored = self.stored_members()?;
        match self.find_member(&stored, asked) {
            Some(member) => Ok(self.display(&self.api_name(&member.name), &member.value)),
            None => self.read_nested(asked),
        }
    }

    fn display(&self, name: &str, value: &MemberValue) -> DisplayValue {
        match (enums::for_member(self, name, value), value) {
            (Some(found), MemberValue::Int(number)) => found.display(*number),
            _ => self.show(name, value),
        }
    }

    fn show(&self, name: &str, value: &MemberValue) -> DisplayValue {
        let shown = DisplayValue::from_member(name, value, self.view.ids);
        DisplayValue { type_name: self.own_type(shown.type_name, value), ..shown }
    }

    /// The class of an object has no namespace in other engines.
    fn own_type(&self, type_name: String, value: &MemberValue) -> String {
        match (value, type_name.strip_prefix("UnityEngine.")) {
            (MemberValue::Reference(_), Some(class)) if !self.view.is_unity() => class.to_owned(),
            _ => type_name,
        }
    }

    /// A path into a member, as files name it: `m_LocalPosition.x`.
    fn read_nested(&self, asked: &str) -> ExplorerResult<DisplayValue> {
        let unknown = || {
            ExplorerError::not_found(format!("{} has no member '{asked}'", self.full_type))
                .hint("ListComponentMembers lists the members of a component")
        };
        let members = self.view.engine.as_members().ok_or_else(unknown)?;
        let (scene, id) = (&self.location.scene.path, self.location.object().id);
        let read = members.member(scene, id, self.index, asked, self.view.cx);
        let value: MemberValue = read.map_err(|_| unknown())?.value;
        Ok(self.show(asked, &value))
    }
}

impl ListedMember {
    pub(crate) fn to_json(&self) -> Value {
        json!({
            "Name": self.name,
            "Kind": self.kind,
            "Type": self.type_name,
            "CanRead": self.can_read,
            "CanWrite": self.can_write,
        })
    }
}
