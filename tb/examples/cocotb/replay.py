"""What the pins of one router of a mesh carry in a run of flitcast, cycle by cycle.

A result (output.json) says what the network is, output.messages when each message was where. In
a run in which no flit waits, the dates of all flits at all routers follow from that: hw/README.md,
"Timing".
"""

import csv
import json
from collections import defaultdict

WORD = 64  # bits of a flit


class Mesh:
    """The network of a result, as far as one of its routers sees it."""

    def __init__(self, config):
        self.sides = [int(side) for side in config["topology.dims"].split("x")]
        self.delay = config["router.delay"]
        self.link_delay = config["link.delay"]
        self.slots = config["router.buffer_flits"]
        self.network_ports = 2 * len(self.sides)
        self.ports = self.network_ports + 1  # the last one is the node's
        self.nodes = 1
        for side in self.sides:
            self.nodes *= side

    def neighbours(self, node):
        """By port: 2d leads up dimension d, 2d + 1 down; None where it leads nowhere."""
        found, stride = [], 1
        for side in self.sides:
            coordinate = node // stride % side
            found.append(node + stride if coordinate + 1 < side else None)
            found.append(node - stride if coordinate > 0 else None)
            stride *= side
        return found


def read(result, messages):
    """The mesh and the rows of both files. Raises ValueError for what cannot be replayed."""
    with open(result, encoding="utf-8") as file:
        run = json.load(file)
    config = run["config"]
    wanted = {
        "topology.kind": "mesh",
        "router.switching": "wormhole",
        "router.ports": 1,
        "router.vcs": 1,
        "router.irc": "off",
        "link.cycles_per_flit": 1,
        "link.duplex": "full",
    }
    for key, value in wanted.items():
        if config[key] != value:
            raise ValueError(f"{result}: {key} is {config[key]}, not {value}")
    if any(run["links"]["waits"].values()):
        raise ValueError(f"{result}: flits wait, until when it does not say")
    with open(messages, encoding="utf-8", newline="") as file:
        return Mesh(config), list(csv.DictReader(file))


def passages(mesh, rows, node):
    """Each message that passes the node: its row, the routers before and after (None: the node
    itself), and the cycles in which its flits come and leave. The node keeps to the two slots that
    its router has for it.
    """
    for row in rows:
        path = [int(each) for each in row["path"].split(">")]
        if node not in path:
            continue
        at = path.index(node)
        flits = range(1 + int(row["flits"]))
        came = int(row["injected"]) + 1 + at * (mesh.delay + mesh.link_delay)
        left = came + (mesh.delay if node != path[-1] else 0)
        comes = [
            came + flit + (max(0, mesh.delay - 1) if at == 0 and flit >= 2 else 0) for flit in flits
        ]
        yield row, (path[at - 1] if at else None), (
            path[at + 1] if node != path[-1] else None
        ), comes, [left + flit for flit in flits]


def words(row):
    """The flits of a message: a header with its destination and how many flits there are, then
    payload."""
    flits = 1 + int(row["flits"])
    number = int(row["id"]) + 1
    return [flits << WORD // 2 | int(row["dst"])] + [
        number << 16 | flit for flit in range(1, flits)
    ]


class Replay:
    """The pins of the router of a node: `inputs` and `outputs` of every cycle in which something is
    on them, numbers for inputs, and for outputs texts of 0, 1 and, where it does not matter, -."""

    def __init__(self, mesh, rows, node):
        port_of = {
            other: port for port, other in enumerate(mesh.neighbours(node)) if other is not None
        }
        port_of[None] = mesh.network_ports
        self.parameters = {
            "NETWORK_PORTS": mesh.network_ports,
            "DEPTH": mesh.slots,
            "MAX_DELAY": mesh.delay,
            "ROUTING": 0,
            "NODES": mesh.nodes,
            "WORD": WORD,
        }
        self.straps = {
            "strap_address": node,
            "strap_delay": mesh.delay,
            "strap_credits": mesh.slots,
            "strap_interval": sum(
                1 << 8 * port for other, port in port_of.items() if other is not None
            ),
            "strap_two_classes": 0,
            "strap_wraps": 0,
            "strap_sides": 0,
            "strap_descending": 0,
        }
        self.table = {}  # node: port
        self.ports = mesh.ports
        self._in, self._out = defaultdict(dict), defaultdict(
            dict
        )  # by cycle: port: (is_head, is_tail, word)
        self._freed, self._returned = defaultdict(int), defaultdict(
            int
        )  # by cycle: credits, a bit a port
        for row, before, after, comes, leaves in passages(mesh, rows, node):
            source, target = port_of[before], port_of[after]
            self.table[int(row["dst"])] = target
            for flit, word in enumerate(words(row)):
                pins = (flit == 0, flit == len(comes) - 1, word)
                self._in[comes[flit]][source] = pins
                self._out[leaves[flit]][target] = pins
                self._freed[leaves[flit]] |= 1 << source
                if after is not None:  # the slot there is free when the flit leaves that router
                    waits = mesh.delay if int(row["dst"]) != after else 0
                    self._returned[leaves[flit] + waits + 2 * mesh.link_delay] |= 1 << target
        self.last = max([*self._in, *self._out, *self._returned], default=0)

    def inputs(self, cycle):
        """The input pins in a cycle, by name."""
        flits = self._in[cycle].items()
        return {
            "in_valid": sum(1 << port for port, _ in flits),
            "in_head": sum(pins[0] << port for port, pins in flits),
            "in_tail": sum(pins[1] << port for port, pins in flits),
            "in_word": sum(pins[2] << WORD * port for port, pins in flits),
            "out_credit": self._returned[cycle],
        }

    def outputs(self, cycle):
        """The output pins in a cycle, by name, port 0 rightmost."""
        flits = [self._out[cycle].get(port) for port in reversed(range(self.ports))]
        return {
            "out_valid": "".join("1" if pins else "0" for pins in flits),
            "out_head": "".join(f"{pins[0]:b}" if pins else "-" for pins in flits),
            "out_tail": "".join(f"{pins[1]:b}" if pins else "-" for pins in flits),
            "out_word": "".join(f"{pins[2]:0{WORD}b}" if pins else "-" * WORD for pins in flits),
            "in_credit": f"{self._freed[cycle]:0{self.ports}b}",
        }


def differs(seen, expected):
    """Whether pins, a text of 0, 1 and whatever else a simulator shows, are not as expected."""
    return len(seen) != len(expected) or any(
        want not in ("-", bit) for bit, want in zip(seen, expected)
    )
