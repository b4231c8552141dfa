//! Suggestions for an address that does not exist.

use scenewright_catalogue::{Failure, ToolFilter, nearest};
use serde_json::Map;

use super::rows::{ROWS, ResourceRow};
use super::template::TemplateValues;
use super::{CompletionSubject, ResourceError, Resources, tool_name};

impl Resources {
    /// The error for an address that no row matches.
    pub(super) fn unknown_uri(&self, uri: &str) -> ResourceError {
        let all: Vec<String> = ROWS.iter().map(|row| self.full_uri(row.uri)).collect();
        let similar = nearest(uri, all.iter().map(String::as_str));
        ResourceError::NotFound { uri: uri.to_owned(), similar }
    }

    /// A missing tool or object is "not found"; anything else is the failure of the operation.
    pub(super) async fn to_resource_error(
        &self,
        uri: &str,
        row: &ResourceRow,
        values: &TemplateValues<'_>,
        failure: Failure,
    ) -> ResourceError {
        let (missing, similar) = match failure {
            Failure::UnknownTool { tool, similar } => {
                (tool, similar.iter().map(|id| tool_name(id)).collect())
            }
            Failure::Engine(error) => match error.missing() {
                Some(missing) => (missing.to_owned(), error.similar),
                None => return ResourceError::Failed(Failure::Engine(error)),
            },
            other => return ResourceError::Failed(other),
        };
        // An engine may name a path without its `res://`.
        let at = values.iter().position(|(_, value)| value.ends_with(&missing)).unwrap_or_default();
        let similar = match similar.as_slice() {
            [] => self.guess_values(row, values.get(at)).await,
            _ => similar,
        };
        let instead = |guess: &String| {
            let value = |name: &str| {
                let (index, (_, value)) =
                    values.iter().enumerate().find(|(_, (own, _))| *own == name)?;
                Some(if index == at { guess.clone() } else { value.clone() })
            };
            row.template().expand(value).map(|rest| self.full_uri(&rest))
        };
        let similar = similar.iter().filter_map(instead).collect();
        ResourceError::NotFound { uri: uri.to_owned(), similar }
    }

    /// For values for which the engine has no suggestions.
    async fn guess_values(&self, row: &ResourceRow, wrong: Option<&(&str, String)>) -> Vec<String> {
        let Some((variable, value)) = wrong else {
            return Vec::new();
        };
        let file = value.rsplit('/').next().unwrap_or(value);
        let stem = file.split('.').next().unwrap_or(file);
        let template = self.full_uri(row.uri);
        // Either the folder is wrong, or the name is misspelt.
        for guess in [stem, value] {
            let subject = CompletionSubject::Template(&template);
            let found = self.complete(subject, variable, guess, &Map::new()).await;
            let found = found.map(|found| found.values).unwrap_or_default();
            if !found.is_empty() {
                return found.into_iter().take(3).collect();
            }
        }
        Vec::new()
    }

    /// The id of a tool by any form of its name; an unknown name stays as it is.
    pub(super) fn tool_id(&self, name: &str) -> String {
        let plain = |text: &str| text.replace(['.', '-'], "_");
        let mut all = self.session.list(ToolFilter::default());
        let found = all.find(|tool| plain(tool.id) == plain(name));
        found.map_or_else(|| name.to_owned(), |tool| tool.id.to_owned())
    }
}
