"""What tb/examples/cocotb makes of a result: dates by hand, and the router itself in Icarus
Verilog, where cocotb is not needed. The last test is the bench in cocotb."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(os.environ["FLITCAST_ROOT"])
BENCH = ROOT / "tb/examples/cocotb"
RTL = ROOT / "hw/rtl"
sys.path.insert(0, str(BENCH))
import replay  # noqa: E402


def flitcast(*words, folder):
    subprocess.run(
        [os.environ["FLITCAST_PROGRAM"], *words], cwd=folder, check=True, stdout=subprocess.DEVNULL
    )


def played(folder, *keys, nodes):
    """A replay for each of the nodes."""
    flitcast(
        "run",
        str(BENCH / "mesh.ini"),
        *keys,
        "--output.json=r.json",
        "--output.messages=m.csv",
        folder=folder,
    )
    mesh, rows = replay.read(f"{folder}/r.json", f"{folder}/m.csv")
    return [replay.Replay(mesh, rows, node) for node in nodes]


class InFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name


class Dates(unittest.TestCase):
    """A message of two payload flits from node 0 over 1 to 2, by the timing contract: its header is
    in the first router a cycle after it was injected, then hops of router.delay 2 and link.delay
    1."""

    ROW = {"id": "0", "src": "0", "dst": "2", "flits": "2", "injected": "10", "path": "0>1>2"}
    MESH = replay.Mesh(
        {"topology.dims": "3", "router.delay": 2, "link.delay": 1, "router.buffer_flits": 4}
    )

    def passage(self, node):
        (found,) = replay.passages(self.MESH, [self.ROW], node)
        return found[1:]

    def test_a_source_takes_two_flits_then_one_for_each_that_leaves(self):
        self.assertEqual(self.passage(0), (None, 1, [11, 12, 14], [13, 14, 15]))

    def test_a_header_waits_in_every_router_but_the_last(self):
        self.assertEqual(self.passage(1), (0, 2, [14, 15, 16], [16, 17, 18]))
        self.assertEqual(self.passage(2), (1, None, [17, 18, 19], [17, 18, 19]))

    def test_a_node_that_no_message_passes_has_nothing_on_its_pins(self):
        run = replay.Replay(self.MESH, [], 1)
        self.assertEqual((run.table, run.last), ({}, 0))
        self.assertEqual(set(run.inputs(0).values()), {0})

    def test_pins_are_of_the_port_to_the_neighbour(self):
        run = replay.Replay(self.MESH, [self.ROW], 1)
        self.assertEqual(run.table, {2: 0})
        self.assertEqual(run.straps["strap_interval"], 0x0101)
        self.assertEqual(
            run.inputs(14),
            {
                "in_valid": 2,
                "in_head": 2,
                "in_tail": 0,
                "in_word": (3 << 32 | 2) << 64,
                "out_credit": 0,
            },
        )
        self.assertEqual(run.outputs(18)["out_tail"], "--1")
        self.assertEqual(run.outputs(18)["in_credit"], "010")
        # Flits leave the last router as they come, a cycle after they left here; the credit
        # takes another.
        self.assertEqual(
            [cycle for cycle in range(30) if run.inputs(cycle)["out_credit"]], [18, 19, 20]
        )
        self.assertEqual(run.last, 20)

    def test_meshes_number_nodes_along_the_first_side(self):
        mesh = replay.Mesh(
            {"topology.dims": "3x2x1", "router.delay": 0, "link.delay": 1, "router.buffer_flits": 2}
        )
        self.assertEqual(mesh.neighbours(0), [1, None, 3, None, None, None])
        self.assertEqual(mesh.neighbours(5), [None, 4, None, 2, None, None])


class Refusals(InFolder):
    def refusal(self, *keys):
        with self.assertRaises(ValueError) as caught:
            played(self.folder, *keys, nodes=[0])
        return str(caught.exception)

    def test_what_cannot_be_replayed_is_refused_with_the_reason(self):
        self.assertIn("router.vcs is 2, not 1", self.refusal("--router.vcs=2"))
        self.assertIn(
            "topology.kind is hypercube, not mesh",
            self.refusal("--kind=hypercube", "--dims=4", "--algorithm=aas-hc-dex"),
        )
        self.assertIn("flits wait", self.refusal("--variant=raw"))


# Plays lines of bits: what is on the input pins in a cycle, what is expected on the output pins,
# and where.
PLAYER = """
module player;
  logic clk = 0, rst, table_write;
  logic [3:0] table_node, out_credit, strap_credits;
  logic [2:0] table_port, strap_delay;
  logic [31:0] strap_address, strap_interval;
  logic [4:0] in_valid, in_head, in_tail, out_valid, out_head, out_tail, in_credit;
  logic [319:0] in_word, out_word;
  logic [339:0] expected, where;
  logic [1104:0] line;
  integer lines, differences = 0;
  flitcast_router #(.DEPTH(8), .MAX_DELAY(5), .NODES(16)) router (
    .clk(clk), .rst(rst), .strap_address(strap_address), .strap_delay(strap_delay),
    .strap_interval(strap_interval),
    .strap_credits(strap_credits), .strap_two_classes(1'b0), .strap_wraps(4'b0), .strap_sides(8'b0),
    .strap_descending(1'b0), .table_write(table_write), .table_node(table_node),
    .table_port(table_port),
    .in_valid(in_valid), .in_head(in_head), .in_tail(in_tail), .in_address(5'b0), .in_more(5'b0),
    .in_vc(5'b0),
    .in_word(in_word), .in_route(5'b0), .in_credit(in_credit), .out_valid(out_valid),
    .out_head(out_head),
    .out_tail(out_tail), .out_address(), .out_more(), .out_vc(), .out_word(out_word), .out_route(),
    .out_credit(out_credit), .busy());
  initial begin
    lines = $fopen("lines", "r");
    while ($fscanf(lines, "%b", line) == 1) begin
      {rst, table_write, table_node, table_port, strap_address, strap_delay, strap_credits,
       strap_interval,
       in_valid, in_head, in_tail, in_word, out_credit, expected, where} = line;
      #5 clk = 1; #5 clk = 0;
      if (({out_valid, out_head, out_tail, out_word, in_credit} & where) !== expected)
        differences = differences + 1;
    end
    $display("%0d differences", differences);
    $finish;
  end
endmodule
"""


def line_of(run, inputs, outputs, rst=0, table_write=0, table_node=0, table_port=0):
    """A cycle, as the player reads it; on a mesh of two sides."""
    pins = {
        "rst": rst,
        "table_write": table_write,
        "table_node": table_node,
        "table_port": table_port,
        **run.straps,
        **inputs,
    }
    widths = {
        "rst": 1,
        "table_write": 1,
        "table_node": 4,
        "table_port": 3,
        "strap_address": 32,
        "strap_delay": 3,
        "strap_credits": 4,
        "strap_interval": 32,
        "in_valid": 5,
        "in_head": 5,
        "in_tail": 5,
        "in_word": 320,
        "out_credit": 4,
    }
    expected = "".join(
        outputs[pin] for pin in ("out_valid", "out_head", "out_tail", "out_word", "in_credit")
    )
    return (
        "".join(f"{pins[pin]:0{width}b}" for pin, width in widths.items())
        + expected.replace("-", "0")
        + expected.replace("0", "1").replace("-", "0")
        + "\n"
    )


@unittest.skipUnless(shutil.which("iverilog"), "needs iverilog")
class Router(InFolder):
    """The router, with the inputs of a replay, in Icarus Verilog."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.player = Path(folder.name, "player")
        source = Path(folder.name, "player.sv")
        source.write_text(PLAYER, encoding="utf-8")
        subprocess.run(
            [
                "iverilog",
                "-g2012",
                "-s",
                "player",
                "-o",
                cls.player,
                source,
                "-y",
                RTL,
                "-Y",
                ".sv",
            ],
            check=True,
            capture_output=True,
        )

    def differences(self, run):
        nothing = {pin: "-" * len(text) for pin, text in run.outputs(-1).items()}
        lines = [line_of(run, run.inputs(-1), nothing, rst=1)]
        lines += [
            line_of(run, run.inputs(-1), nothing, 1, 1, node, port)
            for node, port in run.table.items()
        ]
        lines += [line_of(run, run.inputs(now), run.outputs(now)) for now in range(run.last + 1)]
        Path(self.folder, "lines").write_text("".join(lines), encoding="utf-8")
        said = subprocess.run(
            ["vvp", "-n", self.player],
            cwd=self.folder,
            check=True,
            capture_output=True,
            text=True,
            timeout=60,
        ).stdout
        return int(said.split()[0])

    def test_does_what_the_model_did_everywhere_on_a_mesh(self):
        for node, run in enumerate(played(self.folder, nodes=range(16))):
            self.assertEqual(len(run.table), 16)
            self.assertEqual(self.differences(run), 0, node)

    def test_does_so_with_other_delays_and_sizes(self):
        for keys in (
            ["--router.delay=0"],
            ["--link.delay=3"],
            ["--dims=4x2", "--message_flits=1", "--router.delay=5"],
        ):
            (run,) = played(self.folder, *keys, nodes=[1])
            self.assertEqual(self.differences(run), 0, keys)

    def test_a_flit_a_cycle_late_or_a_bit_that_is_wrong_is_a_difference(self):
        run = played(self.folder, nodes=[5])[0]
        cycle = min(each for each in range(run.last) if "1" in run.outputs(each)["out_valid"])
        run._out[cycle + 1], run._out[cycle] = run._out[cycle], run._out[cycle + 1]
        self.assertGreater(self.differences(run), 0)
        run = played(self.folder, nodes=[5])[0]
        ((port, (head, tail, word)),) = list(run._out[cycle].items())[:1]
        run._out[cycle][port] = (head, tail, word ^ 1)
        self.assertEqual(self.differences(run), 1)


class Cocotb(InFolder):
    @unittest.skipUnless(shutil.which("cocotb-config"), "needs cocotb")
    def test_the_bench_passes(self):
        bench_copy = shutil.copytree(BENCH, Path(self.folder, "bench"))
        program = Path(os.environ["FLITCAST_PROGRAM"])
        environment = {**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}"}
        subprocess.run(["make", f"RTL={RTL}"], cwd=bench_copy, env=environment, check=True)
        self.assertIn("<testcase", (bench_copy / "results.xml").read_text(encoding="utf-8"))
        self.assertNotIn("<failure", (bench_copy / "results.xml").read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
