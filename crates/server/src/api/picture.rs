//! The pictures that people choose from. The page draws them.

use damka_conduct::Worded;

/// Declares the pictures and their words side by side.
macro_rules! pictures {
    ($($variant:ident = $word:literal,)+) => {
        /// The picture that a person has chosen.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Picture {
            $(#[doc = concat!("Of the kind `", $word, "`.")] $variant,)+
        }

        impl Worded for Picture {
            const ALL: &'static [Picture] = &[$(Picture::$variant),+];

            fn word(self) -> &'static str {
                match self {
                    $(Picture::$variant => $word,)+
                }
            }
        }
    };
}

pictures! {
    Sun = "sun",
    Moon = "moon",
    Star = "star",
    Acorn = "acorn",
    Mushroom = "mushroom",
    Apple = "apple",
    Flower = "flower",
    Pine = "pine",
    Mountain = "mountain",
    Boat = "boat",
    Rocket = "rocket",
    Balloon = "balloon",
    Umbrella = "umbrella",
    Teapot = "teapot",
    Kite = "kite",
    Drum = "drum",
}
