//! A write of the value that is there already changes nothing.

use scenewright_model::EditValue as V;

use super::*;

fn documents() -> Vec<String> {
    let mut documents = scene();
    documents[2] = documents[2].replace("speed: 1.5", "speed: 1.53999996").replace(
        "friend: {fileID: 0}",
        "friend: {fileID: 2100000, guid: 2616843882ed1dac7ff7d0ed61890af2,\n    type: 2}",
    );
    documents
}

fn asset() -> V {
    V::Asset { path: "Assets/Wood.mat".to_owned(), inner: None }
}

#[test]
fn a_write_of_the_same_value_changes_nothing() {
    let list = |numbers: &[f64]| V::List(numbers.iter().map(|&number| V::Float(number)).collect());
    for (object, component, member, value) in [
        // In the object's own documents.
        ("Hero", "Player", "speed", V::Float(1.54)),
        ("Hero", "Player", "title", V::Text(String::new())),
        ("Hero", "Player", "friend", asset()),
        ("Hero", "Player", "path", V::List(vec![list(&[0.0, 1.0])])),
        ("Hero", "Light", "m_Type", V::Text("Directional".to_owned())),
        ("Hero", "Light", "m_Color", list(&[1.0, 1.0, 1.0, 1.0])),
        ("Hero", "Light", "m_Enabled", V::Bool(true)),
        ("Hero", "Light", "m_CullingMask", V::Int(4_294_967_295)),
        // In a prefab's instance, from the prefab.
        ("Crate", "Transform", "m_LocalPosition.y", V::Float(0.0)),
        ("Crate", "Transform", "m_LocalScale", list(&[1.0, 1.0, 1.0])),
        ("Crate", "MeshRenderer", "m_Enabled", V::Bool(true)),
        ("Crate", "MeshRenderer", "m_Materials", V::List(vec![V::Null])),
        ("Crate", "MeshRenderer", "m_Materials.Array.size", V::Int(1)),
        ("Crate", "MeshRenderer", "m_StaticBatchInfo.firstSubMesh", V::Int(0)),
        // From an override.
        ("Crate", "Transform", "m_LocalPosition.x", V::Float(4.0)),
        ("Crate/Lid", "Transform", "m_LocalPosition", list(&[0.0, 5.0, 0.0])),
    ] {
        let edit = set(object, of(component), member, value);
        let changed = diff(&project(&documents()), &[edit]);
        assert_eq!(changed, "", "{object} {component} {member}");
    }
}

#[test]
fn an_object_keeps_what_it_has() {
    let (scene, object) = (|| SCENE.to_owned(), || at("Crate/Lid"));
    let edits = [
        Edit::SetActive { scene: scene(), object: object(), active: true },
        Edit::RenameObject { scene: scene(), object: object(), name: "Lid".to_owned() },
        Edit::SetTag { scene: scene(), object: object(), tag: String::new() },
        Edit::SetLayer { scene: scene(), object: object(), layer: "Default".to_owned() },
        Edit::SetActive { scene: scene(), object: at("Hero"), active: true },
        Edit::RenameObject { scene: scene(), object: at("Hero"), name: "Hero".to_owned() },
    ];
    assert_eq!(diff(&project(&documents()), &edits), "");
}

#[test]
fn a_reference_to_an_object_of_the_same_prefab_stays() {
    let prefab = crate_prefab()
        + &part(144, "CharacterJoint", 1003, 1000, "  m_ConnectedBody: {fileID: 2001}\n");
    let prefab = prefab.replace(
        "  - component: {fileID: 1002}\n",
        "  - component: {fileID: 1002}\n  - component: {fileID: 1003}\n",
    );
    let project = project(&documents()).replace(&crate_prefab(), &prefab);
    let value = V::Object { object: at("Crate/Lid"), component: of("Transform") };
    let edit = set("Crate", of("CharacterJoint"), "m_ConnectedBody", value);
    assert_eq!(diff(&project, &[edit]), "");
}

#[test]
fn only_the_parts_that_differ_are_overridden() {
    let value = V::Fields(vec![("x".to_owned(), V::Int(1)), ("y".to_owned(), V::Int(2))]);
    let edit = set("Crate", of("Transform"), "m_LocalScale", value);
    insta::assert_snapshot!(diff(&project(&documents()), &[edit]), @r"
    @ Assets/a.unity
    +    - target: {fileID: 1001, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}
    +      propertyPath: m_LocalScale.y
    +      value: 2
    +      objectReference: {fileID: 0}
    ");
}

#[test]
fn values_that_only_look_alike_are_written() {
    for (member, value, expected) in [
        ("m_CullingMask", V::Int(4_294_967_294), "    m_Bits: 4294967294"),
        ("m_Color.r", V::Float(0.999_999_9), "  m_Color: {r: 0.9999999, g: 1, b: 1, a: 1}"),
    ] {
        let changed = diff(&project(&documents()), &[set("Hero", of("Light"), member, value)]);
        assert!(changed.contains(&format!("+{expected}\n")), "{changed}");
    }
}
