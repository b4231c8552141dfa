//! What a reader met on the way and its caller should know: each thing once, and not without end.

const MAX_DIAGNOSTICS: usize = 50;

#[derive(Debug, Default)]
pub(super) struct DiagnosticList {
    notes: Vec<String>,
    left_out: usize,
}

impl DiagnosticList {
    pub(super) fn add(&mut self, note: &str) {
        if self.notes.iter().any(|known| known == note) {
            return;
        }
        if self.notes.len() < MAX_DIAGNOSTICS {
            self.notes.push(note.to_owned());
        } else {
            self.left_out += 1;
        }
    }

    pub(super) fn into_vec(mut self) -> Vec<String> {
        if self.left_out > 0 {
            self.notes.push(format!("{} more of these", self.left_out));
        }
        self.notes
    }
}
