"""Types and docstrings are complete."""

import inspect
import subprocess
import sys
import unittest
from pathlib import Path

import flitcast

HERE = Path(__file__).parent
PACKAGE = Path(flitcast.__file__).parent


class Types(unittest.TestCase):
    def check(self, *what: str) -> None:
        command = [
            sys.executable,
            "-m",
            "mypy",
            "--config-file",
            str(HERE / "mypy.ini"),
            "--cache-dir=/dev/null",
        ]
        ended = subprocess.run([*command, *what], capture_output=True, text=True, cwd=HERE)
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)

    def test_of_the_package_are_strict(self) -> None:
        self.check(str(PACKAGE))

    def test_reach_those_who_use_it(self) -> None:
        self.check(*(str(file) for file in HERE.glob("*.py")))
        self.assertTrue((PACKAGE / "py.typed").exists())


class Docstrings(unittest.TestCase):
    def test_are_at_everything_public(self) -> None:
        bare = []
        for name in flitcast.__all__:
            thing = getattr(flitcast, name)
            members = vars(thing).items() if inspect.isclass(thing) else []
            own = [
                (f"{name}.{member}", value)
                for member, value in members
                if not member.startswith("_")
            ]
            for full, value in [(name, thing), *own]:
                described = (
                    inspect.isroutine(value)
                    or inspect.isclass(value)
                    or isinstance(value, property)
                )
                if described and not inspect.getdoc(value):
                    bare.append(full)
        self.assertEqual(bare, [])


if __name__ == "__main__":
    unittest.main()
