#!/usr/bin/env python3
"""What traces of a chip would take with another order of reads, other networks or data elsewhere: each is rewritten and
played; what it takes then is told in % of what it takes as it is.

    configs/silicon/rearrange.py TRACE.json... [--flitcast=PROGRAM] [--key=value ...]

Of several traces the ten that lose most to contention are rewritten, the worst one first.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

CHIP = Path(__file__).with_name("chip.ini")
COLUMNS, ROWS, MOST = 10, 12, 10
WORKERS = [(x, y) for y in range(ROWS) for x in range(COLUMNS) if x % 5 and y % 6]


def links(event, noc, tile):
    """Those from a tile to the reader."""
    x, y = event["sx"] - tile[0], event["sy"] - tile[1]
    return (x if noc == "NOC_0" else -x) % COLUMNS + (y if noc == "NOC_0" else -y) % ROWS


def reads(events):
    return [event for event in events if event.get("type") == "READ"]


def by_processor(events):
    processors = {}
    for event in events:
        if "type" in event:
            processors.setdefault((event["sx"], event["sy"], event["proc"]), []).append(event)
    return processors.values()


def swap_networks(events):
    for event in events:
        if "noc" in event:
            event["noc"] = "NOC_1" if event["noc"] == "NOC_0" else "NOC_0"


def other_networks(events):
    """Every processor uses the other network."""
    swap_networks(events)


def every_second(events):
    """Those of every second tile do, as on a chessboard."""
    swap_networks(event for event in events if (event["sx"] + event["sy"]) % 2)


def near_networks(events):
    """Every processor uses the network in which all its data take fewer links."""
    for own in by_processor(events):
        noc = min(("NOC_0", "NOC_1"), key=lambda noc: sum(links(r, noc, (r["dx"], r["dy"])) for r in reads(own)))
        for event in own:
            event["noc"] = noc


def rotated(events):
    """The n-th processor begins with its n-th read: not all with that of the same tile."""
    for n, own in enumerate(by_processor(events)):
        mine = reads(own)
        targets = [(r["dx"], r["dy"], r["num_bytes"]) for r in mine]
        for i, event in enumerate(mine):
            event["dx"], event["dy"], event["num_bytes"] = targets[(i + n) % len(targets)]


def spread(events):
    """Data of workers lie as far apart as the chip allows."""
    tiles = sorted({(r["dx"], r["dy"]) for r in reads(events)} & set(WORKERS))
    place = {tile: WORKERS[(2 * i + 1) * len(WORKERS) // (2 * len(tiles))] for i, tile in enumerate(tiles)}
    for r in reads(events):
        r["dx"], r["dy"] = place.get((r["dx"], r["dy"]), (r["dx"], r["dy"]))


def diagonal(events):
    """Each tile with data has a row and a column of its own, as far as there are some."""
    tiles = sorted({(r["dx"], r["dy"]) for r in reads(events)} & set(WORKERS))
    columns, rows = [x for x in range(COLUMNS) if x % 5], [y for y in range(ROWS) if y % 6]
    place = {tile: (columns[(i + i // 40) % 8], rows[i % 10]) for i, tile in enumerate(tiles)}
    for r in reads(events):
        r["dx"], r["dy"] = place.get((r["dx"], r["dy"]), (r["dx"], r["dy"]))


CHANGES = [other_networks, every_second, near_networks, rotated, spread, diagonal]


def play(program, keys, events):
    """What it takes, and what it would without contention."""
    with tempfile.TemporaryDirectory() as folder:
        trace, result = Path(folder, "trace.json"), Path(folder, "result.json")
        trace.write_text(json.dumps(events))
        subprocess.run([program, "run", CHIP, f"--traffic.program={trace}", f"--output.json={result}", *keys],
                       check=True, stdout=subprocess.DEVNULL)
        found = json.loads(result.read_text())
        return found["measured"]["makespan_cycles"], found["predicted_cycles"]


def main(arguments):
    options = [argument for argument in arguments if argument.startswith("--")]
    keys = [option for option in options if not option.startswith("--flitcast=")]
    program = next((option.split("=", 1)[1] for option in options if option not in keys), "flitcast")
    traces = {Path(a).stem: Path(a).read_text() for a in arguments if a not in options}
    cycles = {name: play(program, keys, json.loads(text)) for name, text in traces.items()}
    worst = sorted(traces, key=lambda name: -cycles[name][0] / cycles[name][1])[:MOST]
    print("| trace | cycles | without contention |", " | ".join(c.__name__.replace("_", " ") for c in CHANGES), "|")
    print("|---" * (3 + len(CHANGES)) + "|")
    for name in worst:
        row = []
        for change in CHANGES:
            events = json.loads(traces[name])
            change(events)
            same = events == json.loads(traces[name])
            row.append("" if same else f"{100 * (play(program, keys, events)[0] / cycles[name][0] - 1):+.0f}")
        print(f"| {name} | {cycles[name][0]} | {cycles[name][1]} |", " | ".join(row), "|")


main(sys.argv[1:])
