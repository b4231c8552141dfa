//! `audio.mixer.list`: the audio mixers of the project.

use scenewright_model::Mixer;
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::{Cx, missing_interface};
use crate::coverage::CoverageOutput;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{NoArgs, Operation, OperationInfo};

pub(crate) struct MixerList;

#[derive(Serialize, JsonSchema)]
pub(crate) struct MixerListOutput {
    /// The mixers, sorted by path
    mixers: Vec<Mixer>,
    /// The files that were not read; absent when every file was read
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<CoverageOutput>,
}

impl Operation for MixerList {
    type Args = NoArgs;
    type Output = MixerListOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "audio.mixer.list",
        name: "List Audio Mixers",
        description: "Lists the project's audio mixers with their groups, effects, snapshots and exposed parameters. Use audio.mixer.snapshot.read for the values.",
        category: "audio.mixer",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: Some("For Unity projects."),
        examples: include_str!("mixer_list.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(_: NoArgs, cx: &Cx<'_>) -> Result<MixerListOutput, Failure> {
        let mixers = cx.ask(|engine, cx| {
            let mixers =
                engine.as_mixers().ok_or_else(|| missing_interface(engine, "list audio mixers"))?;
            mixers.mixers(cx)
        })?;
        Ok(MixerListOutput { mixers, coverage: cx.coverage() })
    }
}
