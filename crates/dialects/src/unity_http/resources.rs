//! Resources in this tongue's words.

use scenewright_catalogue::Failure;
use serde_json::{Value, json};

use crate::resources::{Contents, Resource, ResourceError, ResourcePage};

pub(super) fn listed(page: ResourcePage) -> Value {
    let resources: Vec<Value> = page.resources.iter().map(resource).collect();
    let mut result = json!({ "resources": resources });
    if let Some(cursor) = page.next_cursor {
        result["nextCursor"] = cursor.into();
    }
    result
}

pub(super) fn read(contents: &Contents) -> Value {
    let Contents { uri, mime_type, text } = contents;
    json!({ "contents": [{ "uri": uri, "mimeType": mime_type, "text": text }] })
}

pub(super) fn is_busy(error: &ResourceError) -> bool {
    matches!(error, ResourceError::Failed(Failure::Busy { .. }))
}

fn resource(resource: &Resource) -> Value {
    let Resource { uri, name, title, description, mime_type } = resource;
    json!({
        "uri": uri,
        "name": name,
        "title": title,
        "description": description,
        "mimeType": mime_type,
    })
}
