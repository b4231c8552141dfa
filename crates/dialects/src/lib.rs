//! The dialects. Each has its own names, argument shapes and error codes; all of them call the same
//! catalogue through a session.
//!
//! Invariant: a dialect cannot name an engine. It gets a `Session`, which has no way to one.
//! Invariant: an error code belongs to its dialect; inside, a failure is a `Failure`.

mod caller;
pub mod editormcp;
pub mod godoty;
pub mod one_port;
pub mod outline;
pub mod resources;
pub mod unity_http;

pub use caller::caller;
