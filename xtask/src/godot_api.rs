//! The description of Godot's classes, from a real Godot to the packed file in the binary.
//! `crates/godot_files/src/api/table.rs` describes its layout.

use std::fs;
use std::path::{Path, PathBuf};

use miniz_oxide::deflate::compress_to_vec_zlib;

use crate::test::Found;
use crate::{Result, Subcommand, no_arguments, shell, test};

pub(crate) const SUBCOMMAND: Subcommand = Subcommand {
    name: "godot-api",
    summary: "Write the description of Godot's classes from a real Godot",
    help: "\
Usage: cargo xtask godot-api

Writes crates/godot_files/data/godot-api.bin: names, inheritance, properties with their defaults,
methods, signals and enums of every class. Asks the Godot that `cargo xtask test` uses: the one of
SCENEWRIGHT_GODOT, of the PATH, or an installed one.
",
    run,
};

const SCRIPT: &str = "crates/godot_files/src/api/dump.gd";
const OUTPUT: &str = "crates/godot_files/data/godot-api.bin";

/// The best there is: packed once, read often.
const LEVEL: u8 = 10;

fn run(arguments: &[String]) -> Result {
    no_arguments("godot-api", arguments)?;
    let program = match test::godot()? {
        Found::At(path) => path,
        Found::Absent(reason) => return Err(reason.into()),
    };
    let text = ask(&program)?;
    let packed = compress_to_vec_zlib(text.as_bytes(), LEVEL);
    fs::write(shell::root().join(OUTPUT), &packed)?;
    println!("wrote {OUTPUT} ({} bytes, {} unpacked)", packed.len(), text.len());
    println!("{}", summary(&text));
    Ok(())
}

/// In a folder of its own, where Godot finds no project and no settings.
fn ask(program: &Path) -> Result<String> {
    let folder = fresh_folder()?;
    let output = folder.join("api.txt");
    let mut command = shell::command(program);
    command.args(["--headless", "--path"]).arg(&folder).arg("--script");
    command.arg(shell::root().join(SCRIPT)).arg("--").arg(&output);
    for variable in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "APPDATA"] {
        command.env(variable, &folder);
    }
    shell::run(&mut command)?;
    let text = fs::read_to_string(&output)?;
    match text.ends_with("\nend\n") {
        true => Ok(text),
        false => Err(format!("{} is not whole", output.display()).into()),
    }
}

fn fresh_folder() -> Result<PathBuf> {
    let folder = shell::root().join("target/godot-api");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

fn summary(text: &str) -> String {
    let count = |start: &str| text.lines().filter(|line| line.starts_with(start)).count();
    let version = text.lines().next().and_then(|line| line.rsplit('\t').next()).unwrap_or("?");
    format!(
        "Godot {version}: {} classes, {} properties, {} overridden defaults, {} signals",
        count("c\t"),
        count("p\t"),
        count("o\t"),
        count("g\t"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_counts_by_kind() {
        let text = "godot-api\t1\t4.6.3\ns\tA\nc\tA\t\ti\np\tx\t2\t\t\t0\ng\ty\nc\tB\tA\ti\no\tx\t1\nend\n";
        assert_eq!(
            summary(text),
            "Godot 4.6.3: 2 classes, 1 properties, 1 overridden defaults, 1 signals"
        );
    }
}
