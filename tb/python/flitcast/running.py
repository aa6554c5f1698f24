"""Simulating in this process."""

from __future__ import annotations

from typing import Any

from . import _flitcast
from .config import Config, source_of
from .progress import shown
from .results import Result


def run(
    config: Config | None = None,
    *,
    host: bool = True,
    files: bool = True,
    _kept: object = None,
    **keys: Any,
) -> Result:
    """Plays a configuration on the simulated network, in this process.

    >>> flitcast.run("aas-hc-dex", dims=4, message_flits=16)["latency.p95"]

    The result is that of `flitcast run`, byte for byte. A run that gets stuck is a result, too,
    with `deadlock`. `host=False` leaves out what depends on the machine; `files=False` does not
    write the files that keys of output and trace name. Other threads of Python go on meanwhile,
    runs in them, too. Ctrl-C ends it soon.
    """
    source = source_of(config, keys)
    return Result(shown(lambda show: _flitcast.run(source, host, files, show)), _kept)
