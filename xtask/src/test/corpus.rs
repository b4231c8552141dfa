//! Finds real projects, which are too large and not ours to be in the repository.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Found, Need};
use crate::{Result, shell};

pub(super) const NEED: Need = Need {
    marker: "needs_corpus",
    variable: "SCENEWRIGHT_CORPUS",
    tests: "tests on the corpus of real projects",
    find,
};

fn find() -> Result<Found> {
    let Some(script) = unpack_script(&shell::root()) else {
        let reason = "no corpus folder; set SCENEWRIGHT_CORPUS";
        return Ok(Found::Absent(reason.to_owned()));
    };
    let folder = shell::root().join("target/corpus");
    shell::run(shell::command("bash").arg(script).arg(&folder))?;
    Ok(Found::At(folder))
}

fn unpack_script(root: &Path) -> Option<PathBuf> {
    candidates(root)
        .into_iter()
        .map(|folder| folder.join("corpus/unpack.sh"))
        .find(|script| script.is_file())
}

/// The folder itself, the one above, and its neighbours in the order of their names.
fn candidates(root: &Path) -> Vec<PathBuf> {
    let mut folders = vec![root.to_path_buf()];
    if let Some(above) = root.parent() {
        folders.push(above.to_path_buf());
        let mut neighbours = neighbours(above);
        neighbours.sort();
        folders.append(&mut neighbours);
    }
    folders
}

/// What cannot be listed has no corpus for us either.
fn neighbours(above: &Path) -> Vec<PathBuf> {
    fs::read_dir(above).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

#[cfg(test)]
mod tests {
    use scenewright_testkit::Fixture;

    use super::*;

    fn found(files: &str) -> Option<String> {
        let fixture = Fixture::new(files);
        let script = unpack_script(&fixture.path("repo"))?;
        let relative = script.strip_prefix(fixture.root()).unwrap();
        Some(relative.to_str().unwrap().replace('\\', "/"))
    }

    #[test]
    fn the_nearest_corpus_wins() {
        let neighbour = "//- /repo/Cargo.toml\n//- /assets/corpus/unpack.sh\n";
        let above = format!("{neighbour}//- /corpus/unpack.sh\n");
        let inside = format!("{above}//- /repo/corpus/unpack.sh\n");
        assert_eq!(found(neighbour).unwrap(), "assets/corpus/unpack.sh");
        assert_eq!(found(&above).unwrap(), "corpus/unpack.sh");
        assert_eq!(found(&inside).unwrap(), "repo/corpus/unpack.sh");
    }

    #[test]
    fn a_folder_that_only_has_the_name_is_none() {
        assert_eq!(found("//- /repo/corpus/notes.txt\n"), None);
    }
}
