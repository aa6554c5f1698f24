"""What is known of a configuration without a simulation."""

from __future__ import annotations

import html
import re
from typing import Any, Iterator, Mapping

from .config import Config, Operand
from .program import call

_LINE = re.compile(r"  (\w+(?: \w+)*)  +(\S.*)")


class Check(Mapping[str, str]):
    """What `flitcast check` says, line by line: `c["deadlock"]`, `c["lower bound"]` …"""

    text: str
    """All of it."""
    config: str
    """The effective configuration, as the text of a file that runs the same."""

    def __init__(self, text: str, config: str) -> None:
        self.text = text
        self.config = config
        found = [_LINE.fullmatch(line) for line in text.splitlines()]
        self._lines: dict[str, str] = {match[1]: match[2] for match in found if match}

    def __getitem__(self, name: str) -> str:
        return self._lines[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)

    def cycles(self, name: str) -> int:
        """A line that begins with cycles, as a number: `c.cycles("predicted")`."""
        return int(self[name].split()[0])

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.text)}</pre>"


def check(config: Config | None = None, **keys: Any) -> Check:
    """Proves that a configuration can be played, and predicts its time, without a simulation.

    Raises ConfigError where it cannot.
    """
    with Operand(config) as operand, Operand(keys) as more:
        words = [*operand, *more]
        return Check(call(["check", *words]).out, call(["check", *words, "--resolved"]).out)
