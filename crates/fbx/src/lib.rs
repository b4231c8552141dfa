//! The nodes of an FBX file (binary or ASCII, versions 6.0 to 7.7): names, kinds and parents.
//! Vertices, animations and other contents are skipped.
//!
//! Invariant: no file, however broken, is more than an error, and memory depends on the number of
//! nodes, not on the size of the file.

mod ascii;
mod binary;
mod graph;
mod objects;

#[cfg(test)]
mod tests;

use std::io::{self, BufReader, Read, Seek, SeekFrom};

/// The nodes in pre-order: a parent comes before its children.
pub fn read_nodes(file: impl Read + Seek) -> Result<Vec<FbxNode>, FbxError> {
    let mut file = BufReader::new(file);
    let mut head = Vec::new();
    file.by_ref().take(binary::HEADER_BYTES).read_to_end(&mut head)?;
    file.seek(SeekFrom::Start(0))?;
    let objects = if binary::is_binary(&head) {
        binary::read(file)?
    } else if ascii::is_ascii(&head) {
        ascii::read(file)?
    } else {
        return Err(FbxError::NotFbx);
    };
    Ok(graph::nodes(&objects))
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FbxNode {
    pub name: String,
    pub kind: FbxNodeKind,
    /// Its position in the list; `None` for a node at the top.
    pub parent: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FbxNodeKind {
    Mesh,
    /// A mesh that bones or blend shapes deform.
    DeformedMesh,
    Bone,
    Camera,
    Light,
    Other,
}

#[derive(Debug, thiserror::Error)]
pub enum FbxError {
    #[error("it is not an FBX file")]
    NotFbx,
    #[error("it is damaged at byte {offset}")]
    Damaged { offset: u64 },
    #[error("it has more than {limit} objects")]
    TooManyObjects { limit: usize },
    #[error("it cannot be read: {0}")]
    Io(#[from] io::Error),
}
