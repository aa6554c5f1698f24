// Output virtual channels of one port and class: the free ones, in ascending order, go to the
// headers that ask, round robin from one to the next. Headers that get none are left over.
module vc_unit #(
    parameter INPUTS = 2,
    parameter VCS = 1
) (
    input  logic                  clk,
    input  logic                  rst,
    input  logic [INPUTS-1:0]     requests,
    input  logic [VCS-1:0]        free,
    output logic [VCS*INPUTS-1:0] grants,   // per virtual channel one header, or none
    output logic [INPUTS-1:0]     left_over
);
  logic [INPUTS-1:0] behind, behind_next;  // those behind the last winner
  logic [INPUTS-1:0] first, winner;

  always_comb begin
    left_over = requests;
    behind_next = behind;
    for (int vc = 0; vc < VCS; vc++) begin
      first = (left_over & behind_next) != 0 ? left_over & behind_next : left_over;
      winner = first & (~first + 1'b1);
      // Written once: Icarus Verilog would never come to an end with what goes to 0 and back.
      grants[vc*INPUTS+:INPUTS] = free[vc] ? winner : {INPUTS{1'b0}};
      if (left_over != 0 && free[vc]) begin
        left_over = left_over & ~winner;
        behind_next = ~(winner | (winner - 1'b1));
      end
    end
  end

  always_ff @(posedge clk) begin
    if (rst) behind <= 0;
    else if (grants != 0) behind <= behind_next;
  end
endmodule
