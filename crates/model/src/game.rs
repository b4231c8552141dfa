//! A game that runs under our control: how it is started, driven and looked at.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{EditValue, GameProfile, GameStop, MemberValue, Picture, PictureRequest};

/// How to start a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameStart {
    /// The project's main scene if there is none.
    pub scene: Option<String>,
    /// For the game itself.
    pub arguments: Vec<String>,
    /// Whether it waits at its first tick.
    pub is_frozen: bool,
    pub seed: Option<i64>,
    /// Frames per second of game time, however long they take to draw.
    pub fixed_fps: Option<u32>,
    pub display: GameDisplay,
    /// Whether it uses the player's own data folder.
    pub uses_player_data: bool,
    pub import: GameImport,
    pub remedies: Vec<GameRemedy>,
}

/// What makes a game more alike from run to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum GameRemedy {
    /// Seed the global random numbers anew at each tick.
    SeedEachTick,
    /// Seed random number generators in members of nodes.
    SeedGenerators,
    /// Let audio run in game time, by writing a movie that is thrown away.
    Movie,
}

/// Where a game is drawn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum GameDisplay {
    /// Nowhere: the fastest, without pictures.
    #[default]
    Headless,
    /// On the user's screen.
    Screen,
    /// On a virtual screen.
    Virtual,
}

/// What to do about a project whose assets have never been imported.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum GameImport {
    #[default]
    Refuse,
    /// Import and run a copy of the project.
    Copy,
    /// Import the project itself, which may change files in it.
    Project,
}

/// One running game.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameInfo {
    /// The id of the game
    pub game: String,
    /// editor if the editor runs it; absent for a game that this server started
    #[serde(skip_serializing_if = "GameOrigin::is_server")]
    pub origin: GameOrigin,
    /// frozen, running, stopped (in a script), broken (it stands in the editor's debugger) or ended
    pub state: GamePhase,
    /// Where a script stopped it; absent unless it is stopped
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<GameStop>,
    /// Why it stands in the editor's debugger; absent otherwise
    #[serde(skip_serializing_if = "Option::is_none")]
    pub break_reason: Option<String>,
    /// The process id; absent while it is not known
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pid: Option<u32>,
    /// headless, screen or virtual; absent while it is not known
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display: Option<GameDisplay>,
    /// What makes it more alike from run to run; absent without anything
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remedies: Vec<GameRemedy>,
    /// How the process ended; absent while it runs
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<String>,
    /// What the game says about itself; absent when it has ended, or was not asked
    #[serde(flatten)]
    pub clock: Option<GameClock>,
}

/// Who started a game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum GameOrigin {
    #[default]
    Server,
    Editor,
}

impl GameOrigin {
    fn is_server(&self) -> bool {
        *self == GameOrigin::Server
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum GamePhase {
    /// Stands at a tick and waits
    Frozen,
    Running,
    /// Stands in a script, at a breakpoint or an error
    Stopped,
    /// Stands in the editor's debugger
    Broken,
    Ended,
}

/// Where a game stands.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameClock {
    /// The version of the engine
    pub engine_version: String,
    /// The current scene's file; empty if it has none
    pub scene_path: String,
    /// The current scene's root node; empty if there is none
    pub scene_node: String,
    /// Physics ticks since the start
    pub tick: u64,
    /// Frames since the start
    pub frame: u64,
    /// Physics ticks per second of game time
    pub ticks_per_second: u32,
    /// Whether the game has paused its scene tree
    pub is_paused: bool,
    /// How many nodes there are
    pub nodes: u64,
    /// Width and height of the window in pixels
    pub window: [i32; 2],
    /// How many errors were logged since the start
    pub errors: u64,
}

/// A part of the running scene tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameTreeRequest {
    pub path: String,
    pub depth: u32,
    pub limit: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameTree {
    /// The path of the first node
    pub path: String,
    /// The nodes, each before its children
    pub nodes: Vec<GameNode>,
    /// How many nodes are not listed because of the limit
    pub left_out: u64,
}

#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameNode {
    /// How many levels it is below the first node
    pub depth: u32,
    /// Its name
    pub name: String,
    /// The class; the engine's own one if a script extends it
    #[serde(rename = "type")]
    pub class: String,
    /// Stays the same while the game runs; #id is accepted as a path
    pub id: u64,
    /// The script; absent without one
    #[serde(skip_serializing_if = "String::is_empty")]
    pub script: String,
    /// The scene that it is an instance of; absent otherwise
    #[serde(skip_serializing_if = "String::is_empty")]
    pub scene: String,
    /// True if it is hidden; absent otherwise
    #[serde(skip_serializing_if = "crate::is_false")]
    pub is_hidden: bool,
    /// How many children it has
    pub children: u32,
}

/// An object of the running game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameObject {
    /// Its path in the scene tree
    pub path: String,
    /// Its class
    #[serde(rename = "type")]
    pub class: String,
    /// Stays the same while the game runs; #id is accepted as a path
    pub id: u64,
    /// Its script; absent without one
    #[serde(skip_serializing_if = "String::is_empty")]
    pub script: String,
}

/// An object with some of its properties.
#[derive(Debug, Clone, PartialEq)]
pub struct GameProperties {
    pub object: GameObject,
    pub values: Vec<(String, MemberValue)>,
}

/// A property before and after it was written.
#[derive(Debug, Clone, PartialEq)]
pub struct GameWrite {
    pub object: GameObject,
    pub before: MemberValue,
    pub after: MemberValue,
    /// Whether the property kept the value as it was sent; a setter may change it.
    pub was_taken: bool,
    pub logged: Vec<GameLogEntry>,
}

/// The result of a method.
#[derive(Debug, Clone, PartialEq)]
pub struct GameCall {
    /// `None` for source that is no method of an object.
    pub object: Option<GameObject>,
    /// `None` while it waits for something.
    pub value: Option<MemberValue>,
    pub logged: Vec<GameLogEntry>,
}

/// One print, warning or error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameLogEntry {
    /// The tick in which it was logged
    pub tick: u64,
    /// print, stderr, warning or error
    pub kind: String,
    /// What it says
    pub text: String,
    /// The file; absent when it is unknown
    #[serde(skip_serializing_if = "String::is_empty")]
    pub file: String,
    /// The line; absent when it is unknown
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// Stack trace, innermost call first
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stack: Vec<String>,
}

impl GameLogEntry {
    pub fn is_error(&self) -> bool {
        self.kind == "error"
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GameLog {
    pub entries: Vec<GameLogEntry>,
    /// Where the next reading begins.
    pub next: u64,
    /// Entries that are not in it: older ones that are gone, and those beyond the limit.
    pub left_out: u64,
}

/// The places of all nodes at each tick.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GameTrace {
    /// The nodes that have a place, each time that they changed.
    pub lists: Vec<TracedNodes>,
    /// Earliest first.
    pub ticks: Vec<TracedTick>,
    /// Ticks at the end that are missing because there are too many nodes.
    pub left_out: u64,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TracedNodes {
    pub paths: Vec<String>,
    /// For each node, the script that moves it: its own, or the nearest one above it. Empty without one.
    pub scripts: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TracedTick {
    pub tick: u64,
    /// Which of the lists.
    pub list: usize,
    /// Of the places, in the order of the list.
    pub hashes: Vec<i32>,
}

/// A picture of the game, with marks if they were asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct GamePicture {
    pub picture: Picture,
    /// The frame that it shows.
    pub frame: u64,
    pub marks: Vec<GameMark>,
    /// Objects beyond the largest number of marks.
    pub marks_left_out: u64,
}

#[derive(Debug, Clone, PartialEq)]
pub struct GamePictureRequest {
    pub size: PictureRequest,
    pub has_marks: bool,
    /// Only this object.
    pub crop: Option<String>,
}

/// A numbered object in a picture.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameMark {
    /// Its number in the picture
    pub mark: u32,
    #[serde(flatten)]
    pub object: GameObject,
    /// x, y, width and height in pixels of the window
    pub rect: [i32; 4],
    #[serde(flatten)]
    pub source: MarkSource,
    /// Its text; absent without one
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
}

/// How the place of a mark was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "foundBy", rename_all = "camelCase")]
pub enum MarkSource {
    /// By what is seen of the object
    Pixels {
        /// How many pixels of it are seen
        pixels: u32,
    },
    /// By the rectangle of the object, of which parts may be covered
    Rectangle,
}

/// What a player does, and how far the game goes.
#[derive(Debug, Clone, PartialEq)]
pub struct GameAct {
    /// By tick.
    pub inputs: Vec<TimedInput>,
    pub ticks: u32,
    pub until: Option<GameCondition>,
    pub report: Vec<GameProperty>,
    pub report_mode: ReportMode,
    pub signals: Vec<GameSignal>,
    pub pictures: Vec<u32>,
    pub picture: GamePictureRequest,
    /// How many of the slowest script functions to tell.
    pub profile: Option<u32>,
    /// Whether all pictures become one.
    pub is_sheet: bool,
    pub draw: ActDraw,
}

/// Which ticks of an act a game with a display draws.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ActDraw {
    #[default]
    All,
    /// Those of pictures, and the last one.
    Pictures,
}

/// The picture of one tick of an act.
#[derive(Debug, Clone, PartialEq)]
pub struct TickPicture {
    pub tick: u32,
    /// The frame that it shows, or why there is none.
    pub frame: Result<u64, String>,
}

/// One picture with those of several ticks.
#[derive(Debug, Clone, PartialEq)]
pub struct ContactSheet {
    pub picture: Picture,
    pub ticks: Vec<TickPicture>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReportMode {
    /// Once, when the act is over.
    #[default]
    End,
    /// Each tick in which a value differs from the one before.
    Changes,
    /// Each tick.
    Ticks,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameProperty {
    pub node: String,
    /// With parts: `position:x`.
    pub property: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GameSignal {
    pub node: String,
    pub signal: String,
}

/// An input, counted from the beginning of the act.
#[derive(Debug, Clone, PartialEq)]
pub struct TimedInput {
    pub tick: u32,
    pub input: GameInput,
}

#[derive(Debug, Clone, PartialEq)]
pub enum GameInput {
    Action { action: String, is_pressed: bool, strength: f64 },
    Key { key: String, is_pressed: bool },
    Text(String),
    MouseButton { button: MouseButton, is_pressed: bool, is_double: bool, place: InputPlace },
    MouseMove(InputPlace),
    Touch { index: u32, is_pressed: bool, place: InputPlace },
    JoypadButton { device: u32, button: u32, is_pressed: bool },
    JoypadAxis { device: u32, axis: u32, value: f64 },
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MouseButton {
    #[default]
    Left,
    Right,
    Middle,
    WheelUp,
    WheelDown,
}

impl MouseButton {
    pub fn as_str(self) -> &'static str {
        match self {
            MouseButton::Left => "left",
            MouseButton::Right => "right",
            MouseButton::Middle => "middle",
            MouseButton::WheelUp => "wheel_up",
            MouseButton::WheelDown => "wheel_down",
        }
    }
}

/// Where an input of a pointer happens.
#[derive(Debug, Clone, PartialEq)]
pub enum InputPlace {
    /// Where the pointer is.
    Here,
    /// In pixels of the window.
    Position([f64; 2]),
    /// The middle of a node.
    Node(String),
}

/// What an act waits for.
#[derive(Debug, Clone, PartialEq)]
pub enum GameCondition {
    All(Vec<GameCondition>),
    Any(Vec<GameCondition>),
    Not(Box<GameCondition>),
    Compare {
        property: GameProperty,
        operator: Comparison,
        value: EditValue,
    },
    Exists(String),
    Signal(GameSignal),
    Ticks(u32),
    Seconds(f64),
    /// In the engine's own expression language, on a node.
    Expression {
        node: String,
        text: String,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Comparison {
    pub fn as_str(self) -> &'static str {
        match self {
            Comparison::Equal => "==",
            Comparison::NotEqual => "!=",
            Comparison::Less => "<",
            Comparison::LessOrEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterOrEqual => ">=",
        }
    }
}

/// What happened in an act.
#[derive(Debug, Clone, PartialEq)]
pub struct ActOutcome {
    /// The game's id.
    pub game: String,
    /// Whether nothing but acts has happened to the game since its start.
    pub is_repeatable: bool,
    pub ended_by: ActEnd,
    pub ticks: u64,
    pub frames: u64,
    /// Of game time.
    pub seconds: f64,
    /// The tick at which the game stands, since its start.
    pub tick: u64,
    pub scene: String,
    pub rows: Vec<ReportRow>,
    pub rows_left_out: u64,
    pub signals: Vec<EmittedSignal>,
    pub signals_left_out: u64,
    /// Each by itself, if it could be taken.
    pub pictures: Vec<(TickPicture, Option<Picture>)>,
    pub sheet: Option<ContactSheet>,
    /// What is pressed and was not released.
    pub held: Vec<String>,
    /// Inputs that the act ended before.
    pub inputs_left: u64,
    pub log: GameLog,
    /// Where a script stopped it.
    pub stop: Option<GameStop>,
    pub profile: Option<GameProfile>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ActEnd {
    /// The condition held
    Until,
    /// All ticks have passed
    Ticks,
    /// A script stopped at a breakpoint or an error; the act is not over
    Stopped,
}

#[derive(Debug, Clone, PartialEq)]
pub struct ReportRow {
    pub tick: u64,
    /// In the order of the request; a text says why there is no value.
    pub values: Vec<Result<MemberValue, String>>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct EmittedSignal {
    pub tick: u64,
    pub signal: GameSignal,
    pub arguments: Vec<MemberValue>,
}

/// Something that happened in a running game.
#[derive(Debug, Clone, PartialEq)]
pub enum GameEvent {
    Started,
    /// Lines of the log, and how many more there were.
    Logged(GameLog),
    /// A scene was loaded, or is gone.
    ScenesChanged,
    Ended,
}
