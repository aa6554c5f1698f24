"""What goes wrong, as exceptions."""

from __future__ import annotations

import re


class ConfigError(ValueError):
    """A configuration, a key, a schedule or another file that cannot be used.

    `str()` of it says what is wrong and what would be right.
    """

    file: str
    """The file that is wrong; empty where a key was given otherwise."""
    line: int
    """Its line, counted from 1; 0 where there is none."""
    key: str
    """The key by its full name, "router.vcs"; empty where it is about none."""

    def __init__(self, message: str, file: str = "", line: int = 0, key: str = "") -> None:
        super().__init__(message)
        self.file = file
        self.line = line
        self.key = key

    @property
    def place(self) -> str:
        """Where in a schedule, "rounds[3][7].path[2]"; empty where it is about none."""
        found = re.search(r"\brounds\[\d+\][\w.\[\]]*|\b\w+\[\d+\][\w.\[\]]*", str(self))
        return found[0] if found else ""


class ProgramError(RuntimeError):
    """A program of flitcast is not there, or ended as it should not."""


_WITH_LINE = re.compile(r"(?P<file>[^\n]+?):(?P<line>\d+): (?:(?P<key>[a-z_]+\.[\w.]+): )?")
_OPTION = re.compile(r"--(?P<key>[\w.]+): ")
_NO_OPTION = re.compile(r'has no option "--(?P<key>[\w.]+)"')
_NO_FILE = re.compile(r"cannot read (?P<file>[^:\n]+): ")


def config_error(text: str) -> ConfigError:
    """What the program wrote to standard error before exit code 2, as an exception."""
    lines = [line for line in text.splitlines() if line.startswith("flitcast: ")]
    message = "\n".join(lines or text.splitlines()).replace("flitcast: ", "", 1)
    if found := _WITH_LINE.match(message):
        return ConfigError(message, found["file"], int(found["line"]), found["key"] or "")
    if found := _OPTION.match(message) or _NO_OPTION.search(message):
        return ConfigError(message, key=found["key"])
    found = _NO_FILE.match(message)
    return ConfigError(message, file=found["file"] if found else "")
