//! Any text as a value: refused, or all that it holds is a part of it and can be read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scenewright_engines::formats::{Kind, Variant, walk};

fuzz_target!(|text: &str| {
    let Ok(variant) = Variant::parse(text) else { return };
    walk(variant, &mut |inner| {
        assert!(text.contains(inner.text()));
        let _ = (inner.type_name(), inner.as_str(), inner.as_i64(), inner.as_f64());
        match inner.kind() {
            Kind::Math(_, numbers) | Kind::Numbers(_, numbers) => {
                assert_eq!(numbers.iter().count(), numbers.count());
            }
            Kind::Array { items, .. } | Kind::Strings(items) | Kind::Resource(items) => {
                assert_eq!(items.iter().count(), items.count());
            }
            Kind::Dictionary { entries, .. } | Kind::Object { entries, .. } => {
                assert_eq!(entries.iter().count(), entries.count());
            }
            _ => {}
        }
    });
});
