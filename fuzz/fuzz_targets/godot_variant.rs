//! Any text as a value: rejected, or everything that it holds is a part of the text and can be read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scenewright_godot_files::formats::{Variant, VariantKind, walk};

fuzz_target!(|text: &str| {
    let Ok(variant) = Variant::parse(text) else { return };
    walk(variant, &mut |inner| {
        assert!(text.contains(inner.text()));
        let _ = (inner.type_name(), inner.as_str(), inner.as_i64(), inner.as_f64());
        match inner.kind() {
            VariantKind::Math(_, numbers) | VariantKind::Numbers(_, numbers) => {
                assert_eq!(numbers.iter().count(), numbers.count());
            }
            VariantKind::Array { items, .. } | VariantKind::Strings(items) | VariantKind::Resource(items) => {
                assert_eq!(items.iter().count(), items.count());
            }
            VariantKind::Dictionary { entries, .. } | VariantKind::Object { entries, .. } => {
                assert_eq!(entries.iter().count(), entries.count());
            }
            _ => {}
        }
    });
});
