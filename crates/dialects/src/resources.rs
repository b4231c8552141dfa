//! The resources of a project: addresses and templates over the catalogue's operations, for every dialect
//! that has resources.
//!
//! Invariant: a path in an address is only ever passed to an operation, which keeps it inside the project.

mod changes;
mod complete;
mod rows;
mod similar;
mod template;

use std::sync::{Arc, Mutex};

use scenewright_catalogue::outputs::{ProjectInfoReadOutput, ProjectScenesListOutput};
use scenewright_catalogue::{Answer, Call, Failure, Page, Session, shorten};
use serde_json::{Map, Value, json};
use thiserror::Error;

pub use complete::{Completion, CompletionSubject};
use rows::{ContentForm, ROWS, ResourceRow};
use template::TemplateValues;

use crate::outline::outline;

/// How many resources are on a page of the list.
const RESOURCES_PER_PAGE: usize = 100;

/// A resource that can be read by its address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectResource {
    pub uri: String,
    pub name: String,
    pub title: String,
    pub description: String,
    pub mime_type: &'static str,
}

/// Addresses with variables (RFC 6570).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResourceTemplate {
    pub uri_template: String,
    pub name: &'static str,
    pub title: &'static str,
    pub description: &'static str,
    pub mime_type: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResourcePage {
    pub resources: Vec<ProjectResource>,
    /// Absent on the last page.
    pub next_cursor: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadContents {
    /// As it was requested.
    pub uri: String,
    pub mime_type: &'static str,
    pub text: String,
}

#[derive(Debug, Clone, Error)]
pub enum ResourceError {
    #[error("Resource not found: {}{}", shorten(uri), did_you_mean(similar))]
    NotFound { uri: String, similar: Vec<String> },
    #[error("Invalid cursor: start again without one")]
    BadCursor,
    #[error("{}", .0.reason())]
    Failed(Failure),
}

fn did_you_mean(similar: &[String]) -> String {
    if similar.is_empty() {
        return String::new();
    }
    format!(" (did you mean {}?)", similar.join(" or "))
}

impl From<Failure> for ResourceError {
    fn from(failure: Failure) -> ResourceError {
        ResourceError::Failed(failure)
    }
}

/// Clones serve the same project.
#[derive(Clone)]
pub struct Resources {
    session: Session,
    scheme: &'static str,
    /// Programs read trees as JSON, agents as outlines.
    outlines: bool,
    /// The scenes at the last known change of the list.
    listed: Arc<Mutex<Option<Vec<String>>>>,
}

impl Resources {
    /// `scheme` is the part before `://` of every address.
    pub fn new(session: Session, scheme: &'static str) -> Resources {
        Resources { session, scheme, outlines: true, listed: Arc::default() }
    }

    /// Returns scenes as the complete JSON of the operation instead of outlines.
    pub fn in_json(self) -> Resources {
        Resources { outlines: false, ..self }
    }

    /// Addresses without variables, then every scene, sorted by path. An empty cursor is the start.
    pub async fn list(&self, cursor: Option<&str>) -> Result<ResourcePage, ResourceError> {
        let cursor = cursor.filter(|cursor| !cursor.is_empty());
        let page = Page::new("resources/list", RESOURCES_PER_PAGE, cursor)
            .map_err(|_| ResourceError::BadCursor)?;
        let info = self.call("project.info", Map::new()).await?;
        let engine = &info.output_as::<ProjectInfoReadOutput>()?.engine;
        let scenes = self.scene_paths().await?;
        self.remember_scenes(&scenes);
        let fixed = ROWS.iter().filter(|row| !row.has_variables());
        let fixed = fixed.filter(|row| row.engine.is_none_or(|own| engine == own));
        let mut all: Vec<ProjectResource> = fixed.map(|row| self.fixed_resource(row)).collect();
        all.extend(scenes.iter().filter_map(|path| self.scene(path)));
        let (resources, next_cursor) = page.cut(all);
        Ok(ResourcePage { resources, next_cursor })
    }

    /// All templates, in a fixed order.
    pub fn templates(&self) -> Vec<ResourceTemplate> {
        let rows = ROWS.iter().filter(|row| row.has_variables());
        let template = |row: &ResourceRow| ResourceTemplate {
            uri_template: self.full_uri(row.uri),
            name: row.name,
            title: row.title,
            description: row.description,
            mime_type: self.mime_type(row),
        };
        rows.map(template).collect()
    }

    pub async fn read(&self, uri: &str) -> Result<ReadContents, ResourceError> {
        let Some((row, values)) = self.find_row(uri) else {
            return Err(self.unknown_uri(uri));
        };
        let text = match row.shows {
            ContentForm::MainScene => self.main_scene(row).await,
            _ => self.show(row, self.arguments(row, &values)).await,
        };
        match text {
            Ok(text) => {
                Ok(ReadContents { uri: uri.to_owned(), mime_type: self.mime_type(row), text })
            }
            Err(failure) => Err(self.to_resource_error(uri, row, &values, failure).await),
        }
    }

    /// The address of the resource that shows the complete answer of a call, if there is one.
    pub fn link(&self, operation: &str, arguments: &Map<String, Value>) -> Option<String> {
        // Rows with variables first: the settings of an area are not all settings.
        let (variable, fixed): (Vec<&ResourceRow>, Vec<&ResourceRow>) =
            ROWS.iter().partition(|row| row.has_variables());
        variable.into_iter().chain(fixed).find_map(|row| self.link_to(row, operation, arguments))
    }

    fn link_to(
        &self,
        row: &ResourceRow,
        operation: &str,
        arguments: &Map<String, Value>,
    ) -> Option<String> {
        let shows = row.operation == operation || row.also.contains(&operation);
        if !shows || row.shows == ContentForm::MainScene {
            return None;
        }
        let mut given = arguments.clone();
        if let Some(id) = given.remove("instanceId").and_then(|id| id.as_u64()) {
            given.insert("objectPath".to_owned(), json!(format!("obj:{id}")));
        }
        let mut left = given.iter().filter(|(_, value)| !value.is_null()).map(|(name, _)| name);
        let known = |name: &String| {
            row.narrowing.contains(&name.as_str())
                || row.fills.iter().any(|(_, fills)| fills == name)
        };
        let text = |name: &str| Some(given.get(row.parameter(name)?)?.as_str()?.to_owned());
        let complete = row.fills.iter().all(|(name, _)| text(name).is_some());
        if !complete || !left.all(known) {
            return None;
        }
        row.template().expand(text).map(|uri| self.full_uri(&uri))
    }

    /// The row of an address, and the values of its variables.
    fn find_row(&self, uri: &str) -> Option<(&'static ResourceRow, TemplateValues<'static>)> {
        let (scheme, rest) = uri.split_once("://")?;
        if !scheme.eq_ignore_ascii_case(self.scheme) {
            return None;
        }
        ROWS.iter().find_map(|row| Some((row, row.template().matches(rest)?)))
    }

    fn arguments(&self, row: &ResourceRow, values: &TemplateValues<'_>) -> Map<String, Value> {
        let filled = values.iter().filter_map(|(name, value)| {
            let parameter = row.parameter(name)?;
            let value = if parameter == "tool" { self.tool_id(value) } else { value.clone() };
            Some((parameter.to_owned(), Value::String(value)))
        });
        // JSON is not paged: an address has no cursor to ask for the rest.
        let with = row.with.iter().filter(|_| self.outlines || row.shows == ContentForm::Json);
        let with = with.map(|(name, value)| ((*name).to_owned(), json!(value)));
        filled.chain(with).collect()
    }

    async fn show(
        &self,
        row: &ResourceRow,
        arguments: Map<String, Value>,
    ) -> Result<String, Failure> {
        let answer = self.session.start(Call::new(row.operation, arguments)).answer().await?;
        let Answer { output, diagnostics, .. } = answer;
        if row.shows == ContentForm::Json || !self.outlines {
            return Ok(output.get().to_owned());
        }
        let mut text = outline(&output, &tool_name(row.operation)).unwrap_or_default();
        diagnostics.iter().for_each(|note| text.push_str(&format!("note: {note}\n")));
        Ok(text)
    }

    /// Without a main scene it is the first by path; the outline says which scene it is.
    async fn main_scene(&self, row: &ResourceRow) -> Result<String, Failure> {
        let info = self.call("project.info", Map::new()).await?;
        let (path, why) = match &info.output_as::<ProjectInfoReadOutput>()?.main_scene {
            Some(path) => (path.clone(), "the scene that the game starts with"),
            None => {
                let first = self.scene_paths().await?.into_iter().next();
                let none = || Failure::Execution {
                    message: "The project has no scene".to_owned(),
                    hint: None,
                };
                (
                    first.ok_or_else(none)?,
                    "the first scene by path, as the project names no main scene",
                )
            }
        };
        let mut arguments = self.arguments(row, &Vec::new());
        arguments.insert("scenePath".to_owned(), Value::String(path));
        let shown = self.show(row, arguments).await?;
        Ok(if self.outlines { format!("{shown}note: this is {why}\n") } else { shown })
    }

    async fn scene_paths(&self) -> Result<Vec<String>, Failure> {
        let list = self.call("project.scenes.list", Map::new()).await?;
        let scenes = &list.output_as::<ProjectScenesListOutput>()?.scenes;
        Ok(scenes.iter().map(|scene| scene.path.clone()).collect())
    }

    async fn call(&self, tool: &str, arguments: Map<String, Value>) -> Result<Answer, Failure> {
        self.session.start(Call::new(tool, arguments)).answer().await
    }

    fn fixed_resource(&self, row: &ResourceRow) -> ProjectResource {
        ProjectResource {
            uri: self.full_uri(row.uri),
            name: row.name.to_owned(),
            title: row.title.to_owned(),
            description: row.description.to_owned(),
            mime_type: self.mime_type(row),
        }
    }

    fn scene(&self, path: &str) -> Option<ProjectResource> {
        let row = ROWS.iter().find(|row| row.shows == ContentForm::Outline)?;
        let uri = row.template().expand(|_| Some(path.to_owned()))?;
        let file = path.rsplit('/').next().unwrap_or(path);
        Some(ProjectResource {
            uri: self.full_uri(&uri),
            name: path.to_owned(),
            title: file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_owned(),
            description: format!("Outline of the scene {path}"),
            mime_type: self.mime_type(row),
        })
    }

    fn mime_type(&self, row: &ResourceRow) -> &'static str {
        match row.shows {
            ContentForm::Outline | ContentForm::MainScene if self.outlines => "text/plain",
            _ => "application/json",
        }
    }

    fn full_uri(&self, rest: &str) -> String {
        format!("{}://{rest}", self.scheme)
    }
}

/// `scene.hierarchy.dump` is `scene_hierarchy_dump` for the many clients that accept no dots.
pub fn tool_name(id: &str) -> String {
    id.replace('.', "_")
}

#[cfg(test)]
mod tests;
