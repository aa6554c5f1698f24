// Random pins against queues: what is offered is the oldest flit of each virtual channel, and its
// credit comes in the cycle in which it is taken. The sender uses a slot at the next edge.
module bench;
  parameter VCS = 2;
  parameter DEPTH = 3;
  parameter CYCLES = 4000;
  localparam VC_BITS = VCS > 1 ? $clog2(VCS) : 1;

  logic clk = 0, rst = 1, in_valid = 0;
  logic [VC_BITS-1:0] in_vc = 0;
  logic [3:0] in_kind = 0;
  logic [15:0] in_word = 0;
  logic [1:0] in_route = 0;
  logic [VCS-1:0] in_credit, valid, ready = 0;
  logic [VCS*4-1:0] kind;
  logic [VCS*16-1:0] word;
  logic [VCS*2-1:0] route;

  credits_to_ready_valid #(
      .VCS(VCS), .DEPTH(DEPTH), .WORD(16), .ROUTE(2)
  ) dut (
      .clk(clk), .rst(rst), .in_valid(in_valid), .in_vc(in_vc), .in_kind(in_kind),
      .in_word(in_word), .in_route(in_route), .in_credit(in_credit), .valid(valid), .kind(kind),
      .word(word), .route(route), .ready(ready)
  );

  logic [21:0] queue[0:VCS*CYCLES-1];
  integer first[0:VCS-1], last[0:VCS-1], slots[0:VCS-1];
  integer v, cycle, taken, full, errors;

  initial begin
    taken = 0;
    full = 0;
    errors = 0;
    for (v = 0; v < VCS; v = v + 1) begin
      first[v] = 0;
      last[v] = 0;
      slots[v] = DEPTH;
    end
    #1 clk = 1;
    #1 clk = 0;
    rst = 0;
    for (cycle = 0; cycle < CYCLES; cycle = cycle + 1) begin
      in_vc = VC_BITS'($urandom % VCS);
      in_valid = slots[in_vc] > 0 && $urandom % 8 != 0;
      {in_route, in_kind, in_word} = 22'($urandom);
      #1 clk = 1;
      if (in_valid) begin
        queue[in_vc*CYCLES+last[in_vc]] = {in_route, in_kind, in_word};
        last[in_vc] = last[in_vc] + 1;
        slots[in_vc] = slots[in_vc] - 1;
      end
      ready = VCS'($urandom) & VCS'($urandom);
      #1;
      for (v = 0; v < VCS; v = v + 1) begin
        if (last[v] - first[v] == DEPTH) full = full + 1;
        if (valid[v] !== (first[v] != last[v])) errors = errors + 1;
        if (in_credit[v] !== (valid[v] && ready[v])) errors = errors + 1;
        if (valid[v] && {route[v*2+:2], kind[v*4+:4], word[v*16+:16]} !== queue[v*CYCLES+first[v]])
          errors = errors + 1;
        if (in_credit[v]) begin
          first[v] = first[v] + 1;
          slots[v] = slots[v] + 1;
          taken = taken + 1;
        end
      end
      clk = 0;
    end
    $display("errors %0d, taken %0s, full %0s", errors, taken > CYCLES / 8 ? "many" : "few",
             full > CYCLES / 20 ? "often" : "seldom");
    $finish;
  end
endmodule
