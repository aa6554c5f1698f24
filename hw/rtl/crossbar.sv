// What goes to an output port: the flit of the input virtual channel that crosses, or, at a local
// port, the copy of one.
module crossbar #(
    parameter INPUTS = 5,
    parameter WORD = 64,
    parameter ROUTE = 1,
    parameter VC_BITS = 1,
    parameter INPUT_BITS = 3
) (
    input  logic [INPUTS-1:0]         crossing,     // one at most
    input  logic [INPUTS-1:0]         copying,      // one at most, and none where one crosses
    input  logic [INPUTS*4-1:0]       kinds,
    input  logic [INPUTS*WORD-1:0]    words,
    input  logic [INPUTS*ROUTE-1:0]   routes,
    input  logic [INPUTS*VC_BITS-1:0] vcs,
    input  logic [INPUTS*4-1:0]       copy_kinds,
    input  logic [INPUTS*WORD-1:0]    copy_words,
    output logic                      valid,
    output logic [3:0]                kind,
    output logic [WORD-1:0]           word,
    output logic [ROUTE-1:0]          route,
    output logic [VC_BITS-1:0]        vc,
    output logic [INPUT_BITS-1:0]     source
);
  always_comb begin
    valid = (crossing | copying) != 0;
    kind = 0;
    word = 0;
    route = 0;
    vc = 0;
    source = 0;
    if (valid) begin
      for (int i = 0; i < INPUTS; i++) begin
        if (crossing[i]) begin
          kind = kinds[i*4+:4];
          word = words[i*WORD+:WORD];
          route = routes[i*ROUTE+:ROUTE];
          vc = vcs[i*VC_BITS+:VC_BITS];
        end
        if (copying[i]) begin
          kind = copy_kinds[i*4+:4];
          word = copy_words[i*WORD+:WORD];
        end
        if (crossing[i] || copying[i]) source = INPUT_BITS'(i);
      end
    end
  end
endmodule
