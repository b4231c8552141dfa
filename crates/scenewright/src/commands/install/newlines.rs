//! Line ends: both editors write `\n`, and a file keeps the ones it has.

/// With `\n` only.
pub(super) fn unify(text: &str) -> String {
    text.replace("\r\n", "\n")
}

/// `edited` (unified) with the line ends of `original`: lines before and after the change keep their
/// own, new ones take the kind that the file starts with.
pub(super) fn restore(original: &str, edited: &str) -> String {
    if !original.contains("\r\n") {
        return edited.to_owned();
    }
    let old: Vec<&str> = original.split_inclusive('\n').collect();
    let new: Vec<&str> = edited.split_inclusive('\n').collect();
    let same = |(old, new): &(&&str, &&str)| unify(old) == **new;
    let before = old.iter().zip(&new).take_while(same).count();
    let left = old.len().min(new.len()) - before;
    let after = old.iter().rev().zip(new.iter().rev()).take_while(same).count().min(left);
    let crlf = old.first().is_some_and(|line| line.ends_with("\r\n"));
    let middle = new[before..new.len() - after].iter().map(|line| match line.strip_suffix('\n') {
        Some(line) if crlf => format!("{line}\r\n"),
        _ => (*line).to_owned(),
    });
    let kept = |lines: &[&str]| lines.concat();
    let middle: String = middle.collect();
    format!("{}{middle}{}", kept(&old[..before]), kept(&old[old.len() - after..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_ends() {
        for (original, edited, expected) in [
            ("a\nb\n", "a\nx\nb\n", "a\nx\nb\n"),
            ("a\r\nb\r\n", "a\nx\nb\n", "a\r\nx\r\nb\r\n"),
            ("a\r\nb\nc\r\nd", "a\nb\nx\nc\nd", "a\r\nb\nx\r\nc\r\nd"),
            ("a\nb\r\n", "a\nx\nb\n", "a\nx\nb\r\n"),
            ("a\r\na\r\n", "a\n", "a\r\n"),
            ("a\r\n", "a\na\n", "a\r\na\r\n"),
            ("a\r\nb", "", ""),
        ] {
            assert_eq!(restore(original, edited), expected, "{original:?} {edited:?}");
        }
    }
}
