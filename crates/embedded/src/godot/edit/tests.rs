//! Minimal-diff tests.
