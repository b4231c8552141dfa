//! Recordings of games: what a player did, segment by segment, and what is expected of the game. This is the file
//! format, the comparison of a run with it, and the comparison of runs with each other. No files, no processes.

mod compare;
mod format;
mod picture;
mod recording;
mod trace;
mod update;
mod write;

pub use compare::{Difference, DifferenceKind, compare};
pub use format::{FormatError, parse};
pub use picture::{PictureDifference, PictureError, compare_pictures};
pub use recording::{
    Expectation, ExpectedPicture, ExpectedSignal, ExpectedValues, Recording, Segment,
};
pub use trace::{Cause, NodeDifference, causes_in, first_differences};
pub use update::{accept, update};
