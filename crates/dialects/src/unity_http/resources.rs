//! Resources in the words of this protocol.

use serde_json::{Value, json};

use crate::resources::{ProjectResource, ReadContents, ResourcePage};

pub(super) fn list_result(page: ResourcePage) -> Value {
    let resources: Vec<Value> = page.resources.iter().map(resource_json).collect();
    let mut result = json!({ "resources": resources });
    if let Some(cursor) = page.next_cursor {
        result["nextCursor"] = cursor.into();
    }
    result
}

pub(super) fn read_result(contents: &ReadContents) -> Value {
    let ReadContents { uri, mime_type, text } = contents;
    json!({ "contents": [{ "uri": uri, "mimeType": mime_type, "text": text }] })
}

fn resource_json(resource: &ProjectResource) -> Value {
    let ProjectResource { uri, name, title, description, mime_type } = resource;
    json!({
        "uri": uri,
        "name": name,
        "title": title,
        "description": description,
        "mimeType": mime_type,
    })
}
