//! Reports in files: each is either the old or the new one, whole.

use std::fs;
use std::path::{Path, PathBuf};

use super::CheckReport;
use crate::cli::ReportOutput;
use crate::error::CommandError;

pub(super) fn write_all(report: &CheckReport, list: &[ReportOutput]) -> Result<(), CommandError> {
    for ReportOutput { format, file } in list {
        let document = super::render(report, *format);
        replace(file, document.trim_end()).map_err(|error| {
            CommandError::usage(format!("cannot write the report {}: {error}", file.display()))
        })?;
    }
    Ok(())
}

/// What is not a plain file, such as /dev/stderr or a pipe, is written to and not replaced.
fn replace(file: &Path, document: &str) -> std::io::Result<()> {
    let document = format!("{}\n", anstream::adapter::strip_str(document));
    if fs::metadata(file).is_ok_and(|found| !found.is_file()) {
        return fs::write(file, document);
    }
    let target = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    let mut beside = target.clone().into_os_string();
    beside.push(format!(".{}.tmp", std::process::id()));
    let beside = PathBuf::from(beside);
    let written = fs::write(&beside, document).and_then(|()| fs::rename(&beside, &target));
    written.inspect_err(|_| _ = fs::remove_file(&beside))
}
