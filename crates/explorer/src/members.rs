//! What components hold, under the names that their API has: `localPosition`, `intensity`, `color`.

mod computed;
mod enums;
mod names;
mod setting;
mod value;

use scenewright_model::{Component, Member, Script, Value as Held};
use serde_json::{Value, json};

use crate::fault::{Fault, Found};
use crate::view::types::Types;
use crate::view::{Place, View};

pub(crate) use computed::methods;
pub(crate) use setting::set_edit;
pub(crate) use value::{Shown, decimal};

/// A component of an object, by its position.
pub(crate) struct Part<'a> {
    pub(crate) view: View<'a>,
    pub(crate) place: &'a Place,
    pub(crate) at: usize,
    /// Its full type.
    pub(crate) full: String,
}

/// One line of the list.
pub(crate) struct Line {
    pub(crate) name: String,
    pub(crate) kind: &'static str,
    pub(crate) type_name: String,
    pub(crate) can_read: bool,
    pub(crate) can_write: bool,
}

impl<'a> Part<'a> {
    pub(crate) fn find(view: View<'a>, place: &'a Place, asked: &str) -> Found<Part<'a>> {
        let types = Types::new(view);
        let at = types.component(place.object(), asked)?;
        let full = types.full_name(&place.object().components[at]);
        Ok(Part { view, place, at, full })
    }

    fn component(&self) -> &Component {
        &self.place.object().components[self.at]
    }

    /// A script of the project names its fields itself; Unity's own are known by other names than
    /// those in files.
    pub(crate) fn is_unitys(&self) -> bool {
        let ours = matches!(&self.component().script, Script::Found(path) if !path.starts_with("Packages/com.unity."));
        self.view.is_unity() && !ours
    }

    fn held(&self) -> Found<Vec<Member>> {
        let Some(members) = self.view.engine.as_members() else { return Ok(Vec::new()) };
        let (scene, id) = (&self.place.scene.path, self.place.object().id);
        let read = members.members(scene, id, &[self.at], self.view.cx)?.value;
        let mut held = read.into_iter().next().unwrap_or_default();
        held.retain(|member| !names::is_hidden(&member.name));
        Ok(held)
    }

    /// The API name of a member as files write it.
    fn api_name(&self, stored: &str) -> String {
        let is_api = self.is_unitys() || self.view.is_unity() && stored == names::ENABLED;
        if is_api { names::api(&self.full, stored) } else { stored.to_owned() }
    }

    pub(crate) fn lines(&self, with_methods: bool) -> Found<Vec<Line>> {
        let kind = if self.is_unitys() { "property" } else { "field" };
        let mut lines: Vec<Line> = Vec::new();
        for Member { name, value } in self.held()? {
            let name = self.api_name(&name);
            if lines.iter().all(|line| line.name != name) {
                let type_name = match enums::of_member(self, &name, &value) {
                    Some(found) => found.full,
                    None => value::type_name(&name, &value),
                };
                lines.push(Line { name, kind, type_name, can_read: true, can_write: true });
            }
        }
        lines.extend(computed::lines(self));
        if with_methods {
            let methods = methods(&self.full).into_iter().map(|method| Line {
                name: method.name.to_owned(),
                kind: "method",
                type_name: method.shape(),
                can_read: false,
                can_write: false,
            });
            lines.extend(methods);
        }
        Ok(lines)
    }

    /// The API name of a member that is asked for by either name.
    pub(crate) fn shown_name(&self, asked: &str) -> Found<String> {
        let stored = self.stored_name(asked)?;
        Ok(stored.map_or_else(|| asked.to_owned(), |stored| self.api_name(&stored)))
    }

    /// The stored name of a member that is asked for by either name.
    pub(crate) fn stored_name(&self, asked: &str) -> Found<Option<String>> {
        let held = self.held()?;
        let exact = held.iter().find(|member| member.name == asked);
        let by_api = || held.iter().find(|member| self.api_name(&member.name) == asked);
        Ok(exact.or_else(by_api).map(|member| member.name.clone()))
    }

    fn held_value(&self, stored: &str) -> Found<Option<Held>> {
        let held = self.held()?.into_iter();
        Ok(held.into_iter().find(|member| member.name == stored).map(|member| member.value))
    }

    pub(crate) fn read(&self, asked: &str) -> Found<Shown> {
        if let Some(shown) = computed::read(self, asked)? {
            return Ok(shown);
        }
        let held = self.held()?;
        let exact = held.iter().find(|member| member.name == asked);
        let by_api = || held.iter().find(|member| self.api_name(&member.name) == asked);
        if let Some(member) = exact.or_else(by_api) {
            return Ok(self.shown(&self.api_name(&member.name), &member.value));
        }
        self.inside(asked)
    }

    fn shown(&self, name: &str, value: &Held) -> Shown {
        match (enums::of_member(self, name, value), value) {
            (Some(found), Held::Int(number)) => found.shown(*number),
            _ => Shown::of(name, value, self.view.ids),
        }
    }

    /// A path into a member, as files name it: `m_LocalPosition.x`.
    fn inside(&self, asked: &str) -> Found<Shown> {
        let unknown = || {
            Fault::not_found(format!("{} has no member '{asked}'", self.full))
                .hint("ListComponentMembers names the members of a component")
        };
        let members = self.view.engine.as_members().ok_or_else(unknown)?;
        let (scene, id) = (&self.place.scene.path, self.place.object().id);
        let read = members.member(scene, id, self.at, asked, self.view.cx);
        let value: Held = read.map_err(|_| unknown())?.value;
        Ok(Shown::of(asked, &value, self.view.ids))
    }
}

impl Line {
    pub(crate) fn dto(&self) -> Value {
        json!({
            "Name": self.name,
            "Kind": self.kind,
            "Type": self.type_name,
            "CanRead": self.can_read,
            "CanWrite": self.can_write,
        })
    }
}
