//! Searches for text in a project's files.

use memchr::{memchr, memchr_iter, memrchr};
use rayon::prelude::*;
use scenewright_engine::{
    Context, EngineError, ReadResult, Reading, Subject, TextPattern, TextQuery,
};
use scenewright_model::{Coverage, TextMatch, TextMatches, UnreadReason};

use crate::layout::ProjectLayout;
use crate::root::{FileListing, ProjectRoot, not_text};

/// Longer lines are cut around their match.
const MAX_LINE_CHARS: usize = 200;
/// How much of a cut line is shown before its match.
const CHARS_BEFORE_MATCH: usize = 60;
/// How many files are searched between two checks of the clock.
const FILES_PER_BATCH: usize = 64;

/// Never text, so not opened.
const BINARY_EXTENSIONS: &[&str] = &[
    "aif", "aiff", "bank", "blend", "bmp", "bundle", "dds", "dll", "dylib", "exe", "exr", "fbx",
    "gif", "glb", "gz", "hdr", "ico", "jar", "jpeg", "jpg", "ktx", "mb", "mp3", "mp4", "ogg",
    "ogv", "otf", "pck", "pdb", "png", "psd", "res", "scn", "so", "tga", "tif", "tiff", "ttf",
    "wav", "webm", "webp", "woff", "woff2", "zip",
];

/// Written as text by engines: a binary one is reported as not searched.
const TEXT_EXTENSIONS: &[&str] = &[
    "anim",
    "asset",
    "controller",
    "cs",
    "gd",
    "gdshader",
    "godot",
    "mat",
    "meta",
    "mixer",
    "playable",
    "prefab",
    "shader",
    "tres",
    "tscn",
    "unity",
];

/// Searches the files of a listing.
pub(crate) fn search(
    root: &ProjectRoot,
    listing: FileListing,
    layout: &ProjectLayout,
    query: &TextQuery,
    cx: &Context,
) -> ReadResult<TextMatches> {
    let FileListing { paths: mut files, mut unread } = listing;
    let is_asked_for = |path: &str| query.paths.as_ref().is_none_or(|paths| paths.matches(path));
    files.retain(|path| !has_extension(path, BINARY_EXTENSIONS) && is_asked_for(path));
    unread.retain(|unread| {
        let is_text = !has_extension(&unread.path, BINARY_EXTENSIONS) && is_asked_for(&unread.path);
        unread.reason.is_of_folder() || is_text
    });
    unread.iter_mut().for_each(|unread| unread.path = layout.to_engine_path(&unread.path));
    let mut coverage = Coverage { unread, ..Coverage::default() };
    let mut found = TextMatches::default();
    let mut scan = cx.scan(files.len());
    'files: for batch in files.chunks(FILES_PER_BATCH) {
        let mut ready = 0;
        while ready < batch.len() && scan.advance()? {
            ready += 1;
        }
        // How many are still to be skipped and returned.
        let most = query.skip.saturating_add(query.take).saturating_sub(found.total);
        let lines: std::result::Result<Vec<FileSearch>, EngineError> = batch[..ready]
            .par_iter()
            .map(|path| in_file(root, path, &query.pattern, most, cx))
            .collect();
        for (path, lines) in batch.iter().zip(lines?) {
            match lines {
                FileSearch::Lines(lines) => {
                    coverage.read += 1;
                    add(&mut found, lines, &layout.to_engine_path(path), query);
                }
                FileSearch::Unread(reason) => coverage.add(layout.to_engine_path(path), reason),
                FileSearch::NotText => {}
            }
        }
        if ready < batch.len() {
            break 'files;
        }
    }
    coverage.out_of_time = scan.left();
    let diagnostics = scan.diagnostic().into_iter().collect();
    Ok(Reading { diagnostics, coverage, ..Reading::from_files(found) })
}

/// The outcome of searching a file.
enum FileSearch {
    Lines(MatchingLines),
    Unread(UnreadReason),
    /// A binary file that nobody expects to be text.
    NotText,
}

/// The lines of one file that match: the first ones, and how many there are.
#[derive(Default)]
struct MatchingLines {
    first: Vec<(usize, String)>,
    total: usize,
}

fn add(found: &mut TextMatches, lines: MatchingLines, path: &str, query: &TextQuery) {
    let end = query.skip.saturating_add(query.take);
    for (at, (line, text)) in (found.total..).zip(lines.first) {
        if (query.skip..end).contains(&at) {
            found.matches.push(TextMatch { path: path.to_owned(), line, text });
        }
    }
    found.total += lines.total;
}

fn in_file(
    root: &ProjectRoot,
    path: &str,
    pattern: &TextPattern,
    most: usize,
    cx: &Context,
) -> std::result::Result<FileSearch, EngineError> {
    let bytes = match root.read(Subject::File, path) {
        Ok(bytes) => bytes,
        Err(error) => {
            return Ok(error.into_unread_reason().map_or(FileSearch::NotText, FileSearch::Unread));
        }
    };
    match not_text(&bytes) {
        Some(UnreadReason::Binary) if !has_extension(path, TEXT_EXTENSIONS) => {
            return Ok(FileSearch::NotText);
        }
        Some(reason) => return Ok(FileSearch::Unread(reason)),
        None => {}
    }
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    in_text(text, pattern, most, || cx.check()).map(FileSearch::Lines)
}

/// One match per line.
fn in_text(
    text: &[u8],
    pattern: &TextPattern,
    most: usize,
    check: impl Fn() -> std::result::Result<(), EngineError>,
) -> std::result::Result<MatchingLines, EngineError> {
    let mut lines = MatchingLines::default();
    let (mut from, mut counted, mut line) = (0, 0, 1);
    while from < text.len()
        && let Some((start, _)) = pattern.find_at(text, from)
    {
        if start >= text.len() {
            break;
        }
        let line_start = memrchr(b'\n', &text[..start]).map_or(0, |at| at + 1);
        let line_end = memchr(b'\n', &text[start..]).map_or(text.len(), |at| start + at);
        if lines.first.len() < most {
            line += memchr_iter(b'\n', &text[counted..line_start]).count();
            counted = line_start;
            let shown = excerpt(&text[line_start..line_end], start - line_start);
            lines.first.push((line, shown));
        }
        lines.total += 1;
        if lines.total.is_multiple_of(4096) {
            check()?;
        }
        from = line_end + 1;
    }
    Ok(lines)
}

/// A line, or the part of a long one around a match.
fn excerpt(line: &[u8], start: usize) -> String {
    // A character has at most four bytes, so this contains all that can be shown.
    let low = start.saturating_sub(MAX_LINE_CHARS * 4);
    let high = line.len().min(start + MAX_LINE_CHARS * 4);
    let before = String::from_utf8_lossy(skip_tail(&line[low..start]));
    let after = String::from_utf8_lossy(&line[start..high]);
    let after = after.trim_end_matches('\r');
    let (lead, rest) = (before.chars().count(), after.chars().count());
    if low == 0 && high == line.len() && lead + rest <= MAX_LINE_CHARS {
        return format!("{before}{after}");
    }
    let room = MAX_LINE_CHARS - 2;
    let lead_shown = lead.min(CHARS_BEFORE_MATCH.max(room.saturating_sub(rest)));
    let room = room - lead_shown;
    let mut text = String::new();
    text.extend((low > 0 || lead_shown < lead).then_some('…'));
    text.extend(before.chars().skip(lead - lead_shown));
    text.extend(after.chars().take(room));
    text.extend((high < line.len() || rest > room).then_some('…'));
    text
}

/// Drops the bytes of a character that was cut in two at the front.
fn skip_tail(bytes: &[u8]) -> &[u8] {
    let tail = bytes.iter().take(3).take_while(|&&byte| byte & 0b1100_0000 == 0b1000_0000).count();
    &bytes[tail..]
}

fn has_extension(path: &str, list: &[&str]) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    list.iter().any(|known| extension.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use scenewright_engine::{CancelToken, Glob};
    use scenewright_testkit::Fixture;

    use super::*;
    use crate::watch::examples::UNITY;

    const PROJECT: &str = "\
//- /a.txt
Lamp
no
  the lamp lamp
//- /b/c.cs
// lamp
//- /d.png
lamp
";

    fn run(fixture: &Fixture, query: &TextQuery, cx: &Context) -> Reading<TextMatches> {
        let root = ProjectRoot::new(fixture.root());
        let files = root.list_files("", |_| true, cx).unwrap();
        search(&root, files, &UNITY, query, cx).unwrap()
    }

    fn check(query: &TextQuery, expected: &[&str], total: usize) {
        let fixture = Fixture::new(PROJECT);
        fixture.write("e.bin", b"lamp\0lamp");
        let found = run(&fixture, query, &Context::unbounded()).value;
        let lines: Vec<String> = found
            .matches
            .iter()
            .map(|found| format!("{}:{}:{}", found.path, found.line, found.text))
            .collect();
        assert_eq!(
            (lines.iter().map(String::as_str).collect::<Vec<_>>(), found.total),
            (expected.to_vec(), total)
        );
    }

    fn query(pattern: TextPattern) -> TextQuery {
        TextQuery { pattern, paths: None, skip: 0, take: 100 }
    }

    #[test]
    fn lines_are_found_in_text_files() {
        let any_case = TextPattern::literal("lamp", false).unwrap();
        let all = ["a.txt:1:Lamp", "a.txt:3:  the lamp lamp", "b/c.cs:1:// lamp"];
        check(&query(any_case.clone()), &all, 3);
        check(&TextQuery { skip: 1, take: 1, ..query(any_case.clone()) }, &all[1..2], 3);
        check(&TextQuery { skip: 9, ..query(any_case.clone()) }, &[], 3);
        check(
            &TextQuery { paths: Some(Glob::new("*.cs").unwrap()), ..query(any_case) },
            &all[2..],
            1,
        );
        check(&query(TextPattern::literal("Lamp", true).unwrap()), &all[..1], 1);
        check(&query(TextPattern::regex("^lamp$", false).unwrap()), &all[..1], 1);
        let everything = ["a.txt:1:Lamp", "a.txt:2:no", all[1], all[2]];
        check(&query(TextPattern::regex("x*", false).unwrap()), &everything, 4);
    }

    #[test]
    fn long_lines_are_cut_around_the_match() {
        let pattern = TextPattern::literal("HERE", true).unwrap();
        for (line, starts, ends) in [
            (format!("{}HERE{}", "é".repeat(500), "ü".repeat(500)), "…é", "ü…"),
            (format!("HERE{}", "x".repeat(500)), "HERE", "x…"),
            (format!("{}HERE", "x".repeat(500)), "…x", "HERE"),
            (format!("{}HERE", "x".repeat(196)), "xx", "HERE"),
            (format!("{}HERE\r", "x".repeat(196)), "xx", "HERE"),
        ] {
            let lines = in_text(line.as_bytes(), &pattern, 9, || Ok(())).unwrap();
            let shown = &lines.first[0].1;
            assert!(shown.chars().count() <= MAX_LINE_CHARS, "{} {shown}", shown.chars().count());
            assert!(shown.contains("HERE"), "{shown}");
            assert!(shown.starts_with(starts) && shown.ends_with(ends), "{shown}");
        }
    }

    #[test]
    fn any_bytes_can_be_searched() {
        let pattern = TextPattern::regex(".", true).unwrap();
        let bytes: Vec<u8> = (1..=255).cycle().take(3000).collect();
        for cut in 0..300 {
            in_text(&bytes[cut..], &pattern, 9, || Ok(())).unwrap();
        }
    }

    #[test]
    fn a_search_out_of_time_is_partial() {
        let cx = Context::new(
            Instant::now() + Duration::from_secs(60),
            Duration::ZERO,
            CancelToken::default(),
        );
        let pattern = TextPattern::literal("lamp", false).unwrap();
        let found = run(&Fixture::new(PROJECT), &query(pattern), &cx);
        assert_eq!(found.value.total, 0);
        assert!(found.diagnostics[0].ends_with("Processed 0 of 2 items. Results may be partial."));
    }
}
