//! FastLZ, with which Godot 2 and 3 compressed resources by default.

/// Fills `output`; `None` if the input is damaged or makes another number of bytes.
pub(crate) fn decompress(input: &[u8], output: &mut [u8]) -> Option<()> {
    let level = input.first()? >> 5;
    if level > 1 {
        return None;
    }
    let mut reader = FastLzReader { input, at: 0, is_level_2: level == 1 };
    let mut written = 0;
    let mut control = usize::from(reader.byte()? & 31);
    loop {
        written = match control {
            literal @ 0..32 => reader.literal(literal + 1, output, written)?,
            _ => reader.copy(control, output, written)?,
        };
        if reader.at >= input.len() {
            return (written == output.len()).then_some(());
        }
        control = usize::from(reader.byte()?);
    }
}

struct FastLzReader<'a> {
    input: &'a [u8],
    at: usize,
    is_level_2: bool,
}

impl FastLzReader<'_> {
    fn byte(&mut self) -> Option<u8> {
        let byte = *self.input.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    fn literal(&mut self, length: usize, output: &mut [u8], written: usize) -> Option<usize> {
        let end = written.checked_add(length)?;
        let from = self.input.get(self.at..self.at + length)?;
        output.get_mut(written..end)?.copy_from_slice(from);
        self.at += length;
        Some(end)
    }

    fn copy(&mut self, control: usize, output: &mut [u8], written: usize) -> Option<usize> {
        let mut length = (control >> 5) - 1;
        let mut offset = (control & 31) << 8;
        if length == 6 {
            length += self.long_length()?;
        }
        let low = usize::from(self.byte()?);
        if self.is_level_2 && low == 255 && offset == 31 << 8 {
            offset = usize::from(self.byte()?) << 8;
            offset += usize::from(self.byte()?) + 8191;
        } else {
            offset += low;
        }
        let start = written.checked_sub(offset + 1)?;
        let end = written.checked_add(length + 3)?;
        if end > output.len() {
            return None;
        }
        // The ranges may overlap: what was just written is copied again.
        for at in 0..end - written {
            output[written + at] = output[start + at];
        }
        Some(end)
    }

    fn long_length(&mut self) -> Option<usize> {
        let mut length = 0;
        loop {
            let byte = self.byte()?;
            length += usize::from(byte);
            if !self.is_level_2 || byte != 255 {
                return Some(length);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_and_copies_are_unpacked() {
        // "ab", then 9 bytes from two bytes back: level 1.
        let input = [0x01, b'a', b'b', 0xe0, 0x00, 0x01];
        let mut output = [0; 11];
        decompress(&input, &mut output).unwrap();
        assert_eq!(&output, b"abababababa");
        assert_eq!(decompress(&input, &mut [0; 10]), None);
        assert_eq!(decompress(&input, &mut [0; 12]), None);
    }

    #[test]
    fn damaged_input_is_refused() {
        for input in [&[][..], &[0x5f], &[0x01, b'a'], &[0x00, b'a', 0xe0], &[0x00, b'a', 0x20, 9]]
        {
            assert_eq!(decompress(input, &mut [0; 64]), None, "{input:?}");
        }
    }
}
