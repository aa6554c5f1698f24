"""Notebooks run from beginning to end, and are kept without what they print."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from paths import ROOT

NOTEBOOKS = sorted((ROOT / "tb/python/notebooks").glob("*.ipynb"))


class Notebooks(unittest.TestCase):
    def test_are_three_without_outputs(self) -> None:
        self.assertEqual(len(NOTEBOOKS), 3)
        for notebook in NOTEBOOKS:
            for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
                self.assertFalse(cell.get("outputs") or cell.get("execution_count"), notebook.name)

    def run_notebook(self, name: str) -> str:
        """As a page with all outputs. It runs in a folder of its own, which takes what it
        writes."""
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder, name)
            copy.write_bytes((ROOT / "tb/python/notebooks" / name).read_bytes())
            words = ["--to", "html", "--execute", "--ExecutePreprocessor.kernel_name=python3"]
            ended = subprocess.run(
                [sys.executable, "-m", "nbconvert", *words, str(copy)],
                capture_output=True,
                text=True,
                cwd=folder,
            )
            self.assertEqual(ended.returncode, 0, ended.stderr[-4000:])
            return copy.with_suffix(".html").read_text(encoding="utf-8")

    def test_first_steps(self) -> None:
        page = self.run_notebook("first_steps.ipynb")
        self.assertIn("router.buffer_flits is wrong", page)
        self.assertIn("impossible: the channel dependency graph has no cycle", page)

    def test_design_space(self) -> None:
        page = self.run_notebook("design_space.ipynb")
        self.assertIn("32: 32 done", page)

    def test_own_collective(self) -> None:
        page = self.run_notebook("own_collective.ipynb")
        self.assertIn("rounds[3] is wrong", page)
        self.assertIn("lacks block", page)
        self.assertIn("passed", page)


if __name__ == "__main__":
    unittest.main()
