//! Truncates the settings of all areas to a length that a client can read.

use scenewright_model::ProjectSettings;

/// Truncates long lists and reports each: its content, the area that returns all of it, and its length.
pub(super) fn shorten(
    settings: &mut ProjectSettings,
    most: usize,
    tell: impl Fn(&str, &str, usize),
) {
    fn cut<T>(list: Option<&mut Vec<T>>, most: usize) -> Option<usize> {
        let list = list.filter(|list| list.len() > most)?;
        let total = list.len();
        list.truncate(most);
        Some(total)
    }
    let physics = settings.physics.as_mut().and_then(|physics| physics.ignored_pairs.as_mut());
    let physics_2d =
        settings.physics_2d.as_mut().and_then(|physics| physics.ignored_pairs.as_mut());
    let (axes, files, actions) = match &mut settings.input {
        Some(input) => {
            (Some(&mut input.axes), Some(&mut input.action_files), Some(&mut input.actions))
        }
        None => (None, None, None),
    };
    let levels = settings.quality.as_mut().map(|quality| &mut quality.levels);
    let lists = [
        ("tags", "tags", cut(settings.tags.as_mut(), most)),
        ("sorting layers", "sorting-layers", cut(settings.sorting_layers.as_mut(), most)),
        ("quality levels", "quality", cut(levels, most)),
        ("input axes", "input", cut(axes, most)),
        ("action files", "input", cut(files, most)),
        ("input actions", "input", cut(actions, most)),
        ("layers", "layers", cut(settings.layers.as_mut(), most)),
        ("pairs of layers", "physics", cut(physics, most)),
        ("pairs of 2D layers", "physics", cut(physics_2d, most)),
        ("graphics settings", "graphics", cut(settings.graphics.as_mut(), most)),
        ("autoloads", "autoloads", cut(settings.autoloads.as_mut(), most)),
        ("plugins", "plugins", cut(settings.plugins.as_mut(), most)),
        ("groups", "groups", cut(settings.groups.as_mut(), most)),
        ("export presets", "exports", cut(settings.exports.as_mut(), most)),
    ];
    for (what, area, total) in lists {
        if let Some(total) = total {
            tell(what, area, total);
        }
    }
}
