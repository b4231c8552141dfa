//! What a run-time inspector reads from a running game.

use crate::ObjectId;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuntimeMethod {
    pub name: String,
    /// Names of types: `void`, `Vector2`, `Node`.
    pub returns: String,
    pub parameters: Vec<String>,
}

/// How fast time runs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RuntimeTime {
    pub scale: f64,
    /// Whether the scale is set again at each tick.
    pub is_locked: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub struct RuntimeCamera {
    pub object: ObjectId,
    pub name: String,
    /// `None` for a two-dimensional camera.
    pub field_of_view: Option<f64>,
    pub pose: RuntimePose,
}

/// In the world of the game; for a two-dimensional camera `z` is 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RuntimePose {
    pub position: [f64; 3],
    /// x, y, z, w.
    pub rotation: [f64; 4],
}

/// A camera that shows the game from another place than its own one does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RuntimeFreecam {
    pub is_enabled: bool,
    /// Where it is, or was last; `None` if it never was anywhere.
    pub pose: Option<RuntimePose>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RuntimePick {
    pub target: PickTarget,
    pub point: PickPoint,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PickTarget {
    World,
    Interface,
}

/// From the lower left of the window.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PickPoint {
    /// Where the game's pointer is.
    Pointer,
    /// In pixels; a part that is missing is that of the pointer.
    Pixels { x: Option<f64>, y: Option<f64> },
    /// Fractions of the window.
    Fraction { x: f64, y: f64 },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuntimeHit {
    pub object: ObjectId,
    pub name: String,
    /// Names from the root of its scene, joined by `/`.
    pub path: String,
}
