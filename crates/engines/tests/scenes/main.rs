//! The world of both engines, on small projects with a data folder beside them.

mod at_once;
mod conflicts;
mod keeping;
mod loading;
mod owners;
mod owners_random;
mod placing;
mod pseudo;
mod random;
mod restarting;
mod selecting;
mod side;
mod undoing;
