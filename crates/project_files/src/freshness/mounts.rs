//! Whether events can be trusted: file systems that another machine or a lower layer can change do not
//! report that, and a mount replaces a folder without any event.

use std::fs::File;
use std::io::{Read, Seek};
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use scenewright_engine::ScanReason;

use super::scope::WatchedTree;
use crate::root::is_ignored;

/// File systems of this machine alone, by `statfs`.
const LOCAL_FILE_SYSTEMS: [i64; 14] = [
    0xEF53,      // ext2, ext3, ext4
    0x9123_683E, // btrfs
    0x5846_5342, // XFS
    0x0102_1994, // tmpfs
    0x8584_58F6, // ramfs
    0xF2F5_2010, // F2FS
    0x2FC1_2FC1, // ZFS
    0xCA45_1A4E, // bcachefs
    0x3153_464A, // JFS
    0x5265_4973, // ReiserFS
    0x4D44,      // FAT
    0x2011_BAB0, // exFAT
    0x7366_746E, // NTFS
    0x3434,      // NILFS
];

/// Names of others, for the reason.
const OTHER_FILE_SYSTEMS: [(i64, &str); 12] = [
    (0x6969, "NFS"),
    (0xFF53_4D42, "CIFS"),
    (0xFE53_4D42, "SMB"),
    (0x517B, "SMB"),
    (0x6573_5546, "FUSE or virtiofs"),
    (0x794C_7630, "overlayfs"),
    (0x0102_1997, "9p"),
    (0x00C3_6400, "Ceph"),
    (0x5346_414F, "AFS"),
    (0x786F_4256, "a shared folder of VirtualBox"),
    (0xF15F, "eCryptfs"),
    (0x0116_1970, "GFS2"),
];

pub(super) fn check_file_system(path: &Path) -> Result<(), ScanReason> {
    let found = rustix::fs::statfs(path)
        .map_err(|error| ScanReason::Failed { error: error.to_string() })?;
    let kind = found.f_type as i64 & 0xFFFF_FFFF;
    match LOCAL_FILE_SYSTEMS.contains(&kind) {
        true => Ok(()),
        false => {
            Err(ScanReason::FileSystem { path: path.to_owned(), kind: file_system_name(kind) })
        }
    }
}

fn file_system_name(kind: i64) -> String {
    let known = OTHER_FILE_SYSTEMS.iter().find(|(number, _)| *number == kind);
    known.map_or_else(|| format!("a file system of type {kind:#x}"), |(_, name)| (*name).to_owned())
}

/// `/proc/self/mountinfo`, which can be polled for changes.
pub(super) struct MountTable {
    file: File,
    points: Vec<PathBuf>,
}

impl MountTable {
    pub(super) fn open() -> Result<MountTable, ScanReason> {
        let file = File::open("/proc/self/mountinfo").map_err(failed)?;
        let mut table = MountTable { file, points: Vec::new() };
        table.has_changed()?;
        table.read()?;
        Ok(table)
    }

    /// Whether anything was mounted or unmounted since this was last called.
    pub(super) fn has_changed(&mut self) -> Result<bool, ScanReason> {
        let mut polled = [PollFd::new(&self.file, PollFlags::PRI)];
        poll(&mut polled, Some(&Timespec { tv_sec: 0, tv_nsec: 0 }))
            .map_err(|error| ScanReason::Failed { error: error.to_string() })?;
        let has_changed = polled[0].revents().intersects(PollFlags::PRI | PollFlags::ERR);
        if has_changed {
            self.read()?;
        }
        Ok(has_changed)
    }

    fn read(&mut self) -> Result<(), ScanReason> {
        let mut text = Vec::new();
        self.file.rewind().map_err(failed)?;
        self.file.read_to_end(&mut text).map_err(failed)?;
        self.points = text.split(|&byte| byte == b'\n').filter_map(mount_point).collect();
        Ok(())
    }

    /// Fails if something is mounted inside the tree.
    pub(super) fn check(&self, tree: &WatchedTree) -> Result<(), ScanReason> {
        let is_inside = |point: &&PathBuf| {
            let inside = point.strip_prefix(&tree.root).ok().and_then(Path::to_str);
            inside.is_some_and(|inside| {
                !inside.is_empty() && tree.is_relevant(inside) && !inside.split('/').any(is_ignored)
            })
        };
        match self.points.iter().find(is_inside) {
            Some(point) => Err(ScanReason::MountPoint { path: point.clone() }),
            None => Ok(()),
        }
    }
}

/// The fifth field of a line; spaces and others are written as `\040`.
fn mount_point(line: &[u8]) -> Option<PathBuf> {
    let field = line.split(|&byte| byte == b' ').nth(4)?;
    let mut path = Vec::with_capacity(field.len());
    let mut at = 0;
    while at < field.len() {
        let octal = field.get(at + 1..at + 4).filter(|_| field[at] == b'\\');
        let code = octal.and_then(|code| u8::from_str_radix(str::from_utf8(code).ok()?, 8).ok());
        path.push(code.unwrap_or(field[at]));
        at += if code.is_some() { 4 } else { 1 };
    }
    Some(PathBuf::from(std::ffi::OsString::from_vec(path)))
}

fn failed(error: std::io::Error) -> ScanReason {
    ScanReason::Failed { error: error.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::examples::{GODOT, UNITY};

    #[test]
    fn mount_points_are_unescaped() {
        let line = br"36 35 98:0 /mnt1 /my\040game/a\134b rw,noatime master:1 - ext3 /dev/root rw";
        assert_eq!(mount_point(line), Some(PathBuf::from("/my game/a\\b")));
        assert_eq!(mount_point(b""), None);
    }

    #[test]
    fn a_mount_inside_the_files_that_are_read_is_a_reason_to_look() {
        let table = |point: &str| MountTable {
            points: vec![PathBuf::from(point)],
            ..MountTable::open().unwrap()
        };
        let rows = [
            (&GODOT, "/game", true),
            (&GODOT, "/", true),
            (&GODOT, "/game/assets", false),
            (&GODOT, "/game/.godot", true),
            (&GODOT, "/games", true),
            (&UNITY, "/game/Library/PackageCache", false),
            (&UNITY, "/game/Temp", true),
        ];
        for (layout, point, expected) in rows {
            let tree = WatchedTree::project(PathBuf::from("/game"), layout);
            assert_eq!(table(point).check(&tree).is_ok(), expected, "{point}");
        }
    }

    #[test]
    fn file_systems_that_others_change_are_named() {
        assert_eq!(file_system_name(0x6969), "NFS");
        assert_eq!(file_system_name(0x1234), "a file system of type 0x1234");
        let error = check_file_system(Path::new("/proc")).unwrap_err();
        assert!(matches!(error, ScanReason::FileSystem { .. }), "{error}");
    }
}
