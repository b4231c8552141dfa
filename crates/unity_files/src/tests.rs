//! Tests of whole projects: fixtures in; hierarchies, findings and errors out.

mod assets;
mod classes;
mod findings;
mod garbage;
mod hierarchy;
mod kinds;
mod members;
mod mixers;
pub(crate) mod models;
mod old_files;
mod packages;
mod prefabs;
mod project_settings;
mod sample;
mod settings;
mod verdicts;

use scenewright_engine::{Context, Engine, EngineError, Reading};
use scenewright_model::{Component, ComponentScript, Findings, Scene};
use scenewright_testkit::Fixture;

use super::UnityFormat;
use scenewright_project_files::FileEngine;
use scenewright_project_files::root::ProjectRoot;

fn engine(fixture: &Fixture) -> FileEngine {
    FileEngine::new(UnityFormat::new(ProjectRoot::new(fixture.root())), None)
}

fn scene(project: &str, path: &str) -> (String, Vec<String>) {
    let read = engine(&Fixture::new(project)).scene(path, &Context::unbounded());
    let Reading { value, diagnostics, .. } =
        read.unwrap_or_else(|error| panic!("{path} is readable: {error}"));
    (outline(&value), diagnostics)
}

fn refusal(project: &str, path: &str) -> EngineError {
    let read = engine(&Fixture::new(project)).scene(path, &Context::unbounded());
    read.expect_err("the scene is refused")
}

fn missing(project: &str) -> Reading<Findings> {
    missing_in(&engine(&Fixture::new(project)))
}

fn missing_in(engine: &FileEngine) -> Reading<Findings> {
    let references = engine.as_references().unwrap();
    references.missing(&Context::unbounded()).unwrap()
}

/// One line per object, indented: `Name [Transform, Camera] inactive`.
fn outline(scene: &Scene) -> String {
    let mut depths: Vec<usize> = Vec::new();
    let mut text = String::new();
    for object in &scene.objects {
        let depth = object.parent.map_or(0, |above| depths[above.0 as usize] + 1);
        depths.push(depth);
        let names: Vec<&str> = object.components.iter().map(|component| name(component)).collect();
        let state = if object.active { "" } else { " inactive" };
        let (indent, name) = ("  ".repeat(depth), &object.name);
        text += &format!("{indent}{name} [{}]{state}\n", names.join(", "));
    }
    text
}

fn name(component: &Component) -> &str {
    &component.type_name
}

fn scripts(project: &str, path: &str) -> Vec<(String, ComponentScript)> {
    scripts_in(&Fixture::new(project), path)
}

fn scripts_in(fixture: &Fixture, path: &str) -> Vec<(String, ComponentScript)> {
    let scene = engine(fixture).scene(path, &Context::unbounded()).unwrap();
    let components = scene.value.objects.iter().flat_map(|object| &object.components);
    components
        .filter(|component| component.script != ComponentScript::BuiltIn)
        .map(|component| (component.type_name.clone(), component.script.clone()))
        .collect()
}

/// A GameObject and its Transform, whose ids are `id` and `id` + 1.
fn object(id: i64, name: &str, father: i64, children: &[i64]) -> String {
    object_with(id, name, father, children, &[])
}

fn object_with(id: i64, name: &str, father: i64, children: &[i64], components: &[i64]) -> String {
    let transform = id + 1;
    let listed: String =
        components.iter().map(|id| format!("  - component: {{fileID: {id}}}\n")).collect();
    let children: String = children.iter().map(|id| format!("\n  - {{fileID: {id}}}")).collect();
    format!(
        "--- !u!1 &{id}\nGameObject:\n  m_Component:\n  - component: {{fileID: {transform}}}\n{listed}  m_Name: {name}\n  m_IsActive: 1\n\
         --- !u!4 &{transform}\nTransform:\n  m_GameObject: {{fileID: {id}}}\n  m_Children:{children}\n  m_Father: {{fileID: {father}}}\n"
    )
}

/// A component of class `class` with a line of fields.
fn part(class: &str, id: i64, owner: i64, fields: &str) -> String {
    let (number, name) = class.split_once(' ').unwrap();
    format!("--- !u!{number} &{id}\n{name}:\n  m_GameObject: {{fileID: {owner}}}\n  {fields}\n")
}

fn file(path: &str, documents: &[String]) -> String {
    let documents = documents.concat();
    format!("//- /{path}\n%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n{documents}")
}

fn meta(path: &str, guid: &str) -> String {
    format!("//- /{path}.meta\nfileFormatVersion: 2\nguid: {guid}\n")
}

/// An asset without Unity text, with its `.meta` file.
fn asset(path: &str, guid: &str) -> String {
    format!("//- /{path}\n") + &meta(path, guid)
}
