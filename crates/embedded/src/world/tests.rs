//! The world of both engines, on small projects with a data folder beside them.

mod at_once;
mod conflicts;
mod keeping;
mod loading;
mod placing;
mod pseudo;
mod random;
mod selecting;
mod side;
