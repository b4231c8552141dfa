//! Any bytes as a GDScript: declarations and problems, never a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scenewright_godot_files::formats::GdScriptDeclarations;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let script = GdScriptDeclarations::parse(&text);
    assert!(script.declarations() > 0, "a file is a class");
    let lines = 1 + text.matches('\n').count();
    for (line, _) in script.problems() {
        assert!((1..=lines).contains(&(line as usize)), "a problem is on a line of the file");
    }
});
