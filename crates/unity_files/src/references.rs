//! Finds broken references. The index tells which files may have some; in those, only documents
//! with a suspicious pointer are parsed, and only a file with a finding is composed, to get the
//! object's path.
//! path.
//!
//! Invariant: a finding is certain. References that may lead into a package that is not on disk, or
//! to a file that was not read, are counted in a diagnostic instead.

mod pointers;
mod problem;

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use scenewright_engine::{Context, EngineError, ReadResult, Reading};
use scenewright_model::{
    BrokenReason, BrokenReference, Coverage, FindingKind, Findings, MissingScript, MissingTarget,
    UnreadFile, join_names,
};

use super::asset_objects::AssetObjects;
use super::document::{UnityDocument, UnityText};
use super::document_map::DocumentMap;
use super::guids::{ResolvedGuid, UnityAssets};
use super::index::{
    AssetContent, AssetFile, FileScan, ScannedReference, UnityIndex, is_text_asset,
};
use super::pointer::Pointer;
use super::prefab::is_prefab_description;
use super::scene::SceneComposer;
use super::settings;
use super::tree::UnityTree;
use crate::class_ids::{MONO_BEHAVIOUR, PREFAB_INSTANCE};
use pointers::{FoundPointer, collect_pointers, pointers_in};
use problem::{PointerProblem, PointerRole};

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
        objects: AssetObjects::new(assets),
        findings: Findings::default(),
        unknown_references: 0,
        unknown_scripts: 0,
        unlisted_guids: 0,
    };
    check.report_duplicate_guids();
    check.report_build_list();
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
            Ok(()) => coverage.read += 1,
        }
    }
    coverage.out_of_time = scan.left();
    coverage.unread.extend(assets.index().unread_own_paths());
    let is_complete = coverage.out_of_time == 0;
    let mut diagnostics: Vec<String> = scan.diagnostic().into_iter().collect();
    diagnostics.extend(check.unknown_diagnostic());
    diagnostics.extend(package_table_diagnostic(check.unlisted_guids, assets.packages_in_table()));
    let found = Reading { diagnostics, coverage, ..Reading::from_files(check.findings) };
    Ok((found, is_complete))
}

fn is_checked_file(file: &AssetFile) -> bool {
    file.is_own() && !file.is_folder && is_text_asset(&file.path)
}

struct ReferenceCheck<'a> {
    assets: &'a UnityAssets<'a>,
    composer: SceneComposer<'a>,
    objects: AssetObjects<'a>,
    findings: Findings,
    unknown_references: usize,
    unknown_scripts: usize,
    /// Guids that neither an asset nor the package table has.
    unlisted_guids: usize,
}

/// A broken pointer of a document.
struct BrokenPointer {
    document: i64,
    class: String,
    property: String,
    kind: FindingKind,
    target: MissingTarget,
    reason: BrokenReason,
}

impl ReferenceCheck<'_> {
    /// Decides by the index whether the file has to be read.
    fn check_asset(&mut self, file: &AssetFile) -> Result<(), EngineError> {
        match file.content() {
            AssetContent::Unread(reason) => Err(EngineError::unread(&*file.path, reason.clone())),
            // Settings in JSON have no objects.
            AssetContent::Text(scan) if scan.objects().is_empty() => Ok(()),
            AssetContent::Text(scan) if !self.may_have_broken(scan) => Ok(()),
            _ => self.check_file(&file.path, self.assets.read(file)?),
        }
    }

    fn may_have_broken(&mut self, scan: &FileScan) -> bool {
        scan.suspects().is_some()
            || scan.references().any(|reference| self.may_be_broken(&reference))
    }

    fn may_be_broken(&mut self, reference: &ScannedReference) -> bool {
        match self.assets.resolve_guid(reference.guid) {
            ResolvedGuid::BuiltIn | ResolvedGuid::Package { .. } => false,
            ResolvedGuid::Found(asset) => {
                let id = reference.file_id.unwrap_or_default();
                self.objects.lacks(reference.guid, asset, id)
            }
            ResolvedGuid::OnlyMeta(_) | ResolvedGuid::Missing | ResolvedGuid::Unknown { .. } => {
                true
            }
        }
    }

    fn check_file(&mut self, path: &str, bytes: Vec<u8>) -> Result<(), EngineError> {
        let text = UnityText::new(path, bytes)?;
        let documents = text.documents()?;
        let ids: HashSet<i64> = documents.iter().map(|document| document.id).collect();
        let mut broken = Vec::new();
        for document in documents.iter().filter(|document| !document.stripped) {
            if self.document_may_have_broken(document, &ids)? {
                self.check_document(document, &ids, &mut broken)?;
            }
        }
        if !broken.is_empty() {
            let tree = self.compose_places(path, documents, &broken)?;
            self.report(path, &tree, broken);
        }
        Ok(())
    }

    /// The objects of the documents with broken pointers, and their parents.
    fn compose_places(
        &mut self,
        path: &str,
        documents: Vec<UnityDocument<'_>>,
        broken: &[BrokenPointer],
    ) -> Result<UnityTree, EngineError> {
        let map = DocumentMap::new(documents);
        let part = map.with_owners(broken.iter().map(|broken| broken.document))?;
        self.composer.compose_documents(part.as_ref().unwrap_or(&map.documents), path)
    }

    /// Whether the document may have broken pointers, by its text alone.
    fn document_may_have_broken(
        &mut self,
        document: &UnityDocument<'_>,
        ids: &HashSet<i64>,
    ) -> Result<bool, EngineError> {
        if document.class == MONO_BEHAVIOUR && document.pointer("m_Script")?.is_null() {
            return Ok(true);
        }
        if document.class == PREFAB_INSTANCE && is_prefab_description(document)? {
            return Ok(false);
        }
        let mut pointers = pointers_in(document.body);
        Ok(pointers.any(|pointer| self.pointer_problem(pointer, ids).is_some()))
    }

    fn pointer_problem(&mut self, pointer: Pointer, ids: &HashSet<i64>) -> Option<PointerProblem> {
        let Some(guid) = pointer.guid else {
            let broken = PointerProblem::Broken {
                kind: FindingKind::DanglingFileId,
                target: MissingTarget::FileId(pointer.file_id),
                reason: BrokenReason::NoObjectInFile,
            };
            let is_there = pointer.file_id == 0 || ids.contains(&pointer.file_id);
            return (!is_there).then_some(broken);
        };
        let (kind, target, reason) = match self.assets.resolve_guid(guid) {
            ResolvedGuid::BuiltIn | ResolvedGuid::Package { .. } => return None,
            ResolvedGuid::Unknown { .. } => return Some(PointerProblem::Unknown),
            ResolvedGuid::Found(asset) => {
                if !self.objects.lacks(guid, asset, pointer.file_id) {
                    return None;
                }
                let (file_id, guid) = (pointer.file_id, guid.to_string());
                let target = MissingTarget::ObjectInAsset { file_id, guid };
                let reason = BrokenReason::NoObjectInAsset { path: asset.path.to_string() };
                (FindingKind::MissingObject, target, reason)
            }
            ResolvedGuid::OnlyMeta(asset) => {
                (FindingKind::BrokenReference, guid.to_target(), asset.deleted())
            }
            ResolvedGuid::Missing => {
                (FindingKind::BrokenReference, guid.to_target(), BrokenReason::NoAsset)
            }
        };
        Some(PointerProblem::Broken { kind, target, reason })
    }

    fn report_duplicate_guids(&mut self) {
        let findings = self.assets.duplicates().map(|(guid, first, other)| BrokenReference {
            kind: FindingKind::DuplicateGuid,
            file: format!("{}.meta", other.path),
            object_path: String::new(),
            component: String::new(),
            property: "guid".to_owned(),
            target: guid.to_target(),
            reason: BrokenReason::SharedGuid { path: first.path.to_string() },
        });
        self.findings.broken_references.extend(findings);
    }

    /// Checks the scenes of the build list. A scene that was moved is found by its guid.
    fn report_build_list(&mut self) {
        let scenes = settings::build_scenes(self.assets.root()).unwrap_or_default();
        for (position, scene) in scenes.into_iter().enumerate().filter(|(_, scene)| scene.enabled) {
            let by_path = self.assets.index().find(&scene.path).is_some_and(|file| file.exists);
            let by_guid = scene.guid.map(|guid| self.assets.resolve_guid(guid));
            if by_path
                || matches!(by_guid, Some(ResolvedGuid::Found(_) | ResolvedGuid::Unknown { .. }))
            {
                continue;
            }
            self.findings.broken_references.push(BrokenReference {
                kind: FindingKind::BrokenReference,
                file: settings::BUILD_LIST.to_owned(),
                object_path: String::new(),
                component: "EditorBuildSettings".to_owned(),
                property: format!("m_Scenes[{position}]"),
                target: MissingTarget::Address(scene.path),
                reason: BrokenReason::NoScene,
            });
        }
    }

    fn check_document(
        &mut self,
        document: &UnityDocument<'_>,
        ids: &HashSet<i64>,
        broken: &mut Vec<BrokenPointer>,
    ) -> Result<(), EngineError> {
        let fields = document.fields()?;
        let mut pointers = Vec::new();
        let in_instance = document.class == PREFAB_INSTANCE;
        collect_pointers(&fields, &mut String::new(), in_instance, None, &mut pointers);
        for FoundPointer { property, pointer, target } in pointers {
            if target.is_some_and(|target| {
                matches!(self.pointer_problem(target, ids), Some(PointerProblem::Broken { .. }))
            }) {
                continue;
            }
            let role = PointerRole::for_property(document, &property);
            let problem = match pointer.is_null() {
                true => role.null_problem(),
                false => self.pointer_problem(pointer, ids).map(|problem| problem.in_role(role)),
            };
            match problem {
                None => {}
                Some(PointerProblem::Unknown) => {
                    self.unknown_references += 1;
                    self.unknown_scripts += usize::from(role == PointerRole::Script);
                }
                Some(PointerProblem::Broken { kind, target, reason }) => {
                    self.unlisted_guids += usize::from(reason == BrokenReason::NoAsset);
                    broken.push(BrokenPointer {
                        document: document.id,
                        class: document.class_name().to_owned(),
                        property,
                        kind,
                        target,
                        reason,
                    });
                }
            }
        }
        Ok(())
    }

    fn report(&mut self, path: &str, tree: &UnityTree, broken: Vec<BrokenPointer>) {
        let places = tree.nodes_by_id();
        for found in broken {
            let place = places.get(&found.document).copied();
            let object_path = place.map_or_else(String::new, |(node, _)| tree.object_path(node));
            let index = place.and_then(|(_, part)| part);
            if found.kind == FindingKind::MissingScript {
                self.findings.missing_scripts.push(MissingScript {
                    file: path.to_owned(),
                    object_path,
                    component_index: index.unwrap_or_default(),
                    target: found.target,
                    reason: found.reason,
                });
                continue;
            }
            let part = place.zip(index).map(|((node, _), part)| &tree.nodes[node].parts[part]);
            let component = part.map_or(found.class, |part| part.component.type_name.clone());
            self.findings.broken_references.push(BrokenReference {
                kind: found.kind,
                file: path.to_owned(),
                object_path,
                component,
                property: found.property,
                target: found.target,
                reason: found.reason,
            });
        }
    }

    fn unknown_diagnostic(&self) -> Option<String> {
        let (all, scripts) = (self.unknown_references, self.unknown_scripts);
        (all > 0).then(|| {
            format!(
                "{all} references ({scripts} of them to scripts) cannot be checked: they may {}",
                match &**self.assets.absent_packages() {
                    [] => "lead to files or folders that were not read".to_owned(),
                    absent => {
                        format!("belong to packages that are not on disk: {}", join_names(absent))
                    }
                }
            )
        })
    }
}

/// The built-in table may be older than the package.
fn package_table_diagnostic(count: usize, packages: &[String]) -> Option<String> {
    (count > 0 && !packages.is_empty()).then(|| {
        format!(
            "{count} findings rely on the built-in table of these packages, which are not on disk; a newer version may contain more: {}",
            join_names(packages)
        )
    })
}
