//! Asks a Godot on this machine for its class reference, once: the answer is kept in the user's cache,
//! under a name made of the program's path, size and time.

use std::fs;
use std::io;
use std::time::Duration;

use scenewright_godot_docs::{ClassDocs, LAYOUT, Reference, read_api_dump};
use scenewright_model::PropertyDoc;

use super::source::{MAX_BYTES, keep, read};
use crate::api::local::{Problem, Work, command, identity, run, version};
use crate::api::{Api, LocalEditor, Version};

const QUESTION: &str = "--dump-extension-api-with-docs";
/// Godot names it so, in the folder where it runs.
const ANSWER: &str = "extension_api.json";

/// The classes of a Godot whose version is wanted. `api` has the defaults of properties, which the
/// answer has not. `limit` is for each of its two runs.
pub(super) fn ask(
    godot: &LocalEditor,
    wanted: impl Fn(Version) -> bool,
    api: Option<&Api>,
    limit: Duration,
) -> Result<ClassDocs, Problem> {
    let name = format!("godot-docs-{LAYOUT}-{:016x}.txt", identity(&godot.program, QUESTION)?);
    let kept = godot.cache.join(name);
    if let Ok(docs) = read(&kept) {
        return match Version::parse(docs.version()).filter(|version| !wanted(*version)) {
            Some(other) => Err(Problem::OtherVersion(other)),
            None => Ok(docs),
        };
    }
    let docs = ClassDocs::new(&fresh(godot, wanted, api, limit)?);
    // The next process will ask again.
    if let Err(error) = keep(&kept, docs.packed()) {
        tracing::warn!(path = %kept.display(), %error, "the class reference cannot be kept");
    }
    Ok(docs)
}

/// Asks for the version first: Godot 3 does not know `--headless` and would open a window.
fn fresh(
    godot: &LocalEditor,
    wanted: impl Fn(Version) -> bool,
    api: Option<&Api>,
    limit: Duration,
) -> Result<Reference, Problem> {
    let work = Work::new(&godot.cache)?;
    let found = version(godot, &work, limit)?;
    if !wanted(found) {
        return Err(Problem::OtherVersion(found));
    }
    run(command(godot, &work).args(["--headless", QUESTION]), limit)?;
    let answer = work.0.join(ANSWER);
    if fs::metadata(&answer)?.len() > MAX_BYTES {
        return Err(io::Error::other("its answer is too large").into());
    }
    let mut reference = read_api_dump(&fs::read(&answer)?).map_err(|_| Problem::Unreadable)?;
    if let Some(api) = api.filter(|api| api.version() == found) {
        add_defaults(&mut reference, api);
    }
    Ok(reference)
}

fn add_defaults(reference: &mut Reference, api: &Api) {
    for doc in &mut reference.classes {
        let Some(class) = api.class(&doc.name) else { continue };
        for property in &mut doc.properties {
            let found = class.property(&property.name).and_then(|it| it.default_for(class));
            property.default = found.filter(|default| is_plain(default)).map(str::to_owned);
        }
        for (name, default) in class.own_overrides().filter(|(_, default)| is_plain(default)) {
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

/// An object that the class makes for itself has no text that a script could write.
pub(super) fn is_plain(default: &str) -> bool {
    !default.starts_with("Object(")
}
