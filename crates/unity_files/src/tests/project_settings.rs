//! Project settings, area by area.

use scenewright_engine::{Context, Engine, Reading};
use scenewright_model::{AxisKind, InputHandling, ProjectSettings, SettingsArea};
use scenewright_testkit::Fixture;

use super::{engine, file};

fn settings(fixture: &Fixture, areas: &[SettingsArea]) -> Reading<ProjectSettings> {
    engine(fixture).as_settings().unwrap().settings(areas, &Context::unbounded()).unwrap()
}

fn project(name: &str, class: &str, fields: &str) -> String {
    let document = format!("--- !u!1 &1\n{class}:\n{fields}");
    file(&format!("ProjectSettings/{name}.asset"), &[document])
}

#[test]
fn tags_and_layers() {
    let fields = "  tags:\n  - Enemy\n  - \n  layers:\n  - Default\n  - \n  - 'A: B'\n  m_SortingLayers:\n  - name: Back\n    uniqueID: 3068414303\n    locked: 0\n";
    let fixture = Fixture::new(&project("TagManager", "TagManager", fields));
    let areas = [SettingsArea::Tags, SettingsArea::Layers, SettingsArea::SortingLayers];
    let found = settings(&fixture, &areas).value;
    assert_eq!(found.tags.unwrap(), ["Enemy"]);
    let layers: Vec<_> =
        found.layers.unwrap().into_iter().map(|layer| (layer.number, layer.name)).collect();
    assert_eq!(layers, [(0, "Default".to_owned()), (2, "A: B".to_owned())]);
    let sorting = &found.sorting_layers.unwrap()[0];
    assert_eq!((sorting.name.as_str(), sorting.id), ("Back", 3_068_414_303));
    assert_eq!(found.quality, None);
}

#[test]
fn layers_of_unity_4() {
    let fields =
        "  tags:\n  - \n  Builtin Layer 0: Default\n  Builtin Layer 3: \n  User Layer 8: Ghost\n";
    let fixture = Fixture::new(&project("TagManager", "TagManager", fields));
    let layers = settings(&fixture, &[SettingsArea::Layers]).value.layers.unwrap();
    assert_eq!(layers.len(), 2);
    assert_eq!((layers[1].number, layers[1].name.as_str()), (8, "Ghost"));
}

#[test]
fn quality_levels_by_name() {
    let fields = "  m_CurrentQuality: 1\n  m_QualitySettings:\n  - name: Low\n    vSyncCount: 0\n    customRenderPipeline: {fileID: 0}\n  - name: High\n    unheardOf: 3\n    vSyncCount: 1\n    customRenderPipeline: {fileID: 11400000, guid: 19ba41d7c0026c3459d37c2fe90c55a0,\n      type: 2}\n  m_PerPlatformDefaultQuality:\n    Android: 0\n    Nintendo Switch: 7\n";
    let fixture = Fixture::new(&project("QualitySettings", "QualitySettings", fields));
    let quality = settings(&fixture, &[SettingsArea::Quality]).value.quality.unwrap();
    assert_eq!(quality.current.as_deref(), Some("High"));
    let values = |level: usize| -> Vec<_> {
        let values = quality.levels[level].values.iter();
        values.map(|value| (value.name.as_str(), value.value.as_str())).collect()
    };
    assert_eq!(values(0), [("vSyncCount", "0"), ("customRenderPipeline", "none")]);
    assert_eq!(
        values(1),
        [("vSyncCount", "1"), ("customRenderPipeline", "guid 19ba41d7c0026c3459d37c2fe90c55a0")]
    );
    let defaults: Vec<_> =
        quality.defaults.iter().map(|d| (d.platform.as_str(), d.level.as_str())).collect();
    assert_eq!(defaults, [("Android", "Low"), ("Nintendo Switch", "7")]);
}

#[test]
fn input_of_both_systems() {
    let axes = "  m_Axes:\n  - m_Name: Fire\n    positiveButton: left ctrl\n    altPositiveButton: mouse 0\n    type: 0\n  - m_Name: Look\n    type: 1\n  - m_Name: Turn\n    type: 2\n    axis: 3\n";
    let text = project("InputManager", "InputManager", axes)
        + &project("ProjectSettings", "PlayerSettings", "  activeInputHandler: 2\n")
        + "//- /Assets/Play.inputactions\n{}\n";
    let input = settings(&Fixture::new(&text), &[SettingsArea::Input]).value.input.unwrap();
    assert_eq!(input.handling, Some(InputHandling::Both));
    let kinds: Vec<_> = input.axes.iter().map(|axis| (axis.name.as_str(), axis.kind)).collect();
    assert_eq!(
        kinds,
        [
            ("Fire", AxisKind::KeyOrButton),
            ("Look", AxisKind::MouseMovement),
            ("Turn", AxisKind::Joystick { axis: 4 })
        ]
    );
    assert_eq!(input.axes[0].positive, ["left ctrl", "mouse 0"]);
    assert_eq!(input.action_files, ["Assets/Play.inputactions"]);
}

#[test]
fn the_player_by_platform() {
    let fields = "  companyName: Us\n  productName: \"G\\xE4me\"\n  bundleVersion: 1.2\n  applicationIdentifier:\n    iPhone: com.us.game\n  scriptingDefineSymbols:\n    1: A;B\n    7: \n    : ODD\n  scriptingBackend:\n    Android: 1\n";
    let fixture = Fixture::new(&project("ProjectSettings", "PlayerSettings", fields));
    let player = settings(&fixture, &[SettingsArea::Player]).value.player.unwrap();
    assert_eq!((player.company.as_str(), player.product.as_str()), ("Us", "Gäme"));
    assert_eq!(player.bundle_ids[0].platform, "iOS");
    assert_eq!(player.scripting_backends[0].backend, "IL2CPP");
    let defines: Vec<_> =
        player.defines.iter().map(|d| (d.platform.as_str(), d.symbols.join("+"))).collect();
    assert_eq!(defines, [("Standalone", "A+B".to_owned()), ("", "ODD".to_owned())]);
}

#[test]
fn values_that_fit_on_a_line() {
    let fields = "  m_ObjectHideFlags: 0\n  Fixed Timestep:\n    m_Count: 2822399\n    m_Rate:\n      m_Denominator: 1\n  m_TimeScale: 1\n  m_Offset: {x: 0, y: 2}\n  list:\n  - 1\n  empty: {}\n";
    let fixture = Fixture::new(&project("TimeManager", "TimeManager", fields));
    let time = settings(&fixture, &[SettingsArea::Time]).value.time.unwrap();
    let values: Vec<_> =
        time.iter().map(|value| (value.name.as_str(), value.value.as_str())).collect();
    assert_eq!(values, [("m_TimeScale", "1"), ("m_Offset", "x: 0, y: 2")]);
}

#[test]
fn what_cannot_be_read_is_said_once() {
    let fixture = Fixture::new("//- /ProjectSettings/TagManager.asset\n{ \"tags\": [] }\n");
    fixture.write("ProjectSettings/AudioManager.asset", b"\0\x01");
    fixture.write("ProjectSettings/TimeManager.asset", b"%YAML 1.1\n--- !u!5 &1\nT:\n  a: {");
    let areas = [
        SettingsArea::Tags,
        SettingsArea::Layers,
        SettingsArea::Quality,
        SettingsArea::Audio,
        SettingsArea::Time,
    ];
    let found = settings(&fixture, &areas);
    assert_eq!(found.value, ProjectSettings::default());
    assert_eq!(
        found.diagnostics,
        [
            "'ProjectSettings/TagManager.asset', line 1: it is JSON, not Unity's YAML",
            "Settings file 'ProjectSettings/QualitySettings.asset' does not exist",
            "'ProjectSettings/AudioManager.asset': it is binary, not text",
            "'ProjectSettings/TimeManager.asset', line 4: '{' is not closed",
        ]
    );
}
