//! The rectangles of a user interface, laid out as Unity lays out a `RectTransform`.

/// A rectangle on the screen, from its lower left corner, with its own turn left out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScreenRect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

/// How a rectangle lies in that of its parent. Pairs are x and y.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RectAnchors {
    /// Where the lower left corner is tied to, from 0 to 1 of the parent.
    pub anchor_min: [f64; 2],
    /// Where the upper right corner is tied to.
    pub anchor_max: [f64; 2],
    /// Where its pivot lies, seen from its anchors.
    pub position: [f64; 2],
    /// How much larger it is than the space between its anchors.
    pub size_delta: [f64; 2],
    /// The point of it that is placed, from 0 to 1 of itself.
    pub pivot: [f64; 2],
    /// Of the rectangle, around its pivot.
    pub scale: [f64; 2],
}

impl Default for RectAnchors {
    fn default() -> RectAnchors {
        let middle = [0.5; 2];
        RectAnchors {
            anchor_min: middle,
            anchor_max: middle,
            position: [0.0; 2],
            size_delta: [100.0; 2],
            pivot: middle,
            scale: [1.0; 2],
        }
    }
}

impl ScreenRect {
    /// The rectangle of a child. `scale` is that of everything above it.
    pub fn child(&self, anchors: &RectAnchors, scale: [f64; 2]) -> ScreenRect {
        let [(x, width), (y, height)] = [(self.x, self.width, 0), (self.y, self.height, 1)]
            .map(|(start, length, axis)| side(start, length, anchors, scale[axis], axis));
        ScreenRect { x, y, width, height }
    }

    /// Its edges belong to it on the lower left only.
    pub fn contains(&self, x: f64, y: f64) -> bool {
        let within = |at: f64, start: f64, length: f64| at >= start && at < start + length;
        within(x, self.x, self.width) && within(y, self.y, self.height)
    }
}

fn side(start: f64, length: f64, anchors: &RectAnchors, scale: f64, axis: usize) -> (f64, f64) {
    let RectAnchors {
        anchor_min: least,
        anchor_max: most,
        position,
        size_delta: size,
        pivot,
        scale: own,
    } = anchors;
    let between = length * (most[axis] - least[axis]);
    let inner = between + size[axis] * scale;
    let tied = start + length * least[axis] + between * pivot[axis];
    let pivot_at = tied + position[axis] * scale;
    let outer = inner * own[axis].abs();
    (pivot_at - outer * pivot[axis], outer)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCREEN: ScreenRect = ScreenRect { x: 0.0, y: 0.0, width: 1920.0, height: 1080.0 };

    #[test]
    fn rectangles_hang_on_their_anchors() {
        let stretched = RectAnchors {
            anchor_min: [0.0, 0.0],
            anchor_max: [1.0, 1.0],
            size_delta: [-20.0, -40.0],
            ..RectAnchors::default()
        };
        let corner = RectAnchors {
            anchor_min: [1.0, 1.0],
            anchor_max: [1.0, 1.0],
            position: [-10.0, -10.0],
            pivot: [1.0, 1.0],
            ..RectAnchors::default()
        };
        let grown = RectAnchors { scale: [2.0, 1.0], ..RectAnchors::default() };
        for (anchors, scale, expected) in [
            (RectAnchors::default(), 1.0, (910.0, 490.0, 100.0, 100.0)),
            (RectAnchors::default(), 2.0, (860.0, 440.0, 200.0, 200.0)),
            (stretched, 1.0, (10.0, 20.0, 1900.0, 1040.0)),
            (corner, 1.0, (1810.0, 970.0, 100.0, 100.0)),
            (grown, 1.0, (860.0, 490.0, 200.0, 100.0)),
        ] {
            let ScreenRect { x, y, width, height } = SCREEN.child(&anchors, [scale; 2]);
            assert_eq!((x, y, width, height), expected, "{anchors:?} at {scale}");
        }
    }

    #[test]
    fn a_point_belongs_to_one_of_two_neighbours() {
        let left = ScreenRect { width: 960.0, ..SCREEN };
        let right = ScreenRect { x: 960.0, ..left };
        assert!(left.contains(0.0, 0.0) && left.contains(959.9, 5.0));
        assert!(!left.contains(960.0, 5.0) && right.contains(960.0, 5.0));
        assert!(!right.contains(1000.0, 1080.0));
    }
}
