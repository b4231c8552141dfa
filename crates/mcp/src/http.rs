//! MCP over Streamable HTTP, both eras at one path.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use crate::handler::Server;

/// A person may think for hours between two calls, and the session must still be there.
const SILENCE: Duration = Duration::from_secs(24 * 3600);

/// Answers requests that somebody else has let in: Host, Origin and token are checked before.
#[derive(Clone)]
pub struct Http {
    service: StreamableHttpService<Server, LocalSessionManager>,
}

impl Http {
    pub fn new(server: Server, max_bytes: usize) -> Http {
        let mut sessions = LocalSessionManager::default();
        sessions.session_config.keep_alive = Some(SILENCE);
        let config = StreamableHttpServerConfig::default()
            .with_json_response(true)
            .with_max_request_body_bytes(max_bytes)
            .disable_allowed_hosts();
        let sessions = Arc::new(sessions);
        if let Some(fixtures) = &server.inner.fixtures {
            fixtures.set_sessions(Arc::clone(&sessions));
        }
        let service = StreamableHttpService::new(move || Ok(server.clone()), sessions, config);
        Http { service }
    }

    pub async fn answer(&self, request: Request) -> Response {
        self.service.handle(request).await.map(Body::new)
    }
}
