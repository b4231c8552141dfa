//! Members in documents of the file.

use scenewright_model::EditValue as V;

use super::*;

fn text(text: &str) -> V {
    V::Text(text.to_owned())
}

fn fields(fields: &[(&str, f64)]) -> V {
    V::Fields(fields.iter().map(|(key, value)| ((*key).to_owned(), V::Float(*value))).collect())
}

fn asset(path: &str) -> V {
    V::Asset { path: path.to_owned(), inner: None }
}

fn object(path: &str, component: Option<&str>) -> V {
    let component = component.map(|name| ComponentRef::Type(name.to_owned()));
    V::Object { object: at(path), component }
}

/// The lines that go and come, without the file's name.
fn check(object: &str, component: &str, member: &str, value: V, expected: &str) {
    let component = (!component.is_empty()).then(|| ComponentRef::Type(component.to_owned()));
    let shown = diff(&project(&scene()), &[set(object, component, member, value)]);
    assert_eq!(shown, format!("@ {SCENE}\n{expected}"), "{member}");
}

#[test]
fn one_line_changes() {
    let list = |items: &[f64]| V::List(items.iter().map(|item| V::Float(*item)).collect());
    for (object_path, component, member, value, expected) in [
        ("Hero", "Player", "speed", V::Float(2.0), "-  speed: 1.5\n+  speed: 2\n"),
        ("Hero", "Player", "speed", V::Float(0.1), "-  speed: 1.5\n+  speed: 0.1\n"),
        ("Hero", "Player", "title", text("a: b"), "-  title: \n+  title: 'a: b'\n"),
        ("Hero", "Player", "m_Enabled", V::Bool(false), "-  m_Enabled: 1\n+  m_Enabled: 0\n"),
        ("Hero", "Light", "m_Type", text("Point"), "-  m_Type: 1\n+  m_Type: 2\n"),
        ("Hero", "Light", "m_Type", V::Int(0), "-  m_Type: 1\n+  m_Type: 0\n"),
        (
            "Hero",
            "Transform",
            "m_LocalPosition.y",
            V::Float(-0.25),
            "-  m_LocalPosition: {x: 1, y: 0, z: 0}\n+  m_LocalPosition: {x: 1, y: -0.25, z: 0}\n",
        ),
        (
            "Hero",
            "Transform",
            "m_LocalPosition",
            fields(&[("z", 3.0), ("x", 2.0)]),
            "-  m_LocalPosition: {x: 1, y: 0, z: 0}\n+  m_LocalPosition: {x: 2, y: 0, z: 3}\n",
        ),
        (
            "Hero",
            "Transform",
            "m_LocalRotation",
            list(&[0.0, 0.707_106_77, 0.0, 0.707_106_77]),
            "-  m_LocalRotation: {x: 0, y: 0, z: 0, w: 1}\n+  m_LocalRotation: {x: 0, y: 0.70710677, z: 0, w: 0.70710677}\n",
        ),
        (
            "Hero",
            "Light",
            "m_Color",
            fields(&[("r", 0.5)]),
            "-  m_Color: {r: 1, g: 1, b: 1, a: 1}\n+  m_Color: {r: 0.5, g: 1, b: 1, a: 1}\n",
        ),
        ("Hero", "Light", "m_CullingMask", V::Int(1), "-    m_Bits: 4294967295\n+    m_Bits: 1\n"),
        (
            "Hero",
            "Player",
            "friend",
            object("Hero/Sword", None),
            "-  friend: {fileID: 0}\n+  friend: {fileID: 20}\n",
        ),
        (
            "Hero",
            "Player",
            "friend",
            object("Hero/Sword", Some("MeshRenderer")),
            "-  friend: {fileID: 0}\n+  friend: {fileID: 22}\n",
        ),
        (
            "Hero",
            "Player",
            "friend",
            asset("Assets/Crate.prefab"),
            "-  friend: {fileID: 0}\n+  friend: {fileID: 1000, guid: 145bc3855b161ff46727f1d9e6d2f57d, type: 3}\n",
        ),
        (
            "Hero/Sword",
            "MeshRenderer",
            "m_Materials[0]",
            asset("Assets/Wood.mat"),
            "-  - {fileID: 0}\n+  - {fileID: 2100000, guid: 2616843882ed1dac7ff7d0ed61890af2, type: 2}\n",
        ),
        (
            "Hero/Sword",
            "",
            "m_StaticEditorFlags",
            V::Int(1),
            "-  m_StaticEditorFlags: 0\n+  m_StaticEditorFlags: 1\n",
        ),
        ("Hero", "Player", "stats[0].value", V::Int(7), "-    value: 1\n+    value: 7\n"),
        ("Hero", "Player", "lives", V::Int(3), "+  lives: 3\n"),
    ] {
        check(object_path, component, member, value, expected);
    }
}

#[test]
fn lists_grow_and_shrink() {
    let stat = |name: &str| V::Fields(vec![("name".to_owned(), text(name))]);
    for (member, value, expected) in [
        ("path[1]", fields(&[("y", 5.0)]), "+  - {x: 0, y: 5}\n"),
        ("path.Array.size", V::Int(3), "+  - {x: 0, y: 1}\n+  - {x: 0, y: 1}\n"),
        ("path.Array.size", V::Int(0), "-  path:\n-  - {x: 0, y: 1}\n+  path: []\n"),
        ("path", V::List(vec![]), "-  path:\n-  - {x: 0, y: 1}\n+  path: []\n"),
        (
            "names",
            V::List(vec![text("a"), text("- b")]),
            "-  names: []\n+  names:\n+  - a\n+  - '- b'\n",
        ),
        ("names[0]", object("Hero", None), "-  names: []\n+  names:\n+  - {fileID: 10}\n"),
        ("stats[1]", stat("b"), "+  - name: b\n+    value: 1\n"),
        ("stats", V::List(vec![stat("c")]), "-  - name: a\n+  - name: c\n"),
    ] {
        check("Hero", "Player", member, value, expected);
    }
}

#[test]
fn long_references_break_as_the_project_wants() {
    let documents: Vec<String> = scene()
        .iter()
        .map(|text| text.replace("friend:", "friendOfTheHeroWhoIsFarAway:"))
        .collect();
    let edit = set("Hero", of("Player"), "friendOfTheHeroWhoIsFarAway", asset("Assets/Wood.mat"));
    let broken = "-  friendOfTheHeroWhoIsFarAway: {fileID: 0}\n+  friendOfTheHeroWhoIsFarAway: {fileID: 2100000, guid: 2616843882ed1dac7ff7d0ed61890af2,\n+    type: 2}\n";
    let edits = [edit];
    assert_eq!(diff(&project(&documents), &edits), format!("@ {SCENE}\n{broken}"));
    let settings = format!(
        "//- /ProjectSettings/EditorSettings.asset\n{HEAD}--- !u!159 &1\nEditorSettings:\n  m_SerializeInlineMappingsOnOneLine: 1\n"
    );
    let whole = broken.replace(",\n+    type", ", type");
    assert_eq!(diff(&(project(&documents) + &settings), &edits), format!("@ {SCENE}\n{whole}"));
}

#[test]
fn line_ends_and_a_missing_last_newline_stay() {
    let fixture = Fixture::new(&project(&scene()));
    let text = std::fs::read_to_string(fixture.path(SCENE)).unwrap();
    let text = text.trim_end().replace('\n', "\r\n");
    fixture.write(SCENE, &text);
    let plan =
        plan(&fixture, &[set("Hero", of("Player"), "path[1]", fields(&[("y", 5.0)]))]).unwrap();
    let after = String::from_utf8(plan.files[0].after.clone().unwrap()).unwrap();
    let old = "  - {x: 0, y: 1}\r\n";
    assert_eq!(after, text.replace(old, &format!("{old}  - {{x: 0, y: 5}}\r\n")));
}

#[test]
fn several_edits_are_one_plan() {
    let edits = [
        Edit::RenameObject {
            scene: SCENE.to_owned(),
            object: at("Hero"),
            name: "Häuptling".to_owned(),
        },
        set("Häuptling", of("Player"), "speed", V::Int(9)),
        Edit::SetActive { scene: SCENE.to_owned(), object: at("Häuptling/Sword"), active: false },
        Edit::SetTag {
            scene: SCENE.to_owned(),
            object: at("Häuptling/Sword"),
            tag: "Enemy".to_owned(),
        },
        Edit::SetLayer {
            scene: SCENE.to_owned(),
            object: at("Häuptling"),
            layer: "Water".to_owned(),
        },
    ];
    insta::assert_snapshot!(diff(&project(&scene()), &edits), @r#"
    @ Assets/a.unity
    -  m_Layer: 0
    -  m_Name: Hero
    +  m_Layer: 4
    +  m_Name: "H\xE4uptling"
    -  speed: 1.5
    +  speed: 9
    -  m_TagString: Untagged
    +  m_TagString: Enemy
    -  m_IsActive: 1
    +  m_IsActive: 0
    "#);
}

#[test]
fn what_cannot_be_set_is_said() {
    let literal = |text: &str| V::Literal(text.to_owned());
    for (object_path, component, member, value, expected) in [
        ("Nobody", "Player", "speed", V::Int(1), "Object 'Nobody' does not exist"),
        ("Hero", "Camera", "speed", V::Int(1), "Component 'Camera' does not exist"),
        ("Hero", "Light", "m_Nothing", V::Int(1), "Member 'm_Nothing' does not exist"),
        ("Hero", "Light", "m_Color.x", V::Int(1), "Member 'm_Color.x' does not exist"),
        ("Hero", "Light", "a[", V::Int(1), "Member 'a[' does not exist"),
        ("Hero", "Player", "friend", V::Int(1), "Member 'friend' is refused: it takes a reference"),
        (
            "Hero",
            "Player",
            "speed",
            object("Hero", None),
            "Member 'speed' is refused: it is not a reference",
        ),
        ("Hero", "Player", "path[7]", V::Int(1), "Member 'path.Array.data[7]' does not exist"),
        (
            "Hero",
            "Player",
            "path.Array.size",
            V::Int(99_999),
            "Member 'path.Array.size' is refused: the list would be too long",
        ),
        (
            "Hero",
            "Player",
            "names.Array.size",
            V::Int(1),
            "Member 'names.Array.size' is refused: the list is empty, so the form of its items is unknown",
        ),
        (
            "Hero",
            "Player",
            "m_Script",
            literal("{fileID: 0}"),
            "Member 'm_Script' is refused: changing it would break the structure of the file",
        ),
        ("Hero", "Player", "speed", literal("{x"), "Member 'speed' is refused: '{' is not closed"),
        (
            "Hero",
            "Player",
            "speed",
            literal("1\n--- !u!1 &5"),
            "The literal is refused: it must be on one line",
        ),
        (
            "Hero",
            "Player",
            "friend",
            asset("Assets/None.mat"),
            "Asset 'Assets/None.mat' does not exist",
        ),
    ] {
        let component = Some(ComponentRef::Type(component.to_owned()));
        let edit = set(object_path, component, member, value);
        assert_eq!(refusal(&project(&scene()), edit), expected, "{member}");
    }
    for (edit, expected) in [
        (
            Edit::SetTag { scene: SCENE.to_owned(), object: at("Hero"), tag: "Foe".to_owned() },
            "Tag 'Foe' is refused: the project has no such tag",
        ),
        (
            Edit::SetLayer { scene: SCENE.to_owned(), object: at("Hero"), layer: "32".to_owned() },
            "Layer '32' is refused: the project has no such layer",
        ),
    ] {
        assert_eq!(refusal(&project(&scene()), edit), expected);
    }
}

#[test]
fn a_file_that_is_not_understood_is_not_touched() {
    for (damage, expected) in [
        ("--- !u!4 &99\nTransform:\n  a: {b\n", "'Assets/a.unity', line 186: '{' is not closed"),
        ("--- !u!4 &10\nTransform:\n  a: 1\n", "another object of the file has the same id"),
    ] {
        let mut documents = scene();
        documents.insert(1, damage.to_owned());
        let refused = refusal(&project(&documents), set("Hero", of("Player"), "speed", V::Int(1)));
        assert!(refused.contains(expected.rsplit(": ").next().unwrap()), "{refused}");
    }
}

/// Unity reads a text in a number's place as 0: the edit would say that it was done, and was not.
#[test]
fn a_text_is_no_number() {
    let text = |text: &str| V::Text(text.to_owned());
    for (object, component, member, value) in [
        ("Hero", "Light", "m_Type", "abc"),
        ("Hero", "Light", "m_Color.r", "abc"),
        ("Hero", "Light", "m_CullingMask.m_Bits", "1e999"),
        ("Hero", "Player", "speed", "fast"),
        ("Hero", "Transform", "m_LocalPosition.x", "--1"),
        ("Crate", "MeshRenderer", "m_SortingOrder", ""),
        ("Crate/Lid", "Transform", "m_LocalPosition.y", "0x10"),
    ] {
        let refused = refusal(&project(&scene()), set(object, of(component), member, text(value)));
        assert!(refused.ends_with("is refused: it takes a number"), "{member}: {refused}");
    }
    for (object, component, member, value, line) in [
        ("Hero", "Player", "speed", "inf", "+  speed: Infinity"),
        ("Hero", "Player", "speed", "0.10", "+  speed: 0.10"),
        ("Hero", "Player", "title", "12", "+  title: 12"),
        ("Hero", "Light", "m_Color.r", "0.5", "+  m_Color: {r: 0.5, g: 1, b: 1, a: 1}"),
        ("Crate", "MeshRenderer", "m_SortingOrder", "7", "+      value: 7"),
    ] {
        let edit = set(object, of(component), member, text(value));
        let diff = diff(&project(&scene()), &[edit]);
        assert!(diff.lines().any(|shown| shown == line), "{member}: {diff}");
    }
}

#[test]
fn an_object_has_a_name() {
    let (scene_path, name) = (|| SCENE.to_owned(), String::new);
    for edit in [
        Edit::RenameObject { scene: scene_path(), object: at("Hero"), name: name() },
        Edit::DuplicateObject { scene: scene_path(), object: at("Hero"), name: Some(name()) },
        Edit::CreateObject {
            scene: scene_path(),
            parent: None,
            sibling: None,
            name: name(),
            class: None,
            components: Vec::new(),
        },
    ] {
        let refused = refusal(&project(&scene()), edit);
        assert_eq!(refused, "The name '' is refused: an object needs a name");
    }
}

/// Unity unpacks packages there anew, and what was changed is gone.
#[test]
fn what_unity_makes_itself_is_not_edited() {
    let fixture = Fixture::new(&project(&scene()));
    let path = "Library/PackageCache/com.x@1/a.unity";
    fixture.write(path, format!("{HEAD}{}", scene().concat()));
    let name = "X".to_owned();
    let edit = Edit::RenameObject { scene: path.to_owned(), object: at("Hero"), name };
    let refused = plan(&fixture, &[edit]).unwrap_err().to_string();
    assert!(refused.contains("only files below Assets and Packages"), "{refused}");
}
