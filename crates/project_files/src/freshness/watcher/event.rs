//! The events in a buffer that was read from inotify.

use rustix::fs::inotify::ReadFlags;

/// `struct inotify_event` without its name: watch, flags, cookie, length of the name.
const HEAD_BYTES: usize = 16;

pub(super) struct InotifyEvent<'a> {
    pub(super) watch: i32,
    pub(super) flags: ReadFlags,
    /// In the watched folder; `None` if the event is about the folder itself.
    pub(super) name: Option<&'a [u8]>,
}

/// The kernel never cuts an event.
pub(super) fn events(mut bytes: &[u8]) -> impl Iterator<Item = InotifyEvent<'_>> {
    std::iter::from_fn(move || {
        let (head, rest) = bytes.split_at_checked(HEAD_BYTES)?;
        let number = |at: usize| head[at..at + 4].first_chunk().copied().unwrap_or_default();
        let (name, rest) = rest.split_at_checked(u32::from_ne_bytes(number(12)) as usize)?;
        bytes = rest;
        // Padded with NUL.
        let length = name.iter().position(|&byte| byte == 0).unwrap_or(name.len());
        Some(InotifyEvent {
            watch: i32::from_ne_bytes(number(0)),
            flags: ReadFlags::from_bits_retain(u32::from_ne_bytes(number(4))),
            name: (length > 0).then(|| &name[..length]),
        })
    })
}
