//! Runs action.yml as GitHub's runner does: each `run` with bash, values from expressions, outputs from files.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;

use super::checkout::Checkout;
use crate::documents::repository;
use crate::yaml;

pub(super) fn action_file() -> Value {
    yaml::read(&repository().join("action.yml"))
}

/// What a run has left.
#[derive(Default)]
pub(super) struct ActionRun {
    inputs: BTreeMap<String, String>,
    /// Of each step that has an id, as `id.name`.
    step_outputs: BTreeMap<String, String>,
    /// By name alone.
    pub(super) outputs: BTreeMap<String, String>,
    /// The code of the first step that failed.
    pub(super) code: i32,
    pub(super) log: String,
    pub(super) summary: String,
    /// The SARIF that would be uploaded.
    pub(super) uploaded: Option<String>,
}

impl ActionRun {
    pub(super) fn new(checkout: &Checkout, inputs: &[(&str, &str)]) -> ActionRun {
        let action = action_file();
        let mut run = ActionRun::default();
        for (name, about) in action["inputs"].as_object().unwrap() {
            let own = inputs.iter().find(|(own, _)| own == name).map(|(_, value)| *value);
            let value = own.or(about["default"].as_str()).unwrap();
            run.inputs.insert(name.clone(), value.to_owned());
        }
        for (own, _) in inputs {
            assert!(run.inputs.contains_key(*own), "{own} is no input");
        }
        for step in action["runs"]["steps"].as_array().unwrap() {
            if run.holds(step["if"].as_str().unwrap_or("success()")) {
                run.step(step, checkout);
            }
        }
        run
    }

    pub(super) fn output(&self, name: &str) -> &str {
        self.outputs.get(name).map_or("", String::as_str)
    }

    fn step(&mut self, step: &Value, checkout: &Checkout) {
        let Some(script) = step["run"].as_str() else {
            assert_eq!(step["uses"], "github/codeql-action/upload-sarif@v3");
            let file = self.filled(step["with"]["sarif_file"].as_str().unwrap());
            self.uploaded = Some(fs::read_to_string(file).unwrap());
            return;
        };
        assert_eq!(step["shell"], "bash");
        let files = ["script", "output", "summary"].map(|it| checkout.temp().join(it));
        for (file, content) in files.iter().zip([script, "", ""]) {
            fs::write(file, content).unwrap();
        }
        let mut bash = checkout.command("bash");
        bash.args(["--noprofile", "--norc", "-eo", "pipefail"]).arg(&files[0]);
        for (name, value) in step["env"].as_object().into_iter().flatten() {
            bash.env(name, self.filled(value.as_str().unwrap()));
        }
        bash.env("GITHUB_OUTPUT", &files[1]).env("GITHUB_STEP_SUMMARY", &files[2]);
        bash.env("RUNNER_TEMP", checkout.temp()).env("GITHUB_WORKSPACE", checkout.root());
        let output = bash.output().unwrap();
        for text in [&output.stdout, &output.stderr] {
            self.log += &format!("\n{}", String::from_utf8_lossy(text));
        }
        self.summary += &fs::read_to_string(&files[2]).unwrap();
        for line in fs::read_to_string(&files[1]).unwrap().lines() {
            let (name, value) = line.split_once('=').unwrap();
            self.outputs.insert(name.to_owned(), value.to_owned());
            let whole = format!("{}.{name}", step["id"].as_str().unwrap());
            self.step_outputs.insert(whole, value.to_owned());
        }
        if self.code == 0 {
            self.code = output.status.code().unwrap();
        }
    }

    /// A text with its expressions replaced.
    fn filled(&self, text: &str) -> String {
        let mut parts = text.split("${{");
        let mut filled = parts.next().unwrap().to_owned();
        for part in parts {
            let (expression, rest) = part.split_once("}}").unwrap();
            filled += &self.value(expression.trim());
            filled += rest;
        }
        filled
    }

    fn value(&self, expression: &str) -> String {
        let parts: Vec<&str> = expression.split('.').collect();
        match parts[..] {
            ["github", "action_ref"] => "v0.1.0".to_owned(),
            ["inputs", name] => self.inputs[name].clone(),
            ["steps", id, "outputs", name] => {
                let whole = format!("{id}.{name}");
                self.step_outputs.get(&whole).cloned().unwrap_or_default()
            }
            _ => match expression.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
                Some(text) => text.to_owned(),
                None => panic!("{expression} is no expression that the test knows"),
            },
        }
    }

    /// A step that does not say `always()` is skipped after one that failed.
    fn holds(&self, condition: &str) -> bool {
        let mut parts: Vec<&str> = condition.split(" && ").collect();
        if !parts.contains(&"always()") {
            parts.push("success()");
        }
        parts.into_iter().all(|part| match (part.split_once(" == "), part.split_once(" != ")) {
            (Some((left, right)), _) => self.value(left) == self.value(right),
            (_, Some((left, right))) => self.value(left) != self.value(right),
            _ => part == "always()" || part == "success()" && self.code == 0,
        })
    }
}
