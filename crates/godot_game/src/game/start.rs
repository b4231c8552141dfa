//! Starting a game: frozen before its first frame, with the probe inside, then let go to its first tick.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use scenewright_engine::Context;
use scenewright_model::{GameDisplay, GameRemedy, ScriptFrame};
use tempfile::TempDir;

use super::host::GameHost;
use super::{Game, answer_time};
use crate::connection::{Connection, LoadedProbe};
use crate::display::VirtualDisplay;
use crate::error::GameError;
use crate::listeners::GameListeners;
use crate::message::MAIN_THREAD;
use crate::process::{GameProcess, ProcessCommand};
use crate::socket::{Listener, Socket};
use crate::variant::{ObjectId, Variant};
use crate::{probe, request};

/// Godot tries to connect for about three seconds; a slow machine may take its time before that.
const CONNECT_LIMIT: Duration = Duration::from_secs(20);
const POLL_INTERVAL: Duration = Duration::from_millis(3);
/// How long the game may take to answer while it is frozen.
const FROZEN_LIMIT: Duration = Duration::from_secs(5);
/// How long a script that does not return may take to come to its next line.
const STEP_LIMIT: Duration = Duration::from_millis(500);

/// The first code of a game may run in its first tick.
const LATEST_FIRST_TICK: i64 = 1;
const MAX_STARTS: usize = 4;

/// What stops the game for the first time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FirstBreak {
    Ours,
    /// An error in a script that is loaded before the debugger is asked.
    Error,
}

#[derive(Clone)]
pub(crate) struct GameOptions {
    pub(crate) godot: PathBuf,
    pub(crate) guard: Option<PathBuf>,
    pub(crate) project: PathBuf,
    /// `res://…`; the project's main scene if there is none.
    pub(crate) scene: Option<String>,
    /// For the game itself.
    pub(crate) arguments: Vec<String>,
    pub(crate) seed: Option<i64>,
    pub(crate) fixed_fps: Option<u32>,
    pub(crate) display: GameDisplay,
    /// Whether the game uses the player's own `user://` instead of an empty one.
    pub(crate) uses_player_data: bool,
    /// Whether it stands at its first tick.
    pub(crate) is_frozen: bool,
    pub(crate) remedies: Vec<GameRemedy>,
    /// They hear of what happens in the game.
    pub(crate) listeners: GameListeners,
}

impl Game {
    /// A script with an error in it may stop the game before the debugger is asked to: then the `break` that it was
    /// sent resumes it, and it has to be started again by somebody who knows.
    ///
    /// A busy machine may stop the game later than at its first code: then it is started again too, so that it is the
    /// same game each time.
    pub(crate) fn start(options: &GameOptions, cx: &Context) -> Result<Game, GameError> {
        let mut first_break = FirstBreak::Ours;
        for _ in 1..MAX_STARTS {
            match Game::start_once(options, first_break, cx) {
                Err(GameError::BrokeAtStart) => first_break = FirstBreak::Error,
                Err(GameError::StoppedLate { .. }) => {}
                started => return started,
            }
        }
        Game::start_once(options, first_break, cx)
    }

    fn start_once(
        options: &GameOptions,
        first_break: FirstBreak,
        cx: &Context,
    ) -> Result<Game, GameError> {
        let folder = run_folder().map_err(GameError::Start)?;
        probe::write(folder.path()).map_err(GameError::Start)?;
        let listener = Listener::open(folder.path()).map_err(GameError::Start)?;
        let link = Listener::open_for_probe(folder.path()).map_err(GameError::Start)?;
        let virtual_display = match options.display {
            GameDisplay::Virtual => {
                let guard = options.guard.clone();
                Some(VirtualDisplay::start(guard, cx).map_err(GameError::Start)?)
            }
            _ => None,
        };
        let command = command(options, &listener.address(), folder.path(), &virtual_display);
        let process = GameProcess::start(command).map_err(GameError::Start)?;
        let socket = accept(&listener, &process, cx)?;
        drop(listener);
        let connection =
            Arc::new(Connection::new(socket, options.listeners.clone()).map_err(GameError::Start)?);
        let game = Game {
            connection,
            process: GameHost::Own(process),
            turn: Mutex::default(),
            debugged: Mutex::default(),
            display: Some(options.display),
            remedies: options.remedies.clone(),
            _virtual_display: virtual_display,
            _folder: folder,
        };
        match game.enter(options, first_break, link, cx) {
            Ok(()) => Ok(game),
            Err(GameError::Stuck { limit, stack }) if stack.is_empty() => {
                let stack = game.stack_at_next_line(cx).unwrap_or_default();
                Err(GameError::StuckAtStart { limit, stack })
            }
            Err(GameError::Stuck { limit, stack }) => Err(GameError::StuckAtStart { limit, stack }),
            Err(GameError::Ended { end, output }) => Err(GameError::EndedInStart { end, output }),
            Err(error) => Err(error),
        }
    }

    /// Before a script has stopped for the first time, Godot tells its stack only where it stops by itself.
    fn stack_at_next_line(&self, cx: &Context) -> Result<Vec<ScriptFrame>, GameError> {
        if !self.connection.is_in_debugger() {
            return Ok(Vec::new());
        }
        let freezes = self.connection.look(|inbox| inbox.freezes);
        self.connection.send("step", Vec::new());
        let stopped = self.connection.wait_for(STEP_LIMIT, cx, |inbox| {
            (inbox.freezes > freezes && inbox.is_in_debugger()).then_some(())
        })?;
        match stopped {
            Some(()) => self.stack(MAIN_THREAD, cx),
            None => Ok(Vec::new()),
        }
    }

    fn enter(
        &self,
        options: &GameOptions,
        first_break: FirstBreak,
        link: Option<Listener>,
        cx: &Context,
    ) -> Result<(), GameError> {
        self.check_process(cx)?;
        self.freeze_at_start(first_break, cx)?;
        let root = self.find_root(cx)?;
        let LoadedProbe { tick, is_linked } = self.load_probe(root, cx)?;
        if let (Some(listener), GameHost::Own(process)) =
            (link.filter(|_| is_linked), &self.process)
        {
            let socket = accept(&listener, process, cx)?;
            self.connection.add_link(socket).map_err(GameError::Start)?;
        }
        if tick > LATEST_FIRST_TICK && options.is_frozen {
            return Err(GameError::StoppedLate { tick });
        }
        if let Some(seed) = options.seed {
            self.call("seed", [("seed", Variant::Int(seed))].into(), cx)?;
        }
        if !options.remedies.is_empty() {
            self.call("remedies", remedies(options), cx)?;
        }
        match options.is_frozen {
            true => self.act(request::wait(0), cx).map(drop),
            false => self.run(cx),
        }
    }

    fn check_process(&self, cx: &Context) -> Result<(), GameError> {
        let pid = self.connection.wait_for(FROZEN_LIMIT, cx, |inbox| inbox.pid)?;
        match pid {
            Some(pid) if self.pid().is_some_and(|own| pid == i64::from(own)) => Ok(()),
            Some(_) => Err(GameError::WrongProcess),
            None => Err(self.diagnose(FROZEN_LIMIT, cx)),
        }
    }

    fn freeze_at_start(&self, first_break: FirstBreak, cx: &Context) -> Result<(), GameError> {
        let limit = answer_time(cx);
        let wait_for_freeze = |count: u64| {
            let frozen = self.connection.wait_for(limit, cx, |inbox| {
                (inbox.freezes >= count).then_some(!inbox.first_error.is_empty())
            })?;
            frozen.ok_or_else(|| self.diagnose(limit, cx))
        };
        let ignore_errors = || self.connection.send("set_ignore_error_breaks", vec![true.into()]);
        match first_break {
            FirstBreak::Ours => {
                ignore_errors();
                self.connection.send("break", Vec::new());
                match wait_for_freeze(1)? {
                    true => Err(GameError::BrokeAtStart),
                    false => Ok(()),
                }
            }
            FirstBreak::Error => {
                wait_for_freeze(1)?;
                ignore_errors();
                self.connection.send("continue", Vec::new());
                self.connection.send("break", Vec::new());
                wait_for_freeze(2).map(drop)
            }
        }
    }

    pub(super) fn find_root(&self, cx: &Context) -> Result<ObjectId, GameError> {
        self.connection.send("scene:request_scene_tree", Vec::new());
        let answer = self.connection.wait_for(FROZEN_LIMIT, cx, |inbox| {
            let lacks_tree = inbox.lacks_tree.then_some(Err(GameError::NoSceneTree));
            inbox.root.map(Ok).or(lacks_tree)
        })?;
        answer.unwrap_or_else(|| Err(self.diagnose(FROZEN_LIMIT, cx)))
    }

    pub(super) fn load_probe(
        &self,
        ObjectId(root): ObjectId,
        cx: &Context,
    ) -> Result<LoadedProbe, GameError> {
        let entry = if self.is_relayed() { probe::EDITOR_ENTRY } else { probe::ENTRY };
        let path = self._folder.path().join(entry).to_string_lossy().into_owned();
        let set_script = |script: Variant| {
            let data = vec![Variant::Int(root as i64), "script".into(), script];
            self.connection.send("scene:set_object_property", data);
        };
        set_script(path.into());
        let loaded = self.connection.wait_for(FROZEN_LIMIT, cx, |inbox| inbox.probe)?;
        let Some(probe) = loaded else {
            return Err(GameError::NoProbe { output: self.process.telling_output() });
        };
        set_script(Variant::Nil);
        Ok(probe)
    }
}

fn remedies(options: &GameOptions) -> Variant {
    let has = |remedy| Variant::Bool(options.remedies.contains(&remedy));
    [
        ("seed", Variant::Int(options.seed.unwrap_or_default())),
        ("each_tick", has(GameRemedy::SeedEachTick)),
        ("generators", has(GameRemedy::SeedGenerators)),
    ]
    .into()
}

/// Only this user may look into it: whoever can connect to the socket controls the game.
pub(super) fn run_folder() -> std::io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix("scenewright-game-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    builder.tempdir()
}

fn command(
    options: &GameOptions,
    address: &str,
    folder: &Path,
    virtual_display: &Option<VirtualDisplay>,
) -> ProcessCommand {
    let mut arguments = vec!["--path".to_owned(), options.project.to_string_lossy().into_owned()];
    let mut add = |words: &[&str]| arguments.extend(words.iter().map(|word| (*word).to_owned()));
    add(&["--remote-debug", address]);
    match options.display {
        GameDisplay::Headless => add(&["--headless"]),
        GameDisplay::Screen => {}
        GameDisplay::Virtual => {
            add(&["--rendering-method", "gl_compatibility", "--audio-driver", "Dummy"]);
        }
    }
    if let Some(fps) = options.fixed_fps {
        add(&["--fixed-fps", &fps.to_string()]);
    }
    if options.remedies.contains(&GameRemedy::Movie) {
        add(&["--write-movie", &folder.join("movie.avi").to_string_lossy()]);
    }
    if let Some(scene) = &options.scene {
        add(&[scene]);
    }
    if !options.arguments.is_empty() {
        add(&["--"]);
        arguments.extend(options.arguments.iter().cloned());
    }
    let mut variables = Vec::new();
    if !options.uses_player_data {
        variables.push(("XDG_DATA_HOME".to_owned(), folder.join("data")));
    }
    if let Some(display) = virtual_display {
        variables.push(("DISPLAY".to_owned(), display.name().into()));
        variables.push(("WAYLAND_DISPLAY".to_owned(), PathBuf::new()));
    }
    let (program, guard) = (options.godot.clone(), options.guard.clone());
    ProcessCommand { program, arguments, variables, guard }
}

fn accept(listener: &Listener, process: &GameProcess, cx: &Context) -> Result<Socket, GameError> {
    let limit = CONNECT_LIMIT.min(answer_time(cx));
    let until = Instant::now() + limit;
    loop {
        if let Some(socket) = listener.accept().map_err(GameError::Start)? {
            return Ok(socket);
        }
        let output = || process.telling_output();
        if let Some(end) = process.end() {
            return Err(GameError::EndedAtStart { end, output: output() });
        }
        if Instant::now() >= until {
            return Err(GameError::NotConnected { limit, output: output() });
        }
        cx.check()?;
        thread::sleep(POLL_INTERVAL);
    }
}
