//! `check` against Godot: what it says when it loads a project, before and after a damage.
//!
//! A *load error* is an error or warning of Godot while it loads and instantiates a file. A *silent* break is one
//! that Godot does not mention: `load_errors.gd` follows the node paths, signals and methods of a loaded scene.
//! Both are compared as differences between the project as it was and with one damage. Recall is the share of
//! damages with new load errors for which `check` has a new finding. Precision is the share of new findings that a
//! new load error or silent break confirms: it is of the same file, and names the target or the node.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use scenewright_testkit::{Fixture, own_projects};

use crate::damages::{Damage, ProjectTexts, damages};
use crate::load_verdicts::{FileVerdict, ProjectVerdicts, judge};
use crate::needs_godot::{copy, godot};
use crate::project_findings::{ComparedFinding, findings};

/// Damages of each kind in each project.
const DAMAGES_OF_A_KIND: usize = 2;

/// The figures of one kind of damage.
#[derive(Debug, Default, Clone, Copy)]
struct DamageScore {
    damages: usize,
    /// With a new load error, and those of them with a new finding.
    errors: usize,
    errors_found: usize,
    /// The same for damages that Godot does not mention.
    silent: usize,
    silent_found: usize,
    findings: usize,
    confirmed: usize,
}

#[derive(Default)]
struct Comparison {
    scores: BTreeMap<&'static str, DamageScore>,
    /// The damages on which both disagree.
    disagreements: Vec<String>,
}

#[test]
fn needs_projects_whose_damages_are_found() {
    let mut comparison = Comparison::default();
    for folder in own_projects() {
        if let Some(project) = imported_copy(&folder) {
            comparison.compare(&project, &folder.display().to_string());
        }
    }
    comparison.print();
    let all = comparison.total();
    let share = |part: usize, whole: usize| part as f64 / whole.max(1) as f64;
    assert!(all.errors > 0, "Godot has something to say about the damages");
    assert!(share(all.errors_found, all.errors) >= 0.95, "recall of load errors: {all:?}");
    assert!(share(all.silent_found, all.silent) >= 0.95, "recall of silent breaks: {all:?}");
    assert!(share(all.confirmed, all.findings) >= 0.98, "precision: {all:?}");
}

/// A small project with a place for every kind of damage: all are found, and nothing else is.
#[test]
fn every_kind_of_damage_is_found_in_a_small_project() {
    let project = Fixture::new(SMALL_PROJECT);
    godot(&project, &["--import"]);
    let mut comparison = Comparison::default();
    comparison.compare(&project, "small");
    comparison.print();
    let all = comparison.total();
    assert_eq!(comparison.disagreements, [""; 0]);
    assert_eq!(comparison.scores.len(), crate::damages::KINDS.len(), "every kind has a place");
    assert!(all.errors > 20 && all.silent > 5, "{all:?}");
}

/// A copy of a project after an import. `None` for a project with C#, which this Godot cannot load.
pub(crate) fn imported_copy(folder: &Path) -> Option<Fixture> {
    let settings = fs::read_to_string(folder.join("project.godot")).unwrap();
    if settings.contains("\"C#\"") {
        return None;
    }
    let project = Fixture::new("");
    copy(folder, &project, "game");
    // Godot's demos are for its next version: here they are judged as projects of the Godot that runs.
    project.write("game/project.godot", settings.replace("\"4.7\"", "\"4.6\""));
    if !project.path("game/.godot/uid_cache.bin").is_file() {
        godot(&project, &["--import"]);
    }
    Some(project)
}

impl Comparison {
    fn compare(&mut self, project: &Fixture, name: &str) {
        let root = project.path("game");
        let texts = texts_below(&root);
        let seed = texts.keys().map(|path| path.len() as u64).sum();
        let damages = damages(&texts, DAMAGES_OF_A_KIND, seed);
        let verdicts = judge(project, &texts, &damages);
        let before = findings(&root);
        for (number, damage) in damages.iter().enumerate() {
            if !verdicts.is_loadable(&damage.file) {
                continue;
            }
            let after = with_damage(&root, damage, || findings(&root));
            let new: Vec<&ComparedFinding> = after
                .difference(&before)
                .filter(|finding| verdicts.is_loadable(&finding.file))
                .collect();
            self.add(name, damage, &new, &verdicts.new_of(number), &verdicts);
        }
    }

    fn add(
        &mut self,
        project: &str,
        damage: &Damage,
        new: &[&ComparedFinding],
        fresh: &BTreeMap<&str, FileVerdict>,
        verdicts: &ProjectVerdicts,
    ) {
        let has_errors = fresh.values().any(|verdict| !verdict.errors.is_empty());
        let has_dead = fresh.values().any(|verdict| !verdict.dead.is_empty());
        let is_wrong = |finding: &&&ComparedFinding| {
            !names_removed(finding, damage) && !is_confirmed(finding, fresh, verdicts)
        };
        let wrong: Vec<&&ComparedFinding> = new.iter().filter(is_wrong).collect();
        let score = self.scores.entry(damage.kind).or_default();
        score.damages += 1;
        score.findings += new.len();
        score.confirmed += new.len() - wrong.len();
        if has_errors {
            score.errors += 1;
            score.errors_found += usize::from(!new.is_empty());
        } else if has_dead {
            score.silent += 1;
            score.silent_found += usize::from(!new.is_empty());
        }
        if !wrong.is_empty() || ((has_errors || has_dead) && new.is_empty()) {
            let Damage { kind, file, what, .. } = damage;
            self.disagreements.push(format!(
                "{project}: {kind} in {file}: {what}\n  unconfirmed: {wrong:#?}\n  Godot: {fresh:#?}"
            ));
        }
    }

    fn total(&self) -> DamageScore {
        let mut all = DamageScore::default();
        for score in self.scores.values() {
            all.damages += score.damages;
            all.errors += score.errors;
            all.errors_found += score.errors_found;
            all.silent += score.silent;
            all.silent_found += score.silent_found;
            all.findings += score.findings;
            all.confirmed += score.confirmed;
        }
        all
    }

    fn print(&self) {
        for disagreement in &self.disagreements {
            println!("{disagreement}");
        }
        for (kind, score) in self.scores.iter().chain([(&"all", &self.total())]) {
            println!(
                "{kind}: {} damages; with load errors {}, found {}; silent {}, found {}; findings {}, confirmed {}",
                score.damages,
                score.errors,
                score.errors_found,
                score.silent,
                score.silent_found,
                score.findings,
                score.confirmed
            );
        }
    }
}

/// Godot does not compile a script again if a file that it preloads is removed.
fn names_removed(finding: &ComparedFinding, damage: &Damage) -> bool {
    let file = damage.file.rsplit('/').next().unwrap_or_default();
    damage.text.is_none() && finding.target.ends_with(file)
}

fn is_confirmed(
    finding: &ComparedFinding,
    fresh: &BTreeMap<&str, FileVerdict>,
    verdicts: &ProjectVerdicts,
) -> bool {
    let target = finding.target.rsplit("::").next().unwrap_or_default();
    let node = finding.object.rsplit('/').next().unwrap_or_default();
    let own = fresh.get(finding.file.as_str());
    // Godot only says in which file it is.
    let is_dangling = finding.kind == "dangling-file-id";
    let names = |error: &String| {
        (!target.is_empty() && error.contains(target))
            || (!node.is_empty() && error.contains(&format!("'{node}'")))
            || (is_dangling && error.contains(&finding.file))
    };
    match finding.kind.as_str() {
        // Godot takes the uid and says nothing.
        "stale-path" => !verdicts.has_file(&finding.target),
        // The file as a whole is wrong.
        _ if finding.target.is_empty() => own.is_some_and(|verdict| !verdict.errors.is_empty()),
        _ => own.is_some_and(|verdict| {
            verdict.dead.iter().any(|(_, dead)| dead == target) || verdict.errors.iter().any(names)
        }),
    }
}

/// Runs `action` while the damage is done.
fn with_damage<T>(root: &Path, damage: &Damage, action: impl FnOnce() -> T) -> T {
    let path = |file: &str| root.join(file.trim_start_matches("res://"));
    let files = damage.files().into_iter();
    let kept: Vec<(String, Vec<u8>)> =
        files.filter_map(|file| fs::read(path(&file)).ok().map(|bytes| (file, bytes))).collect();
    match &damage.text {
        Some(text) => fs::write(path(&damage.file), text).unwrap(),
        None => kept.iter().for_each(|(file, _)| fs::remove_file(path(file)).unwrap()),
    }
    let done = action();
    for (file, bytes) in kept {
        fs::write(path(&file), bytes).unwrap();
    }
    done
}

/// Scenes, resources, scripts and settings.
pub(crate) fn texts_below(root: &Path) -> ProjectTexts {
    let mut texts = ProjectTexts::new();
    let mut open = vec![root.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).unwrap().flatten() {
            let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
            if path.is_dir() {
                let is_project = !path.join("project.godot").exists();
                if is_project && !name.starts_with('.') && !path.join(".gdignore").exists() {
                    open.push(path);
                }
                continue;
            }
            let is_wanted =
                [".tscn", ".tres", ".gd", ".godot"].iter().any(|end| name.ends_with(end));
            if let (true, Ok(text)) = (is_wanted, fs::read_to_string(&path)) {
                let relative =
                    path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
                texts.insert(format!("res://{relative}"), text);
            }
        }
    }
    texts
}

const SMALL_PROJECT: &str = r#"
//- /game/project.godot
config_version=5

[application]

config/features=PackedStringArray("4.6")
//- /game/part.gd
extends RefCounted
//- /game/door.gd
extends Node2D
const Part = preload("res://part.gd")
@export var button: Button
@export var label: NodePath
func _on_pressed() -> void: pass
func _on_timeout() -> void: pass
//- /game/style.tres
[gd_resource type="StyleBoxFlat" format=3 uid="uid://cstyle1"]

[sub_resource type="Gradient" id="Gradient_1"]

[resource]
metadata/gradient = SubResource("Gradient_1")
//- /game/door.tscn
[gd_scene format=3 uid="uid://cdoor01"]

[ext_resource type="Script" path="res://door.gd" id="1"]
[ext_resource type="StyleBox" uid="uid://cstyle1" path="res://style.tres" id="2"]

[sub_resource type="RectangleShape2D" id="Shape_1"]

[node name="Door" type="Node2D" node_paths=PackedStringArray("button")]
script = ExtResource("1")
button = NodePath("Frame/Button")
label = NodePath("Frame/Label")

[node name="Frame" type="PanelContainer" parent="."]
theme_override_styles/panel = ExtResource("2")

[node name="Button" type="Button" parent="Frame"]
focus_next = NodePath("../Label")

[node name="Label" type="Label" parent="Frame"]

[node name="Area" type="Area2D" parent="."]

[node name="Shape" type="CollisionShape2D" parent="Area"]
shape = SubResource("Shape_1")

[node name="Timer" type="Timer" parent="."]

[connection signal="pressed" from="Frame/Button" to="." method="_on_pressed"]
[connection signal="timeout" from="Timer" to="." method="_on_timeout"]
//- /game/main.tscn
[gd_scene format=3 uid="uid://cmain01"]

[ext_resource type="PackedScene" uid="uid://cdoor01" path="res://door.tscn" id="1"]

[node name="Main" type="Node2D"]

[node name="Door" parent="." instance=ExtResource("1")]

[node name="Label" parent="Door/Frame" index="1"]
text = "Open"

[node name="Sign" type="Sprite2D" parent="Door/Frame/Label"]

[node name="Robot" type="Node3D" parent="."]

[node name="Skeleton3D" type="Skeleton3D" parent="Robot"]

[node name="AnimationTree" type="AnimationTree" parent="."]
root_node = NodePath("../Robot")
root_motion_track = NodePath("Skeleton3D:hips")

[connection signal="timeout" from="Door/Timer" to="Door" method="queue_free"]

[editable path="Door"]
"#;
