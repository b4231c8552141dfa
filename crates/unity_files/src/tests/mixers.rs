//! Audio mixers: what is in them, and what is refused.

use scenewright_engine::{Context, Engine, EngineError};
use scenewright_model::{Mixer, MixerSnapshot};
use scenewright_testkit::Fixture;

use super::{engine, file};

const MIXER: &str = "--- !u!241 &1
AudioMixerController:
  m_Name: Main
  m_MasterGroup: {fileID: 10}
  m_Snapshots:
  - {fileID: 30}
  - {fileID: 31}
  m_StartSnapshot: {fileID: 31}
  m_ExposedParameters:
  - guid: 000000000000000000000000000000d1
    name: Dry
  - guid: 000000000000000000000000000000ff
    name: Lost
";

fn group(id: i64, name: &str, children: &[i64], effects: &[i64], rest: &str) -> String {
    let list = |ids: &[i64]| -> String {
        ids.iter().map(|id| format!("\n  - {{fileID: {id}}}")).collect()
    };
    let (children, effects) = (list(children), list(effects));
    format!(
        "--- !u!243 &{id}\nAudioMixerGroupController:\n  m_Name: {name}\n  m_Children:{children}\n  m_Volume: v{id}\n  m_Pitch: p{id}\n  m_Effects:{effects}\n{rest}"
    )
}

fn effect(id: i64, name: &str, rest: &str) -> String {
    format!("--- !u!244 &{id}\nAudioMixerEffectController:\n  m_EffectName: {name}\n{rest}")
}

fn snapshot_document(id: i64, name: &str, values: &str) -> String {
    format!(
        "--- !u!245 &{id}\nAudioMixerSnapshotController:\n  m_Name: {name}\n  m_FloatValues:{values}\n"
    )
}

fn project() -> Fixture {
    let echo = "  m_Parameters:\n  - m_ParameterName: Drymix\n    m_GUID: 000000000000000000000000000000d1\n  - m_ParameterName: Delay\n    m_GUID: 000000000000000000000000000000d2\n  m_Bypass: 1\n";
    let documents = [
        MIXER.to_owned(),
        group(10, "Master", &[12, 11], &[20], ""),
        group(11, "Sfx", &[10, 13, 99], &[21], "  m_Mute: 1\n"),
        group(12, "Music", &[], &[22], "  m_Solo: 1\n  m_BypassEffects: 1\n"),
        group(13, "Steps", &[], &[], ""),
        effect(20, "Receive", "  m_Parameters: []\n"),
        effect(21, "Echo", echo),
        effect(22, "Send", "  m_MixLevel: m22\n  m_SendTarget: {fileID: 20}\n"),
        snapshot_document(30, "Loud", "\n    v10: 3\n    p11: 0.5\n    v12: NaN"),
        snapshot_document(
            31,
            "Quiet",
            "\n    v10: -20.5\n    000000000000000000000000000000d1: 0.7\n    m22: -12",
        ),
    ];
    Fixture::new(&file("Assets/Main.mixer", &documents))
}

fn mixers(fixture: &Fixture) -> (Vec<Mixer>, Vec<String>) {
    let engine = engine(fixture);
    let reading = engine.as_mixers().unwrap().mixers(&Context::unbounded()).unwrap();
    (reading.value, reading.diagnostics)
}

fn snapshot(fixture: &Fixture, name: Option<&str>) -> Result<MixerSnapshot, EngineError> {
    let engine = engine(fixture);
    let mixers = engine.as_mixers().unwrap();
    let read = mixers.mixer_snapshot("Assets/Main.mixer", name, &Context::unbounded());
    read.map(|reading| reading.value)
}

#[test]
fn a_mixer_is_a_tree_of_groups() {
    let (mixers, diagnostics) = mixers(&project());
    let [mixer] = mixers.as_slice() else { panic!("{mixers:?}") };
    let groups: Vec<String> = mixer
        .groups
        .iter()
        .map(|group| {
            let effects: Vec<String> = group
                .effects
                .iter()
                .map(|effect| {
                    let off = if effect.bypassed { " off" } else { "" };
                    let to = effect.send_to.as_ref().map(|to| format!(" to {to}"));
                    format!("{}{off}{}", effect.name, to.unwrap_or_default())
                })
                .collect();
            format!("{} [{}]", group.path, effects.join(", "))
        })
        .collect();
    assert_eq!(
        groups,
        [
            "Master [Receive]",
            "Master/Music [Send to Master]",
            "Master/Sfx [Echo off]",
            "Master/Sfx/Steps []"
        ]
    );
    assert!(mixer.groups[2].muted && mixer.groups[1].solo && mixer.groups[1].bypasses_effects);
    assert_eq!(mixer.snapshots, ["Loud", "Quiet"]);
    assert_eq!(mixer.start_snapshot.as_deref(), Some("Quiet"));
    let target = mixer.exposed[0].target.as_ref().unwrap();
    assert_eq!(
        (target.group.as_str(), target.effect.as_deref(), target.name.as_str()),
        ("Master/Sfx", Some("Echo"), "Drymix")
    );
    assert_eq!(mixer.exposed[1].target, None);
    assert_eq!(diagnostics, [""; 0]);
}

#[test]
fn a_snapshot_sets_levels() {
    let start = snapshot(&project(), None).unwrap();
    assert_eq!((start.name.as_str(), start.is_start), ("Quiet", true));
    let volumes: Vec<Option<f64>> = start.groups.iter().map(|group| group.volume_db).collect();
    assert_eq!(volumes, [Some(-20.5), None, None, None]);
    let effects: Vec<_> =
        start.effects.iter().map(|effect| (effect.parameter.name.as_str(), effect.value)).collect();
    assert_eq!(effects, [("Mix Level", Some(-12.0)), ("Drymix", Some(0.7)), ("Delay", None)]);
    let exposed: Vec<_> =
        start.exposed.iter().map(|exposed| (exposed.name.as_str(), exposed.value)).collect();
    assert_eq!(exposed, [("Dry", Some(0.7)), ("Lost", None)]);

    let loud = snapshot(&project(), Some("Loud")).unwrap();
    assert!(!loud.is_start);
    assert_eq!((loud.groups[2].pitch, loud.groups[1].volume_db), (Some(0.5), None));
}

#[test]
fn what_is_not_there_is_said() {
    let error = snapshot(&project(), Some("Dusk")).unwrap_err().to_string();
    assert_eq!(error, "Mixer snapshot 'Dusk' of 'Assets/Main.mixer' does not exist");
    let error = snapshot(&Fixture::new("//- /Assets/a\n"), None).unwrap_err().to_string();
    assert_eq!(error, "Mixer file 'Assets/Main.mixer' does not exist");
}

#[test]
fn a_broken_mixer_takes_nothing_from_the_others() {
    let fixture = project();
    fixture.write("Assets/Bad.mixer", "%YAML 1.1\n--- !u!241 &1\nA:\n  b: {");
    fixture.write("Assets/Odd.mixer", "%YAML 1.1\n--- !u!1 &1\nGameObject:\n  m_Name: a\n");
    let engine = engine(&fixture);
    let read = engine.as_mixers().unwrap().mixers(&Context::unbounded()).unwrap();
    let unread: Vec<String> = read.coverage.unread.iter().map(ToString::to_string).collect();
    assert_eq!((read.value.len(), read.coverage.read), (1, 1));
    assert_eq!(
        unread,
        [
            "'Assets/Bad.mixer', line 4: '{' is not closed",
            "'Assets/Odd.mixer', line 1: it has no AudioMixerController",
        ]
    );
}
