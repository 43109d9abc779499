//! What goes into statements and comes out of rows: numbers of 64 bits and texts.

use super::Result;
use crate::StoreError;

/// A value for a place in a statement. Its type is known even where it is null, because PostgreSQL needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// A number.
    Int(Option<i64>),
    /// A text.
    Text(Option<&'a str>),
}

/// What can be a value.
pub trait IntoValue<'a> {
    /// The null value.
    const NULL: Value<'a>;

    /// The value.
    fn into_value(self) -> Value<'a>;
}

macro_rules! numbers {
    ($($number:ty),*) => { $(
        impl<'a> IntoValue<'a> for $number {
            const NULL: Value<'a> = Value::Int(None);

            fn into_value(self) -> Value<'a> {
                Value::Int(Some(self.into()))
            }
        }

        impl<'a> IntoValue<'a> for &$number {
            const NULL: Value<'a> = Value::Int(None);

            fn into_value(self) -> Value<'a> {
                (*self).into_value()
            }
        }
    )* };
}
numbers!(i64, i32, u32, u16, u8, bool);

impl<'a> IntoValue<'a> for &'a str {
    const NULL: Value<'a> = Value::Text(None);

    fn into_value(self) -> Value<'a> {
        Value::Text(Some(self))
    }
}

impl<'a> IntoValue<'a> for &'a String {
    const NULL: Value<'a> = Value::Text(None);

    fn into_value(self) -> Value<'a> {
        Value::Text(Some(self))
    }
}

impl<'a, T: IntoValue<'a>> IntoValue<'a> for Option<T> {
    const NULL: Value<'a> = T::NULL;

    fn into_value(self) -> Value<'a> {
        self.map_or(T::NULL, T::into_value)
    }
}

impl<'a> IntoValue<'a> for &'a Option<String> {
    const NULL: Value<'a> = Value::Text(None);

    fn into_value(self) -> Value<'a> {
        Value::Text(self.as_deref())
    }
}

/// The columns of a row, counted from 0.
pub trait Columns {
    /// A number, also one that says whether something is so.
    fn int(&self, at: usize) -> Result<Option<i64>>;

    /// A text.
    fn text(&self, at: usize) -> Result<Option<&str>>;
}

/// A row that was found.
#[derive(Clone, Copy)]
pub struct Row<'a>(pub &'a dyn Columns);

impl Row<'_> {
    /// The content of a column.
    pub fn get<T: FromColumn>(&self, at: usize) -> Result<T> {
        T::from_column(self.0, at)
    }
}

/// A column that contains what it must not.
pub fn odd(at: usize, what: &str) -> StoreError {
    StoreError::Damaged(format!("column {at}: {what}"))
}

/// What a column can be read as.
pub trait FromColumn: Sized {
    /// The value, if there is one.
    fn maybe_from(columns: &dyn Columns, at: usize) -> Result<Option<Self>>;

    /// The value that there must be.
    fn from_column(columns: &dyn Columns, at: usize) -> Result<Self> {
        Self::maybe_from(columns, at)?.ok_or_else(|| odd(at, "nothing"))
    }
}

impl FromColumn for i64 {
    fn maybe_from(columns: &dyn Columns, at: usize) -> Result<Option<i64>> {
        columns.int(at)
    }
}

/// Databases know only numbers with a sign.
impl FromColumn for u64 {
    fn maybe_from(columns: &dyn Columns, at: usize) -> Result<Option<u64>> {
        Ok(columns.int(at)?.map(i64::cast_unsigned))
    }
}

macro_rules! smaller {
    ($($number:ty),*) => { $(
        impl FromColumn for $number {
            fn maybe_from(columns: &dyn Columns, at: usize) -> Result<Option<$number>> {
                let read = |number: i64| <$number>::try_from(number).map_err(|_| odd(at, &number.to_string()));
                columns.int(at)?.map(read).transpose()
            }
        }
    )* };
}
smaller!(u32, u16, u8);

impl FromColumn for bool {
    fn maybe_from(columns: &dyn Columns, at: usize) -> Result<Option<bool>> {
        Ok(columns.int(at)?.map(|number| number != 0))
    }
}

impl FromColumn for String {
    fn maybe_from(columns: &dyn Columns, at: usize) -> Result<Option<String>> {
        Ok(columns.text(at)?.map(str::to_owned))
    }
}

impl<T: FromColumn> FromColumn for Option<T> {
    fn maybe_from(columns: &dyn Columns, at: usize) -> Result<Option<Option<T>>> {
        Ok(Some(T::maybe_from(columns, at)?))
    }
}
