//! Python wheels, which contain the program as a script: `uvx scenewright` and `pip install scenewright`.

use super::archive::{self, Content, Entry};
use super::checksum;
use super::product::{KEYWORDS, Product};
use super::release_files::ReleaseFiles;
use super::target::Target;
use crate::Result;

pub(super) fn write(
    product: &Product,
    target: &Target,
    content: &Content<'_>,
    files: &mut ReleaseFiles,
) -> Result {
    let stem = format!("scenewright-{}", product.version);
    let info = format!("{stem}.dist-info");
    let text = |name: &str, text: String| (format!("{info}/{name}"), text.into_bytes(), false);
    let mut entries = vec![
        (format!("{stem}.data/scripts/{}", target.program()), content.binary.clone(), true),
        text("METADATA", metadata(product)),
        text("WHEEL", tags(target)),
        text("licenses/THIRD-PARTY-LICENSES.txt", content.licences.clone()),
        text("sboms/scenewright.cdx.json", content.sbom.clone()),
    ];
    entries.extend(archive::own_licences(&format!("{info}/licenses/"))?);
    entries.push(record(&format!("{info}/RECORD"), &entries));
    files.write(&target.wheel_name(&product.version), &archive::zip(&entries)?)
}

/// The line with the name lets the MCP registry check whose package it is.
fn metadata(product: &Product) -> String {
    let licence_files: String =
        archive::LICENCE_FILES.iter().map(|name| format!("License-File: {name}\n")).collect();
    format!(
        "Metadata-Version: 2.4\n\
         Name: scenewright\n\
         Version: {}\n\
         Summary: {}\n\
         Keywords: {}\n\
         License-Expression: {}\n\
         {licence_files}\
         License-File: THIRD-PARTY-LICENSES.txt\n\
         Project-URL: Repository, {}\n\
         Requires-Python: >=3.8\n\
         Description-Content-Type: text/markdown\n\
         \n\
         # Scenewright\n\n{}\n\n```sh\nuvx scenewright doctor PROJECT\nuvx scenewright mcp PROJECT\n```\n\n\
         <!-- mcp-name: {} -->\n",
        product.version,
        product.summary(),
        KEYWORDS.join(","),
        product.licence,
        product.repository,
        product.description,
        product.mcp_name(),
    )
}

fn tags(target: &Target) -> String {
    let tags: String =
        target.wheel.split('.').map(|platform| format!("Tag: py3-none-{platform}\n")).collect();
    format!("Wheel-Version: 1.0\nGenerator: scenewright\nRoot-Is-Purelib: false\n{tags}")
}

/// Path, checksum and size of every file; its own line has neither.
fn record(path: &str, entries: &[Entry]) -> Entry {
    let line = |(path, bytes, _): &Entry| {
        format!("{path},{},{}\n", checksum::for_wheel(bytes), bytes.len())
    };
    let lines: String = entries.iter().map(line).collect();
    (path.to_owned(), format!("{lines}{path},,\n").into_bytes(), false)
}

#[cfg(test)]
mod tests {
    use super::super::target::TARGETS;
    use super::*;

    #[test]
    fn the_tags_of_the_name_are_those_of_the_wheel() {
        for target in &TARGETS {
            let name = target.wheel_name("1.2.3");
            let platforms = name.trim_end_matches(".whl").rsplit('-').next().unwrap();
            for platform in platforms.split('.') {
                assert!(tags(target).contains(&format!("Tag: py3-none-{platform}\n")), "{name}");
            }
        }
    }

    #[test]
    fn the_record_lists_every_file_and_itself() {
        let entries: Vec<Entry> = vec![("a".to_owned(), Vec::new(), false)];
        let (_, text, _) = record("i/RECORD", &entries);
        let expected = "a,sha256=47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU,0\ni/RECORD,,\n";
        assert_eq!(String::from_utf8(text).unwrap(), expected);
    }
}
