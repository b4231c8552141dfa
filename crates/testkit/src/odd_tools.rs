//! Tools that are slow, stuck, crashing, writing or unavailable, for tests of the session.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use scenewright_catalogue::{
    Catalogue, CatalogueEntry, Cx, ExecutionMode, Failure, NoArgs, Operation, OperationInfo,
    SafetyLevel, Tier,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, JsonSchema)]
pub struct OddToolOutput {
    /// Always true
    pub done: bool,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SlowArgs {
    /// How long to wait, in milliseconds
    #[schemars(range(min = 1, max = 60000))]
    ms: u64,
    /// How to wait
    #[serde(default)]
    manner: SlowBehaviour,
}

impl SlowArgs {
    /// Waits, and checks for cancellation.
    pub fn new(ms: u64) -> SlowArgs {
        SlowArgs { ms, manner: SlowBehaviour::default() }
    }
}

#[derive(Default, Deserialize, Serialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum SlowBehaviour {
    /// Looks up now and then
    #[default]
    Patient,
    /// Hears and sees nothing
    Stuck,
    /// Passes the point of no return at once, and takes its time to write
    Writing,
    /// Hears and sees nothing, and then is about to write
    Late,
}

/// How often [`SlowBehaviour::Late`] reached its write, and how often the write was prevented.
pub static LATE_WRITES: [AtomicUsize; 2] = [AtomicUsize::new(0), AtomicUsize::new(0)];

const EXAMPLE: &str =
    r#"[{"description": "Do it", "project": "unity", "input": {}, "output": {"done": true}}]"#;

const fn odd_tool_info(id: &'static str, safety: SafetyLevel, tier: Tier) -> OperationInfo {
    OperationInfo {
        id,
        name: "Odd Tool",
        description: "Does something odd.",
        category: "editor.odd",
        safety,
        tier,
        notes: None,
        examples: EXAMPLE,
        runs: ExecutionMode::Worker,
        scan_limit: None,
    }
}

pub struct Slow;

impl Operation for Slow {
    type Args = SlowArgs;
    type Output = OddToolOutput;
    const ABOUT: OperationInfo = OperationInfo {
        examples: r#"[{"description": "Wait", "project": "unity", "input": {"ms": 1}, "output": {"done": true}}]"#,
        ..odd_tool_info("odd.slow", SafetyLevel::ReadOnly, Tier::Core)
    };

    fn run(args: SlowArgs, cx: &Cx<'_>) -> Result<OddToolOutput, Failure> {
        if args.manner == SlowBehaviour::Stuck {
            thread::sleep(Duration::from_millis(args.ms));
            return Ok(OddToolOutput { done: true });
        }
        if args.manner == SlowBehaviour::Writing {
            let permit = cx.begin_commit()?;
            thread::sleep(Duration::from_millis(args.ms));
            permit.written();
            return Ok(OddToolOutput { done: true });
        }
        if args.manner == SlowBehaviour::Late {
            thread::sleep(Duration::from_millis(args.ms));
            let permit = cx.begin_commit();
            LATE_WRITES[usize::from(permit.is_err())].fetch_add(1, Ordering::SeqCst);
            permit?.written();
            return Ok(OddToolOutput { done: true });
        }
        for _ in 0..args.ms {
            thread::sleep(Duration::from_millis(1));
            cx.check()?;
        }
        Ok(OddToolOutput { done: true })
    }
}

macro_rules! odd_tool {
    ($name:ident, $about:expr, $run:expr) => {
        pub struct $name;

        impl Operation for $name {
            type Args = NoArgs;
            type Output = OddToolOutput;
            const ABOUT: OperationInfo = $about;

            fn run(_: NoArgs, _: &Cx<'_>) -> Result<OddToolOutput, Failure> {
                $run
            }
        }
    };
}

odd_tool!(
    Crashing,
    odd_tool_info("odd.crash", SafetyLevel::ReadOnly, Tier::Core),
    panic!("on purpose")
);
odd_tool!(
    CrashingInline,
    OperationInfo {
        runs: ExecutionMode::Inline,
        ..odd_tool_info("odd.crash.inline", SafetyLevel::ReadOnly, Tier::Core)
    },
    panic!("on purpose, inline")
);
odd_tool!(Failing, odd_tool_info("odd.fail", SafetyLevel::ReadOnly, Tier::Core), {
    Err(Failure::Execution {
        message: "it is Monday".to_owned(),
        hint: Some("try on Tuesday".to_owned()),
    })
});
odd_tool!(
    Writing,
    odd_tool_info("odd.write", SafetyLevel::SafeWrite, Tier::Core),
    Ok(OddToolOutput { done: true })
);
odd_tool!(
    Destroying,
    odd_tool_info("odd.destroy", SafetyLevel::Destructive, Tier::Core),
    Ok(OddToolOutput { done: true })
);
odd_tool!(
    Studio,
    odd_tool_info("odd.studio", SafetyLevel::SafeWrite, Tier::Tier3),
    Ok(OddToolOutput { done: true })
);

/// A catalogue of only these tools.
pub fn catalogue() -> Catalogue {
    let entries = [
        CatalogueEntry::for_operation::<Slow>(),
        CatalogueEntry::for_operation::<Crashing>(),
        CatalogueEntry::for_operation::<CrashingInline>(),
        CatalogueEntry::for_operation::<Failing>(),
        CatalogueEntry::for_operation::<Writing>(),
        CatalogueEntry::for_operation::<Destroying>(),
        CatalogueEntry::for_operation::<Studio>(),
    ];
    Catalogue::new(entries).expect("odd tools keep the rules too")
}
