//! The rectangles of a user interface, laid out as Unity lays out a `RectTransform`.

use glam::DVec2;

/// A rectangle on the screen, from its lower left corner. Its own rotation is ignored.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScreenRect {
    pub corner: DVec2,
    pub size: DVec2,
}

/// How a rectangle lies in that of its parent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RectAnchors {
    /// Where the lower left corner is anchored, from 0 to 1 of the parent.
    pub anchor_min: DVec2,
    /// Where the upper right corner is anchored.
    pub anchor_max: DVec2,
    /// The position of its pivot, relative to its anchors.
    pub position: DVec2,
    /// How much larger it is than the space between its anchors.
    pub size_delta: DVec2,
    /// The point of it that is placed, from 0 to 1 of itself.
    pub pivot: DVec2,
    /// Of the rectangle, around its pivot.
    pub scale: DVec2,
}

impl Default for RectAnchors {
    fn default() -> RectAnchors {
        let middle = DVec2::splat(0.5);
        RectAnchors {
            anchor_min: middle,
            anchor_max: middle,
            position: DVec2::ZERO,
            size_delta: DVec2::splat(100.0),
            pivot: middle,
            scale: DVec2::ONE,
        }
    }
}

impl ScreenRect {
    /// The rectangle of a child. `scale` is that of everything above it.
    pub fn child(&self, anchors: &RectAnchors, scale: DVec2) -> ScreenRect {
        let RectAnchors { anchor_min, anchor_max, position, size_delta, pivot, scale: own } =
            *anchors;
        let between = self.size * (anchor_max - anchor_min);
        let inner = between + size_delta * scale;
        let anchored = self.corner + self.size * anchor_min + between * pivot;
        let pivot_at = anchored + position * scale;
        let size = inner * own.abs();
        ScreenRect { corner: pivot_at - size * pivot, size }
    }

    /// Of its edges, only the left and the lower one belong to it.
    pub fn contains(&self, point: DVec2) -> bool {
        point.cmpge(self.corner).all() && point.cmplt(self.corner + self.size).all()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCREEN: ScreenRect = ScreenRect { corner: DVec2::ZERO, size: DVec2::new(1920.0, 1080.0) };

    #[test]
    fn rectangles_hang_on_their_anchors() {
        let stretched = RectAnchors {
            anchor_min: DVec2::new(0.0, 0.0),
            anchor_max: DVec2::new(1.0, 1.0),
            size_delta: DVec2::new(-20.0, -40.0),
            ..RectAnchors::default()
        };
        let corner = RectAnchors {
            anchor_min: DVec2::new(1.0, 1.0),
            anchor_max: DVec2::new(1.0, 1.0),
            position: DVec2::new(-10.0, -10.0),
            pivot: DVec2::new(1.0, 1.0),
            ..RectAnchors::default()
        };
        let grown = RectAnchors { scale: DVec2::new(2.0, 1.0), ..RectAnchors::default() };
        for (anchors, scale, expected) in [
            (RectAnchors::default(), 1.0, (910.0, 490.0, 100.0, 100.0)),
            (RectAnchors::default(), 2.0, (860.0, 440.0, 200.0, 200.0)),
            (stretched, 1.0, (10.0, 20.0, 1900.0, 1040.0)),
            (corner, 1.0, (1810.0, 970.0, 100.0, 100.0)),
            (grown, 1.0, (860.0, 490.0, 200.0, 100.0)),
        ] {
            let ScreenRect { corner, size } = SCREEN.child(&anchors, DVec2::splat(scale));
            assert_eq!((corner.x, corner.y, size.x, size.y), expected, "{anchors:?} at {scale}");
        }
    }

    #[test]
    fn a_point_belongs_to_one_of_two_neighbours() {
        let left = ScreenRect { size: DVec2::new(960.0, 1080.0), ..SCREEN };
        let right = ScreenRect { corner: DVec2::new(960.0, 0.0), ..left };
        let contains = |rect: ScreenRect, x, y| rect.contains(DVec2::new(x, y));
        assert!(contains(left, 0.0, 0.0) && contains(left, 959.9, 5.0));
        assert!(!contains(left, 960.0, 5.0) && contains(right, 960.0, 5.0));
        assert!(!contains(right, 1000.0, 1080.0));
    }
}
