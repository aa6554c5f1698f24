// The straps of a router, which are taken over at reset: what a node is told about itself.
module router_straps #(
    parameter BITS = 1
) (
    input  logic            clk,
    input  logic            rst,
    input  logic [BITS-1:0] given,
    output logic [BITS-1:0] held
);
  always_ff @(posedge clk) begin
    if (rst) held <= given;
  end
endmodule
