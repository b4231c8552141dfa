//! What may have been meant by an address that leads nowhere.

use scenewright_catalogue::{Failure, Filter, nearest};
use serde_json::Map;

use super::rows::{ROWS, Row};
use super::template::Values;
use super::{ResourceError, Resources, Subject, tool_name};

impl Resources {
    /// No row has such an address.
    pub(super) fn unknown(&self, uri: &str) -> ResourceError {
        let all: Vec<String> = ROWS.iter().map(|row| self.full(row.uri)).collect();
        let similar = nearest(uri, all.iter().map(String::as_str));
        ResourceError::NotFound { uri: uri.to_owned(), similar }
    }

    /// What is not there is not found; anything else is the operation's failure.
    pub(super) async fn told(
        &self,
        uri: &str,
        row: &Row,
        values: &Values<'_>,
        failure: Failure,
    ) -> ResourceError {
        let (missing, similar) = match failure {
            Failure::UnknownTool { tool, similar } => {
                (tool, similar.iter().map(|id| tool_name(id)).collect())
            }
            Failure::Engine { missing: Some(missing), similar, .. } => (missing, similar),
            other => return ResourceError::Failed(other),
        };
        // An engine may name a path without its `res://`.
        let at = values.iter().position(|(_, value)| value.ends_with(&missing)).unwrap_or_default();
        let similar = match similar.as_slice() {
            [] => self.guesses(row, values.get(at)).await,
            _ => similar,
        };
        let instead = |guess: &String| {
            let value = |name: &str| {
                let (index, (_, value)) =
                    values.iter().enumerate().find(|(_, (own, _))| *own == name)?;
                Some(if index == at { guess.clone() } else { value.clone() })
            };
            row.template().expand(value).map(|rest| self.full(&rest))
        };
        let similar = similar.iter().filter_map(instead).collect();
        ResourceError::NotFound { uri: uri.to_owned(), similar }
    }

    /// For what the engine itself has no guess.
    async fn guesses(&self, row: &Row, wrong: Option<&(&str, String)>) -> Vec<String> {
        let Some((variable, value)) = wrong else {
            return Vec::new();
        };
        let file = value.rsplit('/').next().unwrap_or(value);
        let stem = file.split('.').next().unwrap_or(file);
        let template = self.full(row.uri);
        // The name may be right and the folder wrong, or the name may have a slip.
        for guess in [stem, value] {
            let subject = Subject::Template(&template);
            let found = self.complete(subject, variable, guess, &Map::new()).await;
            let found = found.map(|found| found.values).unwrap_or_default();
            if !found.is_empty() {
                return found.into_iter().take(3).collect();
            }
        }
        Vec::new()
    }

    /// The id behind any spelling of a tool's name; what is unknown stays as it is.
    pub(super) fn tool_id(&self, name: &str) -> String {
        let plain = |text: &str| text.replace(['.', '-'], "_");
        let mut all = self.session.list(Filter::default());
        let found = all.find(|tool| plain(tool.id) == plain(name));
        found.map_or_else(|| name.to_owned(), |tool| tool.id.to_owned())
    }
}
