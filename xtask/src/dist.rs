//! Builds a release: every file that is published, in target/dist, from one version and one description.

mod archive;
mod build;
mod check;
mod checksum;
mod crates;
mod licences;
mod manifests;
mod mcpb;
mod npm;
mod plugins;
mod product;
mod registry;
mod release_files;
mod sbom;
mod target;
mod wheel;

use std::fs;
use std::path::{Path, PathBuf};

use crate::{Result, Subcommand, shell};
use build::{Built, BuiltBinary};
use product::Product;
use release_files::ReleaseFiles;
use target::{TARGETS, Target};

pub(crate) const SUBCOMMAND: Subcommand = Subcommand {
    name: "dist",
    summary: "Build every file of a release in target/dist, or check them",
    help: "\
Usage: cargo xtask dist [--target TRIPLE]… [--binaries DIR]
       cargo xtask dist --check

Builds the program for every target that can be built here (profile `dist`) and makes
archives, npm packages, wheels, MCP bundles, the Godot plugin, server.json, files for
Homebrew, winget and Scoop, a Dockerfile, SBOMs and checksums. A target that cannot be
built here is skipped, and a line says why.

  --target TRIPLE   Only this target; can be repeated
  --binaries DIR    Use DIR/TRIPLE/scenewright[.exe] where it exists, instead of building:
                    for targets that are built on another machine
  --check           Install each file of target/dist in an empty folder and ask it for
                    project.info and its tools; Windows ones run with Wine
",
    run,
};

const FOLDER: &str = "target/dist";

#[derive(Debug, Default)]
struct Options {
    targets: Vec<&'static Target>,
    binaries: Option<PathBuf>,
    check: bool,
}

fn run(arguments: &[String]) -> Result {
    let options = parse(arguments)?;
    let folder = shell::root().join(FOLDER);
    match options.check {
        true => check::run(&folder),
        false => make(&options, &folder),
    }
}

fn parse(arguments: &[String]) -> Result<Options> {
    let mut options = Options::default();
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("`{word}` needs a value"));
        match word.as_str() {
            "--target" => options.targets.push(target::find(value()?)?),
            "--binaries" => options.binaries = Some(std::path::absolute(value()?)?),
            "--check" => options.check = true,
            _ => {
                return Err(format!("`cargo xtask dist` does not take `{word}`: see --help").into());
            }
        }
    }
    Ok(options)
}

fn make(options: &Options, folder: &Path) -> Result {
    let product = Product::read()?;
    let chosen: Vec<&Target> = match options.targets.is_empty() {
        true => TARGETS.iter().collect(),
        false => options.targets.clone(),
    };
    let mut binaries = Vec::new();
    for target in chosen {
        match build::binary(target, options.binaries.as_deref())? {
            Built::Binary(path) => binaries.push(BuiltBinary { target, path }),
            Built::Skipped(reason) => println!("skipped: {} ({reason})", target.triple),
        }
    }
    if binaries.is_empty() {
        return Err("nothing was built".into());
    }
    release_files::remove_last(folder)?;
    let mut files = ReleaseFiles::new(folder);
    package(&product, &binaries, &mut files)?;
    files.write_checksums()?;
    files.print();
    Ok(())
}

/// Manifests name the checksums of what was written before them.
fn package(product: &Product, binaries: &[BuiltBinary], files: &mut ReleaseFiles) -> Result {
    let extras = build::shell_files(product, binaries)?;
    for binary in binaries {
        let crates = crates::of_target(binary.target.triple)?;
        let sbom = sbom::document(product, binary.target, &crates);
        let sbom = serde_json::to_string_pretty(&sbom)? + "\n";
        let content = archive::Content {
            binary: fs::read(&binary.path)?,
            licences: licences::text(&crates)?,
            sbom,
            extras: &extras,
        };
        archive::write(product, binary.target, &content, files)?;
        npm::write_platform(product, binary.target, &content, files)?;
        wheel::write(product, binary.target, &content, files)?;
        mcpb::write(product, binary.target, &content, files)?;
    }
    let targets: Vec<&Target> = binaries.iter().map(|binary| binary.target).collect();
    npm::write_main(product, &targets, files)?;
    plugins::write_godot(product, files)?;
    plugins::write_unity(product, files)?;
    registry::write(product, &targets, files)?;
    manifests::write(product, &targets, files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_and_others_refused() {
        let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let options = parse(&words("--target x86_64-pc-windows-gnu --check")).unwrap();
        assert_eq!(options.targets.len(), 1);
        assert!(options.check && options.binaries.is_none());
        for wrong in ["--target", "--target riscv", "--fast", "x"] {
            assert!(parse(&words(wrong)).is_err(), "{wrong}");
        }
    }

    /// The whole packaging with a small stand-in for the program, so that every test run covers it.
    #[test]
    fn a_release_has_all_its_files() {
        let folder = tempfile::tempdir().unwrap();
        let product = Product::read().unwrap();
        let extras = vec![("completions/scenewright.bash".to_owned(), b"complete".to_vec())];
        let mut files = ReleaseFiles::new(folder.path());
        for target in &TARGETS {
            let content = archive::Content {
                binary: b"program".to_vec(),
                licences: "MIT".to_owned(),
                sbom: "{}".to_owned(),
                extras: &extras,
            };
            archive::write(&product, target, &content, &mut files).unwrap();
            npm::write_platform(&product, target, &content, &mut files).unwrap();
            wheel::write(&product, target, &content, &mut files).unwrap();
            mcpb::write(&product, target, &content, &mut files).unwrap();
        }
        let targets: Vec<&Target> = TARGETS.iter().collect();
        npm::write_main(&product, &targets, &mut files).unwrap();
        plugins::write_godot(&product, &mut files).unwrap();
        registry::write(&product, &targets, &mut files).unwrap();
        manifests::write(&product, &targets, &mut files).unwrap();
        files.write_checksums().unwrap();

        let version = &product.version;
        let names = files.names();
        for target in &TARGETS {
            let stem = format!("scenewright-{version}-{}", target.triple);
            let expected = match target.os {
                target::Os::Windows => vec![format!("{stem}.zip")],
                _ => vec![format!("{stem}.tar.gz"), format!("{stem}.tar.xz")],
            };
            for name in expected.iter().chain([&format!("{stem}.cdx.json")]) {
                assert!(names.contains(name), "{name} is not in {names:?}");
            }
            assert!(names.contains(&target.wheel_name(version)), "{}", target.triple);
            assert!(names.contains(&target.mcpb_name(version)), "{}", target.triple);
        }
        for name in
            ["server.json", "homebrew/scenewright.rb", "scoop/scenewright.json", "Dockerfile"]
        {
            assert!(names.iter().any(|known| known == name), "{name} is not in {names:?}");
        }
        let checksums = fs::read_to_string(folder.path().join("SHA256SUMS")).unwrap();
        assert_eq!(checksums.lines().count(), names.len(), "{checksums}");
        for name in &names {
            let text = fs::read_to_string(folder.path().join(name)).unwrap_or_default();
            assert!(!text.contains("@@"), "{name} has an unfilled place:\n{text}");
        }
    }
}
