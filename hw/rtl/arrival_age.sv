// How many flits have arrived in the last `delay` cycles, this one included. They are the last of
// their queue; those before them have been there for `delay` cycles or more.
module arrival_age #(
    parameter MAX_DELAY = 0,
    parameter DELAY_BITS = $clog2(MAX_DELAY + 2)
) (
    input  logic                  clk,
    input  logic                  rst,
    input  logic [DELAY_BITS-1:0] delay,
    input  logic                  write,
    output logic [DELAY_BITS-1:0] young
);
  generate
    if (MAX_DELAY == 0) begin : none
      logic unused;
      assign unused = &{1'b0, clk, rst, write, delay};
      assign young = 0;
    end else begin : some
      logic [MAX_DELAY-1:0] writes;  // bit i: i cycles ago
      logic ages;
      assign ages = (writes & MAX_DELAY'(1) << (delay - 1'b1)) != 0;
      always_ff @(posedge clk) begin
        if (rst || delay == 0) begin
          writes <= 0;
          young <= 0;
        end else begin
          writes <= MAX_DELAY'({writes, write});
          if (write != ages) young <= write ? young + 1'b1 : young - 1'b1;
        end
      end
    end
  endgenerate
endmodule
