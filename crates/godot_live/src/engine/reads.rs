//! Reading through the files.

use scenewright_engine::{Context, EngineError, Members, Nodes, Result};
use scenewright_model::{Member, NodeProperties, ObjectId, Value};

use super::LiveGodot;
use super::failed::lacking;

impl LiveGodot {
    fn members_of_files(&self) -> std::result::Result<&dyn Members, EngineError> {
        self.files.as_members().ok_or_else(|| lacking("read members"))
    }
}

impl Members for LiveGodot {
    fn members(
        &self,
        scene: &str,
        object: ObjectId,
        components: &[usize],
        cx: &Context,
    ) -> Result<Vec<Vec<Member>>> {
        self.read(cx, || self.members_of_files()?.members(scene, object, components, cx))
    }

    fn member(
        &self,
        scene: &str,
        object: ObjectId,
        component: usize,
        path: &str,
        cx: &Context,
    ) -> Result<Value> {
        self.read(cx, || self.members_of_files()?.member(scene, object, component, path, cx))
    }
}

impl Nodes for LiveGodot {
    fn node_properties(
        &self,
        scene: &str,
        nodes: &[ObjectId],
        with_defaults: bool,
        cx: &Context,
    ) -> Result<Vec<NodeProperties>> {
        let files = self.files.as_nodes().ok_or_else(|| lacking("read nodes"))?;
        self.read(cx, || files.node_properties(scene, nodes, with_defaults, cx))
    }
}
