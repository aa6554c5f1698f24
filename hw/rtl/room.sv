// Which flits may ask for the switch: the channel takes one, and there is room behind it for the
// flit, under cut-through for all of the packet of a header.
module room #(
    parameter NETWORK_PORTS = 4,
    parameter LOCAL_PORTS = 1,
    parameter VCS = 1,
    parameter WORD = 64,
    parameter WHOLE_PACKETS = 0,
    parameter PORT_BITS = 3,
    parameter VC_BITS = 1,
    parameter CREDIT_BITS = 3,
    parameter PORTS = NETWORK_PORTS + LOCAL_PORTS,
    parameter INPUTS = PORTS * VCS
) (
    input  logic [INPUTS-1:0]             bids,
    input  logic [INPUTS-1:0]             is_header,
    input  logic [INPUTS*PORT_BITS-1:0]   ports,      // that they are for
    input  logic [INPUTS*VC_BITS-1:0]     vcs,
    input  logic [INPUTS*WORD-1:0]        words,
    input  logic [PORTS-1:0]              accepts,
    input  logic [INPUTS*CREDIT_BITS-1:0] credits,
    output logic [INPUTS-1:0]             requests,
    output logic [INPUTS-1:0]             no_turn,    // headers that the channel does not take yet
    output logic [INPUTS-1:0]             no_credit
);
  localparam LENGTH_BITS = WORD > 16 ? WORD / 2 - 8 : 1;  // above them there is a tag
  localparam INDEX_BITS = $clog2(PORTS);
  localparam OUTPUT_BITS = INPUTS > 1 ? $clog2(INPUTS) : 1;

  logic [INPUTS-1:0] any_credit;
  logic [INDEX_BITS-1:0] port;
  logic [OUTPUT_BITS-1:0] out;
  logic enough;
  logic unused;
  assign unused = &{1'b0, words, vcs};

  generate
    for (genvar o = 0; o < INPUTS; o++) begin : output_vc
      assign any_credit[o] = credits[o*CREDIT_BITS+:CREDIT_BITS] != 0;
    end

  endgenerate

  always_comb begin
    requests = 0;
    no_turn = 0;
    no_credit = 0;
    port = 0;
    out = 0;
    enough = 1'b0;
    for (int i = 0; i < INPUTS; i++) begin
      if (bids[i]) begin
        port = INDEX_BITS'(ports[i*PORT_BITS+:PORT_BITS]);
        out = OUTPUT_BITS'(port);
        if (VCS > 1)
          out = OUTPUT_BITS'(port) * OUTPUT_BITS'(VCS) + OUTPUT_BITS'(vcs[i*VC_BITS+:VC_BITS]);
        enough = any_credit[out];
        if (WHOLE_PACKETS != 0 && 32'(port) < NETWORK_PORTS && is_header[i])
          enough = words[i*WORD+WORD/2+:LENGTH_BITS] <=
              LENGTH_BITS'(credits[out*CREDIT_BITS+:CREDIT_BITS]);
        if (!accepts[port]) no_turn[i] = is_header[i];
        else if (enough) requests[i] = 1'b1;
        else no_credit[i] = 1'b1;
      end
    end
  end
endmodule
