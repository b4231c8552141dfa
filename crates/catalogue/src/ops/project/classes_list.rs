//! `project.classes.list`: the classes declared in the project's sources.

use std::time::Duration;

use scenewright_model::{ClassKind, ClassMembers, ScriptClass};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{Cx, missing_interface};
use crate::coverage::CoverageOutput;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};
use crate::page::{self, Page};

pub(crate) struct ClassesList;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ClassesListArgs {
    /// Only classes whose name contains this text; case-insensitive
    name: Option<String>,
    /// Only classes with this base type; its namespace and type arguments may be omitted
    base_type: Option<String>,
    /// Only classes of this kind
    kind: Option<ClassKind>,
    /// Also return exported variables, signals and functions (Godot)
    #[serde(default)]
    #[schemars(extend("x-engine" = "godot"))]
    include_members: bool,
    /// At most this many classes
    #[serde(default = "page::default_limit")]
    #[schemars(range(min = 1, max = 1000))]
    limit: usize,
    /// The `nextCursor` of the last answer
    cursor: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClassesListOutput {
    /// The classes, sorted by namespace and name
    classes: Vec<ClassListRow>,
    /// Total number of classes
    total: usize,
    /// Pass it as `cursor` to get the next page; absent on the last page
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
    /// The files that were not read; absent when every file was read
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<CoverageOutput>,
}

/// A class, with its members on request.
#[derive(Serialize, JsonSchema)]
struct ClassListRow {
    #[serde(flatten)]
    class: ScriptClass,
    /// Members declared by the class itself; absent unless requested
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    members: Option<ClassMembers>,
}

impl Operation for ClassesList {
    type Args = ClassesListArgs;
    type Output = ClassesListOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "project.classes.list",
        name: "List Project Classes",
        description: "Lists the classes declared in the project's sources, with base types, kind and file; for Godot also exported variables, signals and functions. Use it to find scripts that can be attached or made into assets.",
        category: "project",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: Some(
            "Unity: C# sources in Assets/ and in packages inside the project; a partial class is listed once per file. Godot: GDScript and C# sources; a script without class_name is named after its file, an inner class after both. Inherited members are not included. The diagnostics report declarations that cannot be parsed.",
        ),
        examples: include_str!("classes_list.json"),
        runs: ExecutionMode::Worker,
        scan_limit: Some(Duration::from_secs(10)),
    };

    fn run(args: ClassesListArgs, cx: &Cx<'_>) -> Result<ClassesListOutput, Failure> {
        let page = Page::new(ClassesList::ABOUT.id, args.limit, args.cursor.as_deref())?;
        let mut classes = cx.ask(|engine, cx| {
            let classes =
                engine.as_classes().ok_or_else(|| missing_interface(engine, "list classes"))?;
            classes.classes(cx)
        })?;
        classes.retain(|class| is_wanted(class, &args));
        let total = classes.len();
        let (classes, next_cursor) = page.cut(classes);
        let row = |mut class: ScriptClass| {
            let members = std::mem::take(&mut class.members);
            ClassListRow { class, members: args.include_members.then_some(members) }
        };
        let classes = classes.into_iter().map(row).collect();
        Ok(ClassesListOutput { classes, total, next_cursor, coverage: cx.coverage() })
    }
}

fn is_wanted(class: &ScriptClass, args: &ClassesListArgs) -> bool {
    let contains = |name: &String| class.name.to_lowercase().contains(&name.to_lowercase());
    args.name.as_ref().is_none_or(contains)
        && args.kind.is_none_or(|kind| kind == class.kind)
        && args.base_type.as_ref().is_none_or(|wanted| {
            class.bases.iter().any(|base| is_base(base, &wanted.replace(' ', "")))
        })
}

/// `Game.Pool<Bullet>` matches itself, `Game.Pool`, `Pool<Bullet>` and `Pool`.
fn is_base(base: &str, wanted: &str) -> bool {
    let plain = base.split('<').next().unwrap_or(base);
    let ends = |text: &str| {
        text.strip_suffix(wanted).is_some_and(|start| start.is_empty() || start.ends_with('.'))
    };
    ends(base) || ends(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_is_meant_by_its_short_names() {
        for (wanted, expected) in [
            ("Game.Pool<Bullet>", true),
            ("Pool<Bullet>", true),
            ("Game.Pool", true),
            ("Pool", true),
            ("ool", false),
            ("Bullet", false),
            ("Pool<Bomb>", false),
        ] {
            assert_eq!(is_base("Game.Pool<Bullet>", wanted), expected, "{wanted}");
        }
    }
}
