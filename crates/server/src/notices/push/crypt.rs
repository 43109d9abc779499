//! Messages that only one browser can read (RFC 8291 with the content coding `aes128gcm` of RFC 8188).

use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};
use ring::rand::{SecureRandom, SystemRandom};

/// The size of the one record, in bytes: larger than any message here.
const RECORD: u32 = 4096;
/// What ends the last record.
const LAST: u8 = 2;

/// A key that cannot be one, or a failure of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadKey;

impl From<ring::error::Unspecified> for BadKey {
    fn from(_: ring::error::Unspecified) -> BadKey {
        BadKey
    }
}

/// The number of bytes to derive.
struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn derived<const N: usize>(key: &Prk, info: &[&[u8]]) -> Result<[u8; N], BadKey> {
    let mut bytes = [0; N];
    key.expand(info, Length(N))?.fill(&mut bytes)?;
    Ok(bytes)
}

/// A message for the browser with this public key and this secret, with a key pair that is used once.
pub fn sealed(browser: &[u8], auth: &[u8], plain: &[u8]) -> Result<Vec<u8>, BadKey> {
    let random = SystemRandom::new();
    let mut salt = [0; 16];
    random.fill(&mut salt)?;
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &random)?;
    let public = own.compute_public_key()?;
    let theirs = UnparsedPublicKey::new(&ECDH_P256, browser);
    agree_ephemeral(own, &theirs, |shared| sealed_with(shared, browser, public.as_ref(), auth, salt, plain))?
}

/// The same, once the shared secret is known (RFC 8291, 3.3 and 3.4).
fn sealed_with(
    shared: &[u8],
    browser: &[u8],
    public: &[u8],
    auth: &[u8],
    salt: [u8; 16],
    plain: &[u8],
) -> Result<Vec<u8>, BadKey> {
    let key = Salt::new(HKDF_SHA256, auth).extract(shared);
    let input: [u8; 32] = derived(&key, &[b"WebPush: info\0", browser, public])?;
    let key = Salt::new(HKDF_SHA256, &salt).extract(&input);
    let content_key: [u8; 16] = derived(&key, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce: [u8; 12] = derived(&key, &[b"Content-Encoding: nonce\0"])?;
    let mut record = [plain, &[LAST]].concat();
    let content_key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &content_key)?);
    content_key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut record)?;
    let length = u8::try_from(public.len()).map_err(|_| BadKey)?;
    Ok([&salt[..], &RECORD.to_be_bytes(), &[length], public, &record].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;

    fn bytes(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text.replace('\n', "")).unwrap()
    }

    /// RFC 8291, section 5 and appendix A.
    #[test]
    fn the_example_of_the_standard() {
        let shared = bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs");
        let browser = bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4");
        let public = bytes("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8");
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap();
        let auth = bytes("BTBZMqHH6r4Tts7J_aSIgg");
        let plain = b"When I grow up, I want to be a watermelon";
        let sealed = sealed_with(&shared, &browser, &public, &auth, salt, plain).unwrap();
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml
mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT
pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(sealed, bytes(expected));
    }

    #[test]
    fn what_is_no_key_is_refused() {
        let off_the_curve = [&[4; 1][..], &[7; 64]].concat();
        for bad in [&[][..], &[4; 65], &off_the_curve, &[0; 33]] {
            assert_eq!(sealed(bad, &[1; 16], b"text"), Err(BadKey));
        }
    }
}
