//! The class reference: the files' engine keeps it, and learns it from the editor once there is one.

use scenewright_engine::{Context, Docs, EngineError, Result};
use scenewright_model::{ClassDoc, DocHits, DocKind, FoundMethod};
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::LiveGodot;
use super::failed::lacking;

/// `scenewright.class_docs`.
#[derive(Deserialize)]
struct Reference<'a> {
    #[serde(borrow)]
    classes: &'a RawValue,
}

impl LiveGodot {
    fn docs(&self, cx: &Context) -> std::result::Result<&dyn Docs, EngineError> {
        let docs = self.files.as_docs().ok_or_else(|| lacking("look up classes"))?;
        self.learn_from_editor(docs, cx);
        Ok(docs)
    }

    /// Once for each version that answers. An editor that cannot tell leaves what is known.
    fn learn_from_editor(&self, docs: &dyn Docs, cx: &Context) {
        let Ok(hello) = self.link.hello(cx) else { return };
        if self.memory().learnt.as_ref() == Some(&hello.godot_version) {
            return;
        }
        self.memory().learnt = Some(hello.godot_version.clone());
        let Ok(answer) = self.link.raw("scenewright.class_docs", json!({}), cx) else { return };
        let learnt = serde_json::from_str::<Reference<'_>>(answer.get())
            .map_err(|error| error.to_string())
            .and_then(|reference| {
                let classes = reference.classes.get().as_bytes();
                docs.learn(&hello.godot_version, classes).map_err(|error| error.to_string())
            });
        if let Err(error) = learnt {
            tracing::warn!(%error, "the editor's class reference cannot be used");
        }
    }
}

impl Docs for LiveGodot {
    fn class(&self, name: &str, inherited: bool, cx: &Context) -> Result<ClassDoc> {
        self.docs(cx)?.class(name, inherited, cx)
    }

    fn method(&self, class: &str, method: &str, cx: &Context) -> Result<FoundMethod> {
        self.docs(cx)?.method(class, method, cx)
    }

    fn search(
        &self,
        query: &str,
        kinds: &[DocKind],
        limit: usize,
        cx: &Context,
    ) -> Result<DocHits> {
        self.docs(cx)?.search(query, kinds, limit, cx)
    }

    fn class_names(&self, cx: &Context) -> Result<Vec<String>> {
        self.docs(cx)?.class_names(cx)
    }

    fn learn(&self, version: &str, classes: &[u8]) -> std::result::Result<(), EngineError> {
        match self.files.as_docs() {
            Some(docs) => docs.learn(version, classes),
            None => Ok(()),
        }
    }
}
