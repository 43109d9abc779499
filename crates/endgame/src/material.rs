//! What is on the board, without where it stands: a slice of the tables.

use std::fmt;
use std::str::FromStr;

/// The men and kings of both sides. The side to move comes first.
///
/// ```
/// use damka_endgame::Material;
/// let three_kings: Material = "0m3k-0m1k".parse().unwrap();
/// assert_eq!(three_kings.pieces(), 4);
/// assert_eq!(three_kings.turned().to_string(), "0m1k-0m3k");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material {
    /// Men of the side to move and of its opponent.
    pub men: [u8; 2],
    /// Kings of the side to move and of its opponent.
    pub kings: [u8; 2],
}

impl Material {
    /// Tables of more pieces are beyond any machine of a club; it also bounds what a file may ask for.
    pub const MOST: u8 = 8;

    /// All pieces.
    #[must_use]
    pub const fn pieces(self) -> u8 {
        self.side(0) + self.side(1)
    }

    /// The pieces of the side to move (0) or of its opponent (1).
    #[must_use]
    pub const fn side(self, side: usize) -> u8 {
        self.men[side] + self.kings[side]
    }

    /// The same material when the other side is to move.
    #[must_use]
    pub const fn turned(self) -> Material {
        Material { men: [self.men[1], self.men[0]], kings: [self.kings[1], self.kings[0]] }
    }

    /// Every material with so many pieces in which both sides have some, in the order in which tables are built: what a
    /// man can be crowned into comes before it.
    #[must_use]
    pub fn all(pieces: u8) -> Vec<Material> {
        let mut all = Vec::new();
        for own in 1..pieces {
            for own_men in 0..=own {
                for men in 0..=pieces - own {
                    all.push(Material { men: [own_men, men], kings: [own - own_men, pieces - own - men] });
                }
            }
        }
        all.sort_by_key(|material| (material.men[0] + material.men[1], *material));
        all
    }

    /// Every material with at least two and at most so many pieces, in the order of building.
    #[must_use]
    pub fn up_to(pieces: u8) -> Vec<Material> {
        (2..=pieces).flat_map(Material::all).collect()
    }

    /// What one crowning makes of it, on either side.
    pub(crate) fn crowned(self) -> impl Iterator<Item = Material> {
        (0..2).filter_map(move |side| {
            let mut crowned = self;
            crowned.men[side] = crowned.men[side].checked_sub(1)?;
            crowned.kings[side] += 1;
            Some(crowned)
        })
    }

    /// Whether captures, with crownings on the way, can lead from here to another material, no matter who is to move there.
    pub(crate) fn leads_to(self, other: Material) -> bool {
        let shrinks =
            |side: usize, there: usize| other.men[there] <= self.men[side] && other.side(there) <= self.side(side);
        other.pieces() < self.pieces() && (shrinks(0, 0) && shrinks(1, 1) || shrinks(0, 1) && shrinks(1, 0))
    }

    /// A small number for tables of materials, below [`Material::KEYS`].
    pub(crate) fn key(self) -> usize {
        let small = |count: u8| usize::from(count & 7);
        small(self.men[0]) << 9 | small(self.kings[0]) << 6 | small(self.men[1]) << 3 | small(self.kings[1])
    }

    /// More than any [`Material::key`].
    pub(crate) const KEYS: usize = 1 << 12;
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Material { men, kings } = self;
        write!(f, "{}m{}k-{}m{}k", men[0], kings[0], men[1], kings[1])
    }
}

/// This is not written like `1m2k-0m1k`, or a side has no piece, or there are more than [`Material::MOST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoMaterial;

impl FromStr for Material {
    type Err = NoMaterial;

    fn from_str(text: &str) -> Result<Material, NoMaterial> {
        let side = |text: &str| {
            let (men, kings) = text.strip_suffix('k')?.split_once('m')?;
            let count = |digits: &str| (digits.len() == 1).then(|| digits.parse::<u8>().ok()).flatten();
            Some((count(men)?, count(kings)?))
        };
        let (own, other) = text.split_once('-').ok_or(NoMaterial)?;
        let ((own_men, own_kings), (men, kings)) = (side(own).ok_or(NoMaterial)?, side(other).ok_or(NoMaterial)?);
        let material = Material { men: [own_men, men], kings: [own_kings, kings] };
        let is_table = material.side(0) > 0 && material.side(1) > 0 && material.pieces() <= Material::MOST;
        if is_table { Ok(material) } else { Err(NoMaterial) }
    }
}
