//! Calls per second and their latencies, over every transport that answers them.

use super::echo::Echo;
use super::http::Http;
use super::load::{self, Load};
use super::program::Program;
use super::request::{HEALTH, HIERARCHY, Request};
use super::running::Running;
use super::stats::{ratio, time};
use super::table::Table;
use crate::Result;

const IN_FLIGHT: u64 = 32;
const CONNECTIONS: usize = 8;

/// The floor in each of the shapes that the calls are made in.
struct Floor {
    one: Load,
    in_flight: Load,
    connections: Load,
}

struct Measured {
    name: String,
    load: Load,
    shape: fn(&Floor) -> &Load,
}

pub(super) fn run(program: &Program) -> Result {
    let before = Floor::measure()?;
    let mut measured = Vec::new();
    for request in [HEALTH, HIERARCHY] {
        measured.extend(over_stdio(program, &request)?);
        measured.extend(over_http(program, &request)?);
    }
    // A floor is a minimum: a busy moment must not raise it.
    let floor = before.better(Floor::measure()?);
    print(&floor, &measured);
    Ok(())
}

impl Floor {
    fn measure() -> Result<Floor> {
        let echo = Echo::start()?;
        let links = (0..CONNECTIONS).map(|_| echo.link());
        Ok(Floor {
            one: load::one(&mut echo.link()?, &HEALTH, 1)?,
            in_flight: load::one(&mut echo.link()?, &HEALTH, IN_FLIGHT)?,
            connections: load::several(links.collect::<Result<_>>()?, &HEALTH)?,
        })
    }

    fn better(self, other: Floor) -> Floor {
        Floor {
            one: self.one.better(other.one),
            in_flight: self.in_flight.better(other.in_flight),
            connections: self.connections.better(other.connections),
        }
    }
}

fn over_stdio(program: &Program, request: &Request) -> Result<[Measured; 2]> {
    let mut command = program.stdio(&program.sample("unity"))?;
    let (_running, mut link) = Running::over_stdio(&mut command)?;
    let one = Measured {
        name: format!("{}, stdio, 1 in flight", request.tool),
        load: load::one(&mut link, request, 1)?,
        shape: |floor| &floor.one,
    };
    let several = Measured {
        name: format!("{}, stdio, {IN_FLIGHT} in flight", request.tool),
        load: load::one(&mut link, request, IN_FLIGHT)?,
        shape: |floor| &floor.in_flight,
    };
    Ok([one, several])
}

fn over_http(program: &Program, request: &Request) -> Result<[Measured; 2]> {
    let server = Running::server(&mut program.serve(&program.sample("unity"))?)?;
    let authority = authority(&server.first_line)?;
    let connect = || Http::connect(authority, "/editor", "Accept: application/json\r\n");
    let one = Measured {
        name: format!("{}, HTTP, 1 connection", request.tool),
        load: load::one(&mut connect()?, request, 1)?,
        shape: |floor| &floor.one,
    };
    let links = (0..CONNECTIONS).map(|_| connect());
    let several = Measured {
        name: format!("{}, HTTP, {CONNECTIONS} connections", request.tool),
        load: load::several(links.collect::<Result<_>>()?, request)?,
        shape: |floor| &floor.connections,
    };
    Ok([one, several])
}

/// `127.0.0.1:PORT` out of a line that has its URL somewhere.
pub(super) fn authority(line: &str) -> Result<&str> {
    let url = line.split_once("http://").map(|(_, rest)| rest);
    let end = |rest: &str| rest.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == ':'));
    match url.map(|rest| &rest[..end(rest).unwrap_or(rest.len())]) {
        Some(authority) if authority.contains(':') => Ok(authority),
        _ => Err(format!("`serve` does not say where it listens: {line:?}").into()),
    }
}

fn print(floor: &Floor, measured: &[Measured]) {
    let mut table = Table::new(["calls, 2 s each", "calls/s", "p50", "p99", "× floor"]);
    for (shape, load) in [
        ("1 in flight".to_owned(), &floor.one),
        (format!("{IN_FLIGHT} in flight"), &floor.in_flight),
        (format!("{CONNECTIONS} connections"), &floor.connections),
    ] {
        table.row(row(format!("floor: loopback echo, {shape}"), load, load));
    }
    for Measured { name, load, shape } in measured {
        table.row(row(name.clone(), load, shape(floor)));
    }
    table.print();
    println!(
        "× floor: the time of one call, by calls/s, beside the echo of the same shape \
         (measured before and after, the better counts)"
    );
}

fn row(name: String, load: &Load, floor: &Load) -> [String; 5] {
    [
        name,
        format!("{:.0}", load.per_second),
        time(load.samples.median()),
        time(load.samples.percentile(99)),
        ratio(load.time_per_call(), floor.time_per_call()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_address_in_the_first_line() {
        for line in [
            "http://127.0.0.1:4711\n",
            "Listening on http://127.0.0.1:4711 (sample)\n",
            "http://127.0.0.1:4711/mcp\n",
        ] {
            assert_eq!(authority(line).unwrap(), "127.0.0.1:4711");
        }
        assert!(authority("").is_err());
        assert!(authority("http://localhost").is_err());
    }
}
