// VC allocation: headers get output virtual channels, one each. Those for the network ask for the
// port and class of their route, those for the node for any local port, the lowest first.
module vc_allocator #(
    parameter NETWORK_PORTS = 4,
    parameter LOCAL_PORTS = 1,
    parameter VCS = 1,
    parameter PORT_BITS = 3,
    parameter VC_BITS = 1,
    parameter PORTS = NETWORK_PORTS + LOCAL_PORTS,
    parameter INPUTS = PORTS * VCS
) (
    input  logic                        clk,
    input  logic                        rst,
    input  logic                        two_classes,   // the second half of the virtual channels
    input  logic [INPUTS-1:0]           asks_network,
    input  logic [INPUTS-1:0]           asks_local,
    input  logic [INPUTS*PORT_BITS-1:0] wanted_port,   // of those for the network
    input  logic [INPUTS-1:0]           wanted_class,
    input  logic [INPUTS-1:0]           free,          // output virtual channels
    output logic [INPUTS-1:0]           taken,         // of these
    output logic [INPUTS-1:0]           granted,
    output logic [INPUTS*PORT_BITS-1:0] granted_port,
    output logic [INPUTS*VC_BITS-1:0]   granted_vc
);
  // The first half, rounded up, is class 0.
  localparam [VCS-1:0] FIRST_CLASS = VCS'((1 << (VCS + 1) / 2) - 1);

  logic [INPUTS*INPUTS-1:0] grants;  // per output virtual channel one header, or none

  generate
    for (genvar p = 0; p < NETWORK_PORTS; p++) begin : network
      logic [INPUTS-1:0] this_port, here;
      for (genvar i = 0; i < INPUTS; i++) begin : request
        assign this_port[i] = wanted_port[i*PORT_BITS+:PORT_BITS] == PORT_BITS'(p);
      end
      assign here = asks_network != 0 ? asks_network & this_port : {INPUTS{1'b0}};
      if (VCS == 1) begin : one_class
        logic [INPUTS-1:0] left_over;
        logic unused;
        assign unused = &{1'b0, two_classes, wanted_class, left_over};
        vc_unit #(.INPUTS(INPUTS), .VCS(1)) unit (
            .clk(clk), .rst(rst), .requests(here), .free(free[p]),
            .grants(grants[p*INPUTS+:INPUTS]), .left_over(left_over)
        );
      end else begin : classes
        logic [VCS*INPUTS-1:0] low, high;
        logic [INPUTS-1:0] left_low, left_high;
        logic [VCS-1:0] free_here;
        logic unused;
        assign unused = &{1'b0, left_low, left_high};
        assign free_here = free[p*VCS+:VCS];
        vc_unit #(.INPUTS(INPUTS), .VCS(VCS)) low_class (
            .clk(clk), .rst(rst), .requests(two_classes ? here & ~wanted_class : here),
            .free(two_classes ? free_here & FIRST_CLASS : free_here), .grants(low),
            .left_over(left_low)
        );
        vc_unit #(.INPUTS(INPUTS), .VCS(VCS)) high_class (
            .clk(clk), .rst(rst), .requests(two_classes ? here & wanted_class : {INPUTS{1'b0}}),
            .free(free_here & ~FIRST_CLASS), .grants(high), .left_over(left_high)
        );
        assign grants[p*VCS*INPUTS+:VCS*INPUTS] = low | high;
      end
    end

    for (genvar l = 0; l < LOCAL_PORTS; l++) begin : local_port
      localparam OUTPUT = (NETWORK_PORTS + l) * VCS;
      logic [INPUTS-1:0] requests, left_over;
      if (l == 0) begin : lowest
        assign requests = asks_local;
      end else begin : next
        assign requests = local_port[l-1].left_over;
      end
      vc_unit #(.INPUTS(INPUTS), .VCS(1)) unit (
          .clk(clk), .rst(rst), .requests(requests), .free(free[OUTPUT]),
          .grants(grants[OUTPUT*INPUTS+:INPUTS]), .left_over(left_over)
      );
      if (l == LOCAL_PORTS - 1) begin : last
        logic unused;
        assign unused = &{1'b0, left_over};
      end
      if (VCS > 1) begin : none
        assign grants[(OUTPUT+1)*INPUTS+:(VCS-1)*INPUTS] = 0;
      end
    end
  endgenerate

  always_comb begin
    taken = 0;
    granted = 0;
    granted_port = 0;
    granted_vc = 0;
    if (grants != 0) begin
      for (int o = 0; o < INPUTS; o++) begin
        if (grants[o*INPUTS+:INPUTS] != 0) taken[o] = 1'b1;
        granted = granted | grants[o*INPUTS+:INPUTS];
        for (int i = 0; i < INPUTS; i++) begin
          if (grants[o*INPUTS+i]) begin
            granted_port[i*PORT_BITS+:PORT_BITS] = PORT_BITS'(o / VCS);
            granted_vc[i*VC_BITS+:VC_BITS] = VC_BITS'(o % VCS);
          end
        end
      end
    end
  end
endmodule
