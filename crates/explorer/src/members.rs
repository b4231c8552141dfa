//! What components hold, under the names that their API has: `localPosition`, `intensity`, `color`.

mod computed;
mod enums;
mod names;
mod setting;
mod value;

use scenewright_model::{Component, ComponentScript, Member, MemberValue as Held};
use serde_json::{Value, json};

use crate::fault::{ExplorerError, ExplorerResult};
use crate::view::types::TypeNames;
use crate::view::{EngineView, ObjectLocation};

pub(crate) use computed::methods;
pub(crate) use setting::set_edit;
pub(crate) use value::{DisplayValue, json_number};

/// A component of an object, by its position.
pub(crate) struct ComponentView<'a> {
    pub(crate) view: EngineView<'a>,
    pub(crate) place: &'a ObjectLocation,
    pub(crate) at: usize,
    /// Its full type.
    pub(crate) full: String,
}

/// One line of the list.
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
        place: &'a ObjectLocation,
        asked: &str,
    ) -> ExplorerResult<ComponentView<'a>> {
        let types = TypeNames::new(view);
        let at = types.component(place.object(), asked)?;
        let full = types.full_name(&place.object().components[at]);
        Ok(ComponentView { view, place, at, full })
    }

    fn component(&self) -> &Component {
        &self.place.object().components[self.at]
    }

    /// A script of the project names its fields itself; Unity's own are known by other names than
    /// those in files.
    pub(crate) fn is_unity_type(&self) -> bool {
        let ours = matches!(&self.component().script, ComponentScript::Found(path) if !path.starts_with("Packages/com.unity."));
        self.view.is_unity() && !ours
    }

    fn stored_members(&self) -> ExplorerResult<Vec<Member>> {
        let Some(members) = self.view.engine.as_members() else { return Ok(Vec::new()) };
        let (scene, id) = (&self.place.scene.path, self.place.object().id);
        let read = members.members(scene, id, &[self.at], self.view.cx)?.value;
        let mut held = read.into_iter().next().unwrap_or_default();
        held.retain(|member| !names::is_hidden(&member.name));
        Ok(held)
    }

    /// The API name of a member as files write it.
    fn api_name(&self, stored: &str) -> String {
        let is_api = self.is_unity_type() || self.view.is_unity() && stored == names::ENABLED;
        if is_api { names::api(&self.full, stored) } else { stored.to_owned() }
    }

    pub(crate) fn summaries(&self, with_methods: bool) -> ExplorerResult<Vec<ListedMember>> {
        let kind = if self.is_unity_type() { "property" } else { "field" };
        let mut lines: Vec<ListedMember> = Vec::new();
        for Member { name, value } in self.stored_members()? {
            let name = self.api_name(&name);
            if lines.iter().all(|line| line.name != name) {
                let type_name = match enums::for_member(self, &name, &value) {
                    Some(found) => found.full,
                    None => value::type_name(&name, &value),
                };
                lines.push(ListedMember { name, kind, type_name, can_read: true, can_write: true });
            }
        }
        lines.extend(computed::summaries(self));
        if with_methods {
            let methods = methods(&self.full).into_iter().map(|method| ListedMember {
                name: method.name.to_owned(),
                kind: "method",
                type_name: method.call_shape(),
                can_read: false,
                can_write: false,
            });
            lines.extend(methods);
        }
        Ok(lines)
    }

    /// The API name of a member that is asked for by either name.
    pub(crate) fn to_api_name(&self, asked: &str) -> ExplorerResult<String> {
        let stored = self.stored_name(asked)?;
        Ok(stored.map_or_else(|| asked.to_owned(), |stored| self.api_name(&stored)))
    }

    /// The stored name of a member that is asked for by either name.
    pub(crate) fn stored_name(&self, asked: &str) -> ExplorerResult<Option<String>> {
        let held = self.stored_members()?;
        let exact = held.iter().find(|member| member.name == asked);
        let by_api = || held.iter().find(|member| self.api_name(&member.name) == asked);
        Ok(exact.or_else(by_api).map(|member| member.name.clone()))
    }

    fn stored_value(&self, stored: &str) -> ExplorerResult<Option<Held>> {
        let held = self.stored_members()?.into_iter();
        Ok(held.into_iter().find(|member| member.name == stored).map(|member| member.value))
    }

    pub(crate) fn read(&self, asked: &str) -> ExplorerResult<DisplayValue> {
        if let Some(shown) = computed::read(self, asked)? {
            return Ok(shown);
        }
        let held = self.stored_members()?;
        let exact = held.iter().find(|member| member.name == asked);
        let by_api = || held.iter().find(|member| self.api_name(&member.name) == asked);
        if let Some(member) = exact.or_else(by_api) {
            return Ok(self.display(&self.api_name(&member.name), &member.value));
        }
        self.read_nested(asked)
    }

    fn display(&self, name: &str, value: &Held) -> DisplayValue {
        match (enums::for_member(self, name, value), value) {
            (Some(found), Held::Int(number)) => found.display(*number),
            _ => DisplayValue::from_member(name, value, self.view.ids),
        }
    }

    /// A path into a member, as files name it: `m_LocalPosition.x`.
    fn read_nested(&self, asked: &str) -> ExplorerResult<DisplayValue> {
        let unknown = || {
            ExplorerError::not_found(format!("{} has no member '{asked}'", self.full))
                .hint("ListComponentMembers names the members of a component")
        };
        let members = self.view.engine.as_members().ok_or_else(unknown)?;
        let (scene, id) = (&self.place.scene.path, self.place.object().id);
        let read = members.member(scene, id, self.at, asked, self.view.cx);
        let value: Held = read.map_err(|_| unknown())?.value;
        Ok(DisplayValue::from_member(asked, &value, self.view.ids))
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
