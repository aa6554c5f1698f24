"""The installed program: where it is, and running it."""

from __future__ import annotations

import functools
import os
import pty
import selectors
import shutil
import signal
import subprocess
from pathlib import Path
from typing import Iterator, NamedTuple, Sequence

from ._flitcast import __version__
from .errors import ProgramError, config_error
from .progress import Progress

_ERASE_LINE = "\r\033[K"
_SECONDS_TO_END = 5.0


def find_program() -> str:
    """What FLITCAST_PROGRAM names; else `flitcast` beside this package; else on the PATH."""
    if named := os.environ.get("FLITCAST_PROGRAM"):
        return named
    for prefix in Path(__file__).resolve().parents:
        beside = prefix / "bin" / "flitcast"
        if os.access(beside, os.X_OK):
            return str(beside)
    if found := shutil.which("flitcast"):
        return found
    raise ProgramError(
        "there is no program flitcast; put it on the PATH, or name it in FLITCAST_PROGRAM"
    )


class Ended(NamedTuple):
    """How a run of the program ended."""

    code: int
    """Exit code: 0, or 1 and 3, which a result tells about."""
    out: str
    """What it wrote to standard output."""
    err: str
    """What it wrote to standard error, progress left out."""


@functools.lru_cache(maxsize=None)
def _check_version(program: str) -> None:
    """Raises ProgramError where it is no flitcast, or one of another version than this package."""
    ended = _run([program, "--version"], Progress())
    said = (ended.out.splitlines() or ["nothing"])[0]
    if said != f"flitcast {__version__}":
        raise ProgramError(
            f"{program} is not the flitcast {__version__} of this package; it says {said!r}. Put"
            " that one on the PATH, or name it in FLITCAST_PROGRAM"
        )


def call(words: Sequence[str], writes: Sequence[Path] = ()) -> Ended:
    """Runs `flitcast WORDS`, and shows how far it is. `writes` are files that it makes.

    Raises ConfigError for bad input, ProgramError where the program is missing or fails. An
    exception meanwhile, KeyboardInterrupt for one, ends the program first.
    """
    program = find_program()
    _check_version(program)
    progress = Progress()
    try:
        ended = _run([program, *words], progress)
    finally:
        progress.close()
    if ended.code == 2:
        raise config_error(ended.err)
    if ended.code not in (0, 1, 3):
        raise ProgramError(
            f"flitcast {' '.join(words)} ended with {ended.code}: {ended.err.strip()}"
        )
    for file in writes:
        if not file.exists():
            raise ProgramError(f"{program} {words[0]} did not write {file}: {ended.err.strip()}")
    return ended


def _run(command: Sequence[str], progress: Progress) -> Ended:
    """The program writes its progress to terminals only, so it gets one where that is wanted."""
    if progress.active:
        reader, writer = pty.openpty()
    else:
        reader, writer = os.pipe()
    try:
        child = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=writer
        )
    except OSError as error:
        os.close(reader)
        raise ProgramError(f"cannot run {command[0]}: {error.strerror}") from error
    finally:
        os.close(writer)
    assert child.stdout is not None
    out = bytearray()
    err = StandardError(progress)
    try:
        for stream, data in _pieces(child.stdout.fileno(), reader):
            if stream == reader:
                err.add(data.decode(errors="replace"))
            else:
                out += data
        code = child.wait()
    except BaseException:
        _end(child)
        raise
    finally:
        child.stdout.close()
        os.close(reader)
    return Ended(code, out.decode(errors="replace"), err.text())


def _pieces(*streams: int) -> Iterator[tuple[int, bytes]]:
    """What comes out of them, until all have ended. A terminal ends with an error."""
    with selectors.DefaultSelector() as selector:
        for stream in streams:
            selector.register(stream, selectors.EVENT_READ)
        while selector.get_map():
            for key, _ in selector.select():
                try:
                    data = os.read(key.fd, 65536)
                except OSError:
                    data = b""
                if data:
                    yield key.fd, data
                else:
                    selector.unregister(key.fd)


def _end(child: subprocess.Popen[bytes]) -> None:
    child.send_signal(signal.SIGINT)
    try:
        child.wait(_SECONDS_TO_END)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


class StandardError:
    """Tells messages, which stay, from progress, which is shown."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._messages = ""
        self._line = ""

    def add(self, piece: str) -> None:
        """The next characters, wherever they were cut."""
        texts = (self._line + piece).replace("\r\n", "\n").split(_ERASE_LINE)
        for text in texts[:-1]:
            self._keep(text)
        self._keep(texts[-1])
        if len(texts) > 1 and self._line:
            self._progress.show(self._line)

    def _keep(self, text: str) -> None:
        lines, ended, self._line = text.rpartition("\n")
        self._messages += lines + ended

    def text(self) -> str:
        """All messages."""
        return self._messages + self._line
