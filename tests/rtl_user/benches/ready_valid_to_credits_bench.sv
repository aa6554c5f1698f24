// Random pins against counts: a flit leaves when there is a slot behind the port and the last one
// left `INTERVAL` cycles ago or earlier, and never else.
module bench;
  parameter VCS = 2;
  parameter SLOTS = 3;
  parameter INTERVAL = 2;
  parameter CYCLES = 4000;
  localparam VC_BITS = VCS > 1 ? $clog2(VCS) : 1;

  logic clk = 0, rst = 1, valid = 0, sends;
  logic [VC_BITS-1:0] vc = 0;
  logic [VCS-1:0] ready, out_credit = 0;

  ready_valid_to_credits #(
      .VCS(VCS), .CREDIT_BITS(4)
  ) dut (
      .clk(clk), .rst(rst), .strap_credits(4'(SLOTS)), .strap_interval(8'(INTERVAL)),
      .valid(valid), .vc(vc), .ready(ready), .sends(sends), .out_credit(out_credit)
  );

  integer slots[0:VCS-1], earlier[0:VCS-1];  // before the flit of the last cycle
  integer v, cycle, last, sent, empty, errors;
  logic expected;

  initial begin
    sent = 0;
    empty = 0;
    errors = 0;
    last = -INTERVAL;
    for (v = 0; v < VCS; v = v + 1) begin
      slots[v] = SLOTS;
      earlier[v] = SLOTS;
    end
    #1 clk = 1;
    #1 clk = 0;
    rst = 0;
    for (cycle = 0; cycle < CYCLES; cycle = cycle + 1) begin
      for (v = 0; v < VCS; v = v + 1) begin
        out_credit[v] = earlier[v] < SLOTS && $urandom % 8 == 0;
      end
      #1 clk = 1;
      for (v = 0; v < VCS; v = v + 1) begin
        if (out_credit[v]) slots[v] = slots[v] + 1;
        earlier[v] = slots[v];
      end
      #1;
      valid = $urandom % 4 != 0;
      vc = VC_BITS'($urandom % VCS);
      #1;
      for (v = 0; v < VCS; v = v + 1) begin
        expected = slots[v] > 0 && cycle - last >= INTERVAL;
        if (slots[v] == 0) empty = empty + 1;
        if (ready[v] !== expected) errors = errors + 1;
      end
      if (sends !== (valid && ready[vc])) errors = errors + 1;
      if (sends) begin
        slots[vc] = slots[vc] - 1;
        last = cycle;
        sent = sent + 1;
      end
      clk = 0;
    end
    $display("errors %0d, sent %0s, empty %0s", errors, sent > CYCLES / 20 ? "many" : "few",
             empty > CYCLES / 20 ? "often" : "seldom");
    $finish;
  end
endmodule
