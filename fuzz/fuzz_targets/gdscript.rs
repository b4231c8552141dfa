//! Any bytes as a GDScript: declarations and syntax errors, never a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scenewright_gdscript::GdScript;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let script = GdScript::parse(&text);
    assert!(script.declaration_count() > 0, "a file is a class");
    let lines = 1 + text.matches('\n').count();
    for error in &script.errors {
        assert!((1..=lines).contains(&(error.line as usize)), "an error is on a line of the file");
    }
});
