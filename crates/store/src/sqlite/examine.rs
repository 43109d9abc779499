//! What there is to know about a data folder.

use super::lock::Lock;
use super::{FILE, check, reader, schema};
use crate::StoreError;
use crate::examine::ExaminedFolder;
use crate::sql::read;
use std::path::Path;

pub fn examine(folder: &Path, secret: &str) -> Result<ExaminedFolder, StoreError> {
    let path = folder.join(FILE);
    let holder = match Lock::is_free(folder) {
        Err(StoreError::InUse(who)) => Some(who),
        _ => None,
    };
    let found = ExaminedFolder {
        version: None,
        newest: schema::NEWEST,
        size: std::fs::metadata(&path).map_or(0, |file| file.len()),
        free: check::free(folder),
        holder,
        secret: None,
    };
    if !path.exists() {
        return Ok(found);
    }
    let connection = reader(&path)?;
    let version = schema::version(&connection)?;
    if version == schema::NEWEST {
        check::check(&path, true)?;
    }
    let secret = if version == 0 { None } else { read::secret(&connection, secret)? };
    Ok(ExaminedFolder { version: Some(version).filter(|version| *version > 0), secret, ..found })
}
