//! The dialects over tools that misbehave, without a transport.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod editormcp;
mod unity_http;
