// handshake_router with the pins of flitcast's contract: before its inputs the buffers that credits
// count, behind its outputs to the network counters of credits. The network interface always takes a
// flit. The router keeps heads, tails and words as they are; of the rest of the pins a mesh with one
// virtual channel needs none.
module user_router #(
    parameter NETWORK_PORTS = 4,
    parameter LOCAL_PORTS = 1,
    parameter VCS = 1,
    parameter DEPTH = 4,
    parameter WORD = 64,
    parameter INTERVAL_BITS = 8,
    parameter ROUTING = 2,
    parameter COORDINATE_BITS = 3,
    parameter PORTS = NETWORK_PORTS + LOCAL_PORTS,
    parameter CREDIT_BITS = $clog2(DEPTH + 1)
) (
    input  logic                                   clk,
    input  logic                                   rst,
    input  logic [WORD/2-1:0]                      strap_address,
    input  logic [NETWORK_PORTS*INTERVAL_BITS-1:0] strap_interval,
    input  logic [CREDIT_BITS-1:0]                 strap_credits,
    input  logic [PORTS-1:0]                       in_valid,
    input  logic [PORTS-1:0]                       in_head,
    input  logic [PORTS-1:0]                       in_tail,
    input  logic [PORTS*WORD-1:0]                  in_word,
    output logic [PORTS-1:0]                       in_credit,
    output logic [PORTS-1:0]                       out_valid,
    output logic [PORTS-1:0]                       out_head,
    output logic [PORTS-1:0]                       out_tail,
    output logic [PORTS*WORD-1:0]                  out_word,
    input  logic [NETWORK_PORTS-1:0]               out_credit
);
  localparam LOCAL_DEPTH = 2;

  logic [2*COORDINATE_BITS-1:0] here;
  logic [4:0] valid, ready, head, tail, given, taken;
  logic [5*WORD-1:0] word;

`ifdef VERILATOR
  generate
    if (NETWORK_PORTS != 4 || LOCAL_PORTS != 1 || VCS != 1 || ROUTING != 2) begin : other_networks
      $error("it is for meshes of two dimensions, one port a node, one virtual channel");
    end
  endgenerate
`endif

  router_straps #(.BITS(2 * COORDINATE_BITS)) straps (
      .clk(clk), .rst(rst), .given(strap_address[2*COORDINATE_BITS-1:0]), .held(here)
  );

  generate
    for (genvar p = 0; p < 5; p++) begin : input_port
      logic [3:0] kind;
      credits_to_ready_valid #(
          .DEPTH(p < 4 ? DEPTH : LOCAL_DEPTH), .WORD(WORD)
      ) buffer (
          .clk(clk), .rst(rst), .in_valid(in_valid[p]), .in_vc(1'b0),
          .in_kind({2'b00, in_tail[p], in_head[p]}), .in_word(in_word[p*WORD+:WORD]),
          .in_route(1'b0), .in_credit(in_credit[p]), .valid(valid[p]), .kind(kind),
          .word(word[p*WORD+:WORD]), .route(), .ready(ready[p])
      );
      assign {tail[p], head[p]} = kind[1:0];
    end

    for (genvar p = 0; p < 4; p++) begin : network_output
      ready_valid_to_credits #(
          .CREDIT_BITS(CREDIT_BITS), .INTERVAL_BITS(INTERVAL_BITS)
      ) counter (
          .clk(clk), .rst(rst), .strap_credits(strap_credits),
          .strap_interval(strap_interval[p*INTERVAL_BITS+:INTERVAL_BITS]), .valid(given[p]),
          .vc(1'b0), .ready(taken[p]), .sends(out_valid[p]), .out_credit(out_credit[p])
      );
    end
  endgenerate

  assign taken[4] = 1'b1;
  assign out_valid[4] = given[4];

  handshake_router #(
      .DATA(WORD), .COORDINATE_BITS(COORDINATE_BITS)
  ) router (
      .clk(clk), .rst(rst), .my_x(here[COORDINATE_BITS-1:0]),
      .my_y(here[2*COORDINATE_BITS-1:COORDINATE_BITS]), .in_valid(valid), .in_ready(ready),
      .in_head(head), .in_tail(tail), .in_data(word), .out_valid(given), .out_ready(taken),
      .out_head(out_head), .out_tail(out_tail), .out_data(out_word)
  );
endmodule
