//! Properties that older versions stored under other names. Godot converts them when it loads a scene; the list
//! is that of the `_set` handlers that are kept for compatibility.

use super::ApiClass;

/// What becomes of an old property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OlderProperty {
    /// The same value under another name.
    Renamed(&'static str),
    /// If it is true, another property has this value.
    Implies(&'static str, &'static str),
    /// Half of the value of another property.
    HalfOf(&'static str),
}

use OlderProperty::{HalfOf, Implies, Renamed};

/// A class, the old name of one of its properties, and what becomes of it.
pub(crate) const OLDER: &[(&str, &str, OlderProperty)] = &[
    ("Label", "align", Renamed("horizontal_alignment")),
    ("Label", "valign", Renamed("vertical_alignment")),
    ("TextureRect", "expand", Implies("expand_mode", "1")),
    ("TextureRect", "ignore_texture_size", Implies("expand_mode", "1")),
    ("AnimatedSprite2D", "frames", Renamed("sprite_frames")),
    ("AnimatedSprite3D", "frames", Renamed("sprite_frames")),
    ("PointLight2D", "mode", Renamed("blend_mode")),
    ("TouchScreenButton", "normal", Renamed("texture_normal")),
    ("TouchScreenButton", "pressed", Renamed("texture_pressed")),
    ("NavigationLink2D", "start_location", Renamed("start_position")),
    ("NavigationLink2D", "end_location", Renamed("end_position")),
    ("NavigationLink3D", "start_location", Renamed("start_position")),
    ("NavigationLink3D", "end_location", Renamed("end_position")),
    ("NavigationRegion2D", "navpoly", Renamed("navigation_polygon")),
    ("NavigationRegion3D", "navmesh", Renamed("navigation_mesh")),
    ("NavigationMesh", "polygon_verts_per_poly", Renamed("vertices_per_polygon")),
    ("AnimationPlayer", "method_call_mode", Renamed("callback_mode_method")),
    ("AnimationPlayer", "playback_process_mode", Renamed("callback_mode_process")),
    ("AnimationPlayer", "playback_active", Renamed("active")),
    ("AnimationTree", "process_callback", Renamed("callback_mode_process")),
    ("TileMap", "cell_quadrant_size", Renamed("rendering_quadrant_size")),
    ("GeometryInstance3D", "use_in_baked_light", Implies("gi_mode", "1")),
    ("GeometryInstance3D", "use_dynamic_gi", Implies("gi_mode", "2")),
    ("RectangleShape2D", "extents", HalfOf("size")),
    ("BoxShape3D", "extents", HalfOf("size")),
    ("Decal", "extents", HalfOf("size")),
    ("FogVolume", "extents", HalfOf("size")),
    ("ReflectionProbe", "extents", HalfOf("size")),
    ("VoxelGI", "extents", HalfOf("size")),
    ("GPUParticlesCollisionBox3D", "extents", HalfOf("size")),
    ("GPUParticlesCollisionSDF3D", "extents", HalfOf("size")),
    ("GPUParticlesCollisionHeightField3D", "extents", HalfOf("size")),
    ("GPUParticlesAttractorBox3D", "extents", HalfOf("size")),
    ("GPUParticlesAttractorVectorField3D", "extents", HalfOf("size")),
];

impl ApiClass<'_> {
    /// What Godot makes of a property that the class does not have any more.
    pub(crate) fn older_property(self, name: &str) -> Option<OlderProperty> {
        let mut rows = OLDER.iter().filter(|(_, old, _)| *old == name);
        let (_, _, found) = rows.find(|(class, ..)| self.is_a(class))?;
        self.property(name).is_none().then_some(*found)
    }

    /// The older names whose values end up in a property.
    pub(crate) fn older_names(self, property: &str) -> impl Iterator<Item = &'static str> {
        OLDER.iter().filter_map(move |(class, old, found)| {
            let (Renamed(new) | Implies(new, _) | HalfOf(new)) = found;
            (*new == property && self.is_a(class)).then_some(*old)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Api;

    #[test]
    fn every_old_property_leads_to_one_of_its_class() {
        let api = Api::built_in();
        for (class, old, found) in OLDER {
            let class = api.class(class).unwrap_or_else(|| panic!("{class}"));
            let (Renamed(new) | Implies(new, _) | HalfOf(new)) = found;
            assert!(class.property(new).is_some(), "{} {new}", class.name());
            assert_eq!(class.older_property(old), Some(*found), "{} {old}", class.name());
        }
        assert_eq!(api.class("VideoStreamPlayer").unwrap().older_property("expand"), None);
    }
}
