"""The network inside a model in Python."""

import gc
import subprocess
import signal
import sys
import threading
import time
import unittest
import weakref
from typing import Any

import flitcast
from paths import seconds_to_interrupt

MESH = {"topology.kind": "mesh", "topology.dims": (4, 4)}

LONG = """
import flitcast, sys
network = flitcast.Network({"kind": "mesh", "dims": (4, 4)}, activity=True)
for node in range(16):
    network.post(node, 15, 10_000_000)
print("begins", flush=True)
try:
    network.run_until(1 << 40) if sys.argv[1] == "run_until" else network.run_to_next_event()
except KeyboardInterrupt:
    print("interrupted", network.in_flight > 0, flush=True)
"""


class User:
    """Something that weak references can watch."""


class Networks(unittest.TestCase):
    def setUp(self) -> None:
        self.network = flitcast.Network(MESH)

    def test_carry_packets_and_what_was_given_with_them(self) -> None:
        network, user = self.network, User()
        self.assertTrue(network.post(0, 3, 5, message_class=1, user=user))
        self.assertEqual((network.in_flight, network.idle), (1, False))
        self.assertTrue(network.run_to_next_event())
        self.assertEqual(
            [network.waiting(3), network.waiting(3, 1), network.waiting(3, 0)], [1, 1, 0]
        )
        arrival = network.pop(3)
        assert arrival is not None
        self.assertIs(arrival.user, user)
        self.assertEqual(arrival[:4], (0, 3, 5, 1))
        self.assertEqual((arrival.number, arrival.posted, arrival.damaged), (0, 0, False))
        # A start-up of one cycle and four of the interface, less the one that the packet begins
        # with: 4, then three hops of one cycle, then five flits.
        self.assertEqual(arrival.arrived, 4 + 3 + 5)
        self.assertEqual(network.now, arrival.arrived)
        self.assertIsNone(network.pop(3))
        self.assertTrue(network.idle)

    def test_give_the_dates_of_a_run_however_time_goes_on(self) -> None:
        def arrivals(move: str) -> list[tuple[Any, ...]]:
            network = flitcast.Network(MESH, source_queue=100)
            got: list[tuple[Any, ...]] = []
            network.on_received(lambda packet: got.append(tuple(packet)))
            for packet in range(100):
                network.post(packet % 16, (7 * packet + 3) % 16, 1 + packet % 5, user=packet)
            while not network.idle:
                if move == "step":
                    network.step()
                elif move == "until":
                    network.run_until(network.now + 7)
                else:
                    network.run_to_next_event()
            return got

        stepped = arrivals("step")
        self.assertEqual(len(stepped), 100)
        self.assertEqual(arrivals("until"), stepped)
        self.assertEqual(arrivals("event"), stepped)

    def test_go_on_to_the_next_arrival_though_callbacks_post(self) -> None:
        network = self.network
        network.on_sent(lambda packet: network.post(15, 0, 1) if packet.source == 0 else None)
        network.post(0, 1, 1)
        self.assertTrue(network.run_to_next_event())
        # One hop and one flit; see above. Meanwhile another packet has left its source.
        self.assertEqual((network.now, network.waiting(1), network.in_flight), (4 + 1 + 1, 1, 1))
        self.assertTrue(network.run_to_next_event())
        self.assertEqual((network.waiting(0), network.in_flight), (1, 0))
        self.assertFalse(network.run_to_next_event())

    def test_refuse_what_the_queue_of_the_source_has_no_room_for(self) -> None:
        network = flitcast.Network(MESH, source_queue=2)
        watched = User()
        self.assertEqual([network.post(0, 1, 1), network.post(0, 1, 1)], [True, True])
        self.assertTrue(network.full(0))
        self.assertFalse(network.post(0, 1, 1, user=watched))
        self.assertFalse(network.full(1))
        gone = weakref.ref(watched)
        del watched
        self.assertIsNone(gone())

    def test_call_back_in_the_cycle_of_arrival_and_may_be_posted_to(self) -> None:
        network = self.network
        dates: list[int] = []

        def answer(packet: flitcast.Arrival) -> None:
            self.assertEqual(network.now, packet.arrived)
            dates.append(network.now)
            if len(dates) < 10:
                network.post(packet.destination, packet.source, packet.flits)

        network.on_received(answer)
        network.post(0, 1, 1)
        network.run_until(10_000)
        self.assertEqual(len(dates), 10)
        # Ten trips over one hop, one after the other.
        self.assertEqual(dates, [dates[0] * (trip + 1) for trip in range(10)])
        self.assertEqual(network.now, 10_000)

    def test_tell_when_packets_have_left(self) -> None:
        sent: list[flitcast.Packet] = []
        self.network.on_sent(sent.append)
        self.network.post(0, 15, 3, user="x")
        self.network.run_until(1000)
        self.assertEqual(sent, [flitcast.Packet(0, 15, 3, 0, "x")])
        arrival = self.network.pop(15)
        assert arrival is not None
        self.assertEqual(arrival.user, "x")

    def test_an_exception_of_a_callback_ends_the_call_after_its_cycle(self) -> None:
        network = self.network

        def fail(packet: flitcast.Arrival) -> None:
            raise LookupError(packet.user)

        network.on_received(fail)
        network.post(0, 1, 1, user="first")
        network.post(0, 15, 1, user="second")
        with self.assertRaisesRegex(LookupError, "first"):
            network.run_until(1000)
        first = network.now
        self.assertLess(first, 1000)
        self.assertEqual(network.in_flight, 1)
        with self.assertRaisesRegex(LookupError, "second"):
            network.run_until(1000)
        network.on_received(None)
        network.run_until(1000)
        self.assertEqual(network.now, 1000)

    def test_time_does_not_go_on_in_a_callback(self) -> None:
        network = self.network
        network.on_received(lambda packet: network.step())
        network.post(0, 1, 1)
        with self.assertRaisesRegex(RuntimeError, "may post packets, but not let time go on"):
            network.run_until(100)

    def test_say_when_something_may_happen_next(self) -> None:
        self.assertIsNone(self.network.next_event)
        self.assertFalse(self.network.run_to_next_event())
        self.network.post(0, 1, 1)
        self.assertIsNotNone(self.network.next_event)

    def test_count_what_has_happened(self) -> None:
        network = flitcast.Network(MESH, activity=True)
        network.post(0, 3, 5)
        network.run_until(100)
        statistics = network.statistics()
        self.assertEqual(
            [statistics.posted, statistics.received, statistics.received_flits], [1, 1, 6]
        )
        self.assertEqual(statistics["latency.mean"], 4 + 3 + 5)
        self.assertEqual(len(statistics.classes), 1)
        activity = network.activity()
        self.assertEqual(sum(link.flits for link in activity.links), 3 * 6)
        self.assertEqual(sum(router.switch_traversals for router in activity.routers), 4 * 6)
        self.assertEqual(len(activity.interfaces), network.nodes)

    def test_wrong_arguments_raise(self) -> None:
        with self.assertRaises(ValueError):
            self.network.post(0, 16, 1)
        with self.assertRaises(flitcast.ConfigError) as caught:
            flitcast.Network({"kind": "mesh", "dims": "4y4"})
        self.assertEqual(caught.exception.key, "topology.dims")

    def test_arguments_of_the_wrong_type_are_refused_by_name(self) -> None:
        with self.assertRaisesRegex(TypeError, "destination: int, flits: int, message_class: int"):
            self.network.post(0, "1", 1)  # type: ignore[arg-type]
        with self.assertRaisesRegex(TypeError, "cycle: int"):
            self.network.run_until(1.5)  # type: ignore[arg-type]
        for give in (self.network.on_received, self.network.on_sent):
            with self.assertRaisesRegex(TypeError, "give a function, or None; 5 cannot be called"):
                give(5)  # type: ignore[arg-type]

    def test_count_activity_only_where_asked_to(self) -> None:
        with self.assertRaisesRegex(RuntimeError, "give the network activity=True"):
            self.network.activity()

    def test_with_callbacks_to_themselves_go_away(self) -> None:
        network = flitcast.Network(MESH)
        user = User()
        gone = weakref.ref(user)
        network.on_received(lambda packet, network=network, user=user: None)  # type: ignore[misc]
        del network, user
        gc.collect()
        self.assertIsNone(gone())

    def test_at_work_in_one_thread_refuse_another(self) -> None:
        network = flitcast.Network(MESH)
        refusals: list[str] = []
        begun, tried = threading.Event(), threading.Event()

        def wait(packet: flitcast.Arrival) -> None:
            begun.set()
            tried.wait(10)

        def other() -> None:
            begun.wait(10)
            for call in (network.step, lambda: network.post(0, 1, 1), network.statistics):
                try:
                    call()
                except RuntimeError as error:
                    refusals.append(str(error))
            tried.set()

        network.on_received(wait)
        network.post(0, 1, 1)
        thread = threading.Thread(target=other)
        thread.start()
        network.run_until(100)
        thread.join()
        self.assertEqual(refusals, ["the network is at work in another thread"] * 3)


class Interrupts(unittest.TestCase):
    def end(self, call: str) -> None:
        command = [sys.executable, "-c", LONG, call]
        child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.addCleanup(child.wait)
        self.addCleanup(child.kill)
        assert child.stdout is not None
        with child.stdout:
            self.assertEqual(child.stdout.readline(), "begins\n")
            time.sleep(0.2)
            begin = time.monotonic()
            child.send_signal(signal.SIGINT)
            self.assertEqual(child.stdout.readline(), "interrupted True\n")
            took = time.monotonic() - begin
        self.assertEqual(child.wait(), 0)
        self.assertLess(took, 1)

    def test_end_time_that_goes_on(self) -> None:
        self.end("run_until")

    def test_end_the_making_of_a_network(self) -> None:
        def make() -> object:
            return flitcast.Network({"kind": "torus", "dims": (64, 64)})

        self.assertLess(seconds_to_interrupt(make, after=0.2), 1)

    def test_end_waiting_for_what_arrives(self) -> None:
        self.end("run_to_next_event")


if __name__ == "__main__":
    unittest.main()
