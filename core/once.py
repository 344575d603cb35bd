"""A property that is made once, also where two threads ask at the same moment."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from threading import RLock
from typing import Any, Self, TypeVar, overload

T = TypeVar("T")


class once(cached_property[T]):
    """`functools.cached_property` behind a lock, which Python's own has no longer from 3.12 on.

    One lock for each property of a class: what a property needs of the others it may ask for.
    """

    def __init__(self, make: Callable[[Any], T]) -> None:
        super().__init__(make)
        self._making = RLock()

    @overload
    def __get__(self, instance: None, owner: type[Any] | None = None) -> Self: ...

    @overload
    def __get__(self, instance: object, owner: type[Any] | None = None) -> T: ...

    def __get__(self, instance: object | None, owner: type[Any] | None = None) -> Self | T:
        if instance is None:
            return self
        with self._making:
            return super().__get__(instance, owner)
