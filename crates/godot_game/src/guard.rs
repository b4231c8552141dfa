//! The program that games are started through, so that none outlives the process that started it.

use std::ffi::OsString;
use std::io;
use std::process::Command;

/// Becomes `program`, which the system ends when the process `parent` ends. Returns only if that fails.
#[cfg(target_os = "linux")]
pub fn guard_process(parent: u32, program: OsString, arguments: Vec<OsString>) -> io::Error {
    use rustix::process::{Pid, Signal, getppid, set_parent_process_death_signal};
    use std::os::unix::process::CommandExt;

    if let Err(error) = set_parent_process_death_signal(Some(Signal::KILL)) {
        return error.into();
    }
    // It may have ended before the signal was set.
    if getppid().map(Pid::as_raw_nonzero).is_none_or(|pid| pid.get() as u32 != parent) {
        return io::Error::other("the process that started the game has ended");
    }
    Command::new(program).args(arguments).exec()
}

/// Systems without such a signal have no guard.
#[cfg(not(target_os = "linux"))]
pub fn guard_process(_parent: u32, program: OsString, arguments: Vec<OsString>) -> io::Error {
    match Command::new(program).args(arguments).status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(1)),
        Err(error) => error,
    }
}
