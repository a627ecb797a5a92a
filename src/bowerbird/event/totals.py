"""Means to two decimals, and totals and sums of money as people write them."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

__all__ = ["dollars", "mean", "number", "shown", "signed"]


def mean(values: Sequence[int | Decimal]) -> Decimal:
    """The mean to two decimals, halves up; the mean of nothing is 0."""
    if not values:
        return Decimal(0)
    total = sum((Decimal(value) for value in values), Decimal(0))
    return (total / len(values)).quantize(Decimal("0.01"), ROUND_HALF_UP)


def number(value: Decimal) -> int | float:
    """A total for other programs: a whole number if it is one."""
    return int(value) if value == value.to_integral_value() else float(value)


def shown(value: Decimal | int) -> str:
    """A total for people: `14`, `7.5`, `7.25`."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def signed(value: Fraction) -> str:
    """A difference for people: `+1.5`, `-0.67`, `0`."""
    text = shown(Decimal(value.numerator) / Decimal(value.denominator))
    return text if text == "0" or text.startswith("-") else f"+{text}"


def dollars(cents: int) -> str:
    """`-0.25`, `10.00`."""
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02d}"
