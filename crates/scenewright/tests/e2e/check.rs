//! `scenewright check`: what it writes in each format, and what it exits with.

use std::path::Path;
use std::process::Output;

use scenewright_model::FindingKind;
use scenewright_testkit::Fixture;
use serde_json::Value;

use crate::support::{parse, run, sample};

const CLEAN: &str =
    "//- /Assets/.keep\n//- /ProjectSettings/ProjectVersion.txt\nm_EditorVersion: 2022.3.1f1\n";

pub(crate) fn check(project: &Path, args: &[&str]) -> Output {
    run(&[&["check", project.to_str().unwrap()], args].concat())
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The sample's findings as JSON.
pub(crate) fn findings(project: &Path, args: &[&str]) -> (Option<i32>, Value) {
    let output = check(project, &[&["--format", "json"], args].concat());
    (output.status.code(), parse(&output.stdout))
}

/// A file name with everything that a format may stumble over.
pub(crate) fn awkward() -> Fixture {
    let name = "Assets/a, b: \"50%\" & <c>.mat";
    Fixture::new(&format!(
        "{CLEAN}//- /{name}\n%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!21 &2100000\nMaterial:\n  m_Shader: {{fileID: 1, guid: 44444444444444444444444444444444, type: 3}}\n"
    ))
}

#[test]
fn a_clean_project_passes_in_every_format() {
    let project = Fixture::new(CLEAN);
    for format in ["text", "json", "sarif", "junit", "github", "markdown"] {
        let output = check(&project.root(), &["--format", format]);
        assert_eq!(output.status.code(), Some(0), "{format}: {}", stderr(&output));
        assert!(!output.stdout.is_empty(), "{format}");
    }
    assert!(stdout(&check(&project.root(), &[])).starts_with("no findings ("));
}

#[test]
fn findings_of_both_engines_exit_with_1() {
    for (name, lines) in [
        (
            "unity",
            [
                "error: missing-script its script is guid c32fecd81ca4e777e44b54090d0a4776: no asset has this guid",
                "  Assets/Scenes/Main.unity:532:38  OldBuoy: component 3",
                "error: broken-reference guid 6388d641ddb434035124eeefff7b90fc: no asset has this guid",
                "  Assets/Scenes/Main.unity:761:29  Sign: MeshRenderer.m_Materials[0]",
                "2 findings: 1 missing-script, 1 broken-reference (14 files, ",
            ],
        ),
        (
            "godot",
            [
                "error: missing-script res://scripts/old_bell.gd: the file does not exist",
                "  scenes/main.tscn:59:10  Main/Deck/OldBell: component 1",
                "error: missing-file res://art/poster.png: the file does not exist",
                "  scenes/main.tscn:63:11  Main/Deck/Poster: Sprite2D.texture",
                "2 findings: 1 missing-script, 1 missing-file (",
            ],
        ),
    ] {
        let output = check(&sample(name), &[]);
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        let text = stdout(&output);
        for line in lines {
            let expected = format!("\n{line}");
            assert!(format!("\n{text}").contains(&expected), "{line}: {text}");
        }
    }
}

#[test]
fn what_could_not_run_exits_with_2() {
    let nothing = Fixture::new("//- /readme.txt\n");
    let project = sample("unity");
    for (folder, args, mentions) in [
        (nothing.root(), &[][..], "no Unity or Godot project"),
        (project.clone(), &["--only", "typos"], "dangling-file-id"),
        (project.clone(), &["--format", "pdf"], "sarif"),
        (project.clone(), &["--baseline", "/no/such/file"], "--write-baseline"),
        (project, &["--write-baseline", "/no/such/folder/b.json"], "cannot write the baseline"),
    ] {
        let output = check(&folder, args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(mentions), "{args:?}: {}", stderr(&output));
    }
}

#[test]
fn json_has_stable_fields() {
    let (code, document) = findings(&sample("unity"), &[]);
    assert_eq!((code, &document["total"]), (Some(1), &2.into()));
    assert_eq!(document["counts"].to_string(), r#"{"missing-script":1,"broken-reference":1}"#);
    for finding in document["findings"].as_array().unwrap() {
        let keys: Vec<&String> = finding.as_object().unwrap().keys().collect();
        assert_eq!(
            keys,
            [
                "kind",
                "severity",
                "file",
                "object",
                "component",
                "property",
                "target",
                "message",
                "reason",
                "line",
                "column",
                "fingerprint"
            ]
        );
    }
}

#[test]
fn one_kind_can_be_asked_for() {
    let (code, document) = findings(&sample("unity"), &["--only", "missing-script"]);
    assert_eq!((code, &document["total"]), (Some(1), &1.into()));
    let (code, _) = findings(&sample("unity"), &["--only", "missing-prefab"]);
    assert_eq!(code, Some(0));
}

/// What the schema of SARIF 2.1.0 requires, and what code scanning needs on top.
#[test]
fn sarif_has_what_its_schema_requires() {
    for project in [sample("unity"), sample("godot"), awkward().root()] {
        let output = check(&project, &["--format", "sarif"]);
        let log = parse(&output.stdout);
        assert_eq!(log["version"], "2.1.0");
        let runs = log["runs"].as_array().unwrap();
        let driver = &runs[0]["tool"]["driver"];
        assert_eq!(driver["name"], "scenewright");
        assert!(driver["informationUri"].as_str().unwrap().starts_with("https://"));
        assert_eq!(runs[0]["invocations"][0]["executionSuccessful"], true);
        let rules = driver["rules"].as_array().unwrap();
        for rule in rules {
            assert!(rule["id"].is_string() && rule["shortDescription"]["text"].is_string());
            assert!(rule["help"]["text"].is_string());
        }
        for result in runs[0]["results"].as_array().unwrap() {
            assert!(!result["message"]["text"].as_str().unwrap().is_empty());
            let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
            assert_eq!(rules[index]["id"], result["ruleId"]);
            assert!(["error", "warning"].contains(&result["level"].as_str().unwrap()));
            let location = &result["locations"][0];
            let region = &location["physicalLocation"]["region"];
            assert!(region["startLine"].as_u64() > Some(1) && region["startColumn"].is_u64());
            let uri = &location["physicalLocation"]["artifactLocation"]["uri"];
            let uri = uri.as_str().unwrap();
            assert!(!uri.starts_with('/') && !uri.contains([':', ' ', '"', '<']), "{uri}");
            assert!(result["partialFingerprints"]["scenewright/v1"].is_string());
        }
    }
    let log = parse(&check(&sample("unity"), &["--format", "sarif"]).stdout);
    let logical = &log["runs"][0]["results"][0]["locations"][0]["logicalLocations"][0];
    assert_eq!(logical["fullyQualifiedName"], "OldBuoy");
}

#[test]
fn junit_is_one_suite_with_a_case_a_file() {
    let xml = stdout(&check(&sample("unity"), &["--format", "junit"]));
    assert!(xml.contains(r#"tests="1" failures="1""#), "{xml}");
    assert_eq!(xml.matches("<testcase").count(), 1, "{xml}");
    assert!(xml.contains(r#"name="Assets/Scenes/Main.unity""#), "{xml}");
    let xml = stdout(&check(&awkward().root(), &["--format", "junit"]));
    assert!(xml.contains(r#"name="Assets/a, b: &quot;50%&quot; &amp; &lt;c&gt;.mat""#), "{xml}");
    let xml = stdout(&check(&Fixture::new(CLEAN).root(), &["--format", "junit"]));
    assert!(xml.contains(r#"tests="1" failures="0""#) && !xml.contains("<failure"), "{xml}");
}

#[test]
fn github_gets_an_annotation_a_finding() {
    let text = stdout(&check(&awkward().root(), &["--format", "github"]));
    let expected = "::error file=Assets/a%2C b%3A \"50%25\" & <c>.mat,line=5,col=31,title=broken-reference::Material.m_Shader: ";
    assert!(text.starts_with(expected), "{text}");
    assert_eq!(text.matches("::error").count(), 1, "{text}");
}

#[test]
fn github_finds_files_from_the_repositorys_root() {
    let project = awkward();
    project.write(".git/HEAD", "");
    let inside = project.path("games/boat");
    for folder in ["Assets", "ProjectSettings"] {
        std::fs::create_dir_all(inside.join(folder)).unwrap();
    }
    let material = "%YAML 1.1\n--- !u!21 &2100000\nMaterial:\n  m_Shader: {fileID: 7}\n";
    project.write("games/boat/Assets/a.mat", material);
    let text = stdout(&check(&inside, &["--format", "github"]));
    assert!(
        text.starts_with("::error file=games/boat/Assets/a.mat,line=4,col=22,title="),
        "{text}"
    );
}

#[test]
fn what_is_in_the_baseline_does_not_fail() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("known.json");
    let file = file.to_str().unwrap();
    let project = sample("unity");
    let written = check(&project, &["--write-baseline", file]);
    assert_eq!(written.status.code(), Some(0), "{}", stderr(&written));
    let baseline = parse(&std::fs::read(file).unwrap());
    assert_eq!(baseline["findings"][0]["object"], "OldBuoy");

    let (code, document) = findings(&project, &["--baseline", file]);
    assert_eq!((code, &document["inBaseline"]), (Some(0), &2.into()));
    assert_eq!(document["notes"].to_string(), "[]");

    // Something new fails; what was repaired is said.
    let (code, document) = findings(&awkward().root(), &["--baseline", file]);
    assert_eq!((code, &document["total"]), (Some(1), &1.into()));
    assert!(document["notes"][0].as_str().unwrap().starts_with("2 entries"), "{document}");
}

#[test]
fn a_finding_stays_the_same_when_lines_move() {
    let scene = |before: &str| {
        format!(
            "{CLEAN}//- /Assets/a.mat\n%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n{before}--- !u!21 &2100000\nMaterial:\n  m_Shader: {{fileID: 1, guid: 44444444444444444444444444444444, type: 3}}\n"
        )
    };
    let fingerprint = |project: &str| {
        let (_, document) = findings(&Fixture::new(project).root(), &[]);
        document["findings"][0]["fingerprint"].clone()
    };
    let moved = scene("--- !u!28 &5\nTexture2D:\n  m_Name: x\n");
    assert_eq!(fingerprint(&scene("")), fingerprint(&moved));
}

#[test]
fn a_baseline_that_is_none_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("b.json");
    for (text, mentions) in [
        ("[", "not JSON"),
        ("{}", "version 1"),
        (r#"{"version":1}"#, "list of findings"),
        (r#"{"version":1,"findings":[{}]}"#, "without a fingerprint"),
    ] {
        std::fs::write(&file, text).unwrap();
        let output = check(&sample("unity"), &["--baseline", file.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(stderr(&output).contains(mentions), "{text}: {}", stderr(&output));
    }
}

/// A scan that ended early and found nothing has not shown that there is nothing.
#[test]
fn a_scan_out_of_time_is_not_clean() {
    let output = check(&sample("unity"), &["--format", "json", "--timeout", "0.001"]);
    // A slow machine does not come to an answer, a quick one may be done by then.
    let Ok(document) = serde_json::from_slice::<Value>(&output.stdout) else {
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        return;
    };
    let is_partial = document["notes"].to_string().contains("Results may be partial");
    let expected = if is_partial && document["total"] == 0 { 2 } else { 1 };
    assert_eq!(output.status.code(), Some(expected), "{document}");
}

#[test]
fn findings_of_one_cause_stand_together_and_all_places_can_be_had() {
    let material = |n: usize| {
        format!(
            "//- /Assets/m{n:02}.mat\n%YAML 1.1\n--- !u!21 &2100000\nMaterial:\n  m_Shader: {{fileID: 1, guid: 44444444444444444444444444444444, type: 3}}\n"
        )
    };
    let project =
        Fixture::new(&(0..25).map(material).fold(CLEAN.to_owned(), |all, one| all + &one));
    let text = stdout(&check(&project.root(), &[]));
    assert_eq!(text.matches("no asset has this guid").count(), 1, "{text}");
    assert!(text.contains("no asset has this guid (25 places)"), "{text}");
    assert!(text.contains("… 15 more: --all-places"), "{text}");
    assert!(text.contains("25 findings with one cause: 25 broken-reference"), "{text}");
    let text = stdout(&check(&project.root(), &["--all-places"]));
    assert_eq!(text.matches("  Assets/m").count(), 25, "{text}");
    let (_, document) = findings(&project.root(), &[]);
    assert_eq!(document["total"], 25);
}

#[test]
fn every_kind_of_finding_is_documented() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/check.md");
    let docs = std::fs::read_to_string(docs).unwrap();
    for kind in FindingKind::all() {
        let row = format!("| `{kind}` | {} |", kind.severity().as_str());
        assert!(docs.contains(&row), "docs/check.md has no row '{row}'");
    }
}

/// A Godot scene with a warning (a connection to a missing node) and an error (a missing texture).
pub(crate) const WARNING_AND_ERROR: &str = "//- /project.godot\nconfig_version=5\n\n//- /addons/a.tscn\n[gd_scene format=3]\n\n[ext_resource type=\"Texture2D\" path=\"res://gone.png\" id=\"1\"]\n\n[node name=\"A\" type=\"Sprite2D\"]\ntexture = ExtResource(\"1\")\n\n//- /b.tscn\n[gd_scene format=3]\n\n[node name=\"B\" type=\"Button\"]\n\n[connection signal=\"pressed\" from=\".\" to=\"Gone\" method=\"x\"]\n";

#[test]
fn severities_kinds_and_paths_select_what_fails() {
    let project = Fixture::new(WARNING_AND_ERROR);
    for (args, code, total) in [
        (&[][..], 1, 2),
        (&["--fail-on", "error"], 1, 2),
        (&["--exclude", "addons/**"], 1, 1),
        (&["--exclude", "addons", "--fail-on", "error"], 0, 1),
        (&["--exclude", "addons/**", "--exclude", "*.tscn"], 0, 0),
        (&["--only", "missing-node,missing-file"], 1, 2),
        (&["--only", "missing-node,stale-uid", "--fail-on", "error"], 0, 1),
    ] {
        let (found, document) = findings(&project.root(), args);
        assert_eq!((found, &document["total"]), (Some(code), &total.into()), "{args:?}");
    }
    let text = stdout(&check(&project.root(), &[]));
    assert!(text.starts_with("error: missing-file "), "{text}");
    assert!(text.contains("\nwarning: missing-node "), "{text}");
}

#[test]
fn a_baseline_does_not_miss_what_was_excluded() {
    let project = Fixture::new(WARNING_AND_ERROR);
    let known = project.root().join("known.json");
    let known = known.to_str().unwrap();
    check(&project.root(), &["--write-baseline", known]);
    let output = check(&project.root(), &["--baseline", known, "--exclude", "addons/**"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(!stderr(&output).contains("no longer occur"), "{}", stderr(&output));
}

#[test]
fn one_run_writes_several_reports() {
    let project = Fixture::new(WARNING_AND_ERROR);
    let folder = tempfile::tempdir().unwrap();
    let output = |format: &str| format!("{format}={}", folder.path().join(format).display());
    let formats = ["text", "json", "sarif", "junit", "github", "markdown"];
    let outputs: Vec<String> = formats.iter().map(|format| output(format)).collect();
    let args: Vec<&str> = outputs.iter().flat_map(|output| ["--output", output]).collect();
    assert_eq!(check(&project.root(), &args).status.code(), Some(1));
    for format in formats {
        let text = std::fs::read_to_string(folder.path().join(format)).unwrap();
        assert!(text.contains("missing-file") && text.contains("b.tscn"), "{format}: {text}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), formats.len());
    for (output, mentions) in
        [("pdf=x", "markdown"), ("json", "FORMAT=FILE"), ("json=/no/folder/x", "cannot write")]
    {
        let failed = check(&project.root(), &["--output", output]);
        assert_eq!(failed.status.code(), Some(2), "{output}");
        assert!(stderr(&failed).contains(mentions), "{output}: {}", stderr(&failed));
    }
}

#[test]
fn a_summary_in_markdown() {
    let project = Fixture::new(WARNING_AND_ERROR);
    let text = stdout(&check(&project.root(), &["--format", "markdown"]));
    for line in [
        "## Scenewright check",
        "| error | `missing-file` | res://gone.png: the file does not exist | 1 | `addons/a.tscn:6:11` A, Sprite2D.texture |",
        "| warning | `missing-node` |",
        "2 findings: 1 missing-file, 1 missing-node (3 files,",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
}
