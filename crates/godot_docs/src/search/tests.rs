//! Queries and what they find.
