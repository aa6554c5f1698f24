"""Schedules, message by message."""

import json
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import flitcast
from flitcast import _flitcast
from paths import CONFIGS, seconds_to_interrupt


def line_of_three() -> flitcast.Schedule:
    schedule = flitcast.Schedule("broadcast", kind="line", dims=3, root=0, message_flits=4)
    schedule.round().send(0, 1, 0)
    schedule.round().send(1, 2, 0)
    return schedule


class Schedules(unittest.TestCase):
    def test_say_what_a_file_says(self) -> None:
        schedule = flitcast.Schedule(
            "all-to-all broadcast", name="ring-all-gather", kind="ring", dims=3, message_flits=4
        )
        for step in range(2):
            into = schedule.round()
            for node in range(3):
                into.send(node, (node + 1) % 3, (node - step) % 3, path=(node, (node + 1) % 3))
        by_hand = json.loads((CONFIGS / "schedule/ring-3.json").read_text())
        del by_hand["topology"]
        self.assertEqual(schedule.to_dict(), by_hand)

    def test_are_proved(self) -> None:
        check = line_of_three().check()
        self.assertEqual(check.proofs["data"], "correct: broadcast is complete after 2 rounds")
        # Two rounds of a start-up of four cycles, a hop and four flits.
        self.assertEqual(check.predicted_cycles, 2 * (4 + 1 + 4))

    def test_that_lack_a_block_are_refused(self) -> None:
        schedule = line_of_three()
        schedule.rounds[1].messages.clear()
        with self.assertRaisesRegex(flitcast.ConfigError, "node 2 lacks block 0->\\*") as caught:
            schedule.check()
        self.assertEqual(caught.exception.key, "traffic.schedule")

    def test_that_send_what_is_not_there_are_refused_with_the_round(self) -> None:
        schedule = line_of_three()
        schedule.rounds.reverse()
        with self.assertRaisesRegex(
            flitcast.ConfigError, "node 1 sends block 0->\\*, which it does not hold"
        ) as caught:
            schedule.check()
        self.assertEqual(caught.exception.place, "rounds[0]")

    def test_errors_name_the_schedule_and_not_its_file(self) -> None:
        schedule = flitcast.Schedule("broadcast", name="mine", kind="line", dims=2, root=0)
        schedule.round()
        with self.assertRaises(flitcast.ConfigError) as caught:
            schedule.check()
        self.assertTrue(str(caught.exception).startswith("mine: "), caught.exception)

    def test_are_made_for_the_hardware_of_their_keys(self) -> None:
        schedule = flitcast.Schedule("broadcast", kind="ring", dims=4, root=0, ports="all")
        schedule.round().send(0, 1, 0).send(0, 3, 0)
        schedule.round().send(1, 2, 0)
        self.assertEqual(schedule.to_dict()["model"], {"router.ports": "all"})
        self.assertNotIn("note:", schedule.check().text)

    def test_with_a_wrong_path_are_refused_with_its_node(self) -> None:
        schedule = line_of_three()
        schedule.rounds[1].messages[:] = []
        schedule.rounds[1].send(1, 2, 0, path=(1, 0, 2))
        with self.assertRaises(flitcast.ConfigError) as caught:
            schedule.check()
        self.assertEqual(caught.exception.place, "rounds[1][0].path[2]")

    def test_tell_what_nodes_hold(self) -> None:
        self.assertRegex(line_of_three().data(), "after round 0\n +0  0->\\*\n +1  0->\\*\n +2  -")

    def test_come_from_a_row_and_are_the_same_afterwards(self) -> None:
        for row, keys in [
            ("aas-hc-dex", {"dims": 3}),
            ("oab-hc-sbt", {"dims": 3}),
            ("allreduce-ring", {"dims": 4}),
        ]:
            with self.subTest(row):
                shown = flitcast.show(row, **keys)
                self.assertEqual(
                    shown.check().proofs["data"], flitcast.check(row, **keys).proofs["data"]
                )

    def test_survive_a_file(self) -> None:
        schedule = line_of_three()
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "s.json")
            schedule.save(file)
            self.assertEqual(
                flitcast.Schedule.read(file, kind="line", dims=3).to_dict(), schedule.to_dict()
            )

    def test_know_how_many_nodes_there_are(self) -> None:
        cases = [
            ("hypercube", 5, 32),
            ("mesh", (3, 5), 15),
            ("torus", "2x2x2", 8),
            ("ring", 7, 7),
            ("line", 2, 2),
        ]
        for kind, dims, nodes in cases:
            self.assertEqual(flitcast.Schedule("barrier", kind=kind, dims=dims).nodes, nodes)
        self.assertEqual(flitcast.Schedule("barrier", kind="fat_tree", dims=(2, 3)).nodes, 8)
        self.assertEqual(flitcast.Schedule("barrier", nodes=9, kind="graph").nodes, 9)

    def test_without_a_network_say_what_is_missing(self) -> None:
        with self.assertRaises(flitcast.ConfigError) as caught:
            flitcast.Schedule("barrier", kind="ring").nodes
        self.assertEqual(caught.exception.key, "topology.dims")

    def test_are_drawn_with_an_arrow_for_each_receiver(self) -> None:
        schedule = line_of_three()
        self.assertEqual(schedule._repr_html_().count("marker-end"), 2)
        large = flitcast.Schedule("barrier", kind="ring", dims=100)
        self.assertIn("the beginning of 100 nodes", large._repr_html_())


class Checks(unittest.TestCase):
    def test_of_random_traffic_tell_its_bounds(self) -> None:
        check = flitcast.check(CONFIGS / "load/mesh-uniform.ini", dims=(4, 4))
        self.assertEqual(check["theory.zero_load"], 9.5)
        self.assertEqual(list(check.proofs), ["deadlock"])

    def test_have_a_configuration_that_runs_the_same(self) -> None:
        check = flitcast.check("aas-hc-dex", dims=3)
        self.assertEqual(flitcast.check(check.config).text, check.text)


class Interrupts(unittest.TestCase):
    def test_end_the_making_of_a_schedule(self) -> None:
        def show() -> object:
            return flitcast.show("aas-hc-dex", dims=11)

        self.assertLess(seconds_to_interrupt(show, after=0.3), 1)

    def test_end_the_reading_of_one(self) -> None:
        message = '{"src":0,"dst":[1],"blocks":[[0,null]]},'
        text = f'{{"rounds":[[{message * 1_000_000}{{}}]]}}'
        with mock.patch.object(_flitcast, "schedule", return_value=text):
            took = seconds_to_interrupt(lambda: flitcast.show("aas-hc-dex"), after=0.3)
        self.assertLess(took, 1)


if __name__ == "__main__":
    unittest.main()
