//! SARIF passes Microsoft's validator: its schema, its own rules and those of GitHub's code scanning.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::check::{awkward, check};
use crate::node_tools::modules;
use crate::support::{copy_folder, parse, sample};

#[test]
fn reports_break_no_rule() {
    let folder = tempfile::tempdir().unwrap();
    let repository = folder.path().join("repository");
    fs::create_dir_all(repository.join(".git")).unwrap();
    copy_folder(&sample("godot"), &repository.join("games/my game"));
    let odd = awkward();
    let projects = [sample("unity"), repository.join("games/my game"), odd.root()];
    let names = ["unity", "subfolder", "awkward"];
    let reports = names.map(|name| folder.path().join(format!("{name}.sarif")));
    for (project, report) in projects.iter().zip(&reports) {
        let output = check(project, &["--format", "sarif"]);
        assert_eq!(output.status.code(), Some(1));
        fs::write(report, output.stdout).unwrap();
    }
    let reports: Vec<&Path> = reports.iter().map(|report| report.as_path()).collect();
    assert_eq!(rules_broken_by(&reports), [""; 0]);
}

/// The test could pass because the validator checks nothing.
#[test]
fn the_validator_finds_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let output = check(&sample("unity"), &["--format", "sarif"]);
    let mut no_places = parse(&output.stdout);
    no_places["runs"][0]["results"][0]["locations"] = serde_json::json!([]);
    let mut no_message = parse(&output.stdout);
    no_message["runs"][0]["results"][0].as_object_mut().unwrap().remove("message");
    for (log, rule) in [(no_places, "GH1015"), (no_message, "JSON1002")] {
        let report = folder.path().join(format!("{rule}.sarif"));
        fs::write(&report, log.to_string()).unwrap();
        let broken = rules_broken_by(&[&report]);
        assert!(broken.iter().any(|broken| broken == rule), "{rule}: {broken:?}");
    }
}

/// Of which there are errors or warnings.
fn rules_broken_by(reports: &[&Path]) -> Vec<String> {
    let program = modules().join("@microsoft/sarif-multitool-linux/Sarif.Multitool");
    // npm was told to run no scripts, and the package's own would have made it executable.
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let log = reports[0].with_extension("validation.json");
    let mut validator = Command::new(program);
    validator.arg("validate").args(reports).arg("--output").arg(&log);
    validator.args(["--rule-kind", "Sarif;Ghas", "--level", "Error;Warning"]);
    // It asks for a library of the system otherwise.
    validator.env("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1").stdin(Stdio::null());
    let output = validator.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains(&format!("{} files scanned", reports.len())), "{said}");
    let log = parse(&fs::read(log).unwrap());
    let results = log["runs"][0]["results"].as_array().into_iter().flatten();
    let mut rules: Vec<String> = results
        .filter_map(|result| result["ruleId"].as_str().or(result["rule"]["id"].as_str()))
        .map(str::to_owned)
        .collect();
    rules.sort();
    rules.dedup();
    rules
}
