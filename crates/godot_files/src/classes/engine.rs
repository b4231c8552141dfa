//! The bases of Godot's own classes: from the description of Godot 4's classes, and from a list of class
//! names that only Godot 3 has.

use crate::api::Api;

/// The base of a class of the engine; `None` for an unknown class.
pub(super) fn parent<'a>(api: &'a Api, class: &str) -> Option<&'a str> {
    match api.class(class) {
        Some(known) => known.parent().map(|parent| parent.name()),
        None if NODES_OF_GODOT_3.contains(&class) => Some("Node"),
        None if RESOURCES_OF_GODOT_3.contains(&class) => Some("Resource"),
        None => None,
    }
}

const NODES_OF_GODOT_3: [&str; 46] = [
    "ARVRCamera",
    "ARVRController",
    "ARVROrigin",
    "AnimatedSprite",
    "Area",
    "BoneAttachment",
    "CPUParticles",
    "CSGBox",
    "CSGMesh",
    "Camera",
    "CollisionPolygon",
    "CollisionShape",
    "ConeTwistJoint",
    "DirectionalLight",
    "GIProbe",
    "HingeJoint",
    "ImmediateGeometry",
    "KinematicBody",
    "KinematicBody2D",
    "Light2D",
    "Listener",
    "MeshInstance",
    "MultiMeshInstance",
    "Navigation",
    "Navigation2D",
    "OmniLight",
    "Particles",
    "Particles2D",
    "Path",
    "PathFollow",
    "Position2D",
    "Position3D",
    "ProximityGroup",
    "RayCast",
    "RigidBody",
    "Skeleton",
    "Spatial",
    "SpotLight",
    "SpringArm",
    "Sprite",
    "StaticBody",
    "VehicleBody",
    "ViewportContainer",
    "VisibilityNotifier2D",
    "WindowDialog",
    "YSort",
];

const RESOURCES_OF_GODOT_3: [&str; 8] = [
    "BitmapFont",
    "CubeMesh",
    "DynamicFont",
    "DynamicFontData",
    "OpenSimplexNoise",
    "SpatialMaterial",
    "StreamTexture",
    "VisualScript",
];
