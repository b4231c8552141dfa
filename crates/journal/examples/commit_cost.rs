//! What a commit costs beside reading and writing the same file plainly: `commit_cost [MEGABYTES]`.

#![expect(clippy::print_stdout, reason = "tells what was measured")]
#![expect(clippy::unwrap_used, reason = "a measurement that fails is none")]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use scenewright_journal::{Journal, unified_diff};
use scenewright_model::{FileChange, ProjectPath};

const ROUNDS: usize = 9;

fn main() {
    let megabytes: usize = std::env::args().nth(1).map_or(10, |text| text.parse().unwrap());
    let dir = tempfile::tempdir().unwrap();
    let (root, data) = (dir.path().join("game"), dir.path().join("data"));
    fs::create_dir(&root).unwrap();
    let file = root.join("scene.txt");
    let text: String =
        (0..megabytes << 15).map(|n| format!("  member_{n:08}: value {:08}\n", n * 7)).collect();
    let one = text.replace("member_00100000:", "member_of_mine:");
    let ends = format!("first\n{text}last\n");

    report("read", || {}, || drop(fs::read(&file).unwrap()), &file, &text);
    report("write", || {}, || fs::write(&file, &text).unwrap(), &file, &text);
    report("write and fsync", || {}, || durable(&file, &text), &file, &text);
    let journal = Journal::open(&data, &root).unwrap();
    for (name, after) in [("one line", &one), ("first and last", &ends)] {
        let change = [change(&text, after)];
        let put = || fs::write(&file, &text).unwrap();
        let mut last = String::new();
        let commit = || last = journal.commit(&change, name).unwrap().handle;
        report(&format!("commit, {name}"), put, commit, &file, &text);
        let mut undone = false;
        report_once(&format!("undo, {name}"), || undone = journal.undo(&last).is_ok());
        assert!(undone);
        report(&format!("diff, {name}"), || {}, || drop(unified_diff(&change[0])), &file, &text);
    }
    let kept: u64 = walk(&data);
    println!("{:>10} bytes kept for {} commits", kept, ROUNDS * 2);
}

fn change(before: &str, after: &str) -> FileChange {
    let bytes = |text: &str| Some(text.as_bytes().to_vec());
    FileChange {
        path: ProjectPath::from_relative("scene.txt"),
        before: bytes(before),
        after: bytes(after),
    }
}

fn durable(file: &Path, text: &str) {
    let mut file = fs::File::create(file).unwrap();
    file.write_all(text.as_bytes()).unwrap();
    file.sync_all().unwrap();
}

fn report(name: &str, mut before: impl FnMut(), mut act: impl FnMut(), file: &Path, text: &str) {
    fs::write(file, text).unwrap();
    let mut times: Vec<Duration> = (0..ROUNDS)
        .map(|_| {
            before();
            time(&mut act)
        })
        .collect();
    times.sort();
    println!("{:>10.1} ms {name} (from {:.1})", ms(times[ROUNDS / 2]), ms(times[0]));
}

fn report_once(name: &str, act: impl FnMut()) {
    println!("{:>10.1} ms {name}", ms(time(act)));
}

fn time(mut act: impl FnMut()) -> Duration {
    let start = Instant::now();
    act();
    start.elapsed()
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn walk(folder: &Path) -> u64 {
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    files
        .map(|path| if path.is_dir() { walk(&path) } else { fs::metadata(path).unwrap().len() })
        .sum()
}
