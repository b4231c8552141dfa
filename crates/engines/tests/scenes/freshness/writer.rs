//! Changes files in a folder of its own, and knows what is there after each change.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// How many files the scenes reference.
pub(super) const TARGETS: u64 = 5;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SceneFormat {
    Unity,
    Godot,
}

pub(super) struct SceneWriter {
    pub(super) format: SceneFormat,
    root: PathBuf,
    folder: String,
    /// The paths of each change, noted before it begins.
    begun: Mutex<Vec<Vec<String>>>,
    state: Mutex<WriterState>,
    random: Mutex<Random>,
}

struct WriterState {
    /// How many changes are done.
    done: usize,
    /// The scenes by project-relative path, with the number in each.
    scenes: BTreeMap<String, u64>,
    /// The paths of the last changes.
    recent: Vec<String>,
    next: u64,
}

/// Numbers that look random and are the same in each run.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

impl SceneFormat {
    pub(super) fn scene_ending(self) -> &'static str {
        match self {
            SceneFormat::Unity => ".unity",
            SceneFormat::Godot => ".tscn",
        }
    }

    pub(super) fn target_ending(self) -> &'static str {
        match self {
            SceneFormat::Unity => ".mat",
            SceneFormat::Godot => ".tres",
        }
    }

    pub(super) fn target(self, number: u64) -> String {
        match self {
            SceneFormat::Unity => format!("Assets/target{number}.mat"),
            SceneFormat::Godot => format!("target{number}.tres"),
        }
    }

    pub(super) fn engine_path(self, path: &str) -> String {
        match self {
            SceneFormat::Unity => path.to_owned(),
            SceneFormat::Godot => format!("res://{path}"),
        }
    }

    pub(super) fn write_target(self, root: &Path, number: u64) {
        let path = root.join(self.target(number));
        match self {
            SceneFormat::Unity => {
                fs::write(&path, "%YAML 1.1\n--- !u!21 &2100000\nMaterial:\n  m_Name: x\n")
                    .unwrap();
                let meta = format!("fileFormatVersion: 2\nguid: {}\n", guid(number));
                fs::write(path.with_extension("mat.meta"), meta).unwrap();
            }
            SceneFormat::Godot => {
                fs::write(path, "[gd_resource type=\"Resource\" format=3]\n").unwrap()
            }
        }
    }

    /// A member of the root's first component that has the number, too.
    pub(super) fn member(self) -> &'static str {
        match self {
            SceneFormat::Unity => "m_RootOrder",
            SceneFormat::Godot => "process_priority",
        }
    }

    pub(super) fn scene(self, value: u64) -> String {
        let target = value % TARGETS;
        match self {
            SceneFormat::Unity => format!(
                "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!1 &1\nGameObject:\n  m_Component:\n  - component: {{fileID: 2}}\n  - component: {{fileID: 3}}\n  m_Name: v{value}\n--- !u!4 &2\nTransform:\n  m_GameObject: {{fileID: 1}}\n  m_Children: []\n  m_Father: {{fileID: 0}}\n  m_RootOrder: {value}\n--- !u!23 &3\nMeshRenderer:\n  m_GameObject: {{fileID: 1}}\n  m_Materials:\n  - {{fileID: 2100000, guid: {}, type: 2}}\n",
                guid(target)
            ),
            SceneFormat::Godot => format!(
                "[gd_scene load_steps=2 format=3]\n\n[ext_resource type=\"Resource\" path=\"res://{}\" id=\"1\"]\n\n[node name=\"v{value}\" type=\"Node\"]\nx = ExtResource(\"1\")\nprocess_priority = {value}\n",
                self.target(target)
            ),
        }
    }
}

fn guid(number: u64) -> String {
    format!("{number:032x}").replace('0', "a")
}

impl SceneWriter {
    pub(super) fn new(format: SceneFormat, root: &Path, number: usize) -> SceneWriter {
        let top = if format == SceneFormat::Unity { "Assets/" } else { "" };
        let folder = format!("{top}w{number}");
        fs::create_dir(root.join(&folder)).unwrap();
        let state = WriterState { done: 0, scenes: BTreeMap::new(), recent: Vec::new(), next: 1 };
        SceneWriter {
            format,
            root: root.to_owned(),
            folder,
            begun: Mutex::default(),
            state: Mutex::new(state),
            random: Mutex::new(Random::new(number as u64 + 1)),
        }
    }

    /// How many changes are done, and a file that was changed lately with the number in it.
    pub(super) fn recent_file(&self, random: &mut Random) -> (usize, String, Option<u64>) {
        let state = self.state.lock().unwrap();
        let recent = state.recent.len().min(6);
        let path = match recent {
            0 => format!("{}/none{}", self.folder, self.format.scene_ending()),
            _ => state.recent[state.recent.len() - 1 - random.below(recent)].clone(),
        };
        (state.done, path.clone(), state.scenes.get(&path).copied())
    }

    /// Whether a change that was not done at `done` has begun since.
    pub(super) fn has_touched_since(&self, done: usize, path: &str) -> bool {
        let touches = |touched: &String| {
            path.strip_prefix(touched.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        self.begun.lock().unwrap()[done..].iter().flatten().any(touches)
    }

    pub(super) fn change(&self) {
        let mut random = self.random.lock().unwrap();
        let state = self.state.lock().unwrap();
        let (mut scenes, mut next) = (state.scenes.clone(), state.next);
        drop(state);
        let kind = random.below(9);
        let (one, other) = (self.scene_path(&mut random), self.scene_path(&mut random));
        let (inner, outer) = (self.subfolder(&mut random), self.subfolder(&mut random));
        let touched = match kind {
            0..=3 => vec![one.clone()],
            4 => vec![one.clone(), other.clone()],
            _ => vec![inner.clone(), outer.clone()],
        };
        self.begun.lock().unwrap().push(touched);
        let mut changed = Vec::new();
        match kind {
            // Rewritten in place.
            0 | 1 => self.put(&one, &mut scenes, &mut next, &mut changed, |path, text| {
                fs::write(path, text).unwrap();
            }),
            // Replaced at once.
            2 => self.put(&one, &mut scenes, &mut next, &mut changed, |path, text| {
                let temporary = path.with_extension("tmp");
                fs::write(&temporary, text).unwrap();
                fs::rename(temporary, path).unwrap();
            }),
            3 => self.remove(one, &mut scenes, &mut changed),
            4 => {
                if one != other
                    && scenes.contains_key(&one)
                    && self.make_folder_of(&other)
                    && fs::rename(self.root.join(&one), self.root.join(&other)).is_ok()
                    && let Some(value) = scenes.remove(&one)
                {
                    scenes.insert(other.clone(), value);
                    changed.extend([one, other]);
                }
            }
            // A folder with files in it, all at once.
            5 | 6 => {
                for name in ["a", "b", "deep/c"] {
                    let path = format!("{inner}/{name}{}", self.format.scene_ending());
                    self.put(&path, &mut scenes, &mut next, &mut changed, |path, text| {
                        fs::write(path, text).unwrap();
                    });
                }
            }
            7 => self.remove_folder(&inner, &mut scenes, &mut changed),
            _ if inner != outer => {
                self.remove_folder(&outer, &mut scenes, &mut changed);
                self.move_folder(&inner, &outer, &mut scenes, &mut changed);
            }
            _ => {}
        }
        let mut state = self.state.lock().unwrap();
        state.done += 1;
        (state.scenes, state.next) = (scenes, next);
        state.recent.extend(changed);
        let surplus = state.recent.len().saturating_sub(20);
        state.recent.drain(..surplus);
    }

    fn remove(&self, path: String, scenes: &mut BTreeMap<String, u64>, changed: &mut Vec<String>) {
        if fs::remove_file(self.root.join(&path)).is_ok() {
            scenes.remove(&path);
            changed.push(path);
        }
    }

    fn put(
        &self,
        path: &str,
        scenes: &mut BTreeMap<String, u64>,
        next: &mut u64,
        changed: &mut Vec<String>,
        write: impl Fn(&Path, String),
    ) {
        self.make_folder_of(path);
        *next += 1;
        write(&self.root.join(path), self.format.scene(*next));
        scenes.insert(path.to_owned(), *next);
        changed.push(path.to_owned());
    }

    fn make_folder_of(&self, path: &str) -> bool {
        fs::create_dir_all(self.root.join(path).parent().unwrap()).is_ok()
    }

    fn remove_folder(
        &self,
        folder: &str,
        scenes: &mut BTreeMap<String, u64>,
        changed: &mut Vec<String>,
    ) {
        if fs::remove_dir_all(self.root.join(folder)).is_ok() {
            let inside = format!("{folder}/");
            changed.extend(scenes.keys().filter(|path| path.starts_with(&inside)).cloned());
            scenes.retain(|path, _| !path.starts_with(&inside));
        }
    }

    fn move_folder(
        &self,
        from: &str,
        to: &str,
        scenes: &mut BTreeMap<String, u64>,
        changed: &mut Vec<String>,
    ) {
        if fs::rename(self.root.join(from), self.root.join(to)).is_err() {
            return;
        }
        let inside = format!("{from}/");
        let moved: Vec<String> =
            scenes.keys().filter(|path| path.starts_with(&inside)).cloned().collect();
        for path in moved {
            let target = path.replacen(from, to, 1);
            if let Some(value) = scenes.remove(&path) {
                scenes.insert(target.clone(), value);
            }
            changed.extend([path, target]);
        }
    }

    fn subfolder(&self, random: &mut Random) -> String {
        format!("{}/f{}", self.folder, random.below(4))
    }

    fn scene_path(&self, random: &mut Random) -> String {
        let name = format!("s{}{}", random.below(6), self.format.scene_ending());
        match random.below(3) {
            0 => format!("{}/{name}", self.subfolder(random)),
            _ => format!("{}/{name}", self.folder),
        }
    }
}
