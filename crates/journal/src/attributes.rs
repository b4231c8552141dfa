//! Extended attributes: access lists, labels, a file manager's tags. A new file takes over those of the
//! one that it replaces, as far as that is allowed.

#[cfg(any(target_os = "linux", target_os = "macos"))]
mod real {
    use std::ffi::CString;
    use std::fs::File;
    use std::path::Path;

    use rustix::fs::{XattrFlags, fsetxattr, getxattr, getxattr_query, listxattr, listxattr_query};

    use rustix::io::Result;

    /// More than a file system of today has room for.
    const MAX_ATTRIBUTE_BYTES: usize = 1 << 20;

    #[derive(Debug, Clone, Default)]
    pub(crate) struct Attributes(Vec<(CString, Vec<u8>)>);

    impl Attributes {
        /// A file system without attributes has none.
        pub(crate) fn of(file: &Path) -> Attributes {
            let names = whole(listxattr_query(file), |room| listxattr(file, room));
            let names = names.unwrap_or_default();
            let names = names.split(|byte| *byte == 0).filter(|name| !name.is_empty());
            let one = |name: &[u8]| {
                let name = CString::new(name).ok()?;
                let size = getxattr_query(file, name.as_c_str());
                let value = whole(size, |room| getxattr(file, name.as_c_str(), room))?;
                Some((name, value))
            };
            Attributes(names.filter_map(one).collect())
        }

        /// Labels of the system are not ours to set; the file is written all the same.
        pub(crate) fn give_to(&self, file: &File) {
            for (name, value) in &self.0 {
                if let Err(error) = fsetxattr(file, name.as_c_str(), value, XattrFlags::empty()) {
                    tracing::debug!(?name, %error, "an extended attribute is not kept");
                }
            }
        }
    }

    fn whole(size: Result<usize>, read: impl Fn(&mut [u8]) -> Result<usize>) -> Option<Vec<u8>> {
        let size = size.ok().filter(|size| *size <= MAX_ATTRIBUTE_BYTES)?;
        let mut bytes = vec![0; size];
        let size = if size == 0 { 0 } else { read(&mut bytes).ok()? };
        bytes.truncate(size);
        Some(bytes)
    }
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
mod real {
    use std::path::Path;

    #[derive(Debug, Clone, Default)]
    pub(crate) struct Attributes;

    impl Attributes {
        pub(crate) fn of(_: &Path) -> Attributes {
            Attributes
        }

        #[cfg(unix)]
        pub(crate) fn give_to(&self, _: &std::fs::File) {}
    }
}

pub(crate) use real::Attributes;
