// A router to the timing contract (see README.md), with pins beside those of the contract by which
// simulations see what it decides. Nothing goes from an input pin to an output pin without an edge
// between: what is on the inputs at an edge arrives in the cycle that begins there, what the outputs
// show in a cycle is sent in it.
module observed_router #(
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
    parameter INPUT_BITS = INPUTS > 1 ? $clog2(INPUTS) : 1,
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
    output logic                                   busy,
    // What it decides: input virtual channels that sent, headers that got an output, and flits that
    // stand ready without leave, by cause
    output logic [PORTS*INPUT_BITS-1:0]            see_source,
    output logic [INPUTS-1:0]                      see_granted,
    output logic [INPUTS-1:0]                      see_contention,
    output logic [INPUTS-1:0]                      see_serialisation,
    output logic [INPUTS-1:0]                      see_no_credit,
    output logic [INPUTS*PORT_BITS-1:0]            see_port,  // of the worms that got an output
    output logic [INPUTS*VC_BITS-1:0]              see_vc
);
  localparam LOCAL_DEPTH = 2;  // keeps the rate of an injection channel

  logic [WORD/2-1:0] here;
  logic [DELAY_BITS-1:0] delay;
  logic [NETWORK_PORTS*INTERVAL_BITS-1:0] interval;
  logic [CREDIT_BITS-1:0] slots;
  logic two_classes, descending;
  logic [NETWORK_PORTS-1:0] wraps;
  logic [SIDES_BITS-1:0] sides;

  logic [INPUTS-1:0] asks_network, asks_local, granted, strips, bids, goes, is_header, copies;
  logic [INPUTS-1:0] busy_inputs, requests, no_turn;
  logic [INPUTS*PORT_BITS-1:0] wanted_port, granted_port, held_port, copy_port;
  logic [INPUTS-1:0] wanted_class, free, taken;
  logic [INPUTS*VC_BITS-1:0] granted_vc, held_vc;
  logic [INPUTS*4-1:0] kinds, copy_kinds;
  logic [INPUTS*WORD-1:0] words, copy_words;
  logic [INPUTS*ROUTE-1:0] routes, routes_behind;
  logic [PORTS*INPUTS-1:0] crossing;
  logic [PORTS-1:0] accepts;
  logic [INPUTS*CREDIT_BITS-1:0] credits;

  // One by one: simulations read registers faster than parts of a wide one.
  router_straps #(.BITS(WORD / 2)) here_register (
      .clk(clk), .rst(rst), .given(strap_address), .held(here)
  );
  router_straps #(.BITS(DELAY_BITS)) delay_register (
      .clk(clk), .rst(rst), .given(strap_delay), .held(delay)
  );
  router_straps #(.BITS(NETWORK_PORTS * INTERVAL_BITS)) interval_register (
      .clk(clk), .rst(rst), .given(strap_interval), .held(interval)
  );
  router_straps #(.BITS(CREDIT_BITS)) slots_register (
      .clk(clk), .rst(rst), .given(strap_credits), .held(slots)
  );
  router_straps #(.BITS(1)) two_classes_register (
      .clk(clk), .rst(rst), .given(strap_two_classes), .held(two_classes)
  );
  router_straps #(.BITS(NETWORK_PORTS)) wraps_register (
      .clk(clk), .rst(rst), .given(strap_wraps), .held(wraps)
  );
  router_straps #(.BITS(SIDES_BITS)) sides_register (
      .clk(clk), .rst(rst), .given(strap_sides), .held(sides)
  );
  router_straps #(.BITS(1)) descending_register (
      .clk(clk), .rst(rst), .given(strap_descending), .held(descending)
  );

  generate
    for (genvar p = 0; p < PORTS; p++) begin : input_port
      for (genvar v = 0; v < VCS; v++) begin : per_vc
        localparam I = p * VCS + v;
        if (p < NETWORK_PORTS || v == 0) begin : used
          input_vc #(
              .WORD(WORD), .ROUTE(ROUTE), .DEPTH(p < NETWORK_PORTS ? DEPTH : LOCAL_DEPTH),
              .MAX_DELAY(MAX_DELAY), .WHOLE_PACKETS(SWITCHING == 2 && p < NETWORK_PORTS ? 1 : 0),
              .COPIES(COPIES != 0 && p < NETWORK_PORTS ? 1 : 0), .PORT_BITS(PORT_BITS), .VCS(VCS)
          ) channel (
              .clk(clk), .rst(rst), .here(here), .delay(delay),
              .write(in_valid[p] && (VCS == 1 || in_vc[p*VC_BITS+:VC_BITS] == VC_BITS'(v))),
              .write_kind({in_more[p], in_address[p], in_tail[p], in_head[p]}),
              .write_word(in_word[p*WORD+:WORD]), .write_route(in_route[p*ROUTE+:ROUTE]),
              .asks_network(asks_network[I]), .asks_local(asks_local[I]), .granted(granted[I]),
              .granted_port(granted_port[I*PORT_BITS+:PORT_BITS]),
              .granted_vc(granted_vc[I*VC_BITS+:VC_BITS]), .strips(strips[I]), .bids(bids[I]),
              .port(held_port[I*PORT_BITS+:PORT_BITS]), .vc(held_vc[I*VC_BITS+:VC_BITS]),
              .goes(goes[I]), .is_header(is_header[I]),
              .kind(kinds[I*4+:4]), .word(words[I*WORD+:WORD]), .route(routes[I*ROUTE+:ROUTE]),
              .leaves(in_credit[I]), .copies(copies[I]),
              .copy_port(copy_port[I*PORT_BITS+:PORT_BITS]), .copy_kind(copy_kinds[I*4+:4]),
              .copy_word(copy_words[I*WORD+:WORD]), .busy(busy_inputs[I])
          );
        end else begin : unused
          logic unused_grant;
          assign unused_grant = &{1'b0, granted_port[I*PORT_BITS+:PORT_BITS],
                                  granted_vc[I*VC_BITS+:VC_BITS]};
          assign {asks_network[I], asks_local[I], strips[I], bids[I], is_header[I]} = 0;
          assign {in_credit[I], copies[I], busy_inputs[I]} = 0;
          assign held_port[I*PORT_BITS+:PORT_BITS] = 0;
          assign held_vc[I*VC_BITS+:VC_BITS] = 0;
          assign {kinds[I*4+:4], copy_kinds[I*4+:4]} = 0;
          assign {words[I*WORD+:WORD], copy_words[I*WORD+:WORD]} = 0;
          assign routes[I*ROUTE+:ROUTE] = 0;
          assign copy_port[I*PORT_BITS+:PORT_BITS] = 0;
        end
      end
    end
  endgenerate

  router_routes #(
      .NETWORK_PORTS(NETWORK_PORTS), .VCS(VCS), .INPUTS(INPUTS), .WORD(WORD),
      .ROUTE_HOPS(ROUTE_HOPS), .ROUTING(ROUTING), .NODES(NODES), .COORDINATE_BITS(COORDINATE_BITS),
      .PORT_BITS(PORT_BITS), .ROUTE(ROUTE)
  ) route_computation (
      .clk(clk), .here(here), .descending(descending), .two_classes(two_classes), .wraps(wraps),
      .sides(sides), .wanted(asks_network), .table_write(table_write), .table_node(table_node), .table_port(table_port),
      .words(words), .routes(routes), .ports(wanted_port), .classes(wanted_class),
      .routes_behind(routes_behind)
  );

  vc_allocator #(
      .NETWORK_PORTS(NETWORK_PORTS), .LOCAL_PORTS(LOCAL_PORTS), .VCS(VCS), .PORT_BITS(PORT_BITS),
      .VC_BITS(VC_BITS)
  ) vc_allocation (
      .clk(clk), .rst(rst), .two_classes(two_classes), .asks_network(asks_network),
      .asks_local(asks_local), .wanted_port(wanted_port), .wanted_class(wanted_class),
      .free(free), .taken(taken), .granted(granted), .granted_port(granted_port),
      .granted_vc(granted_vc)
  );

  room #(
      .NETWORK_PORTS(NETWORK_PORTS), .LOCAL_PORTS(LOCAL_PORTS), .VCS(VCS), .WORD(WORD),
      .WHOLE_PACKETS(SWITCHING == 1 ? 1 : 0), .PORT_BITS(PORT_BITS), .VC_BITS(VC_BITS),
      .CREDIT_BITS(CREDIT_BITS)
  ) room_behind (
      .bids(bids), .is_header(is_header), .ports(held_port), .vcs(held_vc), .words(words),
      .accepts(accepts), .credits(credits), .requests(requests), .no_turn(no_turn),
      .no_credit(see_no_credit)
  );

  switch_allocator #(.PORTS(PORTS), .VCS(VCS), .PORT_BITS(PORT_BITS)) switch_allocation (
      .clk(clk), .rst(rst), .requests(requests), .ports(held_port), .goes(goes),
      .crossing(crossing)
  );

  generate
    for (genvar p = 0; p < PORTS; p++) begin : outputs
      logic [INPUTS-1:0] crossing_here, copying_here;
      logic [3:0] kind;

      for (genvar i = 0; i < INPUTS; i++) begin : from_input
        if (p >= NETWORK_PORTS) begin : local_output
          assign crossing_here[i] = crossing[p*INPUTS+i] ||
              (strips[i] && granted_port[i*PORT_BITS+:PORT_BITS] == PORT_BITS'(p));
          assign copying_here[i] =
              copies[i] && copy_port[i*PORT_BITS+:PORT_BITS] == PORT_BITS'(p);
        end else begin : network_output
          assign crossing_here[i] = crossing[p*INPUTS+i];
          assign copying_here[i] = 1'b0;
        end
      end

      crossbar #(
          .INPUTS(INPUTS), .WORD(WORD), .ROUTE(ROUTE), .VC_BITS(VC_BITS), .INPUT_BITS(INPUT_BITS)
      ) crossbar (
          .crossing(crossing_here), .copying(copying_here), .kinds(kinds), .words(words),
          .routes(routes_behind), .vcs(held_vc), .copy_kinds(copy_kinds), .copy_words(copy_words),
          .valid(out_valid[p]), .kind(kind), .word(out_word[p*WORD+:WORD]),
          .route(out_route[p*ROUTE+:ROUTE]), .vc(out_vc[p*VC_BITS+:VC_BITS]),
          .source(see_source[p*INPUT_BITS+:INPUT_BITS])
      );
      assign {out_more[p], out_address[p], out_tail[p], out_head[p]} = kind;

      if (p < NETWORK_PORTS) begin : network
        output_port #(
            .NETWORK(1), .VCS(VCS), .VC_BITS(VC_BITS), .CREDIT_BITS(CREDIT_BITS),
            .INTERVAL_BITS(INTERVAL_BITS)
        ) port (
            .clk(clk), .rst(rst), .interval(interval[p*INTERVAL_BITS+:INTERVAL_BITS]),
            .slots(slots), .taken(taken[p*VCS+:VCS]), .sends(out_valid[p]), .is_tail(kind[1]),
            .vc(out_vc[p*VC_BITS+:VC_BITS]), .credit(out_credit[p*VCS+:VCS]),
            .free(free[p*VCS+:VCS]), .accepts(accepts[p]),
            .credits(credits[p*VCS*CREDIT_BITS+:VCS*CREDIT_BITS])
        );
      end else begin : node
        output_port #(
            .NETWORK(0), .VCS(VCS), .VC_BITS(VC_BITS), .CREDIT_BITS(CREDIT_BITS),
            .INTERVAL_BITS(INTERVAL_BITS)
        ) port (
            .clk(clk), .rst(rst), .interval(INTERVAL_BITS'(1)), .slots(slots),
            .taken(taken[p*VCS+:VCS]), .sends(out_valid[p]), .is_tail(kind[1]),
            .vc(out_vc[p*VC_BITS+:VC_BITS]), .credit({VCS{1'b0}}), .free(free[p*VCS+:VCS]),
            .accepts(accepts[p]), .credits(credits[p*VCS*CREDIT_BITS+:VCS*CREDIT_BITS])
        );
      end
    end
  endgenerate

`ifndef SYNTHESIS
  // Each flit that leaves and each copy has an output of its own.
  always @(posedge clk) begin
    if (!rst && $countones(in_credit) + $countones(copies) != $countones(out_valid))
      $fatal(1, "two grants of one output");
  end
`endif

  assign busy = (granted | goes | busy_inputs) != 0 || accepts != {PORTS{1'b1}};
  assign see_granted = granted;
  assign see_contention = (asks_network | asks_local) & ~granted;
  assign see_serialisation = no_turn | (requests & ~goes);
  assign see_port = granted != 0 ? held_port : {INPUTS * PORT_BITS{1'b0}};
  assign see_vc = granted != 0 ? held_vc : {INPUTS * VC_BITS{1'b0}};
endmodule
