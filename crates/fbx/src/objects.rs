//! What both notations store: objects, and connections between them.

use std::collections::HashMap;

use crate::FbxError;

/// Real files have a few thousand objects of the kept classes.
const MAX_OBJECTS: usize = 500_000;
const MAX_CONNECTIONS: usize = 2_000_000;

/// The version since which objects have numbers and meshes are objects of their own.
const NUMBERED_VERSION: u32 = 7000;

/// The object that all others are below.
const ROOT_NAME: &str = "Model::Scene";

/// Cameras of the authoring program's views, which files before version 7 list as nodes.
const VIEW_CAMERAS: [&str; 8] = [
    "Producer Perspective",
    "Producer Top",
    "Producer Bottom",
    "Producer Front",
    "Producer Back",
    "Producer Right",
    "Producer Left",
    "Camera Switcher",
];

#[derive(Debug, Default)]
pub(crate) struct FbxObjects {
    pub(crate) version: u32,
    pub(crate) objects: Vec<FbxObject>,
    places: HashMap<ObjectKey, usize>,
    /// Child and parent, in the order of the file.
    pub(crate) connections: Vec<(usize, ParentObject)>,
}

#[derive(Debug)]
pub(crate) struct FbxObject {
    pub(crate) class: ObjectClass,
    pub(crate) name: String,
    /// `Mesh`, `LimbNode`, `Null`, `Skin`.
    pub(crate) kind: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ObjectClass {
    Model,
    Geometry,
    Deformer,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ParentObject {
    Root,
    Object(usize),
}

/// A number since version 7, `Class::name` before.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum ObjectKey {
    Number(i64),
    Name(String),
}

/// A value in the list after the name of a record.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum FbxValue {
    Number(i64),
    Text(String),
    Other,
}

impl ObjectClass {
    pub(crate) fn from_record(name: &[u8]) -> Option<ObjectClass> {
        match name {
            b"Model" => Some(ObjectClass::Model),
            b"Geometry" => Some(ObjectClass::Geometry),
            b"Deformer" => Some(ObjectClass::Deformer),
            _ => None,
        }
    }
}

impl FbxObjects {
    pub(crate) fn new(version: u32) -> FbxObjects {
        FbxObjects { version, ..FbxObjects::default() }
    }

    pub(crate) fn stores_meshes_in_nodes(&self) -> bool {
        self.version < NUMBERED_VERSION
    }

    /// `values` are those after the record's name: number, name and kind, or only the latter two.
    pub(crate) fn add_object(
        &mut self,
        class: ObjectClass,
        values: &[FbxValue],
    ) -> Result<(), FbxError> {
        let (key, name, kind) = match values {
            [FbxValue::Number(number), FbxValue::Text(name), FbxValue::Text(kind), ..] => {
                (ObjectKey::Number(*number), name, kind)
            }
            [FbxValue::Text(name), FbxValue::Text(kind), ..] => {
                (ObjectKey::Name(name.clone()), name, kind)
            }
            _ => return Ok(()),
        };
        let name = name.split_once("::").map_or(name.as_str(), |(_, name)| name);
        if !is_kept(class, name, kind) {
            return Ok(());
        }
        if self.objects.len() == MAX_OBJECTS {
            return Err(FbxError::TooManyObjects { limit: MAX_OBJECTS });
        }
        self.places.entry(key).or_insert(self.objects.len());
        self.objects.push(FbxObject { class, name: name.to_owned(), kind: kind.clone() });
        Ok(())
    }

    /// `values`: `OO`, the child and the parent. Connections of properties are skipped.
    pub(crate) fn add_connection(&mut self, values: &[FbxValue]) -> Result<(), FbxError> {
        let [FbxValue::Text(kind), child, parent, ..] = values else { return Ok(()) };
        let (Some(child), Some(parent)) = (child.as_key(), parent.as_key()) else { return Ok(()) };
        let Some(&child) = self.places.get(&child).filter(|_| kind == "OO") else { return Ok(()) };
        let is_root = match &parent {
            ObjectKey::Number(number) => *number == 0,
            ObjectKey::Name(name) => name == ROOT_NAME,
        };
        let parent = match self.places.get(&parent) {
            _ if is_root => ParentObject::Root,
            Some(&parent) => ParentObject::Object(parent),
            None => return Ok(()),
        };
        if self.connections.len() == MAX_CONNECTIONS {
            return Err(FbxError::TooManyObjects { limit: MAX_CONNECTIONS });
        }
        self.connections.push((child, parent));
        Ok(())
    }
}

fn is_kept(class: ObjectClass, name: &str, kind: &str) -> bool {
    match class {
        ObjectClass::Model => {
            !(kind.starts_with("Camera") && VIEW_CAMERAS.contains(&name)) && name != "Scene"
        }
        ObjectClass::Geometry => kind == "Mesh",
        ObjectClass::Deformer => matches!(kind, "Skin" | "BlendShape"),
    }
}

impl FbxValue {
    fn as_key(&self) -> Option<ObjectKey> {
        match self {
            FbxValue::Number(number) => Some(ObjectKey::Number(*number)),
            FbxValue::Text(name) => Some(ObjectKey::Name(name.clone())),
            FbxValue::Other => None,
        }
    }
}
