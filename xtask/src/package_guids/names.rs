//! Names that are stored once, and referred to by their offset.

use std::collections::HashMap;

use crate::Result;

/// Offsets take three bytes.
const MAX_BYTES: usize = 1 << 24;

/// Every name once, behind its length. The empty one comes first, at 0.
pub(super) struct Names<'a> {
    pub(super) bytes: Vec<u8>,
    offsets: HashMap<&'a str, u32>,
}

impl Default for Names<'_> {
    fn default() -> Self {
        Names { bytes: vec![0], offsets: HashMap::from([("", 0)]) }
    }
}

impl<'a> Names<'a> {
    /// The bytes of the offset.
    pub(super) fn offset(&mut self, name: &'a str) -> Result<[u8; 3]> {
        let offset = match self.offsets.get(name) {
            Some(&offset) => offset,
            None => self.add(name)?,
        };
        let [low, middle, high, _] = offset.to_le_bytes();
        Ok([low, middle, high])
    }

    fn add(&mut self, name: &'a str) -> Result<u32> {
        if self.bytes.len() >= MAX_BYTES {
            return Err("the names take more than 16 MiB".into());
        }
        let offset = u32::try_from(self.bytes.len())?;
        self.bytes.push(u8::try_from(name.len()).map_err(|_| format!("{name} is too long"))?);
        self.bytes.extend(name.as_bytes());
        self.offsets.insert(name, offset);
        Ok(offset)
    }
}
