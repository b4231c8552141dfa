//! Tools that are slow, stuck, crashing, writing or out of reach, to test the door with.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use scenewright_catalogue::{
    About, Catalogue, Cx, Entry, Failure, NoArgs, Operation, Runs, Safety, Tier,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, JsonSchema)]
pub struct Done {
    /// Always true
    done: bool,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Wait {
    /// How long to wait, in milliseconds
    #[schemars(range(min = 1, max = 60000))]
    ms: u64,
    /// How to wait
    #[serde(default)]
    manner: Manner,
}

#[derive(Default, Deserialize, Serialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Manner {
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

/// How often [`Manner::Late`] came to write, and how often it was kept from it.
pub static LATE_WRITES: [AtomicUsize; 2] = [AtomicUsize::new(0), AtomicUsize::new(0)];

const EXAMPLE: &str =
    r#"[{"description": "Do it", "project": "unity", "input": {}, "output": {"done": true}}]"#;

const fn about(id: &'static str, safety: Safety, tier: Tier) -> About {
    About {
        id,
        name: "Odd Tool",
        description: "Does something odd.",
        category: "editor.odd",
        safety,
        tier,
        notes: None,
        examples: EXAMPLE,
        runs: Runs::Worker,
        scan_limit: None,
    }
}

pub struct Slow;

impl Operation for Slow {
    type Args = Wait;
    type Output = Done;
    const ABOUT: About = About {
        examples: r#"[{"description": "Wait", "project": "unity", "input": {"ms": 1}, "output": {"done": true}}]"#,
        ..about("odd.slow", Safety::ReadOnly, Tier::Core)
    };

    fn run(args: Wait, cx: &Cx<'_>) -> Result<Done, Failure> {
        if args.manner == Manner::Stuck {
            thread::sleep(Duration::from_millis(args.ms));
            return Ok(Done { done: true });
        }
        if args.manner == Manner::Writing {
            let permit = cx.begin_commit()?;
            thread::sleep(Duration::from_millis(args.ms));
            permit.written();
            return Ok(Done { done: true });
        }
        if args.manner == Manner::Late {
            thread::sleep(Duration::from_millis(args.ms));
            let permit = cx.begin_commit();
            LATE_WRITES[usize::from(permit.is_err())].fetch_add(1, Ordering::SeqCst);
            permit?.written();
            return Ok(Done { done: true });
        }
        for _ in 0..args.ms {
            thread::sleep(Duration::from_millis(1));
            cx.check()?;
        }
        Ok(Done { done: true })
    }
}

macro_rules! odd_tool {
    ($name:ident, $about:expr, $run:expr) => {
        pub struct $name;

        impl Operation for $name {
            type Args = NoArgs;
            type Output = Done;
            const ABOUT: About = $about;

            fn run(_: NoArgs, _: &Cx<'_>) -> Result<Done, Failure> {
                $run
            }
        }
    };
}

odd_tool!(Crashing, about("odd.crash", Safety::ReadOnly, Tier::Core), panic!("on purpose"));
odd_tool!(
    CrashingInline,
    About { runs: Runs::Inline, ..about("odd.crash.inline", Safety::ReadOnly, Tier::Core) },
    panic!("on purpose, inline")
);
odd_tool!(Failing, about("odd.fail", Safety::ReadOnly, Tier::Core), {
    Err(Failure::Execution {
        message: "it is Monday".to_owned(),
        hint: Some("try on Tuesday".to_owned()),
    })
});
odd_tool!(Writing, about("odd.write", Safety::SafeWrite, Tier::Core), Ok(Done { done: true }));
odd_tool!(
    Destroying,
    about("odd.destroy", Safety::Destructive, Tier::Core),
    Ok(Done { done: true })
);
odd_tool!(Studio, about("odd.studio", Safety::SafeWrite, Tier::Tier3), Ok(Done { done: true }));

/// The odd tools alone.
pub fn catalogue() -> Catalogue {
    let entries = [
        Entry::of::<Slow>(),
        Entry::of::<Crashing>(),
        Entry::of::<CrashingInline>(),
        Entry::of::<Failing>(),
        Entry::of::<Writing>(),
        Entry::of::<Destroying>(),
        Entry::of::<Studio>(),
    ];
    Catalogue::new(entries).expect("odd tools keep the rules too")
}
