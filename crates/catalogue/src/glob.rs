//! Path patterns as clients give them.

use scenewright_engine::Glob;

use crate::failure::Failure;

/// The pattern that a client gave for `parameter`.
pub(crate) fn glob(parameter: &str, pattern: &str) -> Result<Glob, Failure> {
    Glob::new(pattern).map_err(|error| Failure::argument(parameter, pattern, error.to_string()))
}

/// A text for a pattern in which every character is to stand for itself.
pub fn escape_glob(text: &str) -> String {
    Glob::escape(text)
}
