"""The model itself, in C++."""

from typing import Any, Callable, Optional

Source = tuple[str, str, list[tuple[str, str]]]
"""What a configuration is, "file", "text", "id" or "keys"; its name or text; keys over it."""

__version__: str

def run(
    source: Source, host: bool, files: bool, progress: Optional[Callable[[str], object]]
) -> str:
    """The JSON of a run, which is told how far it is."""

def check(
    source: Source, progress: Optional[Callable[[str], object]]
) -> tuple[str, str, dict[str, Any]]:
    """What `flitcast check` prints, the effective configuration, and values by path."""

def schedule(source: Source, progress: Optional[Callable[[str], object]]) -> str:
    """The JSON of the schedule that is played."""

def processors(source: Source) -> int:
    """Nodes of the network that send and receive."""

class Stuck(RuntimeError):
    """Nothing moves any more in a network, and packets are under way."""

class Network:
    """What `flitcast.Network` uses, which has the documentation."""

    def __init__(
        self,
        source: Source,
        source_queue: int,
        activity: bool,
        progress: Optional[Callable[[str], object]],
    ) -> None: ...
    def nodes(self) -> int: ...
    def cycle_nanoseconds(self) -> float: ...
    def full(self, source: int) -> bool: ...
    def post(
        self, source: int, destination: int, flits: int, message_class: int, user: Any
    ) -> bool: ...
    def waiting(self, destination: int, message_class: Optional[int]) -> int: ...
    def pop(
        self, destination: int, message_class: Optional[int]
    ) -> Optional[tuple[int, int, int, int, Any, int, int, int, int, bool]]: ...
    def on_received(
        self,
        received: Optional[
            Callable[[tuple[int, int, int, int, Any, int, int, int, int, bool]], object]
        ],
    ) -> None: ...
    def on_sent(
        self, sent: Optional[Callable[[tuple[int, int, int, int, Any]], object]]
    ) -> None: ...
    def now(self) -> int: ...
    def step(self) -> None: ...
    def run_until(self, cycle: int) -> None: ...
    def run_to_next_event(self) -> bool: ...
    def next_event(self) -> Optional[int]: ...
    def in_flight(self) -> int: ...
    def stuck(self) -> str: ...
    def statistics(self) -> dict[str, Any]: ...
    def activity(self) -> dict[str, Any]: ...
