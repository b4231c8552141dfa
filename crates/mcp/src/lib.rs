//! The Model Context Protocol, all published revisions, over the catalogue. The only crate that
//! knows the protocol's SDK.

#[expect(dead_code, reason = "the handler that answers clients is not there yet")]
mod conformance;
#[cfg_attr(
    not(test),
    expect(dead_code, reason = "the handler that answers clients is not there yet")
)]
mod notices;
