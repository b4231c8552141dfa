//! Settings and resources: sections with values that belong to no node.

use std::borrow::Cow;
use std::collections::BTreeMap;

use scenewright_model::{FileChange, MemberChange, SceneChange, SceneChangeKind, Value};

use crate::files::{extension, res};
use crate::lexer::Headers;
use crate::text::Document;
use crate::value;

/// A part of the file and a name in it.
type Place = (String, String);

/// Empty for what cannot be read.
pub(super) fn compare(file: &FileChange) -> Vec<SceneChange> {
    let [Some(old), Some(new)] = [&file.before, &file.after].map(|content| {
        let headers =
            if extension(&file.path) == "tres" { Headers::Attributes } else { Headers::Plain };
        Document::read(content.as_ref()?.clone(), headers).ok()
    }) else {
        return Vec::new();
    };
    let (mut before, after) = (values(&old), values(&new));
    let mut changes = Vec::new();
    let mut push = |(part, member): Place, before: Option<&str>, after: Option<&str>| {
        let change = MemberChange {
            component: Some(part).filter(|part| !part.is_empty()),
            member,
            before: before.map(shown),
            after: after.map(shown),
            override_change: None,
        };
        let kind = SceneChangeKind::Member(change);
        changes.push(SceneChange { file: res(&file.path), object: None, kind });
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

fn values(document: &Document) -> BTreeMap<Place, &str> {
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

fn shown(raw: &str) -> Value {
    match value::string(raw) {
        Some(text) => Value::Text(text.into_owned()),
        None => Value::Raw(raw.to_owned()),
    }
}
