//! The debugger's end of the connection. A thread reads what the game sends; calls wait for what they need.
//!
//! Invariant: whether the game is frozen or stopped in a script is known from `debug_enter` and `debug_exit`, and from
//! what the probe says when it waits at its own connection.
//! A `break` sent to a game in the debugger would resume it, so none is sent then.

mod stops;

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use scenewright_engine::{Context, EngineError};
use scenewright_model::{GameEvent, ScriptFrame};

use crate::answer::Fields;
use crate::listeners::GameListeners;
use crate::message::{MAIN_THREAD, Message};
use crate::profile::Profile;
use crate::relay::RelayedState;
use crate::socket::Socket;
use crate::variant::{ObjectId, Variant, decode};
pub(crate) use stops::{FrameVariable, StopReason};
use stops::{FrameVariables, Stops};

/// How often a call that waits looks whether it has been cancelled.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// What the debugger puts before the probe's messages.
const CAPTURE: &str = "scenewright:";
/// The probe's message about something that happened.
const EVENT: &str = "scenewright:event";
const WRITE_LIMIT: Duration = Duration::from_secs(5);

pub(crate) struct Connection {
    writer: Mutex<Socket>,
    /// The probe's own connection, if it has made one.
    link: OnceLock<Mutex<Socket>>,
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
    /// Whether the probe stands still in a tick and waits at its own connection.
    pub(crate) is_at_probe: bool,
    /// Whether the main thread has left the debugger, which will say so too: the probe has spoken through its own connection.
    pub(crate) is_leaving: bool,
    /// How often it has been frozen.
    pub(crate) freezes: u64,
    /// The text of the error that stopped the game first; empty if it was the debugger.
    pub(crate) first_error: String,
    pub(crate) root: Option<ObjectId>,
    pub(crate) probe: Option<LoadedProbe>,
    pub(crate) stack: Option<Vec<ScriptFrame>>,
    pub(crate) variables: FrameVariables,
    /// The value of an expression.
    pub(crate) evaluated: Option<Variant>,
    pub(crate) profile: Profile,
    /// Messages of the debugger about a tree that is not there.
    pub(crate) lacks_tree: bool,
    pub(crate) closed: Option<String>,
    /// What the editor tells of its game; `None` for one of our own.
    pub(crate) relayed: Option<RelayedState>,
    answers: HashMap<i64, Answer>,
    next_id: i64,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct LoadedProbe {
    /// The tick in which it was loaded.
    pub(crate) tick: i64,
    /// Whether it has connected to the server by itself.
    pub(crate) is_linked: bool,
}

#[derive(Default)]
struct Answer {
    pieces: Vec<u8>,
    received: i64,
    is_complete: bool,
}

impl Connection {
    pub(crate) fn new(socket: Socket, listeners: GameListeners) -> io::Result<Connection> {
        Connection::open(socket, listeners, Inbox::default())
    }

    /// To a game that the editor runs, through the editor.
    pub(crate) fn relayed(socket: Socket, listeners: GameListeners) -> io::Result<Connection> {
        let inbox = Inbox { relayed: Some(RelayedState::default()), ..Inbox::default() };
        Connection::open(socket, listeners, inbox)
    }

    fn open(socket: Socket, listeners: GameListeners, inbox: Inbox) -> io::Result<Connection> {
        let (inbox, changed) = (Mutex::new(inbox), Condvar::new());
        let shared = Arc::new(Shared { inbox, changed, listeners });
        shared.start_reading(&socket)?;
        Ok(Connection { writer: Mutex::new(socket), link: OnceLock::new(), shared })
    }

    /// Sends to the probe through its own connection from now on.
    pub(crate) fn add_link(&self, socket: Socket) -> io::Result<()> {
        self.shared.start_reading(&socket)?;
        let _ = self.link.set(Mutex::new(socket));
        Ok(())
    }

    pub(crate) fn has_link(&self) -> bool {
        self.link.get().is_some()
    }

    /// Sends a message to Godot's debugger.
    pub(crate) fn send(&self, command: &str, data: Vec<Variant>) {
        self.send_to(MAIN_THREAD, command, data);
    }

    /// Sends a message to another thread, which takes it only while it is stopped.
    pub(crate) fn send_to(&self, thread: i64, command: &str, data: Vec<Variant>) {
        let message = Message { thread, ..Message::new(command, data) };
        self.send_through(&self.writer, message);
    }

    /// Sends a message to the probe: while the debugger has stopped the game, it looks nowhere else.
    pub(crate) fn send_to_probe(&self, command: &str, data: Vec<Variant>) {
        match self.link.get().filter(|_| !self.is_in_debugger()) {
            Some(link) => self.send_through(link, Message::new(command, data)),
            None => self.send(&format!("{CAPTURE}{command}"), data),
        }
    }

    /// A connection that is gone is noticed by whoever waits.
    fn send_through(&self, socket: &Mutex<Socket>, message: Message) {
        let mut writer = socket.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = message.write(&mut *writer) {
            writer.shut_down();
            self.shared.close(error.to_string());
        }
    }

    pub(crate) fn is_frozen(&self) -> bool {
        self.shared.lock().is_frozen()
    }

    pub(crate) fn is_in_debugger(&self) -> bool {
        self.shared.lock().is_in_debugger()
    }

    /// What has been sent, at this moment.
    pub(crate) fn look<T>(&self, look: impl FnOnce(&mut Inbox) -> T) -> T {
        look(&mut self.shared.lock())
    }

    /// `None` for a game of our own.
    pub(crate) fn relayed_state(&self) -> Option<RelayedState> {
        self.shared.lock().relayed.clone()
    }

    pub(crate) fn close(&self) {
        for socket in std::iter::once(&self.writer).chain(self.link.get()) {
            socket.lock().unwrap_or_else(PoisonError::into_inner).shut_down();
        }
    }

    /// The number for a question whose answer is waited for.
    pub(crate) fn new_id(&self) -> i64 {
        let mut inbox = self.shared.lock();
        inbox.next_id += 1;
        let id = inbox.next_id;
        inbox.answers.insert(id, Answer::default());
        id
    }

    /// A number by which the probe knows that the debugger has taken what was sent before.
    pub(crate) fn new_mark(&self) -> i64 {
        let mut inbox = self.shared.lock();
        inbox.next_id += 1;
        inbox.next_id
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
    /// Whether the debugger has stopped the main thread.
    pub(crate) fn is_in_debugger(&self) -> bool {
        self.stops.holds(MAIN_THREAD)
    }

    /// Whether the main thread stands: at a tick, or in a script.
    pub(crate) fn is_frozen(&self) -> bool {
        self.is_in_debugger() || self.is_at_probe
    }

    /// The complete answer to a question.
    pub(crate) fn take_answer(&mut self, id: i64) -> Option<Vec<u8>> {
        self.answers.get(&id).filter(|answer| answer.is_complete)?;
        self.answers.remove(&id).map(|answer| answer.pieces)
    }

    /// The complete answer, or why the game was stopped in the editor's debugger meanwhile.
    pub(crate) fn answer_or_break(
        &mut self,
        id: i64,
        breaks: u64,
    ) -> Option<Result<Vec<u8>, String>> {
        let broken = self.relayed.as_ref().and_then(|relayed| relayed.break_since(breaks));
        let broken = broken.map(|reason| Err(reason.to_owned()));
        self.take_answer(id).map(Ok).or(broken)
    }

    /// Whether the game comes to its next tick by itself.
    pub(crate) fn runs(&self) -> bool {
        let is_broken = self.relayed.as_ref().is_some_and(|it| it.break_reason.is_some());
        !self.is_frozen() && !is_broken
    }

    fn receive(&mut self, message: Message) {
        let Message { command, thread, data } = message;
        if self.relayed.as_mut().is_some_and(|relayed| relayed.receive(&command, &data)) {
            return;
        }
        self.is_leaving |= command == "answer" && self.stops.holds(MAIN_THREAD);
        let command = command.strip_prefix(CAPTURE).unwrap_or(&command);
        match (command, data.as_slice()) {
            ("set_pid", [pid, ..]) => self.pid = pid.as_int(),
            ("debug_enter", [_, reason, ..]) => {
                let reason = reason.as_text().unwrap_or_default();
                self.stops.enter(thread, reason);
                self.is_leaving = false;
                self.freezes += 1;
                if self.freezes == 1 {
                    self.first_error = reason.to_owned();
                }
            }
            ("debug_exit", _) => {
                self.stops.exit(thread);
                self.is_leaving &= self.stops.holds(MAIN_THREAD);
            }
            ("frozen", _) => self.is_at_probe = true,
            ("resumed", _) => self.is_at_probe = false,
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
            ("hello", [state, Variant::Bool(is_linked)]) => {
                let tick = state.as_dictionary().and_then(|state| state.get("physics_tick"));
                let tick = tick.and_then(Variant::as_int).unwrap_or_default();
                self.probe = Some(LoadedProbe { tick, is_linked: *is_linked });
            }
            ("answer", [Variant::Int(id), Variant::Int(index), Variant::Int(count), piece]) => {
                self.receive_piece(*id, *index, *count, piece);
            }
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
    fn start_reading(self: &Arc<Shared>, socket: &Socket) -> io::Result<()> {
        socket.set_write_timeout(WRITE_LIMIT)?;
        let (reader, shared) = (socket.try_clone()?, Arc::clone(self));
        thread::spawn(move || shared.read_all(reader));
        Ok(())
    }

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
