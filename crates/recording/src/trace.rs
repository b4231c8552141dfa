//! Compares runs of the same recording: the hashes of all transforms at each tick.

use std::collections::{BTreeMap, HashMap, HashSet};

use scenewright_model::{GameTrace, TracedNodes, TracedTick};

/// A node that was not the same in all runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeDifference {
    /// The first tick at which it differs.
    pub tick: u64,
    pub node: String,
    pub script: String,
    /// It exists in some of the runs only.
    pub exists_in_some: bool,
}

/// What in a script makes a game differ from run to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    OwnGenerator,
    Randomize,
    Threads,
    Audio,
    Clock,
    Network,
    FrameRate,
}

impl Cause {
    pub fn describe(self) -> &'static str {
        match self {
            Cause::OwnGenerator => {
                "a RandomNumberGenerator seeds itself from the clock; the remedy seedGenerators seeds those in members of nodes"
            }
            Cause::Randomize => {
                "randomize() seeds from the clock; the remedy seedEachTick makes it the same again from the next tick on"
            }
            Cause::Threads => {
                "threads are done at another tick in each run; wait with `until`, not with a number of ticks"
            }
            Cause::Audio => "audio runs in real time; the remedy movie lets it run in game time",
            Cause::Clock => "it reads the clock; there is no remedy",
            Cause::Network => "the network answers at another tick in each run; wait with `until`",
            Cause::FrameRate => "the frame rate depends on the machine; there is no remedy",
        }
    }
}

const WORDS: [(&str, Cause); 18] = [
    ("RandomNumberGenerator", Cause::OwnGenerator),
    ("randomize(", Cause::Randomize),
    ("Thread.new", Cause::Threads),
    ("WorkerThreadPool", Cause::Threads),
    ("load_threaded_", Cause::Threads),
    ("AudioStreamPlayer", Cause::Audio),
    ("get_playback_position", Cause::Audio),
    ("AudioServer", Cause::Audio),
    (".finished", Cause::Audio),
    ("Time.get_", Cause::Clock),
    ("OS.get_ticks", Cause::Clock),
    ("OS.delay_", Cause::Clock),
    ("HTTPRequest", Cause::Network),
    ("HTTPClient", Cause::Network),
    ("StreamPeer", Cause::Network),
    ("WebSocketPeer", Cause::Network),
    ("get_frames_per_second", Cause::FrameRate),
    ("Performance.get_monitor", Cause::FrameRate),
];

/// The causes that a GDScript names, with the first line of each.
pub fn causes_in(source: &str) -> Vec<(Cause, usize)> {
    let mut causes = BTreeMap::new();
    for (number, line) in (1..).zip(source.lines()) {
        let code = line.split('#').next().unwrap_or_default();
        for (_, cause) in WORDS.iter().filter(|(word, _)| code.contains(word)) {
            causes.entry(*cause).or_insert(number);
        }
    }
    causes.into_iter().collect()
}

/// The nodes that differ, by the first tick at which they do. A node below one that appears in some runs only is left
/// out: its parent says it all.
pub fn first_differences(traces: &[GameTrace]) -> Vec<NodeDifference> {
    let Some((first, others)) = traces.split_first() else { return Vec::new() };
    let mut found: HashMap<&str, NodeDifference> = HashMap::new();
    for other in others {
        for (a, b) in first.ticks.iter().zip(&other.ticks) {
            // Runs whose ticks are not the same cannot be compared further.
            if a.tick != b.tick {
                break;
            }
            for difference in tick_differences(first, a, other, b) {
                let known = found.entry(difference.0).or_insert_with(|| difference.1.clone());
                if difference.1.tick < known.tick {
                    *known = difference.1;
                }
            }
        }
    }
    let mut differences: Vec<NodeDifference> = found.into_values().collect();
    let absent: HashSet<String> = differences
        .iter()
        .filter(|difference| difference.exists_in_some)
        .map(|difference| difference.node.clone())
        .collect();
    let is_below =
        |path: &str| path.match_indices('/').any(|(at, _)| at > 0 && absent.contains(&path[..at]));
    differences.retain(|difference| !is_below(&difference.node));
    differences.sort_by(|a, b| (a.tick, &a.node).cmp(&(b.tick, &b.node)));
    differences
}

fn tick_differences<'t>(
    first: &'t GameTrace,
    a: &'t TracedTick,
    other: &'t GameTrace,
    b: &'t TracedTick,
) -> Vec<(&'t str, NodeDifference)> {
    let (Some(nodes), Some(other_nodes)) = (first.lists.get(a.list), other.lists.get(b.list))
    else {
        return Vec::new();
    };
    if a.hashes == b.hashes && nodes.paths == other_nodes.paths {
        return Vec::new();
    }
    let by_path =
        |list: &'t TracedNodes, tick: &'t TracedTick| -> HashMap<&'t str, (i32, &'t str)> {
            let scripts = list.scripts.iter().map(String::as_str);
            let values = tick.hashes.iter().copied().zip(scripts);
            list.paths.iter().map(String::as_str).zip(values).collect()
        };
    let (left, right) = (by_path(nodes, a), by_path(other_nodes, b));
    let difference = |node: &'t str, script: &str, exists_in_some| {
        let (tick, script) = (a.tick, script.to_owned());
        (node, NodeDifference { tick, node: node.to_owned(), script, exists_in_some })
    };
    let mut differences = Vec::new();
    for (node, (hash, script)) in &left {
        match right.get(node) {
            Some((other, _)) if other == hash => {}
            Some(_) => differences.push(difference(node, script, false)),
            None => differences.push(difference(node, script, true)),
        }
    }
    let only_right = right.iter().filter(|(node, _)| !left.contains_key(*node));
    differences.extend(only_right.map(|(node, (_, script))| difference(node, script, true)));
    differences
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trace(rows: &[(&[&str], &[i32])]) -> GameTrace {
        let list = |paths: &&[&str]| TracedNodes {
            paths: paths.iter().map(|path| (*path).to_owned()).collect(),
            scripts: paths.iter().map(|_| "res://a.gd".to_owned()).collect(),
        };
        let tick = |(at, (_, hashes)): (usize, &(_, &[i32]))| TracedTick {
            tick: at as u64 + 1,
            list: at,
            hashes: hashes.to_vec(),
        };
        GameTrace {
            lists: rows.iter().map(|(paths, _)| list(paths)).collect(),
            ticks: rows.iter().enumerate().map(tick).collect(),
            left_out: 0,
        }
    }

    #[test]
    fn each_node_is_named_with_its_first_tick() {
        let first = trace(&[(&["/a", "/b"], &[1, 1]), (&["/a", "/b"], &[2, 2])]);
        assert_eq!(first_differences(&[first.clone(), first.clone()]), []);
        let moved = trace(&[(&["/a", "/b"], &[1, 1]), (&["/a", "/b"], &[2, 3])]);
        let grown =
            trace(&[(&["/a", "/b"], &[1, 1]), (&["/a", "/b", "/c", "/c/d"], &[2, 2, 5, 5])]);
        let show = |traces: &[GameTrace]| -> Vec<String> {
            let line =
                |it: NodeDifference| format!("{} {} {}", it.tick, it.node, it.exists_in_some);
            first_differences(traces).into_iter().map(line).collect()
        };
        assert_eq!(show(&[first.clone(), first.clone(), moved]), ["2 /b false"]);
        assert_eq!(show(&[first, grown]), ["2 /c true"]);
    }

    #[test]
    fn causes_are_named_once_and_not_in_comments() {
        let source = "var rng = RandomNumberGenerator.new()\n# randomize()\nrandomize()\nrng = RandomNumberGenerator.new()\n";
        assert_eq!(causes_in(source), [(Cause::OwnGenerator, 1), (Cause::Randomize, 3)]);
    }
}
