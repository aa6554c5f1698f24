"""Measures by name."""

import unittest

from flitcast.measures import Measures
from flitcast.results import Result

VALUES = {
    "a": 1,
    "none": None,
    "b": {"c": 2.5, "d": {"e": "x"}},
    "config": {"router.vcs": 3},
    "l": [{"m": 4}],
}


class Names(unittest.TestCase):
    def setUp(self) -> None:
        self.measures = Measures(VALUES)

    def test_find_the_same_in_every_way_of_writing(self) -> None:
        m = self.measures
        self.assertEqual([m["b.d.e"], m["b"]["d"]["e"], m.b.d.e, m["b.d"]["e"]], ["x"] * 4)
        self.assertEqual([m["a"], m.a, m["b.c"]], [1, 1, 2.5])

    def test_keys_of_the_configuration_have_points_in_their_names(self) -> None:
        self.assertEqual(self.measures["config.router.vcs"], 3)
        self.assertEqual(self.measures.config["router.vcs"], 3)

    def test_a_value_may_be_none(self) -> None:
        self.assertIsNone(self.measures["none"])
        self.assertIn("none", self.measures)

    def test_elements_of_lists_have_names_too(self) -> None:
        self.assertEqual(self.measures["l"][0].m, 4)

    def test_all_are_listed_but_those_in_lists(self) -> None:
        self.assertEqual(self.measures.names(), ["a", "none", "b.c", "b.d.e", "config.router.vcs"])
        self.assertEqual(list(self.measures), list(VALUES))

    def test_unknown_ones_are_told_the_nearest(self) -> None:
        with self.assertRaisesRegex(KeyError, "b.d.f.*the nearest is 'b.d.e'"):
            self.measures["b.d.f"]
        with self.assertRaisesRegex(AttributeError, "the nearest is"):
            self.measures.nothing
        self.assertNotIn("b.x", self.measures)
        self.assertNotIn("a.x", self.measures)


class Results(unittest.TestCase):
    TEXT = '{"completion_cycles": 7, "messages": 2, "per_round": [], "deadlock": null}\n'

    def test_keep_the_text_and_give_a_dict_of_its_own(self) -> None:
        result = Result(self.TEXT)
        self.assertEqual(result.json, self.TEXT)
        values = result.to_dict()
        values["completion_cycles"] = 8
        self.assertEqual(result.completion_cycles, 7)
        self.assertEqual(result["messages"], 2)


if __name__ == "__main__":
    unittest.main()
