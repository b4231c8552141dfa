//! Values that are created on first use. Most runs need only a few of the schemas.

use std::fmt;
use std::ops::Deref;
use std::sync::OnceLock;

pub struct Lazy<T> {
    made: OnceLock<T>,
    make: fn() -> T,
}

impl<T> Lazy<T> {
    pub(crate) fn new(make: fn() -> T) -> Lazy<T> {
        Lazy { made: OnceLock::new(), make }
    }
}

impl<T> Deref for Lazy<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.made.get_or_init(self.make)
    }
}

#[cfg(test)]
impl<T> std::ops::DerefMut for Lazy<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.made.get_or_init(self.make);
        self.made.get_mut().unwrap()
    }
}

impl<T: Clone> Clone for Lazy<T> {
    fn clone(&self) -> Lazy<T> {
        Lazy { made: self.made.clone(), make: self.make }
    }
}

impl<T: fmt::Debug> fmt::Debug for Lazy<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
