//! The full contents that the files of an entry have before it, kept while it is under way: whatever
//! happens to the files meanwhile, both versions of each can still be had.

use std::fs;
use std::path::Path;

use crate::digest::ContentDigest;
use crate::record::RecordHeader;
use crate::splice::take;

/// In the order of the header; `None` where the file cannot be had, or there was none.
pub(crate) fn read(path: &Path, header: &RecordHeader) -> Vec<Option<Vec<u8>>> {
    let bytes = fs::read(path).unwrap_or_default();
    let mut rest = &bytes[..];
    let files = header.files.iter();
    files
        .map(|file| {
            let digest = file.before.as_ref()?;
            let content = take(&mut rest, digest.size)?;
            (ContentDigest::compute(content) == *digest).then(|| content.to_vec())
        })
        .collect()
}
