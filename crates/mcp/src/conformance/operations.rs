//! Operations that no product has and tests need: one that cannot be taken back, one that takes its
//! time. They go through the catalogue's door like all others.

use std::thread;
use std::time::Duration;

use scenewright_catalogue::{
    CatalogueEntry, Cx, ExecutionMode, Failure, NoArgs, Operation, OperationInfo, SafetyLevel, Tier,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// For a catalogue that is served with the fixtures.
pub fn operations() -> [Result<CatalogueEntry, String>; 2] {
    [CatalogueEntry::for_operation::<Destructive>(), CatalogueEntry::for_operation::<Wait>()]
}

const ABOUT: OperationInfo = OperationInfo {
    id: "test.destructive",
    name: "Destroy Nothing",
    description: "Says that it has destroyed something.",
    category: "project.test",
    safety: SafetyLevel::Destructive,
    tier: Tier::Core,
    notes: None,
    examples: r#"[{"description": "Do it", "project": "unity", "input": {"confirm": true}, "output": {"done": true}}]"#,
    runs: ExecutionMode::Worker,
    scan_limit: None,
};

#[derive(Serialize, JsonSchema)]
pub(crate) struct Done {
    /// Always true
    done: bool,
}

struct Destructive;

impl Operation for Destructive {
    type Args = NoArgs;
    type Output = Done;
    const ABOUT: OperationInfo = ABOUT;

    fn run(_: NoArgs, _: &Cx<'_>) -> Result<Done, Failure> {
        Ok(Done { done: true })
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WaitArgs {
    /// How long, in milliseconds
    #[schemars(range(min = 0, max = 600000))]
    ms: u64,
}

struct Wait;

impl Operation for Wait {
    type Args = WaitArgs;
    type Output = Done;
    const ABOUT: OperationInfo = OperationInfo {
        id: "test.wait",
        name: "Wait",
        description: "Waits, and looks now and then whether it should go on.",
        safety: SafetyLevel::ReadOnly,
        examples: r#"[{"description": "Wait", "project": "unity", "input": {"ms": 1}, "output": {"done": true}}]"#,
        ..ABOUT
    };

    fn run(args: WaitArgs, cx: &Cx<'_>) -> Result<Done, Failure> {
        for _ in 0..args.ms.div_ceil(STEP) {
            thread::sleep(Duration::from_millis(STEP));
            cx.check()?;
        }
        Ok(Done { done: true })
    }
}

/// In milliseconds; long enough that many who wait leave the machine to others.
const STEP: u64 = 10;
