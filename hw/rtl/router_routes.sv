// Where the headers in front of all input virtual channels go: the port of the route that a header
// brings, else of the routing style; and the class, which cuts the rings of a torus at datelines: a
// worm takes class 1 from the link that wraps around until it leaves the dimension.
module router_routes #(
    parameter NETWORK_PORTS = 4,
    parameter VCS = 1,
    parameter INPUTS = 5,
    parameter WORD = 64,
    parameter ROUTE_HOPS = 0,
    parameter ROUTING = 0,          // 0 table, 1 e-cube, 2 mesh, 3 torus
    parameter NODES = 64,           // of the table
    parameter COORDINATE_BITS = 3,  // of meshes and tori
    parameter PORT_BITS = 3,
    parameter ROUTE = 1,
    parameter NODE_BITS = NODES > 1 ? $clog2(NODES) : 1,
    parameter DIMENSIONS = (NETWORK_PORTS + 1) / 2
) (
    input  logic                                      clk,
    input  logic [WORD/2-1:0]                         here,
    input  logic                                      descending,
    input  logic                                      two_classes,
    input  logic [NETWORK_PORTS-1:0]                  wraps,         // links that wrap around
    input  logic [DIMENSIONS*(COORDINATE_BITS+1)-1:0] sides,
    input  logic                                      table_write,
    input  logic [NODE_BITS-1:0]                      table_node,
    input  logic [PORT_BITS-1:0]                      table_port,
    input  logic [INPUTS-1:0]                         wanted,        // inputs whose header asks
    input  logic [INPUTS*WORD-1:0]                    words,         // of headers
    input  logic [INPUTS*ROUTE-1:0]                   routes,
    output logic [INPUTS*PORT_BITS-1:0]               ports,
    output logic [INPUTS-1:0]                         classes,
    output logic [INPUTS*ROUTE-1:0]                   routes_behind  // what is left of the routes
);
  localparam ADDRESS_BITS = WORD / 2;
  localparam USED_BITS = DIMENSIONS * COORDINATE_BITS;

  logic [INPUTS*ADDRESS_BITS-1:0] destinations;
  logic [INPUTS-1:0] brought;
  logic [INPUTS*PORT_BITS-1:0] brought_ports, own_ports;
  logic unused;
  assign unused =
      &{1'b0, clk, here, words, descending, two_classes, wraps, sides, table_write, table_node,
        table_port, routes, destinations};

  always_comb begin
    ports = 0;
    if (wanted != 0)
      for (int i = 0; i < INPUTS; i++)
        ports[i*PORT_BITS+:PORT_BITS] =
            brought[i] ? brought_ports[i*PORT_BITS+:PORT_BITS] : own_ports[i*PORT_BITS+:PORT_BITS];
  end

  generate
    for (genvar i = 0; i < INPUTS; i++) begin : per_input
      assign destinations[i*ADDRESS_BITS+:ADDRESS_BITS] = words[i*WORD+:ADDRESS_BITS];
      if (ROUTING == 1) begin : ecube
        route_ecube #(.NETWORK_PORTS(NETWORK_PORTS), .PORT_BITS(PORT_BITS)) unit (
            .wanted(wanted[i]), .here(here[NETWORK_PORTS-1:0]), .destination(words[i*WORD+:NETWORK_PORTS]),
            .descending(descending), .port(own_ports[i*PORT_BITS+:PORT_BITS])
        );
      end else if (ROUTING >= 2) begin : grid
        route_grid #(
            .DIMENSIONS(DIMENSIONS), .COORDINATE_BITS(COORDINATE_BITS), .WRAPS(ROUTING == 3),
            .PORT_BITS(PORT_BITS)
        ) unit (
            .wanted(wanted[i]), .here(here[USED_BITS-1:0]), .destination(words[i*WORD+:USED_BITS]), .sides(sides),
            .descending(descending), .port(own_ports[i*PORT_BITS+:PORT_BITS])
        );
      end

      if (ROUTE_HOPS > 0) begin : source_route
        logic [ROUTE-1:0] route;
        assign route = routes[i*ROUTE+:ROUTE];
        assign brought[i] = route[ROUTE-1];
        assign brought_ports[i*PORT_BITS+:PORT_BITS] = route[PORT_BITS-1:0];
        assign routes_behind[i*ROUTE+:ROUTE] =
            {route[ROUTE-1], (ROUTE - 1)'(route[ROUTE-2:0] >> PORT_BITS)};
      end else begin : no_source_route
        assign brought[i] = 1'b0;
        assign brought_ports[i*PORT_BITS+:PORT_BITS] = 0;
        assign routes_behind[i*ROUTE+:ROUTE] = 0;
      end

      if (VCS > 1) begin : dateline
        localparam FROM = i / VCS;
        localparam FROM_CLASS = FROM < NETWORK_PORTS && i % VCS >= (VCS + 1) / 2 ? 1'b1 : 1'b0;
        logic [PORT_BITS-1:0] to;
        logic stays, wraps_around;
        always_comb begin
          to = ports[i*PORT_BITS+:PORT_BITS];
          stays = FROM_CLASS && to[PORT_BITS-1:1] == (PORT_BITS - 1)'(FROM / 2);
          wraps_around = 1'b0;
          if (wanted[i])
            for (int p = 0; p < NETWORK_PORTS; p++)
              if (to == PORT_BITS'(p)) wraps_around = wraps[p];
          classes[i] = two_classes && (stays || wraps_around);
        end
      end else begin : one_class
        assign classes[i] = 1'b0;
      end
    end

    if (ROUTING == 0) begin : by_table
      route_table #(
          .NODES(NODES), .INPUTS(INPUTS), .ADDRESS_BITS(ADDRESS_BITS), .PORT_BITS(PORT_BITS)
      ) unit (
          .clk(clk), .write(table_write), .write_node(table_node), .write_port(table_port),
          .destinations(destinations), .ports(own_ports)
      );
    end
  endgenerate
endmodule
