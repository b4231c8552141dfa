use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use scenewright_model::EditorEvent;
use serde_json::value::RawValue;

use super::*;
use crate::HostSocket;

/// A host whose processes are called `sleep` and have the project `/project` open.
struct SleepHost;

impl LiveHost for SleepHost {
    type Hello = ();
    const NAME: &'static str = "the host";
    const THREAD_PREFIX: &'static str = "host";
    const PORT_FILE: &'static str = "port.json";

    async fn handshake(_: &mut HostSocket, _: &Path) -> Result<(), String> {
        Ok(())
    }

    fn has_project_open(command: &[&str], _: Option<&Path>, root: &Path) -> bool {
        command.first().is_some_and(|it| Self::is_own_program(it)) && root == Path::new("/project")
    }

    fn is_own_program(program: &str) -> bool {
        program.ends_with("sleep")
    }

    fn parse_event(_: &str, _: &RawValue) -> Option<EditorEvent> {
        None
    }
}

fn is_running_for(pid: u32, started: f64, root: &str) -> bool {
    let (token, plugin_version) = (String::new(), String::new());
    let file = PortFile { port: 1, token, pid, plugin_version, started };
    is_running::<SleepHost>(&file, Path::new(root))
}

fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs_f64()
}

#[test]
fn a_process_that_started_after_the_announcement_is_another_one() {
    let own = std::process::id();
    assert!(is_running_for(own, now(), "/project"));
    assert!(is_running_for(own, 0.0, "/project"), "an announcement without a time");
    assert!(!is_running_for(own, now() - 1e6, "/project"), "the id was used again");
}

#[cfg(unix)]
#[test]
fn a_process_that_has_ended_does_not_run_even_if_nobody_has_waited_for_it() {
    let mut child = Command::new("sleep").arg("60").spawn().unwrap();
    let (pid, long_ago) = (child.id(), now() - 1e6);
    while !is_running_for(pid, long_ago, "/project") {
        // Until then it is still the copy of this process.
        std::thread::yield_now();
    }
    assert!(!is_running_for(pid, long_ago, "/other"), "it has another project open");
    assert!(find_host_process::<SleepHost>(Path::new("/project")).is_some());
    assert_eq!(find_host_process::<SleepHost>(Path::new("/other")), None);
    assert!(is_host_process::<SleepHost>(pid, Path::new("/project")));
    assert!(!is_host_process::<SleepHost>(pid, Path::new("/other")));
    child.kill().unwrap();
    while is_running_for(pid, now(), "/project") {
        std::thread::yield_now();
    }
    child.wait().unwrap();
    assert!(!is_running_for(pid, now(), "/project"));
}
