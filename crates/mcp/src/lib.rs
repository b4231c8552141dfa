//! The Model Context Protocol, all published revisions, over the catalogue. The only crate that
//! knows the protocol's SDK.

pub mod prompts;
