//! A child process that does not outlive its owner.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use super::lines::Lines;
use crate::Result;

pub(super) struct Running {
    child: Child,
}

/// A child and what it said first.
pub(super) struct Server {
    pub(super) first_line: String,
    // Its input and output stay open: a closed one would tell it to stop.
    _streams: (Option<ChildStdin>, BufReader<ChildStdout>),
    pub(super) running: Running,
}

impl Running {
    /// Starts a child that is spoken to over its standard streams.
    pub(super) fn over_stdio(
        command: &mut Command,
    ) -> Result<(Running, Lines<BufReader<ChildStdout>, ChildStdin>)> {
        let mut running = Running::start(command)?;
        let input = running.child.stdin.take().ok_or("the child has no stdin")?;
        let output = running.output()?;
        Ok((running, Lines::new(output, input)))
    }

    /// Starts a child that says on its first line where it listens.
    pub(super) fn server(command: &mut Command) -> Result<Server> {
        let mut running = Running::start(command)?;
        let mut output = running.output()?;
        let mut first_line = String::new();
        output.read_line(&mut first_line)?;
        Ok(Server { first_line, _streams: (running.child.stdin.take(), output), running })
    }

    /// The peak memory of the process, if the system reports it.
    pub(super) fn peak_memory(&self) -> Option<u64> {
        self.memory("VmHWM:")
    }

    /// The current memory of the process, if the system reports it.
    pub(super) fn resident_memory(&self) -> Option<u64> {
        self.memory("VmRSS:")
    }

    /// The CPU time that the process has used, if the system reports it: to a hundredth of a second.
    pub(super) fn cpu_time(&self) -> Option<Duration> {
        cpu_time(&std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?)
    }

    fn memory(&self, line: &str) -> Option<u64> {
        let status = format!("/proc/{}/status", self.child.id());
        bytes(&std::fs::read_to_string(status).ok()?, line)
    }

    /// For a child whose input has been closed.
    pub(super) fn wait(mut self) -> Result {
        self.child.wait()?;
        Ok(())
    }

    fn start(command: &mut Command) -> Result<Running> {
        let child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start {:?}: {error}", command.get_program()))?;
        Ok(Running { child })
    }

    fn output(&mut self) -> Result<BufReader<ChildStdout>> {
        let output = self.child.stdout.take().ok_or("the child has no stdout")?;
        Ok(BufReader::with_capacity(1 << 16, output))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself; then there is nothing left to do.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn bytes(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

/// User and system time, in ticks, are the 14th and 15th field; the second may contain spaces.
fn cpu_time(stat: &str) -> Option<Duration> {
    const TICK: Duration = Duration::from_millis(10);
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<u32>().ok();
    Some(TICK * (ticks()? + ticks()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpu_time_is_user_and_system_time() {
        let stat = "42 (a b) c) S 1 42 42 0 -1 4194304 1 2 3 4 150 25 0 0 20 0";
        assert_eq!(cpu_time(stat), Some(Duration::from_millis(1750)));
    }

    #[test]
    fn reads_one_line_of_many() {
        let status = "Name:\tx\nVmPeak:\t  9999 kB\nVmHWM:\t    1234 kB\nVmRSS:\t 1000 kB\n";
        assert_eq!(bytes(status, "VmHWM:"), Some(1234 * 1024));
        assert_eq!(bytes(status, "VmSwap:"), None);
    }
}
