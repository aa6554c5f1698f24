"""What is known of a configuration without a simulation."""

from __future__ import annotations

import html
import re
from typing import Any

from . import _flitcast
from .config import Config, source_of
from .measures import Measures
from .progress import shown

_LINE = re.compile(r"  (\w+(?: \w+)*)  +(\S.*)")


class Check(Measures):
    """What is known of a run without simulating it: what its result will have, by name,
    `c.predicted_cycles`, `c["lower_bound_cycles"]`, and `proofs`."""

    text: str
    """What `flitcast check` prints."""
    config: str
    """The effective configuration, as the text of a file that runs the same."""
    proofs: dict[str, str]
    """What was proved, in words: `data`, `ports`, `contention`, `deadlock`."""

    def __init__(self, text: str, config: str, values: dict[str, Any]) -> None:
        super().__init__(values)
        self.text = text
        self.config = config
        found = [_LINE.fullmatch(line) for line in text.splitlines()]
        lines = {match[1]: match[2] for match in found if match}
        named = ("data", "ports", "contention", "deadlock")
        self.proofs = {name: lines[name] for name in named if name in lines}

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.text)}</pre>"


def check(config: Config | None = None, **keys: Any) -> Check:
    """Proves that a configuration can be played, and predicts its time, without a simulation.

    Raises ConfigError where it cannot.
    """
    return shown(lambda show: Check(*_flitcast.check(source_of(config, keys), show)))
