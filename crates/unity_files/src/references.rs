//! Finds broken references. The index tells which files may have some; in those, only documents
//! with a suspicious pointer are parsed, and only a file with a problem is composed, to get the
//! object's path.
//!
//! Invariant: a finding is certain. References that may lead into a package that is not on disk, or
//! to a file that was not read, are unknown references instead, one for each guid.
//! Invariant: the problems of a file depend on the index and on that file alone. What looks at all of
//! them, such as the Git history, comes after the last file.

mod evidence;
mod located;
mod pointer_paths;
mod pointers;
mod problem;
mod suspects;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use foldhash::fast::RandomState;
use memchr::memmem;
use scenewright_engine::{Context, EngineError, ReadResult, Reading, Subject};
use scenewright_model::{
    BrokenReason, BrokenReference, Coverage, FindingKind, Findings, MissingTarget, ReferencePlace,
    SourcePosition, UnknownReason, UnreadFile, source_positions,
};

use super::asset_objects::AssetObjects;
use super::document::{UnityDocument, UnityTextRef};
use super::document_map::DocumentMap;
use super::guids::{ResolvedGuid, UnityAssets};
use super::index::{AssetContent, AssetFile, ScannedReference, UnityIndex, is_text_asset};
use super::pointer::{Guid, Pointer};
use super::prefab::is_prefab_description;
use super::scene::SceneComposer;
use super::scripts::is_editor_class;
use super::settings;
use super::tree::UnityTree;
use crate::class_ids::{MONO_BEHAVIOUR, PREFAB_INSTANCE};
use evidence::ProjectAssemblies;
use located::LocatedProblem;
use pointer_paths::pointers_at;
use pointers::{FoundPointer, document_pointers, pointers_in};
use problem::{PointerProblem, PointerRole, PointerVerdict, asset_kinds, is_scene_data};
use suspects::{SuspectPointer, Suspects};

/// The last complete result, valid as long as the index is the same.
#[derive(Default)]
pub(crate) struct FindingsCache(Mutex<Option<(Arc<UnityIndex>, Reading<Findings>)>>);

impl FindingsCache {
    pub(crate) fn findings(&self, assets: &UnityAssets<'_>, cx: &Context) -> ReadResult<Findings> {
        if let Some((index, found)) = &*self.lock()
            && Arc::ptr_eq(index, assets.index())
        {
            return Ok(found.clone());
        }
        let (found, is_complete) = find_broken(assets, cx)?;
        if is_complete {
            *self.lock() = Some((Arc::clone(assets.index()), found.clone()));
        }
        Ok(found)
    }

    fn lock(&self) -> MutexGuard<'_, Option<(Arc<UnityIndex>, Reading<Findings>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The findings, and whether every file was checked.
fn find_broken(
    assets: &UnityAssets<'_>,
    cx: &Context,
) -> Result<(Reading<Findings>, bool), EngineError> {
    let files: Vec<&AssetFile> =
        assets.index().files().filter(|file| is_checked_file(file)).collect();
    let mut check = ReferenceCheck {
        assets,
        composer: SceneComposer::new(assets, cx),
        objects: AssetObjects::new(assets, cx),
        assemblies: ProjectAssemblies::new(assets),
        cx,
        buffer: Vec::new(),
        guids: HashMap::default(),
    };
    let mut problems = Vec::new();
    let mut coverage = Coverage::default();
    let mut scan = cx.scan(files.len());
    for file in files {
        if !scan.advance()? {
            break;
        }
        match check.check_asset(file) {
            Err(error @ (EngineError::Cancelled | EngineError::DeadlinePassed)) => {
                return Err(error);
            }
            Err(error) => {
                let reason = error.into_unread_reason();
                coverage.unread.extend(reason.map(|reason| UnreadFile::new(&*file.path, reason)));
            }
            Ok(found) => {
                problems.extend(found);
                coverage.read += 1;
            }
        }
    }
    coverage.out_of_time = scan.left();
    coverage.unread.extend(assets.index().unread_own_paths());
    let is_complete = coverage.out_of_time == 0;
    let mut diagnostics: Vec<String> = scan.diagnostic().into_iter().collect();
    if !evidence::apply_history(assets, &mut problems, cx) {
        diagnostics.push("The Git history was read only in part, to save time".to_owned());
    }
    let mut findings = located::into_findings(problems);
    let broken = duplicate_guids(assets).chain(broken_build_list(assets));
    findings.broken_references.splice(0..0, broken);
    findings.packaged_references = located::packaged_references(assets);
    diagnostics.extend(located::notes(&findings));
    Ok((Reading { diagnostics, coverage, ..Reading::from_files(findings) }, is_complete))
}

fn is_checked_file(file: &AssetFile) -> bool {
    file.is_own() && !file.is_folder && is_text_asset(&file.path)
}

struct ReferenceCheck<'a> {
    assets: &'a UnityAssets<'a>,
    composer: SceneComposer<'a>,
    objects: AssetObjects<'a>,
    assemblies: ProjectAssemblies<'a>,
    cx: &'a Context,
    /// Reused for each file.
    buffer: Vec<u8>,
    /// What was found out about each guid: most references share a few.
    guids: HashMap<Guid, GuidState<'a>, RandomState>,
}

/// Where the references to a guid lead.
#[derive(Clone, Copy)]
enum GuidState<'a> {
    /// Into the editor or a package.
    Fine,
    /// To an asset, which may lack the object.
    Asset(&'a AssetFile),
    /// Nowhere, as far as is known.
    Suspect,
}

/// A problem of a document.
struct DocumentProblem {
    document: i64,
    class: String,
    property: String,
    problem: PointerProblem,
    /// The class that the document of a script names.
    script: Option<String>,
    /// Where the target is named, in the file.
    offset: usize,
}

impl<'a> ReferenceCheck<'a> {
    /// Decides by the index whether the file has to be read.
    fn check_asset(&mut self, file: &AssetFile) -> Result<Vec<LocatedProblem>, EngineError> {
        let scan = match file.content() {
            AssetContent::Unread(reason) => {
                return Err(EngineError::unread(&*file.path, reason.clone()));
            }
            AssetContent::NotText => {
                return self.read_and_check(file, None);
            }
            AssetContent::Text(scan) => scan,
        };
        let suspects = Suspects::new(scan, |reference| self.may_be_broken(reference));
        if suspects.is_empty() {
            return Ok(Vec::new());
        }
        // The index reflects the disk.
        let is_unsaved = self.assets.root().unsaved().snapshot().contains(&file.path);
        self.read_and_check(file, (!is_unsaved).then_some(&suspects))
    }

    fn read_and_check(
        &mut self,
        file: &AssetFile,
        suspects: Option<&Suspects>,
    ) -> Result<Vec<LocatedProblem>, EngineError> {
        let mut buffer = std::mem::take(&mut self.buffer);
        let bytes = self.assets.read_into(file, &mut buffer, self.cx);
        let found = bytes.and_then(|bytes| self.check_file(&file.path, bytes, suspects));
        self.buffer = buffer;
        found
    }

    fn may_be_broken(&mut self, reference: &ScannedReference) -> bool {
        match self.guid_state(reference.guid) {
            GuidState::Fine => false,
            GuidState::Asset(asset) => {
                let id = reference.file_id.unwrap_or_default();
                self.objects.lacks(reference.guid, asset, id)
            }
            GuidState::Suspect => true,
        }
    }

    fn guid_state(&mut self, guid: Guid) -> GuidState<'a> {
        let assets = self.assets;
        *self.guids.entry(guid).or_insert_with(|| match assets.resolve_guid(guid) {
            ResolvedGuid::BuiltIn | ResolvedGuid::Package { .. } => GuidState::Fine,
            ResolvedGuid::Found(asset) => GuidState::Asset(asset),
            ResolvedGuid::OnlyMeta(_)
            | ResolvedGuid::Missing { .. }
            | ResolvedGuid::Unknown { .. } => GuidState::Suspect,
        })
    }

    /// Checks the documents that the index suspects; all of them if it cannot tell.
    fn check_file(
        &mut self,
        path: &str,
        bytes: &[u8],
        suspects: Option<&Suspects>,
    ) -> Result<Vec<LocatedProblem>, EngineError> {
        let (documents, suspects) = documents(path, bytes, suspects)?;
        let map = DocumentMap::new(documents);
        let mut broken = Vec::new();
        for (position, document) in map.documents.iter().enumerate() {
            let may_have_broken = match suspects {
                _ if document.stripped => false,
                Some(suspects) => suspects.contains(position) && !is_description(document)?,
                None => self.document_may_have_broken(document, &map)?,
            };
            if may_have_broken {
                let suspects = suspects.and_then(|suspects| suspects.pointers(position));
                self.check_document(document, suspects, &map, &mut broken)?;
            }
        }
        if broken.is_empty() {
            return Ok(Vec::new());
        }
        Ok(locate(path, bytes, &self.compose_places(path, &map, &broken)?, broken))
    }

    /// The objects of the documents with broken pointers, and their parents.
    fn compose_places(
        &mut self,
        path: &str,
        map: &DocumentMap<'_>,
        broken: &[DocumentProblem],
    ) -> Result<UnityTree, EngineError> {
        let part = map.with_owners(broken.iter().map(|broken| broken.document))?;
        self.composer.compose_documents(part.as_ref().unwrap_or(&map.documents), path)
    }

    /// Whether the document may have broken pointers, by its text alone.
    fn document_may_have_broken(
        &mut self,
        document: &UnityDocument<'_>,
        documents: &DocumentMap<'_>,
    ) -> Result<bool, EngineError> {
        if document.class == MONO_BEHAVIOUR && document.pointer("m_Script")?.is_null() {
            return Ok(true);
        }
        if is_description(document)? {
            return Ok(false);
        }
        let mut pointers = pointers_in(document.body);
        Ok(pointers.any(|pointer| self.is_broken(pointer, documents)))
    }

    /// Whether there is a problem with a pointer, in whatever role.
    fn is_broken(&mut self, pointer: Pointer, documents: &DocumentMap<'_>) -> bool {
        let Some(guid) = pointer.guid else {
            return pointer.file_id != 0 && !documents.contains(pointer.file_id);
        };
        match self.guid_state(guid) {
            GuidState::Fine => false,
            GuidState::Asset(asset) => self.objects.lacks(guid, asset, pointer.file_id),
            GuidState::Suspect => true,
        }
    }

    fn problem(
        &mut self,
        pointer: Pointer,
        role: PointerRole,
        documents: &DocumentMap<'_>,
    ) -> Option<PointerProblem> {
        if !self.is_broken(pointer, documents) {
            return None;
        }
        let Some(guid) = pointer.guid else {
            return Some(PointerProblem {
                kind: FindingKind::DanglingFileId,
                target: MissingTarget::FileId(pointer.file_id),
                verdict: PointerVerdict::Missing(BrokenReason::NoObjectInFile),
            });
        };
        if let GuidState::Asset(asset) = self.guid_state(guid) {
            return Some(missing_object(pointer.file_id, guid, asset));
        }
        let kinds = asset_kinds(role, pointer.file_id);
        let verdict = match self.assets.resolve_reference(guid, kinds) {
            ResolvedGuid::BuiltIn | ResolvedGuid::Package { .. } | ResolvedGuid::Found(_) => {
                return None;
            }
            ResolvedGuid::OnlyMeta(asset) => PointerVerdict::Missing(asset.deleted()),
            ResolvedGuid::Missing { reason } => PointerVerdict::Missing(reason),
            ResolvedGuid::Unknown { reason: UnknownReason::UnresolvedGuid(_) }
                if is_scene_data(pointer.file_id) =>
            {
                PointerVerdict::Missing(BrokenReason::NoSceneData)
            }
            ResolvedGuid::Unknown { reason } => PointerVerdict::Unknown(reason),
        };
        let kind = FindingKind::BrokenReference;
        Some(PointerProblem { kind, target: guid.to_target(), verdict }.in_role(role))
    }

    fn check_document(
        &mut self,
        document: &UnityDocument<'_>,
        suspects: Option<&[SuspectPointer]>,
        documents: &DocumentMap<'_>,
        broken: &mut Vec<DocumentProblem>,
    ) -> Result<(), EngineError> {
        let is_broken = |pointer| self.is_broken(pointer, documents);
        let found = match suspects.and_then(|suspects| pointers_at(document, suspects)) {
            Some(found) => found,
            None => document_pointers(document, is_broken)?,
        };
        for FoundPointer { property, pointer, target, at } in found {
            if target.is_some_and(|target| self.is_certainly_gone(target, documents)) {
                continue;
            }
            let role = PointerRole::for_property(document, &property);
            let problem = match pointer.is_null() {
                true if role == PointerRole::Script && is_editor_class(document)? => None,
                true => role.null_problem(),
                false => self.problem(pointer, role, documents),
            };
            let Some(mut problem) = problem else { continue };
            let mut script = None;
            if role == PointerRole::Script {
                (problem.verdict, script) =
                    self.assemblies.judge_script(document, problem.verdict)?;
            }
            let class = document.class_name().to_owned();
            broken.push(DocumentProblem {
                document: document.id,
                class,
                property,
                problem,
                script,
                offset: document.body_offset() + at,
            });
        }
        Ok(())
    }

    fn is_certainly_gone(&mut self, target: Pointer, documents: &DocumentMap<'_>) -> bool {
        self.problem(target, PointerRole::Other, documents)
            .is_some_and(|problem| problem.is_certain())
    }
}

/// The documents of a file, with the suspects if they are the ones that the index has scanned. Those are not
/// checked again.
fn documents<'t, 's>(
    path: &'t str,
    bytes: &'t [u8],
    suspects: Option<&'s Suspects>,
) -> Result<(Vec<UnityDocument<'t>>, Option<&'s Suspects>), EngineError> {
    if let Some(suspects) = suspects
        && let Ok(text) = UnityTextRef::from_scanned(path, bytes)
        && let Ok(documents) = text.unchecked_documents()
        && suspects.are_in(&documents)
    {
        return Ok((documents, Some(suspects)));
    }
    Ok((UnityTextRef::new(path, bytes)?.documents()?, None))
}

fn is_description(document: &UnityDocument<'_>) -> Result<bool, EngineError> {
    Ok(document.class == PREFAB_INSTANCE && is_prefab_description(document)?)
}

fn missing_object(file_id: i64, guid: Guid, asset: &AssetFile) -> PointerProblem {
    let reason = BrokenReason::NoObjectInAsset { path: asset.path.to_string() };
    PointerProblem {
        kind: FindingKind::MissingObject,
        target: MissingTarget::ObjectInAsset { file_id, guid: guid.to_string() },
        verdict: PointerVerdict::Missing(reason),
    }
}

fn locate(
    path: &str,
    bytes: &[u8],
    tree: &UnityTree,
    problems: Vec<DocumentProblem>,
) -> Vec<LocatedProblem> {
    let places = tree.nodes_by_id();
    let offsets: Vec<usize> = problems.iter().map(|problem| problem.offset).collect();
    let positions = source_positions(bytes, &offsets);
    let locate = |(found, position): (DocumentProblem, SourcePosition)| {
        let place = places.get(&found.document).copied();
        let object_path = place.map_or_else(String::new, |(node, _)| tree.object_path(node));
        let index = place.and_then(|(_, part)| part);
        let part = place.zip(index).map(|((node, _), part)| &tree.nodes[node].parts[part]);
        let component = part.map_or(found.class, |part| part.component.type_name.clone());
        let PointerProblem { kind, target, verdict } = found.problem;
        LocatedProblem {
            place: ReferencePlace {
                file: path.to_owned(),
                object_path,
                component,
                property: found.property,
                position: Some(position),
            },
            component_index: index.unwrap_or_default(),
            kind,
            target,
            verdict,
            class: found.script,
        }
    };
    problems.into_iter().zip(positions).map(locate).collect()
}

fn duplicate_guids(assets: &UnityAssets<'_>) -> impl Iterator<Item = BrokenReference> {
    assets.duplicates().map(|(guid, first, other)| BrokenReference {
        kind: FindingKind::DuplicateGuid,
        file: format!("{}.meta", other.path),
        object_path: String::new(),
        component: String::new(),
        property: "guid".to_owned(),
        target: guid.to_target(),
        reason: BrokenReason::SharedGuid { path: first.path.to_string() },
        position: position_of_guid(assets, &format!("{}.meta", other.path), guid),
    })
}

/// Where a `.meta` file has its guid.
fn position_of_guid(assets: &UnityAssets<'_>, meta: &str, guid: Guid) -> Option<SourcePosition> {
    let bytes = assets.root().read(Subject::MetaFile, meta).ok()?;
    let at = memmem::find(&bytes, guid.to_string().as_bytes())?;
    source_positions(&bytes, &[at]).pop()
}

/// The scenes of the build list that do not exist. A scene that was moved is found by its guid.
fn broken_build_list(assets: &UnityAssets<'_>) -> impl Iterator<Item = BrokenReference> {
    let scenes = settings::build_scenes(assets.root()).unwrap_or_default();
    let enabled = scenes.into_iter().enumerate().filter(|(_, scene)| scene.enabled);
    enabled.filter_map(|(position, scene)| {
        let by_path = assets.index().find(&scene.path).is_some_and(|file| file.exists);
        let is_found =
            by_path || scene.guid.is_some_and(|guid| may_be_scene(assets, guid, &scene.path));
        (!is_found).then(|| BrokenReference {
            kind: FindingKind::BrokenReference,
            file: settings::BUILD_LIST.to_owned(),
            object_path: String::new(),
            component: "EditorBuildSettings".to_owned(),
            property: format!("m_Scenes[{position}]"),
            target: MissingTarget::Address(scene.path),
            reason: BrokenReason::NoScene,
            position: settings::build_scene_position(assets.root(), position),
        })
    })
}

/// Whether a scene that is not at its path may be elsewhere. One below `Assets` is in no package.
fn may_be_scene(assets: &UnityAssets<'_>, guid: Guid, path: &str) -> bool {
    match assets.resolve_guid(guid) {
        ResolvedGuid::Found(_) | ResolvedGuid::Package { .. } => true,
        ResolvedGuid::Unknown { .. } => {
            !path.starts_with("Assets/")
                || assets.index().is_unlisted(path)
                || assets.index().has_hidden_guids()
        }
        _ => false,
    }
}
