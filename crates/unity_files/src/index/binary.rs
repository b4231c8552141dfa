//! Recognises files that are binary by design: Unity writes lighting data, navigation meshes,
//! terrains and occlusion data as binary whatever the project's settings are.

use scenewright_project_files::root::stem;

use crate::guids::extension_of;

/// NavMesh (old), TerrainData, NavMeshData, LightProbes, OcclusionCullingData, LightingDataAsset.
const ALWAYS_BINARY: [i32; 6] = [194, 156, 238, 258, 363, 1120];

const MONO_BEHAVIOUR: i32 = 114;

/// For a file that is not text.
pub(super) fn is_always_binary(path: &str, bytes: &[u8]) -> bool {
    if extension_of(path) != Some("asset") {
        return false;
    }
    match classes(bytes) {
        Some(classes) => classes.iter().any(|class| ALWAYS_BINARY.contains(class)),
        None => has_binary_name(path),
    }
}

/// For a file whose header cannot be parsed.
fn has_binary_name(path: &str) -> bool {
    const STARTS: [&str; 3] = ["lightingdata", "navmesh", "occlusioncullingdata"];
    let name = stem(path).to_ascii_lowercase();
    STARTS.iter().any(|start| name.starts_with(start)) || name.contains("terrain")
}

/// The classes of the objects in a serialized file, from its list of types.
fn classes(bytes: &[u8]) -> Option<Vec<i32>> {
    let mut reader = BinaryReader { bytes, at: 8, is_big: true };
    let version = reader.int()?;
    if !(14..=40).contains(&version) {
        return None;
    }
    reader.at = 16;
    reader.is_big = reader.byte()? != 0;
    reader.at = if version >= 22 { 48 } else { 20 };
    // The version of Unity, and the platform.
    reader.skip_text()?;
    reader.skip(4)?;
    let has_trees = reader.byte()? != 0;
    let count = reader.int()?;
    let mut classes = Vec::new();
    for _ in 0..count {
        classes.push(reader.class(version)?);
        if has_trees {
            reader.skip_tree(version)?;
        }
    }
    (!classes.is_empty()).then_some(classes)
}

struct BinaryReader<'a> {
    bytes: &'a [u8],
    at: usize,
    is_big: bool,
}

impl BinaryReader<'_> {
    fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    fn int(&mut self) -> Option<i32> {
        let bytes = self.bytes.get(self.at..self.at + 4)?.try_into().ok()?;
        self.at += 4;
        Some(if self.is_big { i32::from_be_bytes(bytes) } else { i32::from_le_bytes(bytes) })
    }

    fn skip(&mut self, count: usize) -> Option<()> {
        self.at = self.at.checked_add(count).filter(|at| *at <= self.bytes.len())?;
        Some(())
    }

    fn skip_text(&mut self) -> Option<()> {
        let length = memchr::memchr(0, self.bytes.get(self.at..)?)?;
        self.skip(length + 1)
    }

    fn class(&mut self, version: i32) -> Option<i32> {
        let class = self.int()?;
        if version >= 16 {
            self.skip(1)?;
        }
        if version >= 17 {
            self.skip(2)?;
        }
        let has_script = if version < 16 { class < 0 } else { class == MONO_BEHAVIOUR };
        self.skip(if has_script { 32 } else { 16 })?;
        Some(class)
    }

    fn skip_tree(&mut self, version: i32) -> Option<()> {
        let nodes = usize::try_from(self.int()?).ok()?;
        let text = usize::try_from(self.int()?).ok()?;
        self.skip(nodes.checked_mul(if version >= 19 { 32 } else { 24 })?)?;
        self.skip(text)?;
        if version >= 21 {
            let others = usize::try_from(self.int()?).ok()?;
            self.skip(others.checked_mul(4)?)?;
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of this format's version with objects of these classes.
    fn file(version: i32, classes: &[i32]) -> Vec<u8> {
        let mut bytes = vec![0; 8];
        bytes.extend(version.to_be_bytes());
        bytes.resize(if version >= 22 { 48 } else { 20 }, 0);
        bytes.extend(b"2022.3.1f1\0");
        bytes.extend(19_i32.to_le_bytes());
        bytes.push(1);
        bytes.extend((classes.len() as i32).to_le_bytes());
        for &class in classes {
            bytes.extend(class.to_le_bytes());
            bytes.extend([0; 3]);
            bytes.extend(vec![7; if class == MONO_BEHAVIOUR { 32 } else { 16 }]);
            bytes.extend(2_i32.to_le_bytes());
            bytes.extend(3_i32.to_le_bytes());
            bytes.extend(vec![0; 2 * if version >= 19 { 32 } else { 24 } + 3]);
            if version >= 21 {
                bytes.extend(1_i32.to_le_bytes());
                bytes.extend([0; 4]);
            }
        }
        bytes
    }

    #[test]
    fn a_file_is_recognised_by_its_classes_whatever_its_name() {
        for version in [17, 21, 22] {
            for (objects, expected) in [
                (&[1120, 258][..], true),
                (&[28, 156], true),
                (&[MONO_BEHAVIOUR, 238], true),
                (&[MONO_BEHAVIOUR], false),
                (&[21], false),
            ] {
                let bytes = file(version, objects);
                assert_eq!(classes(&bytes).unwrap(), objects, "{version}");
                assert_eq!(is_always_binary("Assets/x.asset", &bytes), expected, "{objects:?}");
                assert!(!is_always_binary("Assets/x.prefab", &bytes));
            }
        }
    }

    #[test]
    fn without_a_header_the_name_decides() {
        let bytes = b"\0\0\0\x16";
        for (path, expected) in [
            ("Assets/Main/LightingData.asset", true),
            ("Assets/NavMesh-Floor.asset", true),
            ("Assets/New Terrain 1.asset", true),
            ("Assets/Items.asset", false),
            ("Assets/Terrain.prefab", false),
        ] {
            assert_eq!(is_always_binary(path, bytes), expected, "{path}");
        }
        for cut in 0..60 {
            is_always_binary("Assets/x.asset", &file(22, &[1])[..cut]);
        }
    }
}
