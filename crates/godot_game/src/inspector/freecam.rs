//! A free camera: Godot's debugger shows the game from another place, and the game's own camera stays as it is.

use scenewright_engine::{Context, EngineError, Runtime};
use scenewright_model::{RuntimeFreecam, RuntimePose};

use super::{GameEngine, unsupported};
use crate::variant::{Dictionary, Variant};

/// The first version whose debugger has the messages.
const FIRST_VERSION: (u32, u32) = (4, 4);
/// Godot's own for a new camera, in degrees and metres.
const FIELD_OF_VIEW: f64 = 75.0;
/// Whether the view is the debugger's and not the one in which the game was stopped.
const FROM_OUTSIDE: Variant = Variant::Bool(true);
const NEAR: f64 = 0.05;
const FAR: f64 = 4000.0;

impl GameEngine {
    pub(super) fn show_freecam(
        &self,
        freecam: RuntimeFreecam,
        cx: &Context,
    ) -> Result<(), EngineError> {
        let RuntimeFreecam { is_enabled, pose } = freecam;
        let clock = self.ask("state", Dictionary::default(), cx, |answer| answer.clock())?;
        if version(&clock.engine_version).is_some_and(|version| version < FIRST_VERSION) {
            return Err(unsupported("show a game from a free camera", "that needs Godot 4.4"));
        }
        let was_enabled = self.remembered().has_freecam;
        // Godot 4.6 loses a view that comes together with the order for a camera.
        if is_enabled != was_enabled {
            let data = vec![Variant::Bool(is_enabled), FROM_OUTSIDE];
            self.game.send(vec![("scene:override_cameras", data)], cx)?;
        }
        let mut messages = Vec::new();
        if let Some(pose) = pose.filter(|_| is_enabled) {
            let camera = self.camera(cx)?.value;
            let angle = camera.and_then(|camera| camera.field_of_view);
            let angle = angle.filter(|angle| *angle > 0.0).unwrap_or(FIELD_OF_VIEW);
            messages.push(("scene:transform_camera_3d", solid_view(pose, angle)));
            let centre = clock.window.map(|side| f64::from(side) / 2.0);
            messages.push(("scene:transform_camera_2d", vec![flat_view(pose, centre)]));
        }
        self.game.send(messages, cx)?;
        let mut remembered = self.remembered();
        (remembered.has_freecam, remembered.freecam_pose) = (is_enabled, pose);
        Ok(())
    }
}

/// `4.6.3-stable` as 4 and 6.
fn version(text: &str) -> Option<(u32, u32)> {
    let mut parts = text.split(['.', '-']);
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

fn solid_view(pose: RuntimePose, angle: f64) -> Vec<Variant> {
    let [x, y, z, w] = pose.rotation;
    let [px, py, pz] = pose.position;
    let transform = [
        1.0 - 2.0 * (y * y + z * z),
        2.0 * (x * y - z * w),
        2.0 * (x * z + y * w),
        2.0 * (x * y + z * w),
        1.0 - 2.0 * (x * x + z * z),
        2.0 * (y * z - x * w),
        2.0 * (x * z - y * w),
        2.0 * (y * z + x * w),
        1.0 - 2.0 * (x * x + y * y),
        px,
        py,
        pz,
    ];
    let perspective = Variant::Bool(true);
    let numbers = [angle, NEAR, FAR].map(Variant::Float);
    [Variant::Transform3d(transform), perspective].into_iter().chain(numbers).collect()
}

/// The transform of the canvas that puts the camera's place into the middle of the window.
fn flat_view(pose: RuntimePose, [cx, cy]: [f64; 2]) -> Variant {
    let [_, _, z, w] = pose.rotation;
    let (sine, cosine) = (-2.0 * z.atan2(w)).sin_cos();
    let [x, y, _] = pose.position;
    let origin = [cx - (x * cosine - y * sine), cy - (x * sine + y * cosine)];
    Variant::Transform2d([cosine, sine, -sine, cosine, origin[0], origin[1]])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flat_view_puts_its_place_into_the_middle() {
        let turned = RuntimePose { position: [10.0, 20.0, 0.0], rotation: [0.0, 0.0, 0.6, 0.8] };
        let Variant::Transform2d([xx, xy, yx, yy, ox, oy]) = flat_view(turned, [320.0, 180.0])
        else {
            panic!("a transform");
        };
        let middle = [xx * 10.0 + yx * 20.0 + ox, xy * 10.0 + yy * 20.0 + oy];
        assert_eq!(middle.map(f64::round), [320.0, 180.0]);
    }

    #[test]
    fn versions_are_compared_by_their_numbers() {
        assert_eq!(version("4.6.3-stable (debian)"), Some((4, 6)));
        assert_eq!(version("4.10-dev"), Some((4, 10)));
        assert!(version("4.10-dev") > Some(FIRST_VERSION));
    }
}
