//! Addresses that hold passwords. They may come from the command line, from the environment (`DAMKA_POSTGRES`), or from a
//! file that the environment names (`DAMKA_POSTGRES_FILE`), such as a credential of systemd: then neither a list of
//! processes nor the settings of a service show them.

use crate::failure::Failure;
use damka_words::Words;

/// The address of the database.
pub const DATABASE: &str = "DAMKA_POSTGRES";
/// The address of the NATS server.
pub const NATS: &str = "DAMKA_NATS";
/// The address of the mail server.
pub const MAIL: &str = "DAMKA_SMTP";

/// The key of a worker, which is kept in the same way.
pub const KEY: &str = "DAMKA_KEY";

/// An address as it was given, or as the environment or a file has it under a name; none if it is empty there too.
pub fn address(words: &Words, given: Option<&str>, name: &str) -> Result<Option<String>, Failure> {
    address_in(words, given, name, &|name| std::env::var(name).ok())
}

fn address_in(
    words: &Words,
    given: Option<&str>,
    name: &str,
    environment: &dyn Fn(&str) -> Option<String>,
) -> Result<Option<String>, Failure> {
    let told = |name: &str| environment(name).filter(|value| !value.is_empty());
    if let Some(address) = given.map(str::to_owned).or_else(|| told(name)) {
        return Ok(Some(address).filter(|address| !address.is_empty()));
    }
    let Some(file) = told(&format!("{name}_FILE")) else { return Ok(None) };
    let text = std::fs::read_to_string(&file).map_err(|error| {
        let variables = [("file", file.as_str().into()), ("reason", error.to_string().into())];
        Failure::Input(words.say("secret-no-file", &variables))
    })?;
    Ok(Some(text.trim().to_owned()).filter(|address| !address.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use damka_words::Language;

    #[test]
    fn an_address_comes_from_the_first_place_that_has_one() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "nats://of-file\n").unwrap();
        let path = file.path().to_str().unwrap().to_owned();
        let words = Words::new(Language::English);
        let ask = |given: Option<&str>, own: Option<&str>, file: Option<&str>| {
            let environment = |name: &str| match name {
                "X" => own.map(str::to_owned),
                "X_FILE" => file.map(str::to_owned),
                _ => None,
            };
            address_in(&words, given, "X", &environment).map_err(|failure| format!("{failure:?}"))
        };
        assert_eq!(ask(Some("a"), Some("b"), Some(&path)), Ok(Some("a".to_owned())));
        assert_eq!(ask(None, Some("b"), Some(&path)), Ok(Some("b".to_owned())));
        assert_eq!(ask(None, Some(""), Some(&path)), Ok(Some("nats://of-file".to_owned())));
        assert_eq!(ask(None, None, None), Ok(None));
        let missing = ask(None, None, Some("/no/such/file")).unwrap_err();
        assert!(missing.contains("/no/such/file"), "{missing}");
    }
}
