//! `project.classes.list`: the classes of the project's sources.

mod members;

use std::time::Duration;

use scenewright_model as model;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{Cx, missing_interface};
use crate::coverage::CoverageOutput;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};
use crate::page::{self, Page};
use members::ClassMembersOutput;

pub(crate) struct ClassesList;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ClassesListArgs {
    /// Only classes whose name contains this, in letters of either case
    name: Option<String>,
    /// Only classes that name this type as a base, with or without namespace and type arguments
    base_type: Option<String>,
    /// Only classes of this kind
    kind: Option<ClassKindName>,
    /// true to return exported variables, signals and functions too (Godot)
    #[serde(default)]
    #[schemars(extend("x-engine" = "godot"))]
    include_members: bool,
    /// How many classes to return
    #[serde(default = "page::default_limit")]
    #[schemars(range(min = 1, max = 1000))]
    limit: usize,
    /// The `nextCursor` of the answer before
    cursor: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum ClassKindName {
    MonoBehaviour,
    ScriptableObject,
    Node,
    Resource,
    Editor,
    Other,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum ClassLanguageName {
    CSharp,
    GdScript,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClassesListOutput {
    /// The classes, sorted by namespace and name
    classes: Vec<ClassListRow>,
    /// How many classes there are in all
    total: usize,
    /// Give it as `cursor` to get the next ones; absent after the last
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
    /// What was not read; absent when everything was
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<CoverageOutput>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ClassListRow {
    /// The class's name, with the types around it; the file's name for a script without a name
    name: String,
    /// Its namespace; empty when it is in none
    namespace: String,
    /// What it derives from and implements, as the source writes it
    base_types: Vec<String>,
    /// What it is to the engine, through all of its bases
    kind: ClassKindName,
    /// What it is written in
    language: ClassLanguageName,
    /// true for an abstract class; absent otherwise
    #[serde(rename = "abstract", skip_serializing_if = "is_false")]
    is_abstract: bool,
    /// true when Godot knows the class by its name in the whole project; absent otherwise
    #[serde(rename = "global", skip_serializing_if = "is_false")]
    is_global: bool,
    /// true for a Godot script that runs in the editor too; absent otherwise
    #[serde(rename = "tool", skip_serializing_if = "is_false")]
    is_tool: bool,
    /// From the class's `##` comment; absent when it has none
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    /// Path of the source file
    path: String,
    /// The file's guid or uid; absent when it has no .meta or .uid file
    #[serde(skip_serializing_if = "Option::is_none")]
    guid: Option<String>,
    /// The assembly it is compiled into; absent when it is not compiled
    #[serde(skip_serializing_if = "Option::is_none")]
    assembly: Option<String>,
    /// What the class itself declares; absent unless asked for
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    members: Option<ClassMembersOutput>,
}

fn is_false(value: &bool) -> bool {
    !*value
}

impl Operation for ClassesList {
    type Args = ClassesListArgs;
    type Output = ClassesListOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "project.classes.list",
        name: "List Project Classes",
        description: "Lists the classes that the project's sources declare, with base types, kind and file; for Godot also exported variables, signals and functions. Use it to find which scripts can be attached or made into assets.",
        category: "project",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: Some(
            "Unity: C# sources in Assets/ and in packages inside the project; a class in several parts is listed once for each file. Godot: GDScript and C# sources; a script without class_name has the name of its file, a class inside it the name of both. Members are those of the class itself, without its bases'. Declarations that cannot be read are told in the diagnostics.",
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
        let shown = |class| shown(class, args.include_members);
        let classes = classes.into_iter().map(shown).collect();
        Ok(ClassesListOutput { classes, total, next_cursor, coverage: cx.coverage() })
    }
}

fn is_wanted(class: &model::ScriptClass, args: &ClassesListArgs) -> bool {
    let contains = |name: &String| class.name.to_lowercase().contains(&name.to_lowercase());
    args.name.as_ref().is_none_or(contains)
        && args.kind.is_none_or(|kind| kind == ClassKindName::from(class.kind))
        && args.base_type.as_ref().is_none_or(|wanted| {
            class.bases.iter().any(|base| is_base(base, &wanted.replace(' ', "")))
        })
}

/// `Game.Pool<Bullet>` is meant by itself, `Game.Pool`, `Pool<Bullet>` and `Pool`.
fn is_base(base: &str, wanted: &str) -> bool {
    let plain = base.split('<').next().unwrap_or(base);
    let ends = |text: &str| {
        text.strip_suffix(wanted).is_some_and(|start| start.is_empty() || start.ends_with('.'))
    };
    ends(base) || ends(plain)
}

impl From<model::ClassKind> for ClassKindName {
    fn from(kind: model::ClassKind) -> ClassKindName {
        match kind {
            model::ClassKind::MonoBehaviour => ClassKindName::MonoBehaviour,
            model::ClassKind::ScriptableObject => ClassKindName::ScriptableObject,
            model::ClassKind::Node => ClassKindName::Node,
            model::ClassKind::Resource => ClassKindName::Resource,
            model::ClassKind::Editor => ClassKindName::Editor,
            model::ClassKind::Other => ClassKindName::Other,
        }
    }
}

fn shown(class: model::ScriptClass, with_members: bool) -> ClassListRow {
    ClassListRow {
        name: class.name,
        namespace: class.namespace,
        base_types: class.bases,
        kind: class.kind.into(),
        language: match class.language {
            model::ScriptLanguage::CSharp => ClassLanguageName::CSharp,
            model::ScriptLanguage::GdScript => ClassLanguageName::GdScript,
        },
        is_abstract: class.is_abstract,
        is_global: class.is_global,
        is_tool: class.is_tool,
        description: class.description,
        path: class.path,
        guid: class.guid,
        assembly: class.assembly,
        members: with_members.then(|| class.members.into()),
    }
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
