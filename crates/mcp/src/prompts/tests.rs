use scenewright_catalogue::{CallLimits, Catalogue, Policy};
use scenewright_testkit::Fixture;
use serde_json::json;

use super::*;

fn project(nodes: usize) -> Fixture {
    let mut text = String::from(
        "//- /project.godot\nconfig_version=5\n[application]\nconfig/name=\"Boat\"\nrun/main_scene=\"res://main.tscn\"\n\
         //- /fine.tscn\n[gd_scene format=3]\n[node name=\"Fine\" type=\"Node\"]\n\
         //- /main.tscn\n[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"res://gone.gd\" id=\"1\"]\n\
         [node name=\"Main\" type=\"Node2D\"]\nscript = ExtResource(\"1\")\n",
    );
    for number in 0..nodes {
        let letter = ["A", "B"][number % 2];
        text.push_str(&format!("[node name=\"{letter}{number}\" type=\"Node\" parent=\".\"]\nscript = ExtResource(\"1\")\n"));
    }
    Fixture::new(&text)
}

fn ask(fixture: &Fixture, name: &str, arguments: Value) -> Result<Vec<PromptMessage>, PromptError> {
    let engine = scenewright_engines::open(&scenewright_engines::find(&fixture.root()).unwrap());
    let catalogue = Catalogue::standard().unwrap();
    let session = Session::new(catalogue, engine, Policy::default(), CallLimits::default());
    let arguments = arguments.as_object().cloned().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(get(&session, "scenewright", name, &arguments))
}

fn text(message: &PromptMessage) -> &str {
    match message {
        PromptMessage::Text(text) | PromptMessage::Resource { text, .. } => text,
    }
}

#[test]
fn prompts_hold_what_is_there_now() {
    let fixture = project(1);
    let reported = |name: &str, arguments: Value| {
        let messages = ask(&fixture, name, arguments).unwrap();
        messages.iter().map(text).collect::<Vec<_>>().join("\n")
    };
    for (name, arguments, parts) in [
        (
            "find-broken-references",
            json!({}),
            &["\"Boat\"", "res://gone.gd", "[missing-script]"][..],
        ),
        ("project-tour", json!({}), &["\"Boat\", godot", "- res://main.tscn", "A0: Node"]),
        (
            "review-scene",
            json!({ "scenePath": "main.tscn" }),
            &["2 problems", "res://gone.gd", "A0: Node"],
        ),
        (
            "review-scene",
            json!({ "scenePath": "res://fine.tscn" }),
            &["nothing broken", "not in the build"],
        ),
    ] {
        let text = reported(name, arguments);
        for part in parts {
            assert!(text.contains(part), "{name} tells {part}: {text}");
        }
    }
}

#[test]
fn every_prompt_says_what_was_not_read() {
    let fixture = project(0);
    fixture.write("lfs.tscn", "version https://git-lfs.github.com/spec/v1\n");
    for (name, arguments) in [
        ("find-broken-references", json!({})),
        ("project-tour", json!({})),
        ("review-scene", json!({ "scenePath": "res://main.tscn" })),
    ] {
        let messages = ask(&fixture, name, arguments).unwrap();
        let text = text(&messages[0]);
        assert!(text.contains("not read: 1 lfs-pointer"), "{name}: {text}");
    }
}

#[test]
fn prompts_stay_small_on_large_projects() {
    let tokens = tiktoken_rs::o200k_base().unwrap();
    let fixture = project(3_000);
    for prompt in PROMPTS {
        let arguments = match prompt.arguments {
            [] => json!({}),
            _ => json!({ "scenePath": "res://main.tscn" }),
        };
        let messages = ask(&fixture, prompt.name, arguments).unwrap();
        let all: usize =
            messages.iter().map(|message| tokens.encode_ordinary(text(message)).len()).sum();
        assert!(all <= 2_000, "{} takes {all} tokens", prompt.name);
    }
}

#[test]
fn prompts_name_tools_that_exist() {
    let catalogue = Catalogue::standard().unwrap();
    let tools: Vec<String> =
        catalogue.definitions().map(|tool| tool.id.replace('.', "_")).collect();
    let fixture = project(1);
    for prompt in PROMPTS {
        let arguments = match prompt.arguments {
            [] => json!({}),
            _ => json!({ "scenePath": "res://main.tscn" }),
        };
        let messages = ask(&fixture, prompt.name, arguments).unwrap();
        let words = text(&messages[0]).split(|c: char| !c.is_alphanumeric() && c != '_');
        let named: Vec<&str> = words.filter(|word| word.contains('_')).collect();
        assert!(!named.is_empty(), "{}", prompt.name);
        for tool in named {
            assert!(tools.iter().any(|known| known == tool), "{}: {tool}", prompt.name);
        }
    }
}

#[test]
fn wrong_arguments_say_how_to_put_them_right() {
    let fixture = project(0);
    let reported =
        |name: &str, arguments: Value| ask(&fixture, name, arguments).unwrap_err().to_string();
    insta::assert_snapshot!(reported("review-scene", json!({})), @"Prompt review-scene: scenePath is required: path of the scene, e.g. Assets/Scenes/Main.unity or res://main.tscn; project_scenes_list names all");
    insta::assert_snapshot!(reported("review-scene", json!({ "scenePath": 1 })), @"Prompt review-scene: scenePath must be a string");
    insta::assert_snapshot!(reported("review-scene", json!({ "scenePath": "a", "x": "" })), @"Prompt review-scene: unknown argument x; its arguments are: scenePath");
    insta::assert_snapshot!(reported("review-scene", json!({ "scenePath": "main2.unity" })), @"Scene file 'main2.unity' does not exist (did you mean res://main.tscn?)");
    insta::assert_snapshot!(reported("project-tour", json!({ "x": "" })), @"Prompt project-tour: it takes no arguments, but x was given");
    insta::assert_snapshot!(reported("tour", json!({})), @"Prompt not found: tour; the prompts are find-broken-references, project-tour, review-scene");
}
