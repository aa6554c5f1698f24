"""What a configuration may be in Python, and how the program is given it."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any, Mapping, Sequence, Union

Config = Union[str, "os.PathLike[str]", Mapping[str, Any]]
"""A configuration: the name of a file, as text or as a path; the id of an algorithm, which stands
for its example; keys and values, by full names or last parts; a result, which is repeated; or the
text of a file, which has at least one line break."""


def value_text(value: object, key: str = "") -> str:
    """A value as a configuration has it: True is `on`, (4, 4) is `4x4` for dims, else `4,4`."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, (tuple, list)):
        joint = "x" if key.split(".")[-1] == "dims" else ","
        return joint.join(value_text(part) for part in value)
    return str(value)


def list_text(values: Any, key: str) -> str:
    """Values as `[sweep]` has them; what has a comma is in parentheses."""
    texts = [value_text(value, key) for value in values]
    return ", ".join(f"({text})" if "," in text else text for text in texts)


def is_text(config: Config) -> bool:
    """It is the text of a configuration, and names no file."""
    return isinstance(config, str) and "\n" in config


def own_keys(config: Mapping[str, Any]) -> Mapping[str, Any]:
    """Those that are given, or that a result was made with."""
    made_with = config.get("config")
    if not isinstance(made_with, Mapping):
        return config
    return {key: value for key, value in made_with.items() if value is not None}


def source_of(
    config: Config | None, keys: Mapping[str, Any]
) -> tuple[str, str, list[tuple[str, str]]]:
    """A configuration and keys over it, as the model takes them: what it is, its name or text, and
    the keys. A file takes precedence over an id of the same name."""
    given = {**own_keys(config), **keys} if isinstance(config, Mapping) else keys
    words = [(key, value_text(value, key)) for key, value in given.items()]
    if config is None or isinstance(config, Mapping):
        return "keys", "", words
    if is_text(config):
        return "text", str(config), words
    name = os.fspath(config)
    is_id = isinstance(config, str) and not set("./") & set(name) and not os.path.exists(name)
    return ("id" if is_id else "file"), name, words


class Operand:
    """A configuration as words of a command line, for as long as the object is used in `with`."""

    def __init__(self, config: Config | None) -> None:
        self._config = config
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def __enter__(self) -> list[str]:
        config = self._config
        if config is None:
            return []
        if isinstance(config, Mapping):
            return options(own_keys(config))
        if is_text(config):
            self._folder = tempfile.TemporaryDirectory(prefix="flitcast-")
            file = Path(self._folder.name, "config.ini")
            file.write_text(str(config), encoding="utf-8")
            return [str(file)]
        return [os.fspath(config)]

    def __exit__(self, *error: object) -> None:
        if self._folder is not None:
            self._folder.cleanup()


def options(keys: Mapping[str, Any]) -> list[str]:
    """`--key=value` of each."""
    return [f"--{key}={value_text(value, key)}" for key, value in keys.items()]


def sweep_options(keys: Mapping[str, Any], together: Sequence[str] = ()) -> list[str]:
    """`--sweep.key=list` of a list, a range or an array; else `--key=value`. Lists of keys that go
    together are not crossed."""
    words = [f"--sweep.zip={', '.join(together)}"] if together else []
    for key, value in keys.items():
        several = hasattr(value, "__iter__") and not isinstance(value, (str, tuple, os.PathLike))
        if several:
            words.append(f"--sweep.{key}={list_text(value, key)}")
        else:
            words += options({key: value})
    return words
