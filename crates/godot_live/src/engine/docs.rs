//! The class reference: the engine on files stores it, and learns it from the editor if there is one.

use scenewright_engine::{Context, DocsReader, EngineError, ReadResult};
use scenewright_model::{ClassDoc, DocKind, DocSearchResults, FoundMethod};
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::LiveGodot;
use super::errors::unsupported;

/// `scenewright.class_docs`.
#[derive(Deserialize)]
struct ClassDocsAnswer<'a> {
    #[serde(borrow)]
    classes: &'a RawValue,
}

impl LiveGodot {
    fn docs(&self, cx: &Context) -> std::result::Result<&dyn DocsReader, EngineError> {
        let docs = self.files.as_docs().ok_or_else(|| unsupported("look up classes"))?;
        self.learn_from_editor(docs, cx);
        Ok(docs)
    }

    /// Once per editor version. If the editor cannot provide it, what is known stays in use.
    fn learn_from_editor(&self, docs: &dyn DocsReader, cx: &Context) {
        let Ok(hello) = self.link.hello(cx) else { return };
        if self.memory().docs_version.as_ref() == Some(&hello.godot_version) {
            return;
        }
        self.memory().docs_version = Some(hello.godot_version.clone());
        let Ok(answer) = self.link.call_raw("scenewright.class_docs", json!({}), cx) else {
            return;
        };
        let learnt = serde_json::from_str::<ClassDocsAnswer<'_>>(answer.get())
            .map_err(|error| error.to_string())
            .and_then(|reference| {
                let classes = reference.classes.get().as_bytes();
                docs.learn(&hello.godot_version, classes).map_err(|error| error.to_string())
            });
        if let Err(error) = learnt {
            tracing::warn!(%error, "cannot use the editor's class reference");
        }
    }
}

impl DocsReader for LiveGodot {
    fn class(&self, name: &str, inherited: bool, cx: &Context) -> ReadResult<ClassDoc> {
        self.docs(cx)?.class(name, inherited, cx)
    }

    fn method(&self, class: &str, method: &str, cx: &Context) -> ReadResult<FoundMethod> {
        self.docs(cx)?.method(class, method, cx)
    }

    fn search(
        &self,
        query: &str,
        kinds: &[DocKind],
        limit: usize,
        cx: &Context,
    ) -> ReadResult<DocSearchResults> {
        self.docs(cx)?.search(query, kinds, limit, cx)
    }

    fn class_names(&self, cx: &Context) -> ReadResult<Vec<String>> {
        self.docs(cx)?.class_names(cx)
    }

    fn learn(&self, version: &str, classes: &[u8]) -> std::result::Result<(), EngineError> {
        match self.files.as_docs() {
            Some(docs) => docs.learn(version, classes),
            None => Ok(()),
        }
    }
}
