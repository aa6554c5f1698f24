"""A network inside a model of one's own, which posts packets and lets time go on."""

from __future__ import annotations

from typing import Any, Callable, NamedTuple, Optional

from . import _flitcast
from .config import Config, source_of
from .measures import Measures
from .progress import shown


class Packet(NamedTuple):
    """A packet that has left its source."""

    source: int
    destination: int
    flits: int
    """Of payload, beside the header."""
    message_class: int
    user: Any
    """What was given when it was posted."""


class Arrival(NamedTuple):
    """A packet that has arrived, and when it was where, in cycles."""

    source: int
    destination: int
    flits: int
    """Of payload, beside the header."""
    message_class: int
    user: Any
    """What was given when it was posted."""
    number: int
    """Of the packet, counted from 0 as they were posted."""
    posted: int
    injected: int
    """Its header entered the injection channel."""
    arrived: int
    """Its last flit is in the memory of its destination."""
    damaged: bool
    """Some of its payload came wrong; only where links lose or turn bits."""


class Network:
    """Routers, links and interfaces, to which a model posts packets, and takes what arrives.

    >>> network = flitcast.Network({"kind": "mesh", "dims": (4, 4)})
    >>> network.post(0, 15, flits=5, user="hello")
    >>> network.run_to_next_event()
    >>> network.pop(15).user

    Time is counted in cycles. At `now` all cycles before it are over, and it has not begun. Packets
    have one header flit besides their payload. They stay at their destination, first in, first out
    by class, until they are popped, or are given to `on_received` in the cycle of their arrival.

    Cycles in which nothing happens cost next to nothing. While time goes on, other threads of
    Python run; they may use other networks, not this one. Ctrl-C ends it soon.
    """

    def __init__(
        self,
        config: Config | None = None,
        *,
        source_queue: int = 16,
        activity: bool = False,
        **keys: Any,
    ) -> None:
        """The sections topology, router, link, ni, memory and clock of a configuration say what the
        network is. `source_queue` packets of a node that have not left it are taken at most; with
        `activity` events are counted, which takes time."""
        source = source_of(config, keys)
        self._network = shown(lambda show: _flitcast.Network(source, source_queue, activity, show))
        self._counts_activity = activity

    @property
    def nodes(self) -> int:
        """Those that can send and receive."""
        return self._network.nodes()

    @property
    def cycle_nanoseconds(self) -> float:
        """The length of a cycle, `clock.period`."""
        return self._network.cycle_nanoseconds()

    def full(self, source: int) -> bool:
        """Whether `post` would refuse a packet of that source."""
        return self._network.full(source)

    def post(
        self, source: int, destination: int, flits: int, message_class: int = 0, user: Any = None
    ) -> bool:
        """Posts a packet in the cycle `now`. False, and nothing has happened, where the queue of
        its source is full. `user` is handed back with the packet."""
        return self._network.post(source, destination, flits, message_class, user)

    def waiting(self, destination: int, message_class: int | None = None) -> int:
        """Packets that are there, of all classes or of one."""
        return self._network.waiting(destination, message_class)

    def pop(self, destination: int, message_class: int | None = None) -> Arrival | None:
        """Takes the packet that arrived first; None where there is none."""
        packet = self._network.pop(destination, message_class)
        return None if packet is None else Arrival(*packet)

    def on_received(self, received: Optional[Callable[[Arrival], object]]) -> None:
        """From now on this gets packets in the cycle of their arrival, which is `now` then. It may
        post packets, but not let time go on. An exception of it ends the call that lets time go
        on, after this cycle. None: they stay until they are popped."""
        if received is None:
            self._network.on_received(None)
        else:
            call = _callable(received)
            self._network.on_received(lambda packet: call(Arrival(*packet)))

    def on_sent(self, sent: Optional[Callable[[Packet], object]]) -> None:
        """From now on this is told of packets whose tails left their sources in the cycle before
        `now`; else as `on_received`."""
        if sent is None:
            self._network.on_sent(None)
        else:
            call = _callable(sent)
            self._network.on_sent(lambda packet: call(Packet(*packet)))

    @property
    def now(self) -> int:
        """The cycle that begins next."""
        return self._network.now()

    def step(self) -> None:
        """Lets one cycle go by."""
        self._network.step()

    def run_until(self, cycle: int) -> None:
        """Lets all cycles before this one go by."""
        self._network.run_until(cycle)

    def run_to_next_event(self) -> bool:
        """Until packets arrive. False, and no time has gone by, where none will unless more are
        posted."""
        return self._network.run_to_next_event()

    @property
    def next_event(self) -> int | None:
        """The first cycle in which anything may become known, if nothing is posted meanwhile; None
        where nothing will."""
        return self._network.next_event()

    @property
    def in_flight(self) -> int:
        """Packets that were posted and have not arrived."""
        return self._network.in_flight()

    @property
    def idle(self) -> bool:
        """Nothing is under way."""
        return self.in_flight == 0

    @property
    def stuck(self) -> str:
        """Why nothing moves any more; empty where something does. Time that goes on all the same
        raises Stuck."""
        return self._network.stuck()

    def statistics(self) -> Measures:
        """What has happened before `now`: `posted`, `sent`, `received`, `latency.mean` … of all
        packets, and in `classes` of those of each class."""
        return Measures(self._network.statistics())

    def activity(self) -> Measures:
        """What `routers`, `links` and `interfaces` have done before `now`, for models of energy.
        Only with `activity=True`."""
        if not self._counts_activity:
            raise RuntimeError("nothing is counted; give the network activity=True")
        return Measures(self._network.activity())

    def __repr__(self) -> str:
        return (
            f"<flitcast.Network: {self.nodes} nodes, cycle {self.now}, {self.in_flight} in flight>"
        )


def _callable(given: Callable[..., object]) -> Callable[..., object]:
    if not callable(given):
        raise TypeError(f"give a function, or None; {given!r} cannot be called")
    return given
