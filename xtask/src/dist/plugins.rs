//! The plugins for the editors: Godot's for its Asset Library, Unity's as a package tarball.

use std::fs;
use std::path::Path;

use super::archive::{self, Entry};
use super::product::Product;
use super::release_files::ReleaseFiles;
use crate::{Result, shell};

const GODOT_PLUGIN: &str = "crates/godot_live/addons";

/// Where the Unity package is, once there is one.
const UNITY_PACKAGE: &str = "crates/unity_live/package";

/// The Asset Library unpacks an archive into the project, without its outermost folder.
pub(super) fn write_godot(product: &Product, files: &mut ReleaseFiles) -> Result {
    let stem = format!("scenewright-godot-{}", product.version);
    let mut entries = Vec::new();
    collect(&shell::root().join(GODOT_PLUGIN), &format!("{stem}/addons"), &mut entries)?;
    check_version(&entries, product)?;
    // Inside the plugin's folder, so that nothing lies in the root of a project.
    entries.extend(archive::own_licences(&format!("{stem}/addons/scenewright/"))?);
    files.write(&format!("{stem}.zip"), &archive::zip(&entries)?)
}

fn check_version(entries: &[Entry], product: &Product) -> Result {
    let config = entries.iter().find(|(path, ..)| path.ends_with("addons/scenewright/plugin.cfg"));
    let (_, config, _) = config.ok_or("the Godot plugin has no plugin.cfg")?;
    let line = format!("version=\"{}\"", product.version);
    match String::from_utf8_lossy(config).lines().any(|known| known == line) {
        true => Ok(()),
        false => Err(format!("plugin.cfg of the Godot plugin has not {line}").into()),
    }
}

pub(super) fn write_unity(product: &Product, files: &mut ReleaseFiles) -> Result {
    let folder = shell::root().join(UNITY_PACKAGE);
    if !folder.is_dir() {
        println!("skipped: the Unity package (there is none in {UNITY_PACKAGE})");
        return Ok(());
    }
    let mut entries = Vec::new();
    collect(&folder, "package", &mut entries)?;
    let name = format!("scenewright-unity-{}.tgz", product.version);
    files.write(&name, &archive::gzip(&archive::tar(&entries, product.time)?)?)
}

fn collect(folder: &Path, prefix: &str, entries: &mut Vec<Entry>) -> Result {
    let mut found: Vec<_> = fs::read_dir(folder)?.collect::<std::io::Result<_>>()?;
    found.sort_by_key(|entry| entry.file_name());
    for entry in found {
        let path = format!("{prefix}/{}", entry.file_name().to_string_lossy());
        match entry.file_type()?.is_dir() {
            true => collect(&entry.path(), &path, entries)?,
            false => entries.push((path, fs::read(entry.path())?, false)),
        }
    }
    Ok(())
}
