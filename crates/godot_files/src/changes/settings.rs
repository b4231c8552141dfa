//! Compares settings and resources, whose values belong to no node.

use std::borrow::Cow;
use std::collections::BTreeMap;

use scenewright_model::{FileChange, MemberChange, MemberValue, SceneChange, SceneChangeKind};

use crate::files::{extension, res_path};
use crate::lexer::HeaderStyle;
use crate::text::GodotDocument;
use crate::value;

/// A part of the file, and a name in it.
type SettingKey = (String, String);

/// Empty if a version cannot be parsed.
pub(super) fn compare(file: &FileChange) -> Vec<SceneChange> {
    let [Some(old), Some(new)] = [&file.before, &file.after].map(|content| {
        let headers = if extension(&file.path) == "tres" {
            HeaderStyle::Attributes
        } else {
            HeaderStyle::Plain
        };
        GodotDocument::read(content.as_ref()?.clone(), headers).ok()
    }) else {
        return Vec::new();
    };
    let (mut before, after) = (settings_by_key(&old), settings_by_key(&new));
    let mut changes = Vec::new();
    let mut push = |(part, member): SettingKey, before: Option<&str>, after: Option<&str>| {
        let change = MemberChange {
            component: Some(part).filter(|part| !part.is_empty()),
            member,
            before: before.map(to_value),
            after: after.map(to_value),
            override_change: None,
        };
        let kind = SceneChangeKind::Member(change);
        changes.push(SceneChange { file: res_path(&file.path), object: None, kind });
    };
    for (place, new) in after {
        match before.remove(&place) {
            Some(old) if old == new => {}
            old => push(place, old, Some(new)),
        }
    }
    for (place, old) in before {
        push(place, Some(old), None);
    }
    changes
}

fn settings_by_key(document: &GodotDocument) -> BTreeMap<SettingKey, &str> {
    let mut found = BTreeMap::new();
    for section in document.sections() {
        let own = |key: &str| section.attribute(key).map(value::id);
        let part = match section.tag() {
            tag @ ("ext_resource" | "sub_resource") => {
                let kind = own("type").unwrap_or(Cow::Borrowed(tag));
                format!("{kind} {}", own("id").unwrap_or_default())
            }
            tag => tag.to_owned(),
        };
        for place in section.attribute_places().chain(section.property_places()) {
            let name = value::string(place.key).unwrap_or(place.key.into());
            found.insert((part.clone(), name.into_owned()), place.value);
        }
    }
    found
}

fn to_value(raw: &str) -> MemberValue {
    match value::string(raw) {
        Some(text) => MemberValue::Text(text.into_owned()),
        None => MemberValue::Raw(raw.to_owned()),
    }
}
