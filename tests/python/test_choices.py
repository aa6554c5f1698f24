"""Which algorithm is the fastest."""

import json
import unittest

import flitcast
from flitcast.choices import Situation


class Choices(unittest.TestCase):
    choice: flitcast.Choice

    @classmethod
    def setUpClass(cls) -> None:
        cls.choice = flitcast.choose(
            "all-to-all", nodes=16, message_flits=[1, 16, 256], kind=["hypercube", "mesh"]
        )

    def test_equal_their_files(self) -> None:
        self.assertEqual(
            self.choice.to_dict(), json.loads((self.choice.folder / "choose.json").read_text())
        )
        frame = self.choice.regions
        regions = [
            region for situation in self.choice.situations for region in situation["regions"]
        ]
        self.assertEqual(
            list(frame["first_cycles"]), [region["first.cycles"] for region in regions]
        )
        self.assertEqual(set(frame["topology.kind"]), {"hypercube", "mesh"})

    def test_winners_take_the_cycles_that_the_map_says(self) -> None:
        for situation in self.choice.situations:
            winner = situation.winner(16)
            check = flitcast.check(winner.keys, message_flits=16)
            region = winner.region
            if region["first.message_flits"] == 16:
                self.assertLessEqual(check.predicted_cycles, region["first.cycles"], situation.name)

    def test_a_size_in_no_region_is_told(self) -> None:
        with self.assertRaisesRegex(KeyError, "no region has 100000 flits"):
            self.choice.situations[0].winner(100000)

    def test_of_several_regions_the_one_of_fewer_sizes_decides(self) -> None:
        def region(multiples: int, name: str) -> dict[str, object]:
            winner = {"name": name, "keys": {}, "vcs": 1, "buffer_flits": None}
            ends = {"message_flits": 4}, {"message_flits": 8}
            return {
                "multiples_of": multiples,
                "first": ends[0],
                "last": ends[1],
                "winners": [winner],
            }

        situation = Situation({"keys": {}, "regions": [region(1, "any"), region(4, "fours")]})
        self.assertEqual(
            [situation.winner(size).name for size in (4, 6, 8)], ["fours", "any", "fours"]
        )

    def test_are_drawn_with_a_row_for_each_situation(self) -> None:
        page = self.choice._repr_html_()
        for situation in self.choice.situations:
            self.assertIn(situation.name, page)


if __name__ == "__main__":
    unittest.main()
