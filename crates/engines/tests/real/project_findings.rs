//! The findings of a project in the form in which they are compared.

use std::collections::BTreeSet;
use std::path::Path;

use scenewright_engine::Context;
use scenewright_engines::{find, open};

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ComparedFinding {
    /// The kind of the finding, or `unread`.
    pub(crate) kind: String,
    pub(crate) file: String,
    pub(crate) object: String,
    pub(crate) property: String,
    pub(crate) target: String,
}

/// Files that could not be read count too.
pub(crate) fn findings(root: &Path) -> BTreeSet<ComparedFinding> {
    let engine = open(&find(root).expect("the project is recognised"));
    let references = engine.as_references().expect("references are checked");
    let reading = references.missing(&Context::unbounded()).expect("the project is checked");
    let scripts = reading.value.missing_scripts.iter().map(|missing| ComparedFinding {
        kind: "missing-script".to_owned(),
        file: missing.file.clone(),
        object: missing.object_path.clone(),
        property: "script".to_owned(),
        target: missing.target.to_string(),
    });
    let others = reading.value.broken_references.iter().map(|broken| ComparedFinding {
        kind: broken.kind.to_string(),
        file: broken.file.clone(),
        object: broken.object_path.clone(),
        property: broken.property.clone(),
        target: broken.target.to_string(),
    });
    let unread = reading.coverage.unread.iter().map(|unread| ComparedFinding {
        kind: "unread".to_owned(),
        file: unread.path.clone(),
        object: String::new(),
        property: String::new(),
        target: String::new(),
    });
    scripts.chain(others).chain(unread).collect()
}
