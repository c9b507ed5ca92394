//! Numbers that look random and are the same in every run.

/// A source of numbers, all of which follow from what it was made of.
pub struct Random(u64);

impl Random {
    /// The numbers for an input of a target.
    pub fn new(target: &str, seed: u64, input: u64) -> Self {
        let bytes = target.bytes().chain(seed.to_le_bytes());
        let bytes = bytes.chain(input.to_le_bytes());
        let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        Self(hash | 1)
    }

    /// A number below `limit`; 0 where there is none.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let mixed = self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 16;
        usize::try_from(mixed).unwrap_or(0) % limit.max(1)
    }

    /// Yes once in `often` times.
    pub fn once_in(&mut self, often: usize) -> bool {
        self.below(often) == 0
    }

    /// One of `all`, which are not none.
    pub fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    /// A small number, 1 at least: half as often with each step.
    pub fn few(&mut self, most: usize) -> usize {
        let mut count = 1;
        while count < most && self.once_in(2) {
            count += 1;
        }
        count
    }
}
