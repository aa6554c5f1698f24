"""Sweeps and curves of latency against load: many runs, each a process of its own."""

from __future__ import annotations

import csv
import json
import os
import shutil
import tempfile
import weakref
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, Iterable, Mapping, Sequence, Union

from .config import Config, Operand, sweep_options
from .measures import Measures
from .pictures import Picture, Series, line_chart, table
from .program import call
from .results import Result, frame

if TYPE_CHECKING:
    import pandas

Value = Union[int, float, str, None]
Row = Dict[str, Value]
_SHOWN_ROWS = 10
_SECTIONS = ("topology", "router", "link", "ni", "memory", "clock", "traffic", "load", "run", "rtl")


class OutFolder:
    """A folder that is asked for, or one that goes with the object."""

    def __init__(self, out: str | os.PathLike[str] | None) -> None:
        self.path = Path(out) if out is not None else Path(tempfile.mkdtemp(prefix="flitcast-"))
        if out is None:
            weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)


def run_options(jobs: int | None, host: bool) -> list[str]:
    """Of the commands that run many points."""
    return ["--quiet", *(["--no-host"] if not host else []), *([f"--jobs={jobs}"] if jobs else [])]


class Table:
    """Points of many runs, and the folder that holds them."""

    text: str
    """What the program said at the end."""

    def __init__(self, folder: OutFolder, file: str, text: str) -> None:
        self._folder = folder
        self._csv = (folder.path / file).read_text(encoding="utf-8")
        self.text = text

    @property
    def folder(self) -> Path:
        """Has the files of the program. Without `out` it lives as long as this object."""
        return self._folder.path

    @property
    def points(self) -> pandas.DataFrame:
        """A row for each point: its keys and its measures, by name."""
        return frame(self._csv)

    @property
    def rows(self) -> list[Row]:
        """The same without pandas."""
        return [{name: value_of(text) for name, text in row.items()} for row in self._text_rows()]

    def result(self, point: str | int) -> Result:
        """The whole result of a point, by its name or its place, counted from 0."""
        name = self._text_rows()[point]["point"] if isinstance(point, int) else point
        return Result.read(self.folder / "results" / f"{name}.json")

    def _text_rows(self) -> list[dict[str, str]]:
        return list(csv.DictReader(self._csv.splitlines()))

    def __len__(self) -> int:
        return len(self._text_rows())

    def varying(self) -> list[str]:
        """The keys that every point has, not all with the same value."""
        rows = self._text_rows()
        keys = [name for name in (rows[0] if rows else {}) if name.split(".")[0] in _SECTIONS]
        values = {key: {row[key] for row in rows} for key in keys}
        return [key for key in keys if len(values[key]) > 1 and "" not in values[key]]

    def column(self, name: str) -> str:
        """The full name of a column that is given by its last part."""
        names = list(csv.DictReader(self._csv.splitlines()).fieldnames or [])
        fitting = [full for full in names if full == name] or [
            f for f in names if f.endswith("." + name)
        ]
        if len(fitting) != 1:
            raise KeyError(
                f"{name!r} is {'no column' if not fitting else 'one of ' + ', '.join(fitting)}"
            )
        return fitting[0]

    def _head(self) -> str:
        shown = [
            "status",
            *self.varying(),
            *[name for name in ("completion_cycles",) if name in self._csv],
        ]
        rows = self.rows
        page = table(shown, [[row[name] for name in shown] for row in rows[:_SHOWN_ROWS]])
        return page + (
            f"<p>and {len(rows) - _SHOWN_ROWS} more</p>" if len(rows) > _SHOWN_ROWS else ""
        )


def value_of(text: str) -> Value:
    """A number where it is one; None where there is nothing."""
    try:
        return int(text) if text.lstrip("-").isdigit() else float(text)
    except ValueError:
        return text or None


class Sweep(Table):
    """The points of a sweep. A notebook shows its picture and its first rows."""

    def plot(
        self, x: str | None = None, y: str = "completion_cycles", color: str | None = None
    ) -> Picture:
        """A measure against a key. Without `x` that is the number that takes most values, without
        `color` there is a line for all combinations of the other keys that vary."""
        rows = [row for row in self.rows if isinstance(row[self.column(y)], (int, float))]
        y = self.column(y)
        varying = self.varying()
        x = self.column(x) if x else _most_values(rows, varying)
        others = [self.column(color)] if color else [key for key in varying if key != x]
        lines: dict[str, list[tuple[float, float]]] = {}
        for row in rows:
            at, value = row.get(x), row[y]
            if isinstance(at, (int, float)) and isinstance(value, (int, float)):
                name = ", ".join(_short(key, row[key], others) for key in others)
                lines.setdefault(name, []).append((at, value))
        return line_chart([Series(name, sorted(points)) for name, points in lines.items()], x, y)

    def _repr_html_(self) -> str:
        return self.plot().svg + self._head() if self.varying() else self._head()


def _most_values(rows: Sequence[Row], keys: Iterable[str]) -> str:
    def values(key: str) -> int:
        found = {row[key] for row in rows}
        return len(found) if all(isinstance(value, (int, float)) for value in found) else 0

    return max(keys, key=values, default="traffic.message_flits")


def _short(key: str, value: Value, keys: Sequence[str]) -> str:
    return (
        f"{value}" if isinstance(value, str) and len(keys) == 1 else f"{key.split('.')[-1]} {value}"
    )


def sweep(
    config: Config | None = None,
    out: str | os.PathLike[str] | None = None,
    *,
    jobs: int | None = None,
    predict: bool = False,
    skip_unfit: bool = False,
    together: Sequence[str] = (),
    host: bool = True,
    more: Sequence[str] = (),
    **keys: Any,
) -> Sweep:
    """Runs a configuration for every combination of values, on all cores.

    >>> flitcast.sweep("aas-hc-dex", message_flits=[1, 4, 16], dims=range(3, 6))

    A key with a list, a range or an array takes its values one after the other, as one in a section
    `[sweep]` of the configuration does; any other value is that of all points. A tuple is one
    value. `together` are keys whose lists run side by side, not crossed. `skip_unfit` leaves out
    what cannot be run, `predict` fills the table from theory without a run, `host=False` leaves out
    what depends on the machine. `more` are further options of `flitcast sweep`. A folder `out`
    keeps results: what has one there is not run again.

    A thousand points, of `"aas-hc-dex", dims=6, message_flits=range(1, 1001)`, took 11.6 s of
    processor time by `flitcast sweep`, 11.2 s from here, and 12.4 s with `points`, as
    `resource.getrusage` of this process and its children counts it before and after.
    """
    folder = OutFolder(out)
    words = [*run_options(jobs, host), *sweep_options(keys, together), *more]
    words += ["--predict"] if predict else []
    words += ["--sweep.skip=unfit"] if skip_unfit else []
    with Operand(config) as operand:
        ended = call(
            ["sweep", *operand, f"--out={folder.path}", *words], writes=[folder.path / "sweep.csv"]
        )
    return Sweep(folder, "sweep.csv", ended.out + ended.err)


class Curve(Measures):
    """Latency against load of one configuration: `zero_load`, `saturation.stable_up_to` …,
    as in `load.json`."""


class Load(Table):
    """Curves of latency against load. A notebook shows them."""

    def __init__(self, folder: OutFolder, text: str) -> None:
        super().__init__(folder, "load.csv", text)
        made = json.loads((folder.path / "load.json").read_text(encoding="utf-8"))
        self._curves: list[Mapping[str, Any]] = made["curves"]

    @property
    def curves(self) -> list[Curve]:
        """One of each configuration."""
        return [Curve(curve) for curve in self._curves]

    def plot(self, y: str = "latency.mean") -> Picture:
        """A measure against the rate, up to the first point that is saturated."""
        y = self.column(y)
        names = [_curve_name(str(curve["name"]), index) for index, curve in enumerate(self._curves)]
        rows = {row["point"]: row for row in self._text_rows()}
        series = []
        for name, curve in zip(names, self._curves):
            found = [rows[point] for point in curve["points"] if rows[point][y]]
            stable = [row["saturated"] for row in found].count("no")
            points = [(float(row["load.rate"]), float(row[y])) for row in found[: stable + 1]]
            series.append(Series(name if len(names) > 1 else "", points))
        return line_chart(series, "load.rate, flits per node and cycle", y, logarithmic_x=False)

    def _repr_html_(self) -> str:
        rows = [
            [curve["name"], curve["zero_load"], curve["bound"], curve["saturation.stable_up_to"]]
            for curve in self.curves
        ]
        return self.plot().svg + table(["curve", "zero load", "bound", "stable up to"], rows)


def _curve_name(name: str, index: int) -> str:
    """What differs among curves of a sweep, else the name of the file."""
    _, colon, keys = name.partition(": ")
    return keys if colon else Path(name).stem or str(index)


def load(
    config: Config | None = None,
    out: str | os.PathLike[str] | None = None,
    *,
    rates: Iterable[float] | None = None,
    points: int | None = None,
    jobs: int | None = None,
    together: Sequence[str] = (),
    host: bool = True,
    more: Sequence[str] = (),
    **keys: Any,
) -> Load:
    """Draws latency against load, from hardly any to saturation, which it finds.

    >>> flitcast.load("configs/load/mesh-uniform.ini", dims=(4, 4), vcs=[1, 2])

    A key with a list makes a curve of each of its values. `rates` are the points instead, `points`
    their number. The rest is as in `sweep`.
    """
    folder = OutFolder(out)
    words = [*run_options(jobs, host), *sweep_options(keys, together), *more]
    words += [f"--rates={', '.join(map(str, rates))}"] if rates is not None else []
    words += [f"--points={points}"] if points else []
    with Operand(config) as operand:
        ended = call(
            ["load", *operand, f"--out={folder.path}", *words],
            writes=[folder.path / "load.csv", folder.path / "load.json"],
        )
    return Load(folder, ended.out + ended.err)
