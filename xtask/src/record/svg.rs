//! Lines of a terminal as an animated SVG: one group per screen, shown one after the other.

use std::fmt::Write;

use super::RecordedStep;

const ROWS: usize = 26;
const CHARACTER_WIDTH: f64 = 8.4;
const LINE_HEIGHT: usize = 19;
const MARGIN: usize = 16;

/// How long a command is typed, in seconds.
const TYPING: f64 = 0.4;

/// A line of the screen, in pieces of one colour.
type Line = Vec<(Style, String)>;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Style {
    #[default]
    Plain,
    Bold,
    Dim,
    Cyan,
    Green,
    Red,
    Prompt,
}

impl Style {
    fn class(self) -> &'static str {
        match self {
            Style::Plain => "",
            Style::Bold => "b",
            Style::Dim => "d",
            Style::Cyan => "c",
            Style::Green => "g",
            Style::Red => "r",
            Style::Prompt => "p",
        }
    }
}

/// The screens, with the second at which each begins; and the length of the whole.
pub(super) fn animate(steps: &[RecordedStep], columns: usize) -> String {
    let mut lines: Vec<Line> = Vec::new();
    let mut screens: Vec<(f64, Vec<Line>)> = Vec::new();
    let mut now = 0.0;
    for step in steps {
        lines.push(vec![(Style::Prompt, "$ ".to_owned())]);
        screens.push((now, last(&lines)));
        now += TYPING;
        lines.pop();
        let mut typed = step.command.split('\n');
        let first = typed.next().unwrap_or_default().to_owned();
        lines.push(vec![(Style::Prompt, "$ ".to_owned()), (Style::Bold, first)]);
        lines.extend(typed.map(|line| vec![(Style::Bold, line.to_owned())]));
        screens.push((now, last(&lines)));
        now += TYPING;
        lines.extend(parse(&step.output, columns));
        lines.push(Line::new());
        screens.push((now, last(&lines)));
        now += step.seconds;
    }
    draw(&screens, now, columns)
}

fn last(lines: &[Line]) -> Vec<Line> {
    lines[lines.len().saturating_sub(ROWS)..].to_vec()
}

fn draw(screens: &[(f64, Vec<Line>)], length: f64, columns: usize) -> String {
    let width = (columns as f64 * CHARACTER_WIDTH) as usize + 2 * MARGIN;
    let height = ROWS * LINE_HEIGHT + 2 * MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
         <title>Scenewright in a terminal</title>\n<style>\n\
         text{{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#d8dee9;white-space:pre}}\n\
         .b{{font-weight:700}}.d{{fill:#8a93a5}}.c{{fill:#88c0d0}}.g{{fill:#a3be8c}}.r{{fill:#e06c75}}.p{{fill:#a3be8c}}\n\
         .s{{visibility:hidden;animation-duration:{length:.1}s;animation-iteration-count:infinite;animation-timing-function:step-end}}\n"
    );
    for (index, (start, _)) in screens.iter().enumerate() {
        let end = screens.get(index + 1).map_or(length, |(next, _)| *next);
        let (from, to) = (start / length * 100.0, end / length * 100.0);
        let before = if index == 0 { "" } else { "0%{visibility:hidden}" };
        let after =
            if to < 100.0 { format!("{to:.2}%{{visibility:hidden}}") } else { String::new() };
        // Writing to a string cannot fail.
        let _ = writeln!(
            svg,
            "@keyframes k{index}{{{before}{from:.2}%{{visibility:visible}}{after}}}#s{index}{{animation-name:k{index}}}"
        );
    }
    // Without animations the last screen is shown.
    let still = screens.len().saturating_sub(1);
    let _ = writeln!(
        svg,
        "@media (prefers-reduced-motion:reduce){{.s{{animation:none}}#s{still}{{visibility:visible}}}}\n</style>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#242933\"/>"
    );
    for (index, (_, lines)) in screens.iter().enumerate() {
        let _ = writeln!(svg, "<g class=\"s\" id=\"s{index}\">");
        for (row, line) in lines.iter().enumerate().filter(|(_, line)| !line.is_empty()) {
            let y = MARGIN + (row + 1) * LINE_HEIGHT - 5;
            let _ = writeln!(svg, "<text x=\"{MARGIN}\" y=\"{y}\">{}</text>", spans(line));
        }
        svg.push_str("</g>\n");
    }
    svg + "</svg>\n"
}

fn spans(line: &Line) -> String {
    let span = |(style, text): &(Style, String)| {
        let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        match style {
            Style::Plain => text,
            style => format!("<tspan class=\"{}\">{text}</tspan>", style.class()),
        }
    };
    line.iter().map(span).collect()
}

/// Splits at colours. Lines that are longer than the terminal go on in the next one.
fn parse(output: &str, columns: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    for text in output.trim_end().split('\n') {
        let (mut line, mut style, mut length) = (Line::new(), Style::Plain, 0);
        let mut rest = text;
        while !rest.is_empty() {
            if let Some(after) = rest.strip_prefix("\u{1b}[") {
                let end = after.find(|letter: char| letter.is_ascii_alphabetic()).unwrap_or(0);
                style = colour(&after[..end], style);
                rest = after.get(end + 1..).unwrap_or_default();
                continue;
            }
            let end = rest.find('\u{1b}').filter(|end| *end > 0).unwrap_or(rest.len());
            for letter in rest[..end].chars().filter(|letter| !letter.is_control()) {
                if length == columns {
                    lines.push(std::mem::take(&mut line));
                    length = 0;
                }
                match line.last_mut().filter(|(last, _)| *last == style) {
                    Some((_, text)) => text.push(letter),
                    None => line.push((style, letter.to_string())),
                }
                length += 1;
            }
            rest = &rest[end..];
        }
        lines.push(line);
    }
    lines
}

fn colour(codes: &str, before: Style) -> Style {
    codes.split(';').fold(before, |style, code| match code {
        "" | "0" => Style::Plain,
        "1" if style == Style::Plain => Style::Bold,
        "2" => Style::Dim,
        "31" => Style::Red,
        "32" => Style::Green,
        "36" => Style::Cyan,
        _ => style,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_become_pieces_of_a_line() {
        let lines = parse("\u{1b}[1mbold\u{1b}[0m plain\n\u{1b}[32m+ <new>\u{1b}[0m", 80);
        assert_eq!(spans(&lines[0]), "<tspan class=\"b\">bold</tspan> plain");
        assert_eq!(spans(&lines[1]), "<tspan class=\"g\">+ &lt;new&gt;</tspan>");
        assert_eq!(parse("abcdef", 4).len(), 2);
    }

    #[test]
    fn every_screen_is_shown_once() {
        let step = |command| RecordedStep { command, output: "x\n".to_owned(), seconds: 3.0 };
        let svg = animate(&[step("a"), step("b")], 40);
        assert_eq!(svg.matches("@keyframes").count(), 6);
        assert_eq!(svg.matches("<g class=\"s\"").count(), 6);
    }
}
