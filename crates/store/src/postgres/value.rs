//! Values and rows of PostgreSQL.

use crate::StoreError;
use crate::sql::{Columns, Result, Value};
use tokio_postgres::Row;
use tokio_postgres::types::private::BytesMut;
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};

/// A value that is on its way to the server.
#[derive(Debug)]
pub enum Sent {
    Int(Option<i64>),
    Text(Option<String>),
    Ints(Vec<Option<i64>>),
    Texts(Vec<Option<String>>),
}

impl Sent {
    /// A list of values of one kind.
    pub fn list<'a>(values: impl Iterator<Item = Value<'a>>) -> Sent {
        let (mut ints, mut texts) = (Vec::new(), Vec::new());
        for value in values {
            match value {
                Value::Int(number) => ints.push(number),
                Value::Text(text) => texts.push(text.map(kept_text)),
            }
        }
        if texts.is_empty() { Sent::Ints(ints) } else { Sent::Texts(texts) }
    }

    /// Its type.
    pub fn kind(&self) -> Type {
        match self {
            Sent::Int(_) => Type::INT8,
            Sent::Text(_) => Type::TEXT,
            Sent::Ints(_) => Type::INT8_ARRAY,
            Sent::Texts(_) => Type::TEXT_ARRAY,
        }
    }
}

impl From<&Value<'_>> for Sent {
    fn from(value: &Value<'_>) -> Sent {
        match value {
            Value::Int(number) => Sent::Int(*number),
            Value::Text(text) => Sent::Text(text.map(kept_text)),
        }
    }
}

/// PostgreSQL stores every character but NUL. Nobody types it; where it was sent, the symbol for it is stored instead.
pub fn kept_text(text: &str) -> String {
    if text.contains('\0') { text.replace('\0', "\u{2400}") } else { text.to_owned() }
}

impl ToSql for Sent {
    fn to_sql(
        &self,
        kind: &Type,
        out: &mut BytesMut,
    ) -> std::result::Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match self {
            Sent::Int(number) => number.to_sql(kind, out),
            Sent::Text(text) => text.to_sql(kind, out),
            Sent::Ints(numbers) => numbers.to_sql(kind, out),
            Sent::Texts(texts) => texts.to_sql(kind, out),
        }
    }

    fn accepts(kind: &Type) -> bool {
        [Type::INT8, Type::TEXT, Type::INT8_ARRAY, Type::TEXT_ARRAY].contains(kind)
    }

    to_sql_checked!();
}

impl Columns for Row {
    fn int(&self, at: usize) -> Result<Option<i64>> {
        Ok(match *self.columns()[at].type_() {
            Type::BOOL => self.try_get::<_, Option<bool>>(at).map_err(odd)?.map(i64::from),
            Type::INT4 => self.try_get::<_, Option<i32>>(at).map_err(odd)?.map(i64::from),
            _ => self.try_get(at).map_err(odd)?,
        })
    }

    fn text(&self, at: usize) -> Result<Option<&str>> {
        self.try_get(at).map_err(odd)
    }
}

/// A column of another type than the statement expects is a mistake in the statement.
fn odd(error: tokio_postgres::Error) -> StoreError {
    StoreError::Io(error.to_string())
}
