//! Any text: refused, or written back to the byte.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scenewright_unity_files::formats::UnityFile;

fuzz_target!(|text: &str| {
    if let Ok(file) = UnityFile::parse(text) {
        assert_eq!(file.write(), text);
    }
});
