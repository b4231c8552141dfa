//! Any bytes as a settings file and as a resource: rejected with a line, or kept to the byte with
//! every part at its reported position.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scenewright_godot_files::formats::{GodotFile, GodotTextKind, Variant};

fuzz_target!(|bytes: &[u8]| {
    for format in [GodotTextKind::Config, GodotTextKind::Resource] {
        match GodotFile::parse(bytes.to_vec(), format) {
            Ok(file) => check(&file, bytes),
            Err(error) => assert!(error.line >= 1),
        }
    }
});

fn check(file: &GodotFile, bytes: &[u8]) {
    assert_eq!(file.text().as_bytes(), bytes);
    for entry in file.entries() {
        assert_eq!(&file.text()[entry.key_bytes], entry.key);
        assert_eq!(&file.text()[entry.value_bytes], entry.value);
        let _ = Variant::parse(entry.value);
    }
    for section in file.sections() {
        assert!(section.header.end <= section.bytes.end);
    }
}
