"""Running the program: errors, progress, interrupts."""

import os
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest
from importlib import metadata
from pathlib import Path
from typing import Callable
from unittest import mock

import flitcast
from flitcast.program import StandardError, call, find_program
from flitcast.progress import Progress, progress_html

LONG_SWEEP = """
import flitcast, sys
print("begins", flush=True)
try:
    flitcast.sweep("aas-hc-dex", sys.argv[1], dims=[9], message_flits=range(1, 200))
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


class Calls(unittest.TestCase):
    def test_give_what_the_program_wrote(self) -> None:
        ended = call(["check", "aas-hc-dex", "--dims=3"])
        self.assertEqual(ended.code, 0)
        self.assertIn("impossible: the channel dependency graph has no cycle", ended.out)
        self.assertEqual(ended.err, "")

    def test_bad_input_raises_with_its_key(self) -> None:
        with self.assertRaises(flitcast.ConfigError) as caught:
            flitcast.sweep("aas-hc-dex", vcs=0)
        self.assertEqual(caught.exception.key, "router.vcs")

    def program(self, script: str) -> None:
        """From here on the test has this one, of the version of the package, for flitcast."""
        folder = self.enterContext(tempfile.TemporaryDirectory())
        program = Path(folder, "flitcast")
        version = f'[ "$1" = --version ] && echo flitcast {flitcast.__version__} && exit'
        program.write_text(f"#!/bin/sh\n{version}\n{script}\n")
        program.chmod(stat.S_IRWXU)
        self.enterContext(mock.patch.dict(os.environ, {"FLITCAST_PROGRAM": str(program)}))

    def test_a_failure_is_told(self) -> None:
        self.program("echo flitcast: broken >&2; exit 4")
        with self.assertRaisesRegex(flitcast.ProgramError, "ended with 4: flitcast: broken"):
            call(["check"])

    def test_a_program_that_writes_nothing_is_told(self) -> None:
        self.program("echo flitcast: too tired >&2")
        runs: list[Callable[..., object]] = [flitcast.sweep, flitcast.load]
        for run in runs:
            with self.assertRaisesRegex(flitcast.ProgramError, "did not write .*csv.*too tired"):
                run("aas-hc-dex", dims=[2])
        with self.assertRaisesRegex(flitcast.ProgramError, "did not write .*choose.json"):
            flitcast.choose("all-to-all", nodes=16)

    def test_another_version_or_program_is_told(self) -> None:
        with mock.patch.dict(os.environ, {"FLITCAST_PROGRAM": "/bin/true"}):
            with self.assertRaisesRegex(
                flitcast.ProgramError, f"/bin/true is not the flitcast {flitcast.__version__}"
            ):
                flitcast.sweep("aas-hc-dex", dims=[2])

    def test_the_version_is_that_of_program_and_metadata(self) -> None:
        said = call(["--version"]).out.splitlines()[0]
        self.assertEqual(said, f"flitcast {flitcast.__version__}")
        self.assertEqual(metadata.version("flitcast"), flitcast.__version__)

    def test_a_program_that_is_not_there_is_told(self) -> None:
        with mock.patch.dict(os.environ, {"FLITCAST_PROGRAM": "/nowhere/flitcast"}):
            with self.assertRaisesRegex(
                flitcast.ProgramError, "cannot run /nowhere/flitcast: No such file"
            ):
                call(["check"])

    def test_without_a_name_it_is_on_the_path(self) -> None:
        folder = str(Path(find_program()).parent)
        with mock.patch.dict(os.environ, {"PATH": folder}):
            del os.environ["FLITCAST_PROGRAM"]
            self.assertEqual(Path(find_program()).name, "flitcast")
            os.environ["PATH"] = "/nowhere"
            with self.assertRaisesRegex(flitcast.ProgramError, "put it on the PATH"):
                find_program()


class Interrupts(unittest.TestCase):
    def test_end_the_program_and_reach_the_caller(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            child = subprocess.Popen(
                [sys.executable, "-c", LONG_SWEEP, folder], stdout=subprocess.PIPE, text=True
            )
            assert child.stdout is not None
            with child.stdout:
                child.stdout.readline()
                while not Path(folder, "results").exists():
                    time.sleep(0.01)
                child.send_signal(signal.SIGINT)
                self.assertEqual(child.stdout.read(), "interrupted\n")
            self.assertEqual(child.wait(), 0)
            self.assertFalse(Path(folder, "sweep.csv").exists())
            # Nobody is at work in the folder any more, or this one was refused.
            flitcast.sweep("aas-hc-dex", folder, dims=[2], message_flits=[1])


class ProgressTexts(unittest.TestCase):
    def test_are_told_from_messages_wherever_they_are_cut(self) -> None:
        stream = "\r\033[K1/2 points\r\033[Kflitcast: a notice\r\n"
        stream += "\r\033[K2/2 points\r\033[Kflitcast: the end\r\n"
        for size in range(1, len(stream) + 1):
            progress = mock.Mock(spec=Progress)
            err = StandardError(progress)
            for begin in range(0, len(stream), size):
                err.add(stream[begin : begin + size])
            self.assertEqual(err.text(), "flitcast: a notice\nflitcast: the end\n")

    def test_the_latest_is_shown(self) -> None:
        progress = mock.Mock(spec=Progress)
        err = StandardError(progress)
        err.add("\r\033[K1/2 points")
        err.add("\r\033[K2/2 points")
        self.assertEqual(
            [one.args for one in progress.show.call_args_list], [("1/2 points",), ("2/2 points",)]
        )

    def test_fill_a_bar(self) -> None:
        self.assertIn('value="3" max="12"', progress_html("3/12 points  1 s left"))
        self.assertNotIn("<progress", progress_html("cycle <5>"))
        self.assertIn("&lt;5&gt;", progress_html("cycle <5>"))

    def test_are_shown_in_place_after_half_a_second_and_leave_no_trace(self) -> None:
        stream = mock.Mock()
        stream.isatty.return_value = True
        with mock.patch.object(sys, "stderr", stream):
            progress = Progress()
            progress.show("too early")
            with mock.patch("time.monotonic", return_value=time.monotonic() + 1):
                progress.show("1/2")
                progress.show("2/2")
            progress.close()
        written = "".join(call.args[0] for call in stream.write.call_args_list)
        self.assertEqual(written, "\r\033[K1/2\r\033[K2/2\r\033[K")

    def test_in_a_notebook_are_one_display_that_ends_empty(self) -> None:
        display = mock.Mock()
        display.HTML.side_effect = lambda page: page
        with mock.patch("flitcast.progress._notebook", return_value=display):
            progress = Progress()
            with mock.patch("time.monotonic", return_value=time.monotonic() + 1):
                progress.show("1/2 points")
                progress.show("2/2 points")
            progress.close()
        self.assertEqual(display.display.call_count, 1)
        updates = [call.args[0] for call in display.display.return_value.update.call_args_list]
        self.assertEqual(updates, [progress_html("2/2 points"), ""])

    def test_come_from_the_program_where_there_is_a_terminal(self) -> None:
        shown: list[str] = []
        with mock.patch.object(Progress, "active", True):
            with mock.patch.object(Progress, "show", lambda _, text: shown.append(text)):
                flitcast.sweep("aas-hc-dex", dims=[8], message_flits=range(1, 25))
        self.assertTrue(any("/24 points" in text for text in shown), shown)


if __name__ == "__main__":
    unittest.main()
