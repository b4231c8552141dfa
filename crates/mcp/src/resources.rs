//! `resources/*`: the resources of the dialects as types of the SDK.

use rmcp::ErrorData;
use rmcp::model::{
    CacheScope, ListResourceTemplatesResult, ListResourcesResult, ReadResourceResult, Resource,
    ResourceContents, ResourceTemplate,
};
use scenewright_catalogue::{Failure, shorten};
use scenewright_dialects::resources::{self, ReadContents, ResourceError, Resources};
use serde_json::json;

pub(crate) async fn list(
    resources: &Resources,
    cursor: Option<&str>,
) -> Result<ListResourcesResult, ErrorData> {
    let page = resources.list(cursor).await.map_err(error)?;
    let mut list =
        ListResourcesResult::with_all_items(page.resources.into_iter().map(resource).collect());
    list.next_cursor = page.next_cursor;
    Ok(list)
}

pub(crate) fn templates(resources: &Resources) -> ListResourceTemplatesResult {
    let template = |template: resources::ResourceTemplate| {
        ResourceTemplate::new(template.uri_template, template.name)
            .with_title(template.title)
            .with_description(template.description)
            .with_mime_type(template.mime_type)
    };
    let templates = resources.templates().into_iter().map(template).collect();
    ListResourceTemplatesResult::with_all_items(templates)
}

pub(crate) async fn read(
    resources: &Resources,
    uri: &str,
) -> Result<ReadResourceResult, ErrorData> {
    let ReadContents { uri, mime_type, text } = resources.read(uri).await.map_err(error)?;
    let contents = ResourceContents::text(text, uri).with_mime_type(mime_type);
    // Files may change at any time, so nothing may be cached.
    let result = ReadResourceResult::new(vec![contents]);
    Ok(result.with_ttl_ms(0).with_cache_scope(CacheScope::Private))
}

fn resource(resource: resources::ProjectResource) -> Resource {
    Resource::new(resource.uri, resource.name)
        .with_title(resource.title)
        .with_description(resource.description)
        .with_mime_type(resource.mime_type)
}

/// The SDK chooses the code of "not found" for the client's revision.
pub(crate) fn error(error: ResourceError) -> ErrorData {
    let message = error.to_string();
    match error {
        ResourceError::NotFound { uri, similar } => {
            let data = json!({ "uri": shorten(&uri), "similar": similar });
            ErrorData::resource_not_found(message, Some(data))
        }
        // A URI outside the project, of a broken file, or of an unknown area.
        ResourceError::BadCursor
        | ResourceError::Failed(Failure::Engine(_) | Failure::InvalidArguments { .. }) => {
            ErrorData::invalid_params(message, None)
        }
        ResourceError::Failed(_) => ErrorData::internal_error(message, None),
    }
}
