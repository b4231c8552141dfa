//! Outlines of large scenes, which are made up: real ones end at 4 MB.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::load::Link;
use super::mcp::list_tools;
use super::program::{Program, target_folder};
use super::running::Running;
use super::stats::{Samples, ratio, time};
use super::table::Table;
use crate::Result;

const RUNS: usize = 10;
const SMALL: usize = 4_000_000;
const LARGE: usize = 100_000_000;

/// One engine's projects, with one scene each: the index of a large one would count for a small one, too.
struct MadeUp {
    folder: &'static str,
    /// What makes the folder a project.
    marker: (&'static str, &'static str),
    /// The file, and how the engine names it.
    scene: (&'static str, &'static str),
    text: fn(usize) -> String,
}

const PROJECTS: [MadeUp; 2] = [
    MadeUp {
        folder: "bench/scenes",
        marker: ("ProjectSettings/ProjectVersion.txt", "m_EditorVersion: 2022.3.10f1\n"),
        scene: ("Assets/Main.unity", "Assets/Main.unity"),
        text: scene,
    },
    MadeUp {
        folder: "bench/godot-scenes",
        marker: (
            "project.godot",
            "config_version=5\n\n[application]\n\nconfig/name=\"Big\"\nconfig/features=PackedStringArray(\"4.6\")\n",
        ),
        scene: ("main.tscn", "res://main.tscn"),
        text: godot_scene,
    },
];

pub(super) fn run(program: &Program) -> Result {
    let mut table = Table::new([
        "outline",
        "size",
        "first",
        "goal",
        "later",
        "read the file",
        "× floor",
        "peak memory",
        "× the file",
        "goal",
    ]);
    for made_up in &PROJECTS {
        let (file, scene) = made_up.scene;
        for bytes in [SMALL, LARGE] {
            let project = made_up.write(bytes)?;
            let floor = read(&project.join(file))?;
            let (first, later, memory) = measure(program, &project, scene)?;
            let is_large = bytes == LARGE;
            let goal = |goal: &str| if is_large { goal.to_owned() } else { String::new() };
            table.row([
                scene.to_owned(),
                format!("{} MB", bytes / 1_000_000),
                time(first),
                goal("≤ 250 ms"),
                time(later),
                time(floor),
                ratio(later, floor),
                memory.map_or("only on Linux".to_owned(), |bytes| {
                    format!("{} MB", bytes / 1_000_000)
                }),
                memory
                    .map_or_else(String::new, |peak| format!("{:.1}×", peak as f64 / bytes as f64)),
                goal("≤ 1.6×"),
            ]);
        }
    }
    table.print();
    println!("`first`: once the index is there; `later`: the median of {RUNS}");
    Ok(())
}

impl MadeUp {
    fn write(&self, bytes: usize) -> Result<PathBuf> {
        let project = target_folder()?.join(format!("{}-{}", self.folder, bytes / 1_000_000));
        let (marker, content) = self.marker;
        write(&project.join(marker), content)?;
        let file = project.join(self.scene.0);
        if fs::metadata(&file).map_or(0, |file| file.len()) < bytes as u64 {
            write(&file, &(self.text)(bytes))?;
        }
        Ok(project)
    }
}

fn write(file: &Path, content: &str) -> Result {
    fs::create_dir_all(file.parent().unwrap_or(file))?;
    Ok(fs::write(file, content)?)
}

fn measure(
    program: &Program,
    project: &Path,
    scene: &str,
) -> Result<(Duration, Duration, Option<u64>)> {
    let (running, mut lines) = Running::over_stdio(&mut program.mcp(project)?)?;
    list_tools(&mut lines)?;
    let mut call = |tool: &str, argument: &str| -> Result<Duration> {
        let request = format!(
            r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{{"name":"{tool}","arguments":{{"{argument}":"{scene}"}}}}}}"#
        );
        let begun = Instant::now();
        lines.send(&request)?;
        lines.receive()?;
        Ok(begun.elapsed())
    };
    // Its answer needs the index, and no scene.
    call("asset_info", "assetPath")?;
    let first = call("scene_hierarchy_dump", "scenePath")?;
    let memory = running.peak_memory();
    let later: Result<Vec<Duration>> =
        (0..RUNS).map(|_| call("scene_hierarchy_dump", "scenePath")).collect();
    Ok((first, Samples::new(later?).median(), memory))
}

fn read(path: &Path) -> Result<Duration> {
    let mut times = Vec::new();
    for _ in 0..RUNS {
        let begun = Instant::now();
        fs::read(path)?;
        times.push(begun.elapsed());
    }
    Ok(Samples::new(times).median())
}

/// Groups of ten objects: a parent with nine children, each with a mesh.
fn scene(bytes: usize) -> String {
    let mut text = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n".to_owned();
    let mut group = 0;
    while text.len() < bytes {
        for child in 0..10 {
            add_object(&mut text, group, child);
        }
        group += 1;
    }
    text
}

fn add_object(text: &mut String, group: u64, child: u64) {
    let id = |child: u64, part: u64| 1000 + group * 100 + child * 10 + part;
    let [object, transform, renderer, filter] = [0, 1, 2, 3].map(|part| id(child, part));
    let father = if child == 0 { 0 } else { id(0, 1) };
    let order = if child == 0 { group } else { child - 1 };
    let children: String = match child {
        0 => (1..10).map(|child| format!("\n  - {{fileID: {}}}", id(child, 1))).collect(),
        _ => " []".to_owned(),
    };
    let _ = write!(
        text,
        "--- !u!1 &{object}\nGameObject:\n  m_ObjectHideFlags: 0\n  m_CorrespondingSourceObject: {{fileID: 0}}\n  m_PrefabInstance: {{fileID: 0}}\n  m_PrefabAsset: {{fileID: 0}}\n  serializedVersion: 6\n  m_Component:\n  - component: {{fileID: {transform}}}\n  - component: {{fileID: {renderer}}}\n  - component: {{fileID: {filter}}}\n  m_Layer: 0\n  m_Name: Object {group}-{child}\n  m_TagString: Untagged\n  m_IsActive: 1\n\
         --- !u!4 &{transform}\nTransform:\n  m_GameObject: {{fileID: {object}}}\n  m_LocalRotation: {{x: -0, y: -0, z: -0, w: 1}}\n  m_LocalPosition: {{x: {group}.5, y: 0, z: {child}.25}}\n  m_LocalScale: {{x: 1, y: 1, z: 1}}\n  m_Children:{children}\n  m_Father: {{fileID: {father}}}\n  m_RootOrder: {order}\n  m_LocalEulerAnglesHint: {{x: 0, y: 0, z: 0}}\n\
         --- !u!23 &{renderer}\nMeshRenderer:\n  m_GameObject: {{fileID: {object}}}\n  m_Enabled: 1\n  m_CastShadows: 1\n  m_ReceiveShadows: 1\n  m_Materials:\n  - {{fileID: 10303, guid: 0000000000000000f000000000000000, type: 0}}\n  m_StaticBatchInfo:\n    firstSubMesh: 0\n    subMeshCount: 0\n  m_ProbeAnchor: {{fileID: 0}}\n\
         --- !u!33 &{filter}\nMeshFilter:\n  m_GameObject: {{fileID: {object}}}\n  m_Mesh: {{fileID: 10202, guid: 0000000000000000e000000000000000, type: 0}}\n"
    );
}

/// Groups of ten nodes: a body with nine shapes.
fn godot_scene(bytes: usize) -> String {
    let mut text = "[gd_scene format=3 uid=\"uid://bmadeupscene1\"]\n\n[sub_resource type=\"RectangleShape2D\" id=\"Shape_1\"]\nsize = Vector2(4, 4)\n\n[node name=\"Main\" type=\"Node2D\"]\n".to_owned();
    let mut group = 0;
    while text.len() < bytes {
        let _ = write!(
            text,
            "\n[node name=\"Object{group}\" type=\"StaticBody2D\" parent=\".\"]\nposition = Vector2({group}.5, -3)\ncollision_layer = 3\nmetadata/kind = &\"stone\"\n"
        );
        for child in 0..9 {
            let _ = write!(
                text,
                "\n[node name=\"Part{child}\" type=\"CollisionShape2D\" parent=\"Object{group}\" groups=[\"parts\"]]\nmodulate = Color(0.5, 0.25, 1, 1)\nposition = Vector2({child}.25, 1)\nrotation = 0.7853982\nshape = SubResource(\"Shape_1\")\n"
            );
        }
        group += 1;
    }
    text
}
