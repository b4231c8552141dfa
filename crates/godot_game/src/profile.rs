//! The profiler of functions: Godot sends the totals of all script functions when it is switched off.

use std::collections::HashMap;

use scenewright_model::{GameProfile, ProfiledFunction};

use crate::variant::Variant;

/// Godot sends at most so many functions.
pub(crate) const MAX_FUNCTIONS: i64 = 256;
/// What a function is described by: number, calls, own time, time with what it calls, time in Godot itself.
const FIELDS: usize = 5;
/// What comes before the times of servers: frame and times.
const HEAD: usize = 6;

#[derive(Debug, Default)]
pub(crate) struct Profile {
    names: HashMap<i64, String>,
    total: Option<Vec<MeasuredFunction>>,
}

/// Times are in seconds.
#[derive(Debug, Clone, PartialEq)]
struct MeasuredFunction {
    signature: String,
    calls: u64,
    own_time: f64,
    total_time: f64,
}

impl Profile {
    pub(crate) fn clear(&mut self) {
        *self = Profile::default();
    }

    pub(crate) fn name(&mut self, name: &Variant, id: &Variant) {
        if let (Some(name), Some(id)) = (name.as_text(), id.as_int()) {
            self.names.insert(id, name.to_owned());
        }
    }

    pub(crate) fn finish(&mut self, frame: &[Variant]) {
        let functions = functions(frame).unwrap_or_default();
        let measured = functions.chunks_exact(FIELDS).filter_map(|it| self.measured(it));
        self.total = Some(measured.collect());
    }

    fn measured(&self, parts: &[Variant]) -> Option<MeasuredFunction> {
        let [id, calls, own, total, _] = parts else { return None };
        Some(MeasuredFunction {
            signature: self.names.get(&id.as_int()?)?.clone(),
            calls: u64::try_from(calls.as_int()?).ok()?,
            own_time: own.as_float()?,
            total_time: total.as_float()?,
        })
    }

    /// The functions that took the most time of their own, without those of the probe.
    pub(crate) fn take(&mut self, probe_folder: &str, limit: usize) -> Option<GameProfile> {
        let mut functions: Vec<_> =
            self.total.take()?.into_iter().filter_map(|it| profiled(it, probe_folder)).collect();
        functions.sort_by(|a, b| {
            b.self_ms.total_cmp(&a.self_ms).then_with(|| a.function.cmp(&b.function))
        });
        let left_out = functions.len().saturating_sub(limit) as u64;
        functions.truncate(limit);
        Some(GameProfile { functions, left_out })
    }
}

/// The list of functions, which follows lists for each server.
fn functions(frame: &[Variant]) -> Option<&[Variant]> {
    let length = |index: usize| usize::try_from(frame.get(index)?.as_int()?).ok();
    let mut at = HEAD + 1;
    for _ in 0..length(HEAD)? {
        at = at.checked_add(2)?.checked_add(length(at + 1)?)?;
    }
    let first = at.checked_add(1)?;
    frame.get(first..first.checked_add(length(at)?)?)
}

/// A signature has the script, the line and the name, with two colons in between.
fn profiled(measured: MeasuredFunction, probe_folder: &str) -> Option<ProfiledFunction> {
    let MeasuredFunction { signature, calls, own_time, total_time } = measured;
    if signature.starts_with(probe_folder) {
        return None;
    }
    let mut parts = signature.rsplitn(3, "::");
    let (name, line, file) = (parts.next(), parts.next(), parts.next());
    let line = line.and_then(|line| line.parse().ok());
    let (file, line, function) = match (file, line, name) {
        (Some(file), Some(line), Some(name)) => (file.to_owned(), Some(line), name.to_owned()),
        _ => (String::new(), None, signature.clone()),
    };
    let milliseconds = |seconds: f64| (seconds * 1e6).round() / 1e3;
    let (self_ms, total_ms) = (milliseconds(own_time), milliseconds(total_time));
    Some(ProfiledFunction { function, file, line, calls, self_ms, total_ms })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(values: &[f64]) -> Vec<Variant> {
        let value = |it: &f64| match it.fract() == 0.0 {
            true => Variant::Int(*it as i64),
            false => Variant::Float(*it),
        };
        values.iter().map(value).collect()
    }

    #[test]
    fn functions_follow_the_servers_and_are_sorted_by_their_own_time() {
        let mut profile = Profile::default();
        for (id, name) in [
            (0, "res://player.gd::12::_physics_process"),
            (1, "res://a.gd::3::A.slow"),
            (2, "/tmp/run/probe.gd::9::_on_tick"),
        ] {
            profile.name(&name.into(), &Variant::Int(id));
        }
        let mut total = frame(&[9.0, 0.5, 0.5, 0.5, 0.5, 0.5, 1.0]);
        total.extend([Variant::from("physics_3d"), Variant::Int(2), "step".into()]);
        total.extend(frame(&[0.5, 15.0, 0.0, 60.0, 0.0015, 0.25, 0.0]));
        total.extend(frame(&[1.0, 2.0, 0.125, 0.125, 0.0, 2.0, 60.0, 0.5, 0.5, 0.0]));
        profile.finish(&total);
        let found = profile.take("/tmp/run/", 1).unwrap();
        assert_eq!(found.left_out, 1);
        let [slow] = &found.functions[..] else { panic!("{found:?}") };
        assert_eq!(
            (slow.file.as_str(), slow.line, slow.function.as_str()),
            ("res://a.gd", Some(3), "A.slow")
        );
        assert_eq!((slow.calls, slow.self_ms, slow.total_ms), (2, 125.0, 125.0));
    }

    #[test]
    fn a_frame_that_ends_too_early_has_no_functions() {
        for frame in [frame(&[]), frame(&[1.0; 6]), frame(&[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 900.0])] {
            assert_eq!(functions(&frame), None);
        }
    }
}
