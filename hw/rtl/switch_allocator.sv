// Switch allocation, separable, output first: every output port chooses among the flits that could
// go to it, then every input port among its flits that were chosen, both round robin. A turn that
// came to nothing is not lost. With one virtual channel there is nothing to choose.
module switch_allocator #(
    parameter PORTS = 5,
    parameter VCS = 1,
    parameter PORT_BITS = 3,
    parameter INPUTS = PORTS * VCS
) (
    input  logic                        clk,
    input  logic                        rst,
    input  logic [INPUTS-1:0]           requests,
    input  logic [INPUTS*PORT_BITS-1:0] ports,     // that they are for
    output logic [INPUTS-1:0]           goes,
    output logic [PORTS*INPUTS-1:0]     crossing   // per output port the one that goes, or none
);
  logic [PORTS*INPUTS-1:0] for_port;

  always_comb begin
    for_port = 0;
    for (int i = 0; i < INPUTS; i++)
      if (requests[i])
        for (int p = 0; p < PORTS; p++)
          for_port[p*INPUTS+i] = ports[i*PORT_BITS+:PORT_BITS] == PORT_BITS'(p);
  end

  generate
    if (VCS == 1) begin : no_choice
      logic unused;
      assign unused = &{1'b0, clk, rst};
      assign goes = requests;
      assign crossing = for_port;
    end else begin : two_steps
      logic [PORTS*INPUTS-1:0] chosen;
      logic [INPUTS-1:0] picks;
      for (genvar p = 0; p < PORTS; p++) begin : per_port
        round_robin #(.REQUESTS(INPUTS)) of_output (
            .clk(clk), .rst(rst), .requests(for_port[p*INPUTS+:INPUTS]),
            .choice(chosen[p*INPUTS+:INPUTS]), .winner(crossing[p*INPUTS+:INPUTS])
        );
        round_robin #(.REQUESTS(VCS)) of_input (
            .clk(clk), .rst(rst), .requests(picks[p*VCS+:VCS]), .choice(goes[p*VCS+:VCS]),
            .winner(goes[p*VCS+:VCS])
        );
        assign crossing[p*INPUTS+:INPUTS] = chosen[p*INPUTS+:INPUTS] & goes;
      end
      always_comb begin
        picks = 0;
        for (int p = 0; p < PORTS; p++) picks = picks | chosen[p*INPUTS+:INPUTS];
      end
    end
  endgenerate
endmodule
