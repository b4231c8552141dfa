//! The models of a scene that Godot has not imported yet, or not since they changed, for one diagnostic.

use std::collections::BTreeSet;

use crate::diagnostics::DiagnosticList;

/// The number of models that a diagnostic names.
const MAX_NAMED: usize = 3;

#[derive(Debug, Default)]
pub(super) struct UnimportedModels {
    /// The nodes were read from the model.
    pub from_model: BTreeSet<String>,
    /// Only an import shows the nodes.
    pub unimported: BTreeSet<String>,
    /// The nodes are those of an import of an older file.
    pub outdated: BTreeSet<String>,
}

impl UnimportedModels {
    /// One diagnostic, however many models there are.
    pub(super) fn add_diagnostics(&self, notes: &mut DiagnosticList) {
        let mut parts = Vec::new();
        if !self.from_model.is_empty() {
            let models = named(&self.from_model);
            parts.push(format!(
                "the nodes of {models} were read from the model itself and may differ after the import"
            ));
        }
        if !self.unimported.is_empty() {
            parts.push(format!("only the root of {} is shown", named(&self.unimported)));
        }
        if !self.outdated.is_empty() {
            let models = named(&self.outdated);
            parts.push(format!("{models} changed after the import that the nodes come from"));
        }
        if !parts.is_empty() {
            notes.add(&format!(
                "Godot has not imported everything yet (`godot --headless --import` does it): {}",
                parts.join("; ")
            ));
        }
    }
}

fn named(models: &BTreeSet<String>) -> String {
    let shown: Vec<String> =
        models.iter().take(MAX_NAMED).map(|path| format!("'{path}'")).collect();
    let shown = shown.join(", ");
    match models.len().saturating_sub(MAX_NAMED) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
