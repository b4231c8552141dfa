//! Tests of every operation, on small projects of both engines.

mod errors;
mod health;
mod hints;
mod names;
mod projects;

use scenewright_testkit::Fixture;
use serde_json::{Map, Value};

use crate::{Call, CallLimits, Catalogue, Failure, Policy, Session};

/// A project that is served with everything allowed.
pub(super) struct Server {
    pub(super) session: Session,
    pub(super) project: Fixture,
}

impl Server {
    pub(super) fn new(project: &str) -> Server {
        let fixture = Fixture::new(project);
        let found = scenewright_engines::find(&fixture.root()).unwrap();
        let engine = scenewright_engines::open(&found);
        let policy = Policy {
            allow_writes: true,
            require_confirm: false,
            tier: crate::Tier::Tier4,
            ..Policy::default()
        };
        let catalogue = Catalogue::standard().unwrap();
        let session = Session::new(catalogue, engine, policy, CallLimits::default());
        Server { session, project: fixture }
    }

    pub(super) fn call(&self, tool: &str, input: Value) -> Result<Value, Failure> {
        let answer = self.session.call(Call::new(tool, arguments(input)))?;
        Ok(serde_json::from_str(answer.output.get()).unwrap())
    }
}

pub(super) fn arguments(value: Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap()
}
