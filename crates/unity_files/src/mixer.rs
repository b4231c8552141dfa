//! Audio mixers: `.mixer` files. Groups and effects name their parameters by guid; a snapshot holds
//! a number for each parameter that was ever changed.

mod graph;

use scenewright_engine::{Context, EngineError, ReadResult, Reading, Subject};
use scenewright_model::{
    Coverage, EffectValue, ExposedParameter, ExposedValue, GroupLevels, Mixer, MixerGroup,
    MixerSnapshot, UnreadFile,
};

use super::document::UnityText;
use super::guids::extension_of;
use graph::{GraphSnapshot, MixerGraph};
use scenewright_project_files::root::{FileListing, ProjectRoot};

const MIXER_FILE: Subject = Subject::MixerFile;

pub(crate) fn list(root: &ProjectRoot, cx: &Context) -> ReadResult<Vec<Mixer>> {
    let is_mixer = |name: &str| extension_of(name) == Some("mixer");
    let mut listing = root.list_files("Assets", is_mixer, cx)?;
    listing.extend(root.list_files("Packages", is_mixer, cx)?);
    let FileListing { paths, unread } = listing;
    let (mut mixers, mut coverage) = (Vec::new(), Coverage { unread, ..Coverage::default() });
    for path in paths {
        cx.check()?;
        match text(root, &path).and_then(|text| Ok(mixer(&path, &MixerGraph::read(&text)?))) {
            Ok(mixer) => mixers.push(mixer),
            Err(error) => {
                let reason = error.into_unread_reason();
                coverage.unread.extend(reason.map(|reason| UnreadFile::new(path, reason)));
            }
        }
    }
    coverage.read = mixers.len();
    Ok(Reading { coverage, ..Reading::from_files(mixers) })
}

pub(crate) fn snapshot(
    root: &ProjectRoot,
    path: &str,
    name: Option<&str>,
    cx: &Context,
) -> ReadResult<MixerSnapshot> {
    cx.check()?;
    let path = root.to_relative(path)?;
    if extension_of(&path) != Some("mixer") {
        return Err(EngineError::NotFound { what: MIXER_FILE, path });
    }
    let text = text(root, &path)?;
    let graph = MixerGraph::read(&text)?;
    let found = match name {
        Some(name) => graph.snapshots.iter().find(|snapshot| snapshot.name == name),
        None => graph.start_snapshot().or_else(|| graph.snapshots.first()),
    };
    let Some(found) = found else {
        let path = match name {
            Some(name) => format!("{name}' of '{path}"),
            None => path,
        };
        return Err(EngineError::NotFound { what: Subject::MixerSnapshot, path });
    };
    Ok(Reading::from_files(snapshot_levels(path, &graph, found)))
}

fn text(root: &ProjectRoot, path: &str) -> std::result::Result<UnityText, EngineError> {
    UnityText::new(path, root.read(MIXER_FILE, path)?)
}

fn mixer(path: &str, graph: &MixerGraph) -> Mixer {
    let group = |group: &graph::GraphGroup| MixerGroup {
        path: group.path.clone(),
        effects: group.effects.iter().map(|effect| graph.to_model_effect(effect)).collect(),
        muted: group.muted,
        solo: group.solo,
        bypasses_effects: group.bypasses_effects,
    };
    let exposed = |(name, guid): &(String, String)| ExposedParameter {
        name: name.clone(),
        guid: guid.clone(),
        target: graph.parameter(guid),
    };
    Mixer {
        path: path.to_owned(),
        name: graph.name.clone(),
        groups: graph.groups.iter().map(group).collect(),
        snapshots: graph.snapshots.iter().map(|snapshot| snapshot.name.clone()).collect(),
        start_snapshot: graph.start_snapshot().map(|snapshot| snapshot.name.clone()),
        exposed: graph.exposed.iter().map(exposed).collect(),
    }
}

fn snapshot_levels(path: String, graph: &MixerGraph, snapshot: &GraphSnapshot) -> MixerSnapshot {
    let value = |guid: &str| snapshot.values.get(guid).copied();
    let group = |group: &graph::GraphGroup| GroupLevels {
        path: group.path.clone(),
        volume_db: value(&group.volume),
        pitch: value(&group.pitch),
    };
    let effects = graph.groups.iter().flat_map(|group| &group.effects);
    let parameters = effects.flat_map(|effect| &effect.parameters);
    MixerSnapshot {
        mixer_path: path,
        name: snapshot.name.clone(),
        is_start: graph.start_snapshot().is_some_and(|start| start.id == snapshot.id),
        groups: graph.groups.iter().map(group).collect(),
        effects: parameters
            .filter_map(|(_, guid)| {
                Some(EffectValue { parameter: graph.parameter(guid)?, value: value(guid) })
            })
            .collect(),
        exposed: graph
            .exposed
            .iter()
            .map(|(name, guid)| ExposedValue {
                name: name.clone(),
                target: graph.parameter(guid),
                value: value(guid),
            })
            .collect(),
    }
}
