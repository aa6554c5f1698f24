"""Where the tests find things, and what several of them do."""

import os
import signal
import time
from pathlib import Path
from typing import Callable

ROOT = Path(os.environ["FLITCAST_ROOT"])
CONFIGS = ROOT / "configs"


def seconds_to_interrupt(call: Callable[[], object], after: float) -> float:
    """How long Ctrl-C, so many seconds from now, takes to end a call."""
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    due = time.monotonic() + after
    signal.setitimer(signal.ITIMER_REAL, after)
    try:
        call()
    except KeyboardInterrupt:
        return time.monotonic() - due
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    raise AssertionError("the call ended by itself")
