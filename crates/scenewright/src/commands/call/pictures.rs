//! Pictures in answers: to a file, or to the terminal if it can show them.
//!
//! Invariant: base64 never reaches a terminal as text.

use std::fs;
use std::path::{Path, PathBuf};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use scenewright_catalogue::Session;
use serde_json::{Map, Value};

use crate::error::CommandError;
use crate::{folders, print};

/// Without a format of its own, a call gets the one of the file, or the one that the terminal can show.
pub(super) fn choose_format(
    session: &Session,
    tool: &str,
    file: Option<&Path>,
    arguments: &mut Map<String, Value>,
) {
    let takes_format = session
        .describe(tool)
        .is_ok_and(|definition| definition.input_schema["properties"].get("format").is_some());
    let wanted = match (file, TerminalPictures::detect()) {
        (Some(file), _) => extension(file),
        (None, Some(TerminalPictures::Kitty)) if print::to_person() => Some("png"),
        _ => None,
    };
    if let Some(format) = wanted.filter(|_| takes_format && !arguments.contains_key("format")) {
        arguments.insert("format".to_owned(), Value::from(format));
    }
}

fn extension(file: &Path) -> Option<&'static str> {
    match file.extension()?.to_str()?.to_lowercase().as_str() {
        "png" => Some("png"),
        "jpg" | "jpeg" => Some("jpg"),
        _ => None,
    }
}

/// Writes the first picture to `file` and the others beside it. In the answer, the files take the place of the data.
/// Returns one line for each.
pub(super) fn write(output: &mut Value, file: &Path) -> Result<Vec<String>, CommandError> {
    let mut lines = Vec::new();
    for (index, picture) in pictures(output).enumerate() {
        let bytes = decode(picture)?;
        let file = numbered(file, index);
        fs::write(&file, &bytes).map_err(|error| {
            CommandError::failed(format!("cannot write {}: {error}", file.display()))
        })?;
        lines.push(format!("wrote {} ({})", print::path(&file), about(picture, bytes.len())));
        if let Some(fields) = picture.as_object_mut() {
            fields.remove("data");
            fields.insert("file".to_owned(), Value::from(file.display().to_string()));
        }
    }
    match lines.is_empty() {
        true => Err(CommandError::failed("the answer has no picture, so that no file was written")),
        false => Ok(lines),
    }
}

/// `shot.png`, `shot-2.png`, …
fn numbered(file: &Path, index: usize) -> PathBuf {
    if index == 0 {
        return file.to_owned();
    }
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let extension = file.extension().map(|it| format!(".{}", it.to_string_lossy()));
    file.with_file_name(format!("{stem}-{}{}", index + 1, extension.unwrap_or_default()))
}

/// Shows the pictures on a terminal that can; the answer keeps the facts about them.
pub(super) fn show(output: &mut Value) -> Result<(), CommandError> {
    let terminal = TerminalPictures::detect().filter(|_| print::to_person());
    for picture in pictures(output) {
        let data = picture["data"].as_str().unwrap_or_default().to_owned();
        let is_png = picture["mimeType"] == "image/png";
        match terminal {
            Some(TerminalPictures::Iterm) => print::out_raw(&iterm(&data))?,
            Some(TerminalPictures::Kitty) if is_png => print::out_raw(&kitty(&data))?,
            _ => {
                replace_data(picture);
                continue;
            }
        }
        if let Some(fields) = picture.as_object_mut() {
            fields.remove("data");
        }
    }
    Ok(())
}

/// For JSON on a terminal.
pub(super) fn leave_out(output: &mut Value) {
    pictures(output).for_each(replace_data);
}

fn replace_data(picture: &mut Value) {
    if let Ok(bytes) = decode(picture) {
        picture["data"] = Value::from(format!("{} bytes; -o FILE writes them", bytes.len()));
    }
}

fn pictures(output: &mut Value) -> impl Iterator<Item = &mut Value> {
    let images = output.get_mut("images").and_then(Value::as_array_mut).into_iter().flatten();
    images.filter(|image| image["data"].is_string())
}

fn decode(picture: &Value) -> Result<Vec<u8>, CommandError> {
    BASE64_STANDARD
        .decode(picture["data"].as_str().unwrap_or_default())
        .map_err(|error| CommandError::failed(format!("the picture is not base64: {error}")))
}

fn about(picture: &Value, bytes: usize) -> String {
    let kind = picture["mimeType"].as_str().unwrap_or("unknown type");
    match (&picture["width"], &picture["height"]) {
        (Value::Number(width), Value::Number(height)) => {
            format!("{kind}, {width} x {height}, {bytes} bytes")
        }
        _ => format!("{kind}, {bytes} bytes"),
    }
}

/// How a terminal shows pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TerminalPictures {
    /// iTerm2's sequence, which other terminals know, too. Takes PNG and JPEG.
    Iterm,
    /// Kitty's sequence. Takes PNG only.
    Kitty,
}

impl TerminalPictures {
    fn detect() -> Option<TerminalPictures> {
        let variable = |name| folders::variable(name).and_then(|value| value.into_string().ok());
        TerminalPictures::of(
            &variable("TERM_PROGRAM").unwrap_or_default(),
            &variable("TERM").unwrap_or_default(),
            // A multiplexer does not pass the sequences on.
            variable("TMUX").is_some() || variable("STY").is_some(),
        )
    }

    fn of(program: &str, term: &str, is_multiplexed: bool) -> Option<TerminalPictures> {
        match (program, term) {
            _ if is_multiplexed => None,
            ("iTerm.app" | "WezTerm" | "vscode" | "mintty", _) => Some(TerminalPictures::Iterm),
            ("ghostty", _) | (_, "xterm-kitty" | "xterm-ghostty") => Some(TerminalPictures::Kitty),
            _ => None,
        }
    }
}

fn iterm(data: &str) -> String {
    format!("\u{1b}]1337;File=inline=1;preserveAspectRatio=1:{data}\u{7}\n")
}

/// In chunks of at most 4,096 letters.
fn kitty(data: &str) -> String {
    const CHUNK: usize = 4096;
    let mut text = String::new();
    let mut rest = data;
    let mut control = "a=T,f=100,";
    while !rest.is_empty() {
        let (chunk, after) = rest.split_at(rest.len().min(CHUNK));
        let more = u8::from(!after.is_empty());
        text.push_str(&format!("\u{1b}_G{control}m={more};{chunk}\u{1b}\\"));
        (rest, control) = (after, "");
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn answer() -> Value {
        let picture =
            |data: &str| json!({ "mimeType": "image/png", "width": 2, "height": 1, "data": data });
        json!({ "images": [picture("aGVsbG8="), picture("d29ybGQ=")] })
    }

    #[test]
    fn pictures_are_written_one_beside_the_other() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("shot.png");
        let mut output = answer();
        let lines = write(&mut output, &file).unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"hello");
        let second = folder.path().join("shot-2.png");
        assert_eq!(fs::read(&second).unwrap(), b"world");
        assert!(lines[1].ends_with("shot-2.png (image/png, 2 x 1, 5 bytes)"), "{lines:?}");
        assert_eq!(output["images"][1]["file"], second.to_str().unwrap());
        assert!(!output.to_string().contains("d29ybGQ"));
        assert!(write(&mut json!({ "images": [] }), &file).is_err());
    }

    #[test]
    fn no_terminal_gets_base64_as_text() {
        let mut output = answer();
        leave_out(&mut output);
        assert_eq!(output["images"][0]["data"], "5 bytes; -o FILE writes them");
        assert_eq!(kitty(&"x".repeat(5000)).matches("\u{1b}_G").count(), 2);
    }

    #[test]
    fn terminals_are_known_by_their_variables() {
        for (program, term, multiplexed, expected) in [
            ("iTerm.app", "xterm-256color", false, Some(TerminalPictures::Iterm)),
            ("", "xterm-kitty", false, Some(TerminalPictures::Kitty)),
            ("ghostty", "xterm-ghostty", false, Some(TerminalPictures::Kitty)),
            ("iTerm.app", "screen", true, None),
            ("Apple_Terminal", "xterm-256color", false, None),
            ("", "dumb", false, None),
        ] {
            assert_eq!(
                TerminalPictures::of(program, term, multiplexed),
                expected,
                "{program} {term}"
            );
        }
    }
}
