//! Templates of new documents as Unity writes them, by editor version.

use crate::settings::UnityVersion;

/// `== CLASS Name VERSION`, then the fields after `m_GameObject` with Unity's defaults. A template
/// holds for its version and all later ones up to the next.
const TEMPLATES: &str = include_str!("templates.txt");

/// Since this version, Unity writes instances as `PrefabInstance`, and files match the templates.
pub(super) const OLDEST_SUPPORTED: UnityVersion = UnityVersion { major: 2018, minor: 3 };
/// Since this version, scenes list their roots.
const ROOTS_LISTED_SINCE: UnityVersion = UnityVersion { major: 2022, minor: 2 };
const PROPORTIONS_SINCE: UnityVersion = UnityVersion { major: 2021, minor: 2 };

/// The class number and the fields of a built-in component or of a scene's settings.
pub(super) fn find(name: &str, version: UnityVersion) -> Option<(u32, &'static str)> {
    let releases = [
        ("2019", OLDEST_SUPPORTED),
        ("2022", ROOTS_LISTED_SINCE),
        ("6000", UnityVersion { major: 6000, minor: 0 }),
    ];
    let mut found = None;
    for template in TEMPLATES.split("== ").skip(1) {
        let (header, fields) = template.split_once('\n')?;
        let mut words = header.split(' ');
        let (class, own, release) = (words.next()?, words.next()?, words.next()?);
        let since = releases.iter().find(|(known, _)| *known == release)?.1;
        if own == name && version >= since {
            found = Some((class.parse().ok()?, fields));
        }
    }
    found
}

/// The names that [`find`] knows.
pub(super) fn names() -> Vec<&'static str> {
    let headers = TEMPLATES.split("== ").skip(1).filter_map(|text| text.lines().next());
    headers.filter_map(|header| header.split(' ').nth(1)).collect()
}

pub(super) fn lists_roots(version: UnityVersion) -> bool {
    version >= ROOTS_LISTED_SINCE
}

/// The fields that every object begins with.
pub(super) fn object_header(class: &str) -> String {
    format!(
        "{class}:\n  m_ObjectHideFlags: 0\n  m_CorrespondingSourceObject: {{fileID: 0}}\n  m_PrefabInstance: {{fileID: 0}}\n  m_PrefabAsset: {{fileID: 0}}\n"
    )
}

pub(super) fn component(class: &str, owner: i64, fields: &str) -> String {
    format!("{}  m_GameObject: {{fileID: {owner}}}\n{fields}", object_header(class))
}

/// `name` is already quoted for the file.
pub(super) fn game_object(name: &str, layer: u32, components: &[i64]) -> String {
    let components: String =
        components.iter().map(|id| format!("  - component: {{fileID: {id}}}\n")).collect();
    format!(
        "{}  serializedVersion: 6\n  m_Component:\n{components}  m_Layer: {layer}\n  m_Name: {name}\n  m_TagString: Untagged\n  m_Icon: {{fileID: 0}}\n  m_NavMeshLayer: 0\n  m_StaticEditorFlags: 0\n  m_IsActive: 1\n",
        object_header("GameObject")
    )
}

pub(super) fn transform(owner: i64, is_rect: bool, version: UnityVersion) -> String {
    let newer = version >= ROOTS_LISTED_SINCE;
    let serialized = if newer && !is_rect { "  serializedVersion: 2\n" } else { "" };
    let proportions =
        if version >= PROPORTIONS_SINCE { "  m_ConstrainProportionsScale: 0\n" } else { "" };
    let order = if newer { "" } else { "  m_RootOrder: 0\n" };
    let rect = if is_rect {
        "  m_AnchorMin: {x: 0.5, y: 0.5}\n  m_AnchorMax: {x: 0.5, y: 0.5}\n  m_AnchoredPosition: {x: 0, y: 0}\n  m_SizeDelta: {x: 100, y: 100}\n  m_Pivot: {x: 0.5, y: 0.5}\n"
    } else {
        ""
    };
    let fields = format!(
        "{serialized}  m_LocalRotation: {{x: 0, y: 0, z: 0, w: 1}}\n  m_LocalPosition: {{x: 0, y: 0, z: 0}}\n  m_LocalScale: {{x: 1, y: 1, z: 1}}\n{proportions}  m_Children: []\n  m_Father: {{fileID: 0}}\n{order}  m_LocalEulerAnglesHint: {{x: 0, y: 0, z: 0}}\n{rect}"
    );
    component(if is_rect { "RectTransform" } else { "Transform" }, owner, &fields)
}
