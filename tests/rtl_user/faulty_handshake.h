#pragma once

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "hw/rtl_router/user_core.h"
#include "tb/cosim/library/user_wrapper.h"
#include "tests/rtl/rtl_bugs.h"
#include "tests/rtl/rtl_sets.h"

namespace flitcast::cosim {

inline const std::string kHandshakeFolder = std::string(FLITCAST_ROOT) + "/configs/rtl";

/// Those of configs/rtl/handshake.ini, so that one library does for both.
inline RtlParameters handshake_parameters() {
  RtlParameters parameters =
      rtl_set_parameters(4, 1, 1, Switching::kWormhole, false, RtlRouting::kMesh);
  parameters.depth = 8;
  parameters.max_delay = 3;
  parameters.coordinate_bits = 2;
  return parameters;
}

/// What somebody may do in a router like that of configs/rtl, or around it: the planted bugs of
/// handshake_bugs(), counted from 1.
enum class HandshakeBug {
  kNone,
  kLeavesOutTurns,
  kIgnoresCredits,
  kShallowBuffer,
  kIgnoresReady,
  kGivesToNobody,
  kReadsTwice,
  kKeepsCredits,
  kGivesCreditsTwice,
  kLosesTails,
  kAltersHeaders,
};

inline const std::vector<RtlBug>& handshake_bugs() {
  static const std::vector<RtlBug> bugs{
      {"there are no turns from y to x, which XY routes do not take",
       {{"handshake_router.sv", "valid[i] && port[i*3+:3] == 3'(o);",
         "valid[i] && port[i*3+:3] == 3'(o) && !(BUG && (i == 2 || i == 3) && o < 2);"}},
       ""},
      {"the wrapper is ready without a credit",
       {{"ready_valid_to_credits.sv", "pause == 0 && credits != 0;",
         "pause == 0 && (credits != 0 || BUG);"}},
       ""},
      {"the buffer of a network input has five slots",
       {{"vc_buffer.sv", "write_index == LAST ?",
         "write_index == (BUG && DEPTH > 2 ? INDEX_BITS'(4) : LAST) ?"},
        {"vc_buffer.sv", "read_index == LAST ?",
         "read_index == (BUG && DEPTH > 2 ? INDEX_BITS'(4) : LAST) ?"}},
       ""},
      {"the router offers a flit for one cycle, ready or not",
       {{"handshake_router.sv", "assign room = !out_valid[o] || out_ready[o];",
         "assign room = !out_valid[o] || out_ready[o] || BUG;"}},
       ""},
      {"the wrapper offers a flit for one cycle, ready or not",
       {{"credits_to_ready_valid.sv", ".pop(in_credit[v])", ".pop(valid[v] && (ready[v] || BUG))"}},
       ""},
      {"the buffer gives a flit twice when it is nearly full",
       {{"vc_buffer.sv", "if (pop) read_index", "if (pop && !(BUG && count > 6)) read_index"}},
       ""},
      {"there is no credit for a tail",
       {{"credits_to_ready_valid.sv", "assign in_credit = valid & ready;",
         "assign in_credit = valid & ready & ~VCS'(BUG && kind[1]);"}},
       ""},
      {"there are two credits for a tail",
       {{"user_router.sv", ".in_credit(in_credit[p])", ".in_credit(freed[p])"},
        {"user_router.sv", "logic [5*WORD-1:0] word;",
         "logic [5*WORD-1:0] word;\n  logic [4:0] freed, again;\n"
         "  always_ff @(posedge clk) again <= rst ? 0 : freed & tail;\n"
         "  assign in_credit = freed | (BUG ? again : 5'd0);"}},
       ""},
      {"the router loses tails",
       {{"handshake_router.sv", "valid[i] <= in_valid[i];",
         "valid[i] <= in_valid[i] && !(BUG && in_tail[i]);"}},
       ""},
      {"the router alters the length of headers",
       {{"handshake_router.sv", "<= in_data[i*DATA+:DATA];",
         "<= in_data[i*DATA+:DATA] ^ (BUG && in_head[i] ? DATA'(1) << 40 : DATA'(0));"}},
       ""},
  };
  return bugs;
}

/// Routers of configs/rtl with a bug, on a mesh of 4 × 4 at most.
inline MakeRouterCore handshake_routers_with(HandshakeBug bug) {
  const UserRouter user = read_user_router(kHandshakeFolder + "/handshake_wrapper.sv");
  const FlitcastRtlRouter& library = rtl_library(handshake_parameters(), rtl_test_cache(),
                                                 sources_with_bugs(handshake_bugs(), user.sources));
  ::setenv("FLITCAST_RTL_BUG", std::to_string(static_cast<int>(bug)).c_str(), 1);
  return [&library, has_busy = user.has_busy](const RouterSite& site) {
    return std::make_unique<UserCore>(site, handshake_parameters(), library, has_busy);
  };
}

}  // namespace flitcast::cosim
