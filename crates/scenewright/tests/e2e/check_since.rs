//! `scenewright check --since` with real repositories.

use std::path::Path;

use scenewright_testkit::Fixture;

use crate::check::{WARNING_AND_ERROR, check, findings, stderr, stdout};
use crate::support::parse;

/// Runs Git for a test; `false` if it fails.
fn git(folder: &Path, arguments: &[&str]) -> bool {
    let mut command = std::process::Command::new("git");
    let identity = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"];
    command.arg("-C").arg(folder).args(identity).args(arguments);
    let output = command.output().unwrap();
    output.status.success()
}

fn commit_all(root: &Path) {
    for arguments in [&["init", "-q", "-b", "main"][..], &["add", "-A"], &["commit", "-qm", "one"]]
    {
        assert!(git(root, arguments), "{arguments:?}");
    }
}

fn scene(texture: &str) -> String {
    format!(
        "[gd_scene format=3]\n\n[ext_resource type=\"Texture2D\" path=\"res://{texture}\" id=\"1\"]\n\n[node name=\"A\" type=\"Sprite2D\"]\ntexture = ExtResource(\"1\")\n"
    )
}

/// A repository with a project in a subfolder: an old finding in `a.tscn`, and a branch.
fn repository() -> Fixture {
    let fixture = Fixture::new(&format!(
        "//- /readme.md\n//- /game/project.godot\nconfig_version=5\n//- /game/a.tscn\n{}",
        scene("gone.png")
    ));
    let root = fixture.root();
    for arguments in [
        &["init", "-q", "-b", "main"][..],
        &["add", "-A"],
        &["commit", "-qm", "one"],
        &["checkout", "-qb", "branch"],
    ] {
        assert!(git(&root, arguments), "{arguments:?}");
    }
    fixture
}

#[test]
fn only_what_a_change_brought_is_reported_since_a_commit() {
    let fixture = repository();
    let (root, game) = (fixture.root(), fixture.root().join("game"));
    let (code, document) = findings(&game, &["--since", "main"]);
    assert_eq!((code, &document["total"]), (Some(0), &0.into()), "{document}");
    assert_eq!(document["since"]["before"], 1);
    // A file that was moved keeps its old findings; a new one is reported, committed or not.
    assert!(git(&root, &["mv", "game/a.tscn", "game/moved.tscn"]));
    assert!(git(&root, &["commit", "-qm", "two"]));
    std::fs::write(game.join("new.tscn"), scene("new.png")).unwrap();
    let index = std::fs::read(root.join(".git/index")).unwrap();
    let (code, document) = findings(&game, &["--since", "main"]);
    assert_eq!((code, &document["total"]), (Some(1), &1.into()), "{document}");
    assert_eq!(document["findings"][0]["file"], "new.tscn");
    assert_eq!(std::fs::read(root.join(".git/index")).unwrap(), index);
    let text = stdout(&check(&game, &["--since", "main"]));
    assert!(text.contains("1 finding: 1 missing-file; 1 more before main ("), "{text}");
}

#[test]
fn since_names_what_is_missing() {
    let fixture = repository();
    let game = fixture.root().join("game");
    let alone = Fixture::new(WARNING_AND_ERROR);
    for (project, args, mentions) in [
        (&game, &["--since", "nowhere"][..], "fetch-depth: 0"),
        (&game, &["--since=--all"], "Git has no commit '--all'"),
        (&game, &["--since", "origin/x"], "git fetch origin x:refs/remotes/origin/x"),
        (&game, &["--since", "main", "--write-baseline", "x"], "--write-baseline"),
        (&alone.root(), &["--since", "main"], "no Git repository"),
    ] {
        let output = check(project, args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(mentions), "{args:?}: {}", stderr(&output));
    }
}

#[test]
fn sarif_has_paths_from_the_repositorys_root() {
    let fixture = repository();
    let log = parse(&check(&fixture.root().join("game"), &["--format", "sarif"]).stdout);
    let location = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(location["artifactLocation"]["uri"], "game/a.tscn");
    for rule in log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap() {
        assert!(rule["help"]["text"].as_str().unwrap().contains(rule["id"].as_str().unwrap()));
    }
}

#[test]
fn what_a_change_breaks_elsewhere_is_reported_and_what_it_renames_is_not() {
    let fixture = Fixture::new(&format!(
        "//- /project.godot\nconfig_version=5\n//- /art.png\nx\n//- /a.tscn\n{}//- /b.tscn\n{}",
        scene("gone.png"),
        scene("art.png"),
    ));
    let root = fixture.root();
    commit_all(&root);
    // Deleted: b.tscn did not change, and is broken now. Renamed: the object of an old finding.
    std::fs::remove_file(root.join("art.png")).unwrap();
    std::fs::write(root.join("a.tscn"), scene("gone.png").replace("\"A\"", "\"Renamed\"")).unwrap();
    let (code, document) = findings(&root, &["--since", "HEAD"]);
    assert_eq!((code, &document["total"]), (Some(1), &1.into()), "{document}");
    assert_eq!(document["findings"][0]["file"], "b.tscn");
}

#[test]
fn files_that_could_not_be_read_before_fail_only_if_they_change() {
    let fixture = Fixture::new("//- /project.godot\nconfig_version=5\n//- /a.tscn\n<<<<<<< ours\n");
    let root = fixture.root();
    commit_all(&root);
    // A checkout that is restored from a cache has other times than Git knows.
    let file = std::fs::File::options().append(true).open(root.join("a.tscn")).unwrap();
    file.set_modified(std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000_000))
        .unwrap();
    let output = check(&root, &["--since", "HEAD"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("(1 of 2 files"), "{}", stdout(&output));
    std::fs::write(root.join("a.tscn"), "<<<<<<< theirs\n").unwrap();
    assert_eq!(check(&root, &["--since", "HEAD"]).status.code(), Some(2));
}

#[test]
fn a_shallow_clone_is_compared_with_the_commit_itself() {
    let fixture = repository();
    let (root, game) = (fixture.root(), fixture.root().join("game"));
    std::fs::write(game.join("new.tscn"), scene("new.png")).unwrap();
    assert!(git(&root, &["add", "-A"]) && git(&root, &["commit", "-qm", "two"]));
    let folder = tempfile::tempdir().unwrap();
    let clone = folder.path().join("clone");
    let url = format!("file://{}", root.display());
    let clone_text = clone.to_str().unwrap();
    let arguments = ["clone", "-q", "--depth=1", "--no-single-branch", &url, clone_text];
    assert!(git(folder.path(), &arguments));
    let (code, document) = findings(&clone.join("game"), &["--since", "origin/main"]);
    assert_eq!((code, &document["total"]), (Some(1), &1.into()), "{document}");
    assert!(document["notes"].to_string().contains("git fetch --unshallow"), "{document}");
}

#[test]
fn a_project_that_is_new_has_brought_everything() {
    let fixture = repository();
    let (root, game) = (fixture.root(), fixture.root().join("other"));
    std::fs::create_dir(&game).unwrap();
    std::fs::write(game.join("project.godot"), "config_version=5\n").unwrap();
    std::fs::write(game.join("a.tscn"), scene("gone.png")).unwrap();
    let (code, document) = findings(&game, &["--since", "main"]);
    assert_eq!((code, &document["total"]), (Some(1), &1.into()), "{document}");
    assert!(document["notes"].to_string().contains("did not exist"), "{document}");
    assert!(git(&root, &["status"]));
}
