//! Load on all servers in turns, so that a busy moment of the machine falls on all of them.

use super::super::calls::authority;
use super::super::echo::Echo;
use super::super::load::{self, Load};
use super::super::running::Running;
use super::client::{self, Call, Client, Era};
use super::servers::{ECHO, FLOOR, Server};
use crate::Result;

pub(super) const ROUNDS: usize = 3;
pub(super) const IN_FLIGHT: usize = 32;

/// All rounds of one call at one server.
pub(super) struct Series {
    pub(super) server: &'static str,
    pub(super) call: Call,
    pub(super) alone: Vec<Load>,
    pub(super) many: Vec<Load>,
}

impl Series {
    pub(super) fn name(&self) -> String {
        let era = match self.call.era {
            Era::Session => "",
            Era::Stateless => ", stateless",
        };
        format!("{}: {}{era}", self.server, self.call.tool)
    }
}

/// What a process held after the load.
pub(super) struct Memory {
    pub(super) server: &'static str,
    pub(super) loaded: Option<u64>,
}

pub(super) type Measured = (Vec<Series>, Vec<Memory>);

pub(super) fn over_stdio(servers: &mut [Server]) -> Result<Measured> {
    let mut running = Vec::new();
    for server in servers {
        let (process, mut link) = Running::over_stdio(&mut server.stdio)?;
        client::list_tools(&mut link)?;
        running.push((process, link, series(server.name, &server.over_stdio)));
    }
    for _ in 0..ROUNDS {
        for (process, link, series) in &mut running {
            for series in series {
                let call = &series.call;
                series.alone.push(metered(process, || load::one(link, call, 1))?);
                let many = || load::one(link, call, IN_FLIGHT as u64);
                series.many.push(metered(process, many)?);
            }
        }
    }
    let done = running.into_iter().map(|(process, _, series)| (process, series));
    Ok(collect(done))
}

pub(super) fn over_http(servers: &mut [Server]) -> Result<Measured> {
    let mut running = Vec::new();
    for server in servers {
        let started = Running::server(&mut server.http)?;
        let at = authority(&started.first_line)?.to_owned();
        let clients = server.over_http.iter().map(|call| Client::open(&at, call));
        let clients: Vec<Client> = clients.collect::<Result<_>>()?;
        running.push((started, clients, series(server.name, &server.over_http)));
    }
    let echo = Echo::start()?;
    let mut floor = empty(FLOOR, ECHO);
    for _ in 0..ROUNDS {
        floor.alone.push(load::one(&mut echo.link()?, &floor.call, 1)?);
        let links = (0..IN_FLIGHT).map(|_| echo.link()).collect::<Result<_>>()?;
        floor.many.push(load::several(links, &floor.call)?);
        for (started, clients, series) in &mut running {
            let process = &started.running;
            for (client, series) in clients.iter().zip(series) {
                let (call, mut link) = (&series.call, client.link()?);
                series.alone.push(metered(process, || load::one(&mut link, call, 1))?);
                let links = (0..IN_FLIGHT).map(|_| client.link()).collect::<Result<_>>()?;
                series.many.push(metered(process, || load::several(links, call))?);
            }
        }
    }
    let done = running.into_iter().map(|(started, _, series)| (started.running, series));
    let (mut all, memories) = collect(done);
    all.push(floor);
    Ok((all, memories))
}

/// Takes the CPU time of the server, too: it depends less than the rate on what else runs.
fn metered(server: &Running, load: impl FnOnce() -> Result<Load>) -> Result<Load> {
    let before = server.cpu_time();
    let load = load()?;
    let calls = u32::try_from(load.samples.count()).unwrap_or(u32::MAX).max(1);
    let used = before.zip(server.cpu_time());
    Ok(Load { server_cpu: used.map(|(before, after)| (after - before) / calls), ..load })
}

fn series(server: &'static str, calls: &[Call]) -> Vec<Series> {
    calls.iter().map(|call| empty(server, *call)).collect()
}

fn empty(server: &'static str, call: Call) -> Series {
    Series { server, call, alone: vec![], many: vec![] }
}

fn collect(done: impl Iterator<Item = (Running, Vec<Series>)>) -> Measured {
    let (mut all, mut memories) = (Vec::new(), Vec::new());
    for (process, series) in done {
        if let Some(first) = series.first() {
            let loaded = process.resident_memory();
            memories.push(Memory { server: first.server, loaded });
        }
        all.extend(series);
    }
    (all, memories)
}
