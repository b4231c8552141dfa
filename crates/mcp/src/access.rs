//! What a request may do: over HTTP that depends on the token that came with it.

use axum::http::request::Parts;
use rmcp::model::Extensions;
use scenewright_catalogue::Access;

/// Whoever lets requests in puts an [`Access`] among their extensions. Standard input belongs to the
/// program that started the server, and has none.
pub(crate) fn access(extensions: &Extensions) -> Access {
    let parts = extensions.get::<Parts>();
    parts.and_then(|parts| parts.extensions.get()).copied().unwrap_or_default()
}
