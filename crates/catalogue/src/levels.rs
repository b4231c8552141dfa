//! Safety level, tier and execution mode: how an operation is treated.

use std::fmt;
use std::str::FromStr;
use std::time::Instant;

use crate::session::Session;

/// What an operation may do to the project, in ascending order of danger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SafetyLevel {
    ReadOnly,
    SafeWrite,
    /// Requires `confirm`.
    Destructive,
}

impl SafetyLevel {
    pub fn as_str(self) -> &'static str {
        match self {
            SafetyLevel::ReadOnly => "read-only",
            SafetyLevel::SafeWrite => "safe-write",
            SafetyLevel::Destructive => "destructive",
        }
    }
}

/// What the user must have allowed, in place of writes to the project.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Permission {
    /// To run the project's code in a game.
    Play,
    /// To run code that a client sends.
    Evaluate,
}

impl Permission {
    pub fn flag(self) -> &'static str {
        match self {
            Permission::Play => "--allow-play",
            Permission::Evaluate => "--allow-eval",
        }
    }

    /// What is off without it.
    pub fn as_str(self) -> &'static str {
        match self {
            Permission::Play => "Running the game",
            Permission::Evaluate => "Running code of a client",
        }
    }
}

/// The tier that gives access to an operation; each tier includes those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Tier {
    #[default]
    Core,
    Tier1,
    Tier2,
    Tier3,
    Tier4,
}

impl Tier {
    pub const ALL: [Tier; 5] = [Tier::Core, Tier::Tier1, Tier::Tier2, Tier::Tier3, Tier::Tier4];

    pub fn as_str(self) -> &'static str {
        match self {
            Tier::Core => "core",
            Tier::Tier1 => "tier1",
            Tier::Tier2 => "tier2",
            Tier::Tier3 => "tier3",
            Tier::Tier4 => "tier4",
        }
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Tier {
    type Err = String;

    fn from_str(text: &str) -> Result<Tier, String> {
        Tier::ALL.into_iter().find(|tier| tier.as_str() == text).ok_or_else(|| {
            format!("unknown tier '{text}'; the tiers are core, tier1, tier2, tier3 and tier4")
        })
    }
}

/// Where an operation runs.
#[derive(Debug, Clone, Copy)]
pub enum ExecutionMode {
    /// Immediately, on the caller's thread: it only reads memory and never blocks.
    Inline,
    /// The same if this holds for a call that was received at this time, otherwise on a worker thread.
    InlineIf(fn(&Session, Instant) -> bool),
    /// On a worker thread, which is abandoned at the deadline if necessary.
    Worker,
}

impl ExecutionMode {
    pub(crate) fn is_inline(self, session: &Session, received: Instant) -> bool {
        match self {
            ExecutionMode::Inline => true,
            ExecutionMode::InlineIf(is_inline) => is_inline(session, received),
            ExecutionMode::Worker => false,
        }
    }
}
