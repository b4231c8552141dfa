//! The base of an entry: the full contents of its files from before it, kept while it is in progress.
//! Whatever happens to the files meanwhile, both versions of each can be restored.

use std::fs;
use std::path::Path;

use crate::digest::ContentDigest;
use crate::record::RecordHeader;
use crate::splice::take;

/// In the order of the header; `None` for a file that cannot be restored or did not exist.
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
