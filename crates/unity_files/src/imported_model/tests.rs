//! Models as trees: from files, from settings, and from both.

use std::collections::HashSet;

use scenewright_fbx::{FbxNode, FbxNodeKind};

use super::*;

fn node(name: &str, kind: FbxNodeKind, parent: Option<usize>) -> FbxNode {
    FbxNode { name: name.to_owned(), kind, parent }
}

fn model(settings: &str, file: Result<Vec<FbxNode>, ModelFileGap>) -> ImportedModel {
    let meta = format!("fileFormatVersion: 2\nModelImporter:\n{settings}");
    ImportedModel::new("Crane", ModelSettings::read(&meta), file)
}

/// One line per object, with its ids if they are listed ones.
fn outline(model: &ImportedModel) -> String {
    let tree = model.tree(ModelIds::Settings, |_| false);
    let mut text = String::new();
    for (at, node) in tree.nodes.iter().enumerate() {
        let depth = std::iter::successors(Some(at), |&at| tree.nodes[at].parent).count() - 1;
        let parts = node.parts.iter().map(|part| part.component.type_name.as_str());
        let parts: Vec<&str> = parts.collect();
        text += &format!("{}{} {}", "  ".repeat(depth), node.name, parts.join(","));
        if node.game_object.abs() < 10_000_000 {
            text += &format!(" {} {}", node.game_object, node.transform);
        }
        text.push('\n');
    }
    text
}

const OLD_TABLE: &str = "  fileIDToRecycleName:\n    100000: Arm\n    100002: //RootNode\n    400000: Arm\n    400002: //RootNode\n    2300000: Arm\n    3300000: Arm\n    4300000: Arm\n    9500000: //RootNode\n  materials:\n    x: 1\n";

#[test]
fn without_its_file_a_model_has_the_objects_of_its_settings() {
    let row = |class: u32, id: i64, name: &str| {
        format!("  - first:\n      {class}: {id}\n    second: {name}\n")
    };
    let rows = [
        row(1, 100_000, "Arm"),
        row(1, 100_002, "//RootNode"),
        row(4, 400_000, "Arm"),
        row(4, 400_002, "//RootNode"),
        row(23, 2_300_000, "Arm"),
        row(33, 3_300_000, "Arm"),
        row(43, 4_300_000, "Arm"),
        row(95, 9_500_000, "//RootNode"),
    ];
    let new = format!("  internalIDToNameTable:\n{}  externalObjects: {{}}\n", rows.concat());
    for settings in [OLD_TABLE, &new] {
        let model = model(settings, Err(ModelFileGap::Absent));
        assert_eq!(
            outline(&model),
            "Crane Transform,Animator 100002 400002\n  Arm Transform,MeshRenderer,MeshFilter 100000 400000\n"
        );
        assert_eq!(model.guessed_parents(), 1);
    }
}

#[test]
fn settings_without_objects_give_the_root() {
    for settings in [
        "",
        "  internalIDToNameTable: []\n",
        "  internalIDToNameTable:\n  - first:\n      74: 3997614985018663949\n    second: Grab\n",
        "  fileIDToRecycleName: {}\n",
        "  fileIDToRecycleName:\n    x: y\n",
        "  fileIDToRecycleName:\n    100000: 'open\n",
    ] {
        let model = model(settings, Err(ModelFileGap::Absent));
        assert!(model.is_root_only(), "{settings}");
        assert_eq!(outline(&model), "Crane Transform\n", "{settings}");
    }
}

#[test]
fn a_rig_names_the_parents() {
    let skeleton = "  humanDescription:\n    human: []\n    skeleton:\n    - name: Crane(Clone)\n      parentName: \n      scale: {x: 1, y: 1, z: 1}\n    - name: Hips\n      parentName: Crane(Clone)\n    - name: Spine\n      parentName: Hips\n    - name: Lost\n      parentName: Nowhere\n    armTwist: 0.5\n  animationType: 3\n";
    let model = model(skeleton, Err(ModelFileGap::Absent));
    assert_eq!(
        outline(&model),
        "Crane Transform,Animator\n  Hips Transform\n    Spine Transform\n"
    );
    assert_eq!(model.guessed_parents(), 0);
    let spine = HashedIds::Path.id("SkinnedMeshRenderer", "", "//RootNode/root/Hips/Spine");
    let tree = model.tree(ModelIds::Settings, |id| id == spine);
    let parts = tree.nodes[2].parts.iter().map(|part| part.component.type_name.as_str());
    assert_eq!(parts.collect::<Vec<_>>(), ["Transform", "SkinnedMeshRenderer"]);
}

#[test]
fn the_file_names_parents_and_the_settings_ids() {
    let file = vec![
        node("Base", FbxNodeKind::Other, None),
        node("Arm", FbxNodeKind::Mesh, Some(0)),
        node("Arm", FbxNodeKind::DeformedMesh, Some(1)),
    ];
    let model = model(OLD_TABLE, Ok(file));
    let tree = model.tree(ModelIds::Settings, |_| false);
    let row = |node: &UnityNode| (node.parent, node.name.clone(), node.game_object);
    assert_eq!(
        tree.nodes.iter().map(row).collect::<Vec<_>>(),
        [
            (None, "Crane".to_owned(), 100_002),
            (Some(0), "Arm".to_owned(), 100_000),
            (Some(1), "Arm 1".to_owned(), HashedIds::Name.id("GameObject", "Arm 1", "")),
        ]
    );
}

fn crane_file() -> Vec<FbxNode> {
    vec![
        node("Base", FbxNodeKind::Mesh, None),
        node("Tower", FbxNodeKind::Other, Some(0)),
        node("Base", FbxNodeKind::DeformedMesh, Some(1)),
        node("Hook_LOD1", FbxNodeKind::Mesh, Some(1)),
        node("Hook_LOD0", FbxNodeKind::Mesh, Some(1)),
        node("Eye", FbxNodeKind::Camera, Some(0)),
        node("Bone", FbxNodeKind::Bone, Some(0)),
        node("Lamp", FbxNodeKind::Light, Some(6)),
    ]
}

#[test]
fn a_single_node_at_the_top_becomes_the_root() {
    let merged = "Crane Transform,MeshRenderer,MeshFilter\n  Bone Transform\n    Lamp Transform\n  Eye Transform\n  Tower Transform,LODGroup\n    Base 1 Transform,SkinnedMeshRenderer\n    Hook_LOD0 Transform,MeshRenderer,MeshFilter\n    Hook_LOD1 Transform,MeshRenderer,MeshFilter\n";
    assert_eq!(outline(&model("    fileIdsGeneration: 2\n", Ok(crane_file()))), merged);
    let kept = model("    preserveHierarchy: 1\n", Ok(crane_file()));
    assert!(
        outline(&kept).starts_with("Crane Transform\n  Base Transform,MeshRenderer,MeshFilter\n")
    );
    let mut two = crane_file();
    two.push(node("Crate", FbxNodeKind::Other, None));
    let two = outline(&model("", Ok(two)));
    assert!(two.starts_with("Crane Transform\n  Base Transform,MeshRenderer"), "{two}");
    assert!(two.ends_with("\n  Crate Transform\n"), "{two}");
    let bone = vec![node("Hips", FbxNodeKind::Bone, None)];
    assert_eq!(outline(&model("", Ok(bone))), "Crane Transform\n  Hips Transform\n");
}

#[test]
fn settings_add_and_hide_what_they_name() {
    let all = "    importCameras: 1\n    importLights: 1\n    addColliders: 1\n    sortHierarchyByName: 0\n  animationType: 1\n";
    let text = outline(&model(all, Ok(crane_file())));
    assert_eq!(
        text,
        "Crane Transform,MeshRenderer,MeshFilter,MeshCollider,Animation\n  Tower Transform,LODGroup\n    Base 1 Transform,SkinnedMeshRenderer\n    Hook_LOD1 Transform,MeshRenderer,MeshFilter,MeshCollider\n    Hook_LOD0 Transform,MeshRenderer,MeshFilter,MeshCollider\n  Eye Transform,Camera\n  Bone Transform\n    Lamp Transform,Light\n"
    );
    let optimized =
        "    optimizeGameObjects: 1\n    extraExposedTransformPaths: []\n  animationType: 2\n";
    let text = outline(&model(optimized, Ok(crane_file())));
    assert!(text.contains("\n  Lamp Transform\n") && !text.contains("Bone"), "{text}");
    let exposed = optimized.replace("[]", "\n    - Bone");
    let text = outline(&model(&exposed, Ok(crane_file())));
    assert!(text.contains("\n  Bone Transform\n    Lamp Transform\n"), "{text}");
}

#[test]
fn an_instance_may_use_other_ids_than_its_settings() {
    let model = self::model(OLD_TABLE, Ok(crane_file()));
    for (overridden, expected) in [
        (vec![400_002], ModelIds::Settings),
        (vec![919_132_149_155_446_097], ModelIds::Hashed(HashedIds::Path)),
        (vec![7, -4_216_859_302_048_453_862], ModelIds::Hashed(HashedIds::Name)),
        (vec![100_000], ModelIds::Settings),
        (vec![], ModelIds::Settings),
    ] {
        let overridden: HashSet<i64> = overridden.into_iter().collect();
        assert_eq!(model.choose_ids(&overridden), expected);
    }
    let unlisted = self::model("", Err(ModelFileGap::Absent));
    assert_eq!(unlisted.choose_ids(&HashSet::from([100_000])), ModelIds::Numbered);
}
