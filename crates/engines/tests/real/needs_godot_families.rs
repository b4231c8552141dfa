//! A real Godot is the judge of the types of properties that depend on the instance: each family is written by an
//! edit, and Godot loads the value, lists the property with the same type, and has what was written.

mod cases;

use std::fmt::Write;
use std::fs;

use scenewright_engine::Context;
use scenewright_engines::{find, open};
use scenewright_godot_files::judged::{DynamicFamily, dynamic_families, dynamic_family};
use scenewright_model::{Edit, EditValue, ObjectRef};
use scenewright_testkit::Fixture;
use serde::Deserialize;

use crate::needs_godot::godot;
use cases::{CASES, CasePlace, FamilyCase, NODES, OBJECTS, RESOURCES, TILE_SET};

const JUDGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/real/read_properties.gd");
const SCENE: &str = "res://cases.tscn";

/// Where Godot's list of properties contradicts the values that it returns and saves.
const LISTED_WRONGLY: &[(&str, &str)] = &[
    ("SceneReplicationConfig", "properties/#/path"),
    ("SceneReplicationConfig", "properties/#/spawn"),
    ("AnimationPlayer", "next/*"),
    ("TileSet", "sources/#"),
    ("TileSetScenesCollectionSource", "scenes/#/scene"),
    ("TileSetAtlasSource", "*/animation_separation"),
    ("TileSetAtlasSource", "*/physics_layer_#/polygon_#/points"),
    ("AudioBusLayout", "bus/#/name"),
    ("AudioBusLayout", "bus/#/send"),
];

/// One property of a case.
struct WrittenProperty {
    case: usize,
    name: &'static str,
    family: &'static DynamicFamily,
    value: EditValue,
    /// Godot has this very value afterwards.
    is_kept: bool,
}

/// What `read_properties.gd` says about a property.
#[derive(Deserialize)]
struct JudgedProperty {
    /// Of the value that Godot has after loading.
    value_type: String,
    /// All classes of an object, its own first.
    classes: Vec<String>,
    text: String,
    /// In `get_property_list`; empty if the property is not listed.
    listed_type: String,
    listed_hint: String,
}

#[test]
fn every_family_has_the_type_that_godot_gives_it() {
    let written = written_properties();
    let project = project();
    let edits: Vec<Edit> = written.iter().map(WrittenProperty::edit).collect();
    let engine = open(&find(&project.path("game")).unwrap());
    let planned = engine.as_editing().unwrap().plan(&edits, &Context::unbounded());
    let planned = planned.unwrap_or_else(|error| panic!("{error}")).value;
    for file in planned.files {
        project.write(&format!("game/{}", file.path), file.after.unwrap());
    }
    let judged = judge(&project, &written);
    let all = written.iter().zip(&judged);
    let wrong: Vec<String> =
        all.filter_map(|(property, godot)| property.disagreement(godot)).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), written.len(), wrong.join("\n"));
}

/// A family without a case would never be judged.
#[test]
fn every_family_has_a_case() {
    let judged: Vec<_> = written_properties()
        .into_iter()
        .map(|property| (property.family.class, property.family.pattern))
        .collect();
    let missing: Vec<_> = dynamic_families()
        .iter()
        .map(|family| (family.class, family.pattern))
        .filter(|pattern| !judged.contains(pattern))
        .collect();
    assert!(missing.is_empty(), "{missing:#?}");
}

fn written_properties() -> Vec<WrittenProperty> {
    let mut written = Vec::new();
    for (case, FamilyCase { class, properties, .. }) in CASES.iter().enumerate() {
        for property in *properties {
            let (name, value) = property.split_once(['=', '~']).unzip();
            let name = name.unwrap_or(property);
            let family = dynamic_family(class, name);
            let family = family.unwrap_or_else(|| panic!("{class} {name} is of no family"));
            let value = value.map_or_else(|| sample(family.type_name), |text| stated(family, text));
            let is_kept = !property.contains('~');
            written.push(WrittenProperty { case, name, family, value, is_kept });
        }
    }
    written
}

fn is_dictionary(family: &DynamicFamily) -> bool {
    family.type_name.starts_with("Dictionary[")
}

/// In Godot's words; a dictionary as its entries.
fn stated(family: &DynamicFamily, text: &str) -> EditValue {
    if !is_dictionary(family) {
        return EditValue::Literal(text.to_owned());
    }
    let inner: Vec<&str> = text.split('"').collect();
    EditValue::Fields(vec![(inner[1].to_owned(), EditValue::Text(inner[3].to_owned()))])
}

/// A value that is not the default of any property.
fn sample(type_name: &str) -> EditValue {
    let literal = |text: &str| EditValue::Literal(text.to_owned());
    match type_name {
        "bool" => EditValue::Bool(true),
        "int" => EditValue::Int(1),
        "float" => EditValue::Float(0.25),
        "String" | "StringName" => EditValue::Text("Text".to_owned()),
        "NodePath" => literal("NodePath(\"../Target\")"),
        "Vector2" => literal("Vector2(0.25, 0.5)"),
        "Vector2i" => literal("Vector2i(1, 2)"),
        "Vector3" => literal("Vector3(0.25, 0.5, 0.75)"),
        "Quaternion" => literal("Quaternion(1, 0, 0, 0)"),
        "Color" => literal("Color(0.25, 0.5, 0.75, 1)"),
        "Transform3D" => literal("Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 2, 3)"),
        "PackedScene" => EditValue::Text("res://leaf.tscn".to_owned()),
        classes => {
            let file = object_file(classes);
            EditValue::Text(file.unwrap_or_else(|| panic!("no file for {classes}")))
        }
    }
}

/// A resource of the first of some classes.
fn object_file(classes: &str) -> Option<String> {
    let first = classes.split(',').next()?;
    let known = OBJECTS.iter().any(|(class, ..)| *class == first);
    known.then(|| format!("res://{first}.tres"))
}

/// All cases in one scene.
fn project() -> Fixture {
    let project = Fixture::new(PROJECT);
    for (class, actual, body) in OBJECTS {
        let text = format!("[gd_resource type=\"{actual}\" format=3]\n\n[resource]\n{body}");
        project.write(&format!("game/{class}.tres"), text);
    }
    let (mut resources, mut nodes) = (String::new(), String::new());
    for (case, FamilyCase { class, place, setup, .. }) in CASES.iter().enumerate() {
        let node = |parent: &str, class: &str, body: &str| {
            format!("\n[node name=\"Case{case}\" type=\"{class}\" parent=\"{parent}\"]\n{body}\n")
        };
        match place {
            CasePlace::Resource | CasePlace::InTileSet => {
                let it = format!("metadata/it = SubResource(\"case{case}\")");
                write!(resources, "\n[sub_resource type=\"{class}\" id=\"case{case}\"]\n{setup}\n")
                    .unwrap();
                nodes.push_str(&node(".", "Node", &it));
            }
            CasePlace::InSkeleton => nodes.push_str(&node("Skeleton", class, setup)),
            CasePlace::Node { children } => {
                nodes.push_str(&node(".", class, setup));
                for child in ["One", "Two"].iter().filter(|_| !children.is_empty()) {
                    let head = format!("name=\"{child}\" type=\"{children}\"");
                    write!(nodes, "\n[node {head} parent=\"Case{case}\"]\n").unwrap();
                }
            }
        }
        if let CasePlace::InTileSet = place {
            let set = TILE_SET.replace("SOURCE", &format!("case{case}"));
            resources.push_str(&set);
            nodes.push_str("metadata/set = SubResource(\"tile_set\")\n");
        }
    }
    let scene = format!("[gd_scene format=3]\n{RESOURCES}{resources}{NODES}{nodes}");
    project.write("game/cases.tscn", scene);
    project
}

const PROJECT: &str = r#"
//- /game/project.godot
config_version=5
//- /game/leaf.tscn
[gd_scene format=3]

[node name="Leaf" type="Node2D"]
"#;

fn judge(project: &Fixture, written: &[WrittenProperty]) -> Vec<JudgedProperty> {
    let asked: Vec<[String; 2]> = written
        .iter()
        .map(|property| match is_dictionary(property.family) {
            // It is only read; what it contains are properties of their own.
            true => [property.path(), "libraries/moves".to_owned()],
            false => [property.path(), property.name.to_owned()],
        })
        .collect();
    project.write("game/asked.json", serde_json::to_vec(&asked).unwrap());
    project.write("game/judge.gd", fs::read(JUDGE).unwrap());
    let output = godot(project, &["--script", "res://judge.gd", "--", SCENE]);
    let lines = output.lines().filter(|line| line.starts_with('{'));
    let judged: Vec<_> = lines.map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(judged.len(), written.len(), "{output}");
    judged
}

impl WrittenProperty {
    /// The node of the case, from the root.
    fn path(&self) -> String {
        match CASES[self.case].place {
            CasePlace::InSkeleton => format!("Skeleton/Case{}", self.case),
            _ => format!("Case{}", self.case),
        }
    }

    fn edit(&self) -> Edit {
        let member = match CASES[self.case].place {
            CasePlace::Resource | CasePlace::InTileSet => format!("metadata/it:{}", self.name),
            _ => self.name.to_owned(),
        };
        Edit::SetMember {
            scene: SCENE.to_owned(),
            object: ObjectRef::Path(format!("Cases/{}", self.path())),
            component: None,
            member,
            value: self.value.clone(),
        }
    }

    /// What Godot says otherwise.
    fn disagreement(&self, godot: &JudgedProperty) -> Option<String> {
        let DynamicFamily { class, pattern, type_name } = *self.family;
        let classes = match is_dictionary(self.family) {
            true => Some("AnimationLibrary"),
            false => {
                Some(type_name).filter(|name| *name == "PackedScene" || object_file(name).is_some())
            }
        };
        let ours = if classes.is_some() { "Object" } else { type_name };
        let mut wrong = Vec::new();
        if godot.value_type != ours {
            wrong.push(format!("the value is {} {}", godot.value_type, godot.text));
        }
        let is_one_of =
            |classes: &str| classes.split(',').any(|it| godot.classes.iter().any(|own| own == it));
        if classes.is_some_and(|classes| !is_one_of(classes)) {
            wrong.push(format!("the value is of the classes {:?}", godot.classes));
        }
        if self.expected_text().is_some_and(|text| !is_same(&text, &godot.text)) {
            wrong.push(format!("{:?} is loaded as {}", self.value, godot.text));
        }
        let is_listed =
            !godot.listed_type.is_empty() && !LISTED_WRONGLY.contains(&(class, pattern));
        if is_listed && godot.listed_type != ours {
            wrong.push(format!("it is listed as {}", godot.listed_type));
        }
        let has_hint = is_listed && !godot.listed_hint.is_empty();
        if classes.is_some_and(|classes| has_hint && godot.listed_hint != classes) {
            wrong.push(format!("it is listed as {}", godot.listed_hint));
        }
        let place = format!("{} {}", CASES[self.case].class, self.name);
        (!wrong.is_empty()).then(|| format!("{place} ({type_name}): {}", wrong.join("; ")))
    }

    /// As `var_to_str` writes it; `None` for objects.
    fn expected_text(&self) -> Option<String> {
        let text = match &self.value {
            EditValue::Bool(value) => value.to_string(),
            EditValue::Int(value) => value.to_string(),
            EditValue::Float(value) => value.to_string(),
            EditValue::Text(text) if text.starts_with("res://") => return None,
            EditValue::Text(text) if self.family.type_name == "StringName" => {
                format!("&\"{text}\"")
            }
            EditValue::Text(text) => format!("\"{text}\""),
            EditValue::Literal(text) if text.contains("SubResource") => return None,
            EditValue::Literal(text) => text.clone(),
            _ => return None,
        };
        Some(text).filter(|_| self.is_kept)
    }
}

/// Angles are converted and lose a digit.
fn is_same(ours: &str, godots: &str) -> bool {
    match (ours.parse::<f64>(), godots.parse::<f64>()) {
        (Ok(ours), Ok(godots)) => (ours - godots).abs() < 1e-6,
        _ => ours == godots,
    }
}
