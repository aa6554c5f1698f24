"""Small pictures, as SVG: lines against a number, bars, arrows between nodes."""

from __future__ import annotations

import html
import math
from pathlib import Path
from typing import NamedTuple, Sequence

COLORS = (
    "#4269d0",
    "#efb118",
    "#ff725c",
    "#6cc5b0",
    "#3ca951",
    "#ff8ab7",
    "#a463f2",
    "#97bbf5",
    "#9c6b4e",
    "#9498a0",
)
_WIDTH, _HEIGHT = 640, 320
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 12, 12, 40
_STYLE = "font:12px sans-serif;max-width:100%"


class Picture:
    """An SVG picture. A notebook shows it; `save` writes it to a file."""

    svg: str
    """Its text."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_html_(self) -> str:
        return self.svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, file: str | Path) -> None:
        """Writes it to a file."""
        Path(file).write_text(self.svg, encoding="utf-8")


def drawing(width: float, height: float, parts: Sequence[str]) -> Picture:
    """A picture of these elements."""
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{place(width)}" height="{place(height)}"'
        f' viewBox="0 0 {place(width)} {place(height)}" style="{_STYLE}" fill="currentColor">'
        + "".join(parts)
        + "</svg>"
    )


def number(value: float) -> str:
    """A number in as few digits as pictures and labels need."""
    if abs(value) < 1000:
        return f"{value:.4g}"
    return f"{value:,.0f}".replace(",", "\u202f")


def place(value: float) -> str:
    """A coordinate, in the digits that a picture needs."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


def text(x: float, y: float, words: str, anchor: str = "start", color: str = "currentColor") -> str:
    """Words, which begin, end or have their middle at a point."""
    style = f'text-anchor="{anchor}" fill="{color}"'
    return f'<text x="{place(x)}" y="{place(y)}" {style}>{html.escape(words)}</text>'


def line(
    x1: float, y1: float, x2: float, y2: float, color: str = "currentColor", more: str = ""
) -> str:
    """A straight line; further attributes of SVG."""
    ends = f'x1="{place(x1)}" y1="{place(y1)}" x2="{place(x2)}" y2="{place(y2)}"'
    return f'<line {ends} stroke="{color}" {more}/>'


def box(x: float, y: float, width: float, height: float, color: str, title: str = "") -> str:
    """A filled rectangle, with words that a mouse finds."""
    area = f'x="{place(x)}" y="{place(y)}" width="{place(width)}" height="{place(height)}"'
    return f'<rect {area} fill="{color}"><title>{html.escape(title)}</title></rect>'


class Series(NamedTuple):
    """One line of a chart."""

    name: str
    points: Sequence[tuple[float, float]]
    """In the order of x."""
    dashed: bool = False


class Axis:
    """From values to places: linear, or logarithmic where values spread by more than four times."""

    def __init__(
        self, values: Sequence[float], begin: float, end: float, logarithmic: bool | None = None
    ) -> None:
        low, high = min(values), max(values)
        self.logarithmic = low > 0 and high > 4 * low if logarithmic is None else logarithmic
        if not self.logarithmic:
            low = min(low, 0)
        if high == low:
            high = low + 1
        self._low, self._high, self._begin, self._end = low, high, begin, end

    def at(self, value: float) -> float:
        """Where it is."""
        low, high = self._low, self._high
        if self.logarithmic:
            low, high, value = math.log(low), math.log(high), math.log(value)
        return self._begin + (self._end - self._begin) * (value - low) / (high - low)

    def ticks(self) -> list[float]:
        """Some five round values along it."""
        if self.logarithmic:
            powers = range(math.floor(math.log10(self._low)), math.ceil(math.log10(self._high)) + 1)
            few = len(powers) > 3
            values = [
                digit * 10.0**power for power in powers for digit in ((1,) if few else (1, 2, 5))
            ]
        else:
            step = 10.0 ** math.floor(math.log10((self._high - self._low) / 2))
            while (self._high - self._low) / step > 6:
                step *= 2
            values = [
                step * i
                for i in range(math.ceil(self._low / step), math.floor(self._high / step) + 1)
            ]
        return [value for value in values if self._low <= value <= self._high]


def line_chart(
    series: Sequence[Series], x_name: str, y_name: str, logarithmic_x: bool | None = None
) -> Picture:
    """Lines with a mark at every point, and their names below."""
    points = [point for one in series for point in one.points]
    if not points:
        return drawing(_WIDTH, 20, [text(0, 14, "no point has a result")])
    x = Axis([point[0] for point in points], _LEFT, _WIDTH - _RIGHT, logarithmic_x)
    y = Axis([point[1] for point in points], _HEIGHT - _BOTTOM, _TOP)
    parts = _axes(x, y, x_name, y_name)
    for index, one in enumerate(series):
        color = COLORS[index % len(COLORS)]
        inside = [(x.at(a), y.at(b)) for a, b in one.points]
        path = " ".join(f"{place(a)},{place(b)}" for a, b in inside)
        dashes = 'stroke-dasharray="4 3"' if one.dashed else ""
        parts.append(
            f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="1.5" {dashes}/>'
        )
        if not one.dashed:
            parts += [_mark(*at, point, color, one.name) for at, point in zip(inside, one.points)]
    names = [one.name for one in series]
    legend, height = _legend(names, _HEIGHT + 4)
    return drawing(_WIDTH, height, [*parts, *legend])


def _mark(x: float, y: float, point: tuple[float, float], color: str, name: str) -> str:
    title = html.escape(f"{name} {number(point[0])}: {number(point[1])}".strip())
    dot = f'<circle cx="{place(x)}" cy="{place(y)}" r="3" fill="{color}">'
    return f"{dot}<title>{title}</title></circle>"


def _axes(x: Axis, y: Axis, x_name: str, y_name: str) -> list[str]:
    faint = 'stroke-opacity="0.15"'
    bottom = _HEIGHT - _BOTTOM
    parts = []
    for tick in x.ticks():
        parts.append(line(x.at(tick), _TOP, x.at(tick), bottom, more=faint))
        parts.append(text(x.at(tick), bottom + 16, number(tick), "middle"))
    for tick in y.ticks():
        parts.append(line(_LEFT, y.at(tick), _WIDTH - _RIGHT, y.at(tick), more=faint))
        parts.append(text(_LEFT - 6, y.at(tick) + 4, number(tick), "end"))
    parts.append(text((_LEFT + _WIDTH) / 2, _HEIGHT - 8, x_name, "middle"))
    middle = (_TOP + bottom) / 2
    parts.append(f'<g transform="rotate(-90 12 {middle})">{text(12, middle, y_name, "middle")}</g>')
    return parts


def _legend(names: Sequence[str], top: float) -> tuple[list[str], float]:
    """Names with their colours, in rows, and where they end."""
    parts: list[str] = []
    left, y = float(_LEFT), top
    for index, name in enumerate(names if any(names) else []):
        width = 34 + 7 * len(name)
        if left + width > _WIDTH and left > _LEFT:
            left, y = float(_LEFT), y + 18
        parts.append(box(left, y, 10, 10, COLORS[index % len(COLORS)]))
        parts.append(text(left + 15, y + 10, name))
        left += width
    return parts, y + 18 if parts else top


class Bar(NamedTuple):
    """A piece of a row of bars."""

    begin: float
    end: float
    color: str
    title: str
    words: str = ""


def bar_rows(
    rows: Sequence[tuple[str, Sequence[Bar]]], axis_name: str, logarithmic: bool = False
) -> Picture:
    """Rows of bars on one axis, a name before each."""
    ends = [end for _, bars in rows for bar in bars for end in (bar.begin, bar.end)]
    left = 12 + 6.5 * max((len(name) for name, _ in rows), default=0)
    axis = Axis(ends or [0], left, _WIDTH - _RIGHT, logarithmic)
    parts = []
    for index, (name, bars) in enumerate(rows):
        y = 4 + 22 * index
        parts.append(text(left - 6, y + 13, name, "end"))
        for bar in bars:
            begin, end = axis.at(bar.begin), axis.at(bar.end)
            parts.append(box(begin, y, max(end - begin, 2), 18, bar.color, bar.title))
            if 7 * len(bar.words) < end - begin:
                parts.append(text(begin + 4, y + 13, bar.words, color="#fff"))
    bottom = 4 + 22 * len(rows)
    for tick in axis.ticks():
        parts.append(text(axis.at(tick), bottom + 14, number(tick), "middle"))
    parts.append(text((left + _WIDTH) / 2, bottom + 30, axis_name, "middle"))
    return drawing(_WIDTH, bottom + 36, parts)


def table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table in HTML."""
    head = "".join(f"<th>{html.escape(name)}</th>" for name in header)
    body = "".join(
        "<tr>" + "".join(f"<td>{html.escape(cell_text(cell))}</td>" for cell in row) + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def cell_text(value: object) -> str:
    """A value of a table."""
    if value is None:
        return "–"
    if isinstance(value, float):
        return number(value)
    return f"{value:,}".replace(",", "\u202f") if isinstance(value, int) else str(value)
