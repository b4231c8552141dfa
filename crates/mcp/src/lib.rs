//! The Model Context Protocol, all published revisions, over the catalogue. The only crate that
//! knows the protocol's SDK: nothing of it shows in what is public here.

mod budget;
mod calls;
mod confirm;
mod fit;
mod handler;
pub mod http;
mod instructions;
mod present;
mod progress;
pub mod prompts;
mod schema;
pub mod stdio;
mod tokens;
mod tools;
mod toolsets;

pub use handler::{Server, Settings};
pub use toolsets::Toolsets;
