// e-cube: the port of the first bit, ascending or descending, in which this node and the destination
// differ.
module route_ecube #(
    parameter NETWORK_PORTS = 4,
    parameter PORT_BITS = 3
) (
    input  logic                     wanted,       // else port is 0
    input  logic [NETWORK_PORTS-1:0] here,
    input  logic [NETWORK_PORTS-1:0] destination,
    input  logic                     descending,
    output logic [PORT_BITS-1:0]     port
);
  always_comb begin
    port = 0;
    if (wanted) begin
      for (int i = 0; i < NETWORK_PORTS; i++) begin
        if (descending && here[i] != destination[i]) port = PORT_BITS'(i);
        if (!descending && here[NETWORK_PORTS-1-i] != destination[NETWORK_PORTS-1-i])
          port = PORT_BITS'(NETWORK_PORTS - 1 - i);
      end
    end
  end
endmodule
