//! Builds a mixer from its documents: groups with their paths, effects, parameters and snapshots.

use std::collections::{HashMap, HashSet};

use scenewright_engine::EngineError;
use scenewright_model::{MixerEffect, MixerParameter};

use super::super::document::{UnityDocument, UnityText};
use super::super::pointer::Pointer;
use super::super::yaml::YamlValue;

const MIXER_CLASS_ID: u32 = 241;
const GROUP_CLASS_ID: u32 = 243;
const EFFECT_CLASS_ID: u32 = 244;
const SNAPSHOT_CLASS_ID: u32 = 245;

/// Unity's mixer window is unusable long before this; the paths of a hostile chain would grow
/// quadratically.
const MAX_GROUP_DEPTH: usize = 64;

#[derive(Default)]
pub(super) struct MixerGraph {
    pub(super) name: String,
    /// A group comes before its children.
    pub(super) groups: Vec<GraphGroup>,
    /// In the mixer's order.
    pub(super) snapshots: Vec<GraphSnapshot>,
    start: i64,
    /// Names and guids.
    pub(super) exposed: Vec<(String, String)>,
    parameters: HashMap<String, MixerParameter>,
    /// The group that each effect is in; sends name their target by effect.
    effect_groups: HashMap<i64, String>,
}

pub(super) struct GraphGroup {
    pub(super) path: String,
    pub(super) effects: Vec<GraphEffect>,
    pub(super) volume: String,
    pub(super) pitch: String,
    pub(super) muted: bool,
    pub(super) solo: bool,
    pub(super) bypasses_effects: bool,
}

pub(super) struct GraphEffect {
    id: i64,
    name: String,
    bypassed: bool,
    send_to: i64,
    /// Names and guids of its parameters.
    pub(super) parameters: Vec<(String, String)>,
}

pub(super) struct GraphSnapshot {
    pub(super) id: i64,
    pub(super) name: String,
    /// By the parameter's guid.
    pub(super) values: HashMap<String, f64>,
}

impl MixerGraph {
    pub(super) fn read(text: &UnityText) -> Result<MixerGraph, EngineError> {
        let documents = text.documents()?;
        let of_class = |class: u32| documents.iter().filter(move |found| found.class == class);
        let Some(mixer) = of_class(MIXER_CLASS_ID).next() else {
            let reason = "it has no AudioMixerController".to_owned();
            return Err(EngineError::Malformed { path: text.path.clone(), line: 1, reason });
        };
        let fields = mixer.fields()?;
        let by_id: HashMap<i64, &UnityDocument<'_>> =
            documents.iter().map(|document| (document.id, document)).collect();
        let mut graph = MixerGraph {
            name: text_field(&fields, "m_Name"),
            start: pointer_field(&fields, "m_StartSnapshot"),
            exposed: items(&fields, "m_ExposedParameters")
                .iter()
                .map(|item| (text_field(item, "name"), text_field(item, "guid")))
                .collect(),
            ..MixerGraph::default()
        };
        graph.add_groups(pointer_field(&fields, "m_MasterGroup"), &by_id)?;
        for id in pointer_list(&fields, "m_Snapshots") {
            if let Some(document) = by_id.get(&id).filter(|found| found.class == SNAPSHOT_CLASS_ID)
            {
                graph.snapshots.push(snapshot(document)?);
            }
        }
        graph.name_parameters();
        Ok(graph)
    }

    pub(super) fn start_snapshot(&self) -> Option<&GraphSnapshot> {
        self.snapshots.iter().find(|snapshot| snapshot.id == self.start)
    }

    pub(super) fn parameter(&self, guid: &str) -> Option<MixerParameter> {
        self.parameters.get(guid).cloned()
    }

    pub(super) fn to_model_effect(&self, effect: &GraphEffect) -> MixerEffect {
        MixerEffect {
            name: effect.name.clone(),
            bypassed: effect.bypassed,
            send_to: self.effect_groups.get(&effect.send_to).cloned(),
        }
    }

    /// From the master group down, each group once.
    fn add_groups(
        &mut self,
        master: i64,
        by_id: &HashMap<i64, &UnityDocument<'_>>,
    ) -> Result<(), EngineError> {
        let mut seen = HashSet::new();
        let mut open = vec![(master, String::new(), 0)];
        while let Some((id, above, depth)) = open.pop() {
            let Some(document) = by_id.get(&id).filter(|found| found.class == GROUP_CLASS_ID)
            else {
                continue;
            };
            if depth == MAX_GROUP_DEPTH || !seen.insert(id) {
                continue;
            }
            let fields = document.fields()?;
            let group = group(&fields, &above, by_id)?;
            let children: Vec<i64> = pointer_list(&fields, "m_Children").collect();
            let below = children.into_iter().rev();
            open.extend(below.map(|child| (child, group.path.clone(), depth + 1)));
            self.groups.push(group);
        }
        Ok(())
    }

    fn name_parameters(&mut self) {
        for group in &self.groups {
            let own = [("Volume", &group.volume), ("Pitch", &group.pitch)];
            let own = own.map(|(name, guid)| (None, name, guid)).into_iter();
            let effects = group.effects.iter().flat_map(|effect| {
                let parameters = effect.parameters.iter();
                parameters.map(|(name, guid)| (Some(effect.name.clone()), name.as_str(), guid))
            });
            for (effect, name, guid) in own.chain(effects) {
                let (group, name) = (group.path.clone(), name.to_owned());
                let parameter = MixerParameter { group, effect, name };
                self.parameters.entry(guid.clone()).or_insert(parameter);
            }
            for effect in &group.effects {
                self.effect_groups.insert(effect.id, group.path.clone());
            }
        }
    }
}

fn group(
    fields: &YamlValue<'_>,
    above: &str,
    by_id: &HashMap<i64, &UnityDocument<'_>>,
) -> Result<GraphGroup, EngineError> {
    let name = text_field(fields, "m_Name");
    let effects = pointer_list(fields, "m_Effects")
        .filter_map(|id| by_id.get(&id).filter(|found| found.class == EFFECT_CLASS_ID))
        .map(|document| effect(document))
        .collect::<Result<_, _>>()?;
    Ok(GraphGroup {
        path: if above.is_empty() { name } else { format!("{above}/{name}") },
        effects,
        volume: text_field(fields, "m_Volume"),
        pitch: text_field(fields, "m_Pitch"),
        muted: bool_field(fields, "m_Mute"),
        solo: bool_field(fields, "m_Solo"),
        bypasses_effects: bool_field(fields, "m_BypassEffects"),
    })
}

fn effect(document: &UnityDocument<'_>) -> Result<GraphEffect, EngineError> {
    let fields = document.fields()?;
    let listed = items(&fields, "m_Parameters").iter();
    let mut parameters: Vec<(String, String)> = listed
        .map(|item| (text_field(item, "m_ParameterName"), text_field(item, "m_GUID")))
        .collect();
    // Only a Send and an effect with a wet mix use it; every effect has the guid.
    let send_to = pointer_field(&fields, "m_SendTarget");
    if send_to != 0 || bool_field(&fields, "m_EnableWetMix") {
        parameters.push(("Mix Level".to_owned(), text_field(&fields, "m_MixLevel")));
    }
    Ok(GraphEffect {
        id: document.id,
        name: text_field(&fields, "m_EffectName"),
        bypassed: bool_field(&fields, "m_Bypass"),
        send_to,
        parameters,
    })
}

fn snapshot(document: &UnityDocument<'_>) -> Result<GraphSnapshot, EngineError> {
    let fields = document.fields()?;
    let values = fields.get("m_FloatValues").map(YamlValue::entries).unwrap_or_default();
    let number = |(guid, value): &(&str, YamlValue<'_>)| {
        let number: f64 = value.text().parse().ok()?;
        number.is_finite().then(|| ((*guid).to_owned(), number))
    };
    Ok(GraphSnapshot {
        id: document.id,
        name: text_field(&fields, "m_Name"),
        values: values.iter().filter_map(number).collect(),
    })
}

fn text_field(fields: &YamlValue<'_>, key: &str) -> String {
    fields.get(key).map(|value| value.text().into_owned()).unwrap_or_default()
}

fn bool_field(fields: &YamlValue<'_>, key: &str) -> bool {
    fields.get(key).is_some_and(|value| value.text() == "1")
}

fn items<'v, 'a>(fields: &'v YamlValue<'a>, key: &str) -> &'v [YamlValue<'a>] {
    fields.get(key).map(YamlValue::items).unwrap_or_default()
}

fn pointer_field(fields: &YamlValue<'_>, key: &str) -> i64 {
    fields.get(key).and_then(Pointer::from_value).map_or(0, |pointer| pointer.file_id)
}

fn pointer_list<'v>(fields: &'v YamlValue<'_>, key: &str) -> impl Iterator<Item = i64> + 'v {
    items(fields, key).iter().filter_map(Pointer::from_value).map(|pointer| pointer.file_id)
}
