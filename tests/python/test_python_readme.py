"""The lines of the package's README run, one after the other."""

import os
import re
import unittest
from typing import Any

from paths import ROOT


class Readme(unittest.TestCase):
    def test_lines_run(self) -> None:
        page = (ROOT / "tb/python/README.md").read_text(encoding="utf-8")
        blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
        self.assertEqual(len(blocks), 1)
        folder = os.getcwd()
        os.chdir(ROOT)
        self.addCleanup(os.chdir, folder)
        names: dict[str, Any] = {}
        exec(compile(blocks[0], "README.md", "exec"), names)
        self.assertEqual(names["r"].completion_cycles, names["r"].predicted_cycles)


if __name__ == "__main__":
    unittest.main()
