//! What the one component of every object holds.

use scenewright_engine::names::{self, NameError, NameKind};
use scenewright_engine::{Context, EngineError, MemberReader, ReadResult, Reading, Subject};
use scenewright_model::{Member, MemberValue, ObjectId, ObjectRef};
use scenewright_project_files::Format;
use serde_json::{Map, Value};

use super::ToyFormat;

impl ToyFormat {
    fn members_of(
        &self,
        scene: &str,
        object: ObjectId,
        component: usize,
        cx: &Context,
    ) -> Result<Map<String, Value>, EngineError> {
        let path = self.scene_path(scene, cx)?;
        let (toy, _) = self.read_scene(&path)?;
        let read = toy.to_scene(&self.layout().to_engine_path(&path));
        let at = names::object(&read, &ObjectRef::Id(object)).map_err(EngineError::Name)?;
        let found = toy.object(at).filter(|_| component == 0);
        let missing =
            || EngineError::NotFound { what: Subject::Component, path: component.to_string() };
        Ok(found.ok_or_else(missing)?.members.clone())
    }
}

impl MemberReader for ToyFormat {
    fn members(
        &self,
        scene: &str,
        object: ObjectId,
        components: &[usize],
        cx: &Context,
    ) -> ReadResult<Vec<Vec<Member>>> {
        let lists = components.iter().map(|&component| {
            let members = self.members_of(scene, object, component, cx)?;
            let member = |(name, value): (&String, &Value)| Member {
                name: name.clone(),
                value: read(value),
            };
            Ok(members.iter().map(member).collect())
        });
        Ok(Reading::from_files(lists.collect::<Result<_, EngineError>>()?))
    }

    fn member(
        &self,
        scene: &str,
        object: ObjectId,
        component: usize,
        path: &str,
        cx: &Context,
    ) -> ReadResult<MemberValue> {
        let members = self.members_of(scene, object, component, cx)?;
        let unknown = || NameError::unknown(NameKind::Member, path.to_owned(), Vec::new());
        let value = members.get(path).ok_or_else(|| EngineError::Name(unknown()))?;
        Ok(Reading::from_files(read(value)))
    }
}

fn read(value: &Value) -> MemberValue {
    match value {
        Value::Null => MemberValue::Null,
        Value::Bool(value) => MemberValue::Bool(*value),
        Value::Number(number) => match number.as_i64() {
            Some(number) => MemberValue::Int(number),
            None => MemberValue::Float(number.to_string()),
        },
        Value::String(text) => MemberValue::Text(text.clone()),
        other => MemberValue::Raw(other.to_string()),
    }
}
