//! The GitHub Action, the GitLab job and the hook for pre-commit: their scripts run here as they are, in copies of the
//! samples.

mod action;
mod checkout;

use std::fs;

use serde_json::Value;

use crate::documents::repository;
use crate::support::{parse, sample};
use crate::yaml;
use action::{ActionRun, action_file};
use checkout::Checkout;

#[test]
fn the_action_annotates_summarises_and_ends_with_the_code_of_check() {
    for (name, file, kind) in [
        ("godot", "scenes/main.tscn", "missing-script"),
        ("unity", "Assets/Scenes/Main.unity", "broken-reference"),
    ] {
        let checkout = Checkout::with_sample(name, "my game");
        let inputs = [("project", "my game"), ("upload-sarif", "true")];
        let run = ActionRun::new(&checkout, &inputs);
        assert_eq!((run.code, run.output("exit-code")), (1, "1"), "{}", run.log);
        let annotation = format!("::error file=my game/{file}");
        assert!(run.log.lines().any(|line| line.starts_with(&annotation)), "{}", run.log);
        assert!(run.summary.contains(kind) && run.summary.contains('|'), "{}", run.summary);
        let log = parse(run.uploaded.as_deref().unwrap().as_bytes());
        let location = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
        assert_eq!(location["artifactLocation"]["uri"], format!("my%20game/{file}"));
    }
}

#[test]
fn the_inputs_of_the_action_reach_check() {
    let checkout = Checkout::with_sample("godot", "game");
    let inputs = [("project", "game"), ("args", "--write-baseline\nknown findings.json\n")];
    assert_eq!(ActionRun::new(&checkout, &inputs).code, 0);
    let known = ActionRun::new(
        &checkout,
        &[("project", "game/scenes/main.tscn"), ("baseline", "known findings.json")],
    );
    assert_eq!(known.code, 0, "{}", known.log);
    assert!(known.log.contains("2 in the baseline"), "{}", known.log);
    assert_eq!(known.uploaded, None);
    checkout.commit_all();
    for (since, code) in [("HEAD", 0), ("no-such-branch", 2)] {
        let run = ActionRun::new(&checkout, &[("project", "game"), ("since", since)]);
        assert_eq!(run.code, code, "{}", run.log);
    }
    fs::remove_file(checkout.root().join("game/scripts/player.gd")).unwrap();
    let run = ActionRun::new(&checkout, &[("project", "game"), ("since", "HEAD")]);
    assert_eq!(run.code, 1, "{}", run.log);
    assert!(run.log.contains("player.gd") && !run.log.contains("old_bell.gd"), "{}", run.log);
}

#[test]
fn the_action_says_that_it_could_not_run() {
    let checkout = Checkout::with_sample("godot", "game");
    for inputs in [
        &[("project", "elsewhere")][..],
        &[("project", "game"), ("fail-on", "never")],
        &[("project", "game"), ("baseline", "none.json")],
        &[("project", "game"), ("version", "1.0.0; touch pwned")],
        &[("project", "game"), ("version", "npm:other")],
    ] {
        let run = ActionRun::new(&checkout, &[inputs, &[("upload-sarif", "true")]].concat());
        assert_eq!(run.code, 2, "{inputs:?}: {}", run.log);
        assert!(run.log.contains("\n::error title=scenewright::"), "{inputs:?}: {}", run.log);
        assert_eq!((run.uploaded, run.summary.as_str()), (None, ""), "{inputs:?}");
    }
}

#[test]
fn no_input_of_the_action_becomes_a_part_of_a_script() {
    let hostile = "$(touch pwned)`touch pwned`'; touch pwned #\"; touch pwned #\n--x; touch pwned";
    let checkout = Checkout::with_sample("godot", "a '$(touch pwned)' game");
    for input in action_file()["inputs"].as_object().unwrap().keys() {
        let mut inputs = vec![(input.as_str(), hostile)];
        if input != "project" {
            inputs.push(("project", "a '$(touch pwned)' game"));
        }
        let run = ActionRun::new(&checkout, &inputs);
        assert!(!checkout.root().join("pwned").exists(), "{input}: {}", run.log);
        let added = ["exit-code", "sarif", "program"];
        assert!(run.outputs.keys().all(|name| added.contains(&name.as_str())), "{input}");
    }
    for step in action_file()["runs"]["steps"].as_array().unwrap() {
        assert!(!step["run"].as_str().unwrap_or_default().contains("${{"), "{step}");
    }
}

/// Without git-lfs on this machine the action says so, and the check fails for what it could not read.
#[test]
fn the_action_fetches_scenes_from_git_lfs_and_leaves_pictures_out() {
    let origin = Checkout::with_sample("godot", "games/my game");
    let has_lfs = origin.git(&["lfs", "version"]);
    fs::write(origin.root().join("games/my game/sky.png"), "not a picture").unwrap();
    let checkout = origin.clone_with_pointers(&["*.tscn", "*.png"]);
    let scene = checkout.root().join("games/my game/scenes/main.tscn");
    assert!(fs::read_to_string(&scene).unwrap().starts_with("version https://git-lfs"));
    let run = ActionRun::new(&checkout, &[("project", "games/my game")]);
    let is_scene = fs::read_to_string(&scene).unwrap().starts_with("[gd_scene");
    assert_eq!((is_scene, run.code), (has_lfs, if has_lfs { 1 } else { 2 }), "{}", run.log);
    assert_eq!(run.log.contains("git-lfs is not installed"), !has_lfs, "{}", run.log);
    let picture = fs::read_to_string(checkout.root().join("games/my game/sky.png")).unwrap();
    assert!(picture.starts_with("version https://git-lfs"));
}

#[test]
fn every_input_of_the_action_is_documented() {
    let page = fs::read_to_string(repository().join("docs/check.md")).unwrap();
    for (input, about) in action_file()["inputs"].as_object().unwrap() {
        assert!(page.contains(&format!("| `{input}` |")), "{input}");
        assert!(about["default"].is_string() && about["description"].is_string(), "{input}");
    }
    let tag = format!("uses: scenewright/scenewright@v{}", env!("CARGO_PKG_VERSION"));
    let first = fs::read_to_string(repository().join("README.md")).unwrap();
    assert!(page.contains(&tag) && first.contains(&tag), "the examples have another version");
}

#[test]
fn the_gitlab_job_writes_its_reports_and_ends_with_the_code_of_check() {
    let job = yaml::read(&repository().join("packaging/gitlab/scenewright.gitlab-ci.yml"));
    let job = &job["scenewright-check"];
    let blocks = ["before_script", "script"].into_iter().flat_map(|key| job[key].as_array());
    let blocks: Vec<&str> = blocks.flatten().map(|block| block.as_str().unwrap()).collect();
    let script = blocks.join("\n");
    let checkout = Checkout::with_sample("unity", "my game");
    for (own, code) in [
        (&[("PROJECT", "my game")][..], 1),
        (&[("PROJECT", "my game"), ("ARGS", "--write-baseline\nknown findings.json")], 0),
        (&[("PROJECT", "my game"), ("BASELINE", "known findings.json")], 0),
        (&[("PROJECT", "my game"), ("SINCE", "$(touch pwned)")], 2),
        (&[("PROJECT", "my game"), ("ARGS", "$(touch pwned)\nEND\ntouch pwned")], 2),
    ] {
        let mut command = checkout.command("sh");
        for (name, value) in job["variables"].as_object().unwrap() {
            command.env(name, value.as_str().unwrap());
        }
        command.envs(own.iter().map(|(name, value)| (format!("SCENEWRIGHT_{name}"), value)));
        let output = command.args(["-ec", &script]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{own:?}: {said}");
        assert!(!checkout.root().join("pwned").exists(), "{own:?}");
    }
    let junit = job["artifacts"]["reports"]["junit"].as_str().unwrap();
    let junit = fs::read_to_string(checkout.root().join(junit)).unwrap();
    assert!(junit.contains("<testsuite"), "{junit}");
    let sarif = job["artifacts"]["paths"][0].as_str().unwrap();
    assert_eq!(parse(&fs::read(checkout.root().join(sarif)).unwrap())["version"], "2.1.0");
}

#[test]
fn the_hook_stops_only_commits_that_break_something() {
    let hooks = yaml::read(&repository().join(".pre-commit-hooks.yaml"));
    let hook = &hooks[0];
    let arguments = hook["args"].as_array().unwrap().iter().filter_map(Value::as_str);
    let words: Vec<&str> = hook["entry"].as_str().into_iter().chain(arguments).collect();
    let checkout = Checkout::with_sample("godot", "game");
    checkout.commit_all();
    checkout.add_hook(&format!("cd game && exec {}", words.join(" ")));
    let game = checkout.root().join("game");
    fs::write(game.join("notes.txt"), "the old findings stay").unwrap();
    assert!(checkout.git(&["add", "-A"]) && checkout.git(&["commit", "-qm", "notes"]));
    fs::remove_file(game.join("scripts/player.gd")).unwrap();
    assert!(!checkout.git(&["commit", "-qam", "a script less"]));
    assert!(checkout.git(&["checkout", "-q", "--", "."]));
    assert!(checkout.git(&["commit", "-q", "--allow-empty", "-m", "nothing"]));
    assert!(sample("godot").join("scripts/player.gd").is_file());
}
