//! Whether a Godot fits a project. Godot itself runs projects of other versions without a word.

/// Why games of a project of this version cannot be run; `None` if they can.
pub(crate) fn misfit(project: Option<&str>) -> Option<String> {
    // A project of Godot 3 tells no more than that.
    let major: u32 = project?.split('.').next()?.parse().ok()?;
    (major < 4).then(|| {
        format!("the project is one of Godot {major}, and games are run with Godot 4.3 or later")
    })
}

/// A sentence about versions that differ; `None` if they do not, or if the project does not say.
pub(crate) fn difference(project: Option<&str>, godot: Option<&str>) -> Option<String> {
    let (project, godot) = (parse(project?)?, parse(godot?)?);
    let (project_major, project_minor) = project;
    let (major, minor) = godot;
    (project != godot).then(|| {
        format!(
            "The project was last saved with Godot {project_major}.{project_minor}; this is Godot {major}.{minor}."
        )
    })
}

fn parse(version: &str) -> Option<(u32, u32)> {
    let mut numbers = version.split(['.', '-']).map(|part| part.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_other_versions_are_told() {
        for (project, godot, expected) in [
            (Some("4.6"), Some("4.6.3-stable"), None),
            (None, Some("4.6.3-stable"), None),
            (
                Some("4.4"),
                Some("4.6.3-stable"),
                Some("last saved with Godot 4.4; this is Godot 4.6."),
            ),
            (
                Some("4.7"),
                Some("4.6.3-stable"),
                Some("last saved with Godot 4.7; this is Godot 4.6."),
            ),
        ] {
            let told = difference(project, godot);
            match expected {
                None => assert_eq!(told, None),
                Some(words) => {
                    assert!(told.as_ref().is_some_and(|it| it.contains(words)), "{told:?}")
                }
            }
        }
        for (version, fits) in [("3", false), ("3.6", false), ("4", true), ("4.3", true)] {
            assert_eq!(misfit(Some(version)).is_none(), fits, "{version}");
        }
    }
}
