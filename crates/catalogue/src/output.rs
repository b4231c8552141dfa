//! The typed output of an operation, which is converted to JSON once, at the edge.
//!
//! Invariant: an output is serialised at most once, however many readers it has; dialects pass on
//! that JSON.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};

use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

/// Clones share one output.
#[derive(Clone)]
pub struct Output(Arc<dyn ErasedOutput>);

trait ErasedOutput: Send + Sync {
    fn value(&self) -> &dyn Any;
    fn json(&self) -> Result<&RawValue, serde_json::Error>;
}

struct TypedOutput<T> {
    value: T,
    json: OnceLock<Box<RawValue>>,
}

impl Output {
    pub fn new<T: Serialize + Send + Sync + 'static>(value: T) -> Output {
        Output(Arc::new(TypedOutput { value, json: OnceLock::new() }))
    }

    /// A value that was parsed from its recorded JSON, which is kept as recorded.
    pub(crate) fn recorded<T: Serialize + Send + Sync + 'static>(
        value: T,
        json: Box<RawValue>,
    ) -> Output {
        Output(Arc::new(TypedOutput { value, json: OnceLock::from(json) }))
    }

    /// The output as its operation returned it. `None` if it has another type, or if only its
    /// recorded JSON is known.
    pub fn downcast_ref<T: 'static>(&self) -> Option<&T> {
        self.0.value().downcast_ref()
    }

    /// The output as JSON. For a call with JSON arguments, the worker has serialised it already,
    /// where an error fails the call; any other output that cannot be serialised is `null` here,
    /// and the error is logged.
    pub fn json(&self) -> &RawValue {
        self.0.json().unwrap_or_else(|error| {
            tracing::error!(%error, "an output cannot be serialised");
            RawValue::NULL
        })
    }

    /// The text of the JSON.
    pub fn get(&self) -> &str {
        self.json().get()
    }

    pub(crate) fn serialise(&self) -> Result<(), serde_json::Error> {
        self.0.json().map(drop)
    }
}

impl<T: Serialize + Send + Sync + 'static> ErasedOutput for TypedOutput<T> {
    fn value(&self) -> &dyn Any {
        &self.value
    }

    fn json(&self) -> Result<&RawValue, serde_json::Error> {
        match self.json.get() {
            Some(json) => Ok(json),
            None => {
                let json = to_raw_value(&self.value)?;
                Ok(self.json.get_or_init(|| json))
            }
        }
    }
}

impl Serialize for Output {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.json().serialize(serializer)
    }
}

impl fmt::Debug for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.get())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    static TIMES: AtomicUsize = AtomicUsize::new(0);

    struct Counted(u8);

    impl Serialize for Counted {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            TIMES.fetch_add(1, Ordering::SeqCst);
            serializer.serialize_u8(self.0)
        }
    }

    #[test]
    fn an_output_is_typed_and_serialised_once() {
        let output = Output::new(Counted(7));
        assert_eq!(output.downcast_ref::<Counted>().unwrap().0, 7);
        assert_eq!(TIMES.load(Ordering::SeqCst), 0);
        assert_eq!((output.get(), output.clone().get()), ("7", "7"));
        assert_eq!(serde_json::to_string(&output).unwrap(), "7");
        assert_eq!(TIMES.load(Ordering::SeqCst), 1);
        assert!(output.downcast_ref::<u8>().is_none());
    }

    #[test]
    fn a_recorded_output_keeps_its_json() {
        let json = RawValue::from_string(" 7 ".trim_start().to_owned());
        let output = Output::recorded(7_u8, json.unwrap());
        assert_eq!(output.downcast_ref::<u8>(), Some(&7));
        assert_eq!(output.get().trim(), "7");
    }
}
