//! Files that Godot 4.6 saved, as text.

use insta::assert_snapshot;

use crate::{BinaryError, GltfRoot, binary_to_text, gltf_to_text};

fn fixture(name: &str) -> Vec<u8> {
    let found = FIXTURES.iter().find(|(known, _)| *known == name);
    found.unwrap().1.to_vec()
}

const FIXTURES: &[(&str, &[u8])] = &[
    ("leaf.scn", include_bytes!("tests/leaf.scn")),
    ("leaf_compressed.scn", include_bytes!("tests/leaf_compressed.scn")),
    ("leaf_big_endian.scn", include_bytes!("tests/leaf_big_endian.scn")),
    ("main.scn", include_bytes!("tests/main.scn")),
    ("derived.scn", include_bytes!("tests/derived.scn")),
    ("values.res", include_bytes!("tests/values.res")),
    ("values_big_endian.res", include_bytes!("tests/values_big_endian.res")),
];

#[test]
fn a_scene_is_the_same_in_every_encoding() {
    let plain = binary_to_text(&fixture("leaf.scn")).unwrap();
    for other in ["leaf_compressed.scn", "leaf_big_endian.scn"] {
        assert_eq!(binary_to_text(&fixture(other)).unwrap(), plain, "{other}");
    }
    assert_snapshot!(plain, @r##"
    [gd_scene format=3]

    [ext_resource type="Script" path="res://a.gd" id="0"]

    [sub_resource type="BoxShape3D" id="BoxShape3D_1"]
    size = Vector3(1, 2, 3)

    [node name="Leaf" type="Node3D" unique_id=11 groups=["base"]]

    [node name="Body" type="StaticBody3D" parent="." unique_id=12]
    unique_name_in_owner = true

    [node name="Shape" type="CollisionShape3D" parent="Body" unique_id=13]
    shape = SubResource("BoxShape3D_1")

    [node name="Logic" type="Node" parent="." unique_id=14 node_paths=PackedStringArray("target", "targets")]
    script = ExtResource("0")
    target = NodePath("../Body")
    targets = [NodePath("../Body"), NodePath("../Body/Shape")]

    [connection signal="mouse_entered" from="Body" to="Logic" method="go" flags=3 binds= [1, "x"]]

    [connection signal="renamed" from="Body" to="Logic" method="go" unbinds=1]
    "##);
}

#[test]
fn instances_overrides_and_placeholders_are_sections() {
    assert_snapshot!(binary_to_text(&fixture("main.scn")).unwrap(), @r##"
    [gd_scene format=3]

    [ext_resource type="PackedScene" path="res://leaf.tscn" id="0"]

    [node name="Main" type="Node" unique_id=1]

    [node name="L" parent="." unique_id=2 groups=["outer"] instance=ExtResource("0")]

    [node name="Body" parent="L" parent_id_path=PackedInt32Array(2) index="0" unique_id=12 groups=["over"]]
    visible = false

    [node name="Added" type="Node" parent="L/Body" parent_id_path=PackedInt32Array(2, 12) index="0" unique_id=99]

    [node name="Later" parent="." unique_id=5 groups=["p"] instance_placeholder="res://leaf.tscn"]

    [connection signal="ready" from="L/Body" to="." method="go"]

    [editable path="L"]
    "##);
}

#[test]
fn an_inherited_scene_is_an_instance_of_its_base() {
    assert_snapshot!(binary_to_text(&fixture("derived.scn")).unwrap(), @r##"
    [gd_scene format=3]

    [ext_resource type="PackedScene" path="res://leaf.tscn" id="0"]

    [node name="Derived" unique_id=7 instance=ExtResource("0")]
    position = Vector3(1, 0, 0)

    [node name="Shape" parent="Body" index="0" unique_id=13]
    disabled = true

    [node name="More" type="Node3D" parent="." index="2" unique_id=8]
    "##);
}

#[test]
fn every_type_of_value_is_read() {
    let plain = binary_to_text(&fixture("values.res")).unwrap();
    assert_eq!(binary_to_text(&fixture("values_big_endian.res")).unwrap(), plain);
    assert_snapshot!(plain, @r##"
    [gd_resource type="Resource" format=3]


    [resource]
    metadata/bool = true
    metadata/int = -7
    metadata/big = 5000000000
    metadata/float = 0.5
    metadata/double = 0.1
    metadata/text = "a \"quoted\" line
    and ünicode"
    metadata/name = &"name"
    metadata/path = NodePath("../A/B:position:x")
    metadata/abs = NodePath("/root/X")
    metadata/v2 = Vector2(1, 2.5)
    metadata/v2i = Vector2i(1, -2)
    metadata/v3 = Vector3(1, 2, 3)
    metadata/v3i = Vector3i(1, 2, 3)
    metadata/v4 = Vector4(1, 2, 3, 4)
    metadata/v4i = Vector4i(1, 2, 3, 4)
    metadata/rect = Rect2(1, 2, 3, 4)
    metadata/recti = Rect2i(1, 2, 3, 4)
    metadata/plane = Plane(0, 1, 0, 2)
    metadata/quat = Quaternion(0, 0, 0, 1)
    metadata/aabb = AABB(0, 0, 0, 1, 1, 1)
    metadata/basis = Basis(1, 0, 0, 0, 1, 0, 0, 0, 1)
    metadata/t2 = Transform2D(1, 0, 0, 1, 5, 6)
    metadata/t3 = Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 7, 8, 9)
    metadata/proj = Projection(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)
    metadata/color = Color(1, 0.5, 0.25, 1)
    metadata/rid = RID()
    metadata/callable = Callable()
    metadata/signal = Signal()
    metadata/dict = {"a": 1, 2: [null, {}]}
    metadata/typed = [1, 2]
    metadata/bytes = PackedByteArray(1, 2, 3, 255)
    metadata/i32 = PackedInt32Array(1, -2)
    metadata/i64 = PackedInt64Array(1, -5000000000)
    metadata/f32 = PackedFloat32Array(0.1, 2)
    metadata/f64 = PackedFloat64Array(0.1, 2)
    metadata/strings = PackedStringArray("a", "")
    metadata/pv2 = PackedVector2Array(1, 2, 3, 4)
    metadata/pv3 = PackedVector3Array(1, 2, 3)
    metadata/pv4 = PackedVector4Array(1, 2, 3, 4)
    metadata/colors = PackedColorArray(1, 0, 0, 1)
    "##);
}

#[test]
fn a_file_that_ends_anywhere_is_damaged() {
    for name in ["leaf.scn", "leaf_compressed.scn", "values.res"] {
        let file = fixture(name);
        for end in 0..file.len() - 4 {
            let read = binary_to_text(&file[..end]);
            assert!(read.is_err(), "{name} up to {end}");
        }
    }
}

#[test]
fn a_file_with_any_changed_byte_is_read_or_refused() {
    for name in ["leaf.scn", "leaf_compressed.scn", "values.res", "main.scn"] {
        let file = fixture(name);
        for at in 0..file.len() {
            for value in [0, 0x7f, 0xff] {
                let mut changed = file.clone();
                changed[at] = value;
                let _ = binary_to_text(&changed);
            }
        }
    }
}

#[test]
fn what_is_not_supported_is_named() {
    let mut newer = fixture("leaf.scn");
    newer[20] = 7;
    assert_eq!(binary_to_text(&newer), Err(BinaryError::UnknownFormat(7)));
    assert_eq!(binary_to_text(b"[gd_scene]"), Err(BinaryError::NotBinary));
}

#[test]
fn nodes_of_a_model_are_named_as_godot_names_them() {
    let model = br#"{"scene":0,"scenes":[{"nodes":[0,3,5]}],"nodes":[
        {"name":"A.b","children":[1,2]},{"name":"Same","mesh":0},{"name":"Same","camera":0},
        {"name":"Wall-col","mesh":0},{"name":"Gone-noimp"},{"name":"Gone-noimp","children":[6]},{"name":"Inside"}],
        "animations":[{}]}"#;
    let root = GltfRoot { file_stem: "model", name: None, class: None };
    assert_snapshot!(gltf_to_text(model, &root).unwrap(), @r##"
    [gd_scene format=3]

    [node name="model" type="Node3D"]

    [node name="A_b" type="Node3D" parent="."]

    [node name="Same" type="MeshInstance3D" parent="A_b"]

    [node name="Same2" type="Camera3D" parent="A_b"]

    [node name="Wall" type="MeshInstance3D" parent="."]

    [node name="StaticBody3D" type="StaticBody3D" parent="Wall"]

    [node name="CollisionShape3D" type="CollisionShape3D" parent="Wall/StaticBody3D"]

    [node name="AnimationPlayer" type="AnimationPlayer" parent="."]
    "##);
}

/// A resource with one property, as Godot saves it.
fn resource_with(format: u32, value: &[u8]) -> Vec<u8> {
    let string = |text: &str| {
        let length = text.len() as u32 + 1;
        [&length.to_le_bytes(), text.as_bytes(), b"\0"].concat()
    };
    let numbers = |numbers: &[u32]| -> Vec<u8> {
        numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
    };
    let major = if format > 3 { 4 } else { 3 };
    let mut file = b"RSRC".to_vec();
    file.extend(numbers(&[0, 0, major, 0, format]));
    file.extend(string("Resource"));
    file.extend([0; 8 + 14 * 4]);
    file.extend(numbers(&[1]));
    file.extend(string("data"));
    file.extend(numbers(&[0, 1]));
    file.extend(string("local://1"));
    let offset = file.len() as u64 + 8;
    file.extend(offset.to_le_bytes());
    file.extend(string("Resource"));
    file.extend(numbers(&[1, 0]));
    file.extend(value);
    file.extend(b"RSRC");
    file
}

fn property(text: &str) -> &str {
    text.lines().find_map(|line| line.strip_prefix("data = ")).unwrap()
}

#[test]
fn a_long_array_is_shortened_with_its_length() {
    let mut value = [31u32.to_le_bytes(), 5001u32.to_le_bytes()].concat();
    value.extend([7; 5004]);
    let text = binary_to_text(&resource_with(6, &value)).unwrap();
    let shown = property(&text);
    assert!(shown.starts_with("Shortened(PackedByteArray(7, 7"), "{shown}");
    assert!(shown.ends_with(", 7), 5001)"), "{shown}");
    assert_eq!(shown.matches('7').count(), 64);
}

#[test]
fn node_paths_of_godot_2_end_in_a_property() {
    let mut value = 22u32.to_le_bytes().to_vec();
    value.extend([1, 0, 0, 0]);
    for name in ["A", "x"] {
        value.extend((0x8000_0000u32 | (name.len() as u32 + 1)).to_le_bytes());
        value.extend([name.as_bytes(), b"\0"].concat());
    }
    let text = binary_to_text(&resource_with(2, &value)).unwrap();
    assert_eq!(property(&text), "NodePath(\"A:x\")");
    assert!(text.starts_with("[gd_resource type=\"Resource\" format=2]"), "{text}");
}

#[test]
fn values_that_are_nested_without_end_are_refused() {
    let value: Vec<u8> = [30u32.to_le_bytes(), 1u32.to_le_bytes()].concat().repeat(100_000);
    let nested = binary_to_text(&resource_with(6, &value));
    assert_eq!(nested, Err(BinaryError::Damaged("its values are nested too deeply")));
}
