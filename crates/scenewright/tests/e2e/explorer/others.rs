//! What streams report of changes that come through other protocols, and how they end.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use super::Explorer;
use super::listening::Listener;
use crate::support::tool_call;

#[test]
fn changes_through_other_protocols_are_reported() {
    let explorer = Explorer::writing();
    let mut stream = Listener::open(&explorer);
    assert_eq!(stream.event("selection"), json!({ "ActiveId": null, "Items": [] }));
    let player = explorer.read("unity://search?name=Player&limit=1")["Items"][0]["Id"].clone();
    let player = player.as_str().unwrap();
    let find = json!({ "scenePath": "Assets/Scenes/Main.unity", "name": "Player" });
    let found = explorer.server.post(&tool_call("scene.objects.find", &find)).body;
    let number = found["result"]["output"]["items"][0]["instanceId"].clone();
    let call = |tool: &str, arguments: serde_json::Value| {
        let answer = explorer.server.post(&tool_call(tool, &arguments)).body;
        assert!(answer["result"]["output"].is_object(), "{tool}: {answer}");
    };
    call("world.selection.set", json!({ "instanceIds": [number] }));
    assert_eq!(stream.event("selection"), json!({ "ActiveId": player, "Items": [player] }));
    call("world.scene.load", json!({ "scenePath": "Assets/Scenes/Menu.unity", "additive": true }));
    assert_eq!(stream.event("scenes_diff"), json!({ "added": ["scn:1"], "removed": [] }));
    call("world.scene.unload", json!({ "scenePath": "Assets/Scenes/Menu.unity" }));
    assert_eq!(stream.event("scenes_diff"), json!({ "added": [], "removed": ["scn:1"] }));
}

#[test]
fn a_restart_reads_the_settings_again_and_ends_streams() {
    let explorer = Explorer::writing();
    let mut stream = Listener::open(&explorer);
    stream.event("selection");
    explorer.allow(json!({ "allowWrites": true, "restart": true }));
    stream.end();
    assert_eq!(explorer.call("GetConfig", json!({}))["allowWrites"], true);
    Listener::open(&explorer).event("selection");
}

/// Of 1,000 streams that were opened and dropped nothing is left: no descriptor, no thread, and no
/// memory to speak of.
#[test]
#[cfg(target_os = "linux")]
fn a_thousand_streams_leave_nothing_behind() {
    let explorer = Explorer::start(&[]);
    let open_and_drop = |count: usize| {
        for number in 0..count {
            let mut listener = match number % 2 {
                0 => Listener::open(&explorer),
                _ => Listener::sse(&explorer, "/"),
            };
            if number % 10 == 0 {
                listener.event("selection");
            }
        }
    };
    open_and_drop(50);
    let before = usage(&explorer);
    open_and_drop(1_000);
    let started = Instant::now();
    loop {
        explorer.call("GetStatus", json!({}));
        let now = usage(&explorer);
        let is_clean = now.descriptors <= before.descriptors + 4
            && now.threads <= before.threads + 4
            && now.kilobytes <= before.kilobytes + 32 * 1024;
        if is_clean {
            return;
        }
        assert!(started.elapsed() < Duration::from_secs(20), "{before:?} became {now:?}");
        thread::sleep(Duration::from_millis(100));
    }
}

#[derive(Debug)]
#[cfg(target_os = "linux")]
struct Usage {
    descriptors: usize,
    threads: usize,
    kilobytes: usize,
}

#[cfg(target_os = "linux")]
fn usage(explorer: &Explorer) -> Usage {
    let about = format!("/proc/{}", explorer.server.pid());
    let count = |of: &str| std::fs::read_dir(format!("{about}/{of}")).unwrap().count();
    let status = std::fs::read_to_string(format!("{about}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    let kilobytes = line.split_ascii_whitespace().nth(1).unwrap().parse().unwrap();
    Usage { descriptors: count("fd"), threads: count("task"), kilobytes }
}
