//! The tongues. Each has its own names, argument shapes and error codes; all of them call the same
//! catalogue through its one door, and none of them can name an engine.

mod caller;
pub mod editormcp;
pub mod godoty;
pub mod one_port;
pub mod outline;
pub mod resources;
pub mod unity_http;

pub use caller::caller;
