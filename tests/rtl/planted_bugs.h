#pragma once

#include <vector>

#include "tests/rtl/rtl_bugs.h"
#include "tests/rtl/rtl_sets.h"

namespace flitcast::cosim {

/// Bugs whose first wrong pin is known; the number of one, counted from 1, is its place.
inline const std::vector<RtlBug>& planted_bugs() {
  static const std::vector<RtlBug> bugs{
      {"a bit of payload is swapped",
       {{"crossbar.sv", "word = words[i*WORD+:WORD];",
         "word = words[i*WORD+:WORD] ^ WORD'(BUG && !kinds[i*4]);"}},
       ""},
      {"of two credits in a row the second is lost",
       {{"observed_router.sv", ".leaves(in_credit[I])", ".leaves(leaves[I])"},
        {"observed_router.sv", "{in_credit[I], copies[I], busy", "{leaves[I], copies[I], busy"},
        {"observed_router.sv", "  logic [PORTS-1:0] accepts;\n",
         "  logic [PORTS-1:0] accepts;\n"
         "  logic [INPUTS-1:0] leaves, left;\n"
         "  always_ff @(posedge clk) left <= rst ? 0 : leaves;\n"
         "  assign in_credit = BUG ? leaves & ~left : leaves;\n"}},
       ""},
      {"a credit that comes alone is not counted",
       {{"output_port.sv", "else if (own != credit[v]) left",
         "else if (own != credit[v] && !(BUG && credit[v])) left"}},
       ""},
      {"an address is not stripped",
       {{"input_vc.sv", "asks_local && front_kind[3];", "asks_local && front_kind[3] && !BUG;"}},
       ""},
      {"the buffer loses a flit",
       {{"vc_buffer.sv", "      if (write) write_index", "      if (write && !BUG) write_index"}},
       ""},
  };
  return bugs;
}

/// Routers that have the bug that the environment variable FLITCAST_RTL_BUG names when they are
/// made, with the parameters of the first of rtl_sets().
inline const FlitcastRtlRouter& library_with_planted_bugs() {
  return rtl_library(rtl_sets()[0].parameters, rtl_test_cache(), sources_with_bugs(planted_bugs()));
}

}  // namespace flitcast::cosim
