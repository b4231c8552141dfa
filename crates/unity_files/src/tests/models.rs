//! Models in scenes: objects and components that a scene adds inside them.

use super::prefabs::{instance, stripped};
use super::{file, meta, object, scene};

const PATH: &str = "Assets/a.unity";
const MODEL: &str = "66666666666666666666666666666666";

/// A mast with a yard and a sail, and a hull beside it.
pub(crate) const BOAT: &str = r#"; FBX 7.4.0 project file
FBXHeaderExtension:  {
	FBXVersion: 7400
}
Objects:  {
	Geometry: 50, "Geometry::", "Mesh" {
		Vertices: *3 {
			a: 0,0,0
		}
	}
	Model: 10, "Model::Mast", "Null" {
	}
	Model: 11, "Model::Yard", "Null" {
	}
	Model: 12, "Model::Sail", "Mesh" {
	}
	Model: 13, "Model::Hull", "Mesh" {
	}
}
Connections:  {
	C: "OO",10,0
	C: "OO",11,10
	C: "OO",12,11
	C: "OO",13,0
	C: "OO",50,12
	C: "OO",50,13
}
"#;

/// The ids of objects by their paths, as Unity hashes them.
const ROOT: i64 = 919_132_149_155_446_097;
const SAIL: i64 = -8_854_111_794_066_382_674;
const YARD_TRANSFORM: i64 = 1_657_384_734_919_338_081;

fn project(documents: &[String], settings: &str) -> String {
    file(PATH, documents)
        + "//- /Assets/Boat.fbx\n"
        + BOAT
        + &meta("Assets/Boat.fbx", MODEL)
        + "ModelImporter:\n  meshes:\n"
        + settings
}

fn documents() -> [String; 5] {
    [
        instance(7, MODEL, 0, &[(ROOT, "m_Name", "Ship"), (SAIL, "m_IsActive", "0")], ""),
        stripped("4 Transform", 8, 7, YARD_TRANSFORM, MODEL),
        stripped("1 GameObject", 9, 7, SAIL, MODEL),
        object(20, "Sailor", 8, &[]),
        "--- !u!65 &30\nBoxCollider:\n  m_GameObject: {fileID: 9}\n".to_owned(),
    ]
}

#[test]
fn additions_are_at_the_objects_of_the_file() {
    let (outline, diagnostics) = scene(&project(&documents(), "    fileIdsGeneration: 2\n"), PATH);
    assert_eq!(
        outline,
        "Ship [Transform]\n  Hull [Transform, MeshRenderer, MeshFilter]\n  Mast [Transform]\n    Yard [Transform]\n      Sail [Transform, MeshRenderer, MeshFilter, BoxCollider] inactive\n      Sailor [Transform]\n"
    );
    assert_eq!(diagnostics, [""; 0]);
}

#[test]
fn what_the_file_does_not_have_is_shown_under_its_id() {
    let documents = documents().map(|text| text.replace(&SAIL.to_string(), "12345"));
    let (outline, diagnostics) = scene(&project(&documents, "    fileIdsGeneration: 2\n"), PATH);
    assert!(outline.ends_with("  (unknown object 12345) [BoxCollider]\n"), "{outline}");
    assert_eq!(
        diagnostics,
        [
            "Objects inside 'Assets/Boat.fbx' (1) are shown below the model's root without their names, because the model's file does not have them; an object appears twice if the scene uses both its GameObject and its Transform"
        ]
    );
}

#[test]
fn a_model_that_cannot_be_read_says_why() {
    let text = project(&documents(), "    fileIdsGeneration: 2\n");
    for (content, reason) in [
        (
            "version https://git-lfs.github.com/spec/v1\n",
            "the model's file is a Git LFS pointer; its content was not fetched",
        ),
        ("solid\n", "the model's file cannot be read (it is not an FBX file)"),
    ] {
        let (outline, diagnostics) = scene(&text.replace(BOAT, content), PATH);
        assert_eq!(
            outline,
            format!(
                "Ship [Transform]\n  (unknown object {YARD_TRANSFORM}) [Transform]\n    Sailor [Transform]\n  (unknown object {SAIL}) [BoxCollider]\n"
            )
        );
        assert!(
            diagnostics[0].ends_with(&format!("because {reason}: Assets/Boat.fbx")),
            "{diagnostics:?}"
        );
        assert_eq!(diagnostics.len(), 2, "{diagnostics:?}");
    }
}
