//! The objects of an imported model, as far as its `.meta` file lists them: names and components,
//! but not the nesting. Only older import settings list them; newer ones have ids that only Unity's
//! importer can compute.

use scenewright_model::Component;

use super::tree::{ComponentPart, UnityNode, UnityTree};
use super::yaml::YamlValue;

/// The name of the root in the list; its real name is that of the file.
const ROOT_NODE_NAME: &str = "//RootNode";

const GAME_OBJECT: u32 = 1;
const TRANSFORM: u32 = 4;

/// The components that an importer creates. Meshes, clips and materials are in the same list.
const IMPORTED_COMPONENTS: [(u32, &str); 9] = [
    (20, "Camera"),
    (23, "MeshRenderer"),
    (33, "MeshFilter"),
    (64, "MeshCollider"),
    (95, "Animator"),
    (108, "Light"),
    (111, "Animation"),
    (137, "SkinnedMeshRenderer"),
    (205, "LODGroup"),
];

/// An object of the model, or a component, which is listed under the name of its object.
struct ListedObject {
    class: u32,
    id: i64,
    name: String,
}

/// `None` when the settings list no objects.
pub(crate) fn model_tree(meta: &str, name: &str) -> Option<UnityTree> {
    let list = listed_objects(meta)?;
    let objects = list.iter().filter(|listed| listed.class == GAME_OBJECT);
    let (roots, others): (Vec<_>, Vec<_>) =
        objects.partition(|object| object.name == ROOT_NODE_NAME);
    let root = node(roots.first()?, &list);
    let root = UnityNode { name: name.to_owned(), ..root };
    let below = others.iter().map(|object| UnityNode { parent: Some(0), ..node(object, &list) });
    Some(UnityTree { nodes: std::iter::once(root).chain(below).collect() })
}

fn node(object: &ListedObject, list: &[ListedObject]) -> UnityNode {
    let parts = || list.iter().filter(|listed| listed.name == object.name);
    let transform = parts().find(|part| part.class == TRANSFORM).map_or(0, |part| part.id);
    let made = parts().filter_map(|part| {
        let (_, name) = IMPORTED_COMPONENTS.iter().find(|(class, _)| *class == part.class)?;
        Some(ComponentPart::own(part.id, Component::built_in(*name)))
    });
    let transform_part = ComponentPart::own(transform, Component::built_in("Transform"));
    UnityNode {
        key: object.id.to_string(),
        name: object.name.clone(),
        active: true,
        game_object: object.id,
        transform,
        parts: std::iter::once(transform_part).chain(made).collect(),
        ..UnityNode::default()
    }
}

/// `internalIDToNameTable` since Unity 2019, `fileIDToRecycleName` before.
fn listed_objects(meta: &str) -> Option<Vec<ListedObject>> {
    if let Some(table) = entry(meta, "\n  internalIDToNameTable:") {
        return Some(table.items().iter().filter_map(item).collect());
    }
    let table = entry(meta, "\n  fileIDToRecycleName:")?;
    let row = |(id, name): &(&str, YamlValue<'_>)| {
        let id: i64 = id.parse().ok()?;
        let class = u32::try_from(id / 100_000).ok()?;
        Some(ListedObject { class, id, name: name.text().into_owned() })
    };
    Some(table.entries().iter().filter_map(row).collect())
}

fn entry<'m>(meta: &'m str, key: &str) -> Option<YamlValue<'m>> {
    let at = memchr::memmem::find(meta.as_bytes(), key.as_bytes())?;
    YamlValue::parse_entry(meta, at + 1).ok()
}

/// `first` maps a class number to an id.
fn item(item: &YamlValue<'_>) -> Option<ListedObject> {
    let (class, id) = item.get("first")?.entries().first()?;
    Some(ListedObject {
        class: class.parse().ok()?,
        id: id.text().parse().ok()?,
        name: item.get("second")?.text().into_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(meta: &str) -> Option<Vec<String>> {
        let tree = model_tree(&format!("fileFormatVersion: 2\nModelImporter:\n{meta}"), "Crane")?;
        let line = |node: &UnityNode| {
            let parts = node.parts.iter().map(|part| part.component.type_name.as_str());
            let parts: Vec<&str> = parts.collect();
            format!("{:?} {} {} {}", node.parent, node.key, node.name, parts.join(","))
        };
        Some(tree.nodes.iter().map(line).collect())
    }

    #[test]
    fn objects_are_listed_with_what_bears_their_name() {
        let old = "  fileIDToRecycleName:\n    100000: Arm\n    100002: //RootNode\n    400000: Arm\n    400002: //RootNode\n    2300000: Arm\n    4300000: Arm\n    9500000: //RootNode\n  materials:\n    x: 1\n";
        let row = |class: u32, id: i64, name: &str| {
            format!("  - first:\n      {class}: {id}\n    second: {name}\n")
        };
        let rows = [
            row(1, 100_000, "Arm"),
            row(1, 100_002, "//RootNode"),
            row(4, 400_000, "Arm"),
            row(23, 2_300_000, "Arm"),
            row(43, 4_300_000, "Arm"),
            row(95, 9_500_000, "//RootNode"),
        ];
        let new = format!("  internalIDToNameTable:\n{}  externalObjects: {{}}\n", rows.concat());
        for meta in [old, &new] {
            let expected = [
                "None 100002 Crane Transform,Animator",
                "Some(0) 100000 Arm Transform,MeshRenderer",
            ];
            assert_eq!(outline(meta).unwrap(), expected, "{meta}");
        }
    }

    #[test]
    fn settings_without_objects_tell_nothing() {
        for meta in [
            "",
            "  internalIDToNameTable: []\n",
            "  internalIDToNameTable:\n  - first:\n      74: 3997614985018663949\n    second: Grab\n",
            "  fileIDToRecycleName: {}\n",
            "  fileIDToRecycleName:\n    x: y\n",
            "  fileIDToRecycleName:\n    100000: 'open\n",
        ] {
            assert_eq!(outline(meta), None, "{meta}");
        }
    }
}
