//! The caller of a session: the owner of unsaved changes, and the access level.

use scenewright_engine::ChangeOwner;

/// On whose behalf calls are made. The default is the person who started the program.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Caller {
    pub owner: ChangeOwner,
    pub access: Access,
}

/// The most that a client may do; the policy of the server may allow less.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Access {
    #[default]
    Full,
    /// A request without the server's token: treated as by a read-only server.
    ReadOnly,
}
