//! Any bytes as a class reference from Godot, and any words in one: read or rejected, never a panic. What
//! was read is packed, unpacked and found again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scenewright_godot_docs::{ClassDocs, ClassReference, markdown, read_api_dump, read_doc_cache};
use serde_json::{Value, json};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    markdown(&text);
    let made = reference(&text).to_string();
    let read = [read_api_dump(bytes), read_doc_cache("4.6", bytes), read_api_dump(made.as_bytes())];
    for reference in read.iter().flatten() {
        packed(reference, text.lines().last().unwrap_or_default());
    }
});

/// Classes with one line each for the name, the base, the description and a method.
fn reference(text: &str) -> Value {
    let lines: Vec<&str> = text.lines().collect();
    let class = |lines: &[&str]| {
        let line = |at: usize| lines.get(at).copied().unwrap_or_default();
        let method = json!({ "name": line(3), "description": line(2), "is_const": false });
        json!({
            "name": line(0),
            "inherits": line(1),
            "brief_description": line(2),
            "description": line(2),
            "methods": [method],
        })
    };
    let classes: Vec<Value> = lines.chunks(4).map(class).collect();
    json!({
        "header": { "version_major": 4, "version_minor": 6, "version_patch": 0 },
        "classes": classes,
    })
}

fn packed(reference: &ClassReference, query: &str) {
    let docs = ClassDocs::new(reference);
    let plain =
        |name: &&String| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric());
    for name in reference.classes.iter().map(|class| &class.name).filter(plain) {
        assert!(docs.class(name).is_some(), "{name} was read and is not there");
    }
    let again = ClassDocs::unpack(docs.packed().to_owned()).expect("what is packed is unpacked");
    for name in docs.names().filter(|name| !name.is_empty()) {
        assert!(again.class(name).is_some(), "{name}");
        docs.lineage(name);
    }
    for hit in docs.search(query, &[], 10).hits {
        assert!((0.0..=1.0).contains(&hit.relevance), "{}", hit.relevance);
    }
}
