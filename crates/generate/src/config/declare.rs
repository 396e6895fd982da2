//! The macro that makes a struct, its defaults and the table of its options of one declaration.

/// Declares `Config`. A group is a kind, a heading and the options in braces; an option is
///
/// ```text
/// /// What it means.
/// name: type = default, smallest..=largest;
/// ```
///
/// where the range is only for numbers; percentages and weights have one of their own.
macro_rules! options {
    ($($kind:ident $heading:literal {
        $(
            $(#[doc = $doc:literal])+
            $name:ident : $ty:ty = $default:expr $(, $lo:literal ..= $hi:literal)? ;
        )*
    })*) => {
        /// The configuration of the generator.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Config {
            $($(
                $(#[doc = $doc])+
                pub $name: $ty,
            )*)*
            /// Names of options that were asked for by name, which a swarm leaves alone.
            pub pinned: std::collections::BTreeSet<&'static str>,
        }

        impl Default for Config {
            fn default() -> Self {
                Self {
                    $($($name: $default,)*)*
                    pinned: std::collections::BTreeSet::new(),
                }
            }
        }

        impl Config {
            /// All options, in the order of their declaration.
            #[expect(clippy::large_stack_arrays, reason = "a constant, which is on no stack")]
            pub const OPTIONS: &'static [$crate::config::ConfigOption] = &[$($(
                $crate::config::ConfigOption {
                    name: stringify!($name),
                    kind: $crate::config::Kind::$kind,
                    heading: $heading,
                    doc: concat!($($doc),+).trim_ascii(),
                    range: $crate::config::declare::range!($kind $ty $(, $lo, $hi)?),
                    get: |config| $crate::config::setting::Setting::value(config.$name),
                    put: |config, value| {
                        config.$name = $crate::config::setting::Setting::of(value);
                    },
                },
            )*)*];
        }
    };
}

/// The range of an option: as declared, or that of its kind, or that of its type.
macro_rules! range {
    ($kind:ident $ty:ty, $lo:literal, $hi:literal) => {
        $crate::config::setting::OptionRange::Number($lo, $hi)
    };
    (Percent $ty:ty) => {
        $crate::config::setting::OptionRange::Number(0, 100)
    };
    (Weight $ty:ty) => {
        $crate::config::setting::OptionRange::Number(0, 10_000)
    };
    ($kind:ident $ty:ty) => {
        <$ty as $crate::config::setting::Setting>::RANGE
    };
}

pub(super) use {options, range};
