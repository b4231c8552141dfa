//! The table of all operations.
//!
//! Invariant: a catalogue that violates a rule of the tool definition schema does not start in a
//! debug build, and no test passes with it. A release build has the same constants, does not check
//! them again, and creates schemas and examples on first use.

use std::collections::HashMap;
use std::fmt;
use std::time::Duration;

use serde_json::{Map, Value};
use thiserror::Error;

use crate::context::Cx;
use crate::definition::Definition;
use crate::failure::Failure;
use crate::levels::ExecutionMode;
use crate::operation::Operation;
use crate::output::Output;
use crate::{nearest, ops, rules};

/// An operation in the table: its definition, and the function that runs it.
pub struct CatalogueEntry {
    pub definition: Definition,
    pub(crate) runs: ExecutionMode,
    pub(crate) scan_limit: Option<Duration>,
    pub(crate) run: RunFn,
}

pub(crate) type RunFn = fn(Map<String, Value>, &Cx<'_>) -> Result<Output, Failure>;

impl CatalogueEntry {
    pub fn for_operation<O: Operation>() -> Result<CatalogueEntry, String> {
        Ok(CatalogueEntry {
            definition: Definition::for_operation::<O>()?,
            runs: O::ABOUT.runs,
            scan_limit: O::ABOUT.scan_limit,
            run: run::<O>,
        })
    }
}

fn run<O: Operation>(arguments: Map<String, Value>, cx: &Cx<'_>) -> Result<Output, Failure> {
    let broken = |error: serde_json::Error| Failure::Crashed {
        message: format!("{}: {error}", O::ABOUT.id),
    };
    // The schema is derived from the same type, so this fails only where a type is stricter than its schema.
    let arguments = serde_json::from_value(Value::Object(arguments)).map_err(broken)?;
    let output = Output::new(O::run(arguments, cx)?);
    // This runs on the worker, so that it blocks no protocol thread, and a failure is attributed to
    // the call.
    output.serialise().map_err(broken)?;
    Ok(output)
}

/// The violations of the rules.
#[derive(Debug, Error)]
#[error("the catalogue breaks its rules: {}", .0.join("; "))]
pub struct CatalogueError(pub Vec<String>);

pub struct Catalogue {
    entries: Vec<CatalogueEntry>,
    by_id: HashMap<&'static str, usize>,
}

impl Catalogue {
    /// All operations of the product.
    pub fn standard() -> Result<Catalogue, CatalogueError> {
        Catalogue::new(ops::all())
    }

    /// All operations of the product, and additional ones for tests.
    pub fn standard_with(
        others: impl IntoIterator<Item = Result<CatalogueEntry, String>>,
    ) -> Result<Catalogue, CatalogueError> {
        Catalogue::new(ops::all().into_iter().chain(others))
    }

    /// All operations, unchecked, for generating the examples that the rules require.
    pub fn draft() -> Catalogue {
        Catalogue::from_entries(ops::all().into_iter().flatten().collect())
    }

    /// A catalogue of the given operations.
    pub fn new(
        entries: impl IntoIterator<Item = Result<CatalogueEntry, String>>,
    ) -> Result<Catalogue, CatalogueError> {
        let (entries, broken): (Vec<_>, Vec<_>) = entries.into_iter().partition(Result::is_ok);
        let catalogue = Catalogue::from_entries(entries.into_iter().flatten().collect());
        let mut broken: Vec<String> = broken.into_iter().filter_map(Result::err).collect();
        // Definitions are constants: what is valid in a debug build and in the tests is valid in a
        // release build, whose start need not wait for the check.
        if cfg!(debug_assertions) {
            broken.extend(rules::check(catalogue.definitions()));
        }
        if broken.is_empty() { Ok(catalogue) } else { Err(CatalogueError(broken)) }
    }

    /// Sorted by id.
    fn from_entries(mut entries: Vec<CatalogueEntry>) -> Catalogue {
        entries.sort_by_key(|entry| entry.definition.id);
        let by_id = entries.iter().enumerate().map(|(index, entry)| (entry.definition.id, index));
        Catalogue { by_id: by_id.collect(), entries }
    }

    pub fn definitions(&self) -> impl Iterator<Item = &Definition> {
        self.entries.iter().map(|entry| &entry.definition)
    }

    /// A definition by its id.
    pub fn get(&self, id: &str) -> Result<&Definition, Failure> {
        self.find(id).map(|entry| &entry.definition)
    }

    pub(crate) fn find(&self, id: &str) -> Result<&CatalogueEntry, Failure> {
        self.by_id.get(id).map(|&index| &self.entries[index]).ok_or_else(|| Failure::UnknownTool {
            tool: id.to_owned(),
            similar: nearest(id, self.by_id.keys().copied()),
        })
    }
}

impl fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.definitions().map(|definition| definition.id)).finish()
    }
}
