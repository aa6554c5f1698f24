"""Runs in this process."""

import csv
import io
import json
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path
from typing import Any, Callable
from unittest import mock

import flitcast
from flitcast import _flitcast
from flitcast.config import options, source_of
from flitcast.program import call
from flitcast.progress import Progress
from paths import CONFIGS

LONG = """
import flitcast
print("begins", flush=True)
try:
    flitcast.run("aas-hc-dex", dims=10, message_flits=64)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""

# One in three; the library is held against the program with all of them. Random traffic lasts only as long as some
# packets need.
SHIPPED: list[tuple[Path, dict[str, Any]]] = [
    (
        file,
        {"load.precision": 0.2, "load.most_cycles": 1000} if folder in ("load", "booksim") else {},
    )
    for folder in (".", "catalogue", "load", "schedule", "booksim", "vcd")
    for file in sorted((CONFIGS / folder).glob("*.ini"))[::3]
]


def of_program(*words: str) -> bytes:
    """The JSON that the program writes."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "result.json")
        call(["run", *words, "--only-json", f"--output.json={file}", "--no-host", "--quiet"])
        return file.read_bytes()


class Bytes(unittest.TestCase):
    def test_are_those_of_the_program_for_shipped_configurations(self) -> None:
        self.assertGreater(len(SHIPPED), 40)
        for file, keys in SHIPPED:
            with self.subTest(file.name):
                result = flitcast.run(file, host=False, files=False, **keys)
                self.assertEqual(result.json.encode(), of_program(str(file), *options(keys)))

    def test_of_checks_and_schedules_are_those_of_the_program(self) -> None:
        for file in sorted((CONFIGS / "regress").glob("*/*.ini"))[::9]:
            text = file.read_text()
            if "[case" in text or "exit_code" in text:
                continue
            with self.subTest(file.name):
                check = flitcast.check(file)
                self.assertEqual(check.text, call(["check", str(file)]).out)
                self.assertEqual(check.config, call(["check", str(file), "--resolved"]).out)
                if "load.pattern" not in check and "block_sizes" not in text:
                    shown = call(["show", str(file), "--format=json"]).out
                    self.assertEqual(_flitcast.schedule(source_of(file, {}), None), shown)

    def test_are_the_same_for_a_file_a_text_a_dict_and_an_id(self) -> None:
        keys = {
            "topology.kind": "mesh",
            "topology.dims": (4, 4),
            "traffic.algorithm": "aas-mesh-dex",
        }
        text = "[topology]\nkind = mesh\ndims = 4x4\n[traffic]\nalgorithm = aas-mesh-dex\n"
        expected = of_program("aas-mesh-dex", "--dims=4x4", "--message_flits=3").decode()
        self.assertEqual(
            flitcast.run("aas-mesh-dex", host=False, dims=(4, 4), message_flits=3).json, expected
        )
        self.assertEqual(flitcast.run(keys, host=False, message_flits=3).json, expected)
        self.assertEqual(flitcast.run(text, host=False, message_flits=3).json, expected)

    def test_with_the_host_have_it(self) -> None:
        self.assertGreater(flitcast.run("aas-hc-dex", dims=3)["host.wall_seconds"], 0)
        self.assertNotIn("host", flitcast.run("aas-hc-dex", dims=3, host=False))

    def test_of_a_result_repeat_it(self) -> None:
        first = flitcast.run("aas-hc-dex", host=False, dims=3, startup=7)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "result.json")
            first.save(file)
            self.assertEqual(flitcast.run(file, host=False).json, first.json)
            self.assertEqual(flitcast.run(first, host=False).json, first.json)
            self.assertEqual(flitcast.Result.read(file).json, first.json)


class Keys(unittest.TestCase):
    def test_go_over_those_of_the_configuration_by_their_last_parts_too(self) -> None:
        result = flitcast.run("aas-hc-dex", dims=2, message_flits=5)
        for config in (result, {**result.config}):
            again = flitcast.run(config, message_flits=3)
            self.assertEqual(again.config["traffic.message_flits"], 3)


class Logs(unittest.TestCase):
    def test_equal_the_files_of_the_program(self) -> None:
        result = flitcast.run("aas-mesh-dex", dims=(4, 4), startup=3)
        with tempfile.TemporaryDirectory() as folder:
            files = {log: Path(folder, log) for log in ("messages", "links")}
            words = [f"--output.{log}={file}" for log, file in files.items()]
            call(["run", "aas-mesh-dex", "--dims=4x4", "--startup=3", *words])
            for log, file in files.items():
                rows = list(csv.reader(io.StringIO(file.read_text())))
                frame = getattr(result, log)
                self.assertEqual([list(frame.columns), *frame.astype(str).values.tolist()], rows)
        self.assertEqual(len(result.messages), result["messages"])

    def test_of_a_schedule_in_python(self) -> None:
        schedule = flitcast.Schedule("broadcast", kind="line", dims=3, root=0)
        schedule.round().send(0, 1, 0)
        schedule.round().send(1, 2, 0)
        result = schedule.run(message_flits=5)
        self.assertEqual(list(result.messages.path), ["0>1", "1>2"])
        self.assertEqual(result.completion_cycles, schedule.check(message_flits=5).predicted_cycles)


class Errors(unittest.TestCase):
    def test_name_file_line_and_key(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "bad.ini")
            file.write_text("[topology]\nkind = mesh\ndims = 4x4\n\n[router]\ndelay = many\n")
            with self.assertRaises(flitcast.ConfigError) as caught:
                flitcast.run(file)
        error = caught.exception
        self.assertEqual((error.file, error.line, error.key), (str(file), 6, "router.delay"))

    def test_of_keys_name_the_key(self) -> None:
        cases: list[tuple[dict[str, Any], str]] = [
            ({"vcs": 0}, "router.vcs"),
            ({"dims": "4y4"}, "topology.dims"),
        ]
        for keys, key in cases:
            with self.assertRaises(flitcast.ConfigError) as caught:
                flitcast.run("aas-hc-dex", **keys)
            self.assertEqual((caught.exception.file, caught.exception.line), ("", 0))
            self.assertEqual(caught.exception.key, key)

    def test_of_a_dict_have_no_file(self) -> None:
        with self.assertRaises(flitcast.ConfigError) as caught:
            flitcast.run({"kind": "mesh"})
        self.assertEqual((caught.exception.file, caught.exception.key), ("", "topology.dims"))

    def test_of_unknown_keys_and_files_say_the_nearest(self) -> None:
        with self.assertRaisesRegex(flitcast.ConfigError, "router.delay"):
            flitcast.run({"topology.kind": "mesh", "router.dely": 3})
        with self.assertRaisesRegex(flitcast.ConfigError, "aas-hc-dex"):
            flitcast.run("aas-hc-dx")
        with self.assertRaisesRegex(flitcast.ConfigError, "No such file"):
            flitcast.run("nowhere/no.ini")

    def test_of_schedules_name_the_place(self) -> None:
        with self.assertRaises(flitcast.ConfigError) as caught:
            flitcast.run(
                {"kind": "ring", "dims": 3}, schedule=CONFIGS / "data/ring-3-too-early.json"
            )
        self.assertEqual(caught.exception.key, "traffic.schedule")
        self.assertEqual(caught.exception.place, "rounds[1]")

    def test_a_run_that_gets_stuck_is_a_result(self) -> None:
        result = flitcast.run(CONFIGS / "vcd/deadlock.ini")
        self.assertEqual(result.deadlock.reason, "no_progress")
        self.assertIn("gave up: no_progress", result._repr_html_())


class Progresses(unittest.TestCase):
    def run_long(self, show: Callable[[str], None]) -> None:
        with mock.patch.object(Progress, "active", True):
            with mock.patch.object(Progress, "show", lambda _, text: show(text)):
                flitcast.run("aas-hc-dex", dims=9, message_flits=16)

    def test_are_told_meanwhile(self) -> None:
        texts: list[str] = []
        self.run_long(texts.append)
        self.assertTrue(any("round" in text and "/511" in text for text in texts), texts)

    def test_end_the_run_where_they_raise(self) -> None:
        def fail(text: str) -> None:
            raise LookupError(text)

        with self.assertRaisesRegex(LookupError, "round"):
            self.run_long(fail)


class Imports(unittest.TestCase):
    def test_of_pandas_wait_for_the_first_table(self) -> None:
        code = "import flitcast, sys; r = flitcast.run('aas-hc-dex', dims=2); r._repr_html_();"
        code += "print('pandas' in sys.modules); r.links; print('pandas' in sys.modules)"
        ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        self.assertEqual(ended.stdout.split(), ["False", "True"], ended.stderr)


class Threads(unittest.TestCase):
    def test_run_at_once_as_if_alone(self) -> None:
        alone = [flitcast.run("aas-hc-dex", host=False, dims=dims).json for dims in (3, 4, 5, 6)]
        together: dict[int, Any] = {}

        def work(place: int) -> None:
            together[place] = [
                flitcast.run("aas-hc-dex", host=False, dims=3 + place).json for _ in range(3)
            ]

        threads = [threading.Thread(target=work, args=(place,)) for place in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for place, json_text in enumerate(alone):
            self.assertEqual(together[place], [json_text] * 3)

    def test_others_go_on_while_one_runs(self) -> None:
        done = threading.Event()

        def work() -> None:
            flitcast.run("aas-hc-dex", dims=8, message_flits=16)
            done.set()

        thread = threading.Thread(target=work)
        thread.start()
        turns = 0
        while not done.is_set():
            turns += 1
            time.sleep(0.001)
        thread.join()
        self.assertGreater(turns, 3)


class Interrupts(unittest.TestCase):
    def test_end_a_run_and_reach_the_caller(self) -> None:
        child = subprocess.Popen([sys.executable, "-c", LONG], stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        with child.stdout:
            self.assertEqual(child.stdout.readline(), "begins\n")
            time.sleep(0.5)
            begin = time.monotonic()
            child.send_signal(signal.SIGINT)
            self.assertEqual(child.stdout.readline(), "interrupted\n")
            took = time.monotonic() - begin
        self.assertEqual(child.wait(), 0)
        self.assertLess(took, 5)


class Pictures(unittest.TestCase):
    def test_of_rounds_and_of_latencies(self) -> None:
        rounds = flitcast.run("aas-hc-dex", dims=3)
        self.assertEqual(rounds.plot().svg.count("<rect"), rounds.rounds)
        load = flitcast.run(CONFIGS / "load/mesh-uniform.ini", dims=(4, 4), precision=0.1)
        shown = [count for _, count in json.loads(load.json)["histogram"] if count]
        self.assertEqual(load.plot().svg.count("<circle"), len(shown))
        self.assertIn("settled", load._repr_html_())


if __name__ == "__main__":
    unittest.main()
