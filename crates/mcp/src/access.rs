//! What a request may do: over HTTP this depends on its token.

use axum::http::request::Parts;
use rmcp::model::Extensions;
use scenewright_catalogue::Access;

/// The server that admits requests puts an [`Access`] into their extensions. Requests on standard input
/// have none: they come from the program that started the server.
pub(crate) fn access(extensions: &Extensions) -> Access {
    let parts = extensions.get::<Parts>();
    parts.and_then(|parts| parts.extensions.get()).copied().unwrap_or_default()
}
