//! Every literal that Godot has, what is refused, and trees that are printed and read back.

use proptest::prelude::*;

use super::*;

fn parse(raw: &str) -> Variant<'_> {
    Variant::parse(raw).unwrap_or_else(|error| panic!("{raw}: {error:?}"))
}

#[test]
fn every_literal_has_godots_type_and_keeps_its_text() {
    for (raw, expected) in [
        ("null", "Nil"),
        ("nil", "Nil"),
        ("true", "bool"),
        ("-12", "int"),
        ("1.", "float"),
        ("1e-05", "float"),
        ("1e", "float"),
        ("-inf", "float"),
        ("inf_neg", "float"),
        ("nan", "float"),
        ("\"a]\\\"b\"", "String"),
        ("&\"a\"", "StringName"),
        ("@\"a\"", "StringName"),
        ("^\"a\"", "NodePath"),
        ("NodePath(\"a:b\")", "NodePath"),
        ("Vector2( 1, -inf )", "Vector2"),
        ("Vector3i(1,2,3)", "Vector3i"),
        ("Vector4 (1, 2, 3, 4)", "Vector4"),
        ("Matrix32(1, 0, 0, 1, 0, 0)", "Transform2D"),
        ("Transform(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)", "Transform3D"),
        ("Matrix3(1, 0, 0, 0, 1, 0, 0, 0, 1)", "Basis"),
        ("Quat(0, 0, 0, 1)", "Quaternion"),
        ("Plane(0, 1, 0, 0)", "Plane"),
        ("Rect3(0, 0, 0, 1, 1, 1)", "AABB"),
        ("Projection(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)", "Projection"),
        ("#ff00ff", "Color"),
        ("Color(1, 0.5, 0, 1)", "Color"),
        ("RID()", "RID"),
        ("RID(12)", "RID"),
        ("Callable()", "Callable"),
        ("Signal()", "Signal"),
        ("PoolRealArray( 1, 2.5 )", "PackedFloat32Array"),
        ("PackedInt32Array()", "PackedInt32Array"),
        ("IntArray(1)", "PackedInt32Array"),
        ("PackedByteArray(\"AQI=\")", "PackedByteArray"),
        ("PoolStringArray(\"a\", \"b\",)", "PackedStringArray"),
        ("[1, [2, ], ; note\n]", "Array"),
        ("Array[ExtResource(\"1\")]([null])", "Array"),
        ("{ 1: 2, \"a\": {}, }", "Dictionary"),
        ("Dictionary[int, String]({ 1: \"a\" })", "Dictionary"),
        ("Resource(\"res://a.tres\")", "Object"),
        ("ExtResource( 12 )", "Object"),
        ("SubResource(\"Shape_1\")", "Object"),
        ("Object(InputEventKey,\"device\":0,\"script\":null)", "Object"),
        ("Unheard(Of, 1, [key(Space)])", "Unheard"),
    ] {
        let variant = parse(raw);
        assert_eq!((variant.type_name(), variant.text()), (expected, raw));
    }
}

#[test]
fn what_is_malformed_is_refused_with_its_place() {
    let deep = "[".repeat(100_000);
    for (raw, at, reason) in [
        ("", 0, "a value is missing"),
        ("+1", 0, "neither a number nor a known name"),
        (".5", 0, "neither a number nor a known name"),
        ("0x1F", 0, "neither a number nor a known name"),
        ("1.5.5", 0, "neither a number nor a known name"),
        ("True", 0, "neither a number nor a known name"),
        ("1 2", 2, "something follows the value"),
        ("\"a", 0, "a string that does not end"),
        ("& \"a\"", 1, "expected a string"),
        ("Vector2(1)", 7, "too few or too many numbers"),
        ("Vector2(1, 2,)", 13, "expected a number"),
        ("Vector2(a, 2)", 8, "expected a number"),
        ("PackedInt32Array(1 2)", 19, "expected ',' or ')' after a number"),
        ("PackedStringArray(1)", 17, "expected strings only"),
        ("NodePath()", 9, "an argument is missing"),
        ("[,]", 1, "no value begins like this"),
        ("[1 2]", 3, "expected ',' or a closing bracket"),
        ("[1", 2, "expected ',' or a closing bracket"),
        ("[", 1, "a value is missing"),
        ("{\"a\" 1}", 5, "expected ':' after a key"),
        ("{a: 1}", 1, "neither a number nor a known name"),
        ("Array[int](1)", 11, "expected '[' in a typed array"),
        (&deep, 201, "brackets are nested too deeply"),
    ] {
        assert_eq!(Variant::parse(raw), Err(VariantError { at, reason }), "{raw:.40}");
    }
}

#[test]
fn numbers_keep_every_bit() {
    assert_eq!(parse("9223372036854775807").as_i64(), Some(i64::MAX));
    assert_eq!(parse("-9223372036854775808").as_i64(), Some(i64::MIN));
    assert_eq!(parse("9223372036854775808").as_i64(), None);
    for (raw, expected) in
        [("1.", 1.0), ("1e", 1.0), ("-1.5E+2", -150.0), ("7", 7.0), ("inf_neg", f64::NEG_INFINITY)]
    {
        assert_eq!(parse(raw).as_f64(), Some(expected), "{raw}");
    }
    assert!(parse("nan").as_f64().unwrap().is_nan());
}

#[test]
fn strings_are_unescaped() {
    for (raw, expected) in [
        (r#""plain""#, "plain"),
        (r#"&"name""#, "name"),
        (r#"NodePath("a/b:c")"#, "a/b:c"),
        (r#""a\"b\\c\nd\q""#, "a\"b\\c\ndq"),
        (r#""\u00e9\U01f6a2\ud83d\udea2""#, "é🚢🚢"),
        (r#""\ud83d!\u12\é""#, "\u{fffd}!\u{fffd}12é"),
    ] {
        assert_eq!(parse(raw).as_str().as_deref(), Some(expected), "{raw}");
    }
}

#[test]
fn lists_are_read_item_by_item() {
    let VariantKind::Numbers(PackedType::Vector2, numbers) =
        parse("PoolVector2Array( 1, 2.5,-3 , 4 )").kind()
    else {
        panic!("a packed array");
    };
    let spelled: Vec<&str> = numbers.iter().map(NumberText::text).collect();
    assert_eq!((spelled, numbers.count()), (vec!["1", "2.5", "-3", "4"], 4));
    let VariantKind::Object { class, entries } =
        parse("Object(Key,\"a\":[1, 2],\"b\":null)").kind()
    else {
        panic!("an object");
    };
    let pairs: Vec<(&str, &str)> =
        entries.iter().map(|(key, value)| (key.text(), value.text())).collect();
    assert_eq!((class, entries.count()), ("Key", 2));
    assert_eq!(pairs, [("\"a\"", "[1, 2]"), ("\"b\"", "null")]);
}

#[test]
fn a_walk_comes_by_everything() {
    let raw = "Dictionary[String, ExtResource(\"1\")]({\"k\": [key(Space), Resource(\"p\")]})";
    let mut seen = Vec::new();
    walk(parse(raw), &mut |variant| seen.push(variant.text()));
    let rest = ["ExtResource(\"1\")", "\"k\"", "[key(Space), Resource(\"p\")]"];
    let inner = ["key(Space)", "Space", "Resource(\"p\")", "\"p\""];
    assert_eq!(seen, [&[raw][..], &rest, &inner].concat());
}

/// A value that owns its parts, to be printed and compared with what is read.
#[derive(Debug, Clone, PartialEq)]
enum Tree {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(String),
    Numbers(Vec<f64>),
    Array(Vec<Tree>),
    Dictionary(Vec<(Tree, Tree)>),
}

fn trees() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        Just(Tree::Null),
        any::<bool>().prop_map(Tree::Bool),
        any::<i64>().prop_map(Tree::Int),
        (-1e300f64..1e300).prop_map(Tree::Float),
        any::<String>().prop_map(Tree::Text),
        prop::collection::vec(-1e9f64..1e9, 0..8).prop_map(Tree::Numbers),
    ];
    leaf.prop_recursive(6, 64, 6, |inner| {
        let pairs = prop::collection::vec((inner.clone(), inner.clone()), 0..4);
        prop_oneof![
            prop::collection::vec(inner, 0..6).prop_map(Tree::Array),
            pairs.prop_map(Tree::Dictionary),
        ]
    })
}

fn print(tree: &Tree) -> String {
    let list = |items: Vec<String>| items.join(", ");
    match tree {
        Tree::Null => "null".to_owned(),
        Tree::Bool(value) => value.to_string(),
        Tree::Int(value) => value.to_string(),
        // Always with an exponent, which makes it a float also where it has no point.
        Tree::Float(value) => format!("{value:e}"),
        Tree::Text(text) => format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")),
        Tree::Numbers(numbers) => {
            let numbers = numbers.iter().map(|number| format!("{number:?}"));
            format!("PackedFloat64Array({})", list(numbers.collect()))
        }
        Tree::Array(items) => format!("[{}]", list(items.iter().map(print).collect())),
        Tree::Dictionary(pairs) => {
            let pairs =
                pairs.iter().map(|(key, value)| format!("{}: {}", print(key), print(value)));
            format!("{{\n{}\n}}", list(pairs.collect()))
        }
    }
}

fn tree(variant: Variant<'_>) -> Tree {
    match variant.kind() {
        VariantKind::Null => Tree::Null,
        VariantKind::Bool(value) => Tree::Bool(value),
        VariantKind::Int(number) => Tree::Int(number.integer().unwrap()),
        VariantKind::Float(number) => Tree::Float(number.float()),
        VariantKind::String(text) => Tree::Text(text.unescape().into_owned()),
        VariantKind::Numbers(_, numbers) => {
            Tree::Numbers(numbers.iter().map(NumberText::float).collect())
        }
        VariantKind::Array { items, .. } => Tree::Array(items.iter().map(tree).collect()),
        VariantKind::Dictionary { entries, .. } => {
            let pairs = entries.iter().map(|(key, value)| (tree(key), tree(value)));
            Tree::Dictionary(pairs.collect())
        }
        other => panic!("{other:?} was not printed"),
    }
}

proptest! {
    #[test]
    fn what_is_printed_is_read_back(expected in trees()) {
        let text = print(&expected);
        prop_assert_eq!(tree(parse(&text)), expected);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,60}|[-\\[\\](){},:\"&A-Ca0-9. \n;#]{0,60}") {
        if let Ok(variant) = Variant::parse(&text) {
            walk(variant, &mut |inner| assert!(text.contains(inner.text())));
        }
    }
}
