//! `scenewright.toml`: what it sets, what wins over it, and how it is refused.

use scenewright_testkit::Fixture;
use serde_json::json;

use crate::check::{WARNING_AND_ERROR, check, findings, stderr, stdout};
use crate::mcp_client::{Client, Era};
use crate::support::{Server, run};

fn project(config: &str) -> Fixture {
    let project = Fixture::new(WARNING_AND_ERROR);
    project.write("scenewright.toml", config);
    project
}

#[test]
fn a_check_takes_its_settings_and_the_command_line_wins() {
    for (config, args, code, total) in [
        ("", &[][..], 1, 2),
        ("[check]\nexclude = [\"addons/**\"]\n", &[], 1, 1),
        ("[check]\nexclude = [\"addons/**\"]\nfail-on = \"error\"\n", &[], 0, 1),
        ("[check]\nexclude = [\"addons/**\", \"*.tscn\"]\n", &[], 0, 0),
        ("[check]\nexclude = [\"addons/**\"]\n", &["--exclude", "b.tscn"], 1, 1),
        (
            "[check]\nexclude = [\"addons/**\"]\nfail-on = \"error\"\n",
            &["--fail-on", "warning"],
            1,
            1,
        ),
        ("[check.severity]\nmissing-file = \"off\"\n", &[], 1, 1),
        ("[check.severity]\nmissing-file = \"off\"\nmissing-node = \"note\"\n", &[], 0, 1),
        ("[check.severity]\nmissing-node = \"error\"\n", &["--fail-on", "error"], 1, 2),
        ("[check]\nseverity.missing-file = \"warning\"\nfail-on = \"error\"\n", &[], 0, 2),
    ] {
        let project = project(config);
        let (found, document) = findings(&project.root(), args);
        assert_eq!((found, &document["total"]), (Some(code), &total.into()), "{config} {args:?}");
    }
}

#[test]
fn the_severity_is_in_every_format() {
    let project = project("[check.severity]\nmissing-file = \"note\"\nmissing-node = \"error\"\n");
    for (format, expected) in [
        ("text", "error: missing-node "),
        ("text", "note: missing-file "),
        ("json", "\"severity\": \"note\""),
        ("sarif", "\"level\": \"note\",\n          \"message\""),
        ("github", "::notice file=addons/a.tscn,line=6,"),
        ("markdown", "| note | `missing-file` |"),
        ("junit", "failures=\"1\" errors=\"0\" skipped=\"1\""),
    ] {
        let text = stdout(&check(&project.root(), &["--format", format]));
        assert!(text.contains(expected), "{format}: {text}");
    }
}

#[test]
fn the_baseline_is_in_the_project() {
    let project = project("[check]\nbaseline = \"ci/known.json\"\n");
    std::fs::create_dir(project.root().join("ci")).unwrap();
    let output = check(&project.root(), &[]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    let known = project.root().join("ci/known.json");
    let output = check(&project.root(), &["--write-baseline", known.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let (code, document) = findings(&project.root(), &[]);
    assert_eq!((code, &document["inBaseline"]), (Some(0), &2.into()));
    // Also from elsewhere inside the project.
    let (code, _) = findings(&project.root().join("addons"), &[]);
    assert_eq!(code, Some(0));
}

#[test]
fn what_is_wrong_is_refused_with_its_line() {
    for (config, message, hint) in [
        ("[check\n", "scenewright.toml:1: ", ""),
        (
            "toolsets = [\"default\"]\nallow-writes = true\n",
            ":2: 'allow-writes' cannot be set here: the file of a project cannot grant permissions",
            "--allow-writes",
        ),
        (
            "[check]\nscripts = true\n",
            ":2: 'scripts' cannot be set here: the file of a project cannot run programs",
            "--scripts",
        ),
        ("[limits]\n\nallow_eval = true\n", ":3: 'allow_eval' cannot be set here", "--allow-eval"),
        (
            "[check]\nfail_on = \"error\"\n",
            ":2: unknown key 'check.fail_on'",
            "did you mean 'check.fail-on'?",
        ),
        ("[checks]\n", ":1: unknown key 'checks'", "did you mean 'check'?"),
        ("zzz = 1\n", ":1: unknown key 'zzz'", "the keys here are toolsets, check, limits"),
        (
            "[check.severity]\nmissing-scripts = \"off\"\n",
            ":2: unknown key 'check.severity.missing-scripts'",
            "did you mean 'check.severity.missing-script'?",
        ),
        (
            "[check.severity]\nunknown-reference = \"error\"\n",
            ":2: an unknown reference may be none",
            "",
        ),
        ("\n[check]\nexclude = \"addons\"\n", ":3: invalid type: string", ""),
        ("[check]\nfail-on = \"note\"\n", ":2: unknown variant `note`", ""),
        (
            "[check]\nbaseline = \"../known.json\"\n",
            ":2: check.baseline: '../known.json' leads out of the project",
            "",
        ),
        (
            "[check]\nbaseline = \"/etc/known.json\"\n",
            ":2: check.baseline: '/etc/known.json' leads out of the project",
            "",
        ),
        (
            "[check]\nexclude = [\"../other\"]\n",
            ":2: check.exclude: a pattern is relative to the project",
            "",
        ),
        ("[check]\ntimeout = 0\n", ":2: check.timeout: 0 is not between", ""),
        ("toolsets = [\"defalt\"]\n", ":1: toolsets: unknown toolset 'defalt'", ""),
        ("[limits]\nmax-message = 0\n", ":2: limits.max-message: 0 is not in", ""),
    ] {
        let project = project(config);
        let output = check(&project.root(), &[]);
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{config}: {told}");
        assert!(told.contains(message) && told.contains(hint), "{config}: {told}");
    }
}

#[test]
fn servers_take_their_settings_and_the_command_line_wins() {
    let project = project("toolsets = [\"audio\"]\n[limits]\nmax-message = 1000\n");
    let long = "x".repeat(1001);
    for (args, status) in [(&[][..], 413), (&["--max-message", "5000"], 200)] {
        let server = Server::start(&project.root(), args);
        assert_eq!(server.http("POST /editor", &[], long.as_bytes()).status, status, "{args:?}");
    }
    for (args, expected) in [(&[][..], false), (&["--toolsets", "project"], true)] {
        let mut client = Client::stdio(&project.root(), args, Era::Modern, json!({}));
        let listed = client.result("tools/list", json!({}));
        let mut names = listed["tools"].as_array().unwrap().iter().map(|tool| &tool["name"]);
        assert_eq!(names.any(|name| name == "project_info"), expected, "{args:?}: {listed}");
    }
}

#[test]
fn doctor_tells_what_the_file_sets() {
    let project = project("toolsets = [\"default\"]\n[check]\nfail-on = \"error\"\n");
    let told = stdout(&run(&["doctor", project.root().to_str().unwrap()]));
    let row = told.lines().find(|line| line.contains("scenewright.toml")).unwrap_or_default();
    assert!(row.contains("toolsets, check.fail-on"), "{told}");
    project.write("scenewright.toml", "[check]\nfail-on = 1\n");
    let told = stdout(&run(&["doctor", project.root().to_str().unwrap()]));
    let row = told.lines().find(|line| line.contains("scenewright.toml:2")).unwrap_or_default();
    assert!(row.trim_start().starts_with("no"), "{told}");
}
