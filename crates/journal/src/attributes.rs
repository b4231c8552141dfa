//! Extended attributes: access lists, labels, tags of a file manager. A new file takes over those of the
//! file that it replaces, as far as the system allows.

use std::ffi::CString;
use std::path::Path;

/// Empty where the file system or the platform has no extended attributes.
#[derive(Debug, Clone, Default)]
#[cfg_attr(not(unix), expect(dead_code, reason = "only Unix sets them"))]
pub(crate) struct ExtendedAttributes(Vec<(CString, Vec<u8>)>);

#[cfg(any(target_os = "linux", target_os = "macos"))]
mod xattr {
    use std::ffi::CString;
    use std::fs::File;
    use std::path::Path;

    use rustix::fs::{XattrFlags, fsetxattr, getxattr, getxattr_query, listxattr, listxattr_query};
    use rustix::io::Result;

    use super::ExtendedAttributes;

    /// More than today's file systems allow.
    const MAX_ATTRIBUTE_BYTES: usize = 1 << 20;

    pub(super) fn read(file: &Path) -> Vec<(CString, Vec<u8>)> {
        let names = read_whole(listxattr_query(file), |room| listxattr(file, room));
        let names = names.unwrap_or_default();
        let names = names.split(|byte| *byte == 0).filter(|name| !name.is_empty());
        let one = |name: &[u8]| {
            let name = CString::new(name).ok()?;
            let size = getxattr_query(file, name.as_c_str());
            let value = read_whole(size, |room| getxattr(file, name.as_c_str(), room))?;
            Some((name, value))
        };
        names.filter_map(one).collect()
    }

    impl ExtendedAttributes {
        /// Some attributes of the system cannot be set; the file is written all the same.
        pub(crate) fn apply_to(&self, file: &File) {
            for (name, value) in &self.0 {
                if let Err(error) = fsetxattr(file, name.as_c_str(), value, XattrFlags::empty()) {
                    tracing::debug!(?name, %error, "an extended attribute is not kept");
                }
            }
        }
    }

    fn read_whole(
        size: Result<usize>,
        read: impl Fn(&mut [u8]) -> Result<usize>,
    ) -> Option<Vec<u8>> {
        let size = size.ok().filter(|size| *size <= MAX_ATTRIBUTE_BYTES)?;
        let mut bytes = vec![0; size];
        let size = if size == 0 { 0 } else { read(&mut bytes).ok()? };
        bytes.truncate(size);
        Some(bytes)
    }
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
mod xattr {
    use std::ffi::CString;
    use std::path::Path;

    pub(super) fn read(_: &Path) -> Vec<(CString, Vec<u8>)> {
        Vec::new()
    }

    #[cfg(unix)]
    impl super::ExtendedAttributes {
        pub(crate) fn apply_to(&self, _: &std::fs::File) {
            debug_assert!(self.0.is_empty());
        }
    }
}

impl ExtendedAttributes {
    pub(crate) fn read(file: &Path) -> ExtendedAttributes {
        ExtendedAttributes(xattr::read(file))
    }
}
