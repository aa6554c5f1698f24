// Round robin: of those that request, the first behind the last winner, from the lowest on at reset.
// A choice and its effect are separate, because a choice may come to nothing.
module round_robin #(
    parameter REQUESTS = 2
) (
    input  logic                clk,
    input  logic                rst,
    input  logic [REQUESTS-1:0] requests,
    output logic [REQUESTS-1:0] choice,    // one of them, none where there are none
    input  logic [REQUESTS-1:0] winner     // has its turn, or none
);
  logic [REQUESTS-1:0] behind;  // those behind the last winner
  logic [REQUESTS-1:0] first;

  always_comb begin
    first  = (requests & behind) != 0 ? requests & behind : requests;
    choice = first & (~first + 1'b1);
  end

  always_ff @(posedge clk) begin
    if (rst) behind <= 0;
    else if (winner != 0) behind <= ~(winner | (winner - 1'b1));
  end
endmodule
