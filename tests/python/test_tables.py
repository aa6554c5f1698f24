"""Sweeps and curves of latency against load."""

import csv
import sqlite3
import tempfile
import unittest
from pathlib import Path

import flitcast
import pandas
from paths import CONFIGS


def cells(frame: pandas.DataFrame) -> list[dict[str, str]]:
    """As words: numbers in the digits that read back exactly."""
    rows = frame.astype(object).where(frame.notna(), None).to_dict("records")
    return [
        {name: "" if value is None else str(value) for name, value in row.items()} for row in rows
    ]


def same_cell(one: str, other: str) -> bool:
    """Columns with a gap or a fraction are of fractions throughout."""
    try:
        return float(one) == float(other)
    except ValueError:
        return one == other


class Sweeps(unittest.TestCase):
    folder: tempfile.TemporaryDirectory[str]
    sweep: flitcast.Sweep

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory()
        cls.sweep = flitcast.sweep(
            "aas-hc-dex", cls.folder.name, dims=range(2, 5), message_flits=[1, 4, 16], host=False
        )

    @classmethod
    def tearDownClass(cls) -> None:
        cls.folder.cleanup()

    def test_equal_their_files(self) -> None:
        with open(self.sweep.folder / "sweep.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        read = cells(self.sweep.points)
        self.assertEqual(len(read), 9)
        for row, again in zip(rows, read):
            self.assertEqual(list(row), list(again))
            for name, value in row.items():
                self.assertTrue(same_cell(value, again[name]), (name, value, again[name]))
        with sqlite3.connect(self.sweep.folder / "sweep.sqlite") as database:
            cycles = [
                cycles for (cycles,) in database.execute("SELECT completion_cycles FROM points")
            ]
        database.close()
        self.assertEqual([row["completion_cycles"] for row in self.sweep.rows], cycles)

    def test_have_the_same_points_as_those_of_the_command(self) -> None:
        with tempfile.TemporaryDirectory() as other:
            words = ["sweep", "aas-hc-dex", f"--out={other}", "--no-host"]
            flitcast.program.call(
                [*words, "--sweep.dims=2, 3, 4", "--sweep.message_flits=1, 4, 16"]
            )
            self.assertEqual(
                Path(other, "sweep.csv").read_bytes(),
                (self.sweep.folder / "sweep.csv").read_bytes(),
            )

    def test_names_of_points_are_words_even_if_they_look_like_numbers(self) -> None:
        frame = flitcast.results.frame("point,x\n1234567890123456,1\n12e4567890123456,2\n")
        self.assertEqual(list(frame["point"]), ["1234567890123456", "12e4567890123456"])

    def test_give_whole_results(self) -> None:
        self.assertEqual(self.sweep.varying(), ["topology.dims", "traffic.message_flits"])
        for place, row in enumerate(self.sweep.rows):
            result = self.sweep.result(place)
            self.assertEqual(result.completion_cycles, row["completion_cycles"])
            self.assertEqual(result["config.traffic.message_flits"], row["traffic.message_flits"])
        self.assertEqual(len(self.sweep), 9)

    def test_are_drawn_with_a_line_for_each_value_of_the_others(self) -> None:
        picture = self.sweep.plot(x="message_flits")
        self.assertEqual(picture.svg.count("<polyline"), 3)
        self.assertIn("dims 4", picture.svg)
        self.assertEqual(
            self.sweep.plot(x="dims", y="latency.p95", color="message_flits").svg.count("<circle"),
            9,
        )
        self.assertIn("<table", self.sweep._repr_html_())

    def test_columns_that_are_not_there_are_told(self) -> None:
        with self.assertRaisesRegex(KeyError, "'flips' is no column"):
            self.sweep.plot(y="flips")
        with self.assertRaisesRegex(KeyError, "one of router.delay, link.delay"):
            self.sweep.plot(x="delay")

    def test_go_on_in_a_folder(self) -> None:
        again = flitcast.sweep(
            "aas-hc-dex", self.folder.name, dims=range(2, 5), message_flits=[1, 4, 16], host=False
        )
        self.assertIn("none: every result was there", again.text)


class OtherSweeps(unittest.TestCase):
    def test_keys_run_side_by_side_where_asked(self) -> None:
        pairs = flitcast.sweep(
            "aas-hc-dex",
            dims=[2, 3],
            message_flits=[1, 4],
            together=["dims", "message_flits"],
            predict=True,
        )
        self.assertEqual(
            [(row["topology.dims"], row["traffic.message_flits"]) for row in pairs.rows],
            [(2, 1), (3, 4)],
        )
        self.assertEqual({row["status"] for row in pairs.rows}, {"predicted"})

    def test_what_does_not_fit_is_a_point_or_left_out(self) -> None:
        unfit = flitcast.sweep("aas-mesh-dex", dims=[(4, 4), (3, 3)])
        self.assertEqual([row["status"] for row in unfit.rows], ["done", "unfit"])
        self.assertIn("side that is not a power of two", unfit.text)
        self.assertEqual(
            len(flitcast.sweep("aas-mesh-dex", dims=[(4, 4), (3, 3)], skip_unfit=True)), 1
        )

    def test_of_a_text_with_lists_of_its_own(self) -> None:
        text = "[topology]\nkind = ring\ndims = 4\n[traffic]\nalgorithm = aas-ring-allport\n"
        text += "[sweep]\nmessage_flits = 1..4 x2\n"
        self.assertEqual(
            [row["traffic.message_flits"] for row in flitcast.sweep(text).rows], [1, 2, 4]
        )

    def test_folders_of_their_own_go_with_them(self) -> None:
        sweep = flitcast.sweep("aas-hc-dex", dims=[2])
        folder = sweep.folder
        self.assertTrue(folder.exists())
        del sweep
        self.assertFalse(folder.exists())


class Loads(unittest.TestCase):
    load: flitcast.Load

    @classmethod
    def setUpClass(cls) -> None:
        cls.load = flitcast.load(
            CONFIGS / "load/mesh-uniform.ini",
            dims=(4, 4),
            vcs=[1, 2],
            rates=[0.1, 0.3, 0.9],
            precision=0.05,
        )

    def test_have_a_curve_for_each_value(self) -> None:
        self.assertEqual(
            [curve.name.split(": ")[1] for curve in self.load.curves],
            ["router.vcs = 1", "router.vcs = 2"],
        )
        # Theory: 2.5 hops on a mesh of 4x4, of one cycle each, and what sending five flits takes.
        self.assertEqual([curve.zero_load for curve in self.load.curves], [9.5, 9.5])

    def test_equal_their_files(self) -> None:
        frame = self.load.points
        self.assertEqual(list(frame["load.rate"]), [0.1, 0.3, 0.9] * 2)
        self.assertEqual(
            [row["latency.mean"] for row in self.load.rows], list(frame["latency.mean"])
        )
        self.assertEqual(self.load.result(4)["latency.mean"], self.load.rows[4]["latency.mean"])

    def test_are_drawn_to_the_first_saturated_point(self) -> None:
        self.assertEqual([row["saturated"] for row in self.load.rows], ["no", "no", "yes"] * 2)
        self.assertEqual(self.load.plot().svg.count("<circle"), 6)
        self.assertIn("router.vcs = 2", self.load._repr_html_())


if __name__ == "__main__":
    unittest.main()
