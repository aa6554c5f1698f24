// An output port: a flit every `interval` cycles, and per virtual channel the worm that holds it and
// the free slots of the buffer behind it. A virtual channel that a tail has left takes the next worm
// when the port takes the next flit. Network interfaces always have room, and take a flit a cycle.
module output_port #(
    parameter NETWORK = 1,
    parameter VCS = 1,
    parameter VC_BITS = 1,
    parameter CREDIT_BITS = 3,
    parameter INTERVAL_BITS = 8
) (
    input  logic                       clk,
    input  logic                       rst,
    input  logic [INTERVAL_BITS-1:0]   interval,
    input  logic [CREDIT_BITS-1:0]     slots,     // of every buffer behind the port
    input  logic [VCS-1:0]             taken,     // by a header, in this cycle
    input  logic                       sends,     // a flit leaves
    input  logic                       is_tail,
    input  logic [VC_BITS-1:0]         vc,        // by which
    input  logic [VCS-1:0]             credit,    // a slot is free again
    output logic [VCS-1:0]             free,      // for the next worm
    output logic                       accepts,   // a flit
    output logic [VCS*CREDIT_BITS-1:0] credits
);
  logic [VCS-1:0] held, leaving;

  assign free = ~held & ~(accepts ? {VCS{1'b0}} : leaving);

  generate
    if (NETWORK != 0) begin : network
      logic [INTERVAL_BITS-1:0] pause;
      assign accepts = pause == 0;
      always_ff @(posedge clk) begin
        if (rst) pause <= 0;
        else if (sends) pause <= interval - 1'b1;
        else if (!accepts) pause <= pause - 1'b1;
      end
    end else begin : local_port
      logic unused;
      assign unused = &{1'b0, interval};
      assign accepts = 1'b1;
    end
  endgenerate

  generate
    for (genvar v = 0; v < VCS; v++) begin : per_vc
      logic own;
      assign own = sends && vc == VC_BITS'(v);
      always_ff @(posedge clk) begin
        if (rst) begin
          held[v] <= 1'b0;
          leaving[v] <= 1'b0;
        end else begin
          if (own && is_tail) held[v] <= 1'b0;
          else if (taken[v]) held[v] <= 1'b1;
          if (own && is_tail) leaving[v] <= 1'b1;
          else if (accepts) leaving[v] <= 1'b0;
        end
      end
      if (NETWORK != 0) begin : counted
        logic [CREDIT_BITS-1:0] left;
        assign credits[v*CREDIT_BITS+:CREDIT_BITS] = left;
        always_ff @(posedge clk) begin
          if (rst) left <= slots;
          else if (own != credit[v]) left <= own ? left - 1'b1 : left + 1'b1;
        end
`ifndef SYNTHESIS
        always @(posedge clk) begin
          if (!rst && own != credit[v]) begin
            if (credit[v] && left == slots) $fatal(1, "a credit too many");
            if (own && left == 0) $fatal(1, "a flit without a credit");
          end
        end
`endif
      end else begin : always_room
        logic unused;
        assign unused = &{1'b0, slots, credit[v]};
        assign credits[v*CREDIT_BITS+:CREDIT_BITS] = {CREDIT_BITS{1'b1}};
      end
    end
  endgenerate
endmodule
