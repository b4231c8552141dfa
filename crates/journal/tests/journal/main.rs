//! The journal against a real disk: every step interrupted, processes killed, records damaged.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]
#![expect(clippy::print_stdout, reason = "says what was skipped, and why")]

mod basics;
mod damage;
mod kill;
#[cfg(unix)]
mod links;
#[cfg(unix)]
mod moved;
#[cfg(unix)]
mod permissions;
mod properties;
mod recovery;
mod requests;
mod steps;
mod support;
mod unsaved;
#[cfg(windows)]
mod windows;
mod writers;
