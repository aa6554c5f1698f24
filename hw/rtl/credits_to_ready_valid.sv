// An input port of the contract for a router that takes flits by ready and valid: per virtual channel
// a buffer of DEPTH flits, the slots that the credits of the sender count. A flit is offered from the
// cycle on that begins with the edge at which it was on the pins, and leaves in a cycle in which
// `ready` is there; its slot's credit shows in that cycle. Nothing goes from an input pin to
// `valid`, only from `ready` to the credit.
module credits_to_ready_valid #(
    parameter VCS = 1,
    parameter DEPTH = 4,
    parameter WORD = 64,
    parameter ROUTE = 1,
    parameter VC_BITS = VCS > 1 ? $clog2(VCS) : 1
) (
    input  logic                 clk,
    input  logic                 rst,
    // The contract's side
    input  logic                 in_valid,
    input  logic [VC_BITS-1:0]   in_vc,
    input  logic [3:0]           in_kind,    // more, address, tail, head
    input  logic [WORD-1:0]      in_word,
    input  logic [ROUTE-1:0]     in_route,
    output logic [VCS-1:0]       in_credit,
    // The router's side, per virtual channel
    output logic [VCS-1:0]       valid,
    output logic [VCS*4-1:0]     kind,
    output logic [VCS*WORD-1:0]  word,
    output logic [VCS*ROUTE-1:0] route,
    input  logic [VCS-1:0]       ready
);
  localparam COUNT_BITS = $clog2(DEPTH + 1);

  assign in_credit = valid & ready;

  generate
    for (genvar v = 0; v < VCS; v++) begin : per_vc
      logic [COUNT_BITS-1:0] count, no_addresses;
      logic [3:0] no_kind;
      logic [WORD-1:0] no_word;
      logic unused;
      assign unused = &{1'b0, no_addresses, no_kind, no_word};
      assign valid[v] = count != 0;

      vc_buffer #(
          .WORD(WORD), .ROUTE(ROUTE), .DEPTH(DEPTH)
      ) buffer (
          .clk(clk), .rst(rst), .write(in_valid && in_vc == VC_BITS'(v)), .write_kind(in_kind),
          .write_word(in_word), .write_route(in_route), .pop(in_credit[v]), .count(count),
          .front_kind(kind[v*4+:4]), .front_word(word[v*WORD+:WORD]),
          .front_route(route[v*ROUTE+:ROUTE]), .place({COUNT_BITS{1'b0}}), .place_kind(no_kind),
          .place_word(no_word), .addresses(no_addresses)
      );
    end
  endgenerate
endmodule
