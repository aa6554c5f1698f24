// An output port of the contract for a router that gives flits by ready and valid: counts the free
// slots behind the port, per virtual channel, and the cycles until the channel takes the next flit.
// `ready` depends on registers only. A flit that is offered to a virtual channel that is ready leaves
// in that cycle; `sends` is the port's out_valid, and what goes with the flit passes by.
module ready_valid_to_credits #(
    parameter VCS = 1,
    parameter CREDIT_BITS = 3,
    parameter INTERVAL_BITS = 8,
    parameter VC_BITS = VCS > 1 ? $clog2(VCS) : 1
) (
    input  logic                     clk,
    input  logic                     rst,
    // Straps
    input  logic [CREDIT_BITS-1:0]   strap_credits,   // slots of every buffer behind the port
    input  logic [INTERVAL_BITS-1:0] strap_interval,  // cycles per flit
    // The router's side
    input  logic                     valid,
    input  logic [VC_BITS-1:0]       vc,
    output logic [VCS-1:0]           ready,
    // The contract's side
    output logic                     sends,
    input  logic [VCS-1:0]           out_credit
);
  logic [INTERVAL_BITS-1:0] interval, pause;
  logic [VCS-1:0] uses;

  assign sends = (uses & ready) != 0;

  always_ff @(posedge clk) begin
    if (rst) begin
      interval <= strap_interval;
      pause <= 0;
    end else if (sends) begin
      pause <= interval - 1'b1;
    end else if (pause != 0) begin
      pause <= pause - 1'b1;
    end
  end

  generate
    for (genvar v = 0; v < VCS; v++) begin : per_vc
      logic [CREDIT_BITS-1:0] credits;
      logic takes;
      assign uses[v] = valid && vc == VC_BITS'(v);
      assign ready[v] = pause == 0 && credits != 0;
      assign takes = uses[v] && ready[v];
      always_ff @(posedge clk) begin
        if (rst) credits <= strap_credits;
        else if (takes && !out_credit[v]) credits <= credits - 1'b1;
        else if (out_credit[v] && !takes) credits <= credits + 1'b1;
      end
`ifndef SYNTHESIS
      always @(posedge clk) begin
        if (!rst && out_credit[v] && credits == strap_credits) $fatal(1, "%m: a credit too many");
      end
`endif
    end
  endgenerate
endmodule
