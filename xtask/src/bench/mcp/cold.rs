//! From starting a process to its list of tools over stdio, and what that list costs a model.

use std::time::{Duration, Instant};

use serde_json::Value;

use super::super::running::Running;
use super::super::stats::Samples;
use super::client;
use super::servers::{OURS, Server};
use crate::Result;

pub(super) const RUNS: usize = 10;

/// All starts of one server.
pub(super) struct Starts {
    pub(super) server: &'static str,
    pub(super) times: Samples,
    /// The most that one of them held when it had answered.
    pub(super) memory: Option<u64>,
}

struct Start {
    time: Duration,
    memory: Option<u64>,
    list: Vec<u8>,
}

/// The starts, taken in turns, and the tokens of our list.
pub(super) fn measure(servers: &mut [Server]) -> Result<(Vec<Starts>, usize)> {
    let mut all: Vec<Vec<Start>> = servers.iter().map(|_| Vec::new()).collect();
    for _ in 0..RUNS {
        for (server, starts) in servers.iter_mut().zip(&mut all) {
            starts.push(start(server)?);
        }
    }
    let ours = servers.iter().position(|server| server.name == OURS);
    let list = ours.and_then(|at| all[at].first()).ok_or("nothing of ours was started")?;
    let tokens = tokens(&list.list)?;
    let starts = servers.iter().zip(all).map(|(server, starts)| Starts {
        server: server.name,
        memory: starts.iter().filter_map(|start| start.memory).max(),
        times: Samples::new(starts.iter().map(|start| start.time).collect()),
    });
    Ok((starts.collect(), tokens))
}

fn start(server: &mut Server) -> Result<Start> {
    let begin = Instant::now();
    let (running, mut link) = Running::over_stdio(&mut server.cold)?;
    let list = client::list_tools(&mut link)?;
    Ok(Start { time: begin.elapsed(), memory: running.resident_memory(), list })
}

/// Of the tools alone: that is what a client hands to the model.
fn tokens(answer: &[u8]) -> Result<usize> {
    let answer: Value = serde_json::from_slice(answer)?;
    let tools = answer["result"]["tools"].to_string();
    Ok(tiktoken_rs::o200k_base()?.encode_ordinary(&tools).len())
}
