// The input buffer of a virtual channel, a queue. What is written at an edge stands in it in the
// cycle that begins there, and can leave in that cycle; a slot can be written again at the edge that
// ends the cycle in which it was left.
module vc_buffer #(
    parameter WORD = 64,
    parameter ROUTE = 1,
    parameter DEPTH = 4,
    parameter COPIES = 0,  // there is a second reader
    parameter COUNT_BITS = $clog2(DEPTH + 1)
) (
    input  logic                  clk,
    input  logic                  rst,
    input  logic                  write,
    input  logic [3:0]            write_kind,  // more, address, tail, head
    input  logic [WORD-1:0]       write_word,
    input  logic [ROUTE-1:0]      write_route,
    input  logic                  pop,
    output logic [COUNT_BITS-1:0] count,
    output logic [3:0]            front_kind,
    output logic [WORD-1:0]       front_word,
    output logic [ROUTE-1:0]      front_route,
    // The second reader: the entry `place` places behind the front, and how many addresses lead.
    input  logic [COUNT_BITS-1:0] place,
    output logic [3:0]            place_kind,
    output logic [WORD-1:0]       place_word,
    output logic [COUNT_BITS-1:0] addresses
);
  localparam INDEX_BITS = DEPTH > 1 ? $clog2(DEPTH) : 1;
  localparam [INDEX_BITS-1:0] LAST = INDEX_BITS'(DEPTH - 1);

  logic [3:0] kinds[0:DEPTH-1];
  logic [WORD-1:0] words[0:DEPTH-1];
  logic [ROUTE-1:0] routes[0:DEPTH-1];
  logic [INDEX_BITS-1:0] read_index, write_index;

  assign front_kind  = kinds[read_index];
  assign front_word  = words[read_index];
  assign front_route = routes[read_index];

  always_ff @(posedge clk) begin
    if (rst) begin
      read_index <= 0;
      write_index <= 0;
      count <= 0;
    end else begin
      if (write) write_index <= write_index == LAST ? 0 : write_index + 1'b1;
      if (pop) read_index <= read_index == LAST ? 0 : read_index + 1'b1;
      if (write != pop) count <= write ? count + 1'b1 : count - 1'b1;
    end
    if (write) begin
      kinds[write_index] <= write_kind;
      words[write_index] <= write_word;
      routes[write_index] <= write_route;
    end
  end

  generate
    if (COPIES != 0) begin : second_reader
      localparam [INDEX_BITS:0] SIZE = (INDEX_BITS + 1)'(DEPTH);
      logic [INDEX_BITS:0] behind;
      logic [INDEX_BITS-1:0] place_index;
      logic [DEPTH-1:0] are_addresses, in_order, others;  // in order: bit i is i places behind the front

      assign behind = {1'b0, read_index} + (INDEX_BITS + 1)'(place);
      assign place_index = INDEX_BITS'(behind >= SIZE ? behind - SIZE : behind);
      assign place_kind = kinds[place_index];
      assign place_word = words[place_index];

      always_comb begin
        addresses = 0;
        in_order = 0;
        others = 0;
        if (count != 0 && are_addresses[read_index]) begin
          in_order = DEPTH'({are_addresses, are_addresses} >> read_index);
          others = ~in_order | {DEPTH{1'b1}} << count;
          addresses = COUNT_BITS'(DEPTH);
          for (int i = DEPTH - 1; i >= 0; i--) if (others[i]) addresses = COUNT_BITS'(i);
        end
      end
      always_ff @(posedge clk) begin
        if (write) are_addresses[write_index] <= write_kind[2];
      end
    end else begin : one_reader
      logic unused;
      assign unused = &{1'b0, place};
      assign place_kind = 0;
      assign place_word = 0;
      assign addresses = 0;
    end
  endgenerate

`ifndef SYNTHESIS
  always @(posedge clk) begin
    if (!rst && write != pop) begin
      if (write && count == COUNT_BITS'(DEPTH)) $fatal(1, "a flit is lost, the buffer is full");
      if (pop && count == 0) $fatal(1, "a flit leaves an empty buffer");
    end
  end
`endif
endmodule
