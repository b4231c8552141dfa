//! Long answers in pages.

use serde_json::json;

use crate::failure::Failure;
use crate::validate::{Violation, Violations};

/// Where a page starts; a client hands back the cursor it was given.
pub(crate) fn start(cursor: Option<&str>) -> Result<usize, Failure> {
    let Some(cursor) = cursor else {
        return Ok(0);
    };
    cursor.parse().map_err(|_| {
        let violation = Violation {
            parameter: "cursor".to_owned(),
            constraint: "value",
            allowed: json!("it must be the nextCursor of an earlier answer"),
            actual: json!(cursor),
        };
        let violations = Violations { constraints: vec![violation], ..Violations::default() };
        Failure::InvalidArguments { violations }
    })
}

/// The cursor of the page after the one that ends before `end`.
pub(crate) fn next(end: usize, total: usize) -> Option<String> {
    (end < total).then(|| end.to_string())
}
