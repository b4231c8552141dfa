//! What a person or a script types.

use std::process::Output;

use scenewright_testkit::Fixture;

use crate::support::{data_folder, parse, program, run, sample, scratch};

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn check_usage_error(args: &[&str], mentions: &str) {
    let output = run(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {}", stderr(&output));
    assert!(stderr(&output).contains(mentions), "{args:?}: {}", stderr(&output));
}

#[test]
fn a_pipe_gets_json() {
    let project = sample("unity");
    let output = run(&[
        "call",
        "project.scenes.list",
        "--arg",
        "includeInBuild=true",
        "--project",
        project.to_str().unwrap(),
    ]);
    assert!(output.status.success(), "{}", stderr(&output));
    let document = parse(&output.stdout);
    assert_eq!(
        (&document["tool"], &document["source"]),
        (&"project.scenes.list".into(), &"files".into())
    );
    let scenes = document["output"]["scenes"].as_array().unwrap();
    assert!(
        scenes.len() == 2 && scenes.iter().all(|scene| scene["enabledInBuild"] == true),
        "{document}"
    );
}

#[test]
fn arguments_come_as_json_and_one_by_one() {
    let project = sample("unity");
    let project = project.to_str().unwrap();
    let whole = r#"{"scenePath":"Assets/Scenes/Main.unity","depth":1}"#;
    let by_json = run(&["call", "scene.hierarchy.dump", whole, "--project", project]);
    let one_by_one = run(&[
        "call",
        "scene.hierarchy.dump",
        "--arg",
        "scenePath=Assets/Scenes/Main.unity",
        "--arg",
        "depth=1",
        "--project",
        project,
    ]);
    assert_eq!(parse(&by_json.stdout), parse(&one_by_one.stdout));
    assert!(
        parse(&by_json.stdout)["diagnostics"][0].as_str().unwrap().contains("deeper than 1 level")
    );
}

#[test]
fn the_project_is_the_nearest_one_above() {
    let inside = sample("godot").join("scenes");
    let output = program().args(["call", "project.info"]).current_dir(inside).output().unwrap();
    assert_eq!(parse(&output.stdout)["output"]["projectName"], "Night Ferry");
}

#[test]
fn wrong_usage_says_what_to_do() {
    let project = sample("unity");
    let project = project.to_str().unwrap();
    let empty = Fixture::new("//- /readme.txt\n");
    let folder = empty.root();
    let folder = folder.to_str().unwrap();
    check_usage_error(&["call", "project.inf", "--project", project], "did you mean project.info");
    check_usage_error(
        &["call", "scene.hierarchy.dump", "--project", project],
        "scenePath is required",
    );
    check_usage_error(&["call", "project.info", "{", "--project", project], "not a JSON object");
    check_usage_error(
        &["call", "project.info", "--arg", "x", "--project", project],
        "--arg key=value",
    );
    check_usage_error(&["call", "project.info", "--project", folder], "no Unity or Godot project");
    check_usage_error(&["call", "project.info", "--project", "/no/such/folder"], "cannot be read");
    check_usage_error(&["serve", project, "--tier", "gold"], "tier4");
    check_usage_error(&["serve", project, "--timeout", "never"], "seconds");
    check_usage_error(&["tools", "scene.dump.hierarchy"], "did you mean scene.hierarchy.dump");
    check_usage_error(&["mcp", "--toolsets", "none", project], "unknown toolset");
    check_usage_error(&["--log", "a=b=c", "tools"], "invalid log filter");
}

#[test]
fn a_tool_that_fails_exits_with_1() {
    let project = sample("unity");
    let output = run(&[
        "call",
        "scene.hierarchy.dump",
        "--arg",
        "scenePath=Assets/Scenes/Mian.unity",
        "--project",
        project.to_str().unwrap(),
    ]);
    assert_eq!(output.status.code(), Some(1));
    let error = stderr(&output);
    assert!(
        error.contains("does not exist") && error.contains("Assets/Scenes/Main.unity"),
        "{error}"
    );
    assert!(parse(&output.stdout)["error"]["message"].is_string());
}

#[test]
fn the_catalogue_can_be_read_without_a_project() {
    let tools = parse(&run(&["tools"]).stdout);
    assert!(tools["tools"].as_array().unwrap().len() >= 8);
    let tool = parse(&run(&["tools", "scene.hierarchy.dump"]).stdout);
    assert_eq!(tool["inputs"]["scenePath"]["required"], true);
}

#[test]
fn doctor_says_what_was_recognised_and_why() {
    let project = sample("godot");
    let output = run(&["doctor", project.to_str().unwrap()]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}");
    for expected in
        ["Godot in", "because it has project.godot", "Night Ferry", "file engine", "of Godot 4.6"]
    {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    let nothing = Fixture::new("//- /deep/game/project.godot\n");
    let output = run(&["doctor", nothing.root().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    let text = stderr(&output).replace('\\', "/");
    assert!(text.contains("deep/game"), "{text}");
}

#[test]
fn the_demo_writes_tours_and_ends() {
    let dir = tempfile::tempdir().unwrap();
    let demo = dir.path().join("demo");
    for _ in 0..2 {
        let output = run(&["demo", "--once", "--dir", demo.to_str().unwrap()]);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{}", stderr(&output));
        for expected in [
            "Harbour Lights",
            "Night Ferry",
            "Main Camera",
            "└─",
            "kind    missing-script",
            "kind    missing-file",
            "Directional Light  Light.m_Intensity: 0.6 -> 1.5",
            "Light.m_Intensity: 1.5 -> 0.6",
            "redo with: ",
        ] {
            assert!(text.contains(expected), "{expected}: {text}");
        }
    }
}

/// The lines that the tour prints can be pasted into a shell.
#[cfg(unix)]
#[test]
fn what_the_demo_prints_can_be_pasted() {
    let dir = tempfile::tempdir().unwrap();
    let demo = dir.path().join("a demo's folder");
    let output = run(&["demo", "--once", "--dir", demo.to_str().unwrap()]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    // A server runs until it is stopped, and `init` asks.
    let commands = text.lines().filter(|line| {
        line.starts_with("  ")
            && line.contains(" --project ")
            && !line.contains(" serve ")
            && !line.contains(" init ")
    });
    let commands: Vec<&str> = commands.collect();
    assert_eq!(commands.len(), 10, "{text}");
    for line in commands {
        let mut shell = std::process::Command::new("sh");
        let output = shell.args(["-c", line]).env("SCENEWRIGHT_DATA", data_folder()).output();
        let output = output.unwrap();
        assert!(output.status.success(), "{line}: {}", stderr(&output));
        if line.contains(" call ") {
            parse(&output.stdout);
        }
    }
}

#[test]
fn every_command_about_a_project_takes_project_as_an_option_and_by_any_path_inside_it() {
    let scene = sample("godot").join("scenes/main.tscn");
    let scene = scene.to_str().unwrap();
    for (args, code) in [
        (&["check"][..], 1),
        (&["doctor"], 0),
        (&["history"], 0),
        (&["recover"], 0),
        (&["undo"], 1),
        (&["stdio"], 0),
        (&["mcp"], 0),
        (&["call", "project.info"], 0),
        (&["install", "client", "cursor", "--print"], 0),
    ] {
        let output = program()
            .args(args)
            .args(["--project", scene])
            .current_dir("/")
            .env("SCENEWRIGHT_DATA", scratch("data"))
            .stdin(std::process::Stdio::null())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", stderr(&output));
    }
    check_usage_error(&["doctor", scene, "--project", scene], "cannot be used with");
}

#[test]
fn backslashes_separate_folders() {
    for (project, path) in
        [("unity", r"Assets\Scenes\Main.unity"), ("godot", r"res://scenes\main.tscn")]
    {
        let project = sample(project);
        let scene = format!("scenePath={path}");
        let args = ["call", "scene.hierarchy.dump", "--arg", &scene, "--project"];
        let output = run(&[&args[..], &[project.to_str().unwrap()]].concat());
        assert!(output.status.success(), "{path}: {}", stderr(&output));
    }
}

#[test]
fn colours_are_chosen() {
    let project = sample("godot");
    let project = project.to_str().unwrap();
    for (args, variable, coloured) in [
        (&["--color", "always"][..], None, true),
        (&["--color", "always"], Some(("NO_COLOR", "1")), true),
        (&["--color", "never"], Some(("CLICOLOR_FORCE", "1")), false),
        (&[], Some(("CLICOLOR_FORCE", "1")), true),
        (&[], None, false),
    ] {
        let mut command = program();
        command.args(["history", "--project", project]).args(args).env_remove("NO_COLOR");
        let output = command.envs(variable).output().unwrap();
        let has_colours = output.stdout.contains(&0x1b);
        assert_eq!(has_colours, coloured, "{args:?} {variable:?}");
    }
}

/// Nothing but the demo chooses another port by itself.
#[test]
fn a_taken_port_is_refused_with_the_command_that_works() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let project = sample("godot");
    let output = run(&["serve", "--port", &port, "--project", project.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let said = stderr(&output);
    assert!(said.contains(&format!("port {port} is in use")), "{said}");
    #[cfg(target_os = "linux")]
    assert!(said.contains(&format!("(process {})", std::process::id())), "{said}");
    let command = said.split("use another port: ").nth(1).unwrap().trim();
    assert!(command.contains(" serve --project ") && command.contains(" --port "), "{said}");
    assert!(!command.contains(&format!("--port {port}")), "{said}");
}

#[test]
fn an_answer_goes_to_a_file() {
    let project = sample("godot");
    let file = scratch("json");
    let args = ["call", "project.info", "-o", file.to_str().unwrap(), "--project"];
    let output = run(&[&args[..], &[project.to_str().unwrap()]].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(parse(&std::fs::read(&file).unwrap())["output"]["projectName"], "Night Ferry");
}

#[test]
fn completions_are_made_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = run(&["completions", shell]);
        assert!(String::from_utf8_lossy(&output.stdout).contains("scenewright"), "{shell}");
    }
}

#[test]
fn help_teaches_with_examples() {
    for command in [
        vec!["--help"],
        vec!["call", "--help"],
        vec!["serve", "--help"],
        vec!["stdio", "--help"],
        vec!["check", "--help"],
        vec!["history", "--help"],
        vec!["undo", "--help"],
        vec!["redo", "--help"],
    ] {
        let output = run(&command);
        assert!(String::from_utf8_lossy(&output.stdout).contains("Example"), "{command:?}");
    }
}
