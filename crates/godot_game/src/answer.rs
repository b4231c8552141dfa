//! What the probe answers, as the model has it.

use scenewright_model::{
    ActEnd, ActOutcome, ContactSheet, EmittedSignal, GameCall, GameClock, GameLog, GameLogEntry,
    GameMark, GameMonitors, GameNode, GameObject, GamePicture, GameProperties, GameSignal,
    GameTrace, GameTree, GameWrite, MemberValue, Picture, PictureFormat, ReportRow, TickPicture,
    TracedNodes, TracedTick,
};

use crate::error::{GameError, ProbeFailure};
use crate::marks::{FoundMark, FoundMarks};
use crate::values::to_member;
use crate::variant::{Dictionary, Variant};

type Result<T> = std::result::Result<T, GameError>;

/// Fields of an answer by name.
pub(crate) struct Fields<'a>(pub(crate) &'a Dictionary);

impl<'a> Fields<'a> {
    pub(crate) fn value(&self, name: &str) -> Result<&'a Variant> {
        self.0.get(name).ok_or_else(|| GameError::Answer(format!("'{name}' is missing")))
    }

    pub(crate) fn wrong(name: &str) -> GameError {
        GameError::Answer(format!("'{name}' has another type"))
    }

    pub(crate) fn text(&self, name: &str) -> Result<String> {
        let text = self.value(name)?.as_text();
        text.map(str::to_owned).ok_or_else(|| Fields::wrong(name))
    }

    pub(crate) fn int(&self, name: &str) -> Result<i64> {
        self.value(name)?.as_int().ok_or_else(|| Fields::wrong(name))
    }

    fn count(&self, name: &str) -> Result<u64> {
        Ok(u64::try_from(self.int(name)?).unwrap_or_default())
    }

    pub(crate) fn list(&self, name: &str) -> Result<&'a [Variant]> {
        self.value(name)?.as_array().ok_or_else(|| Fields::wrong(name))
    }

    fn fields(&self, name: &str) -> Result<Fields<'a>> {
        self.value(name)?.as_dictionary().map(Fields).ok_or_else(|| Fields::wrong(name))
    }

    pub(crate) fn clock(&self) -> Result<GameClock> {
        let Variant::Vector2i(window) = self.value("window")? else {
            return Err(Fields::wrong("window"));
        };
        Ok(GameClock {
            engine_version: self.text("version")?,
            scene_path: self.text("scene")?,
            scene_node: self.text("scene_path")?,
            tick: self.count("physics_tick")?,
            frame: self.count("process_frame")?,
            ticks_per_second: u32::try_from(self.int("ticks_per_second")?).unwrap_or_default(),
            is_paused: self.value("paused")?.as_bool().unwrap_or_default(),
            nodes: self.count("nodes")?,
            window: *window,
            errors: self.count("errors")?,
        })
    }

    pub(crate) fn tree(&self) -> Result<GameTree> {
        let nodes = self.list("rows")?.iter().map(node).collect::<Option<_>>();
        Ok(GameTree {
            path: self.text("path")?,
            nodes: nodes.ok_or_else(|| Fields::wrong("rows"))?,
            left_out: self.count("left_out")?,
        })
    }

    fn object(&self) -> Result<GameObject> {
        Ok(GameObject {
            path: self.text("path")?,
            class: self.text("class")?,
            id: self.int("id")? as u64,
            script: self.text("script")?,
        })
    }

    pub(crate) fn properties(&self) -> Result<GameProperties> {
        let pair = |row: &Variant| match row.as_array() {
            Some([name, value]) => Some((name.as_text()?.to_owned(), to_member(value))),
            _ => None,
        };
        let values = self.list("values")?.iter().map(pair).collect::<Option<_>>();
        let values = values.ok_or_else(|| Fields::wrong("values"))?;
        Ok(GameProperties { object: self.object()?, values })
    }

    pub(crate) fn write(&self) -> Result<GameWrite> {
        Ok(GameWrite {
            object: self.object()?,
            before: to_member(self.value("before")?),
            after: to_member(self.value("after")?),
            was_taken: self.value("taken")?.as_bool().unwrap_or_default(),
            logged: self.logged("logged")?.entries,
        })
    }

    /// `None` for the object of source that is no method.
    pub(crate) fn call(&self) -> Result<GameCall> {
        Ok(GameCall {
            object: self.0.get("class").map(|_| self.object()).transpose()?,
            value: self.0.get("value").map(to_member),
            logged: self.logged("logged")?.entries,
        })
    }

    /// `None` if the game cannot collect its log.
    pub(crate) fn log(&self) -> Result<Option<GameLog>> {
        match self.0.get("unknown") {
            Some(_) => Ok(None),
            None => self.known_log().map(Some),
        }
    }

    /// The first error that was logged while the question was answered.
    pub(crate) fn first_error(&self) -> Result<Option<String>> {
        let logged = self.logged("logged")?.entries.into_iter();
        Ok(logged.filter(GameLogEntry::is_error).map(|entry| entry.text).next())
    }

    fn logged(&self, name: &str) -> Result<GameLog> {
        Ok(self.fields(name)?.log()?.unwrap_or_default())
    }

    fn known_log(&self) -> Result<GameLog> {
        let entries = self.list("entries")?.iter().map(log_entry).collect::<Option<_>>();
        let left_out = self.0.get("left_out").and_then(Variant::as_int).unwrap_or_default();
        Ok(GameLog {
            entries: entries.ok_or_else(|| Fields::wrong("entries"))?,
            next: self.count("next")?,
            left_out: self.count("missing")? + u64::try_from(left_out).unwrap_or_default(),
        })
    }

    pub(crate) fn picture(&self, format: PictureFormat) -> Result<GamePicture> {
        if let Some(message) = self.0.get("error").and_then(Variant::as_text) {
            let kind = ProbeFailure::from_word(self.0.get("kind").and_then(Variant::as_text));
            return Err(GameError::Probe { kind, message: message.to_owned(), names: Vec::new() });
        }
        let Variant::PackedByteArray(bytes) = self.value("bytes")? else {
            return Err(Fields::wrong("bytes"));
        };
        let size = |name| Ok::<_, GameError>(u32::try_from(self.int(name)?).unwrap_or_default());
        Ok(GamePicture {
            picture: Picture {
                format,
                width: size("shown_width")?,
                height: size("shown_height")?,
                bytes: bytes.clone(),
            },
            frame: self.count("frame")?,
            marks: Vec::new(),
            marks_left_out: 0,
        })
    }

    pub(crate) fn monitors(&self) -> Result<GameMonitors> {
        let mut monitors = GameMonitors { left_out: self.count("left_out")?, ..Default::default() };
        for row in self.list("rows")? {
            let Some([Variant::Int(tick), Variant::Dictionary(values)]) = row.as_array() else {
                return Err(Fields::wrong("rows"));
            };
            for (name, _) in &values.entries {
                let name = name.as_text().unwrap_or_default();
                if !monitors.names.iter().any(|known| known == name) {
                    monitors.names.push(name.to_owned());
                }
            }
            let value = |name: &String| values.get(name).and_then(Variant::as_float);
            let values = monitors.names.iter().map(value).collect();
            monitors.rows.push((u64::try_from(*tick).unwrap_or_default(), values));
        }
        Ok(monitors)
    }

    pub(crate) fn texts(&self, name: &str) -> Result<Vec<String>> {
        let texts = self.list(name)?.iter().map(|it| it.as_text().map(str::to_owned));
        texts.collect::<Option<_>>().ok_or_else(|| Fields::wrong(name))
    }

    /// One into which these marks were drawn.
    pub(crate) fn marked_picture(
        &self,
        format: PictureFormat,
        found: &FoundMarks,
    ) -> Result<GamePicture> {
        let picture = self.picture(format)?;
        let marks = self.list("marks")?.iter().zip(&found.marks).zip(1..);
        // An object of a running game may be gone by now.
        let marks = marks.filter(|((described, _), _)| {
            described.as_dictionary().is_some_and(|fields| !fields.entries.is_empty())
        });
        let marks = marks.map(|((described, found), number)| mark(described, found, number));
        let (marks, marks_left_out) = (marks.collect::<Result<_>>()?, found.left_out);
        Ok(GamePicture { marks, marks_left_out, ..picture })
    }

    fn sheet(&self, format: PictureFormat) -> Result<ContactSheet> {
        let picture = self.picture(format)?.picture;
        let ticks = self.list("rows")?.iter().map(sheet_tick).collect::<Option<_>>();
        Ok(ContactSheet { picture, ticks: ticks.ok_or_else(|| Fields::wrong("rows"))? })
    }

    pub(crate) fn trace(&self) -> Result<GameTrace> {
        let lists = self.list("lists")?.iter().map(traced_nodes).collect::<Option<_>>();
        let ticks = self.list("rows")?.iter().map(traced_tick).collect::<Option<_>>();
        Ok(GameTrace {
            lists: lists.ok_or_else(|| Fields::wrong("lists"))?,
            ticks: ticks.ok_or_else(|| Fields::wrong("rows"))?,
            left_out: self.count("left_out")?,
        })
    }

    pub(crate) fn outcome(&self, format: PictureFormat) -> Result<ActOutcome> {
        let ended_by = match self.text("reason")?.as_str() {
            "until" => ActEnd::Until,
            "ticks" => ActEnd::Ticks,
            "stopped" => ActEnd::Stopped,
            _ => {
                let message = self.text("problem")?;
                let kind = ProbeFailure::Other;
                return Err(GameError::Probe { kind, message, names: Vec::new() });
            }
        };
        let rows = self.list("rows")?.iter().map(row).collect::<Option<_>>();
        let signals = self.list("signals")?.iter().map(signal).collect::<Option<_>>();
        let pictures = self.list("pictures")?.iter().map(|it| tick_picture(it, format));
        let sheet = self.fields("sheet")?;
        let has_sheet = !sheet.0.entries.is_empty();
        let held = self.list("held")?.iter().filter_map(Variant::as_text).map(str::to_owned);
        Ok(ActOutcome {
            game: String::new(),
            is_repeatable: false,
            ended_by,
            ticks: self.count("ticks")?,
            frames: self.count("frames")?,
            seconds: self.value("seconds")?.as_float().unwrap_or_default(),
            tick: self.count("tick")?,
            scene: self.text("scene")?,
            rows: rows.ok_or_else(|| Fields::wrong("rows"))?,
            rows_left_out: self.count("rows_left_out")?,
            signals: signals.ok_or_else(|| Fields::wrong("signals"))?,
            signals_left_out: self.count("signals_left_out")?,
            pictures: pictures.collect::<Result<_>>()?,
            sheet: has_sheet.then(|| sheet.sheet(format)).transpose()?,
            held: held.collect(),
            inputs_left: self.count("inputs_left")?,
            log: self.logged("log")?,
            stop: None,
            profile: None,
        })
    }
}

fn node(row: &Variant) -> Option<GameNode> {
    let [depth, name, class, id, script, scene, flags, children] = row.as_array()? else {
        return None;
    };
    Some(GameNode {
        depth: u32::try_from(depth.as_int()?).ok()?,
        name: name.as_text()?.to_owned(),
        class: class.as_text()?.to_owned(),
        id: id.as_int()? as u64,
        script: script.as_text()?.to_owned(),
        scene: scene.as_text()?.to_owned(),
        is_hidden: flags.as_int()? == 2,
        children: u32::try_from(children.as_int()?).ok()?,
    })
}

fn log_entry(entry: &Variant) -> Option<GameLogEntry> {
    let fields = entry.as_dictionary()?;
    let text = |name| fields.get(name).and_then(Variant::as_text).unwrap_or_default().to_owned();
    let frame = |frame: &Variant| {
        let [file, line, function] = frame.as_array()? else { return None };
        let (file, line, function) = (file.as_text()?, line.as_int()?, function.as_text()?);
        Some(format!("{file}:{line} in {function}()"))
    };
    let stack = fields.get("stack").and_then(Variant::as_array).unwrap_or_default();
    let line = fields.get("line").and_then(Variant::as_int);
    Some(GameLogEntry {
        tick: u64::try_from(fields.get("tick")?.as_int()?).ok()?,
        kind: text("kind"),
        text: text("text"),
        file: text("file"),
        line: line.and_then(|line| u64::try_from(line).ok()).filter(|line| *line > 0),
        stack: stack.iter().filter_map(frame).collect(),
    })
}

fn mark(described: &Variant, found: &FoundMark, number: u32) -> Result<GameMark> {
    let fields = Fields(described.as_dictionary().ok_or_else(|| Fields::wrong("marks"))?);
    let (object, text) = (fields.object()?, fields.text("text")?);
    Ok(GameMark { mark: number, object, rect: found.rect, source: found.source, text })
}

fn row(row: &Variant) -> Option<ReportRow> {
    let [tick, values] = row.as_array()? else { return None };
    let value = |value: &Variant| match value
        .as_dictionary()
        .and_then(|it| it.get("scenewright_problem"))
    {
        Some(problem) => Err(problem.as_text().unwrap_or_default().to_owned()),
        None => Ok(to_member(value)),
    };
    let values = values.as_array()?.iter().map(value).collect();
    Some(ReportRow { tick: u64::try_from(tick.as_int()?).ok()?, values })
}

fn traced_nodes(list: &Variant) -> Option<TracedNodes> {
    match list.as_array()? {
        [Variant::PackedStringArray(paths), Variant::PackedStringArray(scripts)] => {
            Some(TracedNodes { paths: paths.clone(), scripts: scripts.clone() })
        }
        _ => None,
    }
}

fn traced_tick(row: &Variant) -> Option<TracedTick> {
    match row.as_array()? {
        [tick, list, Variant::PackedInt32Array(hashes)] => Some(TracedTick {
            tick: u64::try_from(tick.as_int()?).ok()?,
            list: usize::try_from(list.as_int()?).ok()?,
            hashes: hashes.clone(),
        }),
        _ => None,
    }
}

fn signal(signal: &Variant) -> Option<EmittedSignal> {
    let [tick, node, name, arguments] = signal.as_array()? else { return None };
    let (node, signal) = (node.as_text()?.to_owned(), name.as_text()?.to_owned());
    let arguments: Vec<MemberValue> = arguments.as_array()?.iter().map(to_member).collect();
    let tick = u64::try_from(tick.as_int()?).ok()?;
    Some(EmittedSignal { tick, signal: GameSignal { node, signal }, arguments })
}

/// A thing that a picture is cropped to may not be there at a tick; everything else fails the act.
fn tick_picture(entry: &Variant, format: PictureFormat) -> Result<(TickPicture, Option<Picture>)> {
    let (tick, fields) = match entry.as_array() {
        Some([Variant::Int(tick), Variant::Dictionary(fields)]) => (*tick, Fields(fields)),
        _ => return Err(Fields::wrong("pictures")),
    };
    let tick = u32::try_from(tick).unwrap_or_default();
    match fields.picture(format) {
        Ok(taken) => Ok((TickPicture { tick, frame: Ok(taken.frame) }, Some(taken.picture))),
        Err(GameError::Probe { kind: ProbeFailure::NoPicture, message, .. }) => {
            Ok((TickPicture { tick, frame: Err(message) }, None))
        }
        Err(error) => Err(error),
    }
}

fn sheet_tick(row: &Variant) -> Option<TickPicture> {
    let [tick, frame, problem] = row.as_array()? else { return None };
    let problem = problem.as_text()?.to_owned();
    let frame = u64::try_from(frame.as_int()?).map_err(|_| problem);
    Some(TickPicture { tick: u32::try_from(tick.as_int()?).ok()?, frame })
}
