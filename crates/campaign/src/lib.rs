//! The hunt.
