//! JUnit XML: one case per recording.

use std::fmt::Write;

use super::report::PlayReport;
use crate::xml::escaped;

const SUITE: &str = "scenewright play";

pub(super) fn write(report: &PlayReport) -> String {
    let count = |statuses: &[&str]| {
        report.recordings.iter().filter(|played| statuses.contains(&played.status())).count()
    };
    let (failures, errors) = (count(&["failed", "differs"]), count(&["not played"]));
    let tests = report.recordings.len();
    let seconds: f64 = report.recordings.iter().map(|played| played.took.as_secs_f64()).sum();
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"{SUITE}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"0\" time=\"{seconds:.3}\">\n"
    );
    for played in &report.recordings {
        let (name, seconds) = (escaped(&played.name), played.took.as_secs_f64());
        let open = format!(
            "    <testcase classname=\"{SUITE}\" name=\"{name}\" file=\"{name}\" time=\"{seconds:.3}\""
        );
        let reasons = played.reasons();
        let element = match played.status() {
            "failed" | "differs" => "failure",
            "not played" => "error",
            _ => {
                let _ = writeln!(xml, "{open}/>");
                continue;
            }
        };
        let message = escaped(reasons.first().map_or("", String::as_str));
        let body = escaped(&reasons.join("\n"));
        let _ = writeln!(
            xml,
            "{open}>\n      <{element} message=\"{message}\">{body}</{element}>\n    </testcase>"
        );
    }
    xml + "  </testsuite>\n</testsuites>\n"
}
