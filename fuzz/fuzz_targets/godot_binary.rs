//! Any bytes as a binary resource and as a glTF model: the text that is made of them must be Godot's.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scenewright_godot_binary::{GltfRoot, binary_to_text, gltf_to_text};
use scenewright_godot_files::formats::{GodotFile, GodotTextKind};

fuzz_target!(|bytes: &[u8]| {
    let root = GltfRoot { file_stem: "root", name: None, class: None };
    // The magic is given: it takes a fuzzer long to find it.
    let resource = [b"RSRC".as_slice(), bytes].concat();
    let texts = [
        binary_to_text(bytes).ok(),
        binary_to_text(&resource).ok(),
        gltf_to_text(bytes, &root).ok(),
    ];
    for text in texts.into_iter().flatten() {
        let parsed = GodotFile::parse(text.into_bytes(), GodotTextKind::Resource);
        parsed.map_err(|error| error.reason).expect("the text is valid");
    }
});
