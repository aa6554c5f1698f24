# The router in SystemVerilog does what the model did in a run: see Makefile.
import os

import cocotb
import replay
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge


@cocotb.test()
async def replays_a_run(dut):
    mesh, rows = replay.read(os.environ["RESULT"], os.environ["MESSAGES"])
    run = replay.Replay(mesh, rows, int(os.environ["NODE"]))
    assert run.table, "no message passes this node"

    async def cycle(**pins):
        """The rising edge that begins a cycle, with these inputs; outputs are those of the cycle
        afterwards."""
        for name, value in pins.items():
            getattr(dut, name).value = value
        await FallingEdge(dut.clk)

    cocotb.start_soon(Clock(dut.clk, 10, "ns").start())
    await cycle(
        **run.straps,
        **run.inputs(-1),
        in_address=0,
        in_more=0,
        in_vc=0,
        in_route=0,
        table_write=0,
        rst=1,
    )
    for node, port in run.table.items():
        await cycle(table_write=1, table_node=node, table_port=port)
    await cycle(table_write=0)
    dut.rst.value = 0
    for now in range(run.last + 1):
        await cycle(**run.inputs(now))
        for name, expected in run.outputs(now).items():
            seen = str(getattr(dut, name).value)
            assert not replay.differs(
                seen, expected
            ), f"cycle {now}: {name} is {seen}, not {expected}"
