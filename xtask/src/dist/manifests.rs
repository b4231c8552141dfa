//! Files for other package managers, from the templates in `packaging/`. A place is written `@@NAME@@`; lines
//! between `@@begin TRIPLE@@` and `@@end@@` are kept if that target is part of the release.

use super::product::Product;
use super::release_files::ReleaseFiles;
use super::target::Target;
use crate::Result;

/// A template and the name of the file that is made from it.
const TEMPLATES: [(&str, &str); 6] = [
    (include_str!("../../../packaging/homebrew.rb"), "homebrew/scenewright.rb"),
    (include_str!("../../../packaging/scoop.json"), "scoop/scenewright.json"),
    (include_str!("../../../packaging/winget/version.yaml"), "winget/Scenewright.Scenewright.yaml"),
    (
        include_str!("../../../packaging/winget/installer.yaml"),
        "winget/Scenewright.Scenewright.installer.yaml",
    ),
    (
        include_str!("../../../packaging/winget/locale.yaml"),
        "winget/Scenewright.Scenewright.locale.en-US.yaml",
    ),
    (include_str!("../../../packaging/Dockerfile"), "Dockerfile"),
];

const WINDOWS: &str = "x86_64-pc-windows-gnu";

pub(super) fn write(product: &Product, targets: &[&Target], files: &mut ReleaseFiles) -> Result {
    let has_windows = targets.iter().any(|target| target.triple == WINDOWS);
    for (template, name) in TEMPLATES {
        let for_windows = name.starts_with("winget/") || name.starts_with("scoop/");
        let usable = match for_windows {
            true => has_windows,
            false => targets.iter().any(|target| target.triple != WINDOWS),
        };
        if !usable {
            println!("skipped: {name} (the release has no program for it)");
            continue;
        }
        let text = fill(template, product, targets, |file| files.sha256(file).map(str::to_owned))?;
        files.write(name, text.as_bytes())?;
    }
    Ok(())
}

fn fill(
    template: &str,
    product: &Product,
    targets: &[&Target],
    sha256: impl Fn(&str) -> Result<String>,
) -> Result<String> {
    let mut text = selected(template, targets);
    for (place, value) in [
        ("VERSION", product.version.as_str()),
        ("SUMMARY", product.summary()),
        ("DESCRIPTION", &product.description),
        ("REPOSITORY", &product.repository),
        ("LICENCE", &product.licence),
        ("DATE", &product.date()),
    ] {
        text = text.replace(&format!("@@{place}@@"), value);
    }
    for target in targets {
        let name = target.archive_name(&product.version);
        for (place, value) in [
            ("URL", product.download(&name)),
            ("SHA256", sha256(&name)?),
            ("ARCHIVE", name.clone()),
            ("STEM", target.stem(&product.version)),
        ] {
            text = text.replace(&format!("@@{place} {}@@", target.triple), &value);
        }
    }
    match text.find("@@") {
        None => Ok(text),
        Some(at) => {
            let line = text[at..].lines().next().unwrap_or_default();
            Err(format!("a template has a place that nothing fills: {line}").into())
        }
    }
}

fn selected(template: &str, targets: &[&Target]) -> String {
    let mut kept = String::new();
    let mut keeps = true;
    for line in template.lines() {
        let mark = line.trim().trim_start_matches(['#', ' ']);
        if let Some(triple) = mark.strip_prefix("@@begin ").and_then(|rest| rest.strip_suffix("@@"))
        {
            keeps = targets.iter().any(|target| target.triple == triple);
        } else if mark == "@@end@@" {
            keeps = true;
        } else if keeps {
            kept += line;
            kept.push('\n');
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::super::target::TARGETS;
    use super::*;

    fn filled(name: &str, targets: &[&Target]) -> String {
        let (template, _) = TEMPLATES.iter().find(|(_, known)| *known == name).unwrap();
        let product = Product::read().unwrap();
        fill(template, &product, targets, |file| Ok(format!("sum-of-{file}"))).unwrap()
    }

    #[test]
    fn the_formula_has_only_what_was_built() {
        let linux = filled("homebrew/scenewright.rb", &[&TARGETS[0]]);
        assert!(linux.contains("sum-of-scenewright-") && !linux.contains("darwin"), "{linux}");
        let all: Vec<&Target> = TARGETS.iter().collect();
        let all = filled("homebrew/scenewright.rb", &all);
        assert_eq!(all.matches("sha256 \"").count(), 4, "{all}");
    }

    #[test]
    fn the_files_for_windows_are_valid() {
        let all: Vec<&Target> = TARGETS.iter().collect();
        let scoop: serde_json::Value =
            serde_json::from_str(&filled("scoop/scenewright.json", &all)).unwrap();
        let bit64 = &scoop["architecture"]["64bit"];
        assert!(bit64["url"].as_str().unwrap().ends_with("-x86_64-pc-windows-gnu.zip"), "{scoop}");
        let installer = filled("winget/Scenewright.Scenewright.installer.yaml", &all);
        for key in [
            "PackageIdentifier: ",
            "InstallerSha256: ",
            "ManifestVersion: ",
            "NestedInstallerType: ",
        ] {
            assert_eq!(installer.matches(key).count(), 1, "{key} in {installer}");
        }
    }

    #[test]
    fn an_unknown_place_is_refused() {
        let product = Product::read().unwrap();
        assert!(fill("x @@NOTHING@@", &product, &[], |_| Ok(String::new())).is_err());
    }
}
