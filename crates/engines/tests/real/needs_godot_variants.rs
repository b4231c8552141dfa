//! A real Godot is the judge of what each literal is.

use scenewright_godot_files::formats::Variant;
use scenewright_testkit::Fixture;

use crate::needs_godot::godot;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/real/str_to_var.gd");

/// What both read. Resources are left out: their files would have to exist.
const LITERALS: [&str; 41] = [
    "true",
    "-12",
    "9223372036854775807",
    "-9223372036854775808",
    "1.",
    "1e-05",
    "1E+5",
    "1e",
    "inf",
    "-inf",
    "inf_neg",
    "nan",
    r#""a\"b\\c\nd\q""#,
    r#""\u00e9\U01f6a2\ud83d\udea2""#,
    r#"&"a""#,
    r#"@"a""#,
    r#"NodePath("a/b:c")"#,
    "Vector2( 1, -inf )",
    "Vector2 (1, nan)",
    "Vector3i(1,2,3)",
    "Vector4(1, 2, 3, 4)",
    "Rect2i(1, 2, 3, 4)",
    "Matrix32(1, 0, 0, 1, 0, 0)",
    "Transform(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)",
    "Matrix3(1, 0, 0, 0, 1, 0, 0, 0, 1)",
    "Quat(0, 0, 0, 1)",
    "Plane(0, 1, 0, 0)",
    "Rect3(0, 0, 0, 1, 1, 1)",
    "Color(1, 0.5, 0, 1)",
    "RID(12)",
    "Callable()",
    "Signal()",
    r#"PackedByteArray("AQI=")"#,
    "PoolRealArray( 1, 2.5 )",
    "IntArray(1)",
    r#"PoolStringArray("a", "b",)"#,
    "PackedVector4Array(1, 2, 3, 4)",
    "[1, [2, ], ; note\n]",
    "Array[int]([1])",
    r#"Dictionary[int, String]({ 1: "a" })"#,
    r#"Object(InputEventKey,"keycode":4194326)"#,
];

/// What Godot reads as null, and we refuse.
const REFUSED: [&str; 11] = [
    "+1",
    ".5",
    "--1",
    "True",
    "& \"a\"",
    "Vector2(1)",
    "Vector2(1, 2,)",
    "[,]",
    "[1 2]",
    "{a: 1}",
    "NodePath()",
];

#[test]
fn literals_have_godots_types() {
    let all: Vec<&str> = LITERALS.into_iter().chain(REFUSED).collect();
    let judged = judge(&all);
    assert_eq!(judged.len(), all.len(), "Godot judged every literal");
    for (literal, godots) in all.iter().zip(judged) {
        match Variant::parse(literal) {
            Ok(ours) => check(ours, &godots),
            Err(_) => assert_eq!(godots["type"], "Nil", "{literal} is refused by Godot too"),
        }
    }
    for literal in REFUSED {
        assert!(Variant::parse(literal).is_err(), "{literal} is refused");
    }
}

/// The type, and what Godot writes for the value: read again, it says the same.
fn check(ours: Variant<'_>, godots: &serde_json::Value) {
    let literal = ours.text();
    assert_eq!(ours.type_name(), godots["type"], "{literal}");
    let written = godots["text"].as_str().unwrap();
    let again = Variant::parse(written).unwrap_or_else(|error| panic!("{written}: {error:?}"));
    assert_eq!(again.type_name(), ours.type_name(), "{written}");
    assert_eq!(again.as_str(), ours.as_str(), "{written}");
    assert_eq!(again.as_i64(), ours.as_i64(), "{written}");
    let bits = |variant: Variant<'_>| variant.as_f64().filter(|number| !number.is_nan());
    assert_eq!(bits(again), bits(ours), "{written}");
}

fn judge(literals: &[&str]) -> Vec<serde_json::Value> {
    let project = Fixture::new("//- /game/project.godot\nconfig_version=5\n");
    project.write("game/literals.json", serde_json::to_vec(literals).unwrap());
    let output = godot(&project, &["--script", SCRIPT]);
    let lines = output.lines().filter(|line| line.starts_with('{'));
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}
