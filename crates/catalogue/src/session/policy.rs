//! What the server may do, as configured when it is started.
//!
//! Invariant: policy is not part of the operations. They only declare their safety level and tier.

use std::time::Duration;

use serde_json::{Map, Value};

use crate::definition::{CONFIRM, DRY_RUN, Definition};
use crate::failure::Failure;
use crate::levels::{Permission, SafetyLevel, Tier};

#[derive(Debug, Clone, Copy)]
pub struct Policy {
    pub tier: Tier,
    /// If off, this is exactly a server of version 0.1, whose tools only read.
    pub allow_writes: bool,
    /// Whether games may be run.
    pub allow_play: bool,
    /// Whether clients may send code to a running game.
    pub allow_eval: bool,
    /// Destructive operations need `confirm: true`.
    pub require_confirm: bool,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy {
            tier: Tier::Core,
            allow_writes: false,
            allow_play: false,
            allow_eval: false,
            require_confirm: true,
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub struct CallLimits {
    /// How long a call may take.
    pub timeout: Duration,
    /// Replaces the scan limits of the operations.
    pub scan: Option<Duration>,
    /// The number of calls that may run at once.
    pub in_flight: usize,
}

impl Default for CallLimits {
    fn default() -> CallLimits {
        CallLimits { timeout: Duration::from_secs(30), scan: None, in_flight: 32 }
    }
}

impl Policy {
    /// Whether an operation exists at all for clients of this server.
    pub(super) fn shows_tool(self, definition: &Definition) -> bool {
        match definition.permission {
            None => self.shows(definition.safety),
            Some(permission) => self.allows(permission),
        }
    }

    pub fn allows(self, permission: Permission) -> bool {
        match permission {
            Permission::Play => self.allow_play,
            Permission::Evaluate => self.allow_play && self.allow_eval,
        }
    }

    /// Whether operations of this level exist at all for clients of this server.
    pub(super) fn shows(self, safety: SafetyLevel) -> bool {
        self.allow_writes || safety == SafetyLevel::ReadOnly
    }

    pub(super) fn check_tier(self, definition: &Definition) -> Result<(), Failure> {
        if definition.tier > self.tier {
            return Err(Failure::TierTooLow { required: definition.tier, current: self.tier });
        }
        Ok(())
    }

    /// Removes the confirmation from the arguments of a destructive operation, which needs it.
    pub(super) fn check_confirmation(
        self,
        definition: &Definition,
        arguments: &mut Map<String, Value>,
    ) -> Result<(), Failure> {
        if definition.safety != SafetyLevel::Destructive {
            return Ok(());
        }
        let confirmed = arguments.remove(CONFIRM) == Some(Value::Bool(true));
        let is_dry_run = arguments.get(DRY_RUN) == Some(&Value::Bool(true));
        match self.require_confirm && !confirmed && !is_dry_run {
            true => Err(Failure::ConfirmationNeeded { dry_run: definition.takes_dry_run() }),
            false => Ok(()),
        }
    }
}
