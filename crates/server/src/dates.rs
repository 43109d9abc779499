//! Days: those that files say, those that people search for, and those of moments.

use damka_notation::pdn::normal_date;
use damka_store::Day;

/// What stands for an unknown month or day in the first and in the last day that a date can mean.
const UNKNOWN: [Day; 2] = [0, 99];

/// The first and the last day that a date of PDN can mean; nothing if its year is not known.
#[must_use]
pub fn days_of(date: &str) -> Option<[Day; 2]> {
    let date = normal_date(date)?;
    let mut parts = date.split('.');
    let year: Day = parts.next()?.parse().ok()?;
    let (month, day) = (parts.next()?.parse::<Day>(), parts.next()?.parse::<Day>());
    Some(UNKNOWN.map(|unknown| {
        let part = |known: &Result<Day, _>| known.as_ref().map_or(unknown, |known| *known);
        year * 10_000 + part(&month) * 100 + part(&day)
    }))
}

/// Such days as text: `2024-05-17`, or `2024-05` or `2024` where no more is known.
#[must_use]
pub fn days_text([first, last]: [Day; 2]) -> String {
    let (year, month) = (first / 10_000, first / 100 % 100);
    if first == last {
        format!("{year:04}-{month:02}-{:02}", first % 100)
    } else if first / 100 == last / 100 {
        format!("{year:04}-{month:02}")
    } else {
        format!("{year:04}")
    }
}

/// A day that somebody chose, such as `2024-05-17`.
#[must_use]
pub fn read_day(text: &str) -> Option<Day> {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let [first, last] = days_of(text)?;
    (first == last && digits == 8).then_some(first)
}

/// The day of a moment, in milliseconds since 1970, as PDN writes it: `2024.05.17`.
#[must_use]
pub fn pdn_date(moment: u64) -> String {
    let mut days = moment / 86_400_000;
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year:04}.{month:02}.{:02}", days + 1)
}

/// The year of a moment, in milliseconds since 1970.
#[must_use]
pub fn year(moment: u64) -> u16 {
    pdn_date(moment).split('.').next().and_then(|year| year.parse().ok()).unwrap_or(0)
}

/// A moment, in milliseconds since 1970, in the form used in file names: `2024-05-17T09-30-00Z`.
#[must_use]
pub fn stamp(moment: u64) -> String {
    let seconds = moment / 1000 % 86_400;
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    format!("{}T{hours:02}-{minutes:02}-{:02}Z", pdn_date(moment).replace('.', "-"), seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_files() {
        for (date, first, last, text) in [
            ("2024.05.17", 20_240_517, 20_240_517, "2024-05-17"),
            ("17.5.2024", 20_240_517, 20_240_517, "2024-05-17"),
            ("2024.05.??", 20_240_500, 20_240_599, "2024-05"),
            ("1965", 19_650_000, 19_659_999, "1965"),
            ("2024.??.17", 20_240_017, 20_249_917, "2024"),
        ] {
            assert_eq!(days_of(date), Some([first, last]), "{date}");
            assert_eq!(days_text([first, last]), text);
        }
        assert_eq!(["????.??.??", "?", "", "soon"].map(days_of), [None; 4]);
    }

    #[test]
    fn chosen_days() {
        assert_eq!(read_day("2024-05-17"), Some(20_240_517));
        assert_eq!(["2024", "2024-05", "2024-13-01", "x"].map(read_day), [None; 4]);
    }

    #[test]
    fn stamps_of_moments() {
        assert_eq!(stamp(0), "1970-01-01T00-00-00Z");
        assert_eq!(stamp(1_709_164_800_000 + 86_399_999), "2024-02-29T23-59-59Z");
    }

    #[test]
    fn days_of_moments() {
        let day = 86_400_000;
        assert_eq!(pdn_date(0), "1970.01.01");
        assert_eq!(pdn_date(58 * day), "1970.02.28");
        assert_eq!(pdn_date(59 * day), "1970.03.01");
        // 1972 is the first leap year: 730 days before it, then 31 + 28.
        assert_eq!(pdn_date((730 + 59) * day), "1972.02.29");
        assert_eq!(pdn_date((730 + 365) * day), "1972.12.31");
        assert_eq!(pdn_date(1_709_164_800_000 + day - 1), "2024.02.29");
        assert_eq!(pdn_date(4_107_542_400_000), "2100.03.01");
    }
}
