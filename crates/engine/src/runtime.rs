//! What a running game has and files have not.

use scenewright_model::{
    EditValue, GameCall, ObjectId, RuntimeCamera, RuntimeFreecam, RuntimeHit, RuntimeMethod,
    RuntimePick, RuntimeTime,
};

use crate::{Context, ReadResult};

/// A running game, inspected from outside: its methods, its time, its camera and what is on its screen. Everything
/// works while the game is frozen, too.
pub trait Runtime {
    /// The methods of an object: those of its class (component 0) or its script (1).
    fn methods(
        &self,
        object: ObjectId,
        component: usize,
        cx: &Context,
    ) -> ReadResult<Vec<RuntimeMethod>>;

    /// Calls by name never fail by themselves: an error is only logged.
    fn call_method(
        &self,
        object: ObjectId,
        method: &str,
        arguments: &[EditValue],
        cx: &Context,
    ) -> ReadResult<GameCall>;

    fn time(&self, cx: &Context) -> ReadResult<RuntimeTime>;

    fn set_time(&self, time: RuntimeTime, cx: &Context) -> ReadResult<RuntimeTime>;

    /// The camera that shows the game; `None` if there is none.
    fn camera(&self, cx: &Context) -> ReadResult<Option<RuntimeCamera>>;

    fn freecam(&self, cx: &Context) -> ReadResult<RuntimeFreecam>;

    fn set_freecam(&self, freecam: RuntimeFreecam, cx: &Context) -> ReadResult<()>;

    /// What is under a point of the screen, nearest or topmost first.
    fn pick(&self, pick: RuntimePick, cx: &Context) -> ReadResult<Vec<RuntimeHit>>;
}
