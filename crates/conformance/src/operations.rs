//! Operations that only tests need: a destructive one and a slow one. They run through the session like
//! all others.

use std::thread;
use std::time::Duration;

use scenewright_catalogue::{
    CatalogueEntry, Cx, ExecutionMode, Failure, NoArgs, Operation, OperationInfo, SafetyLevel, Tier,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Added to the standard catalogue.
pub(crate) fn operations() -> [Result<CatalogueEntry, String>; 2] {
    [
        CatalogueEntry::for_operation::<DestructiveOperation>(),
        CatalogueEntry::for_operation::<WaitOperation>(),
    ]
}

const ABOUT: OperationInfo = OperationInfo {
    id: "test.destructive",
    name: "Destroy Nothing",
    description: "Claims to have destroyed something.",
    category: "project.test",
    safety: SafetyLevel::Destructive,
    tier: Tier::Core,
    notes: None,
    examples: r#"[{"description": "Do it", "project": "unity", "input": {"confirm": true}, "output": {"done": true}}]"#,
    runs: ExecutionMode::Worker,
    scan_limit: None,
};

#[derive(Serialize, JsonSchema)]
pub(crate) struct TestOutput {
    /// Always true
    done: bool,
}

struct DestructiveOperation;

impl Operation for DestructiveOperation {
    type Args = NoArgs;
    type Output = TestOutput;
    const ABOUT: OperationInfo = ABOUT;

    fn run(_: NoArgs, _: &Cx<'_>) -> Result<TestOutput, Failure> {
        Ok(TestOutput { done: true })
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WaitArgs {
    /// How long, in milliseconds
    #[schemars(range(min = 0, max = 600000))]
    ms: u64,
}

struct WaitOperation;

impl Operation for WaitOperation {
    type Args = WaitArgs;
    type Output = TestOutput;
    const ABOUT: OperationInfo = OperationInfo {
        id: "test.wait",
        name: "Wait",
        description: "Waits, and checks for cancellation while it does.",
        safety: SafetyLevel::ReadOnly,
        examples: r#"[{"description": "Wait", "project": "unity", "input": {"ms": 1}, "output": {"done": true}}]"#,
        ..ABOUT
    };

    fn run(args: WaitArgs, cx: &Cx<'_>) -> Result<TestOutput, Failure> {
        for _ in 0..args.ms.div_ceil(WAIT_STEP) {
            thread::sleep(Duration::from_millis(WAIT_STEP));
            cx.check()?;
        }
        Ok(TestOutput { done: true })
    }
}

/// In milliseconds; long enough that many waiting calls do not keep the machine busy.
const WAIT_STEP: u64 = 10;
