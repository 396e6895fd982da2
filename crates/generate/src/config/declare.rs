//! The macro that makes a struct, its defaults and the table of its options of one declaration.

/// Declares `Config`. A group is a kind, a heading and the options in braces; an option is
///
/// ```text
/// /// What it means.
/// name: type = default, smallest..=largest;
/// ```
///
/// where the range is only for numbers.
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
            pub const OPTIONS: &'static [$crate::config::ConfigOption] = &[$($(
                $crate::config::ConfigOption {
                    name: stringify!($name),
                    kind: $crate::config::Kind::$kind,
                    heading: $heading,
                    doc: concat!($($doc),+).trim_ascii(),
                    range: $crate::config::declare::range!($ty $(, $lo, $hi)?),
                    get: |config| $crate::config::setting::Setting::value(config.$name),
                    put: |config, value| {
                        config.$name = $crate::config::setting::Setting::of(value);
                    },
                },
            )*)*];
        }
    };
}

/// The range of an option: that of its type, or as declared.
macro_rules! range {
    ($ty:ty) => {
        <$ty as $crate::config::setting::Setting>::RANGE
    };
    ($ty:ty, $lo:literal, $hi:literal) => {
        $crate::config::setting::Range::Number($lo, $hi)
    };
}

pub(super) use {options, range};
