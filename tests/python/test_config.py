"""Values and configurations as words of a command line."""

import unittest
from pathlib import Path
from typing import Optional

from flitcast.config import Config, Operand, list_text, options, sweep_options, value_text
from flitcast.errors import config_error


class Values(unittest.TestCase):
    def test_are_written_as_files_have_them(self) -> None:
        cases = [
            (True, "router.irc", "on"),
            (False, "router.irc", "off"),
            ((4, 4), "dims", "4x4"),
            ([2, 3, 4], "topology.dims", "2x3x4"),
            ((1, 2), "destinations", "1,2"),
            (0.25, "rate", "0.25"),
            (Path("a/b.json"), "schedule", "a/b.json"),
            ("wormhole", "switching", "wormhole"),
        ]
        for value, key, text in cases:
            self.assertEqual(value_text(value, key), text)

    def test_with_commas_are_in_parentheses_in_a_list(self) -> None:
        self.assertEqual(list_text([(1, 2), 3], "destinations"), "(1,2), 3")
        self.assertEqual(list_text([(4, 4), 3], "dims"), "4x4, 3")

    def test_several_are_swept_and_a_tuple_is_one(self) -> None:
        words = sweep_options(
            {"dims": (4, 4), "vcs": [1, 2], "message_flits": range(1, 4), "kind": "mesh"}
        )
        self.assertEqual(
            words,
            ["--dims=4x4", "--sweep.vcs=1, 2", "--sweep.message_flits=1, 2, 3", "--kind=mesh"],
        )


class Operands(unittest.TestCase):
    def test_of_a_file_an_id_a_dict_and_nothing(self) -> None:
        cases: list[tuple[Optional[Config], list[str]]] = [
            ("aas-hc-dex", ["aas-hc-dex"]),
            (Path("a.ini"), ["a.ini"]),
            ({"dims": 3, "router.delay": 2}, options({"dims": 3, "router.delay": 2})),
            (None, []),
        ]
        for config, words in cases:
            with Operand(config) as operand:
                self.assertEqual(operand, words)

    def test_a_text_is_a_file_as_long_as_it_is_used(self) -> None:
        text = "[topology]\nkind = ring\n"
        with Operand(text) as (file,):
            self.assertEqual(Path(file).read_text(), text)
        self.assertFalse(Path(file).exists())


class Errors(unittest.TestCase):
    def test_name_file_line_key_and_place(self) -> None:
        cases = [
            ("a.ini:3: topology.dims: bad\n", ("a.ini", 3, "topology.dims", "")),
            ("a.ini:7: no section\n", ("a.ini", 7, "", "")),
            ('--router.vcs: "0" is out of range\n', ("", 0, "router.vcs", "")),
            ('check has no option "--router.dely"; the nearest\n', ("", 0, "router.dely", "")),
            ("cannot read no.ini: No such file\n", ("no.ini", 0, "", "")),
            (
                "--traffic.schedule: s.json: rounds[0][2].path[1]: 9\n",
                ("", 0, "traffic.schedule", "rounds[0][2].path[1]"),
            ),
            (
                "--traffic.schedule: s.json: rounds[1]: node 1\n",
                ("", 0, "traffic.schedule", "rounds[1]"),
            ),
            ("something else\n", ("", 0, "", "")),
        ]
        for text, place in cases:
            error = config_error("flitcast: " + text)
            self.assertEqual((error.file, error.line, error.key, error.place), place, text)
            self.assertEqual(str(error) + "\n", text)


if __name__ == "__main__":
    unittest.main()
