//! The UI classes of the two DLLs that shipped with the editor until UI became a package.

/// The class of a fileID in these DLLs. Unity derives the number from the class's full name.
pub(crate) fn class_name(file_id: i64) -> Option<&'static str> {
    let found = EDITOR_UI_CLASSES.binary_search_by_key(&file_id, |&(id, _)| id);
    found.ok().map(|at| EDITOR_UI_CLASSES[at].1)
}

/// Sorted by number.
const EDITOR_UI_CLASSES: &[(i64, &str)] = &[
    (-2_095_666_955, "GridLayoutGroup"),
    (-2_061_169_968, "Scrollbar"),
    (-1_862_395_651, "EventTrigger"),
    (-1_690_312_454, "Physics2DRaycaster"),
    (-1_254_083_943, "AspectRatioFitter"),
    (-1_200_242_548, "Mask"),
    (-1_184_210_157, "ToggleGroup"),
    (-900_027_084, "Outline"),
    (-768_656_878, "PhysicsRaycaster"),
    (-765_806_418, "Image"),
    (-619_905_303, "EventSystem"),
    (-405_508_275, "HorizontalLayoutGroup"),
    (-234_403_039, "Selectable"),
    (-146_154_839, "RectMask2D"),
    (-113_659_843, "Slider"),
    (-98_529_514, "RawImage"),
    (575_553_740, "InputField"),
    (708_705_254, "Text"),
    (853_051_423, "Dropdown"),
    (1_077_351_063, "StandaloneInputModule"),
    (1_297_475_563, "VerticalLayoutGroup"),
    (1_301_386_320, "GraphicRaycaster"),
    (1_327_945_023, "BaseInput"),
    (1_367_256_648, "ScrollRect"),
    (1_392_445_389, "Button"),
    (1_573_420_865, "Shadow"),
    (1_679_637_790, "LayoutElement"),
    (1_741_964_061, "ContentSizeFitter"),
    (1_849_938_685, "PositionAsUV1"),
    (1_980_459_831, "CanvasScaler"),
    (1_997_211_142, "TouchInputModule"),
    (2_109_663_825, "Toggle"),
];

#[cfg(test)]
mod tests {
    use super::super::dll::file_id_of;
    use super::*;

    #[test]
    fn every_number_matches_its_class() {
        for &(id, class) in EDITOR_UI_CLASSES {
            let spaces = ["UnityEngine.UI", "UnityEngine.EventSystems"];
            let is_own = |space: &&str| file_id_of(space, class) == id;
            assert_eq!(spaces.iter().filter(|space| is_own(space)).count(), 1, "{class}");
        }
    }

    #[test]
    fn the_table_is_sorted() {
        assert!(EDITOR_UI_CLASSES.is_sorted_by_key(|&(id, _)| id));
        assert_eq!(class_name(-765_806_418), Some("Image"));
        assert_eq!(class_name(0), None);
    }
}
