//! Path patterns from clients.

use scenewright_engine::Glob;

use crate::failure::Failure;

/// Parses the pattern that a client sent for `parameter`.
pub(crate) fn glob(parameter: &str, pattern: &str) -> Result<Glob, Failure> {
    Glob::new(pattern).map_err(|error| Failure::argument(parameter, pattern, error.to_string()))
}

/// Escapes a text so that every character in a pattern stands for itself.
pub fn escape_glob(text: &str) -> String {
    Glob::escape(text)
}
