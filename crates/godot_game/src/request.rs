//! What the probe is asked, as it expects it.

use scenewright_model::{
    ActDraw, GameAct, GameCondition, GameInput, GamePictureRequest, GameSignal, InputPlace,
    PictureFormat, ReportMode, TimedInput,
};

use crate::marks::{FoundMark, FoundMarks};
use crate::values::from_edit;
use crate::variant::{Dictionary, NodePath, Variant};

pub(crate) fn act(act: &GameAct) -> Variant {
    let report = act.report.iter().map(|wanted| {
        let path = NodePath {
            is_absolute: false,
            names: Vec::new(),
            subnames: wanted.property.split(':').map(str::to_owned).collect(),
        };
        let (node, name) = (wanted.node.as_str().into(), wanted.property.as_str().into());
        vec![node, name, Variant::NodePath(path)].into()
    });
    let mut signals = act.signals.clone();
    act.until.iter().for_each(|until| collect_signals(until, &mut signals));
    let signals = signals.iter().map(|GameSignal { node, signal }| {
        vec![node.as_str().into(), signal.as_str().into()].into()
    });
    let mode = match act.report_mode {
        ReportMode::End => "end",
        ReportMode::Changes => "changes",
        ReportMode::Ticks => "ticks",
    };
    [
        ("inputs", list(act.inputs.iter().map(input))),
        ("ticks", Variant::Int(act.ticks.into())),
        ("until", act.until.as_ref().map_or_else(|| Vec::new().into(), condition)),
        ("report", list(report)),
        ("report_mode", mode.into()),
        ("signals", list(signals)),
        ("picture_ticks", list(act.pictures.iter().map(|tick| Variant::Int((*tick).into())))),
        ("picture", picture(&act.picture).into()),
        ("sheet", Variant::Bool(act.is_sheet)),
        ("draws_all", Variant::Bool(act.draw == ActDraw::All)),
    ]
    .into()
}

/// An act that only waits. With 0 ticks it ends in the first tick, when the scene is ready and nothing has moved.
pub(crate) fn wait(ticks: i64) -> Variant {
    let none = || Variant::from(Vec::new());
    [
        ("inputs", none()),
        ("ticks", Variant::Int(ticks)),
        ("until", none()),
        ("report", none()),
        ("report_mode", "end".into()),
        ("signals", none()),
        ("picture_ticks", none()),
        ("picture", Variant::Nil),
        ("sheet", Variant::Bool(false)),
        ("draws_all", Variant::Bool(true)),
    ]
    .into()
}

pub(crate) fn picture(request: &GamePictureRequest) -> Dictionary {
    let format = match request.size.format {
        PictureFormat::Jpg => "jpg",
        PictureFormat::Png => "png",
    };
    let entries = [
        ("format", format.into()),
        ("quality", Variant::Float(request.size.quality)),
        ("max_width", Variant::Int(request.size.max_width.into())),
        ("max_height", Variant::Int(request.size.max_height.into())),
        crop(request),
    ];
    dictionary(entries)
}

/// What to draw into the picture that the objects were found in.
pub(crate) fn marked_picture(request: &GamePictureRequest, found: &FoundMarks) -> Dictionary {
    let mark = |mark: &FoundMark| {
        vec![Variant::Int(mark.object), Variant::Rect2(mark.rect.map(f64::from))].into()
    };
    let mut arguments = picture(request);
    arguments.entries.push(("marks".into(), list(found.marks.iter().map(mark))));
    arguments.entries.push(("drawn".into(), Variant::Int(found.picture)));
    arguments
}

pub(crate) fn objects(request: &GamePictureRequest) -> Dictionary {
    dictionary([crop(request)])
}

fn dictionary<const N: usize>(entries: [(&str, Variant); N]) -> Dictionary {
    let entries = entries.map(|(name, value)| (name.into(), value)).into();
    Dictionary { entries, ..Dictionary::default() }
}

fn crop(request: &GamePictureRequest) -> (&'static str, Variant) {
    ("crop", request.crop.as_deref().unwrap_or_default().into())
}

fn input(TimedInput { tick, input }: &TimedInput) -> Variant {
    let (kind, arguments): (&str, Variant) = match input {
        GameInput::Action { action, is_pressed, strength } => (
            "action",
            [
                ("action", action.as_str().into()),
                ("pressed", Variant::Bool(*is_pressed)),
                ("strength", Variant::Float(*strength)),
            ]
            .into(),
        ),
        GameInput::Key { key, is_pressed } => {
            let pressed = Variant::Bool(*is_pressed);
            ("key", [("key", key.as_str().into()), ("pressed", pressed)].into())
        }
        GameInput::Text(text) => ("text", [("text", text.as_str().into())].into()),
        GameInput::MouseButton { button, is_pressed, is_double, place } => {
            let arguments = [
                ("button", button.as_str().into()),
                ("pressed", Variant::Bool(*is_pressed)),
                ("double", Variant::Bool(*is_double)),
            ];
            ("mouse_button", at(place, arguments.into()))
        }
        GameInput::MouseMove(place) => {
            ("mouse_move", at(place, Variant::Dictionary(Dictionary::default())))
        }
        GameInput::Touch { index, is_pressed, place } => {
            let arguments =
                [("index", Variant::Int((*index).into())), ("pressed", Variant::Bool(*is_pressed))];
            ("touch", at(place, arguments.into()))
        }
        GameInput::JoypadButton { device, button, is_pressed } => (
            "joy_button",
            [
                ("device", Variant::Int((*device).into())),
                ("button", Variant::Int((*button).into())),
                ("pressed", Variant::Bool(*is_pressed)),
            ]
            .into(),
        ),
        GameInput::JoypadAxis { device, axis, value } => (
            "joy_axis",
            [
                ("device", Variant::Int((*device).into())),
                ("axis", Variant::Int((*axis).into())),
                ("value", Variant::Float(*value)),
            ]
            .into(),
        ),
    };
    vec![Variant::Int((*tick).into()), kind.into(), arguments].into()
}

fn at(place: &InputPlace, arguments: Variant) -> Variant {
    let Variant::Dictionary(mut arguments) = arguments else { return arguments };
    match place {
        InputPlace::Here => {}
        InputPlace::Position(position) => {
            arguments.entries.push(("position".into(), Variant::Vector2(*position)));
        }
        InputPlace::Node(node) => {
            arguments.entries.push(("node".into(), node.as_str().into()));
        }
    }
    Variant::Dictionary(arguments)
}

/// Recursion is as deep as the condition, which its parser bounds.
fn condition(condition: &GameCondition) -> Variant {
    let nested = |word: &str, parts: &[GameCondition]| {
        list(std::iter::once(word.into()).chain(parts.iter().map(self::condition)))
    };
    match condition {
        GameCondition::All(parts) => nested("all", parts),
        GameCondition::Any(parts) => nested("any", parts),
        GameCondition::Not(inside) => vec!["not".into(), self::condition(inside)].into(),
        GameCondition::Compare { property, operator, value } => vec![
            "compare".into(),
            property.node.as_str().into(),
            property.property.as_str().into(),
            operator.as_str().into(),
            from_edit(value),
        ]
        .into(),
        GameCondition::Exists(node) => vec!["exists".into(), node.as_str().into()].into(),
        GameCondition::Signal(GameSignal { node, signal }) => {
            vec!["signal".into(), node.as_str().into(), signal.as_str().into()].into()
        }
        GameCondition::Ticks(ticks) => vec!["ticks".into(), Variant::Int((*ticks).into())].into(),
        GameCondition::Seconds(seconds) => vec!["seconds".into(), Variant::Float(*seconds)].into(),
        GameCondition::Expression { node, text } => {
            vec!["expression".into(), node.as_str().into(), text.as_str().into()].into()
        }
    }
}

/// The signals that a condition waits for must be connected before the act begins.
fn collect_signals(condition: &GameCondition, signals: &mut Vec<GameSignal>) {
    match condition {
        GameCondition::All(parts) | GameCondition::Any(parts) => {
            parts.iter().for_each(|part| collect_signals(part, signals));
        }
        GameCondition::Not(inside) => collect_signals(inside, signals),
        GameCondition::Signal(signal) if !signals.contains(signal) => signals.push(signal.clone()),
        _ => {}
    }
}

fn list(items: impl Iterator<Item = Variant>) -> Variant {
    items.collect::<Vec<_>>().into()
}
