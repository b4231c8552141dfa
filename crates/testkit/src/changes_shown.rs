//! For tests: renders changes as lines, and reverses them.

use scenewright_model::{
    ConnectionEnd, MemberChange, MemberReference, MemberValue, ObjectExtent, OverrideChange,
    SceneChange, SceneChangeKind,
};

/// One line per change, below its file.
pub fn render_changes(changes: &[SceneChange]) -> String {
    let (mut shown, mut file) = (String::new(), "");
    for change in changes {
        if change.file != file {
            file = &change.file;
            shown += &format!("@ {file}\n");
        }
        let object = change.object.as_ref().map_or("", |object| object.path.as_str());
        shown += &format!("{object}: {}\n", line(&change.kind));
    }
    shown
}

fn line(kind: &SceneChangeKind) -> String {
    match kind {
        SceneChangeKind::ObjectAdded(extent) => format!("+ {}", self::extent(extent)),
        SceneChangeKind::ObjectRemoved(extent) => format!("- {}", self::extent(extent)),
        SceneChangeKind::Member(member) => self::member(member),
        SceneChangeKind::ConnectionAdded(end) => format!("+ {}", connection(end)),
        SceneChangeKind::ConnectionRemoved(end) => format!("- {}", connection(end)),
        other => format!("{other:?}"),
    }
}

fn extent(extent: &ObjectExtent) -> String {
    let ObjectExtent { components, instance_of, below } = extent;
    let source = instance_of.as_ref().map_or(String::new(), |source| format!(" of {source}"));
    format!("{}{source}, {below} below", components.join(" "))
}

fn member(change: &MemberChange) -> String {
    let component = change.component.as_ref().map_or(String::new(), |own| format!("{own}."));
    let value = |value: &Option<MemberValue>| value.as_ref().map_or("~".to_owned(), value_line);
    let own = change.override_change.map_or(String::new(), |own| format!(" override {own:?}"));
    format!(
        "{component}{} = {} -> {}{own}",
        change.member,
        value(&change.before),
        value(&change.after)
    )
}

fn value_line(value: &MemberValue) -> String {
    match value {
        MemberValue::Typed(typed) => match &typed.value {
            MemberValue::Reference(_) => value_line(&typed.value),
            _ => typed.text.clone(),
        },
        MemberValue::Reference(MemberReference::Object { path, type_name, .. }) => {
            format!("{path}({type_name})")
        }
        MemberValue::Reference(MemberReference::Asset { path, inner, .. }) => {
            format!("{path}{}", inner.as_ref().map_or(String::new(), |inner| format!("::{inner}")))
        }
        other => format!("{other:?}"),
    }
}

fn connection(end: &ConnectionEnd) -> String {
    format!("{} -> {}.{}", end.signal, end.to, end.method)
}

/// The lines that the reverse change must produce, sorted.
pub fn reversed(changes: &[SceneChange]) -> Vec<String> {
    let moves: Vec<(&str, &str)> = changes
        .iter()
        .filter_map(|change| match (&change.kind, &change.object) {
            (SceneChangeKind::ObjectMoved { from }, Some(to)) => Some((to.path.as_str(), &**from)),
            _ => None,
        })
        .collect();
    sorted_lines(
        changes.iter().map(|change| back_in_place(reverse_change(change), &moves)).collect(),
    )
}

/// Gives an object the path that it had before it, or one of its ancestors, moved.
fn back_in_place(mut change: SceneChange, moves: &[(&str, &str)]) -> SceneChange {
    use SceneChangeKind as Kind;
    if let Some(object) = &mut change.object
        && !matches!(change.kind, Kind::ObjectMoved { .. } | Kind::ObjectAdded(_))
    {
        let below = |to: &str| object.path.strip_prefix(to).map(str::to_owned);
        let is_end = |rest: &String| rest.is_empty() || rest.starts_with('/');
        let found = moves.iter().find_map(|(to, from)| Some((from, below(to).filter(is_end)?)));
        if let Some((from, rest)) = found {
            object.path = format!("{from}{rest}");
        }
    }
    change
}

pub fn sorted_lines(changes: Vec<SceneChange>) -> Vec<String> {
    let mut lines: Vec<String> =
        changes.iter().map(|change| render_changes(std::slice::from_ref(change))).collect();
    lines.sort();
    lines
}

fn reverse_change(change: &SceneChange) -> SceneChange {
    use SceneChangeKind as Kind;
    let SceneChange { file, mut object, kind } = change.clone();
    let kind = match kind {
        Kind::ObjectAdded(extent) => Kind::ObjectRemoved(extent),
        Kind::ObjectRemoved(extent) => Kind::ObjectAdded(extent),
        Kind::ObjectMoved { from } => {
            let to = object.as_mut().expect("an object moved");
            Kind::ObjectMoved { from: std::mem::replace(&mut to.path, from) }
        }
        Kind::ObjectReordered { before, after } => {
            Kind::ObjectReordered { before: after, after: before }
        }
        Kind::ComponentAdded { component, script } => Kind::ComponentRemoved { component, script },
        Kind::ComponentRemoved { component, script } => Kind::ComponentAdded { component, script },
        Kind::Member(own) => Kind::Member(MemberChange {
            before: own.after,
            after: own.before,
            override_change: own.override_change.map(|change| match change {
                OverrideChange::Added => OverrideChange::Removed,
                OverrideChange::Removed => OverrideChange::Added,
                OverrideChange::Changed => OverrideChange::Changed,
            }),
            ..own
        }),
        Kind::GroupAdded { group } => Kind::GroupRemoved { group },
        Kind::GroupRemoved { group } => Kind::GroupAdded { group },
        Kind::ConnectionAdded(end) => Kind::ConnectionRemoved(end),
        Kind::ConnectionRemoved(end) => Kind::ConnectionAdded(end),
        Kind::ResourceAdded { resource } => Kind::ResourceRemoved { resource },
        Kind::ResourceRemoved { resource } => Kind::ResourceAdded { resource },
        Kind::FileAdded => Kind::FileRemoved,
        Kind::FileRemoved => Kind::FileAdded,
        Kind::FileChanged => Kind::FileChanged,
    };
    SceneChange { file, object, kind }
}
