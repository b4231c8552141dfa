//! Compares pictures as people see them.

use std::io::Cursor;

use thiserror::Error;

/// How far two colours may be apart, as a part of the largest distance, and still look the same.
const COLOUR_THRESHOLD: f64 = 0.1;
/// The largest distance of two colours in brightness and the two differences of colour (YIQ).
const LARGEST_DISTANCE: f64 = 35215.0;
/// Larger pictures are refused.
const MAX_BYTES: usize = 256 * 1024 * 1024;

#[derive(Debug, Error)]
pub enum PictureError {
    #[error("it is no PNG that can be read: {0}")]
    Decode(#[from] png::DecodingError),
    #[error("it is too large")]
    TooLarge,
    #[error("the picture cannot be written: {0}")]
    Encode(#[from] png::EncodingError),
}

/// How two pictures differ.
#[derive(Debug, Clone, PartialEq)]
pub struct PictureDifference {
    /// The part of all pixels that looks different; 1 for pictures of different sizes.
    pub part: f64,
    /// A PNG with the pixels that differ in red on the faded expected picture; `None` for pictures of different sizes.
    pub shown: Option<Vec<u8>>,
}

struct Pixels {
    width: u32,
    height: u32,
    rgb: Vec<[u8; 3]>,
}

/// Compares two PNGs.
pub fn compare_pictures(expected: &[u8], found: &[u8]) -> Result<PictureDifference, PictureError> {
    let (expected, found) = (decode(expected)?, decode(found)?);
    if (expected.width, expected.height) != (found.width, found.height) {
        return Ok(PictureDifference { part: 1.0, shown: None });
    }
    let mut different = 0_usize;
    let mut shown = Vec::with_capacity(expected.rgb.len() * 3);
    for (a, b) in expected.rgb.iter().zip(&found.rgb) {
        let is_different =
            distance(*a, *b) > COLOUR_THRESHOLD * COLOUR_THRESHOLD * LARGEST_DISTANCE;
        different += usize::from(is_different);
        shown.extend(if is_different { [255, 0, 0] } else { a.map(|part| 170 + part / 3) });
    }
    let part = different as f64 / expected.rgb.len().max(1) as f64;
    Ok(PictureDifference { part, shown: Some(encode(expected.width, expected.height, &shown)?) })
}

/// The squared distance, weighted as the eye does it.
fn distance(a: [u8; 3], b: [u8; 3]) -> f64 {
    let [r, g, b] = [0, 1, 2].map(|part| f64::from(a[part]) - f64::from(b[part]));
    let y = r * 0.298_895_31 + g * 0.586_622_47 + b * 0.114_482_23;
    let i = r * 0.595_977_99 - g * 0.274_171_6 - b * 0.321_801_89;
    let q = r * 0.211_470_17 - g * 0.522_617_11 + b * 0.311_146_94;
    0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q
}

fn decode(bytes: &[u8]) -> Result<Pixels, PictureError> {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info()?;
    let size = reader.output_buffer_size().filter(|size| *size <= MAX_BYTES);
    let mut buffer = vec![0; size.ok_or(PictureError::TooLarge)?];
    let info = reader.next_frame(&mut buffer)?;
    let samples = info.color_type.samples();
    let rgb = buffer[..info.buffer_size()].chunks_exact(samples).map(|pixel| match pixel {
        [r, g, b, ..] => [*r, *g, *b],
        [grey, ..] => [*grey; 3],
        [] => [0; 3],
    });
    Ok(Pixels { width: info.width, height: info.height, rgb: rgb.collect() })
}

fn encode(width: u32, height: u32, rgb: &[u8]) -> Result<Vec<u8>, PictureError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(rgb)?;
    writer.finish()?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(pixels: &[[u8; 3]]) -> Vec<u8> {
        encode(2, u32::try_from(pixels.len() / 2).unwrap(), &pixels.concat()).unwrap()
    }

    #[test]
    fn only_what_people_see_counts() {
        let night = [[10, 10, 30], [200, 180, 40], [0, 0, 0], [255, 255, 255]];
        let mut seen = night;
        seen[1] = [40, 180, 200];
        let mut unseen = night;
        unseen[0] = [12, 11, 33];
        for (found, part) in [(&night[..], 0.0), (&seen, 0.25), (&unseen, 0.0), (&night[..2], 1.0)]
        {
            let difference = compare_pictures(&picture(&night), &picture(found)).unwrap();
            assert!((difference.part - part).abs() < 1e-9, "{found:?}: {}", difference.part);
        }
        assert!(compare_pictures(b"no", &picture(&night)).is_err());
    }
}
