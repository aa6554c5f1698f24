"""Which algorithm of an operation is the fastest."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Mapping, NamedTuple, Sequence

from .config import Config, Operand, list_text, value_text
from .measures import Measures
from .pictures import COLORS, Bar, Picture, bar_rows, table
from .program import call
from .results import frame
from .tables import OutFolder, run_options

if TYPE_CHECKING:
    import pandas


class Winner(NamedTuple):
    """The fastest algorithm for a message size in a situation."""

    name: str
    """With its form: `aas-bruck, radix 4`."""
    keys: Mapping[str, Any]
    """A configuration of it, for `flitcast.run`, which needs `traffic.message_flits` besides."""
    region: Measures
    """The sizes it holds for: `first` and `last`, as in `choose.json`."""


class Situation(Measures):
    """One network with its hardware, and who is the fastest there, as in `choose.json`."""

    @property
    def name(self) -> str:
        """Like "mesh 4x4, wormhole, 1 port"."""
        return f"{self['network']}, {self['hardware']}"

    def winner(self, message_flits: int) -> Winner:
        """The fastest for a size that was asked for, or lies between two with the same winner."""
        fitting = [
            region
            for region in self["regions"]
            if region["first.message_flits"] <= message_flits <= region["last.message_flits"]
            and message_flits % region["multiples_of"] == 0
        ]
        if not fitting:
            raise KeyError(f"no region has {message_flits} flits; give choose this size, too")
        region = max(fitting, key=lambda one: int(one["multiples_of"]))
        winner = region["winners"][0]
        keys = {**self["keys"], **winner["keys"], "router.vcs": winner["vcs"]}
        if winner["buffer_flits"] is not None:
            keys["router.buffer_flits"] = winner["buffer_flits"]
        return Winner(winner["name"], keys, region)


class Choice:
    """The fastest algorithms by network, hardware and size. A notebook shows the map of them."""

    text: str
    """The tables that the program prints."""
    folder: Path
    """Has the files of the program, `choose.html` among them. Without `out` it lives as long as
    this object."""

    def __init__(self, folder: OutFolder, text: str) -> None:
        self._folder = folder
        self.folder = folder.path
        self.text = text
        self._made: dict[str, Any] = json.loads(
            (folder.path / "choose.json").read_text(encoding="utf-8")
        )
        self._csv = (folder.path / "choose.csv").read_text(encoding="utf-8")

    def to_dict(self) -> dict[str, Any]:
        """What `choose.json` has."""
        return self._made

    @property
    def regions(self) -> pandas.DataFrame:
        """A row for each range of sizes with one winner, as `choose.csv` has them."""
        return frame(self._csv)

    @property
    def situations(self) -> list[Situation]:
        """Each combination of networks and hardware."""
        return [Situation(situation) for situation in self._made["situations"]]

    def plot(self) -> Picture:
        """The winner of every size in every situation, on a logarithmic axis of sizes."""
        colors: dict[str, str] = {}
        rows = []
        for situation in self.situations:
            regions = situation["regions"]
            ends = [region["first.message_flits"] for region in regions[1:]] + [None]
            bars = []
            for region, end in zip(regions, ends):
                name = region["winners"][0]["name"]
                algorithm = name.split(",")[0]
                color = colors.setdefault(algorithm, COLORS[len(colors) % len(COLORS)])
                bars.append(_bar(region, end, name, color))
            rows.append((situation.name, bars))
        return bar_rows(rows, "message_flits", logarithmic=True)

    def _repr_html_(self) -> str:
        header = ["situation", "flits", "cycles", "fastest", "next"]
        rows = [
            [situation.name, *_cells(region)]
            for situation in self.situations
            for region in situation["regions"]
        ]
        return self.plot().svg + table(header, rows)


def _bar(region: Measures, end: int | None, name: str, color: str) -> Bar:
    """From its smallest size to where the next one begins; the last one to twice its largest."""
    first, last = region["first"], region["last"]
    title = f"{first.message_flits} … {last.message_flits} flits: {name}"
    title += f", {first.cycles} … {last.cycles} cycles"
    until = 2 * last.message_flits if end is None else max(end, last.message_flits)
    return Bar(first.message_flits, until, color, title, name)


def _cells(region: Measures) -> list[object]:
    first, last = region["first"], region["last"]
    one = first.message_flits == last.message_flits
    names = " = ".join(winner["name"] for winner in region["winners"])
    return [
        first.message_flits if one else f"{first.message_flits} … {last.message_flits}",
        first.cycles if one else f"{first.cycles} … {last.cycles}",
        names,
        first.runner_up or None,
    ]


def choose(
    operation: str,
    config: Config | None = None,
    out: str | os.PathLike[str] | None = None,
    *,
    nodes: int | None = None,
    margin: float = 0.1,
    predict: bool = False,
    jobs: int | None = None,
    host: bool = True,
    more: Sequence[str] = (),
    **keys: Any,
) -> Choice:
    """Says which algorithm of an operation is the fastest.

    >>> flitcast.choose("all-to-all", nodes=16, message_flits=[1, 16, 256], startup=[0, 500])

    Every key may have a list: those of networks and hardware make situations, those of
    `message_flits` are the sizes. `nodes` stands for the networks of so many. What is predicted to
    be within `margin` of the fastest is simulated; nothing is with `predict`. The rest is as in
    `sweep`.
    """
    folder = OutFolder(out)
    words = [*run_options(jobs, host), f"--margin={100 * margin:g}%", *more]
    words += [f"--nodes={nodes}"] if nodes else []
    words += ["--predict"] if predict else []
    for key, value in keys.items():
        several = hasattr(value, "__iter__") and not isinstance(value, (str, tuple, os.PathLike))
        words.append(f"--{key}={list_text(value, key) if several else value_text(value, key)}")
    with Operand(config) as operand:
        ended = call(
            ["choose", operation, *operand, f"--out={folder.path}", *words],
            writes=[folder.path / "choose.json", folder.path / "choose.csv"],
        )
    return Choice(folder, ended.out)
