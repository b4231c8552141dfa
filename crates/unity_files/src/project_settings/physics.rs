//! Physics: the main values, and which layers ignore each other.

use scenewright_model::{LayerPair, PhysicsSettings, ProjectLayer};

use super::super::yaml::YamlValue;
use super::values;

const PHYSICS_FIELDS: &[&str] = &[
    "m_Gravity",
    "m_BounceThreshold",
    "m_SleepThreshold",
    "m_DefaultContactOffset",
    "m_DefaultSolverIterations",
    "m_VelocityIterations",
    "m_PositionIterations",
    "m_VelocityThreshold",
    "m_QueriesHitTriggers",
    "m_QueriesHitBackfaces",
    "m_QueriesStartInColliders",
    "m_AutoSimulation",
    "m_SimulationMode",
    "m_AutoSyncTransforms",
];

const LAYER_COUNT: usize = 32;

/// Without `layers`, layers are named by their numbers.
pub(super) fn read(fields: &YamlValue<'_>, layers: Option<&[ProjectLayer]>) -> PhysicsSettings {
    let matrix = values::text_field(fields, "m_LayerCollisionMatrix");
    PhysicsSettings {
        values: values::named_settings(fields, PHYSICS_FIELDS),
        ignored_pairs: Some(ignored_pairs(&matrix, layers)),
    }
}

/// The matrix has 32 rows of 32 bits, as little-endian numbers in hex; a set bit means that the
/// layers collide. Nothing uses a layer without a name, so its pairs are left out.
fn ignored_pairs(matrix: &str, layers: Option<&[ProjectLayer]>) -> Vec<LayerPair> {
    let name = |number: usize| match layers {
        None => Some(number.to_string()),
        Some(layers) => {
            let layer = layers.iter().find(|layer| layer.number as usize == number)?;
            Some(layer.name.clone())
        }
    };
    let names: Vec<Option<String>> = (0..LAYER_COUNT).map(name).collect();
    let mut pairs = Vec::new();
    for (row, first) in names.iter().enumerate() {
        for (column, second) in names.iter().enumerate().skip(row) {
            if let (Some(first), Some(second)) = (first, second)
                && collides(matrix, row, column) == Some(false)
            {
                pairs.push(LayerPair { first: first.clone(), second: second.clone() });
            }
        }
    }
    pairs
}

fn collides(matrix: &str, row: usize, column: usize) -> Option<bool> {
    let digits = (row * LAYER_COUNT / 8 + column / 8) * 2;
    let byte = u8::from_str_radix(matrix.get(digits..digits + 2)?, 16).ok()?;
    Some(byte >> (column % 8) & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_matrix_names_layers_that_do_not_collide() {
        // Layer 13 collides with 3, 6, 7, 14 and 15 only, as in a real project.
        let mut rows = vec!["ffffffff"; 32];
        rows[0] = "ffdfffff";
        rows[1] = "ffdfffff";
        rows[13] = "c8c0ffff";
        let matrix = rows.concat();
        let layers: Vec<ProjectLayer> = [(0, "Default"), (3, "Ground"), (13, "Ghost")]
            .map(|(number, name)| ProjectLayer { kind: None, number, name: name.to_owned() })
            .into();
        let pair = |a: &str, b: &str| LayerPair { first: a.to_owned(), second: b.to_owned() };
        assert_eq!(
            ignored_pairs(&matrix, Some(&layers)),
            [pair("Default", "Ghost"), pair("Ghost", "Ghost")]
        );
        assert_eq!(
            ignored_pairs(&matrix, None),
            [pair("0", "13"), pair("1", "13"), pair("13", "13")],
            "a pair is there once"
        );
        for odd in ["", "ff", "zzzzzzzz", "é", "fffffffffff"] {
            assert_eq!(ignored_pairs(odd, None), Vec::new(), "{odd}");
        }
    }
}
