// An input virtual channel: its buffer, and how far the worm in front has come. A header that is for
// this node may ask for an output as it arrives, another `delay` cycles after it (store-and-forward:
// after its tail, where it comes from the network). A worm keeps its output from header to tail.
module input_vc #(
    parameter WORD = 64,
    parameter ROUTE = 1,
    parameter DEPTH = 4,
    parameter MAX_DELAY = 0,
    parameter WHOLE_PACKETS = 0,  // store-and-forward
    parameter COPIES = 0,         // intermediate reception
    parameter PORT_BITS = 3,
    parameter VC_BITS = 1,
    parameter DELAY_BITS = $clog2(MAX_DELAY + 2)
) (
    input  logic                  clk,
    input  logic                  rst,
    input  logic [WORD/2-1:0]     here,
    input  logic [DELAY_BITS-1:0] delay,
    input  logic                  write,
    input  logic [3:0]            write_kind,  // more, address, tail, head
    input  logic [WORD-1:0]       write_word,
    input  logic [ROUTE-1:0]      write_route,

    output logic                  asks_network,  // a header asks for the network output of its route
    output logic                  asks_local,    // a header asks for a local output
    input  logic                  granted,       // it gets one, of this port and virtual channel
    input  logic [PORT_BITS-1:0]  granted_port,
    input  logic [VC_BITS-1:0]    granted_vc,
    output logic                  strips,        // only its address goes there; the rest is copied

    output logic                  holds,         // the worm in front has one
    output logic                  bids,          // its next flit could go there, now or just granted
    output logic [PORT_BITS-1:0]  port,
    output logic [VC_BITS-1:0]    vc,
    input  logic                  goes,          // and does
    output logic                  is_header,
    output logic [3:0]            kind,
    output logic [WORD-1:0]       word,
    output logic [ROUTE-1:0]      route,
    output logic                  leaves,        // a slot is free

    output logic                  copies,        // a copy of a flit goes to a local output
    output logic [PORT_BITS-1:0]  copy_port,
    output logic [3:0]            copy_kind,
    output logic [WORD-1:0]       copy_word,
    output logic                  busy           // something changes without anything from outside
);
  localparam COUNT_BITS = $clog2(DEPTH + 1);
  localparam LENGTH_BITS = WORD > 16 ? WORD / 2 - 8 : 1;  // above them there is a tag
  localparam SUM_BITS = LENGTH_BITS + 1;

  logic [COUNT_BITS-1:0] count, place, addresses;
  logic [DELAY_BITS-1:0] young;
  logic [3:0] front_kind;
  logic [SUM_BITS-1:0] awaited;  // flits that have to be there, and how old, before the header goes
  logic header_gone, waits_at_front, is_here, may_leave;
  logic [PORT_BITS-1:0] held_port;
  logic [VC_BITS-1:0] held_vc;

  vc_buffer #(
      .WORD(WORD), .ROUTE(ROUTE), .DEPTH(DEPTH), .COPIES(COPIES)
  ) buffer (
      .clk(clk), .rst(rst), .write(write), .write_kind(write_kind), .write_word(write_word),
      .write_route(write_route), .pop(leaves), .count(count), .front_kind(front_kind),
      .front_word(word), .front_route(route), .place(place), .place_kind(copy_kind),
      .place_word(copy_word), .addresses(addresses)
  );
  arrival_age #(
      .MAX_DELAY(MAX_DELAY)
  ) age (
      .clk(clk), .rst(rst), .delay(delay), .write(write), .young(young)
  );
  absorber #(
      .COPIES(COPIES), .PORT_BITS(PORT_BITS), .COUNT_BITS(COUNT_BITS)
  ) absorber (
      .clk(clk), .rst(rst), .starts(strips), .start_port(granted_port), .count(count),
      .addresses(addresses), .place_is_tail(copy_kind[1]), .leaves(goes), .place(place),
      .copies(copies), .port(copy_port), .may_leave(may_leave)
  );

  assign awaited = WHOLE_PACKETS != 0 ? {1'b0, word[WORD/2+:LENGTH_BITS]} : SUM_BITS'(1);
  assign waits_at_front = !holds && count != 0;
  assign is_here = word[WORD/2-1:0] == here;
  assign asks_local = waits_at_front && is_here;
  assign asks_network =
      waits_at_front && !is_here && SUM_BITS'(count) >= SUM_BITS'(young) + awaited;

  assign strips = COPIES != 0 && granted && is_here && front_kind[3];
  assign bids = (holds || (granted && !strips)) && count != 0 && may_leave;
  assign port = holds ? held_port : granted_port;
  assign vc = holds ? held_vc : granted_vc;
  assign is_header = !header_gone;
  // The first flit of what is left of a worm is its header; of an address that is stripped nothing
  // else is left.
  assign kind = strips ? 4'b0001 : {front_kind[3:1], front_kind[0] | is_header};
  assign leaves = goes | strips;
  assign busy = granted | goes | copies | young != 0;

  always_ff @(posedge clk) begin
    if (rst) begin
      holds <= 1'b0;
      header_gone <= 1'b0;
    end else begin
      if (granted && !strips) begin
        holds <= 1'b1;
        held_port <= granted_port;
        held_vc <= granted_vc;
      end
      if (goes) header_gone <= 1'b1;
      if (goes && front_kind[1]) begin
        holds <= 1'b0;
        header_gone <= 1'b0;
      end
    end
  end
endmodule
