//! Reads through the engine on files.

use scenewright_engine::{Context, EngineError, MemberReader, NodePropertyReader, ReadResult};
use scenewright_model::{Member, MemberValue, NodeProperties, ObjectId};

use super::LiveGodot;
use super::errors::unsupported;

impl LiveGodot {
    fn files_members(&self) -> std::result::Result<&dyn MemberReader, EngineError> {
        self.files.as_members().ok_or_else(|| unsupported("read members"))
    }
}

impl MemberReader for LiveGodot {
    fn members(
        &self,
        scene: &str,
        object: ObjectId,
        components: &[usize],
        cx: &Context,
    ) -> ReadResult<Vec<Vec<Member>>> {
        self.read(cx, || self.files_members()?.members(scene, object, components, cx))
    }

    fn member(
        &self,
        scene: &str,
        object: ObjectId,
        component: usize,
        path: &str,
        cx: &Context,
    ) -> ReadResult<MemberValue> {
        self.read(cx, || self.files_members()?.member(scene, object, component, path, cx))
    }
}

impl NodePropertyReader for LiveGodot {
    fn node_properties(
        &self,
        scene: &str,
        nodes: &[ObjectId],
        with_defaults: bool,
        cx: &Context,
    ) -> ReadResult<Vec<NodeProperties>> {
        let files = self.files.as_nodes().ok_or_else(|| unsupported("read nodes"))?;
        self.read(cx, || files.node_properties(scene, nodes, with_defaults, cx))
    }
}
