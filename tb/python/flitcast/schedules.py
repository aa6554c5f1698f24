"""Schedules of collective operations, message by message."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import weakref
from pathlib import Path
from typing import (
    Any,
    Iterable,
    Iterator,
    List,
    Mapping,
    NamedTuple,
    Optional,
    Sequence,
    Tuple,
    Union,
)

from . import _flitcast
from .checks import Check, check
from .config import Config, Operand, source_of
from .errors import ConfigError
from .pictures import COLORS, Picture, drawing, line, text
from .program import call
from .progress import shown
from .results import Result
from .running import run

Block = Union[int, Tuple[int, Optional[int]], Tuple[int, Optional[int], int]]
"""A piece of data: `(origin, final)`, what node `origin` has for node `final`; `(origin, None)` or
just `origin`, what it has for all; `(origin, final, part)` where blocks have several parts."""

_NETWORK_KEYS = {key for name in ("kind", "dims", "file") for key in (name, f"topology.{name}")}
_MODEL_NAMES = ("router.switching", "router.ports", "router.vcs", "router.routing", "link.duplex")
_MODEL = {key: name for name in _MODEL_NAMES for key in (name.split(".")[1], name)}
_MOST_NODES, _MOST_ROUNDS = 32, 24
_COLUMN, _ROW = 26, 46


class Message(NamedTuple):
    """One message: who sends which blocks to whom."""

    src: int
    dst: tuple[int, ...]
    """In the order of the path."""
    blocks: tuple[Block, ...]
    path: tuple[int, ...] = ()
    """From sender to last receiver; empty: along the routing."""
    transfer: str = ""
    """`move`, `copy`, `add` …; empty: as the operation has it."""
    flits: int = 0
    """Payload; 0: what the blocks have."""

    def to_dict(self) -> dict[str, Any]:
        """As in a file."""
        made: dict[str, Any] = {"src": self.src, "dst": list(self.dst)}
        made["blocks"] = [_block_list(block) for block in self.blocks]
        for name in ("path", "transfer", "flits"):
            if value := getattr(self, name):
                made[name] = list(value) if name == "path" else value
        return made


def _block_list(block: Block) -> list[int | None]:
    return [block, None] if isinstance(block, int) else list(block)


class Round:
    """Messages that go at the same time."""

    messages: list[Message]

    def __init__(self) -> None:
        self.messages = []

    def send(
        self,
        src: int,
        dst: int | Sequence[int],
        *blocks: Block,
        path: Sequence[int] = (),
        transfer: str = "",
        flits: int = 0,
    ) -> Round:
        """Adds a message, and returns the round for the next one."""
        to = (dst,) if isinstance(dst, int) else tuple(dst)
        self.messages.append(Message(src, to, blocks, tuple(path), transfer, flits))
        return self


class Schedule:
    """Rounds of messages that do an operation on a network.

    >>> s = flitcast.Schedule("broadcast", kind="line", dims=3, root=0)
    >>> s.round().send(0, 1, 0)
    >>> s.round().send(1, 2, 0)
    >>> s.run().completion_cycles

    `check` proves it and `run` plays it; both raise ConfigError where it does not do what it
    promises, with the `place`, like "rounds[1][0].path[2]". A notebook shows who sends to whom.
    """

    operation: str
    """What is promised, by any of its names."""
    rounds: list[Round]
    keys: dict[str, Any]
    """The configuration that it is played with, of which `kind` and `dims` are required."""
    members: dict[str, Any]
    """Further members of the file: `algorithm`, `root`, `message_flits`, `parts` …"""

    def __init__(
        self,
        operation: str,
        *,
        nodes: int | None = None,
        name: str = "schedule",
        message_flits: int = 1,
        root: int | None = None,
        members: Mapping[str, Any] | None = None,
        **keys: Any,
    ) -> None:
        """`keys` are those of the configuration: `kind` and `dims`, `ports`, `startup` … `nodes`
        is the number of processors, which follows from them. `members` are further ones of the
        file, as `parts` or `destinations`."""
        self.operation = operation
        self.rounds = []
        self.keys = dict(keys)
        given = {"algorithm": name, "message_flits": message_flits, **(members or {})}
        self.members: dict[str, Any] = given
        if root is not None:
            self.members["root"] = root
        self._nodes = nodes

    @classmethod
    def from_dict(cls, made: Mapping[str, Any], **keys: Any) -> Schedule:
        """A schedule as a file has it, and the keys that it is played with."""
        own = {"schema", "operation", "rounds", "nodes", "round_count", "model", "topology"}
        members = {
            name: value for name, value in made.items() if name not in own and value is not None
        }
        network = made.get("topology") or {}
        keys = {
            **{f"topology.{name}": value for name, value in network.items()},
            **made.get("model", {}),
            **keys,
        }
        schedule = cls(str(made["operation"]), nodes=made["nodes"], members=members, **keys)
        for messages in made["rounds"]:
            into = schedule.round()
            for one in messages:
                blocks: list[Any] = [tuple(block) for block in one["blocks"]]
                more = {name: one[name] for name in ("path", "transfer", "flits") if name in one}
                into.send(one["src"], one["dst"], *blocks, **more)
        return schedule

    @classmethod
    def read(cls, file: str | os.PathLike[str], **keys: Any) -> Schedule:
        """A file, as `traffic.schedule` names one, and the keys that it is played with."""
        return cls.from_dict(json.loads(Path(file).read_text(encoding="utf-8")), **keys)

    @property
    def nodes(self) -> int:
        """How many processors take part."""
        if self._nodes is not None:
            return self._nodes
        network = {name: value for name, value in self.keys.items() if name in _NETWORK_KEYS}
        return _flitcast.processors(source_of(network, {}))

    def round(self) -> Round:
        """Adds a round, to which messages are added."""
        self.rounds.append(Round())
        return self.rounds[-1]

    def __iter__(self) -> Iterator[Round]:
        return iter(self.rounds)

    def __len__(self) -> int:
        return len(self.rounds)

    def to_dict(self) -> dict[str, Any]:
        """As the file has it that `traffic.schedule` names."""
        rounds = [[message.to_dict() for message in one.messages] for one in self.rounds]
        head = {"schema": "flitcast.schedule/1", "operation": self.operation, "nodes": self.nodes}
        model = {name: self.keys[key] for key, name in _MODEL.items() if key in self.keys}
        return {**head, **({"model": model} if model else {}), **self.members, "rounds": rounds}

    def save(self, file: str | os.PathLike[str]) -> None:
        """Writes a file that `traffic.schedule` can name."""
        Path(file).write_text(json.dumps(self.to_dict()), encoding="utf-8")

    def check(self, **keys: Any) -> Check:
        """Proves it, and predicts its time, without a simulation. Keys go over its own."""
        with _Saved(self, keys) as saved:
            return check(saved.config)

    def run(self, **keys: Any) -> Result:
        """Plays it, with real data, and compares them. Keys go over its own."""
        with _Saved(self, keys) as saved:
            return run(saved.config, _kept=saved)

    def data(self, **keys: Any) -> str:
        """What every node holds after each round, as text, of up to 256 nodes."""
        with _Saved(self, keys) as saved, Operand(saved.config) as operand:
            return call(["show", *operand, "--format=data"]).out

    def plot(self, rounds: Iterable[int] | None = None) -> Picture:
        """Nodes from left to right, rounds from top to bottom, an arrow for each message."""
        shown = list(range(min(len(self.rounds), _MOST_ROUNDS)) if rounds is None else rounds)
        return _arrows(
            min(self.nodes, _MOST_NODES), [(index, self.rounds[index]) for index in shown]
        )

    def _repr_html_(self) -> str:
        left = [f"{len(self)} rounds" if len(self) > _MOST_ROUNDS else ""]
        left += [f"{self.nodes} nodes" if self.nodes > _MOST_NODES else ""]
        told = " and ".join(words for words in left if words)
        return self.plot().svg + (f"<p>the beginning of {told}</p>" if told else "")

    def __repr__(self) -> str:
        return f"<flitcast.Schedule: {self.operation}, {self.nodes} nodes, {len(self)} rounds>"


class _Saved:
    """A schedule in a file, which is there as long as the object, and the configuration of it.
    Errors in `with` name the schedule, not the file."""

    def __init__(self, schedule: Schedule, keys: Mapping[str, Any]) -> None:
        folder = Path(tempfile.mkdtemp(prefix="flitcast-"))
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        self._file = folder / "schedule.json"
        self._name = schedule.members["algorithm"]
        schedule.save(self._file)
        self.config: dict[str, Any] = {**schedule.keys, **keys, "traffic.schedule": self._file}

    def __enter__(self) -> _Saved:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, ConfigError) and str(self._file) in str(error):
            said = (
                str(error).replace("--traffic.schedule: ", "").replace(str(self._file), self._name)
            )
            raise ConfigError(said, key=error.key) from None


def _arrows(nodes: int, rounds: List[Tuple[int, Round]]) -> Picture:
    """A line of dots for the nodes before each round and after the last."""
    left = 30
    arrow = '<marker id="flitcast-tip" viewBox="0 0 8 8" refX="7" refY="4"'
    arrow += ' markerWidth="7" markerHeight="7" orient="auto">'
    arrow += '<path d="M0 0L8 4L0 8z" fill="context-stroke"/></marker>'
    parts = [f"<defs>{arrow}</defs>"]
    parts += [text(left + _COLUMN * node, 12, str(node), "middle") for node in range(nodes)]
    for row in range(len(rounds) + 1):
        dots = [
            f'<circle cx="{left + _COLUMN * node}" cy="{22 + _ROW * row}" r="2.5"/>'
            for node in range(nodes)
        ]
        parts += dots
    for row, (index, one) in enumerate(rounds):
        top = 22 + _ROW * row
        parts.append(text(4, top + _ROW / 2 + 4, str(index)))
        for message in one.messages:
            color = COLORS[message.src % len(COLORS)]
            for dst in message.dst:
                if max(message.src, dst) < nodes:
                    ends = (
                        left + _COLUMN * message.src,
                        top + 3,
                        left + _COLUMN * dst,
                        top + _ROW - 4,
                    )
                    parts.append(
                        line(*ends, color, 'stroke-width="1.3" marker-end="url(#flitcast-tip)"')
                    )
    return drawing(left + _COLUMN * nodes, 32 + _ROW * len(rounds), parts)


def show(config: Config | None = None, **keys: Any) -> Schedule:
    """The schedule that a configuration plays, round by round. Nothing is verified."""
    source = source_of(config, keys)
    text = shown(lambda show: _flitcast.schedule(source, show))
    # A function that is called for every message is where Ctrl-C ends json.
    return Schedule.from_dict(json.loads(text, object_hook=lambda one: one))
