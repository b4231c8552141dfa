//! Evidence beyond the files that have guids: the assemblies of the project, and its Git history.

use std::collections::HashSet;
use std::sync::OnceLock;

use scenewright_engine::{Context, EngineError};
use scenewright_model::{BrokenReason, MissingTarget, UnknownReason};
use serde_json::Value as Json;

use super::located::LocatedProblem;
use super::problem::PointerVerdict;
use crate::document::UnityDocument;
use crate::git_history::{self, DeletedAsset};
use crate::guids::UnityAssets;
use crate::pointer::Guid;

/// The assemblies whose sources are on disk.
pub(super) struct ProjectAssemblies<'a> {
    assets: &'a UnityAssets<'a>,
    /// Read on first use.
    names: OnceLock<HashSet<String>>,
}

impl<'a> ProjectAssemblies<'a> {
    pub(super) fn new(assets: &'a UnityAssets<'a>) -> ProjectAssemblies<'a> {
        ProjectAssemblies { assets, names: OnceLock::new() }
    }

    fn contains(&self, assembly: &str) -> bool {
        assembly.starts_with("Assembly-CSharp") || self.names().contains(assembly)
    }

    fn names(&self) -> &HashSet<String> {
        self.names.get_or_init(|| {
            let files = self.assets.index().files();
            let definitions = files.filter(|file| file.has_extension("asmdef"));
            let name = |file| {
                let bytes = self.assets.read(file).ok()?;
                let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
                let json: Json = serde_json::from_slice(text).ok()?;
                Some(json.get("name")?.as_str()?.to_owned())
            };
            definitions.filter_map(name).collect()
        })
    }

    /// A script that no file has is missing if it is in an assembly whose sources are all on disk.
    pub(super) fn judge_script(
        &self,
        document: &UnityDocument<'_>,
        verdict: PointerVerdict,
    ) -> Result<(PointerVerdict, Option<String>), EngineError> {
        let identifier = document.text("m_EditorClassIdentifier")?;
        let Some((assembly, class)) = identifier.split_once("::").filter(|(_, it)| !it.is_empty())
        else {
            return Ok((verdict, None));
        };
        let is_unexplained = matches!(
            verdict,
            PointerVerdict::Missing(BrokenReason::NoAsset)
                | PointerVerdict::Unknown(UnknownReason::UnresolvedGuid(_))
        );
        let verdict = match is_unexplained && self.contains(assembly) {
            true => PointerVerdict::Missing(BrokenReason::NoScriptInAssembly {
                assembly: assembly.to_owned(),
                class: class.to_owned(),
            }),
            false => verdict,
        };
        Ok((verdict, Some(class.to_owned())))
    }
}

/// Looks up the guids that nothing explains in the Git history, and returns whether all of it was read.
pub(super) fn apply_history(
    assets: &UnityAssets<'_>,
    problems: &mut [LocatedProblem],
    cx: &Context,
) -> bool {
    let unexplained: HashSet<Guid> = problems.iter().filter_map(unexplained_guid).collect();
    if unexplained.is_empty() {
        return true;
    }
    let history = git_history::deleted_assets(assets.root().path(), &unexplained, cx.time_left());
    for problem in problems {
        if let Some(asset) = unexplained_guid(problem).and_then(|guid| history.assets.get(&guid)) {
            apply_deletion(asset, problem);
        }
    }
    history.is_complete
}

fn unexplained_guid(problem: &LocatedProblem) -> Option<Guid> {
    let is_unexplained = matches!(
        problem.verdict,
        PointerVerdict::Missing(BrokenReason::NoAsset)
            | PointerVerdict::Unknown(UnknownReason::UnresolvedGuid(_))
    );
    match &problem.target {
        MissingTarget::Guid(guid) if is_unexplained => Guid::parse(guid),
        _ => None,
    }
}

/// An asset that left the project in the same commit as a package came may be in that package now.
fn apply_deletion(asset: &DeletedAsset, problem: &mut LocatedProblem) {
    if asset.changed_packages && matches!(problem.verdict, PointerVerdict::Unknown(_)) {
        return;
    }
    let (path, commit) = (asset.path.clone(), asset.commit.clone());
    problem.verdict = PointerVerdict::Missing(BrokenReason::DeletedInCommit { path, commit });
}
