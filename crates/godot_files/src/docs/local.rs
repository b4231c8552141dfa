//! Runs a local Godot to get its class reference. The reference is stored in the user's cache, under a
//! name made from the path, size and modification time of the program.

use std::fs;
use std::io;
use std::time::Duration;

use scenewright_godot_docs::{ClassDocs, ClassReference, PACK_LAYOUT, read_api_dump};
use scenewright_model::PropertyDoc;

use super::source::{MAX_DOCS_BYTES, load_packed, store_packed};
use crate::api::local::{LocalGodotError, WorkFolder, cache_key, command, run, version};
use crate::api::{Api, GodotVersion, LocalEditor};

const DUMP_ARGUMENT: &str = "--dump-extension-api-with-docs";
/// The file that Godot writes to its working folder.
const DUMP_FILE: &str = "extension_api.json";

/// The class reference of a Godot, if `wanted` accepts its version. `api` has the defaults of properties,
/// which the reference does not have. `limit` applies to each of its two runs.
pub(super) fn query_docs(
    godot: &LocalEditor,
    wanted: impl Fn(GodotVersion) -> bool,
    api: Option<&Api>,
    limit: Duration,
) -> Result<ClassDocs, LocalGodotError> {
    let name =
        format!("godot-docs-{PACK_LAYOUT}-{:016x}.txt", cache_key(&godot.program, DUMP_ARGUMENT)?);
    let kept = godot.cache.join(name);
    if let Ok(docs) = load_packed(&kept) {
        return match GodotVersion::parse(docs.version()).filter(|version| !wanted(*version)) {
            Some(other) => Err(LocalGodotError::OtherVersion(other)),
            None => Ok(docs),
        };
    }
    let docs = ClassDocs::new(&query_godot(godot, wanted, api, limit)?);
    // The next process will run Godot again.
    if let Err(error) = store_packed(&kept, docs.packed()) {
        tracing::warn!(path = %kept.display(), %error, "the class reference cannot be stored");
    }
    Ok(docs)
}

/// Checks the version first: Godot 3 does not know `--headless` and would open a window.
fn query_godot(
    godot: &LocalEditor,
    wanted: impl Fn(GodotVersion) -> bool,
    api: Option<&Api>,
    limit: Duration,
) -> Result<ClassReference, LocalGodotError> {
    let work = WorkFolder::new(&godot.cache)?;
    let found = version(godot, &work, limit)?;
    if !wanted(found) {
        return Err(LocalGodotError::OtherVersion(found));
    }
    run(command(godot, &work).args(["--headless", DUMP_ARGUMENT]), limit)?;
    let answer = work.0.join(DUMP_FILE);
    if fs::metadata(&answer)?.len() > MAX_DOCS_BYTES {
        return Err(io::Error::other("its output is too large").into());
    }
    let mut reference =
        read_api_dump(&fs::read(&answer)?).map_err(|_| LocalGodotError::Unreadable)?;
    if let Some(api) = api.filter(|api| api.version() == found) {
        add_defaults(&mut reference, api);
    }
    Ok(reference)
}

fn add_defaults(reference: &mut ClassReference, api: &Api) {
    for doc in &mut reference.classes {
        let Some(class) = api.class(&doc.name) else { continue };
        for property in &mut doc.properties {
            let found = class.property(&property.name).and_then(|it| it.default_for(class));
            property.default = found.filter(|default| is_plain_default(default)).map(str::to_owned);
        }
        for (name, default) in
            class.own_overrides().filter(|(_, default)| is_plain_default(default))
        {
            let Some(declared) = class.property(name).filter(|it| it.category != doc.name) else {
                continue;
            };
            doc.properties.push(PropertyDoc {
                name: name.to_owned(),
                type_name: declared.type_name.to_owned(),
                default: Some(default.to_owned()),
                overrides: Some(declared.category.to_owned()),
                ..PropertyDoc::default()
            });
        }
    }
}

/// A default that is an object created by the class has no text form that a script could use.
pub(super) fn is_plain_default(default: &str) -> bool {
    !default.starts_with("Object(")
}
