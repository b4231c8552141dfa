//! Why a binary resource cannot be read.

use thiserror::Error;

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BinaryError {
    #[error("it is not a binary resource of Godot")]
    NotBinary,
    #[error("its binary format {0} is unknown: this version reads the formats 1 to 6")]
    UnknownFormat(u32),
    #[error("its compression mode {0} is not supported")]
    UnknownCompression(u32),
    #[error("it contains values of the unknown type {0}")]
    UnknownValueType(u32),
    #[error("it is damaged: {0}")]
    Damaged(&'static str),
    #[error("it is too large: {0}")]
    TooLarge(&'static str),
}
