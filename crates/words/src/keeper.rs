//! Running the club, in words.

use crate::Words;
use damka_conduct::{KeeperAct, Office, Worded};

impl Words {
    /// An office of the club.
    #[must_use]
    pub fn office(&self, office: Office) -> String {
        self.say(&format!("office-{}", office.word()), &[])
    }

    /// An act of a keeper, as a line of the log. The detail is an office or the person's former name.
    #[must_use]
    pub fn keeper_act(&self, act: KeeperAct, keeper: &str, person: Option<&str>, detail: &str) -> String {
        let detail = match (act, Office::from_word(detail)) {
            (KeeperAct::Appoint | KeeperAct::Dismiss, Some(office)) => self.office(office),
            _ => detail.to_owned(),
        };
        let variables = [
            ("keeper", keeper.into()),
            ("person", person.unwrap_or_default().into()),
            ("has-detail", if detail.is_empty() { "no" } else { "yes" }.into()),
            ("detail", detail.into()),
        ];
        self.say(&format!("keeper-act-{}", act.word()), &variables)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    #[test]
    fn every_act_is_told_in_every_language() {
        for language in Language::ALL {
            let words = Words::new(language);
            for act in KeeperAct::ALL {
                for detail in ["", "coach"] {
                    let told = words.keeper_act(*act, "Kim", Some("Mo"), detail);
                    assert!(told.contains("Kim") && !told.contains("keeper-act"), "{told}");
                }
            }
        }
        let words = Words::new(Language::English);
        assert_eq!(words.keeper_act(KeeperAct::Appoint, "Kim", Some("Mo"), "coach"), "Kim appointed Mo: coach");
        assert_eq!(words.keeper_act(KeeperAct::Rename, "Kim", Some("Mo"), "Max"), "Kim renamed Max: now Mo");
    }
}
