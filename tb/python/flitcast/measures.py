"""Values by name."""

from __future__ import annotations

import difflib
from typing import Any, Iterator, Mapping


def wrapped(value: Any) -> Any:
    """Objects of JSON as Measures, also those in lists."""
    if isinstance(value, dict):
        return Measures(value)
    if isinstance(value, list):
        return [wrapped(element) for element in value]
    return value


class Measures(Mapping[str, Any]):
    """An object of JSON: `m["latency.p95"]`, `m["latency"]["p95"]`, `m.latency.p95` are the same.

    `list(m)` has the names of its members, `m.names()` those of all numbers and words below it.
    """

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values

    def __getitem__(self, name: str) -> Any:
        found = self._find(name)
        if found is None:
            raise KeyError(self._unknown(name))
        return wrapped(found[0])

    def __getattr__(self, name: str) -> Any:
        values = self.__dict__.get("_values", {})
        if name not in values:
            raise AttributeError(self._unknown(name) if values else name)
        return wrapped(values[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._values]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({dict(self._values)!r})"

    def _ipython_key_completions_(self) -> list[str]:
        return self.names()

    def names(self) -> list[str]:
        """The names of all numbers and words, `latency.p95`, in the order of the file."""
        names = []
        for name, value in self._values.items():
            if isinstance(value, dict):
                names += [f"{name}.{below}" for below in Measures(value).names()]
            elif not isinstance(value, list):
                names.append(name)
        return names

    def _find(self, name: str) -> tuple[Any] | None:
        """The value, in a tuple, as it may be None. Keys have points in their names."""
        if name in self._values:
            return (self._values[name],)
        for end in (i for i, letter in enumerate(name) if letter == "."):
            below = self._values.get(name[:end])
            if isinstance(below, dict):
                return Measures(below)._find(name[end + 1 :])
        return None

    def _unknown(self, name: str) -> str:
        names = [*self._values, *self.names()]
        near = difflib.get_close_matches(name, names, n=1, cutoff=0)
        return f"there is no {name!r}" + (f"; the nearest is {near[0]!r}" if near else "")
