//! Installs what the tests need, then runs every test that can run on this machine.

mod corpus;
mod display;
mod godot;
pub(crate) mod nextest;
mod node;
mod python;

use std::path::PathBuf;
use std::process::Command;

use crate::counts::Counts;
use crate::{Result, Subcommand, fuzz, shell, wine};

pub(crate) const SUBCOMMAND: Subcommand = Subcommand {
    name: "test",
    summary: "Install what the tests need and run every test",
    help: "\
Usage: cargo xtask test [-- NAME…]

Runs all tests of the workspace (with cargo-nextest if it is installed), or those
whose path contains a NAME. A run of all tests ends with a short run of the fuzz
targets, and with the tests of the journal and of the files as Windows programs, if Wine
and mingw-w64 are installed (`cargo xtask wine`).

Some tests need more than cargo. If something is missing, they are skipped, and a
line says so:
  needs_godot   A Godot 4: SCENEWRIGHT_GODOT, or `godot`/`godot4` on PATH, or on
                Linux with apt-get what scripts/install-godot.sh installs in
                target/godot
  needs_display A Godot 4 that draws, and Xvfb: SCENEWRIGHT_GODOT_DISPLAY, or what the
                same script installs
  needs_corpus  Real projects: the folder SCENEWRIGHT_CORPUS, or what unpack.sh
                unpacks from a folder `corpus` here, above or in a neighbour
  needs_projects
                Godot projects of your own, complete with their assets, which
                Godot checks: the folder SCENEWRIGHT_GODOT_PROJECTS
  needs_node    The official MCP tools, and the validator of SARIF: the folder
                SCENEWRIGHT_NODE_TOOLS, or what npm installs in target/node, with a
                Node.js 22 on Linux if there is none on PATH
  needs_python  The MCP client for Python: SCENEWRIGHT_PYTHON, or a virtual
                environment that pip fills in target/python
",
    run,
};

/// A requirement of the tests with `marker` in their path, passed to them in `variable`.
struct Need {
    marker: &'static str,
    variable: &'static str,
    tests: &'static str,
    find: fn() -> Result<Found>,
}

/// If it is absent, tests are skipped with the reason; an error of the search itself ends the run.
pub(crate) enum Found {
    At(PathBuf),
    Absent(String),
}

const NEEDS: [Need; 6] =
    [godot::NEED, display::NEED, corpus::NEED, PROJECTS, node::NEED, python::NEED];

const PROJECTS: Need = Need {
    marker: "needs_projects",
    variable: "SCENEWRIGHT_GODOT_PROJECTS",
    tests: "tests on Godot projects of your own",
    find: || Ok(Found::Absent("SCENEWRIGHT_GODOT_PROJECTS names no folder of them".to_owned())),
};

/// What the search has come to.
#[derive(Default)]
struct Plan {
    variables: Vec<(&'static str, PathBuf)>,
    skipped: Vec<&'static str>,
    /// What is absent, and why.
    absent: Vec<String>,
}

fn run(names: &[String]) -> Result {
    let plan = plan()?;
    let tests = plan.tests(names);
    if !names.is_empty() {
        return verdict(&[("tests", tests)]);
    }
    let fuzzing = fuzz::briefly();
    let windows = wine::briefly();
    plan.absent.iter().for_each(|line| println!("{line}"));
    let mut parts = vec![("tests", tests), ("fuzzing", fuzzing)];
    match windows {
        Ok(counts) => parts.push(("wine", counts)),
        Err(reason) => println!("skipped: tests as Windows programs ({reason})"),
    }
    verdict(&parts)
}

/// The closing lines: each part, and all of them together.
fn verdict(parts: &[(&str, Result<Counts>)]) -> Result {
    let mut all = Counts::default();
    for (name, counts) in parts {
        match counts {
            Ok(counts) => {
                println!("{name:<8} {counts}");
                all += *counts;
            }
            Err(error) => {
                println!("{name:<8} {error}");
                all.failed += 1;
            }
        }
    }
    println!("result: {all}");
    match all.failed {
        0 => Ok(()),
        _ => Err("tests failed".into()),
    }
}

/// The Godot that tests run.
pub(crate) fn godot() -> Result<Found> {
    find(&godot::NEED)
}

/// One that draws.
pub(crate) fn display() -> Result<Found> {
    find(&display::NEED)
}

/// The folder of real projects.
pub(crate) fn corpus() -> Result<Found> {
    find(&corpus::NEED)
}

/// A Python with the official MCP package.
pub(crate) fn python() -> Result<Found> {
    find(&python::NEED)
}

fn plan() -> Result<Plan> {
    let mut plan = Plan::default();
    for need in NEEDS {
        match find(&need)? {
            Found::At(path) => plan.variables.push((need.variable, path)),
            Found::Absent(reason) => {
                let line = format!("skipped: {} ({reason})", need.tests);
                println!("{line}");
                plan.absent.push(line);
                plan.skipped.push(need.marker);
            }
        }
    }
    Ok(plan)
}

fn find(need: &Need) -> Result<Found> {
    match shell::path_variable(need.variable)? {
        Some(path) if path.exists() => Ok(Found::At(path)),
        Some(path) => Err(format!(
            "{} is set to {}, which does not exist: correct or unset it",
            need.variable,
            path.display()
        )
        .into()),
        None => (need.find)(),
    }
}

impl Plan {
    fn tests(&self, names: &[String]) -> Result<Counts> {
        if shell::has_cargo("nextest") {
            return nextest::run(self.with_variables(&mut self.nextest(names)));
        }
        // Its counts are per test binary; as a whole it passes or fails.
        shell::run(self.with_variables(&mut self.cargo_test(names)))
            .map(|()| Counts { passed: 1, ..Counts::default() })
    }

    fn nextest(&self, names: &[String]) -> Command {
        let mut command = shell::cargo(["nextest", "run", "--workspace"]);
        if !self.skipped.is_empty() {
            let parts: Vec<String> =
                self.skipped.iter().map(|s| format!("not test({s})")).collect();
            command.args(["-E", &parts.join(" and ")]);
        }
        arguments(&mut command, names);
        command
    }

    fn cargo_test(&self, names: &[String]) -> Command {
        let mut command = shell::cargo(["test", "--workspace", "--no-fail-fast", "--"]);
        for marker in &self.skipped {
            command.args(["--skip", marker]);
        }
        command.args(names);
        command
    }

    fn with_variables<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        command.envs(self.variables.iter().map(|(name, path)| (name, path)))
    }
}

fn arguments<'a>(command: &'a mut Command, names: &[String]) -> &'a mut Command {
    match names.is_empty() {
        true => command,
        false => command.arg("--").args(names),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(skipped: &[&'static str]) -> Plan {
        Plan { skipped: skipped.to_vec(), ..Plan::default() }
    }

    fn words(command: Command) -> Vec<String> {
        let words = command.get_args().map(|word| word.to_string_lossy().into_owned());
        words.collect()
    }

    #[test]
    fn nextest_gets_a_filter_only_for_what_is_absent() {
        assert_eq!(words(plan(&[]).nextest(&[])), ["nextest", "run", "--workspace"]);
        let both = plan(&["needs_godot", "needs_corpus"]).nextest(&["scene".to_owned()]);
        let filter = "not test(needs_godot) and not test(needs_corpus)";
        assert_eq!(words(both)[3..], ["-E", filter, "--", "scene"]);
    }

    #[test]
    fn cargo_test_gets_the_same_as_skips() {
        let command = plan(&["needs_godot"]).cargo_test(&["scene".to_owned()]);
        assert_eq!(words(command)[3..], ["--", "--skip", "needs_godot", "scene"]);
    }
}
