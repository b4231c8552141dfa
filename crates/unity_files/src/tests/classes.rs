//! Classes of whole projects: what they are to Unity, and what they are compiled into.

use scenewright_engine::{Context, Engine, Reading};
use scenewright_model::ScriptClass;
use scenewright_testkit::Fixture;

use super::engine;

fn classes(project: &str) -> Reading<Vec<ScriptClass>> {
    let fixture = Fixture::new(project);
    let engine = engine(&fixture);
    engine.as_classes().unwrap().classes(&Context::unbounded()).unwrap()
}

fn kinds(project: &str) -> Vec<String> {
    let classes = classes(project).value;
    classes.iter().map(|class| format!("{} {:?}", class.name, class.kind)).collect()
}

#[test]
fn kinds_follow_bases_through_the_project() {
    let found = kinds(
        "
//- /Assets/A.cs
using UnityEngine; using Game.Core;
class Leaf : Middle {}
class Item : ScriptableObject {}
class Plain : System.Exception {}
class Tool : Game.Core.Window {}
//- /Assets/B.cs
namespace Game.Core {
  class Middle : Root<int> {}
  class Root<T> : UnityEngine.MonoBehaviour {}
  class Root : Item {}
  class Window : UnityEditor.EditorWindow {}
}
//- /Assets/Parts1.cs
partial class Parts {}
//- /Assets/Parts2.cs
partial class Parts : IThing, Leaf {}
",
    );
    assert_eq!(
        found,
        [
            "Item ScriptableObject",
            "Leaf MonoBehaviour",
            "Parts MonoBehaviour",
            "Parts MonoBehaviour",
            "Plain Other",
            "Tool Editor",
            "Middle MonoBehaviour",
            "Root MonoBehaviour",
            "Root ScriptableObject",
            "Window Editor",
        ]
    );
}

#[test]
fn a_project_may_have_names_of_its_own() {
    let found = kinds(
        "
//- /Assets/A.cs
namespace Shop { class Editor {} class Level : Editor {} class Loop : Loop {} class A : B {} class B : A {} }
namespace Other { class Window : Editor {} }
namespace UI { using Shop; class Map : Editor {} }
",
    );
    assert_eq!(
        found,
        [
            "Window Other",
            "A Other",
            "B Other",
            "Editor Other",
            "Level Other",
            "Loop Other",
            "Map Other"
        ],
        "`using` counts for the whole file"
    );
}

#[test]
fn bases_outside_the_sources_are_said() {
    let found =
        classes("//- /Assets/A.cs\nclass A : OVRThing, IFace {} class B : IFace {} class C {}\n");
    assert_eq!(
        found.diagnostics,
        [
            "Classes whose base is not declared in the project: 1 (e.g. one derives from OVRThing). Their kind is reported as other."
        ]
    );
}

#[test]
fn assemblies_are_the_nearest_definition() {
    let found = classes(
        r#"
//- /Assets/A.cs
class A {}
//- /Assets/A.cs.meta
fileFormatVersion: 2
guid: 0123456789abcdef0123456789abcdef
//- /Assets/Editor/B.cs
class B {}
//- /Assets/Plugins/Editor/C.cs
class C {}
//- /Assets/Plugins/D.cs
class D {}
//- /Assets/Lib/Lib.asmdef
{ "name": "My.Lib" }
//- /Assets/Lib/Lib.asmdef.meta
guid: aaaabbbbccccddddaaaabbbbccccdddd
//- /Assets/Lib/Deep/Editor/E.cs
class E {}
//- /Assets/Ref/Ref.asmref
{ "reference": "GUID:aaaabbbbccccddddaaaabbbbccccdddd" }
//- /Assets/Ref/F.cs
class F {}
//- /Packages/com.x/G.cs
class G {}
//- /Assets/Samples~/H.cs
class H {}
"#,
    );
    let listed: Vec<_> = found
        .value
        .iter()
        .map(|class| (class.name.as_str(), class.assembly.as_deref().unwrap_or("-")))
        .collect();
    assert_eq!(
        listed,
        [
            ("A", "Assembly-CSharp"),
            ("B", "Assembly-CSharp-Editor"),
            ("C", "Assembly-CSharp-Editor-firstpass"),
            ("D", "Assembly-CSharp-firstpass"),
            ("E", "My.Lib"),
            ("F", "My.Lib"),
            ("G", "-"),
        ]
    );
    assert_eq!(found.value[0].guid.as_deref(), Some("0123456789abcdef0123456789abcdef"));
}

#[test]
fn a_long_chain_of_bases_is_followed() {
    let mut text = String::from("//- /Assets/A.cs\nclass C0 : MonoBehaviour {}\n");
    for n in 1..20_000 {
        text += &format!("class C{n} : C{} {{}}\n", n - 1);
    }
    let kinds = kinds(&text);
    assert_eq!(kinds.len(), 20_000);
    assert!(kinds.iter().all(|kind| kind.ends_with("MonoBehaviour")));
}
