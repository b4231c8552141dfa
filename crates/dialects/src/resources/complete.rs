//! Completions for the variables of templates and the arguments of prompts.

use scenewright_catalogue::outputs::{AssetsFindOutput, ObjectsFindOutput};
use scenewright_catalogue::{Failure, ToolFilter, escape_glob, nearest};
use serde_json::{Map, Value, json};

use super::rows::ROWS;
use super::{ResourceError, Resources, tool_name};

/// The limit of the protocol.
const MAX_COMPLETIONS: usize = 100;

/// What is completed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompletionSubject<'a> {
    /// A template, as [`Resources::templates`] gives it.
    Template(&'a str),
    /// A prompt; its arguments have the names of tool parameters.
    Prompt(&'a str),
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Completion {
    /// Best first, at most 100.
    pub values: Vec<String>,
    /// The number of all matches.
    pub total: usize,
    pub has_more: bool,
}

impl Resources {
    /// Completions of `value` for an argument; `given` are the other arguments. An argument without a fixed
    /// set of values has none.
    pub async fn complete(
        &self,
        subject: CompletionSubject<'_>,
        argument: &str,
        value: &str,
        given: &Map<String, Value>,
    ) -> Result<Completion, ResourceError> {
        let parameter = match subject {
            CompletionSubject::Prompt(_) => argument,
            CompletionSubject::Template(uri) => {
                let row =
                    ROWS.iter().find(|row| row.has_variables() && self.full_uri(row.uri) == uri);
                let row = row.ok_or_else(|| self.unknown_uri(uri))?;
                row.parameter(argument).unwrap_or_default()
            }
        };
        match self.candidates(parameter, value, given).await {
            Ok(candidates) => Ok(rank_candidates(value, candidates)),
            // There are no choices if what they depend on is missing or invalid.
            Err(Failure::Engine(_) | Failure::InvalidArguments { .. }) => Ok(Completion::default()),
            Err(failure) => Err(failure.into()),
        }
    }

    async fn candidates(
        &self,
        parameter: &str,
        value: &str,
        given: &Map<String, Value>,
    ) -> Result<Vec<String>, Failure> {
        match parameter {
            "scenePath" => self.scene_paths().await,
            "objectPath" => self.object_paths(value, given).await,
            "assetPath" => self.asset_paths(value).await,
            "tool" => {
                let tools = self.session.list(ToolFilter::default());
                Ok(tools.map(|tool| tool_name(tool.id)).collect())
            }
            "area" => self.areas(),
            _ => Ok(Vec::new()),
        }
    }

    async fn object_paths(
        &self,
        value: &str,
        given: &Map<String, Value>,
    ) -> Result<Vec<String>, Failure> {
        let Some(scene) = ["scene", "scenePath"].iter().find_map(|name| given.get(*name)) else {
            return Ok(Vec::new());
        };
        let find = async |pattern: &str| {
            let arguments = json!({ "scenePath": scene, "path": pattern, "limit": 500 });
            let found = self.call("scene.objects.find", object(arguments)).await?;
            let items = &found.output_as::<ObjectsFindOutput>()?.items;
            Ok(items.iter().map(|item| item.path.clone()).collect())
        };
        let found: Vec<String> = find(&format!("*{value}*")).await?;
        if found.is_empty() { find("*").await } else { Ok(found) }
    }

    /// First paths that begin with the value, then those with its last part in the file name.
    async fn asset_paths(&self, value: &str) -> Result<Vec<String>, Failure> {
        let find = async |filter: &str, text: &str| {
            let found = self
                .call("project.assets.find", object(json!({ filter: text, "limit": 1000 })))
                .await?;
            let assets = &found.output_as::<AssetsFindOutput>()?.assets;
            Ok::<_, Failure>(assets.iter().map(|asset| asset.path.clone()).collect::<Vec<_>>())
        };
        let inner = value.strip_prefix("res://").unwrap_or(value);
        let start = escape_glob(inner);
        let mut found = find("pathGlob", &format!("{start}**")).await?;
        if inner.contains('/') {
            found.extend(find("pathGlob", &format!("{start}*/**")).await?);
            found.extend(find("pathGlob", &format!("{start}*")).await?);
        }
        let name = inner.rsplit('/').next().unwrap_or(inner);
        found.extend(find("name", name).await?);
        if found.is_empty() { find("name", "").await } else { Ok(found) }
    }

    fn areas(&self) -> Result<Vec<String>, Failure> {
        let schema = &self.session.describe("project.settings.read")?.input_schema;
        let areas = schema["properties"]["area"]["enum"].as_array().into_iter().flatten();
        Ok(areas.filter_map(|area| Some(area.as_str()?.to_owned())).collect())
    }
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

/// Candidates that begin with the value, then those that contain it, in either case; else the nearest.
fn rank_candidates(value: &str, candidates: Vec<String>) -> Completion {
    let wanted = value.to_lowercase();
    let rank = |candidate: &String| match candidate.to_lowercase() {
        text if text.starts_with(&wanted) => 0,
        text if text.contains(&wanted) => 1,
        _ => 2,
    };
    let near = nearest(value, candidates.iter().map(String::as_str));
    let mut ranked: Vec<(u8, String)> =
        candidates.into_iter().map(|text| (rank(&text), text)).collect();
    ranked.sort();
    ranked.dedup();
    let matching = ranked.into_iter().filter(|(rank, _)| *rank < 2).map(|(_, text)| text);
    let mut values: Vec<String> = matching.collect();
    if values.is_empty() {
        values = near;
    }
    let total = values.len();
    values.truncate(MAX_COMPLETIONS);
    Completion { values, total, has_more: total > MAX_COMPLETIONS }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginnings_come_before_parts_and_parts_before_likeness() {
        let all = ["b/main.unity", "Main/a.unity", "other.unity", "main.unity"].map(str::to_owned);
        for (value, expected) in [
            ("main", &["Main/a.unity", "main.unity", "b/main.unity"][..]),
            ("MAIN.U", &["main.unity", "b/main.unity"]),
            ("othre.unity", &["other.unity"]),
            ("", &["Main/a.unity", "b/main.unity", "main.unity", "other.unity"]),
            ("zzz", &[]),
        ] {
            assert_eq!(rank_candidates(value, all.to_vec()).values, expected, "{value}");
        }
    }

    #[test]
    fn a_hundred_are_given_and_all_are_counted() {
        let many = (0..250).map(|number| format!("a{number}")).collect();
        let Completion { values, total, has_more } = rank_candidates("a", many);
        assert_eq!((values.len(), total, has_more), (100, 250, true));
    }
}
