"""Interconnection networks, flit by flit.

>>> import flitcast
>>> flitcast.run("aas-hc-dex", dims=4, message_flits=16).completion_cycles

`run` simulates in this process; `sweep`, `load` and `choose` run many configurations in processes
of their own; `check` proves and predicts without a simulation; `show` has the schedule. A
configuration is the name of a file, an id of `flitcast list`, a dict of keys, or the text of a
file; further keys are arguments, by their last parts, `dims=(4, 4)`, or `**{"router.delay": 3}`.
"""

from ._flitcast import Stuck, __version__
from .checks import Check, check
from .choices import Choice, Situation, Winner, choose
from .config import Config
from .errors import ConfigError, ProgramError
from .measures import Measures
from .networks import Arrival, Network, Packet
from .pictures import Picture
from .results import Result
from .running import run
from .schedules import Block, Message, Round, Schedule, show
from .tables import Curve, Load, Sweep, Table, load, sweep

__all__ = [
    "Arrival",
    "Block",
    "Check",
    "Choice",
    "Config",
    "ConfigError",
    "Curve",
    "Load",
    "Measures",
    "Message",
    "Network",
    "Packet",
    "Picture",
    "ProgramError",
    "Result",
    "Round",
    "Schedule",
    "Situation",
    "Stuck",
    "Sweep",
    "Table",
    "Winner",
    "__version__",
    "check",
    "choose",
    "load",
    "run",
    "show",
    "sweep",
]
