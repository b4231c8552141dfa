//! A real Godot is the judge of shader parameters: what an edit writes has the type of the uniform.

use std::fs;

use scenewright_engine::Context;
use scenewright_engines::{find, open};
use scenewright_model::{Edit, EditValue, ObjectRef};
use scenewright_testkit::Fixture;
use serde_json::Value;

use crate::needs_godot::godot;

const JUDGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/real/read_properties.gd");
const SCENE: &str = "res://main.tscn";

/// A node, the name of a uniform, the value as a client writes it, and the type in Godot.
const ROWS: &[(&str, &str, &str, &str)] = &[
    ("File", "a_bool", "true", "bool"),
    ("File", "a_bvec3", "3", "int"),
    ("File", "a_int", "3", "int"),
    ("File", "a_uint", "3", "int"),
    ("File", "a_ivec2", "Vector2i(1, 2)", "Vector2i"),
    ("File", "a_uvec3", "Vector3i(1, 2, 3)", "Vector3i"),
    ("File", "a_ivec4", "Vector4i(1, 2, 3, 4)", "Vector4i"),
    ("File", "a_float", "3", "float"),
    ("File", "a_vec2", "Vector2(1, 2)", "Vector2"),
    ("File", "a_vec3", "Vector3(1, 2, 3)", "Vector3"),
    ("File", "a_rgb", "Color(1, 0, 0, 1)", "Color"),
    ("File", "a_vec4", "Vector4(1, 2, 3, 4)", "Vector4"),
    ("File", "a_rgba", "Color(1, 0, 0, 1)", "Color"),
    ("File", "a_mat2", "Transform2D(1, 0, 0, 1, 2, 3)", "Transform2D"),
    ("File", "a_mat3", "Basis(1, 0, 0, 0, 1, 0, 0, 0, 1)", "Basis"),
    ("File", "a_mat4", "Projection(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)", "Projection"),
    ("File", "a_tex", "res://texture.tres", "Object"),
    ("File", "a_texarr", "res://layers.tres", "Object"),
    ("File", "a_tex3", "res://volume.tres", "Object"),
    ("File", "a_cube", "res://cube.tres", "Object"),
    ("File", "a_floats", "PackedFloat32Array(1, 2)", "PackedFloat32Array"),
    ("File", "a_vec2s", "PackedVector2Array(1, 2)", "PackedVector2Array"),
    ("File", "a_vec3s", "PackedVector3Array(1, 2, 3)", "PackedVector3Array"),
    ("File", "a_vec4s", "PackedVector4Array(1, 2, 3, 4)", "PackedVector4Array"),
    ("File", "a_rgbas", "PackedColorArray(1, 0, 0, 1)", "PackedColorArray"),
    ("File", "a_ints", "PackedInt32Array(1, 2)", "PackedInt32Array"),
    ("File", "a_mats", "PackedFloat32Array(1, 2)", "PackedFloat32Array"),
    ("File", "a_texs", "[\"res://texture.tres\"]", "Array"),
    ("File", "included", "Color(1, 0, 0, 1)", "Color"),
    ("Code", "tint", "Color(1, 0, 0, 1)", "Color"),
    ("Visual", "amount", "3", "float"),
    ("Visual", "shade", "Color(1, 0, 0, 1)", "Color"),
    ("Visual", "picture", "res://texture.tres", "Object"),
    ("Mesh", "an_instance", "Color(1, 0, 0, 1)", "Color"),
    ("Mesh", "an_inst_float", "3", "float"),
    ("OwnMaterial", "an_inst_float", "3", "float"),
];

#[test]
fn parameters_have_the_types_of_their_uniforms() {
    let project = Fixture::new(PROJECT);
    let engine = open(&find(&project.path("game")).unwrap());
    let edits: Vec<Edit> =
        ROWS.iter().map(|(node, name, value, _)| edit(node, name, text(value))).collect();
    let plan = |edits: &[Edit]| engine.as_editing().unwrap().plan(edits, &Context::unbounded());
    for (file, content) in plan(&edits)
        .unwrap_or_else(|error| panic!("{error}"))
        .value
        .files
        .into_iter()
        .map(|file| (file.path, file.after))
    {
        project.write(&format!("game/{file}"), content.unwrap());
    }
    for (node, name, value) in [
        ("File", "a_tex", "Color(1, 0, 0, 1)"),
        ("File", "a_rgba", "res://texture.tres"),
        ("File", "a_float", "res://texture.tres"),
        // No shader declares it, a setting of the project, declared twice.
        ("File", "unknown", "3"),
        ("File", "a_global", "3"),
        ("File", "twice", "3"),
    ] {
        assert!(plan(&[edit(node, name, text(value))]).is_err(), "{name} takes no {value}");
    }
    project.write("game/asked.json", serde_json::to_vec(&asked()).unwrap());
    project.write("game/judge.gd", fs::read(JUDGE).unwrap());
    let output = godot(&project, &["--script", "res://judge.gd", "--", SCENE]);
    let judged: Vec<Value> = output
        .lines()
        .filter(|line| line.starts_with('{'))
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(judged.len(), ROWS.len(), "{output}");
    for ((node, name, value, expected), godots) in ROWS.iter().zip(&judged) {
        assert_eq!(godots["value_type"], *expected, "{node} {name}: {value}: {godots}");
        // Without a display, Godot does not know the materials of meshes.
        if *node != "OwnMaterial" {
            assert_eq!(godots["listed_type"], *expected, "{node} {name} is listed: {godots}");
        }
    }
}

/// Lists are lists, everything else is text.
fn text(value: &str) -> EditValue {
    match value.strip_prefix("[\"").and_then(|rest| rest.strip_suffix("\"]")) {
        Some(item) => EditValue::List(vec![EditValue::Text(item.to_owned())]),
        None => EditValue::Text(value.to_owned()),
    }
}

fn is_instance(node: &str) -> bool {
    matches!(node, "Mesh" | "OwnMaterial")
}

fn edit(node: &str, name: &str, value: EditValue) -> Edit {
    let member = match is_instance(node) {
        true => format!("instance_shader_parameters/{name}"),
        false => format!("metadata/it:shader_parameter/{name}"),
    };
    let object = ObjectRef::Path(format!("Main/{node}"));
    Edit::SetMember { scene: SCENE.to_owned(), object, component: None, member, value }
}

fn asked() -> Vec<[String; 2]> {
    let name = |node: &str, name: &str| match is_instance(node) {
        true => format!("instance_shader_parameters/{name}"),
        false => format!("shader_parameter/{name}"),
    };
    ROWS.iter().map(|(node, uniform, ..)| [(*node).to_owned(), name(node, uniform)]).collect()
}

const PROJECT: &str = r#"
//- /game/project.godot
config_version=5

[shader_globals]

a_global={
"type": "float",
"value": 0.0
}
//- /game/parts/more.gdshaderinc
uniform vec4 included : source_color;
//- /game/all.gdshader
shader_type spatial;
#include "res://parts/more.gdshaderinc"
uniform bool a_bool;
uniform bvec3 a_bvec3;
uniform int a_int;
uniform uint a_uint;
uniform ivec2 a_ivec2;
uniform uvec3 a_uvec3;
uniform ivec4 a_ivec4;
group_uniforms Colors;
uniform float a_float : hint_range(0, 1) = 0.5;
uniform vec2 a_vec2;
uniform vec3 a_vec3;
uniform vec3 a_rgb : source_color;
uniform vec4 a_vec4;
uniform vec4 a_rgba : source_color = vec4(1.0);
uniform mat2 a_mat2;
uniform mat3 a_mat3;
uniform mat4 a_mat4;
uniform sampler2D a_tex : source_color, filter_nearest;
uniform sampler2DArray a_texarr;
uniform sampler3D a_tex3;
uniform samplerCube a_cube;
uniform float a_floats[3];
uniform vec2 a_vec2s[2];
uniform vec3[2] a_vec3s;
uniform vec4 a_vec4s[2];
uniform vec4 a_rgbas[2] : source_color;
uniform int a_ints[2];
uniform mat4 a_mats[2];
uniform sampler2D a_texs[2];
global uniform float a_global;
#ifdef NEVER
uniform int twice;
#else
uniform float twice;
#endif
instance uniform vec4 an_instance : source_color;
instance uniform float an_inst_float;
//- /game/texture.tres
[gd_resource type="GradientTexture2D" format=3]

[resource]
//- /game/layers.tres
[gd_resource type="PlaceholderTexture2DArray" format=3]

[resource]
//- /game/volume.tres
[gd_resource type="PlaceholderTexture3D" format=3]

[resource]
//- /game/cube.tres
[gd_resource type="PlaceholderCubemap" format=3]

[resource]
//- /game/material.tres
[gd_resource type="ShaderMaterial" format=3]

[ext_resource type="Shader" path="res://all.gdshader" id="1"]

[resource]
shader = ExtResource("1")
//- /game/main.tscn
[gd_scene format=3]

[ext_resource type="Shader" path="res://all.gdshader" id="1"]
[ext_resource type="Material" path="res://material.tres" id="2"]

[sub_resource type="ShaderMaterial" id="file"]
shader = ExtResource("1")

[sub_resource type="Shader" id="shader"]
code = "shader_type canvas_item;
uniform vec4 tint : source_color;
"

[sub_resource type="ShaderMaterial" id="code"]
shader = SubResource("shader")

[sub_resource type="VisualShaderNodeFloatParameter" id="amount"]
parameter_name = "amount"

[sub_resource type="VisualShaderNodeColorParameter" id="shade"]
parameter_name = "shade"

[sub_resource type="VisualShaderNodeTexture2DParameter" id="picture"]
parameter_name = "picture"

[sub_resource type="VisualShaderNodeTexture" id="sample"]
source = 5

[sub_resource type="VisualShader" id="graph"]
mode = 1
nodes/fragment/2/node = SubResource("amount")
nodes/fragment/2/position = Vector2(0, 0)
nodes/fragment/3/node = SubResource("shade")
nodes/fragment/3/position = Vector2(0, 100)
nodes/fragment/4/node = SubResource("picture")
nodes/fragment/4/position = Vector2(0, 200)
nodes/fragment/5/node = SubResource("sample")
nodes/fragment/5/position = Vector2(100, 200)
nodes/fragment/connections = PackedInt32Array(3, 0, 0, 0, 2, 0, 0, 1, 4, 0, 5, 2, 5, 0, 0, 4)

[sub_resource type="ShaderMaterial" id="visual"]
shader = SubResource("graph")

[sub_resource type="BoxMesh" id="box"]
material = ExtResource("2")

[node name="Main" type="Node3D"]

[node name="File" type="Node" parent="."]
metadata/it = SubResource("file")

[node name="Code" type="Node" parent="."]
metadata/it = SubResource("code")

[node name="Visual" type="Node" parent="."]
metadata/it = SubResource("visual")

[node name="Mesh" type="MeshInstance3D" parent="."]
material_override = SubResource("file")
mesh = SubResource("box")

[node name="OwnMaterial" type="MeshInstance3D" parent="."]
mesh = SubResource("box")
"#;
