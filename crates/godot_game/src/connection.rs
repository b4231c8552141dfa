//! The debugger's end of the connection. A thread reads what the game sends; calls wait for what they need.
//!
//! Invariant: whether the game is frozen or stopped in a script is known from `debug_enter` and `debug_exit` alone.
//! A `break` sent to a frozen game would resume it, so none is sent then.

mod stops;

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use scenewright_engine::{Context, EngineError};
use scenewright_model::{GameEvent, ScriptFrame};

use crate::answer::Fields;
use crate::listeners::GameListeners;
use crate::message::{MAIN_THREAD, Message};
use crate::profile::Profile;
use crate::socket::Socket;
use crate::variant::{ObjectId, Variant, decode};
pub(crate) use stops::{FrameVariable, StopReason};
use stops::{FrameVariables, Stops};

/// How often a call that waits looks whether it has been cancelled.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// The probe's message about something that happened.
const EVENT: &str = "scenewright:event";
const WRITE_LIMIT: Duration = Duration::from_secs(5);

pub(crate) struct Connection {
    writer: Mutex<Socket>,
    shared: Arc<Shared>,
}

struct Shared {
    inbox: Mutex<Inbox>,
    changed: Condvar,
    listeners: GameListeners,
}

/// What the game has sent.
#[derive(Default)]
pub(crate) struct Inbox {
    pub(crate) pid: Option<i64>,
    pub(crate) stops: Stops,
    /// How often it has been frozen.
    pub(crate) freezes: u64,
    /// The text of the error that stopped the game first; empty if it was the debugger.
    pub(crate) first_error: String,
    pub(crate) root: Option<ObjectId>,
    /// The tick in which the probe was loaded; `None` before that.
    pub(crate) probe_tick: Option<i64>,
    pub(crate) stack: Option<Vec<ScriptFrame>>,
    pub(crate) variables: FrameVariables,
    /// The value of an expression.
    pub(crate) evaluated: Option<Variant>,
    pub(crate) profile: Profile,
    /// Messages of the debugger about a tree that is not there.
    pub(crate) lacks_tree: bool,
    pub(crate) closed: Option<String>,
    answers: HashMap<i64, Answer>,
    next_id: i64,
}

#[derive(Default)]
struct Answer {
    pieces: Vec<u8>,
    received: i64,
    is_complete: bool,
}

impl Connection {
    pub(crate) fn new(socket: Socket, listeners: GameListeners) -> io::Result<Connection> {
        socket.set_write_timeout(WRITE_LIMIT)?;
        let reader = socket.try_clone()?;
        let (inbox, changed) = (Mutex::default(), Condvar::new());
        let shared = Arc::new(Shared { inbox, changed, listeners });
        let inbox = Arc::clone(&shared);
        thread::spawn(move || inbox.read_all(reader));
        Ok(Connection { writer: Mutex::new(socket), shared })
    }

    /// Sends a message; a connection that is gone is noticed by whoever waits.
    pub(crate) fn send(&self, command: &str, data: Vec<Variant>) {
        self.send_to(MAIN_THREAD, command, data);
    }

    /// Sends a message to another thread, which takes it only while it is stopped.
    pub(crate) fn send_to(&self, thread: i64, command: &str, data: Vec<Variant>) {
        let message = Message { thread, ..Message::new(command, data) };
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = message.write(&mut *writer) {
            writer.shut_down();
            self.shared.close(error.to_string());
        }
    }

    pub(crate) fn is_frozen(&self) -> bool {
        self.shared.lock().is_frozen()
    }

    /// What has been sent, at this moment.
    pub(crate) fn look<T>(&self, look: impl FnOnce(&mut Inbox) -> T) -> T {
        look(&mut self.shared.lock())
    }

    pub(crate) fn close(&self) {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner).shut_down();
    }

    /// The number for a question whose answer is waited for.
    pub(crate) fn new_id(&self) -> i64 {
        let mut inbox = self.shared.lock();
        inbox.next_id += 1;
        let id = inbox.next_id;
        inbox.answers.insert(id, Answer::default());
        id
    }

    pub(crate) fn forget(&self, id: i64) {
        self.shared.lock().answers.remove(&id);
    }

    /// Looks at what has been sent, as soon as `look` finds something; `None` when the time is up or the connection
    /// is closed.
    pub(crate) fn wait_for<T>(
        &self,
        limit: Duration,
        cx: &Context,
        mut look: impl FnMut(&mut Inbox) -> Option<T>,
    ) -> Result<Option<T>, EngineError> {
        let until = Instant::now() + limit;
        let mut inbox = self.shared.lock();
        loop {
            if let Some(found) = look(&mut inbox) {
                return Ok(Some(found));
            }
            let left = until.saturating_duration_since(Instant::now());
            if inbox.closed.is_some() || left.is_zero() {
                return Ok(None);
            }
            cx.check()?;
            let waited = self.shared.changed.wait_timeout(inbox, left.min(POLL_INTERVAL));
            inbox = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    pub(crate) fn closed(&self) -> Option<String> {
        self.shared.lock().closed.clone()
    }
}

impl Inbox {
    /// Whether the main thread stands: at a tick, or in a script.
    pub(crate) fn is_frozen(&self) -> bool {
        self.stops.holds(MAIN_THREAD)
    }

    /// The complete answer to a question.
    pub(crate) fn take_answer(&mut self, id: i64) -> Option<Vec<u8>> {
        self.answers.get(&id).filter(|answer| answer.is_complete)?;
        self.answers.remove(&id).map(|answer| answer.pieces)
    }

    fn receive(&mut self, message: Message) {
        let Message { command, thread, data } = message;
        match (command.as_str(), data.as_slice()) {
            ("set_pid", [pid, ..]) => self.pid = pid.as_int(),
            ("debug_enter", [_, reason, ..]) => {
                let reason = reason.as_text().unwrap_or_default();
                self.stops.enter(thread, reason);
                self.freezes += 1;
                if self.freezes == 1 {
                    self.first_error = reason.to_owned();
                }
            }
            ("debug_exit", _) => self.stops.exit(thread),
            ("stack_frame_vars", [count]) => self.variables.begin(count),
            ("stack_frame_var", variable) => self.variables.add(variable),
            ("evaluation_return", [.., value]) => self.evaluated = Some(value.clone()),
            ("servers:function_signature", [name, id]) => self.profile.name(name, id),
            ("servers:profile_total", frame) => self.profile.finish(frame),
            ("scene:scene_tree", [_, _, _, Variant::Int(id), ..]) => {
                self.root = Some(ObjectId(*id as u64));
            }
            ("scene:scene_tree", _) => self.lacks_tree = true,
            ("stack_dump", [_, frames @ ..]) => self.stack = Some(stack_of(frames)),
            ("scenewright:hello", [state]) => {
                let tick = state.as_dictionary().and_then(|state| state.get("physics_tick"));
                self.probe_tick = Some(tick.and_then(Variant::as_int).unwrap_or_default());
            }
            (
                "scenewright:answer",
                [Variant::Int(id), Variant::Int(index), Variant::Int(count), piece],
            ) => self.receive_piece(*id, *index, *count, piece),
            ("error", _) => self.note_error(&data),
            _ => {}
        }
    }

    fn receive_piece(&mut self, id: i64, index: i64, count: i64, piece: &Variant) {
        let (Some(answer), Variant::PackedByteArray(bytes)) = (self.answers.get_mut(&id), piece)
        else {
            return;
        };
        if index == answer.received {
            answer.pieces.extend_from_slice(bytes);
            answer.received += 1;
            answer.is_complete = answer.received == count;
        }
    }

    /// A game that replaced the main loop cannot answer messages about its scene.
    fn note_error(&mut self, data: &[Variant]) {
        self.lacks_tree |= data
            .iter()
            .filter_map(Variant::as_text)
            .any(|text| text.contains("SceneTree::get_singleton()"));
    }
}

/// File, line and function of each frame, one after the other.
fn stack_of(frames: &[Variant]) -> Vec<ScriptFrame> {
    let frame = |parts: &[Variant]| {
        Some(ScriptFrame {
            file: parts[0].as_text()?.to_owned(),
            line: u32::try_from(parts[1].as_int()?).ok()?,
            function: parts[2].as_text()?.to_owned(),
        })
    };
    frames.chunks_exact(3).filter_map(frame).collect()
}

impl Shared {
    fn read_all(&self, mut socket: Socket) {
        loop {
            match Message::read(&mut socket) {
                Ok(message) if message.command == EVENT => {
                    if let Some(event) = game_event(&message.data) {
                        self.listeners.notify(&event);
                    }
                }
                Ok(message) => {
                    self.lock().receive(message);
                    self.changed.notify_all();
                }
                Err(error) => {
                    socket.shut_down();
                    return self.close(error.to_string());
                }
            }
        }
    }

    fn close(&self, reason: String) {
        let mut inbox = self.lock();
        let was_open = inbox.closed.is_none();
        inbox.closed.get_or_insert(reason);
        drop(inbox);
        self.changed.notify_all();
        if was_open {
            self.listeners.notify(&GameEvent::Ended);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inbox> {
        self.inbox.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the probe tells without being asked; `None` for something that is not known here.
fn game_event(data: &[Variant]) -> Option<GameEvent> {
    match data {
        [kind, Variant::Dictionary(lines)] if kind.as_text() == Some("log") => {
            Fields(lines).log().ok()?.map(GameEvent::Logged)
        }
        [kind] if kind.as_text() == Some("scenes") => Some(GameEvent::ScenesChanged),
        _ => None,
    }
}

/// The value that a probe's answer carries as bytes.
pub(crate) fn decode_answer(bytes: &[u8]) -> Result<Variant, String> {
    decode(bytes).map_err(|error| error.to_string())
}
