//! Reads the project's settings by area.

use scenewright_engine::{EngineError, ReadResult, Reading, Subject};
use scenewright_model::{PhysicsSettings, ProjectSettings, Setting, SettingsArea};

use super::super::diagnostics::DiagnosticList;
use super::super::files::GodotFileView;
use super::super::lexer::HeaderStyle;
use super::super::text::GodotDocument;
use super::config::SettingsFile;
use super::{PROJECT_FILE, application, exports, input, loaded, names};

/// The settings about time in other sections, of Godot 4 and 3.
const TIME_SETTINGS: [&str; 10] = [
    "application/run/delta_smoothing",
    "application/run/delta_sync_after_draw",
    "application/run/frame_delay_msec",
    "application/run/max_fps",
    "debug/settings/fps/force_fps",
    "physics/common/max_physics_steps_per_frame",
    "physics/common/physics_fps",
    "physics/common/physics_interpolation",
    "physics/common/physics_jitter_fix",
    "physics/common/physics_ticks_per_second",
];

pub(crate) fn read(
    files: &GodotFileView<'_>,
    areas: &[SettingsArea],
) -> ReadResult<ProjectSettings> {
    let mut reader = SettingsAreaReader {
        settings: ProjectSettings::default(),
        diagnostics: DiagnosticList::default(),
    };
    let document = reader.parse_project(files);
    let config = document.as_ref().map(SettingsFile::new);
    for &area in areas {
        files.cx.check()?;
        match &config {
            _ if reader.read_without_project(area, files) => {}
            Some(config) => reader.read_area(area, config, files)?,
            None => {}
        }
    }
    let SettingsAreaReader { settings, diagnostics } = reader;
    Ok(Reading { diagnostics: diagnostics.into_vec(), ..Reading::from_files(settings) })
}

struct SettingsAreaReader {
    settings: ProjectSettings,
    diagnostics: DiagnosticList,
}

impl SettingsAreaReader {
    /// `None` with a diagnostic if it cannot be read.
    fn parse_project(&mut self, files: &GodotFileView<'_>) -> Option<GodotDocument> {
        let bytes = files.root.read(Subject::ProjectFile, PROJECT_FILE);
        let document = bytes.and_then(|bytes| {
            GodotDocument::parse(bytes, HeaderStyle::Plain, "res://project.godot")
        });
        document.map_err(|error| self.diagnostics.add(&error.to_string())).ok()
    }

    /// Reads an area that does not need the project's file; returns whether it is one.
    fn read_without_project(&mut self, area: SettingsArea, files: &GodotFileView<'_>) -> bool {
        match area {
            SettingsArea::Tags | SettingsArea::SortingLayers | SettingsArea::Quality => {
                self.settings.lacking.push(area);
            }
            SettingsArea::Exports => {
                let presets = exports::read(files.root);
                let presets = presets.map_err(|error| self.diagnostics.add(&error.to_string()));
                self.settings.exports = presets.ok();
            }
            _ => return false,
        }
        true
    }

    fn read_area(
        &mut self,
        area: SettingsArea,
        config: &SettingsFile<'_>,
        files: &GodotFileView<'_>,
    ) -> std::result::Result<(), EngineError> {
        let SettingsAreaReader { settings, diagnostics } = self;
        match area {
            SettingsArea::Layers => settings.layers = Some(names::layers(config)),
            SettingsArea::Groups => settings.groups = Some(names::groups(config)),
            SettingsArea::Input => settings.input = Some(input::read(config, diagnostics)),
            SettingsArea::Player => settings.player = Some(application::read(config, files)?),
            SettingsArea::Autoloads => {
                settings.autoloads = Some(loaded::autoloads(config, files, diagnostics)?);
            }
            SettingsArea::Plugins => {
                settings.plugins = Some(loaded::plugins(config, files, diagnostics))
            }
            SettingsArea::Physics => {
                let is_2d = |name: &str| name.starts_with("physics/2d/");
                let is_other = |name: &str| name.starts_with("physics/") && !is_2d(name);
                settings.physics = Some(physics(config.values(is_other)));
                settings.physics_2d = Some(physics(config.values(is_2d)));
            }
            SettingsArea::Time => settings.time = Some(config.values(is_time)),
            SettingsArea::Graphics => {
                settings.graphics = Some(config.values(|name| name.starts_with("rendering/")));
            }
            SettingsArea::Audio => {
                settings.audio = Some(config.values(|name| name.starts_with("audio/")));
            }
            SettingsArea::Tags
            | SettingsArea::SortingLayers
            | SettingsArea::Quality
            | SettingsArea::Exports => {}
        }
        Ok(())
    }
}

/// In Godot collisions are configured on objects.
fn physics(values: Vec<Setting>) -> PhysicsSettings {
    PhysicsSettings { values, ignored_pairs: None }
}

/// Including platform-specific values: `max_fps.mobile`.
fn is_time(name: &str) -> bool {
    TIME_SETTINGS.iter().any(|known| {
        name.strip_prefix(known).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    })
}
