//! Sets one member in a generated scene repeatedly, and prints the time beside that of reading the same
//! file: one JSON object per line on stdout. `cargo xtask bench edit` runs it.
//!
//! `cargo run --release -p scenewright-engines --example edit_bench -- FOLDER MEGABYTES`

#![expect(clippy::print_stdout, reason = "its output is what it is for")]

#[path = "shared/made_up.rs"]
mod made_up;

use std::error::Error;
use std::fs::{self, File};
use std::hint::black_box;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use scenewright_engine::{Context, Engine};
use scenewright_engines::{EngineEnvironment, find, open_in};
use scenewright_model::{ComponentRef, Edit, EditMode, EditValue, EngineKind, ObjectRef};
use serde_json::{Value, json};

use made_up::MadeUp;

/// As the program has it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// For a scene of 10 MB; larger ones take longer, and differ less.
const ROUNDS: usize = 15;
const MIN_ROUNDS: usize = 5;

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

fn main() -> Outcome {
    let mut arguments = std::env::args_os().skip(1);
    let usage = "say where and how large: edit_bench FOLDER MEGABYTES";
    let folder = PathBuf::from(arguments.next().ok_or(usage)?);
    let size = arguments.next().and_then(|size| size.into_string().ok());
    let bytes = size.and_then(|size| size.parse::<usize>().ok()).ok_or(usage)? * 1_000_000;
    for made_up in [made_up::unity(bytes), made_up::godot(bytes)] {
        println!("{}", measure(&folder, &made_up, bytes)?);
    }
    Ok(())
}

/// In turns, so that a busy moment of the machine falls on all of them.
fn measure(folder: &Path, made_up: &MadeUp, bytes: usize) -> Outcome<Value> {
    let root = folder.join(made_up.folder);
    let data = folder.join("data");
    for (path, text) in &made_up.files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap_or(&root))?;
        fs::write(path, text)?;
    }
    let file = root.join(made_up.scene.trim_start_matches("res://"));
    let around = EngineEnvironment { data: Some(data), ..EngineEnvironment::default() };
    let engine = open_in(&find(&root)?, around);
    let cx = Context::unbounded();
    engine.scene(made_up.scene, &cx)?;
    let mut rows = [
        ("read", vec![]),
        ("scene", vec![]),
        ("rewrite", vec![]),
        ("plan", vec![]),
        ("edit", vec![]),
    ];
    let rounds = (ROUNDS * 10_000_000 / bytes.max(10_000_000)).max(MIN_ROUNDS);
    for round in 0..rounds {
        let edits = [edit(made_up, round as f64 + 0.5)];
        let times = [
            timed(|| Ok(fs::read(&file).map(black_box).map(drop)?))?,
            // The edit before changed the file, so that no kept scene can be handed out.
            timed(|| Ok(engine.scene(made_up.scene, &cx).map(drop)?))?,
            timed(|| rewrite(&file))?,
            timed(|| plan(&*engine, &edits).map(drop))?,
            timed(|| save(&*engine, &edits))?,
        ];
        for ((_, all), time) in rows.iter_mut().zip(times) {
            all.push(time);
        }
    }
    let times: serde_json::Map<String, Value> =
        rows.into_iter().map(|(name, times)| (name.to_owned(), json!(times))).collect();
    Ok(
        json!({ "engine": made_up.folder, "bytes": fs::metadata(&file)?.len(), "nanoseconds": times }),
    )
}

fn timed(work: impl FnOnce() -> Outcome) -> Outcome<u64> {
    let begun = Instant::now();
    work()?;
    Ok(u64::try_from(begun.elapsed().as_nanos())?)
}

fn plan(engine: &dyn Engine, edits: &[Edit]) -> Outcome<usize> {
    let editing = engine.as_editing().ok_or("the engine does not write")?;
    Ok(editing.plan(edits, &Context::unbounded())?.value.files.len())
}

fn save(engine: &dyn Engine, edits: &[Edit]) -> Outcome {
    let editing = engine.as_editing().ok_or("the engine does not write")?;
    let edited = editing.edit(edits, "bench", EditMode::Save, &Context::unbounded())?.value;
    match (edited.handle, edited.files.as_slice()) {
        (Some(_), [file]) if file.lines_added == 1 && file.lines_removed == 1 => Ok(()),
        _ => Err("one line of one file must change".into()),
    }
}

/// The same bytes again, on the disk and all at once: what any safe edit has to do at least.
fn rewrite(file: &Path) -> Outcome {
    let bytes = fs::read(file)?;
    let beside = file.with_extension("tmp");
    let mut new = File::create(&beside)?;
    new.write_all(&bytes)?;
    new.sync_all()?;
    fs::rename(&beside, file)?;
    if cfg!(unix) {
        File::open(file.parent().unwrap_or(file))?.sync_all()?;
    }
    Ok(())
}

fn edit(made_up: &MadeUp, value: f64) -> Edit {
    let is_unity = made_up.kind == EngineKind::UNITY;
    Edit::SetMember {
        scene: made_up.scene.to_owned(),
        object: ObjectRef::Path(made_up.object.clone()),
        component: is_unity.then(|| ComponentRef::Type("Transform".to_owned())),
        member: if is_unity { "m_LocalPosition.x" } else { "position.x" }.to_owned(),
        value: EditValue::Float(value),
    }
}
