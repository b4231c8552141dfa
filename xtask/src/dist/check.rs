//! Installs each file of a release in an empty folder, as a user would, and asks the program two questions.

mod asked;
mod install;

use std::fs;
use std::path::{Path, PathBuf};

use super::product::Product;
use super::target::{Os, TARGETS, Target};
use crate::wine::Wine;
use crate::{Result, shell};
use asked::InstalledProgram;

pub(super) fn run(folder: &Path) -> Result {
    let product = Product::read()?;
    let work = tempfile::tempdir()?;
    let mut report = Report::default();
    checksums(folder, &mut report);
    for target in &TARGETS {
        if !folder.join(target.archive_name(&product.version)).is_file() {
            println!("skipped: {} (not in {})", target.triple, folder.display());
            continue;
        }
        match Host::for_target(target) {
            Ok(host) => {
                let checked = CheckedTarget { product: &product, target, folder, host: &host };
                checked.run(&work.path().join(target.short()), &mut report);
            }
            Err(reason) => println!("skipped: {} ({reason})", target.triple),
        }
    }
    match report.failed {
        0 => {
            println!("{} checks passed", report.passed);
            Ok(())
        }
        failed => Err(format!("{failed} of {} checks failed", failed + report.passed).into()),
    }
}

#[derive(Default)]
struct Report {
    passed: usize,
    failed: usize,
}

impl Report {
    fn add(&mut self, name: &str, outcome: Result<String>) {
        match outcome {
            Ok(text) => {
                println!("ok: {name}: {text}");
                self.passed += 1;
            }
            Err(error) => {
                println!("FAILED: {name}: {error}");
                self.failed += 1;
            }
        }
    }
}

fn checksums(folder: &Path, report: &mut Report) {
    let outcome =
        fs::read_to_string(folder.join("SHA256SUMS")).map_err(Into::into).and_then(|text| {
            for line in text.lines() {
                let (expected, name) = line.split_once("  ").ok_or("a line without a name")?;
                if super::checksum::hexadecimal(&fs::read(folder.join(name))?) != expected {
                    return Err(format!("{name} has another checksum").into());
                }
            }
            Ok(format!("{} files", text.lines().count()))
        });
    report.add("SHA256SUMS", outcome);
}

/// What runs the programs of a target on this machine.
pub(super) enum Host {
    Native,
    Qemu(PathBuf),
    Wine(Wine),
}

impl Host {
    fn for_target(target: &Target) -> std::result::Result<Host, String> {
        let is_native_arch = target.triple.starts_with(std::env::consts::ARCH);
        match (target.os, std::env::consts::OS) {
            (Os::Linux, "linux") if is_native_arch => Ok(Host::Native),
            (Os::Linux, "linux") => {
                let emulator = shell::on_path("qemu-aarch64-static").map(Host::Qemu);
                emulator.ok_or_else(|| "no qemu-aarch64-static on PATH".to_owned())
            }
            (Os::Mac, "macos") if is_native_arch => Ok(Host::Native),
            (Os::Windows, "windows") => Ok(Host::Native),
            (Os::Windows, _) => Wine::prepare().map(Host::Wine),
            _ => Err("it runs on its own system".to_owned()),
        }
    }
}

struct CheckedTarget<'a> {
    product: &'a Product,
    target: &'a Target,
    folder: &'a Path,
    host: &'a Host,
}

impl CheckedTarget<'_> {
    fn run(&self, work: &Path, report: &mut Report) {
        let name = |what: &str| format!("{what} for {}", self.target.short());
        let archive = self.archive(work);
        let (program, samples) = match archive {
            Ok(found) => found,
            Err(error) => return report.add(&name("archive"), Err(error)),
        };
        let ask = |program: &InstalledProgram<'_>| program.ask(&samples);
        report.add(&name("archive"), ask(&program));
        report.add(&name("npm package"), self.npm(&work.join("npm")).and_then(|it| ask(&it)));
        report.add(&name("wheel"), self.wheel(&work.join("wheel")).and_then(|it| ask(&it)));
        report.add(&name("MCP bundle"), self.mcpb(&work.join("mcpb"), &samples));
        if matches!(self.host, Host::Native) {
            if let Some(uvx) = self.uvx() {
                report.add(&name("uvx"), ask(&uvx));
            }
            report.add(&name("manual pages"), self.manual_pages(work));
            if let Some(outcome) = install::in_empty_root(&program, &work.join("root"), &samples) {
                report.add(&name("empty root"), outcome);
            }
        }
    }

    /// The unpacked program and the sample projects that it has written.
    fn archive(&self, work: &Path) -> Result<(InstalledProgram<'_>, PathBuf)> {
        let name = self.target.archive_name(&self.product.version);
        install::unpack(&self.folder.join(&name), work)?;
        let path = work.join(self.target.stem(&self.product.version)).join(self.target.program());
        let program = InstalledProgram::new(self.host, path);
        let samples = work.join("samples");
        let mut demo = program.command()?;
        demo.args(["demo", "--once", "--dir"]).arg(program.path_argument(&samples));
        shell::quietly(&mut demo)?;
        Ok((program, samples))
    }

    /// With npm where it can run the package, else only from the package of the platform.
    fn npm(&self, work: &Path) -> Result<InstalledProgram<'_>> {
        let version = &self.product.version;
        let platform =
            self.folder.join(format!("npm/scenewright-{}-{version}.tgz", self.target.short()));
        if matches!(self.host, Host::Native) && shell::on_path("npm").is_some() {
            let main = self.folder.join(format!("npm/scenewright-{version}.tgz"));
            install::with_npm(work, &[&main, &platform])?;
            return Ok(InstalledProgram::with_npx(self.host, work));
        }
        install::unpack(&platform, work)?;
        let path = work.join("package/bin").join(self.target.program());
        Ok(InstalledProgram::new(self.host, path))
    }

    fn wheel(&self, work: &Path) -> Result<InstalledProgram<'_>> {
        let wheel = self.folder.join(self.target.wheel_name(&self.product.version));
        let path = match matches!(self.host, Host::Native) && shell::on_path("python3").is_some() {
            true => install::with_pip(work, &wheel)?.join(self.target.program()),
            false => {
                install::unpack(&wheel, work)?;
                let scripts = format!("scenewright-{}.data/scripts", self.product.version);
                work.join(scripts).join(self.target.program())
            }
        };
        Ok(InstalledProgram::new(self.host, path))
    }

    fn uvx(&self) -> Option<InstalledProgram<'_>> {
        let wheel = self.folder.join(self.target.wheel_name(&self.product.version));
        let uvx = shell::on_path("uvx")?;
        Some(InstalledProgram::with_uvx(self.host, uvx, &wheel))
    }

    /// As a client does: the command of the manifest, with the folder that the user has chosen.
    fn mcpb(&self, work: &Path, samples: &Path) -> Result<String> {
        install::unpack(&self.folder.join(self.target.mcpb_name(&self.product.version)), work)?;
        let manifest = fs::read_to_string(work.join("manifest.json"))?;
        let manifest: serde_json::Value = serde_json::from_str(&manifest)?;
        let config = &manifest["server"]["mcp_config"];
        let fill = |word: &serde_json::Value, project: &str| {
            let text = word.as_str().unwrap_or_default().replace("${user_config.project}", project);
            text.replace("${__dirname}", &work.display().to_string())
        };
        let program = InstalledProgram::new(self.host, fill(&config["command"], "").into());
        let project = program.path_argument(&samples.join("godot"));
        let arguments = config["args"].as_array().into_iter().flatten();
        let arguments: Vec<String> = arguments.map(|word| fill(word, &project)).collect();
        let tools = program.list_tools(&arguments)?;
        let info = program.project_info(samples)?;
        Ok(format!("{info}, {tools} tools"))
    }

    fn manual_pages(&self, work: &Path) -> Result<String> {
        let folder = work.join(self.target.stem(&self.product.version)).join("man/man1");
        install::render_manual(&folder)
    }
}
