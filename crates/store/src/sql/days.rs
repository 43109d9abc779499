//! Days and years of moments.

/// The day of a moment in seconds since 1970, in UTC, as a number such as 20240517.
pub fn utc_day(seconds: i64) -> i64 {
    // Days are counted from 1 March 0000, so that a leap day is the last of its year, in eras of 400 years.
    let days = seconds.div_euclid(86_400) + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (era * 400 + year + next) * 10_000 + month * 100 + day
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_sqlite() {
        let connection = rusqlite::Connection::open_in_memory().unwrap();
        let sql = "SELECT CAST(strftime('%Y%m%d', ?1, 'unixepoch') AS INTEGER)";
        let mut asked = connection.prepare(sql).unwrap();
        // Every day from 1900 to 2200, at its first and last second.
        for day in -25_567..84_370_i64 {
            for second in [day * 86_400, day * 86_400 + 86_399] {
                let expected: i64 = asked.query_row([second], |row| row.get(0)).unwrap();
                assert_eq!(utc_day(second), expected, "{second}");
            }
        }
    }
}
