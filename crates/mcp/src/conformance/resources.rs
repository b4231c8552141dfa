//! Resources: a text, a picture, a template, and one that can be watched.

use rmcp::model::{
    CompleteRequestParams, CompleteResult, CompletionInfo, ReadResourceRequestParams,
    ReadResourceResponse, ReadResourceResult, Reference, Resource, ResourceContents,
    ResourceTemplate,
};
use serde_json::json;

use super::Fixtures;
use super::media::PNG;

const TEXT: &str = "test://static-text";
const BINARY: &str = "test://static-binary";
const WATCHED: &str = "test://watched-resource";
const TEMPLATE: &str = "test://template/{id}/data";

impl Fixtures {
    pub(crate) fn resources(&self) -> Vec<Resource> {
        vec![
            Resource::new(TEXT, "static-text")
                .with_title("Static Text Resource")
                .with_description("A text that never changes.")
                .with_mime_type("text/plain"),
            Resource::new(BINARY, "static-binary")
                .with_title("Static Binary Resource")
                .with_description("A picture that never changes.")
                .with_mime_type("image/png"),
            Resource::new(WATCHED, "watched-resource")
                .with_title("Watched Resource")
                .with_description("A text that test_trigger_resource_update calls changed.")
                .with_mime_type("text/plain"),
        ]
    }

    pub(crate) fn templates(&self) -> Vec<ResourceTemplate> {
        vec![
            ResourceTemplate::new(TEMPLATE, "template")
                .with_title("Resource Template")
                .with_description("Data of any id.")
                .with_mime_type("application/json"),
        ]
    }

    pub(crate) fn read(&self, params: &ReadResourceRequestParams) -> Option<ReadResourceResponse> {
        let uri = params.uri.as_str();
        let contents = match uri {
            TEXT => plain("This is the content of the static text resource.", uri),
            BINARY => ResourceContents::blob(PNG, uri).with_mime_type("image/png"),
            WATCHED => plain("Watched resource content", uri),
            _ => of_id(uri.strip_prefix("test://template/")?.strip_suffix("/data")?, uri),
        };
        Some(ReadResourceResult::new(vec![contents]).into())
    }
}

fn plain(text: &str, uri: &str) -> ResourceContents {
    ResourceContents::text(text, uri).with_mime_type("text/plain")
}

fn of_id(id: &str, uri: &str) -> ResourceContents {
    let data = json!({ "id": id, "templateTest": true, "data": format!("Data for ID: {id}") });
    ResourceContents::text(data.to_string(), uri).with_mime_type("application/json")
}

pub(super) fn complete(params: &CompleteRequestParams) -> Option<CompleteResult> {
    match &params.r#ref {
        Reference::Resource(template) if template.uri == TEMPLATE => {
            let ids =
                ["123", "456"].into_iter().filter(|id| id.starts_with(&params.argument.value));
            let values = ids.map(str::to_owned).collect();
            Some(CompleteResult::new(CompletionInfo::new(values).ok()?))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notices::NotificationHub;

    #[test]
    fn what_is_listed_can_be_read_and_nothing_else() {
        let fixtures = Fixtures::new(NotificationHub::default());
        let read = |uri: &str| fixtures.read(&ReadResourceRequestParams::new(uri)).is_some();
        assert!(fixtures.resources().iter().all(|resource| read(&resource.uri)));
        assert!(read("test://template/123/data"));
        for uri in ["test://template/123", "test://other", "scenewright://project", ""] {
            assert!(!read(uri), "{uri}");
        }
    }
}
