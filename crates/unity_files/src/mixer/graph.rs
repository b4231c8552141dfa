//! A mixer's documents put together: groups with their paths, effects, knobs and snapshots.

use std::collections::{HashMap, HashSet};

use scenewright_engine::EngineError;
use scenewright_model::{MixerEffect, MixerParameter};

use super::super::document::{Document, UnityText};
use super::super::pointer::Pointer;
use super::super::yaml::Value;

const MIXER: u32 = 241;
const GROUP: u32 = 243;
const EFFECT: u32 = 244;
const SNAPSHOT: u32 = 245;

/// Unity's own window is unusable long before; paths of a hostile chain would be quadratic.
const MAX_DEPTH: usize = 64;

#[derive(Default)]
pub(super) struct Graph {
    pub(super) name: String,
    /// A group stands before its children.
    pub(super) groups: Vec<Group>,
    /// In the mixer's order.
    pub(super) snapshots: Vec<Snapshot>,
    start: i64,
    /// Names and guids.
    pub(super) exposed: Vec<(String, String)>,
    knobs: HashMap<String, MixerParameter>,
    /// The group that each effect is in, for sends.
    homes: HashMap<i64, String>,
}

pub(super) struct Group {
    pub(super) path: String,
    pub(super) effects: Vec<Effect>,
    pub(super) volume: String,
    pub(super) pitch: String,
    pub(super) muted: bool,
    pub(super) solo: bool,
    pub(super) bypasses_effects: bool,
}

pub(super) struct Effect {
    id: i64,
    name: String,
    bypassed: bool,
    send_to: i64,
    /// Names and guids of its parameters.
    pub(super) knobs: Vec<(String, String)>,
}

pub(super) struct Snapshot {
    pub(super) id: i64,
    pub(super) name: String,
    /// By the knob's guid.
    pub(super) values: HashMap<String, f64>,
}

impl Graph {
    pub(super) fn read(text: &UnityText) -> Result<Graph, EngineError> {
        let documents = text.documents()?;
        let of_class = |class: u32| documents.iter().filter(move |found| found.class == class);
        let Some(mixer) = of_class(MIXER).next() else {
            let reason = "it holds no AudioMixerController".to_owned();
            return Err(EngineError::Malformed { path: text.path.clone(), line: 1, reason });
        };
        let fields = mixer.fields()?;
        let by_id: HashMap<i64, &Document<'_>> =
            documents.iter().map(|document| (document.id, document)).collect();
        let mut graph = Graph {
            name: word(&fields, "m_Name"),
            start: target(&fields, "m_StartSnapshot"),
            exposed: items(&fields, "m_ExposedParameters")
                .iter()
                .map(|item| (word(item, "name"), word(item, "guid")))
                .collect(),
            ..Graph::default()
        };
        graph.add_groups(target(&fields, "m_MasterGroup"), &by_id)?;
        for id in pointers(&fields, "m_Snapshots") {
            if let Some(document) = by_id.get(&id).filter(|found| found.class == SNAPSHOT) {
                graph.snapshots.push(snapshot(document)?);
            }
        }
        graph.name_knobs();
        Ok(graph)
    }

    pub(super) fn start(&self) -> Option<&Snapshot> {
        self.snapshots.iter().find(|snapshot| snapshot.id == self.start)
    }

    pub(super) fn knob(&self, guid: &str) -> Option<MixerParameter> {
        self.knobs.get(guid).cloned()
    }

    pub(super) fn effect(&self, effect: &Effect) -> MixerEffect {
        MixerEffect {
            name: effect.name.clone(),
            bypassed: effect.bypassed,
            send_to: self.homes.get(&effect.send_to).cloned(),
        }
    }

    /// From the master group down, each group once.
    fn add_groups(
        &mut self,
        master: i64,
        by_id: &HashMap<i64, &Document<'_>>,
    ) -> Result<(), EngineError> {
        let mut seen = HashSet::new();
        let mut open = vec![(master, String::new(), 0)];
        while let Some((id, above, depth)) = open.pop() {
            let Some(document) = by_id.get(&id).filter(|found| found.class == GROUP) else {
                continue;
            };
            if depth == MAX_DEPTH || !seen.insert(id) {
                continue;
            }
            let fields = document.fields()?;
            let group = group(&fields, &above, by_id)?;
            let children: Vec<i64> = pointers(&fields, "m_Children").collect();
            let below = children.into_iter().rev();
            open.extend(below.map(|child| (child, group.path.clone(), depth + 1)));
            self.groups.push(group);
        }
        Ok(())
    }

    fn name_knobs(&mut self) {
        for group in &self.groups {
            let own = [("Volume", &group.volume), ("Pitch", &group.pitch)];
            let own = own.map(|(name, guid)| (None, name, guid)).into_iter();
            let effects = group.effects.iter().flat_map(|effect| {
                let knobs = effect.knobs.iter();
                knobs.map(|(name, guid)| (Some(effect.name.clone()), name.as_str(), guid))
            });
            for (effect, name, guid) in own.chain(effects) {
                let (group, name) = (group.path.clone(), name.to_owned());
                let knob = MixerParameter { group, effect, name };
                self.knobs.entry(guid.clone()).or_insert(knob);
            }
            for effect in &group.effects {
                self.homes.insert(effect.id, group.path.clone());
            }
        }
    }
}

fn group(
    fields: &Value<'_>,
    above: &str,
    by_id: &HashMap<i64, &Document<'_>>,
) -> Result<Group, EngineError> {
    let name = word(fields, "m_Name");
    let effects = pointers(fields, "m_Effects")
        .filter_map(|id| by_id.get(&id).filter(|found| found.class == EFFECT))
        .map(|document| effect(document))
        .collect::<Result<_, _>>()?;
    Ok(Group {
        path: if above.is_empty() { name } else { format!("{above}/{name}") },
        effects,
        volume: word(fields, "m_Volume"),
        pitch: word(fields, "m_Pitch"),
        muted: is_on(fields, "m_Mute"),
        solo: is_on(fields, "m_Solo"),
        bypasses_effects: is_on(fields, "m_BypassEffects"),
    })
}

fn effect(document: &Document<'_>) -> Result<Effect, EngineError> {
    let fields = document.fields()?;
    let parameters = items(&fields, "m_Parameters").iter();
    let mut knobs: Vec<(String, String)> =
        parameters.map(|item| (word(item, "m_ParameterName"), word(item, "m_GUID"))).collect();
    // Only a Send and an effect with a wet mix listen to it; every effect has the guid.
    let send_to = target(&fields, "m_SendTarget");
    if send_to != 0 || is_on(&fields, "m_EnableWetMix") {
        knobs.push(("Mix Level".to_owned(), word(&fields, "m_MixLevel")));
    }
    Ok(Effect {
        id: document.id,
        name: word(&fields, "m_EffectName"),
        bypassed: is_on(&fields, "m_Bypass"),
        send_to,
        knobs,
    })
}

fn snapshot(document: &Document<'_>) -> Result<Snapshot, EngineError> {
    let fields = document.fields()?;
    let values = fields.get("m_FloatValues").map(Value::entries).unwrap_or_default();
    let number = |(guid, value): &(&str, Value<'_>)| {
        let number: f64 = value.text().parse().ok()?;
        number.is_finite().then(|| ((*guid).to_owned(), number))
    };
    Ok(Snapshot {
        id: document.id,
        name: word(&fields, "m_Name"),
        values: values.iter().filter_map(number).collect(),
    })
}

fn word(fields: &Value<'_>, key: &str) -> String {
    fields.get(key).map(|value| value.text().into_owned()).unwrap_or_default()
}

fn is_on(fields: &Value<'_>, key: &str) -> bool {
    fields.get(key).is_some_and(|value| value.text() == "1")
}

fn items<'v, 'a>(fields: &'v Value<'a>, key: &str) -> &'v [Value<'a>] {
    fields.get(key).map(Value::items).unwrap_or_default()
}

fn target(fields: &Value<'_>, key: &str) -> i64 {
    fields.get(key).and_then(Pointer::from_value).map_or(0, |pointer| pointer.file_id)
}

fn pointers<'v>(fields: &'v Value<'_>, key: &str) -> impl Iterator<Item = i64> + 'v {
    items(fields, key).iter().filter_map(Pointer::from_value).map(|pointer| pointer.file_id)
}
