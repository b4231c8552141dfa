//! Checks the files that a GDScript preloads or extends.

use scenewright_engine::{EngineError, Subject};
use scenewright_model::FindingKind;

use super::report::{FindingOwner, GodotFileReport, ReferenceProblem};
use super::stale::is_certainly_missing;
use crate::files::{GodotFileView, ReferenceTarget};

/// Godot never compiles the script templates in this folder.
const TEMPLATE_FOLDER: &str = "script_templates/";

pub(super) fn check(
    files: &GodotFileView<'_>,
    report: &mut GodotFileReport<'_>,
) -> Result<(), EngineError> {
    let relative = report.relative;
    let index = files.index()?;
    let Some(number) = index.find(relative) else { return Ok(()) };
    let broken = index.broken(number);
    if broken.is_empty() || relative.starts_with(TEMPLATE_FOLDER) {
        return Ok(());
    }
    let source = files.root.read(Subject::Script, relative)?;
    let source = String::from_utf8_lossy(&source);
    for reference in broken {
        let path = reference.uid.as_deref().unwrap_or(&reference.path);
        let Some((word, offset)) = reference_keyword(&source, path) else { continue };
        if let ReferenceTarget::Missing { target, reason } = files.locate(path, None, relative)?
            && (reference.uid.is_none() || is_certainly_missing(files, &target)?)
        {
            let problem = ReferenceProblem { kind: FindingKind::MissingFile, target, reason };
            report.add(&FindingOwner::default(), word, problem, offset);
        }
    }
    report.locate(&source);
    Ok(())
}

/// The keyword with which a script uses a path, `preload` or `extends`, and where the path is. `None` if the text is only a part of an
/// expression, or in a comment.
fn reference_keyword(source: &str, path: &str) -> Option<(&'static str, usize)> {
    let mut uses = source.match_indices(path).filter_map(|(at, _)| {
        let (before, quote) = without_quote(&source[..at])?;
        let after = source[at + path.len()..].strip_prefix(quote)?;
        let line = before.rsplit('\n').next().unwrap_or(before);
        let is_whole = || after.trim_start().starts_with([')', ',']);
        let before = before.trim_end();
        if line.contains('#') {
            None
        } else if before.strip_suffix('(').is_some_and(|rest| rest.trim_end().ends_with("preload"))
        {
            is_whole().then_some(("preload", at))
        } else {
            before.ends_with("extends").then_some(("extends", at))
        }
    });
    uses.next()
}

fn without_quote(text: &str) -> Option<(&str, char)> {
    ['"', '\''].into_iter().find_map(|quote| Some((text.strip_suffix(quote)?, quote)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_path_counts() {
        for (source, expected) in [
            ("const A = preload(\"res://a.gd\")", Some("preload")),
            ("const A = preload( 'res://a.gd' )", Some("preload")),
            ("const A = preload(\n\t\"res://a.gd\",\n)", Some("preload")),
            ("extends \"res://a.gd\"", Some("extends")),
            ("extends \"res://a.gd\".Inner", Some("extends")),
            ("const A = preload(\"res://a.gd\" + B)", None),
            ("const A = load(\"res://a.gd\")", None),
            ("# const A = preload(\"res://a.gd\")", None),
            ("const A = preload(\"res://a.gdshader\")", None),
        ] {
            let found = reference_keyword(source, "res://a.gd").map(|(word, _)| word);
            assert_eq!(found, expected, "{source}");
        }
    }
}
