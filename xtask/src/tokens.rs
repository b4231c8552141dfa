//! Counts what answers cost a model: outlines of large scenes, and ten tasks of an agent.

mod client;
mod outlines;
mod tasks;

use std::path::PathBuf;

use tiktoken_rs::CoreBPE;

use crate::test::{Found, corpus};
use crate::{Result, Subcommand, shell};

pub(crate) const SUBCOMMAND: Subcommand = Subcommand {
    name: "tokens",
    summary: "Count the tokens of outlines and of ten tasks, as an MCP client sees them",
    help: "\
Usage: cargo xtask tokens [outlines] [tasks]

Runs `scenewright mcp` on the corpus (found as for `cargo xtask test`) and counts tokens with
o200k:
  outlines  scene_hierarchy_dump of every scene and prefab with at least 1,000 objects, all pages
            together; the goal is a median of 4 tokens per object
  tasks     ten tasks of an agent on one project, text and structured content separately

SCENEWRIGHT_BIN names another binary to measure, such as that of an earlier commit; nothing is
built then.
",
    run,
};

/// The program, the projects and the tokenizer.
struct Measurement {
    program: PathBuf,
    corpus: PathBuf,
    tokenizer: CoreBPE,
}

impl Measurement {
    fn tokens(&self, text: &str) -> usize {
        self.tokenizer.encode_ordinary(text).len()
    }
}

type Part = fn(&Measurement) -> Result;

const PARTS: [(&str, Part); 2] = [("outlines", outlines::run), ("tasks", tasks::run)];

fn run(names: &[String]) -> Result {
    if let Some(unknown) = names.iter().find(|name| PARTS.iter().all(|(known, _)| known != name)) {
        return Err(format!("unknown part `{unknown}`: choose from outlines, tasks").into());
    }
    let corpus = match corpus()? {
        Found::At(folder) => folder,
        Found::Absent(reason) => return Err(reason.into()),
    };
    let program = match shell::path_variable("SCENEWRIGHT_BIN")? {
        Some(program) => program,
        None => build()?,
    };
    let measurement = Measurement { program, corpus, tokenizer: tiktoken_rs::o200k_base()? };
    let mut chosen =
        PARTS.iter().filter(|(name, _)| names.is_empty() || names.iter().any(|own| own == name));
    chosen.try_for_each(|(_, part)| part(&measurement))
}

/// Tokens are the same in any profile.
fn build() -> Result<PathBuf> {
    shell::run(&mut shell::cargo(["build", "--package", "scenewright"]))?;
    let metadata = shell::metadata()?;
    let target = metadata["target_directory"].as_str();
    let target = target.ok_or("`cargo metadata` gives no target folder")?;
    let file = format!("scenewright{}", std::env::consts::EXE_SUFFIX);
    Ok(PathBuf::from(target).join("debug").join(file))
}
