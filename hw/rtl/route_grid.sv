// Dimension order on a mesh or torus: XY and its relatives. Addresses are coordinates side by side,
// the first dimension lowest. Port 2d leads up dimension d, port 2d + 1 down; round a ring the
// shorter way is taken, a tie goes up.
module route_grid #(
    parameter DIMENSIONS = 2,
    parameter COORDINATE_BITS = 3,
    parameter WRAPS = 0,
    parameter PORT_BITS = 3
) (
    input  logic                                      wanted,       // else port is 0
    input  logic [DIMENSIONS*COORDINATE_BITS-1:0]     here,
    input  logic [DIMENSIONS*COORDINATE_BITS-1:0]     destination,
    input  logic [DIMENSIONS*(COORDINATE_BITS+1)-1:0] sides,        // of a torus
    input  logic                                      descending,
    output logic [PORT_BITS-1:0]                      port
);
  logic [DIMENSIONS-1:0] differs, down;
  logic [COORDINATE_BITS-1:0] from, to;
  logic [COORDINATE_BITS:0] side, upwards;

  always_comb begin
    port = 0;
    {differs, down} = 0;
    {from, to} = 0;
    {side, upwards} = 0;
    if (wanted) begin
      for (int d = 0; d < DIMENSIONS; d++) begin
        from = here[d*COORDINATE_BITS+:COORDINATE_BITS];
        to = destination[d*COORDINATE_BITS+:COORDINATE_BITS];
        side = sides[d*(COORDINATE_BITS+1)+:COORDINATE_BITS+1];
        upwards = {1'b0, to} - {1'b0, from};
        if (to < from) upwards = upwards + side;
        differs[d] = from != to;
        down[d] = WRAPS != 0 ? {upwards, 1'b0} > {1'b0, side} : to < from;
      end
      for (int i = 0; i < DIMENSIONS; i++) begin
        if (descending && differs[i]) port = PORT_BITS'(2 * i) | PORT_BITS'(down[i]);
        if (!descending && differs[DIMENSIONS-1-i])
          port = PORT_BITS'(2 * (DIMENSIONS - 1 - i)) | PORT_BITS'(down[DIMENSIONS-1-i]);
      end
    end
  end
endmodule
