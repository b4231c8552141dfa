//! What is under a point of the screen. The screen is taken to be 1920 by 1080.

use scenewright_model::{Object, ObjectIndex, Scene, Value as Held};
use serde_json::{Value, json};

use super::Desk;
use crate::args::Args;
use crate::fault::{Fault, Found};
use crate::view::View;
use crate::view::walk::is_active;

const SCREEN: [f64; 2] = [1920.0, 1080.0];

/// What an event system finds.
const GRAPHICS: [&str; 5] = ["Image", "RawImage", "Text", "TextMeshProUGUI", "TMP_Text"];

pub(super) fn pick(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let mode = args.words("mode")?.unwrap_or("world").to_ascii_lowercase();
    let at = point(args)?;
    match mode.as_str() {
        "ui" => {
            let items = under(desk.view, at)?;
            let first = items.first().map(|item| item["Id"].clone());
            Ok(json!({ "Mode": "ui", "Hit": !items.is_empty(), "Id": first, "Items": items }))
        }
        "world" => Ok(json!({ "Mode": "world", "Hit": false, "Id": null, "Items": null })),
        _ => Err(Fault::argument(format!("'{mode}' is no mode; there are world and ui"))),
    }
}

/// In pixels from the lower left; the middle if nothing is said.
fn point(args: &Args) -> Found<[f64; 2]> {
    let (x, y) = (args.number("x")?, args.number("y")?);
    let normalized = args.flag("normalized")?.unwrap_or(false);
    let [width, height] = SCREEN;
    if normalized && (x.is_some() || y.is_some()) {
        let part = |part: Option<f64>| part.unwrap_or(0.0).clamp(0.0, 1.0);
        return Ok([part(x) * width, part(y) * height]);
    }
    Ok([x.unwrap_or(width / 2.0), y.unwrap_or(height / 2.0)])
}

/// A rectangle on the screen.
#[derive(Debug, Clone, Copy)]
struct Area {
    low: [f64; 2],
    high: [f64; 2],
    /// Pixels a unit.
    scale: [f64; 2],
}

/// Everything under the point that takes part in the game's interface, the topmost first.
fn under(view: View<'_>, at: [f64; 2]) -> Found<Vec<Value>> {
    let mut hits: Vec<(i64, usize, Value)> = Vec::new();
    let scenes = view.scenes()?.into_iter().filter(|scene| scene.index >= 0 || scene.roots > 0);
    for listed in scenes {
        let scene = view.scene(&listed.path)?;
        for object in &scene.objects {
            if is_canvas(object) && is_active(&scene, object) {
                let canvas = Canvas { view, scene: &scene, at };
                canvas.hits(object, &mut hits)?;
            }
        }
    }
    // Of two canvases the one with the higher order is above; in a canvas what comes later.
    hits.sort_by_key(|(order, turn, _)| (std::cmp::Reverse(*order), std::cmp::Reverse(*turn)));
    Ok(hits.into_iter().map(|(_, _, item)| item).collect())
}

fn is_canvas(object: &Object) -> bool {
    object.components.iter().any(|it| it.type_name == "Canvas" && it.enabled != Some(false))
}

struct Canvas<'a> {
    view: View<'a>,
    scene: &'a Scene,
    at: [f64; 2],
}

impl Canvas<'_> {
    fn hits(&self, root: &Object, hits: &mut Vec<(i64, usize, Value)>) -> Found<()> {
        let order = self.number(root, "Canvas", "m_SortingOrder").unwrap_or(0.0);
        #[expect(clippy::cast_possible_truncation, reason = "the order of a canvas is a short")]
        let order = order as i64;
        let whole = Area { low: [0.0; 2], high: SCREEN, scale: self.scale(root) };
        let mut ahead: Vec<(ObjectIndex, Area)> =
            root.children.iter().rev().map(|child| (*child, whole)).collect();
        while let Some((index, above)) = ahead.pop() {
            self.view.cx.check()?;
            let object = self.scene.object(index);
            if !object.active || is_canvas(object) {
                continue;
            }
            let area = self.area(object, &above);
            if self.is_hit(object, &area) {
                let path = crate::view::path(object);
                let item =
                    json!({ "Id": object.id.to_string(), "Name": object.name, "Path": path });
                hits.push((order, hits.len(), item));
            }
            ahead.extend(object.children.iter().rev().map(|child| (*child, area)));
        }
        Ok(())
    }

    /// A canvas that scales with the screen has the size that it was drawn for.
    fn scale(&self, root: &Object) -> [f64; 2] {
        let mode = self.number(root, "CanvasScaler", "m_UiScaleMode");
        match self.member(root, "CanvasScaler", "m_ReferenceResolution") {
            Some(Held::Vector2([width, height]))
                if mode == Some(1.0) && width > 0.0 && height > 0.0 =>
            {
                [SCREEN[0] / width, SCREEN[1] / height]
            }
            _ => [1.0; 2],
        }
    }

    fn is_hit(&self, object: &Object, area: &Area) -> bool {
        let graphic = object.components.iter().find(|it| GRAPHICS.contains(&it.type_name.as_str()));
        let Some(graphic) = graphic.filter(|it| it.enabled != Some(false)) else { return false };
        let catches = self.number(object, &graphic.type_name, "m_RaycastTarget");
        let inside =
            |axis: usize| area.low[axis] <= self.at[axis] && self.at[axis] <= area.high[axis];
        catches != Some(0.0) && inside(0) && inside(1)
    }

    /// Where its rectangle is, from its anchors in that of its parent.
    fn area(&self, object: &Object, above: &Area) -> Area {
        let pair = |name: &str, usual: [f64; 2]| match self.member(object, "RectTransform", name) {
            Some(Held::Vector2(pair)) => pair,
            _ => usual,
        };
        let (low, high) = (pair("m_AnchorMin", [0.5; 2]), pair("m_AnchorMax", [0.5; 2]));
        let (at, size) = (pair("m_AnchoredPosition", [0.0; 2]), pair("m_SizeDelta", [100.0; 2]));
        let pivot = pair("m_Pivot", [0.5; 2]);
        let grown = match self.member(object, "RectTransform", "m_LocalScale") {
            Some(Held::Vector3([x, y, _])) => [x, y],
            _ => [1.0; 2],
        };
        let mut area = *above;
        for axis in 0..2 {
            let (from, unit) = (above.low[axis], above.scale[axis]);
            let whole = above.high[axis] - from;
            let length = (high[axis] - low[axis]) * whole + size[axis] * unit;
            let anchor = low[axis] + (high[axis] - low[axis]) * pivot[axis];
            let pin = from + anchor * whole + at[axis] * unit;
            let length = length * grown[axis].abs();
            area.low[axis] = pin - pivot[axis] * length;
            area.high[axis] = area.low[axis] + length;
            area.scale[axis] = unit * grown[axis].abs();
        }
        area
    }

    fn member(&self, object: &Object, component: &str, name: &str) -> Option<Held> {
        let at = object.components.iter().position(|it| it.type_name == component)?;
        let members = self.view.engine.as_members()?;
        let read = members.member(&self.scene.path, object.id, at, name, self.view.cx);
        read.ok().map(|reading| reading.value)
    }

    fn number(&self, object: &Object, component: &str, name: &str) -> Option<f64> {
        match self.member(object, component, name)? {
            Held::Int(number) => Some(number as f64),
            Held::Float(text) => text.parse().ok(),
            Held::Bool(flag) => Some(f64::from(u8::from(flag))),
            _ => None,
        }
    }
}
