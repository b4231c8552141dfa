//! Hierarchy dumps of large scenes, which are made up: real ones end at 4 MB.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use super::load::Link;
use super::program::{Program, target_folder};
use super::running::Running;
use super::stats::{Samples, ratio, time};
use super::table::Table;
use crate::Result;

const RUNS: usize = 10;
const SCENES: [(&str, usize, &str); 2] =
    [("Assets/Small.unity", 4_000_000, "≤ 10 ms"), ("Assets/Big.unity", 100_000_000, "≤ 400 ms")];

pub(super) fn run(program: &Program) -> Result {
    let project = target_folder()?.join("bench/scenes");
    for folder in ["Assets", "ProjectSettings"] {
        fs::create_dir_all(project.join(folder))?;
    }
    let mut table = Table::new([
        "dump",
        "size",
        "first",
        "later",
        "goal",
        "read the file",
        "× floor",
        "peak memory",
    ]);
    for (path, bytes, _) in SCENES {
        let file = project.join(path);
        if fs::metadata(&file).map_or(0, |file| file.len()) < bytes as u64 {
            fs::write(&file, scene(bytes))?;
        }
    }
    for (path, bytes, goal) in SCENES {
        let floor = read(&project.join(path))?;
        let (first, later, memory) = measure(program, &project, path)?;
        table.row([
            path.to_owned(),
            format!("{} MB", bytes / 1_000_000),
            time(first),
            time(later),
            goal.to_owned(),
            time(floor),
            ratio(later, floor),
            memory.map_or("only on Linux".to_owned(), |bytes| format!("{} MB", bytes / 1_000_000)),
        ]);
    }
    table.print();
    println!("`first`: with the index of both scenes; `later`: the median of {RUNS}");
    Ok(())
}

fn measure(
    program: &Program,
    project: &Path,
    scene: &str,
) -> Result<(Duration, Duration, Option<u64>)> {
    let (running, mut lines) = Running::over_stdio(&mut program.stdio(project)?)?;
    let request = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"tool":"scene.hierarchy.dump","arguments":{{"scenePath":"{scene}"}}}}}}"#
    );
    let mut times = Vec::new();
    for _ in 0..=RUNS {
        let begun = Instant::now();
        lines.send(&request)?;
        lines.receive()?;
        times.push(begun.elapsed());
    }
    let memory = running.peak_memory();
    let first = times.remove(0);
    Ok((first, Samples::new(times).median(), memory))
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
