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
    parameter VCS = 1,
    parameter VC_BITS = VCS > 1 ? $clog2(VCS) : 1,
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

    output logic                  bids,          // the next flit of a worm that has an output could go
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
    output logic                  busy           // it changes even if nothing of it is granted or goes
);
  localparam COUNT_BITS = $clog2(DEPTH + 1);
  localparam LENGTH_BITS = WORD > 16 ? WORD / 2 - 8 : 1;  // above them there is a tag
  localparam SUM_BITS = LENGTH_BITS + 1;

  logic [COUNT_BITS-1:0] count, place, addresses;
  logic [DELAY_BITS-1:0] young;
  logic [3:0] front_kind;
  logic [SUM_BITS-1:0] awaited;  // flits that have to be there, and how old, before the header goes
  logic [WORD/2-1:0] destination;
  logic holds;  // the worm in front has an output
  logic waits_at_front, may_leave;
  logic [PORT_BITS-1:0] held_port;

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
  assign destination = word[WORD/2-1:0];
  assign waits_at_front = !holds && count != 0;
  assign asks_local = waits_at_front ? destination == here : 1'b0;
  assign asks_network = waits_at_front && !asks_local ?
      SUM_BITS'(count) >= SUM_BITS'(young) + awaited : 1'b0;

  assign strips = COPIES != 0 && granted && asks_local && front_kind[3];
  assign bids = holds ? count != 0 && may_leave : granted && !strips && may_leave;
  assign port = holds ? held_port : granted_port;
  // The first flit of what is left of a worm is its header; of an address that is stripped nothing
  // else is left.
  assign kind = strips ? 4'b0001 : front_kind | {3'b0, is_header};
  assign leaves = goes | strips;
  assign busy = copies | young != 0;

  generate
    if (VCS == 1) begin : one_vc
      logic unused;
      assign unused = &{1'b0, granted_vc};
      assign vc = 0;
    end else begin : several_vcs
      logic [VC_BITS-1:0] held_vc;
      assign vc = holds ? held_vc : granted_vc;
      always_ff @(posedge clk) begin
        if (granted) held_vc <= granted_vc;
      end
    end
  endgenerate

  always_ff @(posedge clk) begin
    if (rst) begin
      holds <= 1'b0;
      is_header <= 1'b1;
    end else begin
      if (granted && !strips) begin
        holds <= 1'b1;
        held_port <= granted_port;
      end
      if (goes) is_header <= 1'b0;
      if (goes && front_kind[1]) begin
        holds <= 1'b0;
        is_header <= 1'b1;
      end
    end
  end
endmodule
