"""Arrays, tensors and lists of cells. One-hot and scaled cells are refused with the expression that makes digits of them."""

from __future__ import annotations

import sys
from typing import Any, Dict, Iterator, Sequence, Tuple

SIDES = (4, 6, 8, 9, 12, 16, 25)


def refuse_array(array: Any, name: str = "x") -> None:
    """Raise an error if the elements of an array of numbers are no cells. The expression in it makes the array of x."""
    kind, whole = f"array of type {array.dtype} and shape {array.shape}: ", array.dtype.kind in "iu"
    hint = one_hot(array.shape, name)
    if hint and ((array == 0) | (array == 1)).all() and array.any():
        raise (ValueError if whole else TypeError)(kind + hint)
    if not whole:
        hint = unscaled(array, name) if array.dtype.kind == "f" else ""
        raise TypeError(kind + "want integers, or one dimension of strings" + (": convert it with " + hint if hint else ""))


def refuse_lists(values: Sequence[Any]) -> None:
    """Raise an error if what lists in lists hold are no cells."""
    shape = shape_of(values)
    hint = one_hot(shape, "numpy.stack(x)")
    if hint and set(cells(values)) == {0, 1}:
        raise ValueError(f"lists of shape {shape}: {hint}")
    if len(shape) > 3:
        raise ValueError(f"lists of shape {shape}: want (N, 81) or (N, 9, 9)")
    if any(isinstance(cell, float) and cell == cell and not cell.is_integer() for cell in cells(values[:1])):
        numpy: Any = sys.modules.get("numpy")
        hint = "" if numpy is None else unscaled(numpy.array(list(cells(values)), float).reshape(-1, *shape[-1:]), "numpy.stack(x)")
        hint = ": convert them with " + hint if hint else ": undo what scaled them, such as [round(9 * cell) for cell in cells]"
        raise ValueError("numbers that are not whole" + hint)


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
    """Return what to do with one-hot cells, or "" if a shape is not that of such cells.

    A blank has no one, or in the first of as many places and one more. The places are the last dimension, or come before the cells.
    """
    hints: Dict[int, str] = {}
    for axis, square in (-1, shape[-3:-1]), (-1, shape[-2:-1]), (-3, shape[-2:]), (-2, shape[-1:]):
        for side in SIDES if len(shape) > (1 if axis == -1 else 2) else ():
            if tuple(square) in ((side, side), (side * side,)) and shape[axis] in (side, side + 1):
                hints[axis] = f"{name}.argmax({axis})" + (f" + {name}.any({axis})" if shape[axis] == side else "")
    found = " if the digits come first, and otherwise with ".join(reversed(hints.values()))
    return f"zeros and ones as of one-hot cells: convert them to digits with {found}" if found else ""


def unscaled(array: Any, name: str) -> str:
    """Return the expression that makes digits of floats, or "" if nobody can know it. Blanks may be NaN or -1."""
    numpy: Any = sys.modules["numpy"]
    values = numpy.ma.compressed(array)
    known = values[values == values].astype(float)
    name = name if len(known) == len(values) else f"numpy.nan_to_num({name})"
    side = next((side for side in SIDES if array.shape[-2:] == (side, side) or array.shape[-1:] == (side * side,)), 9)
    if ((known == known.round()) & (known >= -1) & (known <= side)).all():
        return f"{name}.astype('{'i1' if (known < 0).any() else 'u1'}')"
    for expression, numbers in (
        (name, known), (f"({name} * {side})", known * side), (f"(({name} + 0.5) * {side})", (known + 0.5) * side),
        (f"({name} * 10)", known * 10), (f"(({name} + 1) * {side / 2})", (known + 1) * side / 2),
    ):
        if ((abs(numbers - numbers.round()) < 1e-2) & (numbers.round() >= 0) & (numbers.round() <= side)).all():
            return f"{expression}.round().astype('u1')"
    return ""


def is_missing(value: Any) -> bool:
    """Report whether a value stands for a missing one: None, NaN or pandas.NA."""
    return value is None or isinstance(value, float) and value != value or type(value).__name__ == "NAType"


def is_array(value: Any) -> bool:
    """Report whether a value is an array of numpy, or converts itself to one, as the tensors of all libraries do."""
    return hasattr(value, "__array__") or hasattr(value, "numpy")


def array_of(value: Any) -> Any:
    """Return an array of a value for which is_array is true."""
    import numpy

    return numpy.asarray(value.numpy() if hasattr(value, "numpy") else value)


def plain(value: Any) -> Any:
    """Return a value without types of libraries: arrays and tuples are lists, missing values None."""
    value = value.tolist() if hasattr(value, "tolist") else array_of(value).tolist() if is_array(value) else value
    if isinstance(value, (list, tuple)):
        return [cell if type(cell) in (int, str) else plain(cell) for cell in value]
    return None if is_missing(value) else value
