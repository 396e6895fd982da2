//! Guards: exact wrappers, on the machine and on compilers, and programs that they make defined.

#[path = "guards/bodies.rs"]
mod bodies;
#[path = "guards/compilers.rs"]
mod compilers;
#[path = "guards/law.rs"]
mod law;
#[path = "guards/programs.rs"]
mod programs;
#[path = "guards/support.rs"]
mod support;
