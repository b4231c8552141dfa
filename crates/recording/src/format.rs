//! Reads recordings.

use serde::Deserialize;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::recording::{Expectation, Recording, Segment};

/// The only version of the format.
pub(crate) const VERSION: u32 = 1;

/// Why a file is no recording.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FormatError {
    /// With the line and the column.
    #[error("{0}")]
    Syntax(String),
    #[error("it has version {0} of the format; this program knows version {VERSION}")]
    Version(u32),
    #[error("it has no [[segment]]")]
    NoSegment,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordingFile {
    play: u32,
    #[serde(default)]
    start: Map<String, Value>,
    #[serde(default)]
    segment: Vec<SegmentFile>,
}

#[derive(Deserialize)]
struct SegmentFile {
    name: Option<String>,
    #[serde(default)]
    expect: Expectation,
    #[serde(flatten)]
    act: Map<String, Value>,
}

pub fn parse(text: &str) -> Result<Recording, FormatError> {
    let syntax = |error: toml_edit::de::Error| FormatError::Syntax(error.to_string());
    let file: RecordingFile = toml_edit::de::from_str(text).map_err(syntax)?;
    if file.play != VERSION {
        return Err(FormatError::Version(file.play));
    }
    if file.segment.is_empty() {
        return Err(FormatError::NoSegment);
    }
    let segment = |SegmentFile { name, act, expect }| Segment { name, act, expect };
    Ok(Recording { start: file.start, segments: file.segment.into_iter().map(segment).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_have_a_place() {
        for (text, expected) in [
            ("", "missing field `play`"),
            ("play = 2\n[[segment]]\n", "version 2"),
            ("play = 1\n", "no [[segment]]"),
            ("play = 1\n[[segment]]\nticks = \n", "line 3"),
            ("play = 1\n[[segment]]\n[segment.expect]\nerors = 1\n", "unknown field `erors`"),
            ("play = 1\nscene = 1\n", "unknown field `scene`"),
        ] {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text:?}: {error}");
        }
    }
}
