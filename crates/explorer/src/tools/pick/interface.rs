//! The user interface under a point: rectangles of canvases, the topmost first.

use glam::DVec2;
use scenewright_model::{MemberValue, ObjectIndex, Scene, SceneObject};
use scenewright_pick::{RectAnchors, ScreenRect};
use serde_json::{Value, json};

use super::SCREEN;
use crate::error::ExplorerResult;
use crate::view::walk::is_active;
use crate::view::{EngineView, slash_path};

/// Components that an event system can hit.
const GRAPHICS: [&str; 5] = ["Image", "RawImage", "Text", "TextMeshProUGUI", "TMP_Text"];

/// A rectangle on the screen, and the scale of what is below it.
#[derive(Debug, Clone, Copy)]
struct ScreenArea {
    rect: ScreenRect,
    /// Pixels per unit.
    scale: DVec2,
}

/// All graphics under the point, the topmost first.
pub(super) fn items_at(view: EngineView<'_>, point: DVec2) -> ExplorerResult<Vec<Value>> {
    let mut hits: Vec<(i64, usize, Value)> = Vec::new();
    let scenes = view.scenes()?.into_iter().filter(|scene| scene.index >= 0 || scene.roots > 0);
    for listed in scenes {
        let scene = view.scene(&listed.path)?;
        for object in &scene.objects {
            if is_canvas(object) && is_active(&scene, object) {
                let canvas = CanvasPick { view, scene: &scene, point };
                canvas.hits(object, &mut hits)?;
            }
        }
    }
    // The canvas with the higher order is above; inside a canvas, the later object is.
    hits.sort_by_key(|(order, turn, _)| (std::cmp::Reverse(*order), std::cmp::Reverse(*turn)));
    Ok(hits.into_iter().map(|(_, _, item)| item).collect())
}

fn is_canvas(object: &SceneObject) -> bool {
    object.components.iter().any(|it| it.type_name == "Canvas" && it.enabled != Some(false))
}

struct CanvasPick<'a> {
    view: EngineView<'a>,
    scene: &'a Scene,
    point: DVec2,
}

impl CanvasPick<'_> {
    fn hits(&self, root: &SceneObject, hits: &mut Vec<(i64, usize, Value)>) -> ExplorerResult<()> {
        let order = self.number(root, "Canvas", "m_SortingOrder").unwrap_or(0.0);
        #[expect(clippy::cast_possible_truncation, reason = "the order of a canvas is a short")]
        let order = order as i64;
        let screen = ScreenRect { corner: DVec2::ZERO, size: SCREEN };
        let whole = ScreenArea { rect: screen, scale: self.scale(root) };
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
                let path = slash_path(object);
                let id = self.view.ids.text(object.id);
                let item = json!({ "Id": id, "Name": object.name, "Path": path });
                hits.push((order, hits.len(), item));
            }
            ahead.extend(object.children.iter().rev().map(|child| (*child, area)));
        }
        Ok(())
    }

    /// A canvas that scales with the screen is scaled from the size that it was drawn for.
    fn scale(&self, root: &SceneObject) -> DVec2 {
        let mode = self.number(root, "CanvasScaler", "m_UiScaleMode");
        match self.member(root, "CanvasScaler", "m_ReferenceResolution") {
            Some(MemberValue::Vector2([width, height]))
                if mode == Some(1.0) && width > 0.0 && height > 0.0 =>
            {
                SCREEN / DVec2::new(width, height)
            }
            _ => DVec2::ONE,
        }
    }

    fn is_hit(&self, object: &SceneObject, area: &ScreenArea) -> bool {
        let graphic = object.components.iter().find(|it| GRAPHICS.contains(&it.type_name.as_str()));
        let Some(graphic) = graphic.filter(|it| it.enabled != Some(false)) else { return false };
        let catches = self.number(object, &graphic.type_name, "m_RaycastTarget");
        catches != Some(0.0) && area.rect.contains(self.point)
    }

    /// The rectangle of an object, from its anchors in that of its parent.
    fn area(&self, object: &SceneObject, above: &ScreenArea) -> ScreenArea {
        let pair = |name: &str, default: DVec2| match self.member(object, "RectTransform", name) {
            Some(MemberValue::Vector2(pair)) => pair.into(),
            _ => default,
        };
        let default = RectAnchors::default();
        let anchors = RectAnchors {
            anchor_min: pair("m_AnchorMin", default.anchor_min),
            anchor_max: pair("m_AnchorMax", default.anchor_max),
            position: pair("m_AnchoredPosition", default.position),
            size_delta: pair("m_SizeDelta", default.size_delta),
            pivot: pair("m_Pivot", default.pivot),
            scale: match self.member(object, "RectTransform", "m_LocalScale") {
                Some(MemberValue::Vector3([x, y, _])) => DVec2::new(x, y),
                _ => default.scale,
            },
        };
        let scale = above.scale * anchors.scale.abs();
        ScreenArea { rect: above.rect.child(&anchors, above.scale), scale }
    }

    fn member(&self, object: &SceneObject, component: &str, name: &str) -> Option<MemberValue> {
        let at = object.components.iter().position(|it| it.type_name == component)?;
        let members = self.view.engine.as_members()?;
        let read = members.member(&self.scene.path, object.id, at, name, self.view.cx);
        read.ok().map(|reading| reading.value)
    }

    fn number(&self, object: &SceneObject, component: &str, name: &str) -> Option<f64> {
        match self.member(object, component, name)? {
            MemberValue::Int(number) => Some(number as f64),
            MemberValue::Float(text) => text.parse().ok(),
            MemberValue::Bool(flag) => Some(f64::from(u8::from(flag))),
            _ => None,
        }
    }
}
