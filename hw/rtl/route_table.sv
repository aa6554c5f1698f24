// Routes from a table, which is written before the first flit comes: per node the port that leads
// to it.
module route_table #(
    parameter NODES = 64,
    parameter INPUTS = 5,
    parameter ADDRESS_BITS = 32,
    parameter PORT_BITS = 3,
    parameter NODE_BITS = NODES > 1 ? $clog2(NODES) : 1
) (
    input  logic                           clk,
    input  logic                           write,
    input  logic [NODE_BITS-1:0]           write_node,
    input  logic [PORT_BITS-1:0]           write_port,
    input  logic [INPUTS*ADDRESS_BITS-1:0] destinations,
    output logic [INPUTS*PORT_BITS-1:0]    ports
);
  logic [PORT_BITS-1:0] table_of_ports[0:NODES-1];
  logic unused;
  assign unused = &{1'b0, destinations};

  always_ff @(posedge clk) begin
    if (write) table_of_ports[write_node] <= write_port;
  end

  generate
    for (genvar i = 0; i < INPUTS; i++) begin : per_input
      assign ports[i*PORT_BITS+:PORT_BITS] =
          table_of_ports[destinations[i*ADDRESS_BITS+:NODE_BITS]];
    end
  endgenerate
endmodule
