#!/usr/bin/env python3
"""An estimator without queues, for traces of reads: estimate.py TRACE.json...

A read takes a fixed latency, then goes at the rate of its interface, cut by the demand on the busiest part of its way.
"""
import collections, itertools, json, statistics, sys
from pathlib import Path

SIDES, STEP = (10, 12), 16  # columns and rows; cycles for which a demand stays


def way(noc, here, to):
    parts, step = [("out", noc, here), ("in", noc, to)], 1 if noc == "NOC_0" else -1
    for axis in (0, 1)[::step]:
        while here[axis] != to[axis]:
            parts.append((axis, noc, here))
            here = tuple((at + step * (i == axis)) % SIDES[i] for i, at in enumerate(here))
    return parts


def play(events, reads, errors, now):
    """A processor: yields until `now` is late enough for its next event, adds reads and errors of waits."""
    late, own, begin = 0, [], events[0]["timestamp"]
    for event in events:
        tile, owner, at = (event["sx"], event["sy"]), (event["dx"], event["dy"]), event["timestamp"] + late
        if event["type"] == "READ_BARRIER_END":
            while any(read["bytes"] > 0 for read in own):
                yield
            end = max([begin + 77] + [read["end"] for read in own])
            errors.append(abs((end - begin) / (at - begin) - 1))
            late, own = end - event["timestamp"], []
        else:
            while at > now[0]:
                yield
            begin = at
            if event["type"] == "READ":
                latency = 70 if tile == owner else 154 if tile[0] == owner[0] else 170 if tile[1] == owner[1] else 270
                own.append({"from": at + latency, "bytes": event["num_bytes"], "way": way(event["noc"], owner, tile),
                            "rate": 23.2 if owner[0] in (0, 5) else 28.1})
                reads.append(own[-1])
    now.append(events[-1]["timestamp"] + late)


def estimate(trace):
    """Cycles measured and estimated, and the errors of waits."""
    events, by = [e for e in json.loads(Path(trace).read_text()) if "type" in e], collections.defaultdict(list)
    for event in events:
        by[event["sx"], event["sy"], event["proc"]].append(event)
    first, last = (pick(e["timestamp"] for e in events) for pick in (min, max))
    reads, errors, now = [], [], [first]
    processors = [play(own, reads, errors, now) for own in by.values()]
    while processors:
        processors = [p for p in processors if next(p, p) is None]
        under_way = [read for read in reads if read["from"] <= now[0]]
        demand = collections.Counter()
        for read in under_way:
            demand.update(dict.fromkeys(read["way"], read["rate"]))
        for read in under_way:
            ratios = (demand[part] / (32 if part[0] in (0, 1) else read["rate"]) for part in read["way"])
            read["bytes"] -= STEP * read["rate"] / max(1, *ratios)
            read["end"] = now[0] + STEP
        reads[:] = [read for read in reads if read["bytes"] > 0]
        now[0] += STEP
    return last - first, max(now[1:]) - first, errors


runs = {Path(trace).stem: estimate(trace) for trace in sys.argv[1:]}
for name, (measured, here, errors) in runs.items():
    print(f"{name:26}{measured:8}{here:8}{100 * (here / measured - 1):+8.1f}{100 * statistics.median(errors):8.1f}")
off = [abs(here / measured - 1) for measured, here, _ in runs.values()]
middle, nine = ([sorted(e)[round(share * (len(e) - 1))] for *_, e in runs.values()] for share in (0.5, 0.9))
print(f"makespan {statistics.median(off):.1%}, {max(off):.1%}; waits {statistics.median(middle):.1%}, "
      f"{statistics.median(nine):.1%}")
pairs = [(a, b) for a, b in itertools.permutations(runs, 2)
         if a.split("_TO_")[0] == b.split("_TO_")[0] and runs[b][0] > 1.01 * runs[a][0]]
print(f"pairs {sum(runs[a][1] < runs[b][1] for a, b in pairs)} of {len(pairs)}")
