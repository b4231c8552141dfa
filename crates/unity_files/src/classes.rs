//! The classes of a project's C# sources: where they are declared, and of which kind they are.

mod assemblies;
mod kinds;

use rayon::prelude::*;
use scenewright_engine::{Context, ReadResult, Reading, Subject};
use scenewright_model::{
    ClassKind, ClassMembers, Coverage, ScriptClass, ScriptLanguage, UnreadFile,
};

use super::pointer::Guid;
use assemblies::Assemblies;
use kinds::ClassKinds;
use scenewright_csharp::{CSharpSource, ClassDeclaration};
use scenewright_project_files::root::{FileListing, ProjectRoot, read_source};

/// Files between two checks of the deadline.
const FILES_PER_BATCH: usize = 64;

/// A class with the file that declares it.
struct DeclaredClass<'a> {
    file: &'a ScriptFile,
    declaration: &'a ClassDeclaration,
}

struct ScriptFile {
    path: String,
    guid: Option<Guid>,
    source: CSharpSource,
}

pub(crate) fn list(root: &ProjectRoot, cx: &Context) -> ReadResult<Vec<ScriptClass>> {
    let is_source = |name: &str| name.ends_with(".cs");
    let mut listing = root.list_files("Assets", is_source, cx)?;
    listing.extend(root.list_files("Packages", is_source, cx)?);
    let FileListing { paths, unread } = listing;
    let mut coverage = Coverage { unread, ..Coverage::default() };
    let mut files: Vec<ScriptFile> = Vec::with_capacity(paths.len());
    let mut scan = cx.scan(paths.len());
    for batch in paths.chunks(FILES_PER_BATCH) {
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
    let found: Vec<DeclaredClass<'_>> = files.iter().flat_map(declared_classes).collect();
    let assemblies = Assemblies::read(root, cx)?;
    let kinds = ClassKinds::new(&found);
    let mut diagnostics: Vec<String> = scan.diagnostic().into_iter().collect();
    diagnostics.extend(kinds.diagnostic());
    let mut classes: Vec<ScriptClass> = found
        .iter()
        .zip(kinds.into_kinds())
        .map(|(found, kind)| to_model_class(found, kind, &assemblies))
        .collect();
    classes.sort_by(|a, b| (&a.namespace, &a.name, &a.path).cmp(&(&b.namespace, &b.name, &b.path)));
    Ok(Reading { diagnostics, coverage, ..Reading::from_files(classes) })
}

fn read(root: &ProjectRoot, path: &str) -> Result<ScriptFile, UnreadFile> {
    let bytes = read_source(root, path).map_err(|reason| UnreadFile::new(path, reason))?;
    let source = CSharpSource::parse(&String::from_utf8_lossy(&bytes));
    Ok(ScriptFile { path: path.to_owned(), guid: guid(root, path), source })
}

/// The guid in the file's `.meta`.
fn guid(root: &ProjectRoot, path: &str) -> Option<Guid> {
    let meta = root.read(Subject::MetaFile, &format!("{path}.meta")).ok()?;
    String::from_utf8_lossy(&meta)
        .lines()
        .find_map(|line| Guid::parse(line.strip_prefix("guid:")?.trim()))
}

fn declared_classes(file: &ScriptFile) -> impl Iterator<Item = DeclaredClass<'_>> {
    file.source.classes.iter().map(move |declaration| DeclaredClass { file, declaration })
}

fn to_model_class(
    found: &DeclaredClass<'_>,
    kind: ClassKind,
    assemblies: &Assemblies,
) -> ScriptClass {
    let DeclaredClass { file, declaration } = found;
    ScriptClass {
        name: declaration.name.clone(),
        namespace: declaration.namespace.clone(),
        bases: declaration.bases.iter().map(|base| base.text.clone()).collect(),
        is_abstract: declaration.is_abstract,
        kind,
        language: ScriptLanguage::CSharp,
        path: file.path.clone(),
        guid: file.guid.map(|guid| guid.to_string()),
        assembly: assemblies.for_file(&file.path),
        is_global: false,
        is_tool: false,
        description: None,
        members: ClassMembers::default(),
    }
}
