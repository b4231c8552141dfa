//! The methods, the time, the camera and the screen of a running game.

use scenewright_engine::{Context, ReadResult, Runtime};
use scenewright_model::{
    EditValue, GameCall, MemberValue, ObjectId, PickPoint, PickTarget, RuntimeCamera,
    RuntimeFreecam, RuntimeHit, RuntimeMethod, RuntimePick, RuntimePose, RuntimeTime,
};

use super::members::object_reference;
use super::{GameEngine, id, reading};
use crate::answer::Fields;
use crate::error::GameError;
use crate::games::with_asked;
use crate::values::from_edit;
use crate::variant::{Dictionary, Variant};

impl Runtime for GameEngine {
    fn methods(
        &self,
        object: ObjectId,
        component: usize,
        cx: &Context,
    ) -> ReadResult<Vec<RuntimeMethod>> {
        let arguments = [("id", id(object)), ("script", Variant::Bool(component == 1))];
        reading(self.ask("methods", arguments, cx, |answer| {
            let methods = answer.list("methods")?.iter().map(method).collect::<Option<_>>();
            methods.ok_or_else(|| Fields::wrong("methods"))
        })?)
    }

    fn call_method(
        &self,
        object: ObjectId,
        method: &str,
        arguments: &[EditValue],
        cx: &Context,
    ) -> ReadResult<GameCall> {
        let values: Vec<Variant> = arguments.iter().map(from_edit).collect();
        let path = format!("#{}", object.get());
        let arguments =
            [("path", path.into()), ("method", method.into()), ("arguments", values.into())];
        let called = self.change("call", arguments, cx, |answer| {
            let object = answer.0.get("value").and_then(object_reference);
            let call = answer.call()?;
            Ok(GameCall { value: object.map(MemberValue::Reference).or(call.value), ..call })
        });
        reading(called.map_err(|error| with_asked(error, method))?)
    }

    fn time(&self, cx: &Context) -> ReadResult<RuntimeTime> {
        reading(self.ask("time", Dictionary::default(), cx, time)?)
    }

    fn set_time(&self, wanted: RuntimeTime, cx: &Context) -> ReadResult<RuntimeTime> {
        let RuntimeTime { scale, is_locked } = wanted;
        let arguments = [("scale", Variant::Float(scale)), ("locked", Variant::Bool(is_locked))];
        reading(self.change("set_time", arguments, cx, time)?)
    }

    fn camera(&self, cx: &Context) -> ReadResult<Option<RuntimeCamera>> {
        reading(self.ask("camera", Dictionary::default(), cx, camera)?)
    }

    fn freecam(&self, _cx: &Context) -> ReadResult<RuntimeFreecam> {
        let remembered = self.remembered();
        let (is_enabled, pose) = (remembered.has_freecam, remembered.freecam_pose);
        reading(RuntimeFreecam { is_enabled, pose })
    }

    fn set_freecam(&self, freecam: RuntimeFreecam, cx: &Context) -> ReadResult<()> {
        reading(self.show_freecam(freecam, cx)?)
    }

    fn pick(&self, pick: RuntimePick, cx: &Context) -> ReadResult<Vec<RuntimeHit>> {
        let RuntimePick { target, point } = pick;
        let part = |part: Option<f64>| part.map_or(Variant::Nil, Variant::Float);
        let (is_fraction, x, y) = match point {
            PickPoint::Pointer => (false, Variant::Nil, Variant::Nil),
            PickPoint::Pixels { x, y } => (false, part(x), part(y)),
            PickPoint::Fraction { x, y } => (true, Variant::Float(x), Variant::Float(y)),
        };
        let arguments = [
            ("interface", Variant::Bool(target == PickTarget::Interface)),
            ("fraction", Variant::Bool(is_fraction)),
            ("x", x),
            ("y", y),
            ("view", self.freecam_view()),
        ];
        reading(self.ask("pick", arguments, cx, |answer| {
            let hits = answer.list("hits")?.iter().map(hit).collect::<Option<_>>();
            hits.ok_or_else(|| Fields::wrong("hits"))
        })?)
    }
}

impl GameEngine {
    /// Where the free camera is and how it is turned; nothing while it is off.
    fn freecam_view(&self) -> Variant {
        let remembered = self.remembered();
        let pose = remembered.freecam_pose.filter(|_| remembered.has_freecam);
        pose.map_or(Variant::Nil, |RuntimePose { position, rotation }| {
            vec![Variant::Vector3(position), Variant::Quaternion(rotation)].into()
        })
    }
}

fn method(row: &Variant) -> Option<RuntimeMethod> {
    let [name, returns, parameters] = row.as_array()? else { return None };
    let parameters = parameters.as_array()?.iter().map(|it| it.as_text().map(str::to_owned));
    Some(RuntimeMethod {
        name: name.as_text()?.to_owned(),
        returns: returns.as_text()?.to_owned(),
        parameters: parameters.collect::<Option<_>>()?,
    })
}

fn time(answer: Fields<'_>) -> Result<RuntimeTime, GameError> {
    let scale = answer.value("scale")?.as_float().ok_or_else(|| Fields::wrong("scale"))?;
    let is_locked = answer.value("locked")?.as_bool().ok_or_else(|| Fields::wrong("locked"))?;
    Ok(RuntimeTime { scale, is_locked })
}

fn camera(answer: Fields<'_>) -> Result<Option<RuntimeCamera>, GameError> {
    if answer.0.get("id").is_none() {
        return Ok(None);
    }
    let (Variant::Vector3(position), Variant::Quaternion(rotation)) =
        (answer.value("position")?, answer.value("rotation")?)
    else {
        return Err(Fields::wrong("position"));
    };
    let is_flat = answer.value("flat")?.as_bool().unwrap_or_default();
    let angle = answer.value("angle")?.as_float().unwrap_or_default();
    Ok(Some(RuntimeCamera {
        object: ObjectId::from_number(answer.int("id")? as u64),
        name: answer.text("name")?,
        field_of_view: (!is_flat).then_some(angle),
        pose: RuntimePose { position: *position, rotation: *rotation },
    }))
}

fn hit(row: &Variant) -> Option<RuntimeHit> {
    let [id, name, path] = row.as_array()? else { return None };
    Some(RuntimeHit {
        object: ObjectId::from_number(id.as_int()? as u64),
        name: name.as_text()?.to_owned(),
        path: path.as_text()?.to_owned(),
    })
}
