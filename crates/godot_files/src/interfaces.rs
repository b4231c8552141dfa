//! The optional interfaces of the engine port, each answered by the module of its subject.

use std::collections::HashMap;

use scenewright_engine::names::NameError;
use scenewright_engine::{
    Context, EngineError, MemberReader, NodePropertyReader, ReadResult, Reading, ReferenceChecker,
    ScriptClassReader, SettingsReader, Subject,
};
use scenewright_model::{
    Findings, Member, MemberValue, NodeProperties, ObjectId, ObjectIndex, ProjectSettings, Scene,
    ScriptClass, SettingsArea,
};

use super::ancestry::ScriptAncestries;
use super::format::{GodotFormat, scene_file};
use super::members::NodeReader;
use super::{api, classes, not_found, references, settings};

impl GodotFormat {
    /// Reads from some nodes of a scene.
    fn with_nodes<T>(
        &self,
        scene: &str,
        objects: &[ObjectId],
        cx: &Context,
        read: impl Fn(&NodeReader<'_>) -> Result<T, EngineError>,
    ) -> ReadResult<Vec<T>> {
        cx.check()?;
        let files = self.files(cx);
        let resolved = self.resolve_scene(&scene_file(scene, &files)?, &files)?;
        let described = self.class_api();
        let places = places(&resolved.scene, objects);
        let api = described.api.as_deref();
        let ancestries = ScriptAncestries::new(&files, api, &resolved);
        let one = |object: &ObjectId| {
            cx.check()?;
            let at = places.get(object);
            let at = at.ok_or_else(|| EngineError::Name(NameError::unknown_id(*object)))?;
            read(&NodeReader::new(&files, api, &resolved, &ancestries, ObjectIndex(*at)))
        };
        let values = objects.iter().map(one).collect::<Result<_, _>>()?;
        Ok(Reading { diagnostics: described.diagnostics.clone(), ..Reading::from_files(values) })
    }

    fn with_node<T>(
        &self,
        scene: &str,
        object: ObjectId,
        cx: &Context,
        read: impl Fn(&NodeReader<'_>) -> Result<T, EngineError>,
    ) -> ReadResult<T> {
        let nodes = self.with_nodes(scene, &[object], cx, read)?;
        let unknown = || EngineError::Name(NameError::unknown_id(object));
        nodes.map(|mut nodes| nodes.pop().ok_or_else(unknown)).transpose()
    }
}

/// Where these objects are in the scene.
fn places(scene: &Scene, objects: &[ObjectId]) -> HashMap<ObjectId, u32> {
    let all = scene.objects.iter().map(|object| object.id).zip(0..);
    match objects {
        [object] => all.filter(|(id, _)| id == object).collect(),
        _ => all.collect(),
    }
}

impl MemberReader for GodotFormat {
    fn members(
        &self,
        scene: &str,
        object: ObjectId,
        components: &[usize],
        cx: &Context,
    ) -> ReadResult<Vec<Vec<Member>>> {
        self.with_node(scene, object, cx, |node| {
            let [class, script] = node.members();
            let lists = components.iter().map(|&index| match index {
                0 => Ok(class.clone()),
                1 if node.has_script() => Ok(script.clone()),
                _ => Err(not_found(Subject::Component, index)),
            });
            lists.collect()
        })
    }

    fn member(
        &self,
        scene: &str,
        object: ObjectId,
        component: usize,
        path: &str,
        cx: &Context,
    ) -> ReadResult<MemberValue> {
        self.with_node(scene, object, cx, |node| {
            if component > usize::from(node.has_script()) {
                return Err(not_found(Subject::Component, component));
            }
            node.member(component, path)
        })
    }
}

impl NodePropertyReader for GodotFormat {
    fn node_properties(
        &self,
        scene: &str,
        nodes: &[ObjectId],
        with_defaults: bool,
        cx: &Context,
    ) -> ReadResult<Vec<NodeProperties>> {
        self.with_nodes(scene, nodes, cx, |node| Ok(node.properties(with_defaults)))
    }
}

impl ReferenceChecker for GodotFormat {
    fn missing(&self, cx: &Context) -> ReadResult<Findings> {
        references::find_missing(&self.files(cx), &|| self.class_api())
    }
}

impl ScriptClassReader for GodotFormat {
    fn classes(&self, cx: &Context) -> ReadResult<Vec<ScriptClass>> {
        let api = self.class_api().api.clone().unwrap_or_else(api::Api::built_in);
        classes::list(&self.files(cx), &api)
    }
}

impl SettingsReader for GodotFormat {
    fn settings(&self, areas: &[SettingsArea], cx: &Context) -> ReadResult<ProjectSettings> {
        settings::read(&self.files(cx), areas)
    }
}
