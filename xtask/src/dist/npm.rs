//! npm packages: a main one with a launcher, and one for each platform, of which npm installs the one that fits.

use serde_json::{Map, Value, json};

use super::archive::{self, Content, Entry};
use super::product::{KEYWORDS, Product};
use super::release_files::ReleaseFiles;
use super::target::Target;
use crate::Result;

const LAUNCHER: &str = include_str!("../../../packaging/npm/scenewright.js");

pub(super) fn write_platform(
    product: &Product,
    target: &Target,
    content: &Content<'_>,
    files: &mut ReleaseFiles,
) -> Result {
    let mut entries = vec![
        manifest_entry(&platform_manifest(product, target))?,
        (format!("package/bin/{}", target.program()), content.binary.clone(), true),
        text_entry("THIRD-PARTY-LICENSES.txt", &content.licences),
        text_entry(
            "README.md",
            &format!("The program of the package `scenewright` for {}.\n", target.triple),
        ),
    ];
    entries.extend(archive::own_licences("package/")?);
    let name = format!("npm/scenewright-{}-{}.tgz", target.short(), product.version);
    files.write(&name, &archive::gzip(&archive::tar(&entries, product.time)?)?)
}

pub(super) fn write_main(
    product: &Product,
    targets: &[&Target],
    files: &mut ReleaseFiles,
) -> Result {
    let mut entries = vec![
        manifest_entry(&main_manifest(product, targets))?,
        ("package/bin/scenewright.js".to_owned(), LAUNCHER.as_bytes().to_vec(), true),
        text_entry("README.md", &readme(product)),
    ];
    entries.extend(archive::own_licences("package/")?);
    let name = format!("npm/scenewright-{}.tgz", product.version);
    files.write(&name, &archive::gzip(&archive::tar(&entries, product.time)?)?)
}

fn common(product: &Product) -> Map<String, Value> {
    let manifest = json!({
        "version": product.version,
        "description": product.description,
        "license": product.licence,
        "homepage": product.repository,
        "repository": { "type": "git", "url": format!("git+{}.git", product.repository) },
    });
    manifest.as_object().cloned().unwrap_or_default()
}

fn platform_manifest(product: &Product, target: &Target) -> Value {
    let mut manifest = common(product);
    manifest.insert("name".to_owned(), json!(target.npm_package()));
    manifest.insert("os".to_owned(), json!([target.npm.0]));
    manifest.insert("cpu".to_owned(), json!([target.npm.1]));
    manifest.insert("preferUnplugged".to_owned(), json!(true));
    Value::Object(manifest)
}

fn main_manifest(product: &Product, targets: &[&Target]) -> Value {
    let platforms = targets.iter().map(|it| (it.npm_package(), json!(product.version)));
    let mut manifest = common(product);
    manifest.insert("name".to_owned(), json!("scenewright"));
    manifest.insert("keywords".to_owned(), json!(KEYWORDS));
    manifest.insert("mcpName".to_owned(), json!(product.mcp_name()));
    manifest.insert("bin".to_owned(), json!({ "scenewright": "bin/scenewright.js" }));
    manifest.insert("engines".to_owned(), json!({ "node": ">=18" }));
    manifest.insert("optionalDependencies".to_owned(), platforms.collect::<Map<_, _>>().into());
    Value::Object(manifest)
}

fn readme(product: &Product) -> String {
    format!(
        "# Scenewright\n\n{}\n\n```sh\nnpx scenewright doctor PROJECT\nnpx scenewright mcp PROJECT\n```\n\n{}\n",
        product.description, product.repository
    )
}

fn manifest_entry(manifest: &Value) -> Result<Entry> {
    let text = serde_json::to_string_pretty(manifest)? + "\n";
    Ok(("package/package.json".to_owned(), text.into_bytes(), false))
}

fn text_entry(name: &str, text: &str) -> Entry {
    (format!("package/{name}"), text.as_bytes().to_vec(), false)
}

#[cfg(test)]
mod tests {
    use super::super::target::TARGETS;
    use super::*;

    /// The launcher and the manifests must agree on the names.
    #[test]
    fn the_main_package_names_one_package_for_each_platform() {
        let product = Product::read().unwrap();
        let targets: Vec<&Target> = TARGETS.iter().collect();
        let main = main_manifest(&product, &targets);
        let platforms = main["optionalDependencies"].as_object().unwrap();
        assert_eq!(platforms.len(), TARGETS.len());
        for target in &TARGETS {
            let manifest = platform_manifest(&product, target);
            let name = manifest["name"].as_str().unwrap();
            assert_eq!(platforms[name], manifest["version"]);
            assert_eq!(name, format!("@scenewright/{}-{}", target.npm.0, target.npm.1));
        }
        assert!(LAUNCHER.contains("`@scenewright/${process.platform}-${process.arch}`"));
        assert_eq!(main["mcpName"], product.mcp_name());
    }
}
