"""The package in an installed tree."""

import os
import unittest
from pathlib import Path

import flitcast
from flitcast.program import find_program


class Installed(unittest.TestCase):
    def setUp(self) -> None:
        self.tree = Path(os.environ["FLITCAST_TREE"])

    def test_is_the_one_that_is_used(self) -> None:
        self.assertTrue(Path(flitcast.__file__).is_relative_to(self.tree))

    def test_has_its_types(self) -> None:
        package = Path(flitcast.__file__).parent
        self.assertTrue((package / "py.typed").exists())
        self.assertTrue((package / "_flitcast.pyi").exists())

    def test_finds_the_program_beside_it(self) -> None:
        self.assertEqual(Path(find_program()), self.tree / "bin/flitcast")
        self.assertEqual(len(flitcast.sweep("aas-hc-dex", dims=[2, 3])), 2)

    def test_runs(self) -> None:
        config = self.tree / "share/flitcast/configs/catalogue/aas-hc-dex.ini"
        result = flitcast.run(config)
        self.assertEqual(result.completion_cycles, result.predicted_cycles)


if __name__ == "__main__":
    unittest.main()
