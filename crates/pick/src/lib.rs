//! What lies under a point of the screen: rays against solids in the world, points against the
//! rectangles of a user interface. Numbers in, numbers out; it knows no engine.

mod interface;
mod solid;
mod view;

pub use interface::{RectAnchors, ScreenRect};
pub use solid::{CapsuleAxis, Solid};
pub use view::{Lens, PickCamera, Ray};

/// Where something stands in the world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stand {
    pub position: [f64; 3],
    /// x, y, z, w.
    pub rotation: [f64; 4],
    pub scale: [f64; 3],
}

impl Default for Stand {
    fn default() -> Stand {
        Stand { position: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0], scale: [1.0; 3] }
    }
}
