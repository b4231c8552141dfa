//! The details of one asset: the resources inside of it and its import settings.

use scenewright_engine::{EngineError, ReadResult, Reading, Subject};
use scenewright_model::{AssetDetails, AssetObject, Setting};

use super::{KeepReasons, asset};
use crate::files::{GodotFileView, extension, res_path};
use crate::index::GodotIndexFile;
use crate::lexer::HeaderStyle;
use crate::text::{GodotDocument, Section};
use crate::value;

pub(super) fn read(files: &GodotFileView<'_>, number: u32) -> ReadResult<AssetDetails> {
    let index = files.index()?;
    let file = index.file(number);
    let mut diagnostics: Vec<String> = Vec::new();
    // Files that the index could not read are part of the coverage.
    let objects = match file.is_refused() {
        true => Vec::new(),
        false => or_diagnostic(objects(files, file), &mut diagnostics),
    };
    let import_settings = or_diagnostic(import_settings(files, file), &mut diagnostics);
    let importer = file.import().and_then(|import| import.importer.as_deref());
    let details = AssetDetails {
        asset: asset(index, number, &KeepReasons::from_index(index)),
        importer: importer.map(str::to_owned),
        import_settings,
        objects,
        dependencies: index.targets(number).len() + index.broken(number).len(),
    };
    diagnostics.dedup();
    Ok(Reading { diagnostics, coverage: index.coverage(), ..Reading::from_files(details) })
}

/// An unreadable part does not affect the others.
fn or_diagnostic<T>(
    read: std::result::Result<Vec<T>, EngineError>,
    diagnostics: &mut Vec<String>,
) -> Vec<T> {
    read.unwrap_or_else(|error| {
        // The index may have reported it already.
        if diagnostics.is_empty() {
            diagnostics.push(error.to_string());
        }
        Vec::new()
    })
}

/// The sub-resources of a scene or resource.
fn objects(
    files: &GodotFileView<'_>,
    file: &GodotIndexFile,
) -> std::result::Result<Vec<AssetObject>, EngineError> {
    let is_text = matches!(extension(&file.path), "tscn" | "tres" | "escn");
    if !is_text && file.scan().is_none_or(|scan| scan.class.is_none()) {
        return Ok(Vec::new());
    }
    let document = files.document(Subject::Asset, &file.path)?;
    let stored = document.sections().filter(|section| section.tag() == "sub_resource");
    Ok(stored.map(object).collect())
}

fn object(section: Section<'_>) -> AssetObject {
    let class = section.attribute("type").and_then(value::string).unwrap_or_default();
    let name = section.property("resource_name").and_then(value::string).unwrap_or_default();
    AssetObject {
        id: section.attribute("id").map(value::id).unwrap_or_default().into_owned(),
        class: class.into_owned(),
        name: name.into_owned(),
    }
}

/// The parameters of its import, in the order of the file.
fn import_settings(
    files: &GodotFileView<'_>,
    file: &GodotIndexFile,
) -> std::result::Result<Vec<Setting>, EngineError> {
    if file.import().is_none() {
        return Ok(Vec::new());
    }
    let relative = format!("{}.import", file.path);
    let bytes = files.root.read(Subject::ImportFile, &relative)?;
    let document = GodotDocument::parse(bytes, HeaderStyle::Plain, &res_path(&relative))?;
    let params = document.sections().filter(|section| section.tag() == "params");
    let settings = params.flat_map(|section| section.properties()).map(|(key, raw)| Setting {
        name: key.trim().to_owned(),
        value: value::string(raw).unwrap_or(raw.into()).into_owned(),
    });
    Ok(settings.collect())
}
