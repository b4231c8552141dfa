//! Marks from pictures that are written as text: a letter is the colour of an object, a dot is nothing.

use scenewright_model::MarkSource;

use super::id_picture::IdPicture;
use super::{Candidate, FoundMarks, Rect, select};

const COLORS: [(char, u32); 4] =
    [('a', 0x0A_1E_05), ('b', 0xFA_32_C8), ('c', 0x05_05_05), ('d', 0x0064_9632)];
/// What something else may be drawn in.
const STRANGE: u32 = 0x80_80_80;

fn picture(rows: &[&str]) -> IdPicture {
    let color = |letter: char| {
        let known = COLORS.iter().find(|(known, _)| *known == letter);
        match letter {
            '.' => 0,
            _ => known.map_or(STRANGE, |(_, color)| *color),
        }
    };
    let pixels = rows.iter().flat_map(|row| row.chars()).flat_map(|letter| {
        let [_, red, green, blue] = color(letter).to_be_bytes();
        [red, green, blue]
    });
    IdPicture { width: rows[0].len(), pixels: pixels.collect() }
}

fn thing(letter: usize) -> Candidate {
    Candidate {
        object: letter as i64,
        rank: 2,
        parent: None,
        rect: [0; 4],
        color: COLORS[letter].1,
        is_drawn: true,
        is_control: false,
    }
}

fn control(letter: usize, rect: Rect) -> Candidate {
    Candidate { rank: 1, rect, is_control: true, ..thing(letter) }
}

fn enlarge(rows: &[&str]) -> Vec<String> {
    let wide = |row: &&str| row.chars().flat_map(|letter| [letter; 10]).collect::<String>();
    rows.iter().flat_map(|row| std::iter::repeat_n(wide(row), 10)).collect()
}

/// Each letter of the rows is a square of ten pixels.
fn find(candidates: &[Candidate], rows: &[&str]) -> Vec<(i64, Rect, MarkSource)> {
    let crop = [0, 0, rows[0].len() as i32 * 10, rows.len() as i32 * 10];
    let rows = enlarge(rows);
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let FoundMarks { marks, .. } = select(candidates, Some(&picture(&rows)), crop);
    marks.into_iter().map(|mark| (mark.object, mark.rect, mark.source)).collect()
}

#[test]
fn things_are_where_they_are_seen() {
    let found = find(&[thing(0), thing(1), thing(2)], &["..a...", ".aa.b.", "..x..."]);
    let pixels = |pixels| MarkSource::Pixels { pixels };
    assert_eq!(
        found,
        [(0, [10, 0, 20, 20], pixels(300)), (1, [40, 10, 10, 10], pixels(100))],
        "the third is covered by something strange"
    );
}

#[test]
fn controls_have_their_rectangles_unless_they_are_covered() {
    let panel = Candidate { rank: 0, ..control(3, [0, 0, 40, 20]) };
    let rect = [10, 0, 20, 10];
    let cases: [(&str, &[&str], bool); 4] = [
        ("drawn", &["dabd", "dddd"], true),
        ("nothing of it is drawn, and nothing else is", &["....", "...."], true),
        ("nothing of it is drawn, behind a panel of its own", &["bbbb", "bbbb"], true),
        ("covered", &["dddd", "dddd"], false),
    ];
    for (case, rows, is_marked) in cases {
        let own_panel = Candidate { rank: 0, ..control(1, [0, 0, 40, 20]) };
        let button = Candidate { parent: Some(0), ..control(0, rect) };
        let found = find(&[own_panel, button, panel.clone()], rows);
        let expected = is_marked.then_some((0, rect, MarkSource::Rectangle));
        assert_eq!(found, Vec::from_iter(expected), "{case}");
    }
}

#[test]
fn what_is_not_drawn_has_its_rectangle() {
    let unreachable = Candidate { is_drawn: false, rect: [5, 5, 10, 10], ..thing(0) };
    let found = find(&[unreachable], &["..", ".."]);
    assert_eq!(found, [(0, [5, 5, 10, 10], MarkSource::Rectangle)]);
}

#[test]
fn backgrounds_and_specks_are_not_marked() {
    let sky = Candidate { rank: 5, ..thing(0) };
    let floor = Candidate { rank: 2, ..thing(1) };
    assert_eq!(find(std::slice::from_ref(&sky), &["aaaa", "aaa."]), []);
    assert_eq!(find(&[floor], &["bbbb", "bbb."]).len(), 1);
    let speck = picture(&["aa...", "a..a."]);
    assert_eq!(speck.scan(&[COLORS[0].1]).objects[0].map(|seen| (seen.rect, seen.pixels)), {
        Some(([0, 0, 2, 2], 3))
    });
}

#[test]
fn the_most_useful_come_first_and_the_rest_is_counted() {
    let many = |rank: i64| (0..20).map(move |_| Candidate { rank, ..control(0, [0, 0, 9, 9]) });
    let candidates: Vec<Candidate> = many(4).chain(many(1)).collect();
    let found = select(&candidates, None, [0, 0, 100, 100]);
    assert_eq!((found.marks.len(), found.left_out), (25, 15));
}
