//! Lines over time, or over something else, as inline SVG. Colours come from the page's style sheet.

use crate::html::Html;
use crate::timeline::CurvePoint;
use crate::words;
use std::fmt;

/// The picture, and the part of it that has the line.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 604.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 205.0;

/// Lines of a grid are at least so far from each other that their labels do not touch.
const MOST_STEPS_UP: f64 = 5.0;
const MOST_STEPS_ALONG: f64 = 6.0;

/// With more runs than these, the lines between them would hide the curve.
const MOST_SEAMS: usize = 40;

const MINUTE: f64 = 60.0;
const HOUR: f64 = 60.0 * MINUTE;
const DAY: f64 = 24.0 * HOUR;

/// Steps of time that people count in; days follow by 1, 2, 5, 10.
const TIME_STEPS: [f64; 17] = [
    1.0,
    2.0,
    5.0,
    10.0,
    15.0,
    30.0,
    MINUTE,
    2.0 * MINUTE,
    5.0 * MINUTE,
    10.0 * MINUTE,
    15.0 * MINUTE,
    30.0 * MINUTE,
    HOUR,
    2.0 * HOUR,
    3.0 * HOUR,
    6.0 * HOUR,
    12.0 * HOUR,
];

/// Lines over a common axis.
#[derive(Debug)]
pub struct Plot<'a> {
    /// What it shows.
    pub title: &'a str,
    /// The lines.
    pub curves: &'a [Curve<'a>],
    /// What lies along the picture.
    pub along: Along,
    /// Where that ends.
    pub end: f64,
    /// Where runs meet.
    pub seams: &'a [f64],
}

/// One line.
#[derive(Debug)]
pub struct Curve<'a> {
    /// Its class in the style sheet.
    pub class: &'static str,
    /// Places along the picture, and values.
    pub points: &'a [CurvePoint],
}

/// What lies along a picture.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Along {
    /// Seconds.
    Time,
    /// A number of something.
    Amount,
    /// A number of something, on a logarithmic scale from 1.
    Magnitude,
}

/// From 0 to `end`, with lines at the multiples of `step`. Neither is ever 0.
#[derive(Copy, Clone, Debug, PartialEq)]
struct Axis {
    end: f64,
    step: f64,
}

impl Axis {
    /// For values up to this one: ends at a line of the grid.
    fn of_values(most: f64) -> Self {
        let step = round_step(usable(most) / MOST_STEPS_UP);
        Self { end: (usable(most) / step).ceil() * step, step }
    }

    /// For numbers from 1 up to this one: ends at a power of ten, and so are its lines.
    fn of_magnitudes(most: f64) -> Self {
        let end = usable(most).log10().ceil().max(1.0);
        Self { end, step: (end / MOST_STEPS_ALONG).ceil() }
    }

    /// For so many seconds: ends where they do.
    fn of_time(seconds: f64) -> Self {
        let end = if seconds.is_finite() && seconds > 0.0 { seconds } else { 1.0 };
        let least = end / MOST_STEPS_ALONG;
        let fits = TIME_STEPS.into_iter().find(|step| *step >= least);
        Self { end, step: fits.unwrap_or_else(|| DAY * round_step(least / DAY)) }
    }

    fn lines(self) -> impl Iterator<Item = f64> {
        let count = (self.end / self.step).floor() as u32;
        (0..=count).map(move |number| f64::from(number) * self.step)
    }

    fn share(self, value: f64) -> f64 {
        if value.is_finite() { (value / self.end).clamp(0.0, 1.0) } else { 0.0 }
    }
}

/// At least 1: everything that is plotted is counted in whole things.
fn usable(most: f64) -> f64 {
    if most.is_finite() { most.max(1.0) } else { 1.0 }
}

/// The smallest of 1, 2, 5, 10, 20, 50, … that is not smaller.
fn round_step(least: f64) -> f64 {
    let mut power = 1.0;
    loop {
        for digit in [1.0, 2.0, 5.0] {
            if digit * power >= least {
                return digit * power;
            }
        }
        power *= 10.0;
    }
}

/// A place in the picture, to a tenth.
struct At(f64);

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1}", self.0)
    }
}

/// A time at an axis.
fn time_label(seconds: f64) -> String {
    words::span((seconds * 1000.0) as i64).replace("0.0 s", "0").replace(".0 s", " s")
}

impl Plot<'_> {
    /// Writes the picture with its title.
    pub fn write(&self, html: &mut Html) {
        let values = self.curves.iter().flat_map(|curve| curve.points).map(|(_, value)| *value);
        let most = values.fold(0.0, f64::max);
        let up = Axis::of_values(most);
        let along = match self.along {
            Along::Time => Axis::of_time(self.end),
            Along::Amount => Axis::of_values(self.end),
            Along::Magnitude => Axis::of_magnitudes(self.end),
        };
        let scaled = |place: f64| match self.along {
            Along::Magnitude => place.max(1.0).log10(),
            Along::Time | Along::Amount => place,
        };
        let at = |place: f64| LEFT + along.share(place) * (RIGHT - LEFT);
        let x = |place: f64| at(scaled(place));
        let y = |value: f64| BOTTOM - up.share(value) * (BOTTOM - TOP);
        html.raw("<figure>\n<figcaption>")
            .text(self.title)
            .raw("</figcaption>\n<svg viewBox=\"0 0 ")
            .text(WIDTH)
            .raw(" ")
            .text(HEIGHT)
            .raw("\" role=\"img\" aria-label=\"")
            .text(self.title)
            .raw(if self.along == Along::Time { " over time, at most " } else { ", at most " })
            .text(words::grouped(most as u64))
            .raw("\">\n");
        for value in up.lines() {
            line(html, "grid", (LEFT, y(value)), (RIGHT, y(value)));
            label(html, "end", (LEFT - 8.0, y(value) + 4.0), words::grouped(value as u64));
        }
        for place in along.lines() {
            line(html, "grid", (at(place), BOTTOM), (at(place), BOTTOM + 5.0));
            let words = match self.along {
                Along::Time => time_label(place),
                Along::Amount => words::grouped(place as u64),
                Along::Magnitude => words::grouped(10_f64.powf(place) as u64),
            };
            label(html, "middle", (at(place), BOTTOM + 20.0), words);
        }
        if self.seams.len() <= MOST_SEAMS {
            for seam in self.seams {
                line(html, "seam", (x(*seam), TOP), (x(*seam), BOTTOM));
            }
        }
        for curve in self.curves {
            html.raw("<polyline class=\"").raw(curve.class).raw("\" points=\"");
            for (place, value) in curve.points {
                html.text(At(x(*place))).raw(",").text(At(y(*value))).raw(" ");
            }
            html.raw("\"/>\n");
        }
        html.raw("</svg>\n</figure>\n");
    }
}

fn line(html: &mut Html, class: &'static str, from: CurvePoint, to: CurvePoint) {
    html.raw("<line class=\"").raw(class);
    html.raw("\" x1=\"").text(At(from.0)).raw("\" y1=\"").text(At(from.1));
    html.raw("\" x2=\"").text(At(to.0)).raw("\" y2=\"").text(At(to.1)).raw("\"/>\n");
}

fn label(html: &mut Html, anchor: &'static str, at: CurvePoint, text: impl fmt::Display) {
    html.raw("<text text-anchor=\"").raw(anchor);
    html.raw("\" x=\"").text(At(at.0)).raw("\" y=\"").text(At(at.1)).raw("\">");
    html.text(text).raw("</text>\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_round_steps_and_few_lines() {
        assert_eq!(Axis::of_values(0.0), Axis { end: 1.0, step: 1.0 });
        assert_eq!(Axis::of_values(7.0), Axis { end: 8.0, step: 2.0 });
        assert_eq!(Axis::of_values(4321.0), Axis { end: 5000.0, step: 1000.0 });
        assert_eq!(Axis::of_magnitudes(36_000.0), Axis { end: 5.0, step: 1.0 });
        assert_eq!(Axis::of_time(600.0), Axis { end: 600.0, step: 2.0 * MINUTE });
        assert_eq!(Axis::of_time(100.0 * DAY).step, 20.0 * DAY);
        for most in [f64::NAN, f64::INFINITY, -1.0, 0.0, 0.3, 1e18, 1e300] {
            for axis in [Axis::of_values(most), Axis::of_time(most), Axis::of_magnitudes(most)] {
                assert!(axis.step > 0.0 && axis.end > 0.0 && axis.end.is_finite(), "{axis:?}");
                assert!(axis.lines().count() <= 7, "{axis:?}");
                assert!(axis.share(f64::NAN) == 0.0 && axis.share(axis.end) == 1.0);
            }
        }
    }

    #[test]
    fn nothing_and_zeros_and_nonsense_can_be_drawn() {
        let nonsense = [(f64::NAN, 1.0), (1.0, f64::INFINITY), (-3.0, -3.0)];
        for points in [&[][..], &[(0.0, 0.0)], &[(0.0, 0.0), (5.0, 0.0)], &nonsense] {
            for end in [0.0, 5.0, f64::NAN] {
                let mut html = Html::default();
                for along in [Along::Time, Along::Amount, Along::Magnitude] {
                    let curves = [Curve { class: "curve", points }];
                    let seams = &[2.0];
                    let plot = Plot { title: "nothing", curves: &curves, along, end, seams };
                    plot.write(&mut html);
                }
                let text = html.finish();
                assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
            }
        }
    }

    #[test]
    fn labels_of_time_are_short() {
        assert_eq!(time_label(0.0), "0");
        assert_eq!(time_label(5.0), "5 s");
        assert_eq!(time_label(90.0 * MINUTE), "1 h 30 min");
    }
}
