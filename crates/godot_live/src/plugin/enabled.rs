//! The list of enabled plugins in `project.godot`. No other line changes.

const SECTION: &str = "[editor_plugins]";
const KEY: &str = "enabled=";
const BEGIN: &str = "PackedStringArray(";

/// The list, and the text before and after it.
struct EnabledPlugins<'a> {
    before: &'a str,
    paths: Vec<String>,
    after: &'a str,
}

/// The paths in the list, in its order.
pub(super) fn list(project: &str) -> Result<Vec<String>, String> {
    Ok(find(project)?.map(|found| found.paths).unwrap_or_default())
}

pub(super) fn with_plugin(project: &str, path: &str) -> Result<String, String> {
    match find(project)? {
        Some(found) if found.paths.iter().any(|known| known == path) => Ok(project.to_owned()),
        Some(mut found) => {
            found.paths.push(path.to_owned());
            Ok(found.render())
        }
        None => Ok(match section(project) {
            Some(end) => {
                let newline = newline(project);
                let (before, after) = project.split_at(end);
                format!("{before}{newline}{newline}{}{after}", render_list(&[path.to_owned()]))
            }
            None => {
                let newline = newline(project);
                let gap = if project.ends_with('\n') { "" } else { newline };
                let line = render_list(&[path.to_owned()]);
                format!("{project}{gap}{newline}{SECTION}{newline}{newline}{line}{newline}")
            }
        }),
    }
}

/// Also removes the list, and then the section, if they would be empty.
pub(super) fn without_plugin(project: &str, path: &str) -> Result<String, String> {
    let Some(mut found) = find(project)? else { return Ok(project.to_owned()) };
    if !found.paths.iter().any(|known| known == path) {
        return Ok(project.to_owned());
    }
    found.paths.retain(|known| known != path);
    if !found.paths.is_empty() {
        return Ok(found.render());
    }
    let head = found.before.trim_end();
    let tail = found.after.trim_start();
    let is_alone = head.ends_with(SECTION) && (tail.is_empty() || tail.starts_with('['));
    let newline = newline(project);
    Ok(match is_alone {
        true => {
            let head = head[..head.len() - SECTION.len()].trim_end();
            match tail.is_empty() {
                true => format!("{head}{newline}"),
                false => format!("{head}{newline}{newline}{tail}"),
            }
        }
        false => format!("{}{}", found.before, found.after.trim_start_matches(['\r', '\n'])),
    })
}

impl EnabledPlugins<'_> {
    fn render(&self) -> String {
        format!("{}{}{}", self.before, render_list(&self.paths), self.after)
    }
}

fn render_list(paths: &[String]) -> String {
    let quoted: Vec<String> = paths.iter().map(|path| format!("\"{path}\"")).collect();
    format!("{KEY}{BEGIN}{})", quoted.join(", "))
}

fn newline(project: &str) -> &'static str {
    if project.contains("\r\n") { "\r\n" } else { "\n" }
}

/// The end of the section's heading.
fn section(project: &str) -> Option<usize> {
    let mut at = 0;
    for line in project.split_inclusive('\n') {
        if line.trim() == SECTION {
            return Some(at + line.trim_end().len());
        }
        at += line.len();
    }
    None
}

fn find(project: &str) -> Result<Option<EnabledPlugins<'_>>, String> {
    let Some(heading) = section(project) else { return Ok(None) };
    let mut at = heading;
    for (number, line) in project[heading..].split_inclusive('\n').enumerate() {
        if line.starts_with('[') {
            break;
        }
        // The first is the rest of the heading's own line.
        if number > 0 && line.starts_with(KEY) {
            return entry(project, at).map(Some);
        }
        at += line.len();
    }
    Ok(None)
}

fn entry(project: &str, at: usize) -> Result<EnabledPlugins<'_>, String> {
    let unclear = || "its list of enabled plugins is not a list of strings".to_owned();
    let rest = &project[at + KEY.len()..];
    let rest = rest.strip_prefix(BEGIN).ok_or_else(unclear)?;
    let close = rest.find(')').ok_or_else(unclear)?;
    let mut paths = Vec::new();
    for item in rest[..close].split(',').map(str::trim).filter(|item| !item.is_empty()) {
        let path = item.strip_prefix('"').and_then(|item| item.strip_suffix('"'));
        let path = path.filter(|path| !path.contains(['"', '\\'])).ok_or_else(unclear)?;
        paths.push(path.to_owned());
    }
    Ok(EnabledPlugins { before: &project[..at], paths, after: &rest[close + 1..] })
}

#[cfg(test)]
mod tests {
    use super::*;

    const OURS: &str = "res://addons/scenewright/plugin.cfg";

    #[test]
    fn the_plugin_comes_and_goes_without_a_trace() {
        let cases = [
            "config_version=5\n",
            "config_version=5",
            "config_version=5\n\n[application]\n\nconfig/name=\"x\"\n",
            "config_version=5\r\n\r\n[application]\r\n\r\nconfig/name=\"x\"\r\n",
            "; a comment\nconfig_version=5\n\n[editor_plugins]\n\nenabled=PackedStringArray(\"res://addons/a/plugin.cfg\")\n\n[rendering]\n\nx=1\n",
        ];
        for project in cases {
            let added = with_plugin(project, OURS).unwrap();
            assert_eq!(list(&added).unwrap().last().unwrap(), OURS, "{added}");
            assert_eq!(with_plugin(&added, OURS).unwrap(), added);
            let newline = if project.ends_with('\n') { "" } else { "\n" };
            assert_eq!(without_plugin(&added, OURS).unwrap(), format!("{project}{newline}"));
        }
    }

    #[test]
    fn lists_are_kept_in_their_place() {
        let project = "[editor_plugins]\n\nenabled=PackedStringArray()\n\n[x]\n";
        let added = with_plugin(project, OURS).unwrap();
        assert_eq!(
            added,
            format!("[editor_plugins]\n\nenabled=PackedStringArray(\"{OURS}\")\n\n[x]\n")
        );
        assert_eq!(without_plugin(&added, OURS).unwrap(), "\n\n[x]\n");

        let bare = "[editor_plugins]\n\n[x]\n";
        let added = with_plugin(bare, OURS).unwrap();
        assert_eq!(list(&added).unwrap(), [OURS]);
        assert!(added.ends_with("\n\n[x]\n"), "{added}");
    }

    #[test]
    fn what_is_unclear_is_refused() {
        for project in [
            "[editor_plugins]\nenabled=[\"a\"]\n",
            "[editor_plugins]\nenabled=PackedStringArray(\"a\\\"b\")\n",
            "[editor_plugins]\nenabled=PackedStringArray(\"a\"\n",
        ] {
            assert!(with_plugin(project, OURS).is_err(), "{project}");
        }
    }
}
