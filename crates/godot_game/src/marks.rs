//! Which objects of a game are numbered in a picture, and where they are seen: by the pixels of a picture in which each
//! object has a colour of its own, or by its rectangle.

mod id_picture;
#[cfg(test)]
mod tests;

use scenewright_model::MarkSource;

use crate::answer::Fields;
use crate::error::GameError;
use crate::variant::Variant;
use id_picture::{IdPicture, SeenObject};

/// More cannot be read.
const MAX_MARKS: usize = 25;
/// Fewer pixels of an object are not worth a number.
const MIN_PIXELS: u32 = 30;
/// The least width and height of a rectangle.
const MIN_SIDE: i32 = 2;
/// Ranks up to this one are marked whatever their size is; others that fill the picture are its background.
const FOREGROUND_RANK: i64 = 2;
const BACKGROUND_PERCENT: i64 = 70;
/// A Control of which nothing is drawn is covered if so much of its rectangle belongs to others.
const COVERED_PERCENT: u32 = 95;

/// The probe's `IS_DRAWN` and `IS_CONTROL`.
const IS_DRAWN: i64 = 1;
const IS_CONTROL: i64 = 2;

/// A rectangle in pixels of the window: x, y, width and height.
pub(crate) type Rect = [i32; 4];

/// What the probe says about an object.
#[derive(Debug, Clone)]
struct Candidate {
    object: i64,
    /// From 1, the most useful; 0 is not marked.
    rank: i64,
    /// The nearest Control above it.
    parent: Option<usize>,
    rect: Rect,
    color: u32,
    is_drawn: bool,
    is_control: bool,
}

/// An object to number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FoundMark {
    pub(crate) object: i64,
    pub(crate) rect: Rect,
    pub(crate) source: MarkSource,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct FoundMarks {
    /// The picture that they were found in, as the probe calls it.
    pub(crate) picture: i64,
    pub(crate) marks: Vec<FoundMark>,
    pub(crate) left_out: u64,
}

/// From the probe's answer to `objects`.
pub(crate) fn find(answer: &Fields<'_>) -> Result<FoundMarks, GameError> {
    let candidates = answer.list("objects")?.iter().map(candidate).collect::<Option<Vec<_>>>();
    let candidates = candidates.ok_or_else(|| Fields::wrong("objects"))?;
    let Variant::Rect2i(crop) = *answer.value("crop")? else { return Err(Fields::wrong("crop")) };
    let picture = IdPicture::decode(answer)?;
    let found = select(&candidates, picture.as_ref(), crop);
    Ok(FoundMarks { picture: answer.int("drawn")?, ..found })
}

fn candidate(row: &Variant) -> Option<Candidate> {
    let [object, rank, parent, Variant::Rect2(rect), color, flags] = row.as_array()? else {
        return None;
    };
    let flags = flags.as_int()?;
    Some(Candidate {
        object: object.as_int()?,
        rank: rank.as_int()?,
        parent: usize::try_from(parent.as_int()?).ok(),
        rect: rect.map(|part| part.round() as i32),
        color: u32::try_from(color.as_int()?).ok()?,
        is_drawn: flags & IS_DRAWN != 0,
        is_control: flags & IS_CONTROL != 0,
    })
}

/// Without a picture, everything goes by rectangles.
fn select(candidates: &[Candidate], picture: Option<&IdPicture>, crop: Rect) -> FoundMarks {
    let colors: Vec<u32> = candidates.iter().map(|candidate| candidate.color).collect();
    let seen = picture.map(|picture| picture.scan(&colors));
    let mut found: Vec<(i64, FoundMark)> = (0..candidates.len())
        .filter(|index| candidates[*index].rank > 0)
        .filter_map(|index| {
            let Candidate { object, rank, .. } = candidates[index];
            let (rect, source) = match &seen {
                Some(seen) => place(candidates, index, seen)?,
                None => (candidates[index].rect, MarkSource::Rectangle),
            };
            is_worth_a_mark(rank, rect, crop).then_some((rank, FoundMark { object, rect, source }))
        })
        .collect();
    found.sort_by_key(|(rank, _)| *rank);
    let left_out = found.len().saturating_sub(MAX_MARKS) as u64;
    let marks = found.into_iter().map(|(_, mark)| mark).take(MAX_MARKS).collect();
    FoundMarks { picture: 0, marks, left_out }
}

/// Where a player sees it; nowhere if it is covered.
fn place(
    candidates: &[Candidate],
    index: usize,
    seen: &id_picture::Scan,
) -> Option<(Rect, MarkSource)> {
    let Candidate { rect, is_drawn, is_control, .. } = candidates[index];
    let by_rectangle = (rect, MarkSource::Rectangle);
    let has_rect = rect[2] >= MIN_SIDE && rect[3] >= MIN_SIDE;
    if is_control && has_rect {
        return (!is_covered(candidates, index, seen)).then_some(by_rectangle);
    }
    if !is_drawn {
        return Some(by_rectangle);
    }
    let SeenObject { rect, pixels } = seen.objects[index]?;
    (pixels >= MIN_PIXELS).then_some((rect, MarkSource::Pixels { pixels }))
}

/// Controls often draw little or nothing, so that missing pixels alone say nothing.
fn is_covered(candidates: &[Candidate], index: usize, seen: &id_picture::Scan) -> bool {
    let is_inside = |inside: usize| contains(candidates, index, inside);
    if (0..candidates.len()).any(|it| seen.objects[it].is_some() && is_inside(it)) {
        return false;
    }
    let rect = candidates[index].rect;
    let covers = |other: usize| candidates[other].is_control && !contains(candidates, other, index);
    let (covered, all) = seen.count_in(rect, covers);
    all > 0 && covered * 100 >= all * COVERED_PERCENT
}

/// Whether the second is the first, or lies in it.
fn contains(candidates: &[Candidate], outer: usize, inner: usize) -> bool {
    std::iter::successors(Some(inner), |it| candidates.get(*it)?.parent).any(|it| it == outer)
}

fn is_worth_a_mark(rank: i64, rect: Rect, crop: Rect) -> bool {
    let [_, _, width, height] = rect;
    let area = |width: i32, height: i32| i64::from(width) * i64::from(height);
    let is_background = rank > FOREGROUND_RANK
        && area(width, height) * 100 > area(crop[2], crop[3]) * BACKGROUND_PERCENT;
    width >= MIN_SIDE && height >= MIN_SIDE && !is_background && overlaps(rect, crop)
}

fn overlaps([x, y, width, height]: Rect, crop: Rect) -> bool {
    let meets = |start: i32, length: i32, other: i32, other_length: i32| {
        start < other.saturating_add(other_length) && other < start.saturating_add(length)
    };
    meets(x, width, crop[0], crop[2]) && meets(y, height, crop[1], crop[3])
}
