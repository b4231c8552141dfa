//! What is not known about the models of a scene, and what is shown instead.

use std::collections::BTreeMap;
use std::fmt;

use scenewright_model::join_names;

/// Why the nodes of a model's file are not known.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ModelFileGap {
    Absent,
    /// Only FBX files are read.
    OtherFormat,
    LfsPointer,
    Unreadable {
        reason: String,
    },
}

/// Collected over everything that a scene is composed of; each model is counted once.
#[derive(Default)]
pub(crate) struct ModelGaps {
    root_only: BTreeMap<ModelFileGap, Vec<String>>,
    /// Objects whose parents are not known.
    without_parents: BTreeMap<ModelFileGap, Vec<String>>,
    /// Objects that are known by nothing but an id.
    unknown_objects: BTreeMap<(String, Option<ModelFileGap>), usize>,
}

impl ModelGaps {
    pub(crate) fn add_root_only(&mut self, gap: &ModelFileGap, model: &str) {
        self.root_only.entry(gap.clone()).or_default().push(model.to_owned());
    }

    pub(crate) fn add_without_parents(&mut self, gap: &ModelFileGap, model: &str, objects: usize) {
        let model = format!("{model} (objects: {objects})");
        self.without_parents.entry(gap.clone()).or_default().push(model);
    }

    pub(crate) fn add_unknown_object(&mut self, gap: Option<&ModelFileGap>, model: &str) {
        *self.unknown_objects.entry((model.to_owned(), gap.cloned())).or_default() += 1;
    }

    pub(crate) fn into_diagnostics(self) -> Vec<String> {
        let mut diagnostics = Vec::new();
        for (gap, mut models) in self.root_only {
            models.sort();
            let models = join_names(&models);
            diagnostics.push(format!(
                "Models are shown as their root object only, because {gap}: {models}"
            ));
        }
        for (gap, mut models) in self.without_parents {
            models.sort();
            let models = join_names(&models);
            diagnostics.push(format!(
                "Objects of models are shown directly below the model's root, because import settings list them without their parents and {gap}: {models}"
            ));
        }
        for ((model, gap), count) in self.unknown_objects {
            let reason = match gap {
                Some(gap) => gap.to_string(),
                None => "the model's file does not have them".to_owned(),
            };
            diagnostics.push(format!(
                "Objects inside '{model}' ({count}) are shown below the model's root without their names, because {reason}; an object appears twice if the scene uses both its GameObject and its Transform"
            ));
        }
        diagnostics
    }
}

impl fmt::Display for ModelFileGap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ModelFileGap::Absent => f.write_str("the model's file is not on disk"),
            ModelFileGap::OtherFormat => f.write_str("only FBX files are read"),
            ModelFileGap::LfsPointer => {
                f.write_str("the model's file is a Git LFS pointer; its content was not fetched")
            }
            ModelFileGap::Unreadable { reason } => {
                write!(f, "the model's file cannot be read ({reason})")
            }
        }
    }
}
