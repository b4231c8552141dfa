//! The game's interface under a point: rectangles of canvases, the topmost first.

use scenewright_model::{MemberValue as Held, ObjectIndex, Scene, SceneObject};
use scenewright_pick::{RectAnchors, ScreenRect};
use serde_json::{Value, json};

use super::SCREEN;
use crate::fault::ExplorerResult;
use crate::view::EngineView;
use crate::view::walk::is_active;

/// What an event system finds.
const GRAPHICS: [&str; 5] = ["Image", "RawImage", "Text", "TextMeshProUGUI", "TMP_Text"];

/// A rectangle on the screen, and what is below it.
#[derive(Debug, Clone, Copy)]
struct ScreenArea {
    rect: ScreenRect,
    /// Pixels a unit.
    scale: [f64; 2],
}

/// Everything under the point that takes part in the game's interface, the topmost first.
pub(super) fn under(view: EngineView<'_>, at: [f64; 2]) -> ExplorerResult<Vec<Value>> {
    let mut hits: Vec<(i64, usize, Value)> = Vec::new();
    let scenes = view.scenes()?.into_iter().filter(|scene| scene.index >= 0 || scene.roots > 0);
    for listed in scenes {
        let scene = view.scene(&listed.path)?;
        for object in &scene.objects {
            if is_canvas(object) && is_active(&scene, object) {
                let canvas = CanvasPick { view, scene: &scene, at };
                canvas.hits(object, &mut hits)?;
            }
        }
    }
    // Of two canvases the one with the higher order is above; in a canvas what comes later.
    hits.sort_by_key(|(order, turn, _)| (std::cmp::Reverse(*order), std::cmp::Reverse(*turn)));
    Ok(hits.into_iter().map(|(_, _, item)| item).collect())
}

fn is_canvas(object: &SceneObject) -> bool {
    object.components.iter().any(|it| it.type_name == "Canvas" && it.enabled != Some(false))
}

struct CanvasPick<'a> {
    view: EngineView<'a>,
    scene: &'a Scene,
    at: [f64; 2],
}

impl CanvasPick<'_> {
    fn hits(&self, root: &SceneObject, hits: &mut Vec<(i64, usize, Value)>) -> ExplorerResult<()> {
        let order = self.number(root, "Canvas", "m_SortingOrder").unwrap_or(0.0);
        #[expect(clippy::cast_possible_truncation, reason = "the order of a canvas is a short")]
        let order = order as i64;
        let [width, height] = SCREEN;
        let whole = ScreenArea {
            rect: ScreenRect { x: 0.0, y: 0.0, width, height },
            scale: self.scale(root),
        };
        let mut ahead: Vec<(ObjectIndex, ScreenArea)> =
            root.children.iter().rev().map(|child| (*child, whole)).collect();
        while let Some((index, above)) = ahead.pop() {
            self.view.cx.check()?;
            let object = self.scene.object(index);
            if !object.active || is_canvas(object) {
                continue;
            }
            let area = self.area(object, &above);
            if self.is_hit(object, &area) {
                let path = crate::view::slash_path(object);
                let id = self.view.ids.text(object.id);
                let item = json!({ "Id": id, "Name": object.name, "Path": path });
                hits.push((order, hits.len(), item));
            }
            ahead.extend(object.children.iter().rev().map(|child| (*child, area)));
        }
        Ok(())
    }

    /// A canvas that scales with the screen has the size that it was drawn for.
    fn scale(&self, root: &SceneObject) -> [f64; 2] {
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

    fn is_hit(&self, object: &SceneObject, area: &ScreenArea) -> bool {
        let graphic = object.components.iter().find(|it| GRAPHICS.contains(&it.type_name.as_str()));
        let Some(graphic) = graphic.filter(|it| it.enabled != Some(false)) else { return false };
        let catches = self.number(object, &graphic.type_name, "m_RaycastTarget");
        let [x, y] = self.at;
        catches != Some(0.0) && area.rect.contains(x, y)
    }

    /// Where its rectangle is, from its anchors in that of its parent.
    fn area(&self, object: &SceneObject, above: &ScreenArea) -> ScreenArea {
        let pair = |name: &str, usual: [f64; 2]| match self.member(object, "RectTransform", name) {
            Some(Held::Vector2(pair)) => pair,
            _ => usual,
        };
        let usual = RectAnchors::default();
        let anchors = RectAnchors {
            anchor_min: pair("m_AnchorMin", usual.anchor_min),
            anchor_max: pair("m_AnchorMax", usual.anchor_max),
            position: pair("m_AnchoredPosition", usual.position),
            size_delta: pair("m_SizeDelta", usual.size_delta),
            pivot: pair("m_Pivot", usual.pivot),
            scale: match self.member(object, "RectTransform", "m_LocalScale") {
                Some(Held::Vector3([x, y, _])) => [x, y],
                _ => usual.scale,
            },
        };
        let [across, up] = above.scale;
        let scale = [across * anchors.scale[0].abs(), up * anchors.scale[1].abs()];
        ScreenArea { rect: above.rect.child(&anchors, above.scale), scale }
    }

    fn member(&self, object: &SceneObject, component: &str, name: &str) -> Option<Held> {
        let at = object.components.iter().position(|it| it.type_name == component)?;
        let members = self.view.engine.as_members()?;
        let read = members.member(&self.scene.path, object.id, at, name, self.view.cx);
        read.ok().map(|reading| reading.value)
    }

    fn number(&self, object: &SceneObject, component: &str, name: &str) -> Option<f64> {
        match self.member(object, component, name)? {
            Held::Int(number) => Some(number as f64),
            Held::Float(text) => text.parse().ok(),
            Held::Bool(flag) => Some(f64::from(u8::from(flag))),
            _ => None,
        }
    }
}
