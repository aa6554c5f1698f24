// The runs of which ../PINS.md shows the pins: flitcast_router at (1, 1) of a mesh, with words of 32
// bits. Prints a line per cycle: what was on the input pins at the edge that began it, and what the
// output pins show in it. -P waves.RUN chooses; - stands for what nobody looks at.
module waves;
  parameter RUN = 0;  // 0 reset, 1 worm, 2 credits, 3 turns, 4 addresses
  localparam DELAY = RUN == 1 ? 2 : 0;
  localparam INTERVAL = RUN == 3 ? 2 : 1;
  localparam CREDITS = RUN == 2 ? 2 : 4;
  localparam CYCLES = RUN == 3 ? 13 : RUN == 4 ? 7 : 10;
  localparam HERE = 16'h0009;  // x 1, y 1, three bits each
  localparam EAST = 16'h000a;  // x 2, y 1
  localparam WEST_PORT = 1, EAST_PORT = 0, NODE_PORT = 4;
  localparam BODY = 4'b0000, HEAD = 4'b0001, TAIL = 4'b0010, ADDRESS = 4'b0100, MORE = 4'b1000;

  logic clk = 0, rst = 1, table_write = 0;
  logic [3:0] table_node = 0;
  logic [2:0] table_port = 0;
  logic [15:0] strap_address = HERE;
  logic [4:0] in_valid = 0, in_head = 0, in_tail = 0, in_address = 0, in_more = 0, in_credit;
  logic [4:0] out_valid, out_head, out_tail, out_address, out_more;
  logic [159:0] in_word = 0, out_word;
  logic [3:0] out_credit = 0;
  logic busy;
  logic [4:0] unused_vc, unused_route;

  flitcast_router #(
      .WORD(32), .MAX_DELAY(3), .COPIES(1), .ROUTING(RUN == 0 ? 0 : 2), .NODES(16)
  ) router (
      .clk(clk), .rst(rst), .strap_address(strap_address), .strap_delay(3'(DELAY)),
      .strap_interval({4{8'(INTERVAL)}}), .strap_credits(3'(CREDITS)), .strap_two_classes(1'b0),
      .strap_wraps(4'b0), .strap_sides(8'b0), .strap_descending(1'b0), .table_write(table_write),
      .table_node(table_node), .table_port(table_port), .in_valid(in_valid), .in_head(in_head),
      .in_tail(in_tail), .in_address(in_address), .in_more(in_more), .in_vc(5'b0),
      .in_word(in_word), .in_route(5'b0), .in_credit(in_credit), .out_valid(out_valid),
      .out_head(out_head), .out_tail(out_tail), .out_address(out_address), .out_more(out_more),
      .out_vc(unused_vc), .out_word(out_word), .out_route(unused_route), .out_credit(out_credit),
      .busy(busy)
  );

  integer cycle, i;
  logic [31:0] sent;  // bit i: by the port to the east, i cycles ago

  task put(input integer port, input [3:0] kind, input [31:0] word);
    begin
      in_valid[port] = 1;
      {in_more[port], in_address[port], in_tail[port], in_head[port]} = kind;
      in_word[port*32+:32] = word;
    end
  endtask

  // What is on the inputs at the edge that begins a cycle; the first after reset is 0.
  task drive;
    begin
      {in_valid, in_head, in_tail, in_address, in_more} = 0;
      in_word = 0;
      if (RUN == 0 && cycle == 7) put(WEST_PORT, HEAD | TAIL, 32'h0001000a);
      if (RUN == 1 || RUN == 2) begin
        if (cycle == 1) put(WEST_PORT, HEAD, {16'h0004, EAST});
        if (cycle == 2) put(WEST_PORT, BODY, 32'h11111111);
        if (cycle == 3) put(WEST_PORT, BODY, 32'h22222222);
        if (cycle == 4) put(WEST_PORT, TAIL, 32'h33333333);
      end
      if (RUN == 3) begin
        if (cycle == 1) put(WEST_PORT, HEAD, {16'h0002, EAST});
        if (cycle == 2) put(WEST_PORT, TAIL, 32'h11111111);
        if (cycle == 1) put(NODE_PORT, HEAD, {16'h0002, EAST});
        if (cycle == 2) put(NODE_PORT, TAIL, 32'h22222222);
        if (cycle == 3) put(WEST_PORT, HEAD, {16'h0002, EAST});
        if (cycle == 4) put(WEST_PORT, TAIL, 32'h33333333);
      end
      if (RUN == 4) begin
        if (cycle == 1) put(WEST_PORT, HEAD | ADDRESS | MORE, {16'h0004, HERE});
        if (cycle == 2) put(WEST_PORT, ADDRESS, {16'h0003, EAST});
        if (cycle == 3) put(WEST_PORT, BODY, 32'h11111111);
        if (cycle == 4) put(WEST_PORT, TAIL, 32'h22222222);
      end
      // Slots behind the port to the east are free again four cycles after their flit was sent.
      out_credit = RUN >= 2 && sent[3] ? 4'b0001 : 4'b0000;
    end
  endtask

  task edge_and_show;
    begin
      #1 clk = 1;
      #1;
      sent = {sent[30:0], out_valid[EAST_PORT]};
      show;
      clk = 0;
    end
  endtask

  function [63:0] shown(input valid, input [31:0] word);
    shown = valid ? {hex(word[31:28]), hex(word[27:24]), hex(word[23:20]), hex(word[19:16]),
                     hex(word[15:12]), hex(word[11:8]), hex(word[7:4]), hex(word[3:0])} : "-";
  endfunction
  function [7:0] hex(input [3:0] digit);
    hex = digit < 10 ? "0" + 8'(digit) : "a" + 8'(digit) - 8'd10;
  endfunction
  function [7:0] bit_of(input value);
    bit_of = value ? "1" : "0";
  endfunction

  task show;
    begin
      if (RUN == 0)
        $display("%0d %b %h %b %0s %0s %b %b %0s", cycle, rst, strap_address, table_write,
                 table_write ? hex(table_node) : "-", table_write ? hex({1'b0, table_port}) : "-",
                 in_valid[1], out_valid[2], shown(out_valid[2], out_word[64+:32]));
      if (RUN == 1 || RUN == 2)
        $display("%0d %b %b %b %0s %b %b %b %b %0s %b", cycle, in_valid[1], in_head[1], in_tail[1],
                 shown(in_valid[1], in_word[32+:32]), in_credit[1], out_valid[0], out_head[0],
                 out_tail[0], shown(out_valid[0], out_word[31:0]), out_credit[0]);
      if (RUN == 3)
        $display("%0d %b %b %b %b %b %b %b %b %b %0s", cycle, in_valid[1], in_head[1],
                 in_credit[1], in_valid[4], in_head[4], in_credit[4], out_valid[0], out_head[0],
                 out_tail[0], shown(out_valid[0], out_word[31:0]));
      if (RUN == 4)
        $display("%0d %b %b %b %b %0s %b %b %b %0s %b %b %b %0s", cycle, in_head[1], in_address[1],
                 in_more[1], in_tail[1], shown(in_valid[1], in_word[32+:32]), in_credit[1],
                 out_head[4], out_tail[4], shown(out_valid[4], out_word[128+:32]), out_head[0],
                 out_address[0], out_tail[0], shown(out_valid[0], out_word[31:0]));
    end
  endtask

  initial begin
    sent = 0;
    if (RUN == 0)
      $display("cycle rst strap_address table_write table_node table_port in_valid[1] out_valid[2] out_word[2]");
    if (RUN == 1 || RUN == 2)
      $display("cycle in_valid[1] in_head[1] in_tail[1] in_word[1] in_credit[1] out_valid[0] out_head[0] out_tail[0] out_word[0] out_credit[0]");
    if (RUN == 3)
      $display("cycle in_valid[1] in_head[1] in_credit[1] in_valid[4] in_head[4] in_credit[4] out_valid[0] out_head[0] out_tail[0] out_word[0]");
    if (RUN == 4)
      $display("cycle in_head[1] in_address[1] in_more[1] in_tail[1] in_word[1] in_credit[1] out_head[4] out_tail[4] out_word[4] out_head[0] out_address[0] out_tail[0] out_word[0]");
    for (cycle = RUN == 0 ? 0 : -2; cycle < 0; cycle = cycle + 1) begin
      #1 clk = 1;
      #1 clk = 0;
    end
    for (cycle = 0; cycle < CYCLES; cycle = cycle + 1) begin
      rst = RUN == 0 && cycle < 5;
      table_write = RUN == 0 && cycle >= 2 && cycle < 5;
      table_node = 4'(8 + cycle - 2);
      table_port = 3'(cycle - 2);
      drive;
      edge_and_show;
    end
    $finish;
  end
endmodule
