//! What can be read without naming a tool: the project, its scenes and its assets.

use scenewright_catalogue::{Call, Failure, Session};
use serde::Serialize;
use serde_json::{Map, Value, json};

#[derive(Clone)]
pub(super) struct Resources {
    session: Session,
    scheme: &'static str,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Resource {
    pub uri: String,
    pub name: String,
    pub title: String,
    pub description: String,
    pub mime_type: &'static str,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Contents {
    pub uri: String,
    pub mime_type: &'static str,
    pub text: String,
}

#[derive(Debug)]
pub(super) enum ResourceError {
    NotFound { uri: String, similar: Vec<String> },
    BadCursor,
    Failed(Failure),
}

const JSON: &str = "application/json";

/// Path, title, and description of those that every project has.
const FIXED: [(&str, &str, &str); 4] = [
    ("project/info", "Project", "What the project is, its engine and its main scene."),
    ("scenes", "Scenes", "All scenes of the project."),
    ("scene/active", "Active scene", "The objects of the scene that the game starts with."),
    ("assets", "Assets", "What the project is made of: counts and sizes."),
];

pub(super) fn is_busy(error: &ResourceError) -> bool {
    matches!(error, ResourceError::Failed(Failure::Busy { .. }))
}

impl Resources {
    pub(super) fn new(session: Session, scheme: &'static str) -> Resources {
        Resources { session, scheme }
    }

    pub(super) async fn list(
        &self,
        cursor: Option<&str>,
    ) -> Result<(Vec<Resource>, Option<String>), ResourceError> {
        if cursor.is_some() {
            return Err(ResourceError::BadCursor);
        }
        let fixed = FIXED.map(|(path, title, description)| (path.to_owned(), title, description));
        let scenes = self.scenes().await?;
        let scenes =
            scenes.iter().map(|path| (scene_path(path), path.as_str(), "The objects of a scene."));
        let all = fixed.into_iter().chain(scenes);
        Ok((all.map(|(path, title, about)| self.resource(&path, title, about)).collect(), None))
    }

    pub(super) async fn read(&self, uri: &str) -> Result<Vec<Contents>, ResourceError> {
        let path = uri.strip_prefix(self.scheme).and_then(|rest| rest.strip_prefix("://"));
        let output = match path {
            Some("project/info") => self.ask("project.info", json!({})).await?,
            Some("scenes") => self.ask("project.scenes.list", json!({})).await?,
            Some("assets") => self.ask("project.assets.summary", json!({})).await?,
            Some("scene/active") => self.hierarchy(&self.active(uri).await?).await?,
            Some(path) => self.hierarchy(&self.scene(uri, path).await?).await?,
            None => return Err(ResourceError::NotFound { uri: uri.to_owned(), similar: vec![] }),
        };
        Ok(vec![Contents { uri: uri.to_owned(), mime_type: JSON, text: output }])
    }

    fn resource(&self, path: &str, title: &str, description: &str) -> Resource {
        Resource {
            uri: format!("{}://{path}", self.scheme),
            name: path.to_owned(),
            title: title.to_owned(),
            description: description.to_owned(),
            mime_type: JSON,
        }
    }

    async fn hierarchy(&self, scene: &str) -> Result<String, ResourceError> {
        self.ask("scene.hierarchy.dump", json!({ "scenePath": scene })).await
    }

    async fn active(&self, uri: &str) -> Result<String, ResourceError> {
        let info: Value = parsed(&self.ask("project.info", json!({})).await?);
        match info["mainScene"].as_str() {
            Some(scene) => Ok(scene.to_owned()),
            None => self.scenes().await?.into_iter().next().ok_or_else(|| {
                ResourceError::NotFound { uri: uri.to_owned(), similar: Vec::new() }
            }),
        }
    }

    async fn scene(&self, uri: &str, path: &str) -> Result<String, ResourceError> {
        let scenes = self.scenes().await?;
        let found = scenes.into_iter().find(|scene| scene_path(scene) == path);
        found.ok_or_else(|| ResourceError::NotFound { uri: uri.to_owned(), similar: Vec::new() })
    }

    async fn scenes(&self) -> Result<Vec<String>, ResourceError> {
        let output: Value = parsed(&self.ask("project.scenes.list", json!({})).await?);
        let scenes = output["scenes"].as_array().into_iter().flatten();
        Ok(scenes.filter_map(|scene| scene["path"].as_str().map(str::to_owned)).collect())
    }

    async fn ask(&self, operation: &str, arguments: Value) -> Result<String, ResourceError> {
        let arguments: Map<String, Value> = arguments.as_object().cloned().unwrap_or_default();
        let ticket = self.session.start(Call::new(operation, arguments));
        let answer = ticket.answer().await.map_err(ResourceError::Failed)?;
        Ok(answer.output.get().to_owned())
    }
}

fn parsed(output: &str) -> Value {
    serde_json::from_str(output).unwrap_or_default()
}

/// `res://main.tscn` is `scene/main.tscn`; what a URI may not hold is escaped.
fn scene_path(scene: &str) -> String {
    let path = scene.strip_prefix("res://").unwrap_or(scene);
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-~".contains(&byte);
    let escaped = path.bytes().map(|byte| match byte {
        byte if plain(byte) => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    });
    format!("scene/{}", escaped.collect::<String>())
}
