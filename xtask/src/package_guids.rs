//! The tables of the guids of packages and of what ships with the editor, from lists of facts to the
//! compact files in the binary. `crates/unity_files/src/package_table.rs` and `editor_table.rs` read
//! them and describe their layouts.

mod editor;
mod names;
mod packages;

use std::fs;
use std::path::Path;

use crate::{Result, Subcommand, no_arguments, shell};

pub(crate) const SUBCOMMAND: Subcommand = Subcommand {
    name: "package-guids",
    summary: "Write the tables of the guids of Unity's packages and of the editor from lists",
    help: "\
Usage: cargo xtask package-guids PACKAGES.tsv EDITOR.tsv

Writes crates/unity_files/data/package-guids.bin and editor-guids.bin. Each line of PACKAGES.tsv is a
guid, a package's name, the asset's path in it, and the first and the last version that hold it (or
nothing), separated by tabs. Each line of EDITOR.tsv is a guid, what it is part of, and its file.
",
    run,
};

fn run(arguments: &[String]) -> Result {
    let [packages, editor, rest @ ..] = arguments else {
        return Err("name both lists: see `cargo xtask package-guids --help`".into());
    };
    no_arguments("package-guids", rest)?;
    write("package-guids.bin", &packages::table(&fs::read_to_string(packages)?)?)?;
    write("editor-guids.bin", &editor::table(&fs::read_to_string(editor)?)?)
}

fn write(name: &str, table: &[u8]) -> Result {
    let folder = shell::root().join("crates/unity_files/data");
    fs::create_dir_all(&folder)?;
    let path = folder.join(Path::new(name));
    fs::write(&path, table)?;
    println!("wrote {} ({} bytes)", path.display(), table.len());
    Ok(())
}

fn parse_guid(text: &str) -> Option<u128> {
    (text.len() == 32).then(|| u128::from_str_radix(text, 16).ok())?
}
