//! A picture in which each object has a colour of its own, as the probe draws it.

use std::collections::HashMap;
use std::io::Read;

use ruzstd::decoding::StreamingDecoder;

use super::Rect;
use crate::answer::Fields;
use crate::error::GameError;
use crate::variant::Variant;

/// No window is larger.
const MAX_SIDE: i64 = 16_384;
/// How far a channel may be from its value: renderers round. Colours of objects are five apart.
const TOLERANCE: i32 = 2;
const NOTHING: u16 = u16::MAX;

pub(super) struct IdPicture {
    pub(super) width: usize,
    /// Red, green and blue of each pixel, row by row.
    pub(super) pixels: Vec<u8>,
}

/// What is seen of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SeenObject {
    pub(super) rect: Rect,
    pub(super) pixels: u32,
}

/// Which object each pixel belongs to.
pub(super) struct Scan {
    width: usize,
    ids: Vec<u16>,
    /// By object; nothing of those that are not seen.
    pub(super) objects: Vec<Option<SeenObject>>,
}

impl IdPicture {
    /// None if the game could not draw one.
    pub(super) fn decode(answer: &Fields<'_>) -> Result<Option<IdPicture>, GameError> {
        let Ok(Variant::PackedByteArray(packed)) = answer.value("pixels") else { return Ok(None) };
        let side = |name| match answer.int(name)? {
            side @ 1..=MAX_SIDE => Ok(side as usize),
            _ => Err(Fields::wrong(name)),
        };
        let (width, height) = (side("width")?, side("height")?);
        let mut pixels = vec![0; width * height * 3];
        let broken = |_| Fields::wrong("pixels");
        let mut decoder =
            StreamingDecoder::new(packed.as_slice()).map_err(|_| Fields::wrong("pixels"))?;
        decoder.read_exact(&mut pixels).map_err(broken)?;
        Ok(Some(IdPicture { width, pixels }))
    }

    /// Finds the objects of these colours.
    pub(super) fn scan(&self, colors: &[u32]) -> Scan {
        let ids = self.ids(&known_colors(colors));
        let mut objects = vec![None; colors.len()];
        let rows = ids.chunks(self.width).collect::<Vec<_>>();
        for (y, row) in rows.iter().enumerate() {
            let above = y.checked_sub(1).map(|y| rows[y]);
            let below = rows.get(y + 1).copied();
            let mut start = 0;
            for run in row.chunk_by(|one, next| one == next) {
                let (x, id) = (start, run[0]);
                start += run.len();
                // A lone pixel is noise: something with a shader of its own that happens to have the colour.
                let is_alone = run.len() == 1
                    && [above, below].into_iter().flatten().all(|other| other[x] != id);
                if let Some(object) = objects.get_mut(usize::from(id)).filter(|_| !is_alone) {
                    add_run(object, x as i32, y as i32, run.len() as i32);
                }
            }
        }
        Scan { width: self.width, ids, objects }
    }

    fn ids(&self, known: &HashMap<[u8; 3], u16>) -> Vec<u16> {
        let mut last = ([0; 3], NOTHING);
        let id_of = |pixel: &[u8; 3]| {
            if *pixel != last.0 {
                last = (*pixel, known.get(pixel).copied().unwrap_or(NOTHING));
            }
            last.1
        };
        let (pixels, _) = self.pixels.as_chunks::<3>();
        pixels.iter().map(id_of).collect()
    }
}

/// Each colour and those that rounding makes of it.
fn known_colors(colors: &[u32]) -> HashMap<[u8; 3], u16> {
    let near = |channel: u32| {
        let channel = channel as i32;
        (channel - TOLERANCE..=channel + TOLERANCE).filter_map(|it| u8::try_from(it).ok())
    };
    let mut known = HashMap::new();
    for (color, id) in colors.iter().zip(0..NOTHING) {
        for red in near(color >> 16 & 255) {
            for green in near(color >> 8 & 255) {
                known.extend(near(color & 255).map(|blue| ([red, green, blue], id)));
            }
        }
    }
    known.remove(&[0; 3]);
    known
}

fn add_run(object: &mut Option<SeenObject>, x: i32, y: i32, length: i32) {
    let Some(SeenObject { rect: [left, top, width, height], pixels }) = object else {
        *object = Some(SeenObject { rect: [x, y, length, 1], pixels: length as u32 });
        return;
    };
    let right = (*left + *width).max(x + length);
    *left = (*left).min(x);
    *width = right - *left;
    *height = (*height).max(y + 1 - *top);
    *pixels += length as u32;
}

impl Scan {
    /// How many pixels in a rectangle belong to such objects, and how many there are.
    pub(super) fn count_in(&self, rect: Rect, is_counted: impl Fn(usize) -> bool) -> (u32, u32) {
        let [x, y, width, height] = rect.map(|part| usize::try_from(part).unwrap_or_default());
        let columns = x.min(self.width)..(x + width).min(self.width);
        let rows = self.ids.chunks(self.width).skip(y).take(height);
        let mut answers: HashMap<u16, bool> = HashMap::from([(NOTHING, false)]);
        let (mut counted, mut all) = (0, 0);
        for id in rows.flat_map(|row| &row[columns.clone()]) {
            all += 1;
            let is_counted = answers.entry(*id).or_insert_with(|| is_counted(usize::from(*id)));
            counted += u32::from(*is_counted);
        }
        (counted, all)
    }
}
