//! The games of a person, searched and counted, as SQL.

use super::numbers::{side_number, status_number};
use super::read_games::{GAME, add_rows, game_id, game_row};
use super::{IntoValue, Result, Sql, Value, values};
use crate::{Days, GameFilter, GameRow, ResultFilter};
use damka_conduct::{EndingKind, GameId, PersonId, Worded};

pub fn games_of(connection: &dyn Sql, person: &PersonId, filter: &GameFilter) -> Result<Vec<GameRow>> {
    let Question { sql, values } = page_of(GAME, person, filter);
    let mut rows = connection.rows(&sql, &values, game_row)?;
    for row in &mut rows {
        add_rows(connection, row)?;
    }
    Ok(rows)
}

pub fn ids_of(connection: &dyn Sql, person: &PersonId, filter: &GameFilter) -> Result<Vec<GameId>> {
    let Question { sql, values } = page_of("g.id", person, filter);
    connection.rows(&sql, &values, |row| game_id(row, 0))
}

pub fn seats_of(connection: &dyn Sql, person: &PersonId, line: &str) -> Result<Vec<GameId>> {
    let sql = "SELECT g.id FROM games g JOIN occupants o ON o.game = g.number
               WHERE o.person = ?1 AND instr('\n' || g.spec, ?2) > 0
               GROUP BY g.number ORDER BY g.number";
    connection.rows(sql, values![person.as_str(), &format!("\n{line}\n")], |row| game_id(row, 0))
}

pub fn count_of(connection: &dyn Sql, person: &PersonId, filter: &GameFilter) -> Result<u32> {
    let all = GameFilter { before: None, ..filter.clone() };
    let Question { sql, values } = Question::of("count(DISTINCT g.number)", person, &all);
    connection.row(&sql, &values, |row| row.get(0))
}

/// A page of the list, the newest first. Somebody who plays both sides has the game once.
fn page_of<'a>(what: &str, person: &'a PersonId, filter: &'a GameFilter) -> Question<'a> {
    let mut question = Question::of(what, person, filter);
    let limit = question.value(filter.limit.into_value());
    question.sql.push_str(&format!(" GROUP BY g.number ORDER BY g.number DESC LIMIT {limit}"));
    question
}

/// SQL about games `g` and the person's `own` seat there, with its values.
struct Question<'a> {
    sql: String,
    values: Vec<Value<'a>>,
}

impl<'a> Question<'a> {
    fn of(what: &str, person: &'a PersonId, filter: &'a GameFilter) -> Question<'a> {
        let sql = format!(
            "WITH own (game, seat) AS (
                 SELECT game, seat FROM occupants WHERE person = ?1
                 UNION SELECT game, NULL FROM parts WHERE person = ?1 AND part IN (0, 1)
             )
             SELECT {what} FROM own JOIN games g ON g.number = own.game
             WHERE NOT EXISTS (SELECT 1 FROM removed WHERE removed.game = g.number AND removed.person = ?1)"
        );
        let mut question = Question { sql, values: vec![person.as_str().into_value()] };
        question.about_game(filter);
        question.about_people(filter);
        question.about_days(filter.days);
        question
    }

    /// Adds a value; gives its place.
    fn value(&mut self, value: Value<'a>) -> String {
        self.values.push(value);
        format!("?{}", self.values.len())
    }

    /// Adds a condition in which `{}` is the value.
    fn and(&mut self, condition: &str, value: Value<'a>) {
        let place = self.value(value);
        self.sql.push_str(&format!(" AND {}", condition.replace("{}", &place)));
    }

    fn about_game(&mut self, filter: &'a GameFilter) {
        if let Some(rules) = &filter.rules {
            self.and("g.rules = {}", rules.into_value());
        }
        if let Some(status) = filter.status {
            self.and("g.status = {}", status_number(status).into_value());
        }
        if let Some(before) = filter.before {
            self.and("g.number < {}", before.into_value());
        }
        if let Some(event) = &filter.event {
            let condition = "EXISTS (SELECT 1 FROM tags t WHERE t.game = g.number AND t.name = 'Event'
                                     AND instr(fold(t.value), fold({})) > 0)";
            self.and(condition, event.into_value());
        }
        match filter.result {
            None => {}
            Some(ResultFilter::Won) => self.sql.push_str(" AND g.status = 3 AND g.winner = own.seat"),
            Some(ResultFilter::Lost) => self.sql.push_str(" AND g.status = 3 AND g.winner = 1 - own.seat"),
            Some(ResultFilter::WonBy(side)) => {
                self.and("g.status = 3 AND g.winner = {}", side_number(side).into_value())
            }
            Some(ResultFilter::Drawn) => {
                self.sql.push_str(" AND g.status = 3 AND g.winner IS NULL");
                // A game that does not count has no winner either, and is not a draw.
                for kind in [EndingKind::Annulled, EndingKind::Dropped] {
                    self.and("g.reason <> {}", kind.word().into_value());
                }
            }
            Some(ResultFilter::Unknown) => self.sql.push_str(" AND g.status = 3 AND g.reason IS NULL"),
        }
    }

    fn about_people(&mut self, filter: &'a GameFilter) {
        if let Some(opponent) = &filter.opponent {
            // The arbiter and the importer have no seat: for them both sides are other sides.
            let condition =
                "EXISTS (SELECT 1 FROM occupants o WHERE o.game = g.number AND o.seat IS DISTINCT FROM own.seat
                                     AND instr(fold(o.name), fold({})) > 0)";
            self.and(condition, opponent.into_value());
        }
        for player in &filter.players {
            let condition = "EXISTS (SELECT 1 FROM occupants o WHERE o.game = g.number
                                     AND instr(fold(o.name), fold({})) > 0)";
            self.and(condition, player.into_value());
        }
        if let Some(side) = filter.side {
            self.and("own.seat = {}", side_number(side).into_value());
        }
    }

    /// A game whose file does not say when it was played counts for the day on which it came here.
    fn about_days(&mut self, Days { from, to, ahead_of_utc }: Days) {
        if from.is_none() && to.is_none() {
            return;
        }
        let seconds = self.value((i64::from(ahead_of_utc) * 60).into_value());
        let came = format!("utc_day(g.created_at / 1000 + {seconds})");
        if let Some(from) = from {
            self.and(&format!("coalesce(g.last_day, {came}) >= {{}}"), from.into_value());
        }
        if let Some(to) = to {
            self.and(&format!("coalesce(g.first_day, {came}) <= {{}}"), to.into_value());
        }
    }
}
