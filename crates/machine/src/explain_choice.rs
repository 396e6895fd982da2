//! The explanations of implementation-defined choices.

use crate::outcome::{Budget, ImplDefined};

impl ImplDefined {
    /// All choices, in the order of the catalogue.
    pub const ALL: [Self; 14] = [
        Self::SignedConversionWraps,
        Self::ArithmeticRightShift,
        Self::CharSign,
        Self::UnionPunning,
        Self::ObjectRepresentation,
        Self::BitFieldLayout,
        Self::WideBitField,
        Self::PlainIntBitField,
        Self::Packing,
        Self::TypeSize,
        Self::PointerRoundTrip,
        Self::FloatEvaluation,
        Self::ExactFloats,
        Self::ExitStatus,
    ];

    /// The name, as in JSON and in test programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SignedConversionWraps => "signed-conversion-wraps",
            Self::ArithmeticRightShift => "arithmetic-right-shift",
            Self::CharSign => "char-sign",
            Self::UnionPunning => "union-punning",
            Self::ObjectRepresentation => "object-representation",
            Self::BitFieldLayout => "bit-field-layout",
            Self::WideBitField => "wide-bit-field",
            Self::PlainIntBitField => "plain-int-bit-field",
            Self::Packing => "packing",
            Self::TypeSize => "type-size",
            Self::PointerRoundTrip => "pointer-round-trip",
            Self::FloatEvaluation => "float-evaluation",
            Self::ExactFloats => "exact-floats",
            Self::ExitStatus => "exit-status",
        }
    }

    /// The clause of C11 that leaves it open, if one does.
    pub const fn clause(self) -> &'static str {
        match self {
            Self::SignedConversionWraps => "6.3.1.3p3",
            Self::ArithmeticRightShift => "6.5.7p5",
            Self::CharSign => "6.2.5p15",
            Self::UnionPunning => "6.5.2.3p3, note 95",
            Self::ObjectRepresentation => "6.2.6.1p2",
            Self::BitFieldLayout => "6.7.2.1p11",
            Self::WideBitField => "6.7.2.1p5",
            Self::PlainIntBitField => "6.7.2p5",
            Self::Packing => "an extension",
            Self::TypeSize => "6.2.5, 6.2.8",
            Self::PointerRoundTrip => "6.3.2.3p5-6",
            Self::FloatEvaluation => "5.2.4.2.2p9, 6.5p8",
            Self::ExactFloats => "5.2.4.2.2p6",
            Self::ExitStatus => "7.22.4.4p5",
        }
    }

    /// What the run relied on.
    pub const fn explanation(self) -> &'static str {
        match self {
            Self::SignedConversionWraps => {
                "conversion of an out-of-range value to a signed type wraps"
            }
            Self::ArithmeticRightShift => "`>>` of a negative value keeps the sign",
            Self::CharSign => "whether plain char is signed",
            Self::UnionPunning => {
                "a value was read through another union member than the one stored"
            }
            Self::ObjectRepresentation => {
                "bytes of an object were read or written through a character type or mem* function"
            }
            Self::BitFieldLayout => "where bit-fields lie in their units",
            Self::WideBitField => {
                "a bit-field wider than int is computed with in its declared type, not in its width"
            }
            Self::PlainIntBitField => "a bit-field of plain int is signed",
            Self::Packing => {
                "the layout of a record that is packed, or under #pragma pack, is observable"
            }
            Self::TypeSize => "the size or alignment of a type",
            Self::PointerRoundTrip => {
                "a pointer was converted to an integer, which was converted back or used to test its alignment"
            }
            Self::FloatEvaluation => {
                "floating results are rounded according to IEEE 754, without excess precision or contraction"
            }
            Self::ExactFloats => {
                "floating operations are done as written, and exactly where that is possible"
            }
            Self::ExitStatus => "the exit status is reduced modulo 256",
        }
    }
}

impl Budget {
    /// The name, as in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Steps => "steps",
            Self::Stack => "stack",
            Self::Memory => "memory",
            Self::Output => "output",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_distinct() {
        let names: BTreeSet<_> = ImplDefined::ALL.iter().map(|choice| choice.name()).collect();
        assert_eq!(names.len(), ImplDefined::ALL.len());
        assert_eq!(BTreeSet::from(ImplDefined::ALL).len(), ImplDefined::ALL.len());
    }
}
