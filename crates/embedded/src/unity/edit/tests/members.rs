//! Members, in documents and as overrides.

use super::*;

#[test]
fn dummy() {}
