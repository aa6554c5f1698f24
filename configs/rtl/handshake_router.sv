// A wormhole router of a mesh in another style than flitcast's: five ports (up x, down x, up y,
// down y, node) that take and give flits by ready and valid, and two pipeline stages.
//
//   stage 1  takes a flit from an input, and computes the route of a header
//   stage 2  is a register per output
//
// An output belongs to a worm from header to tail. A header is granted an output only when its
// register has room; among several headers the one goes first that went last before.
module handshake_router #(
    parameter DATA = 64,
    parameter COORDINATE_BITS = 3
) (
    input  logic                         clk,
    input  logic                         rst,
    input  logic [COORDINATE_BITS-1:0]   my_x,
    input  logic [COORDINATE_BITS-1:0]   my_y,
    input  logic [4:0]                   in_valid,
    output logic [4:0]                   in_ready,
    input  logic [4:0]                   in_head,
    input  logic [4:0]                   in_tail,
    input  logic [5*DATA-1:0]            in_data,   // of a header: x lowest, then y
    output logic [4:0]                   out_valid,
    input  logic [4:0]                   out_ready,
    output logic [4:0]                   out_head,
    output logic [4:0]                   out_tail,
    output logic [5*DATA-1:0]            out_data
);
  // Stage 1, per input. `port` is that of the worm, which its header sets.
  logic [4:0] valid, head, tail, moves;
  logic [5*DATA-1:0] data;
  logic [5*3-1:0] port;

  assign in_ready = ~valid | moves;

  generate
    for (genvar i = 0; i < 5; i++) begin : stage_1
      logic [COORDINATE_BITS-1:0] x, y;
      logic [2:0] route;
      assign x = in_data[i*DATA+:COORDINATE_BITS];
      assign y = in_data[i*DATA+COORDINATE_BITS+:COORDINATE_BITS];
      always_comb begin
        if (x != my_x) route = x > my_x ? 3'd0 : 3'd1;
        else if (y != my_y) route = y > my_y ? 3'd2 : 3'd3;
        else route = 3'd4;
      end
      always_ff @(posedge clk) begin
        if (rst) begin
          valid[i] <= 1'b0;
        end else if (in_ready[i]) begin
          valid[i] <= in_valid[i];
          head[i] <= in_head[i];
          tail[i] <= in_tail[i];
          data[i*DATA+:DATA] <= in_data[i*DATA+:DATA];
          if (in_valid[i] && in_head[i]) port[i*3+:3] <= route;
        end
      end
    end
  endgenerate

  // Stage 2, per output.
  logic [5*5-1:0] crosses;  // input i goes to output o: o·5 + i

  generate
    for (genvar o = 0; o < 5; o++) begin : stage_2
      logic [4:0] wants, asks, grant, owner;  // owner: the input whose worm has the output
      logic [9:0] turns, after;
      logic [2:0] last;  // winner
      logic room;

      assign room = !out_valid[o] || out_ready[o];
      for (genvar i = 0; i < 5; i++) begin : from_input
        assign wants[i] = valid[i] && port[i*3+:3] == 3'(o);
      end
      assign asks = owner == 0 && room ? wants & head : 5'd0;
      // The lowest behind the last winner: the second round begins with input 0.
      assign turns = {asks, asks} & (10'h3ff << (4'(last) + 4'd1));
      assign after = turns & (~turns + 10'd1);
      assign grant = after[4:0] | after[9:5];
      assign crosses[o*5+:5] = room ? (wants & owner) | grant : 5'd0;

      always_ff @(posedge clk) begin
        if (rst) begin
          out_valid[o] <= 1'b0;
          owner <= 0;
          last <= 3'd4;
        end else begin
          if (room) out_valid[o] <= crosses[o*5+:5] != 0;
          for (int i = 0; i < 5; i++) begin
            if (crosses[o*5+i]) begin
              out_head[o] <= head[i];
              out_tail[o] <= tail[i];
              out_data[o*DATA+:DATA] <= data[i*DATA+:DATA];
              owner <= tail[i] ? 5'd0 : 5'd1 << i;
              if (head[i]) last <= 3'(i);
            end
          end
        end
      end
    end
  endgenerate

  assign moves = crosses[4:0] | crosses[9:5] | crosses[14:10] | crosses[19:15] | crosses[24:20];
endmodule
