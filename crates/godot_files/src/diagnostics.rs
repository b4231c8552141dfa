//! Collects the diagnostics of a reader: without duplicates, and with a limit.

const MAX_DIAGNOSTICS: usize = 50;

#[derive(Debug, Default)]
pub(super) struct DiagnosticList {
    diagnostics: Vec<String>,
    left_out: usize,
}

impl DiagnosticList {
    pub(super) fn add(&mut self, diagnostic: &str) {
        if self.diagnostics.iter().any(|known| known == diagnostic) {
            return;
        }
        if self.diagnostics.len() < MAX_DIAGNOSTICS {
            self.diagnostics.push(diagnostic.to_owned());
        } else {
            self.left_out += 1;
        }
    }

    pub(super) fn into_vec(mut self) -> Vec<String> {
        if self.left_out > 0 {
            self.diagnostics.push(format!("{} more diagnostics", self.left_out));
        }
        self.diagnostics
    }
}
