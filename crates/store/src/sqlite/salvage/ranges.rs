//! Reading a table around its damage.
//!
//! A b-tree with a damaged page can be read from both ends up to the damage. The range in between is halved again and
//! again: each half that begins after the damage is found from above, by its key, and read.

use rusqlite::types::Value;
use rusqlite::{Connection, Result, params_from_iter};
use std::collections::VecDeque;

/// The maximum number of attempts for one table. One damaged page needs a few dozen.
const TRIES: usize = 20_000;

/// A row as it is kept.
pub type Row = Vec<Value>;

/// The keys between two others, which are excluded; `None` is an open end.
#[derive(Clone, Debug, PartialEq)]
pub struct Gap(pub Option<Value>, pub Option<Value>);

impl Gap {
    /// Whether a number is in the gap or at its edge: rows with the same key may be on both sides of the damage.
    pub fn touches(&self, number: i64) -> bool {
        let (low, high) = self.numbers();
        (low..=high).contains(&number)
    }

    fn numbers(&self) -> (i64, i64) {
        let edge = |edge: &Option<Value>, beyond: i64| if let Some(Value::Integer(at)) = edge { *at } else { beyond };
        (edge(&self.0, i64::MIN), edge(&self.1, i64::MAX))
    }

    /// A key inside the gap, if there can be one.
    fn middle(&self, is_text: bool) -> Option<Value> {
        if is_text {
            let edge =
                |edge: &Option<Value>| if let Some(Value::Text(text)) = edge { Some(text.clone()) } else { None };
            return middle_text(edge(&self.0).as_deref(), edge(&self.1).as_deref()).map(Value::Text);
        }
        let (low, high) = self.numbers();
        let middle = i64::midpoint(low, high);
        (low < middle && middle < high).then_some(Value::Integer(middle))
    }
}

/// The characters that distinguish texts here; ids and codes contain no others.
const FIRST: u8 = b' ';
const LETTERS: u128 = 95;
const LENGTH: u32 = 12;

/// A text between two others: both are treated as numbers, with their first characters as digits.
fn middle_text(low: Option<&str>, high: Option<&str>) -> Option<String> {
    let number = |text: &str| {
        let digits = text.bytes().chain(std::iter::repeat(FIRST)).take(LENGTH as usize);
        digits.fold(0, |sum, byte| sum * LETTERS + u128::from(byte.clamp(FIRST, b'~') - FIRST))
    };
    let most = LETTERS.pow(LENGTH) - 1;
    let mut middle = u128::midpoint(low.map_or(0, number), high.map_or(most, number));
    let mut text = Vec::new();
    for _ in 0..LENGTH {
        text.push(FIRST + (middle % LETTERS) as u8);
        middle /= LETTERS;
    }
    text.reverse();
    let text = String::from_utf8(text).ok()?.trim_end().to_owned();
    let is_within = low.is_none_or(|low| low < text.as_str()) && high.is_none_or(|high| text.as_str() < high);
    is_within.then_some(text)
}

/// A table that may be damaged.
pub struct Damaged<'a> {
    /// The file.
    pub connection: &'a Connection,
    /// The table's name.
    pub table: &'a str,
    /// The first column of its primary key, which orders the table, and the index of that column in a row.
    pub key: (&'a str, usize),
    /// Whether that column is a text.
    pub is_text: bool,
}

impl Damaged<'_> {
    /// Passes on every row that can be read, some perhaps more than once, and returns the gaps where others may be.
    pub fn read(&self, mut take: impl FnMut(Row)) -> Vec<Gap> {
        let (mut todo, mut unread, mut tries) = (VecDeque::from([Gap(None, None)]), Vec::new(), 0);
        while let Some(gap) = todo.pop_front() {
            tries += 1;
            let Err(rest) = self.read_both_ways(gap, &mut take) else { continue };
            // Approaches the damage from all sides, instead of working around the first damage for ever.
            match rest.middle(self.is_text).filter(|_| tries < TRIES) {
                None => unread.push(rest),
                Some(middle) => {
                    let here = [("=", Some(middle.clone())), ("=", Some(middle.clone()))];
                    if self.read_rows(here, "", &mut take).1.is_err() {
                        unread.push(Gap(Some(middle.clone()), Some(middle.clone())));
                    }
                    todo.push_back(Gap(rest.0, Some(middle.clone())));
                    todo.push_back(Gap(Some(middle), rest.1));
                }
            }
        }
        unread
    }

    /// Reads from both ends; fails with the gap left between them.
    fn read_both_ways(&self, gap: Gap, take: &mut impl FnMut(Row)) -> std::result::Result<(), Gap> {
        let Gap(mut low, mut high) = gap;
        match self.read_rows([(">", low.clone()), ("<", high.clone())], "ASC", take) {
            (_, Ok(())) => return Ok(()),
            (last, Err(_)) => low = last.or(low),
        }
        match self.read_rows([(">", low.clone()), ("<", high.clone())], "DESC", take) {
            (_, Ok(())) => return Ok(()),
            (last, Err(_)) => high = last.or(high),
        }
        Err(Gap(low, high))
    }

    /// Reads rows until an error; returns the key of the last one.
    fn read_rows(
        &self,
        edges: [(&str, Option<Value>); 2],
        order: &str,
        take: &mut impl FnMut(Row),
    ) -> (Option<Value>, Result<()>) {
        let (key, place) = self.key;
        let (mut sql, mut values) = (format!("SELECT * FROM {} WHERE 1", self.table), Vec::new());
        for (compared, edge) in edges {
            if let Some(edge) = edge {
                sql.push_str(&format!(" AND {key} {compared} ?"));
                values.push(edge);
            }
        }
        sql.push_str(&format!(" ORDER BY {key} {order}"));
        let mut last = None;
        let mut read = || {
            let mut statement = self.connection.prepare_cached(&sql)?;
            let columns = statement.column_count();
            let mut rows = statement.query(params_from_iter(&values))?;
            while let Some(row) = rows.next()? {
                let row: Row = (0..columns).map(|at| row.get(at)).collect::<Result<_>>()?;
                last = row.get(place).cloned();
                take(row);
            }
            Ok(())
        };
        let done = read();
        (last, done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_key_between_two_others_or_none() {
        let number = |low, high| Gap(Some(Value::Integer(low)), Some(Value::Integer(high))).middle(false);
        assert_eq!(number(3, 9), Some(Value::Integer(6)));
        assert_eq!(number(3, 4), None);
        assert!(Gap(None, None).middle(false).is_some());
        assert_eq!(Gap(None, Some(Value::Integer(i64::MIN))).middle(false), None);
        for (low, high) in
            [(None, None), (Some("a"), None), (None, Some("a")), (Some("a"), Some("b")), (Some("xyz"), Some("xyza"))]
        {
            let middle = middle_text(low, high).unwrap();
            assert!(
                low.is_none_or(|low| low < middle.as_str()) && high.is_none_or(|high| middle.as_str() < high),
                "{middle}"
            );
        }
        assert_eq!(middle_text(Some("same"), Some("same")), None);
        assert_eq!(middle_text(Some("a"), Some("a ")), None);
    }
}
