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

/// One value of each type, in the order of Godot's numbers; several where there is more than one form.
fn samples() -> Vec<(u32, Variant)> {
    let text = || "Größe 😀".to_owned();
    let path = NodePath {
        is_absolute: true,
        names: vec!["root".to_owned(), "A B".to_owned()],
        subnames: vec!["position".to_owned(), "x".to_owned()],
    };
    let typed = ElementType::BuiltIn(2);
    let entries = vec![(Variant::from("a"), Variant::Int(1)), (Variant::Int(2), Variant::Nil)];
    let numbers = vec![(Variant::from("a"), Variant::Int(1))];
    vec![
        (0, Variant::Nil),
        (1, Variant::Bool(true)),
        (2, Variant::Int(-7)),
        (2, Variant::Int(i64::MIN)),
        (3, Variant::Float(0.5)),
        (3, Variant::Float(0.1)),
        (3, Variant::Float(f64::INFINITY)),
        (4, Variant::String(text())),
        (4, Variant::String(String::new())),
        (5, Variant::Vector2([1.5, -2.0])),
        (6, Variant::Vector2i([1, i32::MIN])),
        (7, Variant::Rect2([1.0, 2.0, 3.0, 4.0])),
        (8, Variant::Rect2i([1, 2, 3, 4])),
        (9, Variant::Vector3([1.0, 2.0, 3.0])),
        (10, Variant::Vector3i([1, 2, 3])),
        (11, Variant::Transform2d([1.0, 0.0, 0.5, 1.0, 7.0, 8.0])),
        (12, Variant::Vector4([1.0, 2.0, 3.0, 4.0])),
        (13, Variant::Vector4i([1, 2, 3, 4])),
        (14, Variant::Plane([0.0, 1.0, 0.0, 5.0])),
        (15, Variant::Quaternion([0.0, 0.0, 0.0, 1.0])),
        (16, Variant::Aabb([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])),
        (17, Variant::Basis([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0])),
        (18, Variant::Transform3d([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0])),
        (19, Variant::Projection(std::array::from_fn(|index| index as f64))),
        (20, Variant::Color([1.0, 0.5, 0.25, 0.1])),
        (21, Variant::StringName(text())),
        (22, Variant::NodePath(path)),
        (23, Variant::Rid(0)),
        (24, Variant::Object(ObjectId(0x8000_0000_1234))),
        (25, Variant::Callable),
        (26, Variant::Signal { name: "pressed".to_owned(), object: ObjectId(0) }),
        (27, Variant::Dictionary(Dictionary { entries, ..Dictionary::default() })),
        (
            27,
            Variant::Dictionary(Dictionary {
                key: ElementType::BuiltIn(4),
                value: typed.clone(),
                entries: numbers,
            }),
        ),
        (28, Variant::from(vec![Variant::Int(1), Variant::from(vec![])])),
        (28, Variant::Array(Array { element: typed, items: vec![Variant::Int(3)] })),
        (
            28,
            Variant::Array(Array {
                element: ElementType::Class("EncodedObjectAsID".to_owned()),
                items: vec![],
            }),
        ),
        (29, Variant::PackedByteArray(vec![1, 2, 3, 4, 5])),
        (30, Variant::PackedInt32Array(vec![1, -1])),
        (31, Variant::PackedInt64Array(vec![1, i64::MAX])),
        (32, Variant::PackedFloat32Array(vec![0.5, 0.1])),
        (33, Variant::PackedFloat64Array(vec![0.5, 0.1])),
        (34, Variant::PackedStringArray(vec![text(), String::new(), "abc".to_owned()])),
        (35, Variant::PackedVector2Array(vec![[1.0, 2.0]])),
        (36, Variant::PackedVector3Array(vec![[1.0, 2.0, 3.0]])),
        (37, Variant::PackedColorArray(vec![[1.0, 0.5, 0.25, 1.0]])),
        (38, Variant::PackedVector4Array(vec![[1.0, 2.0, 3.0, 4.0]])),
    ]
}

/// Reads every value, and writes its type and the value again.
const ECHO: &str = "extends SceneTree
func _init() -> void:
	var paths := OS.get_cmdline_user_args()
	var input := FileAccess.open(paths[0], FileAccess.READ)
	var output := FileAccess.open(paths[1], FileAccess.WRITE)
	while input.get_position() < input.get_length():
		var value: Variant = bytes_to_var(input.get_buffer(input.get_32()))
		var bytes := var_to_bytes(value)
		output.store_32(typeof(value))
		output.store_32(bytes.size())
		output.store_buffer(bytes)
	output.close()
	quit()
";

#[test]
fn needs_godot_to_read_and_write_the_same_values() {
    let godot = std::env::var("SCENEWRIGHT_GODOT").unwrap_or_else(|_| {
        panic!("set SCENEWRIGHT_GODOT to a Godot 4 binary, or run `cargo xtask test`")
    });
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let mut sent = Vec::new();
    for (_, value) in samples() {
        let bytes = encode(&value);
        sent.extend(u32::try_from(bytes.len()).unwrap().to_le_bytes());
        sent.extend(bytes);
    }
    std::fs::write(at("in"), sent).unwrap();
    std::fs::write(at("echo.gd"), ECHO).unwrap();
    let run = std::process::Command::new(godot)
        .args(["--headless", "--path"])
        .arg(folder.path())
        .arg("--script")
        .arg(at("echo.gd"))
        .arg("--")
        .args([at("in"), at("out")])
        .env("XDG_DATA_HOME", at("data"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&run.stderr);
    let received = std::fs::read(at("out")).unwrap_or_else(|error| panic!("{error}: {said}"));
    let mut rest = &received[..];
    let mut word = || {
        let (word, after) = rest.split_first_chunk::<4>().unwrap();
        rest = after;
        u32::from_le_bytes(*word)
    };
    let mut answers = Vec::new();
    for _ in samples() {
        let (kind, length) = (word(), word() as usize);
        let words: Vec<u8> = (0..length / 4).flat_map(|_| word().to_le_bytes()).collect();
        answers.push((kind, decode(&words).unwrap_or_else(|error| panic!("{error}: {words:?}"))));
    }
    for (sent, received) in samples().into_iter().zip(answers) {
        match (&sent.1, &received.1) {
            // Godot wraps the id of a foreign object into an object of its own.
            (Variant::Object(_), Variant::Object(_)) => {}
            _ => assert_eq!(received, sent),
        }
    }
}
