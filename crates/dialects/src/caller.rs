//! The caller on whose behalf a dialect runs operations.

use scenewright_catalogue::{Access, Caller, ChangeOwner};
use scenewright_wire::ClientIdentity;

/// Each connection that stays open is a caller of its own; requests without one share the dialect as caller.
pub fn caller(dialect: &str, client: ClientIdentity) -> Caller {
    let owner = match client.connection {
        Some(number) => ChangeOwner::new(&format!("{dialect} connection {number}")),
        None => ChangeOwner::new(dialect),
    };
    let access = if client.trusted { Access::Full } else { Access::ReadOnly };
    Caller { owner, access }
}
