// The router with the pins of its contract alone: see README.md for what they say, and when.
module flitcast_router #(
    parameter NETWORK_PORTS = 4,
    parameter LOCAL_PORTS = 1,
    parameter VCS = 1,              // of network ports; local ports have one
    parameter DEPTH = 4,            // slots of every input buffer of a network port
    parameter MAX_DELAY = 0,        // largest strap_delay
    parameter SWITCHING = 0,        // 0 wormhole, 1 cut-through, 2 store-and-forward
    parameter COPIES = 0,           // intermediate reception of multi-destination worms
    parameter WORD = 64,            // of a flit; of a header half for the flits, half the address
    parameter INTERVAL_BITS = 8,
    parameter ROUTING = 0,          // 0 table, 1 e-cube, 2 mesh, 3 torus
    parameter NODES = 64,           // of the table
    parameter COORDINATE_BITS = 3,  // of meshes and tori
    parameter ROUTE_HOPS = 0,       // ports of a route that headers may bring, 0: they bring none
    // What follows from these.
    parameter PORTS = NETWORK_PORTS + LOCAL_PORTS,
    parameter INPUTS = PORTS * VCS,
    parameter PORT_BITS = PORTS > 2 ? $clog2(PORTS) : 2,
    parameter VC_BITS = VCS > 1 ? $clog2(VCS) : 1,
    parameter DELAY_BITS = $clog2(MAX_DELAY + 2),
    parameter CREDIT_BITS = $clog2(DEPTH + 1),
    parameter ROUTE = ROUTE_HOPS > 0 ? 1 + ROUTE_HOPS * PORT_BITS : 1,
    parameter NODE_BITS = NODES > 1 ? $clog2(NODES) : 1,
    parameter SIDES_BITS = (NETWORK_PORTS + 1) / 2 * (COORDINATE_BITS + 1)
) (
    input  logic                                   clk,
    input  logic                                   rst,
    // Straps
    input  logic [WORD/2-1:0]                      strap_address,
    input  logic [DELAY_BITS-1:0]                  strap_delay,
    input  logic [NETWORK_PORTS*INTERVAL_BITS-1:0] strap_interval,
    input  logic [CREDIT_BITS-1:0]                 strap_credits,
    input  logic                                   strap_two_classes,
    input  logic [NETWORK_PORTS-1:0]               strap_wraps,
    input  logic [SIDES_BITS-1:0]                  strap_sides,
    input  logic                                   strap_descending,
    input  logic                                   table_write,
    input  logic [NODE_BITS-1:0]                   table_node,
    input  logic [PORT_BITS-1:0]                   table_port,
    // Flits that arrive, and slots that are free again
    input  logic [PORTS-1:0]                       in_valid,
    input  logic [PORTS-1:0]                       in_head,
    input  logic [PORTS-1:0]                       in_tail,
    input  logic [PORTS-1:0]                       in_address,
    input  logic [PORTS-1:0]                       in_more,
    input  logic [PORTS*VC_BITS-1:0]               in_vc,
    input  logic [PORTS*WORD-1:0]                  in_word,
    input  logic [PORTS*ROUTE-1:0]                 in_route,
    output logic [INPUTS-1:0]                      in_credit,
    // Flits that are sent, and slots that are free again behind network ports
    output logic [PORTS-1:0]                       out_valid,
    output logic [PORTS-1:0]                       out_head,
    output logic [PORTS-1:0]                       out_tail,
    output logic [PORTS-1:0]                       out_address,
    output logic [PORTS-1:0]                       out_more,
    output logic [PORTS*VC_BITS-1:0]               out_vc,
    output logic [PORTS*WORD-1:0]                  out_word,
    output logic [PORTS*ROUTE-1:0]                 out_route,
    input  logic [NETWORK_PORTS*VCS-1:0]           out_credit,
    // Without an edge nothing changes in the next cycle unless something arrives
    output logic                                   busy
);
  localparam INPUT_BITS = INPUTS > 1 ? $clog2(INPUTS) : 1;

  logic [INPUTS-1:0] unused_granted, unused_contention, unused_serialisation, unused_no_credit;
  logic [PORTS*INPUT_BITS-1:0] unused_source;
  logic [INPUTS*PORT_BITS-1:0] unused_port;
  logic [INPUTS*VC_BITS-1:0] unused_vc;

  observed_router #(
      .NETWORK_PORTS(NETWORK_PORTS), .LOCAL_PORTS(LOCAL_PORTS), .VCS(VCS), .DEPTH(DEPTH),
      .MAX_DELAY(MAX_DELAY), .SWITCHING(SWITCHING), .COPIES(COPIES), .WORD(WORD),
      .INTERVAL_BITS(INTERVAL_BITS), .ROUTING(ROUTING), .NODES(NODES),
      .COORDINATE_BITS(COORDINATE_BITS), .ROUTE_HOPS(ROUTE_HOPS)
  ) router (
      .clk(clk), .rst(rst), .strap_address(strap_address), .strap_delay(strap_delay),
      .strap_interval(strap_interval), .strap_credits(strap_credits),
      .strap_two_classes(strap_two_classes), .strap_wraps(strap_wraps),
      .strap_sides(strap_sides), .strap_descending(strap_descending), .table_write(table_write),
      .table_node(table_node), .table_port(table_port), .in_valid(in_valid), .in_head(in_head),
      .in_tail(in_tail), .in_address(in_address), .in_more(in_more), .in_vc(in_vc),
      .in_word(in_word), .in_route(in_route), .in_credit(in_credit), .out_valid(out_valid),
      .out_head(out_head), .out_tail(out_tail), .out_address(out_address), .out_more(out_more),
      .out_vc(out_vc), .out_word(out_word), .out_route(out_route), .out_credit(out_credit),
      .busy(busy), .see_source(unused_source), .see_granted(unused_granted),
      .see_contention(unused_contention), .see_serialisation(unused_serialisation),
      .see_no_credit(unused_no_credit), .see_port(unused_port),
      .see_vc(unused_vc)
  );
endmodule
