"""What a run measured."""

from __future__ import annotations

import io
import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _flitcast
from .measures import Measures
from .pictures import Bar, Picture, Series, bar_rows, line_chart, table

if TYPE_CHECKING:
    import pandas

_TOLD = (
    ("completion_cycles", "completion"),
    ("predicted_cycles", "predicted"),
    ("excess_cycles", "excess"),
    ("lower_bound_cycles", "lower bound"),
    ("verdict", "verdict"),
    ("offered", "offered"),
    ("accepted.mean", "accepted"),
    ("theory.bound", "bound"),
    ("theory.zero_load", "zero load"),
    ("latency.mean", "mean latency"),
    ("latency.p99", "99 % of latencies"),
    ("links.max_utilization", "busiest link"),
    ("data_check", "data"),
)
_MOST_ROUNDS = 40
_ROUND_COLOR, _WAIT_COLOR = "#4269d0", "#ff725c"


def frame(csv: str) -> pandas.DataFrame:
    """A table of the program: numbers where a column has only numbers, else words."""
    import pandas

    return pandas.read_csv(
        io.StringIO(csv),
        dtype={"point": str, "path": str},
        keep_default_na=False,
        na_values=[""],
        float_precision="round_trip",
    )


class Result(Measures):
    """What a run measured: its measures by name, its logs, and a picture.

    `r["latency.p95"]`, `r.latency.p95`, `r.completion_cycles`; RESULTS.md tells what there is.
    `r["messages"]` is the number of messages, `r.messages` the log of them; `r["links"]` and
    `r.links` likewise.
    """

    json: str
    """The text that `flitcast run --output.json=FILE` writes, byte for byte."""

    def __init__(self, text: str, kept: object = None) -> None:
        """`kept` lives as long as the result: a folder with files that its configuration names."""
        super().__init__(json.loads(text))
        self.json = text
        self._kept = kept
        self._logs: dict[str, str] = {}

    @classmethod
    def read(cls, file: str | os.PathLike[str]) -> Result:
        """A file that a run wrote."""
        return cls(Path(file).read_text(encoding="utf-8"))

    def save(self, file: str | os.PathLike[str]) -> None:
        """Writes a file that `flitcast run`, `diff` and `report` read."""
        Path(file).write_text(self.json, encoding="utf-8")

    def to_dict(self) -> dict[str, Any]:
        """All of it, as dicts and lists of its own."""
        values: dict[str, Any] = json.loads(self.json)
        return values

    @property
    def messages(self) -> pandas.DataFrame:
        """The log `output.messages`, a row for each message and destination. The first use of a log
        repeats the run."""
        return frame(self._log("messages"))

    @property
    def links(self) -> pandas.DataFrame:
        """The log `output.links`, a row for each channel; made as that of messages."""
        return frame(self._log("links"))

    def _log(self, name: str) -> str:
        if not self._logs:
            with tempfile.TemporaryDirectory(prefix="flitcast-") as folder:
                result = Path(folder, "result.json")
                self.save(result)
                logs = {log: Path(folder, f"{log}.csv") for log in ("messages", "links")}
                keys = [(f"output.{log}", str(file)) for log, file in logs.items()]
                _flitcast.run(("file", str(result), keys), False, True, None)
                self._logs = {log: file.read_text(encoding="utf-8") for log, file in logs.items()}
        return self._logs[name]

    def plot(self) -> Picture:
        """When the rounds took place, and how long they waited; of random traffic how often which
        latency."""
        if "histogram" in self:
            counts = [
                (float(cycles), float(packets)) for cycles, packets in self["histogram"] if packets
            ]
            return line_chart([Series("", counts)], "latency, cycles", "packets")
        rows = []
        for index, one in enumerate(self.get("per_round", [])[:_MOST_ROUNDS]):
            waits = sum((one["waits"] or {}).values())
            title = f"round {index}: {one['start']} … {one['end']}, {one['messages']} messages"
            bars = [Bar(one["start"], one["end"], _ROUND_COLOR, title)]
            if waits:
                bars.append(
                    Bar(one["end"] - waits, one["end"], _WAIT_COLOR, f"{waits} cycles of waiting")
                )
            rows.append((str(index), bars))
        return bar_rows(rows, "cycle of each round; red: waits")

    def _repr_html_(self) -> str:
        found = [(words, self._find(name)) for name, words in _TOLD]
        told = [
            (words, value[0])
            for words, value in found
            if value is not None and value[0] is not None
        ]
        page = table([words for words, _ in told], [[value for _, value in told]])
        if self["deadlock"] is not None:
            page += f"<p>gave up: {self['deadlock.reason']}</p>"
        return page + self.plot().svg

    def __repr__(self) -> str:
        return f"<flitcast.Result: {self['completion_cycles']} cycles>"
