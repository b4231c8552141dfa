//! Changes of files are reported to subscribers, in the form of their protocol version.

use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use scenewright_testkit::Fixture;
use serde_json::{Value, json};

use crate::mcp_client::{Client, ERAS, Era};
use crate::support::Server;

const UPDATED: &str = "notifications/resources/updated";
const LIST_CHANGED: &str = "notifications/resources/list_changed";
/// Longer than anything takes; a test that waits for so long has failed.
const REPLY_TIMEOUT: Duration = Duration::from_secs(60);

fn project() -> Fixture {
    let fixture = Fixture::new("//- /project.godot\nconfig_version=5\n");
    fixture.write("a.tscn", scene(0));
    fixture
}

fn scene(n: usize) -> String {
    format!("[gd_scene format=3]\n\n[node name=\"Root{n}\" type=\"Node2D\"]\n")
}

fn uri(client: &mut Client, file: &str) -> String {
    let list = client.result("resources/list", json!({}));
    let mut uris =
        list["resources"].as_array().unwrap().iter().filter_map(|own| own["uri"].as_str());
    uris.find(|uri| uri.ends_with(file)).expect("the scene is listed").to_owned()
}

/// A client that has asked to hear of a scene, and what it hears.
struct Listener {
    client: Client,
    heard: Receiver<Value>,
    uri: String,
}

impl Listener {
    fn new(mut client: Client) -> Listener {
        let uri = uri(&mut client, "a.tscn");
        let (sender, heard) = channel();
        let mut stream = match client.era {
            Era::Handshake => {
                let stream = client.is_http().then(|| client.as_http().listen());
                client.result("resources/subscribe", json!({ "uri": uri }));
                stream
            }
            Era::Modern => {
                let wanted =
                    json!({ "resourcesListChanged": true, "resourceSubscriptions": [uri] });
                let request =
                    client.request("subscriptions/listen", json!({ "notifications": wanted }));
                match client.is_http() {
                    true => Some(client.as_http().post(&request)),
                    false => {
                        client.as_stdio().send(&request);
                        None
                    }
                }
            }
        };
        if let Some(mut stream) = stream.take() {
            assert_eq!(stream.status, 200, "{}", stream.head);
            thread::spawn(move || {
                while let Some(message) = stream.message() {
                    // The test may be over.
                    let _ = sender.send(message);
                }
            });
        }
        Listener { client, heard, uri }
    }

    fn next(&mut self, within: Duration) -> Option<Value> {
        match self.client.is_http() {
            true => self.heard.recv_timeout(within).ok(),
            false => self.client.as_stdio().try_receive(within),
        }
    }

    /// All notices up to the one of this method.
    fn until(&mut self, method: &str, mut meanwhile: impl FnMut(usize)) -> Vec<Value> {
        let (started, mut all) = (Instant::now(), Vec::new());
        for n in 1.. {
            // A watcher needs a moment to begin: what happened before is not reported.
            meanwhile(n);
            while let Some(notice) = self.next(Duration::from_millis(300)) {
                let found = notice["method"] == method;
                all.push(notice);
                if found {
                    return all;
                }
            }
            assert!(
                started.elapsed() < REPLY_TIMEOUT,
                "{}: no {method}: {all:?}",
                self.client.name()
            );
        }
        all
    }

    /// What still comes, until nothing does.
    fn rest(&mut self) -> Vec<Value> {
        std::iter::from_fn(|| self.next(Duration::from_millis(1200))).collect()
    }

    fn updates(&self, notices: &[Value]) -> usize {
        let updates = notices.iter().filter(|notice| notice["method"] == UPDATED);
        for update in updates.clone() {
            assert_eq!(update["params"]["uri"], self.uri, "{}: {update}", self.client.name());
            if self.client.era == Era::Modern {
                let id = &update["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"];
                assert!(!id.is_null(), "{update}");
            }
        }
        updates.count()
    }
}

#[test]
fn changes_are_reported_to_subscribers() {
    let fixture = project();
    let server = Server::start(&fixture.root(), &[]);
    for (index, client) in Client::all(&server, &fixture.root(), &[]).into_iter().enumerate() {
        let mut listener = Listener::new(client);
        let mut serial = index * 10_000;
        let mut change = || {
            serial += 1;
            fixture.write("a.tscn", scene(serial));
        };
        let heard = listener.until(UPDATED, |_| change());
        assert_eq!(listener.updates(&heard), 1);
        listener.until(LIST_CHANGED, |n| {
            fixture.write(&format!("new{index}_{n}.tscn"), scene(n));
        });
        listener.rest();

        (0..200).for_each(|_| change());
        let mut heard = listener.until(UPDATED, |n| {
            if n > 5 {
                change()
            }
        });
        heard.extend(listener.rest());
        let updates = listener.updates(&heard);
        assert!((1..=20).contains(&updates), "{}: {updates}", listener.client.name());

        if listener.client.era == Era::Handshake {
            let uri = listener.uri.clone();
            listener.client.result("resources/unsubscribe", json!({ "uri": uri }));
            let settings = json!({ "uri": "scenewright://project/settings" });
            listener.client.result("resources/subscribe", settings);
            listener.client.heard.clear();
            let mut heard = listener.until(LIST_CHANGED, |n| {
                change();
                fixture.write(&format!("last{index}_{n}.tscn"), scene(n));
            });
            heard.extend(listener.rest());
            assert_eq!(listener.updates(&heard), 0, "{}", listener.client.name());
        }
    }
}

#[test]
fn an_edit_of_a_tool_is_reported_like_any_other_change() {
    let fixture = project();
    let server = Server::start(&fixture.root(), &["--allow-writes"]);
    let mut editor = Client::http(&server, Era::Handshake, json!({}));
    for era in ERAS {
        let mut listener = Listener::new(Client::http(&server, era, json!({})));
        let heard = listener.until(UPDATED, |n| {
            let rotation = json!({ "op": "scene.member.write", "scenePath": "res://a.tscn",
                "objectPath": "Root0", "member": "rotation", "value": n as f64 / 8.0 });
            let result = editor.call("edit_apply", json!({ "edits": [rotation] }));
            assert_eq!(result["isError"], false, "{result}");
        });
        assert_eq!(listener.updates(&heard), 1);
    }
}

#[test]
fn who_asks_for_nothing_hears_nothing() {
    let fixture = project();
    let mut witness = Listener::new(Client::stdio(&fixture.root(), &[], Era::Modern, json!({})));
    let mut silent = Client::stdio(&fixture.root(), &[], Era::Modern, json!({}));
    silent.call("project_info", json!({}));
    witness.until(LIST_CHANGED, |n| {
        fixture.write("a.tscn", scene(n));
        fixture.write(&format!("new{n}.tscn"), scene(n));
    });
    silent.call("project_info", json!({}));
    assert_eq!(silent.heard, [json!(null); 0]);
}
