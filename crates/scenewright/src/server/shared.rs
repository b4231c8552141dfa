//! The paths that several tongues share: a body is read once, and goes to the one that it speaks.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode, header};
use axum::response::Response;
use scenewright_dialects::editormcp::EditorMcp;
use scenewright_dialects::one_port::{self, Glance, Spoken, Tongue};
use scenewright_dialects::unity_http::UnityHttp;
use scenewright_wire::{Limits, Service, http};

use super::{Mcp, not_allowed};

pub(super) struct Shared {
    pub unity: Arc<UnityHttp>,
    pub editor: Arc<EditorMcp>,
    pub mcp: Option<Mcp>,
    pub limits: Limits,
}

pub(super) async fn message(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    if parts.method == Method::POST {
        return match http::receive(&parts.headers, body, &shared.limits).await {
            Ok(message) => shared.posted(parts, message).await,
            Err(rejected) => rejected.response(&*shared.unity, &shared.limits),
        };
    }
    match tongue(&parts, b"") {
        Tongue::Mcp => shared.mcp(Request::from_parts(parts, body)).await,
        _ => not_allowed("POST"),
    }
}

impl Shared {
    async fn posted(&self, parts: Parts, message: Bytes) -> Response {
        let service: &dyn Service = match tongue(&parts, &message) {
            Tongue::Mcp => return self.mcp(Request::from_parts(parts, Body::from(message))).await,
            Tongue::EditorMcp => &*self.editor,
            // Not there yet: it says which methods are.
            Tongue::UnityHttp | Tongue::Explorer => &*self.unity,
        };
        http::answered(service.answer(&message).await)
    }

    async fn mcp(&self, request: Request) -> Response {
        match &self.mcp {
            Some(mcp) => mcp(request).await,
            None => http::refusal(
                StatusCode::NOT_IMPLEMENTED,
                "MCP itself is not in this version; plain JSON-RPC at / and EditorMCP at /editor are",
            ),
        }
    }
}

fn tongue(parts: &Parts, body: &[u8]) -> Tongue {
    let Parts { method, uri, headers, .. } = parts;
    let glance = Glance::at(body);
    let accept = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    one_port::decide(&Spoken {
        http: method.as_str(),
        path: uri.path(),
        mcp_headers: headers.keys().any(|name| one_port::is_mcp_header(name.as_str())),
        accepts_both: one_port::accepts_both(accept),
        method: glance.method.as_deref(),
        names_tool: glance.names_tool,
        has_version: glance.has_version,
        has_client: glance.has_client,
    })
}
