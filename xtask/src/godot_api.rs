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
Usage: cargo xtask godot-api [GODOT3]

Writes crates/godot_files/data/godot-api.bin: names, inheritance, properties with their defaults,
methods, signals and enums of every class. Asks the Godot that `cargo xtask test` uses: the one of
SCENEWRIGHT_GODOT, of the PATH, or an installed one.

With the path of a headless Godot 3 (Debian's package godot3-server has one) it writes
crates/godot_files/data/godot3-api.bin instead.
",
    run,
};

/// One of the descriptions in the binary.
struct Description {
    script: &'static str,
    output: &'static str,
    /// Arguments before the folder and the script, and before the file to write.
    first: &'static [&'static str],
    separator: &'static [&'static str],
}

const GODOT_4: Description = Description {
    script: "crates/godot_files/src/api/dump.gd",
    output: "crates/godot_files/data/godot-api.bin",
    first: &["--headless"],
    separator: &["--"],
};

const GODOT_3: Description = Description {
    script: "crates/godot_files/src/api/dump3.gd",
    output: "crates/godot_files/data/godot3-api.bin",
    first: &[],
    separator: &[],
};

/// The best there is: packed once, read often.
const LEVEL: u8 = 10;

fn run(arguments: &[String]) -> Result {
    let (description, program) = match arguments {
        [godot3] => (GODOT_3, PathBuf::from(godot3)),
        rest => {
            no_arguments("godot-api", rest)?;
            match test::godot()? {
                Found::At(path) => (GODOT_4, path),
                Found::Absent(reason) => return Err(reason.into()),
            }
        }
    };
    let text = ask(&program, &description)?;
    let packed = compress_to_vec_zlib(text.as_bytes(), LEVEL);
    let output = description.output;
    fs::write(shell::root().join(output), &packed)?;
    println!("wrote {output} ({} bytes, {} unpacked)", packed.len(), text.len());
    println!("{}", summary(&text));
    Ok(())
}

/// In a folder of its own, where Godot finds no project and no settings.
fn ask(program: &Path, description: &Description) -> Result<String> {
    let folder = fresh_folder()?;
    let output = folder.join("api.txt");
    let mut command = shell::command(program);
    command.args(description.first).arg("--path").arg(&folder).arg("--script");
    command.arg(shell::root().join(description.script)).args(description.separator).arg(&output);
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
