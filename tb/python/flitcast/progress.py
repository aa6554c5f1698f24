"""How far something is: a line on a terminal, a bar in a notebook, nothing elsewhere."""

from __future__ import annotations

import html
import re
import sys
import time
from typing import Any, Callable, TypeVar


def _notebook() -> Any:
    """IPython's display where Python runs in a notebook; else None."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    if shell is None or not hasattr(shell, "kernel"):
        return None
    from IPython import display

    return display


_FIRST_SECONDS = 0.5
_Made = TypeVar("_Made")


class Progress:
    """Shows one text after the other in the same place, once it has been there for half a second,
    and leaves no trace after `close()`."""

    def __init__(self) -> None:
        self._display = _notebook()
        self._terminal = self._display is None and sys.stderr is not None and sys.stderr.isatty()
        self._handle: Any = None
        self._shown = False
        self._first = time.monotonic() + _FIRST_SECONDS

    @property
    def active(self) -> bool:
        """There is somebody to show it to."""
        return self._terminal or self._display is not None

    def show(self, text: str) -> None:
        """The text instead of the one before; "12/40 points" fills a bar in a notebook."""
        if time.monotonic() < self._first:
            return
        if self._terminal:
            sys.stderr.write("\r\033[K" + text)
            sys.stderr.flush()
        elif self._display is not None:
            self._update(progress_html(text))
        self._shown = True

    def close(self) -> None:
        """Takes the last text away."""
        if self._shown and self._terminal:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()
        elif self._shown and self._handle is not None:
            self._update("")
        self._shown = False

    def _update(self, page: str) -> None:
        content = self._display.HTML(page)
        if self._handle is None:
            self._handle = self._display.display(content, display_id=True)
        else:
            self._handle.update(content)


def progress_html(text: str) -> str:
    """A bar, where the text says how much of how much is done, and the text beside it."""
    found = re.search(r"(\d+)/(\d+)", text)
    bar = f'<progress value="{found[1]}" max="{found[2]}"></progress> ' if found else ""
    return f"<div>{bar}<code>{html.escape(text)}</code></div>"


def shown(make: Callable[[Any], _Made]) -> _Made:
    """What `make` makes, whose argument shows how far it is; None where there is nobody to see."""
    progress = Progress()
    try:
        return make(progress.show if progress.active else None)
    finally:
        progress.close()
