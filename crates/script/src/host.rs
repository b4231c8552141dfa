//! What a script can do to the objects of a project.

use serde_json::Value;

/// An object, by the number that the host assigned to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ObjectKey(pub u64);

/// Why the host refused a request of a script, as a sentence for its author.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct HostError(pub String);

type Result<T> = std::result::Result<T, HostError>;

/// The objects of a project as a script sees them. Calls come from one thread at a time.
pub trait ScriptHost: Send + Sync {
    /// By its path from the root: `Player/Hand`.
    fn find(&self, path: &str) -> Result<Option<ObjectKey>>;

    /// All objects with this name, in the order of the hierarchy.
    fn find_all(&self, name: &str) -> Result<Vec<ObjectKey>>;

    fn name(&self, object: ObjectKey) -> Result<String>;

    fn path(&self, object: ObjectKey) -> Result<String>;

    fn parent(&self, object: ObjectKey) -> Result<Option<ObjectKey>>;

    fn children(&self, object: ObjectKey) -> Result<Vec<ObjectKey>>;

    /// The types of its components.
    fn components(&self, object: ObjectKey) -> Result<Vec<String>>;

    fn is_active(&self, object: ObjectKey) -> Result<bool>;

    fn set_active(&self, object: ObjectKey, active: bool) -> Result<()>;

    fn create(&self, name: &str, parent: Option<ObjectKey>) -> Result<ObjectKey>;

    fn destroy(&self, object: ObjectKey) -> Result<()>;

    /// Its position in the world stays the same.
    fn set_parent(&self, object: ObjectKey, parent: ObjectKey) -> Result<()>;

    fn add_component(&self, object: ObjectKey, component: &str) -> Result<()>;

    fn remove_component(&self, object: ObjectKey, component: &str) -> Result<()>;

    /// Replaces the loaded scenes, or loads it beside them.
    fn load_scene(&self, name: &str, beside: bool) -> Result<()>;

    fn get(&self, object: ObjectKey, component: &str, member: &str) -> Result<Value>;

    fn set(&self, object: ObjectKey, component: &str, member: &str, value: &Value) -> Result<()>;

    fn log(&self, message: &str);

    /// Seconds since the session started.
    fn time(&self) -> f64;
}
