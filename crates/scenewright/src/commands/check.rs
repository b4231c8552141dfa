//! `scenewright check [PROJECT]`: reports broken references for people and CI, through the same session as every
//! server. The exit code is 0 for none, 1 for findings, and 2 if the check could not run or could not read files
//! that should be readable.

mod baseline;
mod causes;
mod finding;
mod github;
mod json;
mod junit;
mod markdown;
mod output;
mod sarif;
mod since;
mod text;
mod unknown;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use scenewright_catalogue::{
    CallLimits, Policy, ReferencesMissing, ReferencesMissingArgs, RunOptions, ScriptsCheck,
    ScriptsCheckArgs, ScriptsCheckOutput, Session, TypedAnswer,
};
use scenewright_engines::{EngineEnvironment, RecognisedProject};
use scenewright_model::{Coverage, EngineKind, FindingKind, FindingSeverity};

use crate::cli::{CheckArgs, CheckFormat, FailOn};
use crate::error::{CommandError, USAGE};
use crate::progress::CallProgress;
use crate::{folders, godot, print, project};
use baseline::Baseline;
use finding::CheckFinding;
use since::SinceReport;
use unknown::{AbsentPackage, UnknownTarget};

/// The data that every format renders.
struct CheckReport {
    engine: EngineKind,
    /// The path from the repository's root to the project: empty, or ends with `/`.
    folder: String,
    /// The findings that are not in the baseline.
    findings: Vec<CheckFinding>,
    /// What the files do not tell. It never fails the check.
    unknown: Vec<UnknownTarget>,
    /// Packages that are not on disk, whose assets are known.
    packages: Vec<AbsentPackage>,
    /// The number of findings that are in the baseline.
    known: usize,
    since: Option<SinceReport>,
    notes: Vec<String>,
    /// Which files were read; the notes give the reasons for the others.
    coverage: Coverage,
    /// How many scripts were compiled, if that was asked for.
    scripts: Option<usize>,
    all_places: bool,
    took: Duration,
}

impl CheckReport {
    /// The number of findings by kind.
    fn counts(&self) -> BTreeMap<FindingKind, usize> {
        let mut counts = BTreeMap::new();
        for finding in &self.findings {
            *counts.entry(finding.kind).or_default() += 1;
        }
        counts
    }

    /// The findings by file, sorted by path.
    fn by_file(&self) -> BTreeMap<&str, Vec<&CheckFinding>> {
        let mut files: BTreeMap<&str, Vec<&CheckFinding>> = BTreeMap::new();
        for finding in &self.findings {
            files.entry(&finding.file).or_default().push(finding);
        }
        files
    }

    /// The number of files that could not be checked, of those that the change touches if there is one.
    fn unjudged_in_change(&self) -> usize {
        let is_new = |path: &str| match &self.since {
            Some(since) => since.has_changed(&finding::relative(path)),
            None => true,
        };
        self.coverage.unjudged().filter(|unread| is_new(&unread.path)).count()
    }

    /// One line: what was found, and in how many files.
    fn summary(&self) -> String {
        let report = self;
        let counts = report.counts();
        let kinds: Vec<String> =
            counts.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        let causes = causes::causes(&report.findings).len();
        let found = match report.findings.len() {
            0 => "no findings".to_owned(),
            1 => format!("1 finding: {}", kinds.join(", ")),
            many if causes == 1 => format!("{many} findings with one cause: {}", kinds.join(", ")),
            many if causes < many => {
                format!("{many} findings with {causes} causes: {}", kinds.join(", "))
            }
            many => format!("{many} findings: {}", kinds.join(", ")),
        };
        let known = match report.known {
            0 => String::new(),
            known => format!("; {known} more in the baseline"),
        };
        let files = match (report.coverage.read, report.coverage.total()) {
            (1, 1) => "1 file".to_owned(),
            (read, total) if read == total => format!("{total} files"),
            (read, total) => format!("{read} of {total} files"),
        };
        let before = match &report.since {
            Some(since) if since.before > 0 => {
                format!("; {} more before {}", since.before, since.reference)
            }
            _ => String::new(),
        };
        let unknown = match report.unknown.len() {
            0 => String::new(),
            unknown => format!("; {unknown} unknown"),
        };
        let scripts = match report.scripts {
            None => String::new(),
            Some(1) => ", 1 script compiled".to_owned(),
            Some(scripts) => format!(", {scripts} scripts compiled"),
        };
        format!(
            "{found}{known}{before}{unknown} ({files}{scripts}, {:.2} s)",
            report.took.as_secs_f64()
        )
    }
}

pub(crate) fn run(args: &CheckArgs) -> Result<ExitCode, CommandError> {
    // A failure must not have the exit code of findings.
    check(args).map_err(|error| CommandError { exit: USAGE, ..error })
}

fn check(args: &CheckArgs) -> Result<ExitCode, CommandError> {
    let project = project::find(args.project.as_deref())?;
    check_options(args, project.kind)?;
    let baseline = args.baseline.as_deref().map(Baseline::read).transpose()?;
    let started = Instant::now();
    let mut scanned = scan(&project, args)?;
    select(args, &mut scanned);
    if let Some(path) = &args.write_baseline {
        baseline::write(path, &scanned.findings)?;
        let count = scanned.findings.len();
        scanned.notes.push(format!("wrote {count} findings to {}", path.display()));
    }
    let since = match &args.since {
        Some(since) => Some(since::remove_old(&project, args, since, &mut scanned)?),
        None => None,
    };
    let (known, stale) = match baseline {
        Some(baseline) => baseline.remove_known(&mut scanned.findings, |kind, file| {
            is_looked_for(kind, args) && !is_excluded(file, args)
        }),
        None => (0, 0),
    };
    let CheckScan { findings, unknown, packages, mut notes, coverage, scripts } = scanned;
    if stale > 0 && since.is_none() && coverage.is_complete() {
        notes.push(format!(
            "{stale} entries of the baseline no longer occur; --write-baseline removes them"
        ));
    }
    let (engine, folder) = (project.kind, folder_in_repository(&project.root));
    let (all_places, took) = (args.all_places, started.elapsed());
    let report = CheckReport {
        engine,
        folder,
        findings,
        unknown,
        packages,
        known,
        since,
        notes,
        coverage,
        scripts,
        all_places,
        took,
    };
    print_report(&report, args.format)?;
    output::write_all(&report, &args.output)?;
    exit_code(&report, args)
}

fn exit_code(report: &CheckReport, args: &CheckArgs) -> Result<ExitCode, CommandError> {
    let fails = |finding: &CheckFinding| is_failure(finding.severity, args.fail_on);
    if report.findings.iter().any(fails) && args.write_baseline.is_none() {
        return Ok(ExitCode::from(1));
    }
    if report.findings.is_empty() && report.coverage.out_of_time > 0 {
        let seconds = args.timeout.as_secs_f64();
        return Err(CommandError::failed("the scan ran out of time before it found anything")
            .hint(format!("allow more than {seconds} seconds with --timeout")));
    }
    match report.unjudged_in_change() {
        unjudged if unjudged > 0 && !args.allow_unread => Err(unread_error(unjudged)),
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// Godot's compiler is run only on request.
fn check_options(args: &CheckArgs, engine: EngineKind) -> Result<(), CommandError> {
    if args.scripts && engine != EngineKind::GODOT {
        let message = format!("--scripts compiles GDScript, and this is a {engine} project");
        return Err(CommandError::usage(message));
    }
    match args.only.iter().find(|kind| kind.is_of_compiler()) {
        Some(kind) if !args.scripts => Err(CommandError::usage(format!(
            "{kind} is found by Godot's compiler, which was not asked"
        ))
        .hint("add --scripts, which runs code of the project")),
        _ => Ok(()),
    }
}

/// Whether findings of a kind would be among those of this run.
fn is_looked_for(kind: Option<FindingKind>, args: &CheckArgs) -> bool {
    let selected = args.only.is_empty() || kind.is_some_and(|kind| args.only.contains(&kind));
    let selected = selected && kind.is_none_or(|kind| args.severities.severity(kind).is_some());
    selected && (args.scripts || !kind.is_some_and(FindingKind::is_of_compiler))
}

/// Removes what was not asked for. An excluded file that could not be read does not fail the check either.
fn select(args: &CheckArgs, scanned: &mut CheckScan) {
    let severity = |kind| {
        let is_wanted = args.only.is_empty() || args.only.contains(&kind);
        args.severities.severity(kind).filter(|_| is_wanted)
    };
    scanned.findings.retain_mut(|finding| {
        let Some(severity) = severity(finding.kind) else { return false };
        finding.severity = severity;
        !is_excluded(&finding.file, args)
    });
    scanned.unknown.retain_mut(|target| {
        target.places.retain(|place| !is_excluded(&place.file, args));
        severity(FindingKind::UnknownReference).is_some() && !target.places.is_empty()
    });
    let unread = &mut scanned.coverage.unread;
    unread.retain(|unread| !is_excluded(&finding::relative(&unread.path), args));
}

fn is_excluded(file: &str, args: &CheckArgs) -> bool {
    args.exclude.iter().any(|glob| glob.matches(file))
}

fn is_failure(severity: FindingSeverity, fail_on: FailOn) -> bool {
    match fail_on {
        FailOn::Error => severity == FindingSeverity::Error,
        FailOn::Warning => severity != FindingSeverity::Note,
    }
}

fn unread_error(count: usize) -> CommandError {
    let files = if count == 1 { "1 file" } else { &format!("{count} files") };
    CommandError::failed(format!("{files} could not be checked; the notes list them"))
        .hint("--allow-unread accepts such files")
}

fn folder_in_repository(root: &Path) -> String {
    let repository = root.ancestors().find(|folder| folder.join(".git").exists());
    let inside = repository.and_then(|repository| root.strip_prefix(repository).ok());
    let parts = inside.into_iter().flat_map(Path::components);
    parts.map(|part| format!("{}/", part.as_os_str().to_string_lossy())).collect()
}

/// The answer of the tool.
struct CheckScan {
    findings: Vec<CheckFinding>,
    unknown: Vec<UnknownTarget>,
    packages: Vec<AbsentPackage>,
    notes: Vec<String>,
    coverage: Coverage,
    scripts: Option<usize>,
}

fn scan(project: &RecognisedProject, args: &CheckArgs) -> Result<CheckScan, CommandError> {
    let timeout = args.timeout;
    // The call has a little more time than its scan, which ends with the findings up to then.
    let limits = CallLimits {
        timeout: timeout * 10 / 9 + Duration::from_millis(100),
        scan: Some(timeout),
        ..CallLimits::default()
    };
    let engine = scenewright_engines::open_in(
        project,
        EngineEnvironment {
            editors: godot::local().into_iter().collect(),
            data: folders::data(),
            watch_files: false,
        },
    );
    let engine = match args.scripts {
        true => scenewright_engines::with_games(project, engine, project::games()),
        false => engine,
    };
    let policy = Policy { allow_play: args.scripts, ..Policy::default() };
    let session = Session::new(project::catalogue()?, engine, policy, limits);
    let mut options = RunOptions::default();
    let bar = CallProgress::watch(&mut options.progress);
    let outcome = session.run::<ReferencesMissing>(ReferencesMissingArgs::ungrouped(), options);
    let outcome = outcome.wait();
    drop(bar);
    let answer = outcome?;
    let output = &answer.output;
    let mut coverage = answer.coverage;
    let (unknown, packages) = (unknown::read_unknown(output), unknown::read_packages(output));
    let mut notes: Vec<String> = answer.diagnostics.into_iter().map(String::from).collect();
    notes.extend(project::unfinished(&session));
    let (mut problems, mut scripts) = (Vec::new(), None);
    if args.scripts {
        let answer = compile_scripts(&session)?;
        notes.extend(answer.diagnostics.into_iter().map(String::from));
        coverage.out_of_time += answer.coverage.out_of_time;
        scripts = Some(answer.output.scripts);
        problems = answer.output.problems;
    }
    let findings = finding::read_findings(output, &problems);
    Ok(CheckScan { findings, unknown, packages, notes, coverage, scripts })
}

fn compile_scripts(session: &Session) -> Result<TypedAnswer<ScriptsCheckOutput>, CommandError> {
    let mut options = RunOptions::default();
    let bar = CallProgress::watch(&mut options.progress);
    let outcome = session.run::<ScriptsCheck>(ScriptsCheckArgs::all(), options).wait();
    drop(bar);
    Ok(outcome?)
}

fn render(report: &CheckReport, format: CheckFormat) -> String {
    match format {
        CheckFormat::Text => text::write(report),
        CheckFormat::Json => json::write(report),
        CheckFormat::Sarif => sarif::write(report),
        CheckFormat::Junit => junit::write(report),
        CheckFormat::Github => github::write(report),
        CheckFormat::Markdown => markdown::write(report),
    }
}

fn print_report(report: &CheckReport, format: CheckFormat) -> Result<(), CommandError> {
    let document = render(report, format);
    let document = document.trim_end();
    match format {
        CheckFormat::Json | CheckFormat::Sarif => print::out_json(document),
        CheckFormat::Github => print::out_commands(document),
        CheckFormat::Text | CheckFormat::Junit | CheckFormat::Markdown => print::out(document),
    }?;
    // The other formats contain the notes.
    if matches!(format, CheckFormat::Text) {
        report.notes.iter().for_each(|note| print::note(note));
    }
    Ok(())
}
