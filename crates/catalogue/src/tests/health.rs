use std::time::Instant;

use serde_json::{Map, Value, json};

use super::Server;

#[test]
fn health_is_answered_from_memory_between_looks() {
    let server = Server::new("//- /project.godot\nconfig_version=5\n");
    let session = &server.session;
    let in_memory = || session.call_in_memory("mcp.health", Map::new(), Instant::now());
    assert!(in_memory().is_none(), "nobody has looked yet");
    // On a slow machine the look may be too old already.
    let remembered = (0..100).find_map(|_| {
        server.project.write("project.godot", "config_version=5\n");
        session.health().forget();
        assert_eq!(server.call("mcp.health", json!({})).unwrap()["status"], "ok");
        server.project.remove("project.godot");
        in_memory()
    });
    let remembered: Value =
        serde_json::from_str(remembered.unwrap().unwrap().output.get()).unwrap();
    assert_eq!(remembered["status"], "ok", "no file was looked at");
    session.health().forget();
    let looked = server.call("mcp.health", json!({})).unwrap();
    assert_eq!(looked["status"], "degraded");
    assert!(looked["problems"][0].as_str().unwrap().contains("project.godot"), "{looked}");
}
