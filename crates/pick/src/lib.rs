//! Finds what is under a point of the screen: rays against solids in the world, points against the
//! rectangles of a user interface.
//!
//! Invariant: numbers in, numbers out. It knows no engine and no project.

mod interface;
mod solid;
mod view;

use glam::{DQuat, DVec3};

pub use interface::{RectAnchors, ScreenRect};
pub use solid::{CapsuleAxis, Solid};
pub use view::{Lens, PickCamera, Ray};

/// Position, rotation and scale in the world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose {
    pub position: DVec3,
    pub rotation: DQuat,
    pub scale: DVec3,
}

impl Default for Pose {
    fn default() -> Pose {
        Pose { position: DVec3::ZERO, rotation: DQuat::IDENTITY, scale: DVec3::ONE }
    }
}
