//! The types of properties that depend on the instance: the surfaces of a mesh, the items of a list, the
//! tracks of an animation. Godot declares them in `_get_property_list`, which no table of classes contains.

use super::ApiClass;

/// A family of properties of a class and its subclasses.
#[derive(Debug)]
pub struct DynamicFamily {
    pub class: &'static str,
    /// `#` stands for a number, `*` for one or more characters, also slashes.
    pub pattern: &'static str,
    /// A type of Godot, or the classes of an object as its hint lists them.
    pub type_name: &'static str,
}

const fn family(
    class: &'static str,
    pattern: &'static str,
    type_name: &'static str,
) -> DynamicFamily {
    DynamicFamily { class, pattern, type_name }
}

/// More precise patterns come first.
pub(crate) const FAMILIES: &[DynamicFamily] = &[
    family("MeshInstance3D", "surface_material_override/#", "BaseMaterial3D,ShaderMaterial"),
    family("MeshInstance3D", "blend_shapes/*", "float"),
    family("Control", "theme_override_colors/*", "Color"),
    family("Control", "theme_override_constants/*", "int"),
    family("Control", "theme_override_fonts/*", "Font"),
    family("Control", "theme_override_font_sizes/*", "int"),
    family("Control", "theme_override_icons/*", "Texture2D"),
    family("Control", "theme_override_styles/*", "StyleBox"),
    family("Window", "theme_override_colors/*", "Color"),
    family("Window", "theme_override_constants/*", "int"),
    family("Window", "theme_override_fonts/*", "Font"),
    family("Window", "theme_override_font_sizes/*", "int"),
    family("Window", "theme_override_icons/*", "Texture2D"),
    family("Window", "theme_override_styles/*", "StyleBox"),
    family("Theme", "*/base_type", "StringName"),
    family("Theme", "*/icons/*", "Texture2D"),
    family("Theme", "*/styles/*", "StyleBox"),
    family("Theme", "*/fonts/*", "Font"),
    family("Theme", "*/font_sizes/*", "int"),
    family("Theme", "*/colors/*", "Color"),
    family("Theme", "*/constants/*", "int"),
    // Lists of items.
    family("PopupMenu", "item_#/text", "String"),
    family("PopupMenu", "item_#/icon", "Texture2D"),
    family("PopupMenu", "item_#/checkable", "int"),
    family("PopupMenu", "item_#/checked", "bool"),
    family("PopupMenu", "item_#/id", "int"),
    family("PopupMenu", "item_#/disabled", "bool"),
    family("PopupMenu", "item_#/separator", "bool"),
    family("ItemList", "item_#/text", "String"),
    family("ItemList", "item_#/icon", "Texture2D"),
    family("ItemList", "item_#/selectable", "bool"),
    family("ItemList", "item_#/disabled", "bool"),
    family("OptionButton", "popup/item_#/text", "String"),
    family("OptionButton", "popup/item_#/icon", "Texture2D"),
    family("OptionButton", "popup/item_#/id", "int"),
    family("OptionButton", "popup/item_#/disabled", "bool"),
    family("OptionButton", "popup/item_#/separator", "bool"),
    family("MenuButton", "popup/item_#/text", "String"),
    family("MenuButton", "popup/item_#/icon", "Texture2D"),
    family("MenuButton", "popup/item_#/checkable", "int"),
    family("MenuButton", "popup/item_#/checked", "bool"),
    family("MenuButton", "popup/item_#/id", "int"),
    family("MenuButton", "popup/item_#/disabled", "bool"),
    family("MenuButton", "popup/item_#/separator", "bool"),
    family("TabBar", "tab_#/title", "String"),
    family("TabBar", "tab_#/tooltip", "String"),
    family("TabBar", "tab_#/icon", "Texture2D"),
    family("TabBar", "tab_#/disabled", "bool"),
    family("TabContainer", "tab_#/title", "String"),
    family("TabContainer", "tab_#/icon", "Texture2D"),
    family("TabContainer", "tab_#/disabled", "bool"),
    family("TabContainer", "tab_#/hidden", "bool"),
    family("FileDialog", "option_#/name", "String"),
    family("FileDialog", "option_#/values", "PackedStringArray"),
    family("FileDialog", "option_#/default", "int"),
    family("LabelSettings", "stacked_outline_#/size", "int"),
    family("LabelSettings", "stacked_outline_#/color", "Color"),
    family("LabelSettings", "stacked_shadow_#/offset", "Vector2"),
    family("LabelSettings", "stacked_shadow_#/color", "Color"),
    family("LabelSettings", "stacked_shadow_#/outline_size", "int"),
    family("GraphNode", "slot/#/left_enabled", "bool"),
    family("GraphNode", "slot/#/left_type", "int"),
    family("GraphNode", "slot/#/left_color", "Color"),
    family("GraphNode", "slot/#/left_icon", "Texture2D"),
    family("GraphNode", "slot/#/right_enabled", "bool"),
    family("GraphNode", "slot/#/right_type", "int"),
    family("GraphNode", "slot/#/right_color", "Color"),
    family("GraphNode", "slot/#/right_icon", "Texture2D"),
    family("GraphNode", "slot/#/draw_stylebox", "bool"),
    family("MultiplayerSpawner", "scenes/#", "String"),
    family("SceneReplicationConfig", "properties/#/path", "NodePath"),
    family("SceneReplicationConfig", "properties/#/spawn", "bool"),
    family("SceneReplicationConfig", "properties/#/replication_mode", "int"),
    // Animations. The keys of a track depend on its type.
    family("AnimationMixer", "libraries", "Dictionary[StringName, AnimationLibrary]"),
    family("AnimationMixer", "libraries/", "AnimationLibrary"),
    family("AnimationMixer", "libraries/*", "AnimationLibrary"),
    family("AnimationPlayer", "next/*", "StringName"),
    family("AnimationTree", "parameters/*/blend_amount", "float"),
    family("AnimationTree", "parameters/*/add_amount", "float"),
    family("AnimationTree", "parameters/*/sub_amount", "float"),
    family("AnimationTree", "parameters/*/scale", "float"),
    family("AnimationTree", "parameters/*/seek_request", "float"),
    family("AnimationTree", "parameters/*/request", "int"),
    family("AnimationTree", "parameters/*/active", "bool"),
    family("AnimationTree", "parameters/*/internal_active", "bool"),
    family("AnimationTree", "parameters/*/current_state", "String"),
    family("AnimationTree", "parameters/*/transition_request", "String"),
    family("AnimationTree", "parameters/*/current_index", "int"),
    family("AnimationTree", "parameters/conditions/*", "bool"),
    family("AnimationTree", "parameters/*/conditions/*", "bool"),
    family("AnimationTree", "parameters/playback", "AnimationNodeStateMachinePlayback"),
    family("AnimationTree", "parameters/*/playback", "AnimationNodeStateMachinePlayback"),
    family("AnimationNodeTransition", "input_#/name", "String"),
    family("AnimationNodeTransition", "input_#/auto_advance", "bool"),
    family("AnimationNodeTransition", "input_#/break_loop_at_end", "bool"),
    family("AnimationNodeTransition", "input_#/reset", "bool"),
    family("AnimationNodeBlendTree", "nodes/*/node", "AnimationNode"),
    family("AnimationNodeBlendTree", "nodes/*/position", "Vector2"),
    family("AnimationNodeStateMachine", "states/*/node", "AnimationNode"),
    family("AnimationNodeStateMachine", "states/*/position", "Vector2"),
    family("AnimationNodeBlendSpace1D", "blend_point_#/node", "AnimationRootNode"),
    family("AnimationNodeBlendSpace1D", "blend_point_#/pos", "float"),
    family("AnimationNodeBlendSpace2D", "blend_point_#/node", "AnimationRootNode"),
    family("AnimationNodeBlendSpace2D", "blend_point_#/pos", "Vector2"),
    family("Animation", "tracks/#/type", "String"),
    family("Animation", "tracks/#/imported", "bool"),
    family("Animation", "tracks/#/enabled", "bool"),
    family("Animation", "tracks/#/path", "NodePath"),
    family("Animation", "tracks/#/interp", "int"),
    family("Animation", "tracks/#/loop_wrap", "bool"),
    family("Animation", "tracks/#/use_blend", "bool"),
    // Skeletons.
    family("Skeleton3D", "bones/#/name", "String"),
    family("Skeleton3D", "bones/#/parent", "int"),
    family("Skeleton3D", "bones/#/rest", "Transform3D"),
    family("Skeleton3D", "bones/#/enabled", "bool"),
    family("Skeleton3D", "bones/#/position", "Vector3"),
    family("Skeleton3D", "bones/#/rotation", "Quaternion"),
    family("Skeleton3D", "bones/#/scale", "Vector3"),
    family("Skin", "bind/#/name", "StringName"),
    family("Skin", "bind/#/bone", "int"),
    family("Skin", "bind/#/pose", "Transform3D"),
    family("BoneMap", "bone_map/*", "StringName"),
    family("SoftBody3D", "attachments/#/point_index", "int"),
    family("SoftBody3D", "attachments/#/spatial_attachment_path", "NodePath"),
    family("SoftBody3D", "attachments/#/offset", "Vector3"),
    family("SpringBoneSimulator3D", "settings/#/joints/#/gravity_direction", "Vector3"),
    family("SpringBoneSimulator3D", "settings/#/joints/#/radius", "float"),
    family("SpringBoneSimulator3D", "settings/#/joints/#/stiffness", "float"),
    family("SpringBoneSimulator3D", "settings/#/joints/#/drag", "float"),
    family("SpringBoneSimulator3D", "settings/#/joints/#/gravity", "float"),
    family("SpringBoneSimulator3D", "settings/#/exclude_collisions/#", "NodePath"),
    family("SpringBoneSimulator3D", "settings/#/collisions/#", "NodePath"),
    family("SpringBoneSimulator3D", "settings/#/*/damping_curve", "Curve"),
    family("SpringBoneSimulator3D", "settings/#/*/value", "float"),
    family("SpringBoneSimulator3D", "settings/#/gravity/direction", "Vector3"),
    family("SpringBoneSimulator3D", "settings/#/center_node", "NodePath"),
    family("SpringBoneSimulator3D", "settings/#/center_from", "int"),
    family("SpringBoneSimulator3D", "settings/#/individual_config", "bool"),
    family("SpringBoneSimulator3D", "settings/#/enable_all_child_collisions", "bool"),
    family("SpringBoneSimulator3D", "settings/#/rotation_axis", "int"),
    family("SpringBoneSimulator3D", "settings/#/rotation_axis_vector", "Vector3"),
    family("SkeletonModifier3D", "settings/#/joints/#/bone_name", "String"),
    family("SkeletonModifier3D", "settings/#/joints/#/bone", "int"),
    family("SkeletonModifier3D", "settings/#/joints/#/rotation_axis", "int"),
    family("SkeletonModifier3D", "settings/#/joints/#/rotation_axis_vector", "Vector3"),
    family("SkeletonModifier3D", "settings/#/joints/#/limitation", "JointLimitation3D"),
    family("SkeletonModifier3D", "settings/#/joints/#/limitation/right_axis", "int"),
    family("SkeletonModifier3D", "settings/#/joints/#/limitation/right_axis_vector", "Vector3"),
    family("SkeletonModifier3D", "settings/#/joints/#/limitation/rotation_offset", "Quaternion"),
    family("SkeletonModifier3D", "settings/#/joints/#/twist_amount", "float"),
    family("SkeletonModifier3D", "settings/#/end_bone/direction", "int"),
    family("SkeletonModifier3D", "settings/#/end_bone/length", "float"),
    family("SkeletonModifier3D", "settings/#/end_bone_direction", "int"),
    family("SkeletonModifier3D", "settings/#/extend_end_bone", "bool"),
    family("SkeletonModifier3D", "settings/#/use_virtual_end", "bool"),
    family("SkeletonModifier3D", "settings/#/target_node", "NodePath"),
    family("SkeletonModifier3D", "settings/#/pole_node", "NodePath"),
    family("SkeletonModifier3D", "settings/#/pole_direction", "int"),
    family("SkeletonModifier3D", "settings/#/pole_direction_vector", "Vector3"),
    family("SkeletonModifier3D", "settings/#/path_3d", "NodePath"),
    family("SkeletonModifier3D", "settings/#/tilt_enabled", "bool"),
    family("SkeletonModifier3D", "settings/#/tilt_fade_in", "int"),
    family("SkeletonModifier3D", "settings/#/tilt_fade_out", "int"),
    family("SkeletonModifier3D", "settings/#/reference_node", "NodePath"),
    family("SkeletonModifier3D", "settings/#/reference_type", "int"),
    family("SkeletonModifier3D", "settings/#/amount", "float"),
    family("SkeletonModifier3D", "settings/#/copy", "int"),
    family("SkeletonModifier3D", "settings/#/axes", "int"),
    family("SkeletonModifier3D", "settings/#/invert", "int"),
    family("SkeletonModifier3D", "settings/#/relative", "bool"),
    family("SkeletonModifier3D", "settings/#/additive", "bool"),
    family("SkeletonModifier3D", "settings/#/apply/transform_mode", "int"),
    family("SkeletonModifier3D", "settings/#/apply/axis", "int"),
    family("SkeletonModifier3D", "settings/#/apply/range_min", "float"),
    family("SkeletonModifier3D", "settings/#/apply/range_max", "float"),
    family("SkeletonModifier3D", "settings/#/reference/transform_mode", "int"),
    family("SkeletonModifier3D", "settings/#/reference/axis", "int"),
    family("SkeletonModifier3D", "settings/#/reference/range_min", "float"),
    family("SkeletonModifier3D", "settings/#/reference/range_max", "float"),
    family("SkeletonModifier3D", "settings/#/forward_axis", "int"),
    family("SkeletonModifier3D", "settings/#/use_euler", "bool"),
    family("SkeletonModifier3D", "settings/#/primary_rotation_axis", "int"),
    family("SkeletonModifier3D", "settings/#/use_secondary_rotation", "bool"),
    family("SkeletonModifier3D", "settings/#/twist_from_rest", "bool"),
    family("SkeletonModifier3D", "settings/#/twist_from", "Quaternion"),
    family("SkeletonModifier3D", "settings/#/disperse_mode", "int"),
    family("SkeletonModifier3D", "settings/#/weight_position", "float"),
    family("SkeletonModifier3D", "settings/#/damping_curve", "Curve"),
    family("SkeletonModifier3D", "settings/#/*_bone_name", "String"),
    family("SkeletonModifier3D", "settings/#/*_bone", "int"),
    family("SkeletonModifier3D", "settings/#/*_count", "int"),
    family("SkeletonModificationStack2D", "modifications/#", "SkeletonModification2D"),
    family("SkeletonModification2D", "joint_data/#/bone_index", "int"),
    family("SkeletonModification2D", "joint_data/#/bone2d_node", "NodePath"),
    family("Bone2D", "length", "float"),
    family("Bone2D", "bone_angle", "float"),
    // Tiles and grids.
    family("TileMap", "layer_#/name", "String"),
    family("TileMap", "layer_#/enabled", "bool"),
    family("TileMap", "layer_#/modulate", "Color"),
    family("TileMap", "layer_#/y_sort_enabled", "bool"),
    family("TileMap", "layer_#/y_sort_origin", "int"),
    family("TileMap", "layer_#/z_index", "int"),
    family("TileMap", "layer_#/navigation_enabled", "bool"),
    family("TileMap", "layer_#/tile_data", "PackedInt32Array"),
    family("TileSet", "occlusion_layer_#/light_mask", "int"),
    family("TileSet", "occlusion_layer_#/sdf_collision", "bool"),
    family("TileSet", "physics_layer_#/collision_layer", "int"),
    family("TileSet", "physics_layer_#/collision_mask", "int"),
    family("TileSet", "physics_layer_#/collision_priority", "float"),
    family("TileSet", "physics_layer_#/physics_material", "PhysicsMaterial"),
    family("TileSet", "terrain_set_#/mode", "int"),
    family("TileSet", "terrain_set_#/terrain_#/name", "String"),
    family("TileSet", "terrain_set_#/terrain_#/color", "Color"),
    family("TileSet", "navigation_layer_#/layers", "int"),
    family("TileSet", "custom_data_layer_#/name", "String"),
    family("TileSet", "custom_data_layer_#/type", "int"),
    family("TileSet", "sources/#", "TileSetSource"),
    family("TileSet", "pattern_#", "TileMapPattern"),
    family("TileSetScenesCollectionSource", "scenes/#/scene", "PackedScene"),
    family("TileSetScenesCollectionSource", "scenes/#/display_placeholder", "bool"),
    family("TileSetAtlasSource", "*/size_in_atlas", "Vector2i"),
    family("TileSetAtlasSource", "*/next_alternative_id", "int"),
    family("TileSetAtlasSource", "*/animation_columns", "int"),
    family("TileSetAtlasSource", "*/animation_separation", "Vector2i"),
    family("TileSetAtlasSource", "*/animation_speed", "float"),
    family("TileSetAtlasSource", "*/animation_mode", "int"),
    family("TileSetAtlasSource", "*/animation_frame_#/duration", "float"),
    family("TileSetAtlasSource", "*/physics_layer_#/polygon_#/points", "PackedVector2Array"),
    family("TileSetAtlasSource", "*/physics_layer_#/polygon_#/one_way", "bool"),
    family("TileSetAtlasSource", "*/physics_layer_#/polygon_#/one_way_margin", "float"),
    family("TileSetAtlasSource", "*/physics_layer_#/linear_velocity", "Vector2"),
    family("TileSetAtlasSource", "*/physics_layer_#/angular_velocity", "float"),
    family("TileSetAtlasSource", "*/occlusion_layer_#/polygon", "OccluderPolygon2D"),
    family("TileSetAtlasSource", "*/occlusion_layer_#/polygon_#/polygon", "OccluderPolygon2D"),
    family("TileSetAtlasSource", "*/navigation_layer_#/polygon", "NavigationPolygon"),
    family("TileSetAtlasSource", "*/terrains_peering_bit/*", "int"),
    family("TileSetAtlasSource", "*/terrain_set", "int"),
    family("TileSetAtlasSource", "*/terrain", "int"),
    family("TileSetAtlasSource", "*/probability", "float"),
    family("TileSetAtlasSource", "*/modulate", "Color"),
    family("TileSetAtlasSource", "*/material", "CanvasItemMaterial,ShaderMaterial"),
    family("TileSetAtlasSource", "*/texture_origin", "Vector2i"),
    family("TileSetAtlasSource", "*/z_index", "int"),
    family("TileSetAtlasSource", "*/y_sort_origin", "int"),
    family("TileSetAtlasSource", "*/flip_h", "bool"),
    family("TileSetAtlasSource", "*/flip_v", "bool"),
    family("TileSetAtlasSource", "*/transpose", "bool"),
    family("MeshLibrary", "item/#/name", "String"),
    family("MeshLibrary", "item/#/mesh", "Mesh"),
    family("MeshLibrary", "item/#/mesh_transform", "Transform3D"),
    family("MeshLibrary", "item/#/mesh_cast_shadow", "int"),
    family("MeshLibrary", "item/#/shapes", "Array"),
    family("MeshLibrary", "item/#/navigation_mesh", "NavigationMesh"),
    family("MeshLibrary", "item/#/navigation_mesh_transform", "Transform3D"),
    family("MeshLibrary", "item/#/navigation_layers", "int"),
    family("MeshLibrary", "item/#/preview", "Texture2D"),
    // Other resources.
    family("Curve", "point_#/position", "Vector2"),
    family("Curve", "point_#/left_tangent", "float"),
    family("Curve", "point_#/left_mode", "int"),
    family("Curve", "point_#/right_tangent", "float"),
    family("Curve", "point_#/right_mode", "int"),
    family("Curve2D", "point_#/position", "Vector2"),
    family("Curve2D", "point_#/in", "Vector2"),
    family("Curve2D", "point_#/out", "Vector2"),
    family("Curve3D", "point_#/position", "Vector3"),
    family("Curve3D", "point_#/in", "Vector3"),
    family("Curve3D", "point_#/out", "Vector3"),
    family("Curve3D", "point_#/tilt", "float"),
    family("AudioStreamRandomizer", "stream_#/stream", "AudioStream"),
    family("AudioStreamRandomizer", "stream_#/weight", "float"),
    family("AudioStreamPlaylist", "stream_#", "AudioStream"),
    family("AudioStreamSynchronized", "stream_#/stream", "AudioStream"),
    family("AudioStreamSynchronized", "stream_#/volume", "float"),
    family("AudioBusLayout", "bus/#/name", "StringName"),
    family("AudioBusLayout", "bus/#/solo", "bool"),
    family("AudioBusLayout", "bus/#/mute", "bool"),
    family("AudioBusLayout", "bus/#/bypass_fx", "bool"),
    family("AudioBusLayout", "bus/#/volume_db", "float"),
    family("AudioBusLayout", "bus/#/send", "StringName"),
    family("AudioBusLayout", "bus/#/effect/#/effect", "AudioEffect"),
    family("AudioBusLayout", "bus/#/effect/#/enabled", "bool"),
    family("AudioEffectEQ", "band_db/*", "float"),
    family("VisualShader", "nodes/*/node", "VisualShaderNode"),
    family("VisualShader", "nodes/*/position", "Vector2"),
    family("VisualShader", "nodes/*/connections", "PackedInt32Array"),
    family("SkeletonProfile", "groups/#/group_name", "StringName"),
    family("SkeletonProfile", "groups/#/texture", "Texture2D"),
    family("SkeletonProfile", "bones/#/tail_direction", "int"),
    family("SkeletonProfile", "bones/#/reference_pose", "Transform3D"),
    family("SkeletonProfile", "bones/#/handle_offset", "Vector2"),
    family("SkeletonProfile", "bones/#/require", "bool"),
    family("SkeletonProfile", "bones/#/*", "StringName"),
];

/// The family of a property that depends on the instance. `None` if it is unknown.
pub(super) fn family_of(class: ApiClass<'_>, property: &str) -> Option<&'static DynamicFamily> {
    let is_family =
        |family: &&DynamicFamily| is_match(family.pattern, property) && class.is_a(family.class);
    FAMILIES.iter().find(is_family)
}

/// Patterns have few stars, so backtracking is cheap.
fn is_match(pattern: &str, name: &str) -> bool {
    let Some(at) = pattern.find(['#', '*']) else { return pattern == name };
    let (fixed, rest) = pattern.split_at(at);
    let Some(name) = name.strip_prefix(fixed) else { return false };
    let after = &rest[1..];
    match rest.starts_with('#') {
        true => {
            let digits = name.bytes().take_while(u8::is_ascii_digit).count();
            digits > 0 && is_match(after, &name[digits..])
        }
        false if after.is_empty() => !name.is_empty(),
        false => name.char_indices().skip(1).any(|(at, _)| is_match(after, &name[at..])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Api;

    #[test]
    fn families_are_recognised_by_class_and_name() {
        let api = Api::built_in();
        for (class, property, expected) in [
            (
                "MeshInstance3D",
                "surface_material_override/0",
                Some("BaseMaterial3D,ShaderMaterial"),
            ),
            ("MeshInstance3D", "surface_material_override/x", None),
            ("Node3D", "surface_material_override/0", None),
            ("CheckBox", "theme_override_styles/normal", Some("StyleBox")),
            ("ItemList", "item_12/icon", Some("Texture2D")),
            ("ItemList", "item_12/none", None),
            ("AnimationPlayer", "libraries/", Some("AnimationLibrary")),
            ("AnimationPlayer", "libraries/walk", Some("AnimationLibrary")),
            ("AnimationTree", "parameters/a/b/blend_amount", Some("float")),
            ("AnimationTree", "parameters/a/blend_position", None),
            (
                "TileSetAtlasSource",
                "0:0/0/physics_layer_0/polygon_0/points",
                Some("PackedVector2Array"),
            ),
        ] {
            let class = api.class(class).unwrap();
            let found = family_of(class, property).map(|family| family.type_name);
            assert_eq!(found, expected, "{property}");
        }
    }

    #[test]
    fn every_family_names_a_class_and_a_type_of_godot() {
        let api = Api::built_in();
        let built_in: Vec<&str> = (0..39).map(crate::api::table::type_name).collect();
        for family in FAMILIES {
            assert!(api.class(family.class).is_some(), "{}", family.class);
            let types = family.type_name.trim_start_matches("Dictionary[").trim_end_matches(']');
            for name in types.split(',').map(str::trim) {
                let is_known = built_in.contains(&name) || api.class(name).is_some();
                assert!(is_known, "{}: {name}", family.pattern);
            }
        }
    }
}
