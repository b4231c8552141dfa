//! The script of a node: a file of the project, a script inside of the scene, or a missing one.

use std::sync::Arc;

use scenewright_engine::EngineError;
use scenewright_model::{Component, ComponentScript, MissingTarget, UnknownReason};

use super::SceneTreeBuilder;
use crate::files::{ReferenceTarget, res_path};
use crate::scripts;
use crate::value;

impl SceneTreeBuilder<'_, '_, '_> {
    /// `None` for `null`: the script of an instance was removed.
    pub(super) fn script(&mut self, raw: &str) -> Result<Option<Arc<Component>>, EngineError> {
        let files = self.resolver.files;
        let target = self.externals.locate(raw, files)?;
        self.record_dependency(target.as_ref(), self.externals.path(raw).as_deref());
        let component = match target {
            Some(ReferenceTarget::File(relative)) => return Ok(Some(files.script(&relative))),
            Some(ReferenceTarget::Elsewhere(path)) => {
                let target = MissingTarget::Address(path.clone());
                let reason = UnknownReason::OutsideProject { path: path.clone() };
                Component::new(path, ComponentScript::Unknown { target, reason })
            }
            Some(ReferenceTarget::Missing { target, reason }) => {
                let target = MissingTarget::Address(target);
                Component::new("(missing script)", ComponentScript::Missing { target, reason })
            }
            None => return Ok(self.inner_script(raw).map(Arc::new)),
        };
        Ok(Some(Arc::new(component)))
    }

    /// A script that is embedded in the scene.
    fn inner_script(&self, raw: &str) -> Option<Component> {
        let id = value::sub_resource(raw)?;
        let section = self.document.sub_resource(&id);
        let source = section.and_then(|section| value::string(section.property("script/source")?));
        let name = source.and_then(|source| scripts::class_name(&source));
        Some(Component::new(
            name.unwrap_or_else(|| "(built-in script)".to_owned()),
            ComponentScript::Found(format!("{}::{id}", res_path(self.relative))),
        ))
    }
}
