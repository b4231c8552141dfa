//! Which crate may depend on which: compares the table in ARCHITECTURE.md with the manifests.

mod table;

use std::fs;

use serde_json::Value;

use crate::{Result, Subcommand, no_arguments, shell};
use table::{Rule, Table};

pub(crate) const SUBCOMMAND: Subcommand = Subcommand {
    name: "layering",
    summary: "Check the dependencies between crates against ARCHITECTURE.md",
    help: "\
Usage: cargo xtask layering

Compares the dependencies in every Cargo.toml with the table between
`<!-- layering:begin -->` and `<!-- layering:end -->` in ARCHITECTURE.md:

  | crate  | may depend on | never |
  | ---    | ---           | ---   |
  | model  | —             | tokio |
  | engine | model         | tokio |

`may depend on` lists the crates of this workspace that normal and build
dependencies may name (`all`: every one); `never` lists external crates that a
normal dependency must not name. Development dependencies are not restricted.
",
    run,
};

/// xtask is not part of the product.
const NOT_LAYERED: &str = "xtask";

fn run(arguments: &[String]) -> Result {
    no_arguments("layering", arguments)?;
    check()
}

pub(crate) fn check() -> Result {
    let path = shell::root().join("ARCHITECTURE.md");
    let markdown = fs::read_to_string(path)
        .map_err(|error| format!("cannot read ARCHITECTURE.md: {error}"))?;
    let table = Table::parse(&markdown)?;
    let members = members(&shell::metadata()?)?;
    let violations = violations(&table, &members);
    if !violations.is_empty() {
        return Err(format!("the layering is broken:\n  {}", violations.join("\n  ")).into());
    }
    println!("layering holds for {} crates", table.len());
    Ok(())
}

struct Member {
    name: String,
    dependencies: Vec<Dependency>,
}

struct Dependency {
    name: String,
    build: bool,
}

/// The members and their dependencies, without development dependencies.
fn members(metadata: &Value) -> Result<Vec<Member>> {
    let packages = metadata["packages"].as_array().ok_or("`cargo metadata` lists no packages")?;
    packages.iter().map(member).collect()
}

fn member(package: &Value) -> Result<Member> {
    let dependencies = package["dependencies"]
        .as_array()
        .ok_or("`cargo metadata` lists a package without dependencies")?;
    Ok(Member {
        name: short(text(package, "name")?),
        dependencies: dependencies
            .iter()
            .filter(|dependency| dependency["kind"] != "dev")
            .map(dependency)
            .collect::<Result<_>>()?,
    })
}

fn dependency(dependency: &Value) -> Result<Dependency> {
    Ok(Dependency { name: short(text(dependency, "name")?), build: dependency["kind"] == "build" })
}

fn text<'a>(value: &'a Value, key: &str) -> Result<&'a str> {
    Ok(value[key].as_str().ok_or_else(|| format!("`cargo metadata` gives no `{key}`"))?)
}

/// `scenewright-model` lives in crates/model, and the table calls it so.
fn short(package: &str) -> String {
    package.strip_prefix("scenewright-").unwrap_or(package).to_owned()
}

fn violations(table: &Table, members: &[Member]) -> Vec<String> {
    let layered = || members.iter().filter(|member| member.name != NOT_LAYERED);
    let mut found = Vec::new();
    for member in layered() {
        match table.rule(&member.name) {
            Some(rule) => found.extend(broken(member, rule, members)),
            None => found.push(format!(
                "`{0}` is not in the table of ARCHITECTURE.md: add a row for it that says what it may depend on",
                member.name
            )),
        }
    }
    for name in table.crates().filter(|name| !layered().any(|member| member.name == *name)) {
        found.push(format!(
            "`{name}` is in the table of ARCHITECTURE.md but not in the workspace: remove its row"
        ));
    }
    found
}

fn broken<'a>(
    member: &'a Member,
    rule: &'a Rule,
    members: &'a [Member],
) -> impl Iterator<Item = String> + 'a {
    let name = &member.name;
    member.dependencies.iter().filter_map(move |dependency| {
        let on = &dependency.name;
        let internal = members.iter().any(|member| member.name == *on);
        if internal && !rule.may(on) {
            Some(format!(
                "`{name}` depends on `{on}`, which its row in ARCHITECTURE.md does not allow: remove it from the Cargo.toml of `{name}`, or change the row if the design has changed"
            ))
        } else if !dependency.build && rule.never(on) {
            Some(format!(
                "`{name}` depends on `{on}`, which its row in ARCHITECTURE.md forbids: remove it from the Cargo.toml of `{name}` and let a crate that may use `{on}` do that work"
            ))
        } else {
            None
        }
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const TABLE: &str = "\
<!-- layering:begin -->
| crate | may depend on | never |
| --- | --- | --- |
| model | — | tokio |
| engine | model | |
<!-- layering:end -->
";

    fn package(name: &str, dependencies: &[(&str, Option<&str>)]) -> Value {
        let dependencies: Vec<Value> =
            dependencies.iter().map(|(name, kind)| json!({ "name": name, "kind": kind })).collect();
        json!({ "name": name, "dependencies": dependencies })
    }

    /// What is found when `model` and `engine` have these dependencies.
    fn found(model: &[(&str, Option<&str>)], engine: &[(&str, Option<&str>)]) -> Vec<String> {
        found_in(json!({ "packages": [
            package("scenewright-model", model),
            package("scenewright-engine", engine),
            package("xtask", &[("scenewright-engine", None)]),
        ]}))
    }

    fn found_in(metadata: Value) -> Vec<String> {
        violations(&Table::parse(TABLE).unwrap(), &members(&metadata).unwrap())
    }

    #[test]
    fn what_the_table_allows_is_fine() {
        let engine = [("scenewright-model", None), ("tokio", None)];
        assert_eq!(found(&[("serde", None)], &engine), [""; 0]);
    }

    #[test]
    fn development_dependencies_are_not_restricted() {
        let model = [("scenewright-engine", Some("dev")), ("tokio", Some("dev"))];
        assert_eq!(found(&model, &[]), [""; 0]);
    }

    #[test]
    fn a_dependency_upwards_is_named_with_what_to_do() {
        for kind in [None, Some("build")] {
            let found = found(&[("scenewright-engine", kind)], &[]);
            assert_eq!(found.len(), 1);
            assert!(found[0].starts_with("`model` depends on `engine`, which"));
            assert!(found[0].contains("remove it from the Cargo.toml of `model`"));
        }
    }

    #[test]
    fn a_forbidden_crate_from_outside_is_named() {
        let found = found(&[("tokio", None)], &[]);
        assert_eq!(found.len(), 1);
        assert!(found[0].starts_with("`model` depends on `tokio`, which"));
        assert!(found[0].contains("forbids"));
    }

    #[test]
    fn no_crate_may_depend_on_xtask() {
        let found = found(&[], &[("xtask", None)]);
        assert!(found[0].starts_with("`engine` depends on `xtask`, which"));
    }

    #[test]
    fn the_table_and_the_workspace_list_the_same_crates() {
        let found = found_in(json!({ "packages": [
            package("scenewright-model", &[]),
            package("scenewright", &[]),
        ]}));
        assert_eq!(found.len(), 2);
        assert!(found[0].starts_with("`scenewright` is not in the table"));
        assert!(found[1].starts_with("`engine` is in the table"));
    }

    #[test]
    fn the_layering_of_this_workspace_holds() {
        check().unwrap();
    }
}
