//! The class reference.
use super::errors::Trouble;
use super::params::Params;
use super::{Godoty, Outcome};
impl Godoty {
    pub(super) async fn class_docs(&self, params: &Params) -> Outcome {
        Err(Trouble::no_class(params.required("class_name")?, &[]))
    }
    pub(super) async fn method_docs(&self, params: &Params) -> Outcome {
        Err(Trouble::no_method(
            params.required("class_name")?,
            params.required("method_name")?,
            &[],
        ))
    }
    pub(super) async fn search_docs(&self, params: &Params) -> Outcome {
        Err(Trouble::no_class(params.required("query")?, &[]))
    }
}
