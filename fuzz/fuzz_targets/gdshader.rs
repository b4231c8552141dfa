//! Any bytes as a Godot shader: uniforms with names, never a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scenewright_godot_files::formats::ShaderDeclarations;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let parsed = ShaderDeclarations::parse(&text);
    for uniform in &parsed.uniforms {
        assert!(text.contains(&uniform.name), "a uniform is named in the text");
    }
});
