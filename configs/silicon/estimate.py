#!/usr/bin/env python3
"""What an estimator without queues makes of traces of a chip, after the one of its maker: every transfer has the rate
of its interface, over the demand of its busiest link while it is under way, and a fixed latency.

    configs/silicon/estimate.py TRACE.json...
"""

import json
import statistics
import sys
from collections import defaultdict
from pathlib import Path

COLUMNS, ROWS, FLIT, RATE = 10, 12, 32, 28.1 / 32


def links(noc, x, y, to_x, to_y):
    """Links from one tile to another, and both interfaces."""
    step, order = (1, "xy") if noc == "NOC_0" else (-1, "yx")
    way = [("in", noc, x, y), ("out", noc, to_x, to_y)]
    for axis in order:
        while (x != to_x) if axis == "x" else (y != to_y):
            way.append((axis, noc, x, y))
            x, y = ((x + step) % COLUMNS, y) if axis == "x" else (x, (y + step) % ROWS)
    return way


def latency(x, y, to_x, to_y):
    return 70 if (x, y) == (to_x, to_y) else 154 if x == to_x else 170 if y == to_y else 270


def estimate(trace):
    """The last cycle, measured and here, and the error of every wait."""
    events = [event for event in json.loads(Path(trace).read_text()) if "type" in event]
    first = min(event["timestamp"] for event in events)
    reads, waits, of = [], [], defaultdict(list)
    for event in events:
        who, at = (event["sx"], event["sy"], event["proc"]), event["timestamp"] - first
        if event["type"] == "READ":
            flits = 1 + -(-event["num_bytes"] // FLIT)
            here, there = (event["sx"], event["sy"]), (event["dx"], event["dy"])
            begin = at + latency(*there, *here)
            reads.append((begin, begin + flits / RATE, links(event["noc"], *there, *here)))
            of[who].append(len(reads) - 1)
        elif event["type"] == "READ_BARRIER_START":
            of[who, "start"] = at
        elif of[who]:
            waits.append((of[who, "start"], at, of.pop(who)))
    on = defaultdict(list)
    for begin, end, way in reads:
        for link in way:
            on[link].append((begin, end))
    ends = []
    for begin, end, way in reads:
        demand = max(sum(min(end, e) - max(begin, b) for b, e in on[link] if b < end and e > begin) for link in way)
        ends.append(begin + max(end - begin, demand))
    errors = [abs(max(start, *(ends[r] for r in own), 0) - end) / (end - start) for start, end, own in waits]
    return max(event["timestamp"] for event in events) - first, max(ends), errors


def main(traces):
    all_of = {Path(trace).stem: estimate(trace) for trace in traces}
    for name, (measured, here, errors) in all_of.items():
        print(f"{name:32} {measured:8.0f} {here:8.0f} {100 * (here / measured - 1):+6.1f} "
              f"{100 * statistics.median(errors):6.1f} {100 * sorted(errors)[-(-9 * len(errors) // 10) - 1]:6.1f}")
    off = [abs(here / measured - 1) for measured, here, _ in all_of.values()]
    print(f"makespans off by {100 * statistics.median(off):.1f} % in the median, {100 * max(off):.1f} % at worst; "
          f"waits by {100 * statistics.median(statistics.median(e) for _, _, e in all_of.values()):.1f} %")
    pairs = [(a, b) for a in all_of for b in all_of
             if a.split("_TO_")[0] == b.split("_TO_")[0] and all_of[b][0] > 1.01 * all_of[a][0]]
    print(f"of {len(pairs)} pairs the faster one is so here in {sum(all_of[a][1] < all_of[b][1] for a, b in pairs)}")


main(sys.argv[1:])
