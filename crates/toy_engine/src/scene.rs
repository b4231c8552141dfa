//! A scene as its file has it, and as the model has it.

use scenewright_model::{Component, ObjectId, ObjectIndex, Scene, SceneObject};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct ToyScene {
    pub(crate) objects: Vec<ToyObject>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct ToyObject {
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) members: Map<String, Value>,
    #[serde(default)]
    pub(crate) children: Vec<ToyObject>,
}

impl ToyScene {
    pub(crate) fn to_json(&self) -> Vec<u8> {
        let mut text = serde_json::to_vec_pretty(self).unwrap_or_default();
        text.push(b'\n');
        text
    }

    pub(crate) fn to_scene(&self, path: &str) -> Scene {
        let mut scene = Scene { path: path.to_owned(), ..Scene::default() };
        push_all(&mut scene, None, &self.objects);
        scene
    }

    /// An object by its position in [`Scene::objects`].
    pub(crate) fn object_mut(&mut self, mut at: usize) -> Option<&mut ToyObject> {
        nth_mut(&mut self.objects, &mut at)
    }

    pub(crate) fn object(&self, mut at: usize) -> Option<&ToyObject> {
        nth(&self.objects, &mut at)
    }
}

fn push_all(scene: &mut Scene, parent: Option<ObjectIndex>, objects: &[ToyObject]) {
    for object in objects {
        let above = parent.map_or("", |parent| scene.object(parent).path.as_str());
        let id = ObjectId::new(&scene.path, &format!("{above}/{}", object.name));
        let index = scene.push(
            parent,
            SceneObject {
                id,
                name: object.name.clone(),
                path: String::new(),
                active: true,
                tag: None,
                layer: None,
                static_flags: None,
                components: vec![Component::built_in("Toy").into()],
                parent: None,
                children: Vec::new(),
                node: None,
            },
        );
        push_all(scene, Some(index), &object.children);
    }
}

fn nth_mut<'o>(objects: &'o mut [ToyObject], at: &mut usize) -> Option<&'o mut ToyObject> {
    for object in objects {
        if *at == 0 {
            return Some(object);
        }
        *at -= 1;
        if let Some(found) = nth_mut(&mut object.children, at) {
            return Some(found);
        }
    }
    None
}

fn nth<'o>(objects: &'o [ToyObject], at: &mut usize) -> Option<&'o ToyObject> {
    for object in objects {
        if *at == 0 {
            return Some(object);
        }
        *at -= 1;
        if let Some(found) = nth(&object.children, at) {
            return Some(found);
        }
    }
    None
}
