//! Captures of a real editor and game on a display of their own, decoded and looked into.

use std::collections::HashSet;
use std::io::Cursor;
use std::time::Instant;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::agent::Agent;
use crate::client::Client;
use crate::editor::{Editor, project};
use crate::shape::assert_shape;

const GAME: &str = r#"
//- /game/project.godot
config_version=5

[application]

config/name="Pictures"
run/main_scene="res://main.tscn"

[display]

window/size/viewport_width=640
window/size/viewport_height=360

[rendering]

renderer/rendering_method="gl_compatibility"
environment/defaults/default_clear_color=Color(0, 0, 0.5, 1)
//- /game/main.tscn
[gd_scene format=3]

[node name="Main" type="Node2D"]

[node name="Red" type="ColorRect" parent="."]
offset_left = 20.0
offset_top = 20.0
offset_right = 220.0
offset_bottom = 120.0
color = Color(1, 0, 0, 1)

[node name="Space" type="Node3D" parent="."]

[node name="Box" type="CSGBox3D" parent="Space"]
"#;

const RED: [u8; 3] = [255, 0, 0];

pub struct Picture {
    pub width: u32,
    pub height: u32,
    pixels: Vec<[u8; 3]>,
}

#[test]
fn viewports_and_games() {
    let editor = Editor::drawing(project(GAME));
    let mut client = editor.connect();
    client.call("scenewright.open_scene", json!({ "path": "res://main.tscn" }));
    viewports(&mut client);
    sizes(&mut client);
    through_the_server(&editor);
    games(&mut client);
    assert_eq!(editor.complaints(), [""; 0]);
}

/// An agent sees the picture itself, and no base64.
fn through_the_server(editor: &Editor) {
    let mut agent = Agent::start(&editor.project.path(""));
    let shown = agent.result("editor.capture.viewport", json!({ "view": "2d" }));
    assert_ne!(shown["isError"], true, "{shown}");
    let image = &shown["content"][1];
    assert_eq!((&image["type"], &image["mimeType"]), (&json!("image"), &json!("image/jpeg")));
    let bytes = STANDARD.decode(image["data"].as_str().unwrap()).unwrap();
    assert!(bytes.starts_with(&[0xff, 0xd8]) && bytes.len() > 1000);
    let reported = &shown["structuredContent"]["images"][0];
    assert!(
        reported["width"].as_u64().unwrap() <= 900 && reported.get("data").is_none(),
        "{reported}"
    );
}

fn viewports(client: &mut Client) {
    client.act("focus_node", json!({ "node_path": "/root/Main/Red" }));
    let flat = client.call("capture_viewport", json!({ "viewport_type": "2d" }));
    assert!(decode(&flat).share(RED) > 0.02, "the red rectangle is in the middle of the picture");
    client.act("focus_node", json!({ "node_path": "/root/Main/Space/Box" }));
    let got = client.call(
        "capture_viewport",
        json!({ "viewport_type": "3d", "max_width": 2048, "max_height": 2048, "format": "png" }),
    );
    let example = json!({
        "success": true, "viewport_type": "3d", "image": "data:image/png;base64,", "width": 1, "height": 1, "timestamp": 0.5,
    });
    assert_shape(&example, &got);
    let picture = decode(&got);
    assert!(picture.colours() > 50, "{} colours", picture.colours());
    assert!(picture.share(RED) < 0.02, "that is another picture than the 2D one");
    let both = client.call("capture_viewport", json!({ "viewport_type": "both" }));
    let one = json!({ "image": "", "width": 1, "height": 1 });
    let example = json!({
        "success": true, "viewport_type": "both", "images": { "2d": one, "3d": one }, "timestamp": 0.5,
    });
    assert_shape(&example, &both);
    assert!(decode(&both["images"]["2d"]).share(RED) > 0.02);
    assert!(decode(&both["images"]["3d"]).share(RED) < 0.02);
    changes_are_seen(client);
}

/// A picture is of now, not of when the viewport was last drawn.
fn changes_are_seen(client: &mut Client) {
    let green =
        json!({ "node_path": "/root/Main/Red", "property": "color", "value": "Color(0, 1, 0, 1)" });
    client.act("set_property", green);
    let picture = decode(&client.call("capture_viewport", json!({ "viewport_type": "2d" })));
    assert!(picture.share([0, 255, 0]) > 0.02 && picture.share(RED) < 0.01);
    let red =
        json!({ "node_path": "/root/Main/Red", "property": "color", "value": "Color(1, 0, 0, 1)" });
    client.act("set_property", red);
    client.act("save_scene", json!({}));
}

fn sizes(client: &mut Client) {
    let whole = decode(&client.call("capture_viewport", json!({})));
    let ratio = f64::from(whole.width) / f64::from(whole.height);
    for (width, height) in [(300, 2048), (2048, 50), (100, 100)] {
        let params = json!({ "max_width": width, "max_height": height });
        let small = decode(&client.call("capture_viewport", params));
        assert!(small.width <= width && small.height <= height, "{}x{}", small.width, small.height);
        assert!(small.width + 1 >= width || small.height + 1 >= height, "no smaller than asked");
        let got = f64::from(small.width) / f64::from(small.height);
        assert!((got / ratio - 1.0).abs() < 0.05, "{got} instead of {ratio}");
    }
    let fine = jpg(&client.call("capture_viewport", json!({ "format": "jpg", "quality": 0.95 })));
    let coarse = jpg(&client.call("capture_viewport", json!({ "format": "jpg", "quality": 0.1 })));
    assert!(fine > coarse * 2, "{fine} and {coarse} bytes");
    let started = Instant::now();
    for _ in 0..10 {
        client.call("capture_viewport", json!({ "format": "jpg" }));
    }
    println!(
        "capture_viewport {}x{} as jpg: {:?}",
        whole.width,
        whole.height,
        started.elapsed() / 10
    );
}

fn games(client: &mut Client) {
    client.act("run_main_scene", json!({}));
    let got = client
        .call("capture_game", json!({ "max_width": 1920, "max_height": 1080, "format": "png" }));
    let example = json!({
        "success": true, "image": "data:image/png;base64,", "width": 1, "height": 1,
        "scene_path": "res://main.tscn", "timestamp": 0.5,
    });
    assert_shape(&example, &got);
    assert_eq!(got["scene_path"], "res://main.tscn");
    let picture = decode(&got);
    assert!(picture.share(RED) > 0.05, "{}", picture.share(RED));
    assert!(picture.share([0, 0, 127]) + picture.share([0, 0, 128]) > 0.3, "the clear colour");
    client.act("pause_scene", json!({}));
    let paused = decode(&client.call("capture_game", json!({ "max_width": 100 })));
    assert!(paused.width <= 100 && paused.share(RED) > 0.05);
    client.act("resume_scene", json!({}));
    jpg(&client.call("capture_game", json!({ "format": "jpg" })));
    client.act("stop_scene", json!({}));
    assert_eq!(client.refused("capture_game", json!({}))["code"], -32003);
}

impl Picture {
    pub fn from_png(bytes: &[u8]) -> Picture {
        let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
        let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut buffer).unwrap();
        let pixels: Vec<[u8; 3]> = buffer[..info.buffer_size()]
            .chunks(info.color_type.samples())
            .map(|pixel| [pixel[0], pixel[1], pixel[2]])
            .collect();
        Picture { width: info.width, height: info.height, pixels }
    }

    pub fn at(&self, x: u32, y: u32) -> [u8; 3] {
        self.pixels[(y * self.width + x) as usize]
    }

    fn share(&self, colour: [u8; 3]) -> f64 {
        self.pixels.iter().filter(|pixel| **pixel == colour).count() as f64
            / self.pixels.len() as f64
    }

    fn colours(&self) -> usize {
        self.pixels.iter().collect::<HashSet<_>>().len()
    }
}

fn decode(answer: &Value) -> Picture {
    let picture = Picture::from_png(&bytes(answer, "data:image/png;base64,"));
    let size = (&json!(picture.width), &json!(picture.height));
    assert_eq!(size, (&answer["width"], &answer["height"]));
    picture
}

/// How many bytes it has; its own header has to say the same size as the answer.
fn jpg(answer: &Value) -> usize {
    let bytes = bytes(answer, "data:image/jpeg;base64,");
    assert_eq!(bytes[..2], [0xff, 0xd8]);
    let mut at = 2;
    while !(0xc0..=0xc2).contains(&bytes[at + 1]) {
        at += 2 + usize::from(bytes[at + 2]) * 256 + usize::from(bytes[at + 3]);
    }
    let number = |at: usize| u64::from(bytes[at]) * 256 + u64::from(bytes[at + 1]);
    assert_eq!((number(at + 7), number(at + 5)), size(answer));
    bytes.len()
}

fn size(answer: &Value) -> (u64, u64) {
    (answer["width"].as_u64().unwrap(), answer["height"].as_u64().unwrap())
}

fn bytes(answer: &Value, prefix: &str) -> Vec<u8> {
    let text = answer["image"].as_str().unwrap();
    STANDARD.decode(text.strip_prefix(prefix).unwrap()).unwrap()
}
