"""Puzzles as neural networks take them, one-hot or scaled: they are refused with the expression that makes digits of them."""

from __future__ import annotations

import sys
from typing import Any, Iterator, Sequence, Tuple

SIDES = (4, 6, 8, 9, 12, 16, 25)


def refuse_array(array: Any) -> None:
    """Raise an error if the elements of an array of numbers are no cells."""
    kind, whole = f"array of type {array.dtype} and shape {array.shape}: ", array.dtype.kind in "iu"
    hint = one_hot(array.shape, "x")
    if hint and ((array == 0) | (array == 1)).all() and array.any():
        raise (ValueError if whole else TypeError)(kind + "zeros and ones as of one-hot cells: convert them to digits with " + hint)
    if not whole:
        hint = unscaled(array) if array.dtype.kind == "f" else ""
        raise TypeError(kind + "want integers, or one dimension of strings" + (": convert it with " + hint if hint else ""))


def refuse_lists(values: Sequence[Any]) -> None:
    """Raise an error if what lists in lists hold are no cells."""
    shape = shape_of(values)
    hint = one_hot(shape, "numpy.array(x)")
    if hint and set(cells(values)) == {0, 1}:
        raise ValueError(f"lists of shape {shape}: zeros and ones as of one-hot cells: convert them to digits with {hint}")
    if len(shape) > 3:
        raise ValueError(f"lists of shape {shape}: want (N, 81) or (N, 9, 9)")
    if any(isinstance(cell, float) and cell == cell and not cell.is_integer() for cell in cells(values[:1])):
        raise ValueError("numbers that are not whole: undo what scaled them, such as [round(9 * cell) for cell in cells]")


def shape_of(values: Any) -> Tuple[int, ...]:
    """Return how many parts lists have, their first parts, and so on."""
    return (len(values), *shape_of(values[0] if values else 0)) if isinstance(values, (list, tuple)) else ()


def is_grid(value: Any) -> bool:
    """Report whether a value is a grid, or a row of one: a list, a tuple or an array."""
    return isinstance(value, (list, tuple)) or getattr(value, "ndim", 0) > 0


def cells(grid: Any) -> Iterator[Any]:
    """Yield the cells of an array, or of lists in lists."""
    for part in grid.ravel().tolist() if hasattr(grid, "ravel") else grid:
        if is_grid(part):
            yield from cells(part)
        else:
            yield part


def one_hot(shape: Sequence[int], name: str) -> str:
    """Return the expression that makes digits of one-hot cells, or "" if a shape is not that of such cells.

    A blank has no one, or in the first of as many places and one more.
    """
    for side in SIDES:
        if len(shape) > 1 and (shape[-2] == side * side or tuple(shape[-3:-1]) == (side, side)) and shape[-1] in (side, side + 1):
            return f"{name}.argmax(-1)" + (f" + {name}.any(-1)" if shape[-1] == side else "")
    return ""


def unscaled(array: Any) -> str:
    """Return the expression that makes digits of the floats in x, or "" if nobody can know it. Blanks may be NaN."""
    numpy: Any = sys.modules["numpy"]
    values = numpy.ma.compressed(array)
    known = values[values == values]
    name = "x" if len(known) == len(values) else "numpy.nan_to_num(x)"
    side = next((side for side in SIDES if array.shape[-2:] == (side, side) or array.shape[-1:] == (side * side,)), 9)
    for expression, numbers in (
        (name, known), (f"({name} * {side}).round()", known * side), (f"(({name} + 0.5) * {side}).round()", (known + 0.5) * side),
        (f"({name} * 10).round()", known * 10),
    ):
        if ((abs(numbers - numbers.round()) < 1e-2) & (numbers.round() >= 0) & (numbers.round() <= side)).all():
            return f"{expression}.astype('u1')"
    return ""
