//! The bounds on request fields, for the API's description: the same numbers that the handlers check.

use super::{IMPORT, NOTES, analysis, links, lists, rules};
use crate::live::acts;
use crate::notices::LONGEST_ADDRESS;
use crate::{create, names, people, positions, trees};
use damka_engine::Level;
use serde_json::Value;

/// Where a bound applies.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// A field of a schema, or of any of its variants.
    Field(&'static str, &'static str),
    /// A parameter of this name, wherever it occurs.
    Parameter(&'static str),
}

/// What is bounded.
#[derive(Clone, Copy, Debug)]
pub enum Of {
    /// A number.
    Number,
    /// The characters of a text.
    Length,
    /// The number of items in a list.
    Items,
}

/// The minimum and maximum of something.
pub type Bound = (Place, Of, i64, i64);

/// Every bound in the description.
pub fn all() -> Vec<Bound> {
    use Of::{Items, Length, Number};
    use Place::{Field, Parameter};
    let line = create::LONGEST_LINE as i64;
    let (name, password) = (names::LENGTH, people::PASSWORD);
    let (name, password) =
        ((*name.start() as i64, *name.end() as i64), (*password.start() as i64, *password.end() as i64));
    let day = i64::from(lists::DAY);
    let lines_of_rules = ["CreateGame", "PositionRequest", "SetupRequest", "TreeRequest", "ImportRequest", "TreeText"];
    let mut all: Vec<Bound> =
        lines_of_rules.into_iter().map(|schema| (Field(schema, "rules"), Length, 1, line)).collect();
    all.extend([
        (Parameter("rules"), Length, 1, line),
        (Parameter("mm"), Number, i64::from(*rules::PRINTED.start()), i64::from(*rules::PRINTED.end())),
        (Parameter("limit"), Number, 1, lists::MOST as i64),
        (Parameter("zone"), Number, -day, day),
        (Field("OpponentChoice", "level"), Number, level(Level::WEAKEST), level(Level::STRONGEST)),
        (Field("CreateGame", "delay"), Number, 0, i64::from(create::LONGEST_DELAY)),
        (Field("CreateGame", "odds"), Items, 0, acts::MOST_SQUARES as i64),
        (Field("CreateLink", "task"), Length, 0, links::LONGEST_TASK as i64),
        (Field("PositionRequest", "moves"), Items, 0, positions::MOST_MOVES as i64),
        (Field("ExplainRequest", "path"), Items, 1, positions::MOST_MOVES as i64),
        (Field("RemoveGames", "games"), Items, 0, lists::MOST_REMOVED as i64),
        (Field("ImportRequest", "text"), Length, 0, IMPORT as i64),
        (Field("PutNotes", "pdn"), Length, 0, NOTES as i64),
        (Field("TreeText", "pdn"), Length, 0, NOTES as i64),
        (Field("TreeMoves", "nodes"), Items, 0, trees::MOST_MOVES as i64),
        (Field("TreeRequest", "tags"), Items, 0, trees::MOST_TAGS as i64),
        (Field("NodeRequest", "glyphs"), Items, 0, trees::MOST_GLYPHS as i64),
        (Field("SetName", "name"), Length, name.0, name.1),
        (Field("Credentials", "password"), Length, password.0, password.1),
        (Field("ChangePassword", "new"), Length, password.0, password.1),
        (Field("PutMail", "address"), Length, 3, LONGEST_ADDRESS as i64),
        (Field("ActRequest", "path"), Items, 2, acts::MOST_SQUARES as i64),
        (Field("ActRequest", "text"), Length, 1, acts::LONGEST_NOTE as i64),
        (Field("ToAnalysis", "lines"), Number, 1, i64::from(analysis::MOST_LINES)),
    ]);
    all
}

fn level(level: Level) -> i64 {
    level.number().into()
}

/// Writes the bounds into the description; returns those that fit nothing in it.
pub fn apply(description: &mut Value) -> Vec<Bound> {
    all().into_iter().filter(|bound| apply_one(description, bound) == 0).collect()
}

/// Writes one bound; returns how many places it was written to.
fn apply_one(description: &mut Value, (place, of, least, most): &Bound) -> usize {
    let mut found = Vec::new();
    match place {
        Place::Field(schema, field) => fields(&mut description["components"]["schemas"][*schema], field, &mut found),
        Place::Parameter(name) => parameters(&mut description["paths"], name, &mut found),
    }
    let (low, high) = match of {
        Of::Number => ("minimum", "maximum"),
        Of::Length => ("minLength", "maxLength"),
        Of::Items => ("minItems", "maxItems"),
    };
    for schema in &mut found {
        schema[high] = (*most).into();
        if *least != 0 {
            schema[low] = (*least).into();
        }
    }
    found.len()
}

/// The schemas of the properties with this name.
pub fn fields<'a>(schema: &'a mut Value, field: &str, found: &mut Vec<&'a mut Value>) {
    match schema {
        Value::Object(parts) => {
            for (name, part) in parts {
                if name == "properties" {
                    found.extend(part.get_mut(field));
                } else {
                    fields(part, field, found);
                }
            }
        }
        Value::Array(parts) => parts.iter_mut().for_each(|part| fields(part, field, found)),
        _ => {}
    }
}

/// The schemas of the parameters with this name.
pub fn parameters<'a>(paths: &'a mut Value, name: &str, found: &mut Vec<&'a mut Value>) {
    let operations = paths.as_object_mut().into_iter().flatten().filter_map(|(_, item)| item.as_object_mut()).flatten();
    let lists = operations.filter_map(|(_, operation)| operation.get_mut("parameters")?.as_array_mut());
    let named = lists.flatten().filter(|parameter| parameter["name"] == name);
    found.extend(named.filter_map(|parameter| parameter.get_mut("schema")));
}

/// The bounds as rows of the table in `docs/api.md`.
#[cfg(test)]
pub fn rows() -> String {
    let row = |(place, of, least, most): Bound| {
        let place = match place {
            Place::Field(schema, field) => format!("`{schema}.{field}`"),
            Place::Parameter(name) => format!("the query `{name}`"),
        };
        let unit = match of {
            Of::Number => "",
            Of::Length => " characters",
            Of::Items => " entries",
        };
        if least == 0 {
            format!("| {place} | at most {most}{unit} |\n")
        } else {
            format!("| {place} | {least} to {most}{unit} |\n")
        }
    };
    all().into_iter().map(row).collect()
}
