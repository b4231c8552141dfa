//! On whose behalf a dialect runs operations.

use scenewright_catalogue::{Access, Caller, Owner};
use scenewright_wire::Client;

/// Each connection that stays open is a caller of its own; what comes without one belongs to the dialect.
pub fn caller(dialect: &str, client: Client) -> Caller {
    let owner = match client.connection {
        Some(number) => Owner::new(&format!("{dialect} connection {number}")),
        None => Owner::new(dialect),
    };
    let access = if client.trusted { Access::Full } else { Access::ReadOnly };
    Caller { owner, access }
}
