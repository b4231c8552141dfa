//! Real files, changed while somebody listens, and single looks without any waiting.

mod listening;
mod looking;
