//! The club's signature on messages to devices (RFC 8292): a key pair, and a token for each service.

use crate::clockwork::wall;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::json;

/// How long a token is valid, in seconds; a day would be the most that services accept.
const VALID: u64 = 12 * 3600;
/// Whom a service may ask, if the club has no address of its own.
const NOBODY: &str = "mailto:damka@localhost";

/// The club's key pair.
pub struct Keys(EcdsaKeyPair);

impl Keys {
    /// A new pair, as text.
    ///
    /// # Panics
    /// If the system gives no random numbers.
    #[must_use]
    pub fn make() -> String {
        let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
        URL_SAFE_NO_PAD.encode(made.expect("the system gives random numbers"))
    }

    /// A pair from its text.
    #[must_use]
    pub fn read(text: &str) -> Option<Keys> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &bytes, &SystemRandom::new()).ok().map(Keys)
    }

    /// The public key in base64url.
    #[must_use]
    pub fn public(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0.public_key())
    }

    /// The header `Authorization` of a message to a service.
    pub fn authorization(&self, origin: &str, club_url: Option<&str>) -> String {
        let about = club_url.filter(|url| url.starts_with("https://")).unwrap_or(NOBODY);
        let until = wall() / 1000 + VALID;
        let part = |value: serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let head = part(json!({"typ": "JWT", "alg": "ES256"}));
        let claims = part(json!({"aud": origin, "exp": until, "sub": about}));
        let signed = format!("{head}.{claims}");
        // Without random numbers there is no signature, and the service refuses the message.
        let signature = self.0.sign(&SystemRandom::new(), signed.as_bytes());
        let signature = signature.map(|signature| URL_SAFE_NO_PAD.encode(signature)).unwrap_or_default();
        format!("vapid t={signed}.{signature}, k={}", self.public())
    }
}
