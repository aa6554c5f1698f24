// Intermediate reception of one input virtual channel. When an address has been stripped, the rest of
// its worm is copied to a local output as it arrives, a payload flit a cycle and no addresses, ahead
// of its way through the router: a flit may leave when it has been copied.
module absorber #(
    parameter COPIES = 0,
    parameter PORT_BITS = 3,
    parameter COUNT_BITS = 3
) (
    input  logic                  clk,
    input  logic                  rst,
    input  logic                  starts,         // an address is stripped
    input  logic [PORT_BITS-1:0]  start_port,     // and goes to this local output
    input  logic [COUNT_BITS-1:0] count,          // of flits in the buffer
    input  logic [COUNT_BITS-1:0] addresses,      // that lead them
    input  logic                  place_is_tail,
    input  logic                  leaves,         // the flit in front
    output logic [COUNT_BITS-1:0] place,          // of the flit to be copied
    output logic                  copies,
    output logic [PORT_BITS-1:0]  port,
    output logic                  may_leave       // the flit in front
);
  generate
    if (COPIES == 0) begin : none
      logic unused;
      assign unused = &{1'b0, clk, rst, starts, start_port, count, addresses, place_is_tail, leaves};
      assign place = 0;
      assign copies = 1'b0;
      assign port = 0;
      assign may_leave = 1'b1;
    end else begin : some
      logic active;
      logic [COUNT_BITS-1:0] copied;  // flits at the front
      logic [COUNT_BITS-1:0] copied_now;

      always_comb begin
        place = addresses > copied ? addresses : copied;
        copies = active && place < count;
        copied_now = copies ? place + 1'b1 : place;
        may_leave = !active || copied_now != 0;
      end

      always_ff @(posedge clk) begin
        if (rst) active <= 1'b0;
        else if (starts) active <= 1'b1;
        else if (copies && place_is_tail) active <= 1'b0;
        if (rst || starts) copied <= 0;
        else if (active) copied <= leaves ? copied_now - 1'b1 : copied_now;
        if (starts) port <= start_port;
      end
    end
  endgenerate
endmodule
