//! Times and numbers for people.

use std::fmt::Write as _;

const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// The Gregorian calendar repeats itself after 400 years.
const DAYS_OF_400_YEARS: i64 = 146_097;

/// A time in milliseconds since 1970, as `2026-11-16 02:58:26`.
pub fn utc(ms: i64) -> String {
    let (year, month, day) = civil(ms.div_euclid(DAY));
    let rest = ms.rem_euclid(DAY);
    let (hour, minute, second) = (rest / HOUR, rest % HOUR / MINUTE, rest % MINUTE / SECOND);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
}

/// Year, month and day of a number of days since 1970.
fn civil(days: i64) -> (i64, usize, i64) {
    let leap = |year: i64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let mut year = 1970 + 400 * days.div_euclid(DAYS_OF_400_YEARS);
    let mut rest = days.rem_euclid(DAYS_OF_400_YEARS);
    loop {
        let length = 365 + i64::from(leap(year));
        if rest < length {
            break;
        }
        rest -= length;
        year += 1;
    }
    let february = 28 + i64::from(leap(year));
    let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while rest >= lengths[month] {
        rest -= lengths[month];
        month += 1;
    }
    (year, month + 1, rest + 1)
}

/// A length of time, in its two largest units.
pub fn span(ms: i64) -> String {
    /// Below this, tenths of a second; what would be rounded up to 10.0 is not.
    const TENTHS: i64 = 9_950;
    let two = |large: i64, name: &str, small: i64, unit: &str| {
        let (whole, rest) = (ms / large, ms % large / small);
        if rest == 0 { format!("{whole} {name}") } else { format!("{whole} {name} {rest} {unit}") }
    };
    match ms {
        ..TENTHS => format!("{:.1} s", ms.max(0) as f64 / 1000.0),
        TENTHS..MINUTE => format!("{} s", ms / SECOND),
        MINUTE..HOUR => two(MINUTE, "min", SECOND, "s"),
        HOUR..DAY => two(HOUR, "h", MINUTE, "min"),
        DAY.. => two(DAY, "d", HOUR, "h"),
    }
}

/// A number with its thousands apart.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut words = String::with_capacity(digits.len() * 4 / 3 + 1);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            words.push(',');
        }
        words.push(digit);
    }
    words
}

/// The name of a file as a segment of a URL.
pub fn url_segment(name: &str) -> String {
    let mut segment = String::with_capacity(name.len());
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => {
                segment.push(char::from(byte));
            }
            _ => {
                let _ = write!(segment, "%{byte:02X}");
            }
        }
    }
    segment
}

/// A number of things.
pub fn count(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

/// How many a time is in an hour.
pub fn per_hour(number: u64, ms: i64) -> Option<f64> {
    (ms > 0).then(|| number as f64 * HOUR as f64 / ms as f64)
}

/// The start of a text, and how many bytes were left out.
pub fn clipped(text: &str, most: usize) -> (&str, usize) {
    let end = text.floor_char_boundary(most);
    (&text[..end], text.len() - end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_the_calendar() {
        for (seconds, expected) in [
            (0, "1970-01-01 00:00:00"),
            (-1, "1969-12-31 23:59:59"),
            (951_782_399, "2000-02-28 23:59:59"),
            (951_782_400, "2000-02-29 00:00:00"),
            (951_868_800, "2000-03-01 00:00:00"),
            (1_709_164_800, "2024-02-29 00:00:00"),
            (1_794_797_906, "2026-11-16 02:58:26"),
            (4_107_542_399, "2100-02-28 23:59:59"),
            (4_107_542_400, "2100-03-01 00:00:00"),
            (253_402_300_799, "9999-12-31 23:59:59"),
        ] {
            assert_eq!(utc(seconds * 1000), expected);
        }
        // Nonsense in a database is no reason to stop.
        assert!(!utc(i64::MAX).is_empty() && !utc(i64::MIN).is_empty());
    }

    #[test]
    fn every_day_follows_the_day_before() {
        let mut before = civil(-1_000);
        for days in -999..200_000 {
            let (year, month, day) = civil(days);
            let expected = match before {
                (y, m, d) if (year, month) == (y, m) => day == d + 1,
                (y, m, d) if year == y => month == m + 1 && day == 1 && d >= 28,
                (y, m, d) => year == y + 1 && (month, day) == (1, 1) && (m, d) == (12, 31),
            };
            assert!(expected, "{before:?}, then {year}-{month}-{day}");
            before = (year, month, day);
        }
    }

    #[test]
    fn lengths_have_two_units() {
        for (ms, expected) in [
            (-5, "0.0 s"),
            (420, "0.4 s"),
            (9_999, "9 s"),
            (59_999, "59 s"),
            (60_000, "1 min"),
            (200_000, "3 min 20 s"),
            (7_500_000, "2 h 5 min"),
            (273_600_000, "3 d 4 h"),
        ] {
            assert_eq!(span(ms), expected);
        }
    }

    #[test]
    fn names_become_segments_of_urls() {
        assert_eq!(url_segment("bundle-1-a.b_c"), "bundle-1-a.b_c");
        assert_eq!(url_segment("a b/\"%ü"), "a%20b%2F%22%25%C3%BC");
    }

    #[test]
    fn thousands_are_apart() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_000), "1,000");
        assert_eq!(grouped(u64::MAX), "18,446,744,073,709,551,615");
        assert_eq!(count(1, "bug", "bugs"), "1 bug");
        assert_eq!(per_hour(10, 0), None);
        assert_eq!(per_hour(10, 1_800_000), Some(20.0));
    }

    #[test]
    fn texts_are_clipped_between_characters() {
        assert_eq!(clipped("häuser", 2), ("h", 6));
        assert_eq!(clipped("häuser", 99), ("häuser", 0));
    }
}
