use proptest::prelude::*;

use super::*;

fn hex(bytes: &[u8]) -> String {
    bytes
        .chunks(4)
        .map(|word| word.iter().map(|byte| format!("{byte:02x}")).collect::<String>())
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn values_have_the_bytes_that_godot_writes() {
    let typed = Array { element: ElementType::BuiltIn(2), items: vec![Variant::Int(7)] };
    for (value, expected) in [
        (Variant::Nil, "00000000"),
        (Variant::Bool(true), "01000000 01000000"),
        (Variant::Int(-1), "02000000 ffffffff"),
        (Variant::Int(1 << 40), "02000100 00000000 00010000"),
        (Variant::Float(0.5), "03000000 0000003f"),
        (Variant::Float(0.1), "03000100 9a999999 9999b93f"),
        (Variant::from("äb"), "04000000 03000000 c3a46200"),
        (Variant::Vector2([1.0, -2.0]), "05000000 0000803f 000000c0"),
        (Variant::Object(ObjectId(5)), "18000100 05000000 00000000"),
        (Variant::from(vec![Variant::Nil]), "1c000000 01000000 00000000"),
        (Variant::Array(typed), "1c000100 02000000 01000000 02000000 07000000"),
        (Variant::PackedByteArray(vec![1, 2]), "1d000000 02000000 01020000"),
        (Variant::PackedStringArray(vec!["abc".to_owned()]), "22000000 01000000 04000000 61626300"),
    ] {
        assert_eq!(hex(&encode(&value)), expected, "{value:?}");
        assert_eq!(decode(&encode(&value)).as_ref(), Ok(&value));
    }
}

#[test]
fn bad_bytes_are_errors() {
    for (bytes, expected) in [
        (&b""[..], DecodeError::TooShort),
        (b"\x02\0\0\0\x01", DecodeError::TooShort),
        (b"\0\0\0\0\0", DecodeError::TooLong(1)),
        (b"\x63\0\0\0", DecodeError::UnknownType(99)),
        (b"\x04\0\0\0\xff\xff\xff\x7fabc", DecodeError::TooShort),
        (b"\x1c\0\0\0\xff\xff\xff\x7f", DecodeError::TooShort),
        (b"\x04\0\0\0\x01\0\0\0\xff\0\0\0", DecodeError::NotText),
        (b"\x18\0\0\0\0\0\0\0", DecodeError::FullObject),
    ] {
        assert_eq!(decode(bytes), Err(expected), "{bytes:?}");
    }
}

#[test]
fn deep_nesting_ends_without_a_crash() {
    let bytes = b"\x1c\0\0\0\x01\0\0\0".repeat(100_000);
    assert_eq!(decode(&bytes), Err(DecodeError::TooDeep));
}

fn text() -> impl Strategy<Value = String> {
    "[a-zä€😀/@ ]{0,9}"
}

fn element_type() -> impl Strategy<Value = ElementType> {
    prop_oneof![
        Just(ElementType::Any),
        (0..39_u32).prop_map(ElementType::BuiltIn),
        text().prop_map(ElementType::Class),
        text().prop_map(ElementType::Script),
    ]
}

fn real() -> impl Strategy<Value = f64> {
    any::<f32>().prop_filter("NaN is not equal to itself", |it| !it.is_nan()).prop_map(f64::from)
}

fn leaf() -> impl Strategy<Value = Variant> {
    let float = any::<f64>().prop_filter("NaN is not equal to itself", |it| !it.is_nan());
    let path =
        (any::<bool>(), prop::collection::vec(text(), 0..3), prop::collection::vec(text(), 0..3));
    prop_oneof![
        any::<i64>().prop_map(Variant::Int),
        float.prop_map(Variant::Float),
        text().prop_map(Variant::String),
        prop::array::uniform6(real()).prop_map(Variant::Aabb),
        prop::array::uniform12(real()).prop_map(Variant::Transform3d),
        any::<[i32; 4]>().prop_map(Variant::Rect2i),
        any::<u64>().prop_map(|id| Variant::Object(ObjectId(id))),
        (text(), any::<u64>())
            .prop_map(|(name, id)| Variant::Signal { name, object: ObjectId(id) }),
        path.prop_map(|(is_absolute, names, subnames)| {
            Variant::NodePath(NodePath { is_absolute, names, subnames })
        }),
        any::<Vec<u8>>().prop_map(Variant::PackedByteArray),
        any::<Vec<i64>>().prop_map(Variant::PackedInt64Array),
        prop::collection::vec(text(), 0..4).prop_map(Variant::PackedStringArray),
        prop::collection::vec(prop::array::uniform3(real()), 0..4)
            .prop_map(Variant::PackedVector3Array),
    ]
}

fn value() -> impl Strategy<Value = Variant> {
    leaf().prop_recursive(4, 32, 4, |inner| {
        let entries = prop::collection::vec((inner.clone(), inner.clone()), 0..4);
        prop_oneof![
            (element_type(), prop::collection::vec(inner, 0..4))
                .prop_map(|(element, items)| Variant::Array(Array { element, items })),
            (element_type(), element_type(), entries).prop_map(|(key, value, entries)| {
                Variant::Dictionary(Dictionary { key, value, entries })
            }),
        ]
    })
}

proptest! {
    #[test]
    fn every_value_survives_the_wire(value in value()) {
        prop_assert_eq!(decode(&encode(&value)), Ok(value));
    }

    #[test]
    fn no_bytes_crash_the_decoder(bytes in any::<Vec<u8>>()) {
        let _ = decode(&bytes);
    }
}
