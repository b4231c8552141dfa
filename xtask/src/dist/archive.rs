//! Archives: the same content gives the same bytes.

use std::io::{Cursor, Write};
use std::process::{Command, Stdio};

use flate2::Compression;
use flate2::write::GzEncoder;
use tar::{Builder, Header};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::product::Product;
use super::release_files::ReleaseFiles;
use super::target::{Os, Target};
use crate::{Result, shell};

/// A path in an archive, its content, and whether it can be run.
pub(super) type Entry = (String, Vec<u8>, bool);

/// What the packages of one target contain.
pub(super) struct Content<'a> {
    pub(super) binary: Vec<u8>,
    /// The licences of everything that is linked into it.
    pub(super) licences: String,
    pub(super) sbom: String,
    /// Completions and manual pages, the same for every target.
    pub(super) extras: &'a [(String, Vec<u8>)],
}

pub(super) const LICENCE_FILES: [&str; 2] = ["LICENSE-MIT", "LICENSE-APACHE"];

/// The licence files of the project itself.
pub(super) fn own_licences(folder: &str) -> Result<Vec<Entry>> {
    let read = |name: &&str| -> Result<Entry> {
        Ok((format!("{folder}{name}"), std::fs::read(shell::root().join(name))?, false))
    };
    LICENCE_FILES.iter().map(read).collect()
}

pub(super) fn write(
    product: &Product,
    target: &Target,
    content: &Content<'_>,
    files: &mut ReleaseFiles,
) -> Result {
    let stem = target.stem(&product.version);
    let entries = entries(&stem, target, content)?;
    match target.os {
        Os::Windows => files.write(&format!("{stem}.zip"), &zip(&entries)?)?,
        _ => {
            let tar = tar(&entries, product.time)?;
            files.write(&format!("{stem}.tar.gz"), &gzip(&tar)?)?;
            files.write(&format!("{stem}.tar.xz"), &xz(&tar)?)?;
        }
    }
    files.write(&format!("{stem}.cdx.json"), content.sbom.as_bytes())
}

fn entries(stem: &str, target: &Target, content: &Content<'_>) -> Result<Vec<Entry>> {
    let mut entries = vec![(format!("{stem}/{}", target.program()), content.binary.clone(), true)];
    entries.extend(own_licences(&format!("{stem}/"))?);
    for name in ["README.md", "CHANGELOG.md"] {
        entries.push((format!("{stem}/{name}"), std::fs::read(shell::root().join(name))?, false));
    }
    let text = |name: &str, text: &str| (format!("{stem}/{name}"), text.as_bytes().to_vec(), false);
    entries.push(text("THIRD-PARTY-LICENSES.txt", &content.licences));
    entries.push(text("scenewright.cdx.json", &content.sbom));
    let wanted = |path: &str| target.os != Os::Windows || path.ends_with(".ps1");
    let extras = content.extras.iter().filter(|(path, _)| wanted(path));
    entries.extend(extras.map(|(path, bytes)| (format!("{stem}/{path}"), bytes.clone(), false)));
    Ok(entries)
}

pub(super) fn tar(entries: &[Entry], time: u64) -> Result<Vec<u8>> {
    let mut builder = Builder::new(Vec::new());
    for (path, bytes, executable) in entries {
        let mut header = Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(if *executable { 0o755 } else { 0o644 });
        header.set_mtime(time);
        builder.append_data(&mut header, path, bytes.as_slice())?;
    }
    Ok(builder.into_inner()?)
}

/// Without a name or a time of its own.
pub(super) fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

fn xz(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut child = Command::new("xz")
        .args(["-9", "--extreme", "--threads=1", "--stdout"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot start `xz`: {error} (install xz-utils)"))?;
    let mut stdin = child.stdin.take().ok_or("xz has no input")?;
    let bytes = bytes.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&bytes));
    let output = child.wait_with_output()?;
    writer.join().map_err(|_| "the writer to xz panicked")??;
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(format!("xz failed ({})", output.status).into()),
    }
}

pub(super) fn zip(entries: &[Entry]) -> Result<Vec<u8>> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, bytes, executable) in entries {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .compression_level(Some(9))
            .last_modified_time(DateTime::default())
            .unix_permissions(if *executable { 0o755 } else { 0o644 });
        writer.start_file(path.as_str(), options)?;
        writer.write_all(bytes)?;
    }
    Ok(writer.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archives_are_the_same_each_time_and_keep_the_mode() {
        let entries: Vec<Entry> =
            vec![("a/run".to_owned(), b"x".to_vec(), true), ("a/b".to_owned(), vec![], false)];
        assert_eq!(tar(&entries, 7).unwrap(), tar(&entries, 7).unwrap());
        assert_eq!(zip(&entries).unwrap(), zip(&entries).unwrap());
        let bytes = tar(&entries, 7).unwrap();
        let mut archive = tar::Archive::new(bytes.as_slice());
        let modes: Vec<u32> = archive
            .entries()
            .unwrap()
            .map(|entry| entry.unwrap().header().mode().unwrap())
            .collect();
        assert_eq!(modes, [0o755, 0o644]);
        let mut archive = zip::ZipArchive::new(Cursor::new(zip(&entries).unwrap())).unwrap();
        assert_eq!(archive.by_index(0).unwrap().unix_mode().unwrap() & 0o777, 0o755);
    }
}
