//! The classes of a project's C# sources: where they are, and what they are to Unity.

mod assemblies;
mod kinds;

use rayon::prelude::*;
use scenewright_engine::{Context, Reading, Result};
use scenewright_model::{Class, ClassKind, ClassMembers, Coverage, Language, Unread};

use super::pointer::Guid;
use assemblies::Assemblies;
use kinds::Kinds;
use scenewright_csharp::{Declaration, Source};
use scenewright_project_files::root::{Listing, ProjectRoot, source_bytes};

/// Files between two looks at the clock.
const BATCH: usize = 64;

/// A class with the file that declares it.
struct Found<'a> {
    file: &'a File,
    declaration: &'a Declaration,
}

struct File {
    path: String,
    guid: Option<Guid>,
    source: Source,
}

pub(crate) fn list(root: &ProjectRoot, cx: &Context) -> Result<Vec<Class>> {
    let is_source = |name: &str| name.ends_with(".cs");
    let mut listing = root.files("Assets", is_source, cx)?;
    listing.extend(root.files("Packages", is_source, cx)?);
    let Listing { paths, unread } = listing;
    let mut coverage = Coverage { unread, ..Coverage::default() };
    let mut files: Vec<File> = Vec::with_capacity(paths.len());
    let mut scan = cx.scan(paths.len());
    for batch in paths.chunks(BATCH) {
        let mut ready = 0;
        while ready < batch.len() && scan.advance()? {
            ready += 1;
        }
        let sources: Vec<_> = batch[..ready].par_iter().map(|path| read(root, path)).collect();
        for source in sources {
            match source {
                Ok(source) => files.push(source),
                Err(unread) => coverage.unread.push(unread),
            }
        }
        if ready < batch.len() {
            break;
        }
    }
    (coverage.read, coverage.out_of_time) = (files.len(), scan.left());
    let found: Vec<Found<'_>> = files.iter().flat_map(found_in).collect();
    let assemblies = Assemblies::of(root, cx)?;
    let kinds = Kinds::of(&found);
    let mut diagnostics: Vec<String> = scan.diagnostic().into_iter().collect();
    diagnostics.extend(kinds.diagnostic());
    let mut classes: Vec<Class> = found
        .iter()
        .zip(kinds.into_kinds())
        .map(|(found, kind)| class(found, kind, &assemblies))
        .collect();
    classes.sort_by(|a, b| (&a.namespace, &a.name, &a.path).cmp(&(&b.namespace, &b.name, &b.path)));
    Ok(Reading { diagnostics, coverage, ..Reading::from_files(classes) })
}

fn read(root: &ProjectRoot, path: &str) -> std::result::Result<File, Unread> {
    let bytes = source_bytes(root, path).map_err(|reason| Unread::new(path, reason))?;
    let source = Source::read(&String::from_utf8_lossy(&bytes));
    Ok(File { path: path.to_owned(), guid: guid(root, path), source })
}

/// From the file's `.meta`.
fn guid(root: &ProjectRoot, path: &str) -> Option<Guid> {
    let meta = root.read("Meta file", &format!("{path}.meta")).ok()?;
    String::from_utf8_lossy(&meta)
        .lines()
        .find_map(|line| Guid::parse(line.strip_prefix("guid:")?.trim()))
}

fn found_in(file: &File) -> impl Iterator<Item = Found<'_>> {
    file.source.classes.iter().map(move |declaration| Found { file, declaration })
}

fn class(found: &Found<'_>, kind: ClassKind, assemblies: &Assemblies) -> Class {
    let Found { file, declaration } = found;
    Class {
        name: declaration.name.clone(),
        namespace: declaration.namespace.clone(),
        bases: declaration.bases.iter().map(|base| base.text.clone()).collect(),
        is_abstract: declaration.is_abstract,
        kind,
        language: Language::CSharp,
        path: file.path.clone(),
        guid: file.guid.map(|guid| guid.to_string()),
        assembly: assemblies.of_file(&file.path),
        is_global: false,
        is_tool: false,
        description: None,
        members: ClassMembers::default(),
    }
}
