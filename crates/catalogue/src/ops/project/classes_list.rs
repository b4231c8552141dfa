//! `project.classes.list`: the classes of the project's sources.

use std::time::Duration;

use scenewright_model as model;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{Cx, lacking};
use crate::failure::Failure;
use crate::levels::{Runs, Safety, Tier};
use crate::operation::{About, Operation};
use crate::page::{self, Page};

pub(crate) struct ClassesList;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Args {
    /// Only classes whose name contains this, in letters of either case
    name: Option<String>,
    /// Only classes that name this type as a base, with or without namespace and type arguments
    base_type: Option<String>,
    /// Only classes of this kind
    kind: Option<Kind>,
    /// How many classes to return
    #[serde(default = "page::hundred")]
    #[schemars(range(min = 1, max = 1000))]
    limit: usize,
    /// The `nextCursor` of the answer before
    cursor: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Kind {
    MonoBehaviour,
    ScriptableObject,
    Editor,
    Other,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Output {
    /// The classes, sorted by namespace and name
    classes: Vec<Class>,
    /// How many classes there are in all
    total: usize,
    /// Give it as `cursor` to get the next ones; absent after the last
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Class {
    /// The class's name, with the types around it
    name: String,
    /// Its namespace; empty when it is in none
    namespace: String,
    /// What it derives from and implements, as the source writes it
    base_types: Vec<String>,
    /// What it is to the engine, through all of its bases
    kind: Kind,
    /// true for an abstract class; absent otherwise
    #[serde(rename = "abstract", skip_serializing_if = "is_false")]
    is_abstract: bool,
    /// Path of the source file
    path: String,
    /// The file's guid; absent when it has no .meta file
    #[serde(skip_serializing_if = "Option::is_none")]
    guid: Option<String>,
    /// The assembly it is compiled into; absent when it is not compiled
    #[serde(skip_serializing_if = "Option::is_none")]
    assembly: Option<String>,
}

fn is_false(value: &bool) -> bool {
    !*value
}

impl Operation for ClassesList {
    type Args = Args;
    type Output = Output;

    const ABOUT: About = About {
        id: "project.classes.list",
        name: "List Project Classes",
        description: "Lists the classes that the project's sources declare, with base types, kind, file and assembly. Use it to find which scripts can be attached or made into assets.",
        category: "project",
        safety: Safety::ReadOnly,
        tier: Tier::Core,
        notes: Some(
            "For Unity projects: C# sources in Assets/ and in packages inside the project. A class in several parts is listed once for each file.",
        ),
        examples: include_str!("classes_list.json"),
        runs: Runs::Worker,
        scan_limit: Some(Duration::from_secs(10)),
    };

    fn run(args: Args, cx: &Cx<'_>) -> Result<Output, Failure> {
        let page = Page::new(ClassesList::ABOUT.id, args.limit, args.cursor.as_deref())?;
        let mut classes = cx.ask(|engine, cx| {
            let classes = engine.as_classes().ok_or_else(|| lacking(engine, "list classes"))?;
            classes.classes(cx)
        })?;
        classes.retain(|class| is_wanted(class, &args));
        let total = classes.len();
        let (classes, next_cursor) = page.cut(classes);
        Ok(Output { classes: classes.into_iter().map(Class::from).collect(), total, next_cursor })
    }
}

fn is_wanted(class: &model::Class, args: &Args) -> bool {
    let contains = |name: &String| class.name.to_lowercase().contains(&name.to_lowercase());
    args.name.as_ref().is_none_or(contains)
        && args.kind.is_none_or(|kind| kind == Kind::from(class.kind))
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

impl From<model::ClassKind> for Kind {
    fn from(kind: model::ClassKind) -> Kind {
        match kind {
            model::ClassKind::MonoBehaviour => Kind::MonoBehaviour,
            model::ClassKind::ScriptableObject => Kind::ScriptableObject,
            model::ClassKind::Editor => Kind::Editor,
            model::ClassKind::Other => Kind::Other,
        }
    }
}

impl From<model::Class> for Class {
    fn from(class: model::Class) -> Class {
        Class {
            name: class.name,
            namespace: class.namespace,
            base_types: class.bases,
            kind: class.kind.into(),
            is_abstract: class.is_abstract,
            path: class.path,
            guid: class.guid,
            assembly: class.assembly,
        }
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
