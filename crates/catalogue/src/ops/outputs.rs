//! The typed outputs that other crates read: an answer's [`Output`](crate::Output) is downcast to them.

pub use scenewright_model::{
    ArgumentDoc, Coverage, DocKind, DocSearchHit, EditorError, EditorLogLine, FindingKind,
    PictureFormat, SceneSummary, Selection,
};

pub use super::docs::class_read::DocsClassReadOutput;
pub use super::docs::method_read::DocsMethodReadOutput;
pub use super::docs::search::DocsSearchOutput;
pub use super::docs::{DocEnumValue, DocMember};
pub use super::editor::capture_game::{CaptureGame, CaptureGameArgs};
pub use super::editor::capture_viewport::{CaptureViewport, CaptureViewportArgs, ViewChoice};
pub use super::editor::errors_read::EditorErrorsReadOutput;
pub use super::editor::info::EditorInfoReadOutput;
pub use super::editor::log_read::EditorLogReadOutput;
pub use super::editor::play_control::PlayControlOutput;
pub use super::editor::{CapturedImage, CapturedImages, GameState, PictureArgs, PictureData};
pub use super::mcp::health::ServerHealthOutput;
pub use super::mcp::server_info::ServerInfoOutput;
pub use super::project::assets_find::{AssetsFindOutput, FoundAsset};
pub use super::project::assets_summary::{AssetShare, AssetsSummaryOutput};
pub use super::project::info::ProjectInfoReadOutput;
pub use super::project::references_missing::{
    BrokenReferenceRow, FindingPlace, MissingScriptRow, PackagedReferencesRow,
    ReferencesMissingOutput, UnknownReferenceRow,
};
pub use super::project::scenes_list::ProjectScenesListOutput;
pub use super::scene::hierarchy_dump::{HierarchyDumpOutput, HierarchyObject};
pub use super::scene::node_properties::NodePropertiesReadOutput;
pub use super::scene::object_read::ObjectReadOutput;
pub use super::scene::objects_find::{FoundObject, ObjectsFindOutput};
pub use super::scene::tree_read::{SceneTreeNode, TreeReadOutput};
pub use super::world::LoadedScenesOutput;
