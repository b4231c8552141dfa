//! Who a session works for: whose unsaved changes it sees as its own, and what it may do.

use scenewright_engine::ChangeOwner;

/// On whose behalf calls are made. The default is the person who started the program.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Caller {
    pub owner: ChangeOwner,
    pub access: Access,
}

/// What a client may do at the most; the policy of the server may allow less.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Access {
    #[default]
    Full,
    /// A request without the server's token: served as by a read-only server.
    ReadOnly,
}
