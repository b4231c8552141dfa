//! One instance for every family of properties that depend on the instance, with what Godot needs before the
//! properties exist: the number of items, a mesh with surfaces, a tree of animations.

/// An object with properties of such families.
pub(crate) struct FamilyCase {
    pub(crate) class: &'static str,
    pub(crate) place: CasePlace,
    /// Its properties before the edits, one a line.
    pub(crate) setup: &'static str,
    /// To write: a name, `name=value` where a value of the type would not do, or `name~value` where Godot changes
    /// the value.
    pub(crate) properties: &'static [&'static str],
}

pub(crate) enum CasePlace {
    /// A node with children of this class; without any if it is empty.
    Node {
        children: &'static str,
    },
    /// A node below a skeleton of three bones.
    InSkeleton,
    /// A resource that is a source of a tile set.
    InTileSet,
    Resource,
}

const fn node(
    class: &'static str,
    setup: &'static str,
    properties: &'static [&'static str],
) -> FamilyCase {
    parent(class, "", setup, properties)
}

const fn parent(
    class: &'static str,
    children: &'static str,
    setup: &'static str,
    properties: &'static [&'static str],
) -> FamilyCase {
    FamilyCase { class, place: CasePlace::Node { children }, setup, properties }
}

const fn modifier(
    class: &'static str,
    setup: &'static str,
    properties: &'static [&'static str],
) -> FamilyCase {
    FamilyCase { class, place: CasePlace::InSkeleton, setup, properties }
}

/// The source of a tile set that has one layer of each kind.
const fn tiles(setup: &'static str, properties: &'static [&'static str]) -> FamilyCase {
    FamilyCase { class: "TileSetAtlasSource", place: CasePlace::InTileSet, setup, properties }
}

const fn resource(
    class: &'static str,
    setup: &'static str,
    properties: &'static [&'static str],
) -> FamilyCase {
    FamilyCase { class, place: CasePlace::Resource, setup, properties }
}

pub(crate) const CASES: &[FamilyCase] = &[
    node("MeshInstance3D", "mesh = SubResource(\"faces\")", &["blend_shapes/smile"]),
    node("MeshInstance3D", "mesh = SubResource(\"box\")", &["surface_material_override/0"]),
    node(
        "Button",
        "",
        &[
            "theme_override_colors/font_color",
            "theme_override_constants/outline_size",
            "theme_override_fonts/font",
            "theme_override_font_sizes/font_size",
            "theme_override_icons/icon",
            "theme_override_styles/normal",
        ],
    ),
    node(
        "Window",
        "visible = false",
        &[
            "theme_override_colors/title_color",
            "theme_override_constants/title_height",
            "theme_override_fonts/title_font",
            "theme_override_font_sizes/title_font_size",
            "theme_override_icons/close",
            "theme_override_styles/embedded_border",
        ],
    ),
    resource(
        "Theme",
        "",
        &[
            "Mine/base_type=&\"Button\"",
            "Mine/icons/icon",
            "Mine/styles/normal",
            "Mine/fonts/font",
            "Mine/font_sizes/font_size",
            "Mine/colors/font_color",
            "Mine/constants/outline_size",
        ],
    ),
    node(
        "PopupMenu",
        "item_count = 1",
        &[
            "item_0/text",
            "item_0/icon",
            "item_0/checkable",
            "item_0/checked",
            "item_0/id",
            "item_0/disabled",
            "item_0/separator",
        ],
    ),
    node(
        "ItemList",
        "item_count = 1",
        &["item_0/text", "item_0/icon", "item_0/selectable=false", "item_0/disabled"],
    ),
    node(
        "OptionButton",
        "item_count = 1",
        &[
            "popup/item_0/text",
            "popup/item_0/icon",
            "popup/item_0/id",
            "popup/item_0/disabled",
            "popup/item_0/separator",
        ],
    ),
    node(
        "MenuButton",
        "item_count = 1",
        &[
            "popup/item_0/text",
            "popup/item_0/icon",
            "popup/item_0/checkable",
            "popup/item_0/checked",
            "popup/item_0/id",
            "popup/item_0/disabled",
            "popup/item_0/separator",
        ],
    ),
    node(
        "TabBar",
        "tab_count = 1",
        &["tab_0/title", "tab_0/tooltip", "tab_0/icon", "tab_0/disabled"],
    ),
    parent(
        "TabContainer",
        "Control",
        "",
        &["tab_0/title", "tab_0/icon", "tab_1/disabled", "tab_1/hidden"],
    ),
    node(
        "FileDialog",
        "option_count = 1",
        &["option_0/name", "option_0/values=PackedStringArray(\"a\", \"b\")", "option_0/default"],
    ),
    resource(
        "LabelSettings",
        "stacked_outline_count = 1\nstacked_shadow_count = 1",
        &[
            "stacked_outline_0/size",
            "stacked_outline_0/color",
            "stacked_shadow_0/offset=Vector2(2, 3)",
            "stacked_shadow_0/color",
            "stacked_shadow_0/outline_size",
        ],
    ),
    parent(
        "GraphNode",
        "Label",
        "",
        &[
            "slot/0/left_enabled",
            "slot/0/left_type",
            "slot/0/left_color",
            "slot/0/left_icon",
            "slot/0/right_enabled",
            "slot/0/right_type",
            "slot/0/right_color",
            "slot/0/right_icon",
            "slot/0/draw_stylebox=false",
        ],
    ),
    node("MultiplayerSpawner", "_spawnable_scene_count = 1", &["scenes/0=\"res://leaf.tscn\""]),
    resource(
        "SceneReplicationConfig",
        "properties/0/path = NodePath(\".:name\")",
        &[
            "properties/0/path=NodePath(\".:position\")",
            "properties/0/spawn",
            "properties/0/replication_mode",
        ],
    ),
    node("AnimationPlayer", "", &["libraries={ &\"moves\": \"res://AnimationLibrary.tres\" }"]),
    node("AnimationPlayer", "", &["libraries/"]),
    node("AnimationPlayer", "", &["libraries/moves"]),
    node("AnimationPlayer", "libraries/ = SubResource(\"library\")", &["next/walk=&\"run\""]),
    node(
        "AnimationTree",
        "tree_root = SubResource(\"blend_tree\")",
        &[
            "parameters/Blend/blend_amount",
            "parameters/Add/add_amount",
            "parameters/Sub/sub_amount",
            "parameters/Pace/scale",
            "parameters/Seek/seek_request",
            "parameters/Shot/request",
            "parameters/Shot/active",
            "parameters/Shot/internal_active",
            "parameters/Choice/current_state=\"second\"",
            "parameters/Choice/transition_request=\"second\"",
            "parameters/Choice/current_index",
            "parameters/States/conditions/ready",
            "parameters/States/playback",
        ],
    ),
    node(
        "AnimationTree",
        "tree_root = SubResource(\"states\")",
        &["parameters/conditions/ready", "parameters/playback"],
    ),
    resource(
        "AnimationNodeTransition",
        "input_count = 1",
        &[
            "input_0/name",
            "input_0/auto_advance",
            "input_0/break_loop_at_end",
            "input_0/reset=false",
        ],
    ),
    resource("AnimationNodeBlendTree", "", &["nodes/Move/node", "nodes/Move/position"]),
    resource("AnimationNodeStateMachine", "", &["states/Move/node", "states/Move/position"]),
    resource("AnimationNodeBlendSpace1D", "", &["blend_point_0/node", "blend_point_0/pos"]),
    resource("AnimationNodeBlendSpace2D", "", &["blend_point_0/node", "blend_point_0/pos"]),
    resource(
        "Animation",
        "tracks/0/type = \"value\"",
        &[
            "tracks/0/type=\"value\"",
            "tracks/0/imported",
            "tracks/0/enabled=false",
            "tracks/0/path=NodePath(\"A:position\")",
            "tracks/0/interp",
            "tracks/0/loop_wrap=false",
        ],
    ),
    resource("Animation", "tracks/0/type = \"audio\"", &["tracks/0/use_blend=false"]),
    node(
        "Skeleton3D",
        "bones/0/name = \"Hip\"",
        &[
            "bones/0/name",
            "bones/0/parent=-1",
            "bones/0/rest",
            "bones/0/enabled=false",
            "bones/0/position",
            "bones/0/rotation",
            "bones/0/scale",
        ],
    ),
    resource("Skin", "bind_count = 1", &["bind/0/name", "bind/0/bone", "bind/0/pose"]),
    resource("BoneMap", "profile = SubResource(\"humanoid\")", &["bone_map/Hips"]),
    node(
        "SoftBody3D",
        "mesh = SubResource(\"box\")\npinned_points = PackedInt32Array(0)",
        &[
            "attachments/0/point_index=0",
            "attachments/0/spatial_attachment_path",
            "attachments/0/offset",
        ],
    ),
    modifier(
        "SpringBoneSimulator3D",
        "setting_count = 1\nsettings/0/root_bone_name = \"A\"\nsettings/0/root_bone = 0\nsettings/0/end_bone_name = \"C\"\nsettings/0/end_bone = 2\nsettings/0/joint_count = 3\nsettings/0/individual_config = true\nsettings/0/extend_end_bone = true",
        &[
            "settings/0/joints/0/rotation_axis=4",
            "settings/0/joints/0/rotation_axis_vector=Vector3(1, 0, 0)",
            "settings/0/joints/0/gravity_direction=Vector3(0, -1, 0)",
            "settings/0/joints/0/radius",
            "settings/0/joints/0/stiffness",
            "settings/0/joints/0/drag",
            "settings/0/joints/0/gravity",
            "settings/0/end_bone/direction",
            "settings/0/end_bone/length",
            "settings/0/center_from",
            "settings/0/center_node",
            "settings/0/extend_end_bone=true",
            "settings/0/individual_config=true",
            "settings/0/root_bone_name=\"A\"",
            "settings/0/root_bone=0",
        ],
    ),
    modifier(
        "SpringBoneSimulator3D",
        "setting_count = 1\nsettings/0/root_bone_name = \"A\"\nsettings/0/root_bone = 0\nsettings/0/end_bone_name = \"C\"\nsettings/0/end_bone = 2\nsettings/0/joint_count = 3",
        &[
            "settings/0/joints/0/bone=0",
            "settings/0/radius/value",
            "settings/0/radius/damping_curve",
            "settings/0/gravity/direction=Vector3(1, 0, 0)",
            "settings/0/rotation_axis=4",
            "settings/0/rotation_axis_vector=Vector3(1, 0, 0)",
            "settings/0/enable_all_child_collisions=true",
        ],
    ),
    modifier(
        "SpringBoneSimulator3D",
        "setting_count = 1\nsettings/0/enable_all_child_collisions = true\nsettings/0/exclude_collision_count = 1",
        &["settings/0/exclude_collisions/0"],
    ),
    modifier(
        "SpringBoneSimulator3D",
        "setting_count = 1\nsettings/0/enable_all_child_collisions = false\nsettings/0/collision_count = 1",
        &["settings/0/collisions/0", "settings/0/collision_count"],
    ),
    modifier(
        "TwoBoneIK3D",
        "setting_count = 1\nsettings/0/root_bone = 0\nsettings/0/middle_bone = 1\nsettings/0/end_bone = 2\nsettings/0/pole_direction = 7",
        &[
            "settings/0/target_node",
            "settings/0/pole_node",
            "settings/0/middle_bone_name=\"B\"",
            "settings/0/middle_bone=1",
            "settings/0/pole_direction=7",
            "settings/0/pole_direction_vector=Vector3(1, 0, 0)",
        ],
    ),
    modifier(
        "TwoBoneIK3D",
        "setting_count = 1\nsettings/0/root_bone = 0\nsettings/0/middle_bone = 1\nsettings/0/use_virtual_end = true\nsettings/0/extend_end_bone = true",
        &[
            "settings/0/use_virtual_end=true",
            "settings/0/extend_end_bone=true",
            "settings/0/end_bone/direction",
            "settings/0/end_bone/length",
        ],
    ),
    modifier(
        "CCDIK3D",
        "setting_count = 1\nsettings/0/root_bone = 0\nsettings/0/end_bone = 2\nsettings/0/joint_count = 3\nsettings/0/joints/0/rotation_axis = 4\nsettings/0/joints/0/limitation = SubResource(\"cone\")\nsettings/0/joints/0/limitation/right_axis = 7",
        &[
            "settings/0/joints/0/bone_name=\"A\"",
            "settings/0/joints/0/bone=0",
            "settings/0/joints/0/rotation_axis=4",
            "settings/0/joints/0/rotation_axis_vector=Vector3(1, 0, 0)",
            "settings/0/joints/0/limitation",
            "settings/0/joints/0/limitation/right_axis=7",
            "settings/0/joints/0/limitation/right_axis_vector=Vector3(1, 0, 0)",
            "settings/0/joints/0/limitation/rotation_offset",
        ],
    ),
    modifier(
        "SplineIK3D",
        "setting_count = 1\nsettings/0/root_bone = 0\nsettings/0/end_bone = 2\nsettings/0/joint_count = 3",
        &[
            "settings/0/path_3d",
            "settings/0/tilt_enabled",
            "settings/0/tilt_fade_in",
            "settings/0/tilt_fade_out",
            "settings/0/joint_count=3",
        ],
    ),
    modifier(
        "CopyTransformModifier3D",
        "setting_count = 1",
        &[
            "settings/0/amount",
            "settings/0/apply_bone_name=\"A\"",
            "settings/0/apply_bone=0",
            "settings/0/reference_bone_name=\"B\"",
            "settings/0/reference_bone",
            "settings/0/copy",
            "settings/0/axes",
            "settings/0/invert",
            "settings/0/relative=false",
            "settings/0/additive",
        ],
    ),
    modifier(
        "CopyTransformModifier3D",
        "setting_count = 1\nsettings/0/reference_type = 1",
        &["settings/0/reference_type=1", "settings/0/reference_node"],
    ),
    modifier(
        "ConvertTransformModifier3D",
        "setting_count = 1",
        &[
            "settings/0/apply/transform_mode",
            "settings/0/apply/axis",
            "settings/0/apply/range_min",
            "settings/0/apply/range_max",
            "settings/0/reference/transform_mode",
            "settings/0/reference/axis",
            "settings/0/reference/range_min",
            "settings/0/reference/range_max",
        ],
    ),
    modifier(
        "AimModifier3D",
        "setting_count = 1",
        &[
            "settings/0/forward_axis",
            "settings/0/use_euler=true",
            "settings/0/primary_rotation_axis",
            "settings/0/use_secondary_rotation",
        ],
    ),
    modifier(
        "BoneTwistDisperser3D",
        "setting_count = 1\nsettings/0/root_bone = 0\nsettings/0/end_bone = 2\nsettings/0/joint_count = 3\nsettings/0/disperse_mode = 2\nsettings/0/extend_end_bone = true",
        &[
            "settings/0/end_bone_direction",
            "settings/0/twist_from_rest=false",
            "settings/0/twist_from",
            "settings/0/disperse_mode=2",
            "settings/0/joints/0/twist_amount",
        ],
    ),
    modifier(
        "BoneTwistDisperser3D",
        "setting_count = 1\nsettings/0/root_bone = 0\nsettings/0/end_bone = 2\nsettings/0/joint_count = 3\nsettings/0/disperse_mode = 1",
        &["settings/0/weight_position", "settings/0/damping_curve"],
    ),
    resource("SkeletonModificationStack2D", "modification_count = 1", &["modifications/0"]),
    resource(
        "SkeletonModification2DFABRIK",
        "fabrik_data_chain_length = 1",
        &["joint_data/0/bone_index", "joint_data/0/bone2d_node"],
    ),
    node("Bone2D", "auto_calculate_length_and_angle = false", &["length", "bone_angle"]),
    node(
        "TileMap",
        "format = 2\nlayer_0/name = \"Ground\"",
        &[
            "layer_0/name",
            "layer_0/enabled=false",
            "layer_0/modulate",
            "layer_0/y_sort_enabled",
            "layer_0/y_sort_origin",
            "layer_0/z_index",
            "layer_0/navigation_enabled=false",
            "layer_0/tile_data=PackedInt32Array(0, 0, 0)",
        ],
    ),
    resource(
        "TileSet",
        "",
        &[
            "occlusion_layer_0/light_mask=3",
            "occlusion_layer_0/sdf_collision",
            "physics_layer_0/collision_layer=3",
            "physics_layer_0/collision_mask=3",
            "physics_layer_0/collision_priority",
            "physics_layer_0/physics_material",
            "terrain_set_0/mode",
            "terrain_set_0/terrain_0/name",
            "terrain_set_0/terrain_0/color",
            "navigation_layer_0/layers=3",
            "custom_data_layer_0/name",
            "custom_data_layer_0/type",
            "sources/0",
            "pattern_0",
        ],
    ),
    resource(
        "TileSetScenesCollectionSource",
        "",
        &["scenes/1/scene", "scenes/1/display_placeholder"],
    ),
    tiles(
        "texture = SubResource(\"picture\")\n0:0/animation_columns = 1\n0:0/animation_frame_0/duration = 1.0\n0:0/animation_frame_1/duration = 1.0\n0:0/0 = 0\n0:0/1 = 1",
        &[
            "0:0/size_in_atlas=Vector2i(1, 1)",
            "0:0/next_alternative_id=2",
            "0:0/animation_columns",
            "0:0/animation_separation",
            "0:0/animation_speed",
            "0:0/animation_mode",
            "0:0/animation_frame_0/duration",
            "0:0/0/physics_layer_0/polygon_0/points=PackedVector2Array(0, 0, 2, 0, 2, 2)",
            "0:0/0/physics_layer_0/polygon_0/one_way",
            "0:0/0/physics_layer_0/polygon_0/one_way_margin",
            "0:0/0/physics_layer_0/linear_velocity",
            "0:0/0/physics_layer_0/angular_velocity",
            "0:0/0/occlusion_layer_0/polygon_0/polygon",
            "0:0/0/occlusion_layer_0/polygon",
            "0:0/0/navigation_layer_0/polygon",
            "0:0/0/terrain_set=0",
            "0:0/0/terrain=0",
            "0:0/0/terrains_peering_bit/right_side=0",
            "0:0/0/probability",
            "0:0/0/modulate",
            "0:0/0/material",
            "0:0/0/texture_origin",
            "0:0/0/z_index",
            "0:0/0/y_sort_origin",
            "0:0/1/flip_h",
            "0:0/1/flip_v",
            "0:0/1/transpose",
        ],
    ),
    resource(
        "MeshLibrary",
        "item/0/name = \"Wall\"",
        &[
            "item/0/name",
            "item/0/mesh",
            "item/0/mesh_transform",
            "item/0/mesh_cast_shadow=2",
            "item/0/shapes=[SubResource(\"shape\"), Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 2, 3)]",
            "item/0/navigation_mesh",
            "item/0/navigation_mesh_transform",
            "item/0/navigation_layers=3",
            "item/0/preview",
        ],
    ),
    resource(
        "Curve",
        "point_count = 2\npoint_0/position = Vector2(0, 0)\npoint_1/position = Vector2(1, 1)",
        &[
            "point_0/position=Vector2(0, 0.5)",
            "point_0/left_tangent",
            "point_0/left_mode",
            "point_0/right_tangent",
            "point_0/right_mode=0",
        ],
    ),
    resource("Curve2D", "point_count = 2", &["point_0/position", "point_1/in", "point_0/out"]),
    resource(
        "Curve3D",
        "point_count = 2",
        &["point_0/position", "point_1/in", "point_0/out", "point_0/tilt"],
    ),
    resource("AudioStreamRandomizer", "streams_count = 1", &["stream_0/stream", "stream_0/weight"]),
    resource("AudioStreamPlaylist", "stream_count = 1", &["stream_0"]),
    resource(
        "AudioStreamSynchronized",
        "stream_count = 1",
        &["stream_0/stream", "stream_0/volume"],
    ),
    resource(
        "AudioBusLayout",
        "bus/1/name = &\"Music\"",
        &[
            "bus/1/name",
            "bus/1/solo",
            "bus/1/mute",
            "bus/1/bypass_fx",
            "bus/1/volume_db",
            "bus/1/send=&\"Master\"",
            "bus/1/effect/0/effect",
            "bus/1/effect/0/enabled",
        ],
    ),
    resource("AudioEffectEQ6", "", &["band_db/32_hz"]),
    resource(
        "VisualShader",
        "",
        &[
            "nodes/fragment/2/node",
            "nodes/fragment/2/position",
            "nodes/fragment/connections~PackedInt32Array(2, 0, 0, 0)",
        ],
    ),
    resource(
        "SkeletonProfile",
        "group_size = 1\nbone_size = 1",
        &[
            "groups/0/group_name",
            "groups/0/texture",
            "bones/0/tail_direction",
            "bones/0/reference_pose",
            "bones/0/handle_offset",
            "bones/0/require",
            "bones/0/bone_name",
        ],
    ),
];

/// The resources that cases name, in the scene of the cases.
pub(crate) const RESOURCES: &str = r#"
[sub_resource type="BoxMesh" id="box"]

[sub_resource type="ArrayMesh" id="faces"]
_blend_shape_names = PackedStringArray("smile")
_surfaces = [{
"aabb": AABB(0, 0, 0, 1, 2, 1e-05),
"blend_shapes": PackedByteArray(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128, 63, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 64, 0, 0, 0, 0),
"format": 34359738369,
"primitive": 3,
"uv_scale": Vector4(0, 0, 0, 0),
"vertex_count": 3,
"vertex_data": PackedByteArray(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128, 63, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128, 63, 0, 0, 0, 0)
}]

[sub_resource type="BoxShape3D" id="shape"]

[sub_resource type="JointLimitationCone3D" id="cone"]

[sub_resource type="PlaceholderTexture2D" id="picture"]
size = Vector2(64, 64)

[sub_resource type="SkeletonProfileHumanoid" id="humanoid"]

[sub_resource type="Animation" id="walk"]

[sub_resource type="Animation" id="run"]

[sub_resource type="AnimationLibrary" id="library"]
_data = {
&"run": SubResource("run"),
&"walk": SubResource("walk")
}

[sub_resource type="AnimationNodeStateMachineTransition" id="step"]
advance_condition = &"ready"

[sub_resource type="AnimationNodeAnimation" id="idle"]

[sub_resource type="AnimationNodeStateMachine" id="states"]
states/Idle/node = SubResource("idle")
transitions = ["Start", "Idle", SubResource("step")]

[sub_resource type="AnimationNodeBlend2" id="blend"]

[sub_resource type="AnimationNodeAdd2" id="add"]

[sub_resource type="AnimationNodeSub2" id="sub"]

[sub_resource type="AnimationNodeTimeScale" id="pace"]

[sub_resource type="AnimationNodeTimeSeek" id="seek"]

[sub_resource type="AnimationNodeOneShot" id="shot"]

[sub_resource type="AnimationNodeTransition" id="choice"]
input_count = 2
input_0/name = "first"
input_1/name = "second"

[sub_resource type="AnimationNodeBlendTree" id="blend_tree"]
nodes/Blend/node = SubResource("blend")
nodes/Add/node = SubResource("add")
nodes/Sub/node = SubResource("sub")
nodes/Pace/node = SubResource("pace")
nodes/Seek/node = SubResource("seek")
nodes/Shot/node = SubResource("shot")
nodes/Choice/node = SubResource("choice")
nodes/States/node = SubResource("states")
"#;

/// A tile set with a layer of each kind, for the sources of tiles.
pub(crate) const TILE_SET: &str = r#"
[sub_resource type="TileSet" id="tile_set"]
occlusion_layer_0/light_mask = 1
physics_layer_0/collision_layer = 1
terrain_set_0/mode = 0
terrain_set_0/terrain_0/name = "Grass"
navigation_layer_0/layers = 1
sources/0 = SubResource("SOURCE")
"#;

/// The root, a node that paths lead to, and the skeleton of modifiers.
pub(crate) const NODES: &str = r#"
[node name="Cases" type="Node"]

[node name="Target" type="Node3D" parent="."]

[node name="Skeleton" type="Skeleton3D" parent="."]
bones/0/name = "A"
bones/0/parent = -1
bones/1/name = "B"
bones/1/parent = 0
bones/2/name = "C"
bones/2/parent = 1
"#;

/// A file for every class of objects that families take: the class of the resource, and its properties.
pub(crate) const OBJECTS: &[(&str, &str, &str)] = &[
    ("BaseMaterial3D", "StandardMaterial3D", ""),
    ("CanvasItemMaterial", "CanvasItemMaterial", ""),
    ("Font", "SystemFont", ""),
    ("Texture2D", "GradientTexture2D", ""),
    ("StyleBox", "StyleBoxFlat", ""),
    ("AnimationLibrary", "AnimationLibrary", ""),
    ("AnimationNodeStateMachinePlayback", "AnimationNodeStateMachinePlayback", ""),
    ("AnimationNode", "AnimationNodeAnimation", ""),
    ("AnimationRootNode", "AnimationNodeAnimation", ""),
    ("Curve", "Curve", ""),
    ("JointLimitation3D", "JointLimitationCone3D", ""),
    ("SkeletonModification2D", "SkeletonModification2DLookAt", ""),
    ("PhysicsMaterial", "PhysicsMaterial", ""),
    ("TileSetSource", "TileSetAtlasSource", ""),
    ("TileMapPattern", "TileMapPattern", "tile_data = PackedInt32Array(0, 0, 0)\n"),
    ("OccluderPolygon2D", "OccluderPolygon2D", ""),
    ("NavigationPolygon", "NavigationPolygon", ""),
    ("Mesh", "BoxMesh", ""),
    ("NavigationMesh", "NavigationMesh", ""),
    ("AudioStream", "AudioStreamGenerator", ""),
    ("AudioEffect", "AudioEffectReverb", ""),
    ("VisualShaderNode", "VisualShaderNodeFloatConstant", ""),
];
