#include <cstdint>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/rtl/rtl_bugs.h"
#include "tests/rtl/rtl_sets.h"
#include "tests/support/reference/compared_network.h"

namespace flitcast::cosim::test_rtl_bugs {
namespace {

// Nothing is wrong at the pins but when.
constexpr const char* kOtherDates = "reference: ";

/// What is natural in hardware but not as the contract has it, and plain bugs.
const std::vector<RtlBug>& bugs() {
  static const std::vector<RtlBug> all{
      {"the delay of a header counts from when it is in front",
       {{"input_vc.sv", "  assign asks_local =",
         "  logic [DELAY_BITS-1:0] in_front;\n  always_ff @(posedge clk) in_front <= rst || "
         "!waits_at_front ? 0 : in_front + 1'b1;\n  assign asks_local ="},
        {"input_vc.sv", "SUM_BITS'(count) >= SUM_BITS'(young) + awaited : 1'b0;",
         "(BUG ? in_front >= delay : SUM_BITS'(count) >= SUM_BITS'(young) + awaited) : 1'b0;"}},
       kOtherDates},
      {"ejection pays the delay, too",
       {{"input_vc.sv", "destination == here : 1'b0;",
         "destination == here && (!BUG || SUM_BITS'(count) > SUM_BITS'(young)) : 1'b0;"}},
       kOtherDates},
      {"every flit is delayed",
       {{"input_vc.sv",
         "assign bids = holds ? count != 0 && may_leave : granted && !strips && may_leave;",
         "assign bids = (holds ? count != 0 && may_leave : granted && !strips && may_leave) && "
         "(!BUG || SUM_BITS'(count) > SUM_BITS'(young));"}},
       kOtherDates},
      {"an output is free a cycle later",
       {{"output_port.sv", "~(accepts ?", "~(accepts && !BUG ?"}},
       kOtherDates},
      {"credits are registered",
       {{"observed_router.sv", ".leaves(in_credit[I])", ".leaves(leaves[I])"},
        {"observed_router.sv", "{in_credit[I], copies[I], busy", "{leaves[I], copies[I], busy"},
        {"observed_router.sv", "  logic [PORTS-1:0] accepts;\n",
         "  logic [PORTS-1:0] accepts;\n  logic [INPUTS-1:0] leaves, left;\n  "
         "always_ff @(posedge clk) left <= rst ? 0 : leaves;\n  assign in_credit = BUG ? left : "
         "leaves;\n"}},
       "gives no credit for a flit that left"},
      {"the lowest header always goes first",
       {{"vc_unit.sv", "behind <= behind_next;", "behind <= BUG ? 0 : behind_next;"}},
       kOtherDates},
      {"turns go round without a grant",
       {{"round_robin.sv", "    else if (winner != 0)",
         "    else if (BUG) behind <= behind + 1'b1;\n    else if (winner != 0)"}},
       kOtherDates},
      {"a header takes an output only with a credit",
       {{"output_port.sv", "  assign free = ~held",
         "  logic [VCS-1:0] spent;\n  always_comb\n    for (int c = 0; c < VCS; c++)\n      "
         "spent[c] = BUG && credits[c*CREDIT_BITS+:CREDIT_BITS] == 0;\n  assign free = ~spent & "
         "~held"}},
       kOtherDates},
      {"a credit is lost",
       {{"output_port.sv", "else if (own != credit[v]) left",
         "else if (own != credit[v] && !(BUG && credit[v] && left == 1)) left"}},
       kOtherDates},
      {"a flit is not counted",
       {{"output_port.sv", "left <= own ? left - 1'b1",
         "left <= own && BUG ? left : own ? left - 1'b1"}},
       "without a credit"},
      {"an arbiter is stuck",
       {{"vc_unit.sv", "winner = first & (~first + 1'b1);",
         "winner = first & (~first + 1'b1) & ~INPUTS'(BUG);"}},
       kOtherDates},
      {"a bit is swapped",
       {{"crossbar.sv", "word = words[i*WORD+:WORD];",
         "word = words[i*WORD+:WORD] ^ (BUG ? WORD'(5) : 0);"}},
       "another word"},
      {"a virtual channel is mixed up",
       {{"crossbar.sv", "vc = vcs[i*VC_BITS+:VC_BITS];",
         "vc = vcs[i*VC_BITS+:VC_BITS] ^ VC_BITS'(BUG);"}},
       "another virtual channel"},
      {"an address is not stripped",
       {{"input_vc.sv", "asks_local && front_kind[3];", "asks_local && front_kind[3] && !BUG;"}},
       "another kind"},
      {"a copy too few",
       {{"absorber.sv", "copied_now = copies ? place + 1'b1 : place;",
         "copied_now = copies ? place + 1'b1 + COUNT_BITS'(BUG && count > 2) : place;"}},
       "another word"},
      {"an address is copied",
       {{"absorber.sv", "place = addresses > copied ? addresses : copied;",
         "place = addresses > copied && !BUG ? addresses : copied;"}},
       "sends a copy"},
      {"a tail is no tail",
       {{"crossbar.sv", "kind = kinds[i*4+:4];",
         "kind = kinds[i*4+:4] & (BUG ? 4'b1101 : 4'b1111);"}},
       "another kind"},
      {"the second address does not lead",
       {{"input_vc.sv", "front_kind | {3'b0, is_header};",
         "front_kind | {3'b0, is_header && !BUG};"}},
       "another kind"},
      {"a dateline is forgotten",
       {{"router_routes.sv", "(stays || wraps_around);", "(stays || (wraps_around && !BUG));"}},
       "another port or class"},
      {"a class is kept in the next dimension",
       {{"router_routes.sv", "stays = FROM_CLASS && to", "stays = FROM_CLASS && (BUG || to"},
        {"router_routes.sv", "(PORT_BITS - 1)'(FROM / 2);", "(PORT_BITS - 1)'(FROM / 2));"}},
       "another port or class"},
      {"a tie goes down",
       {{"route_grid.sv", "{upwards, 1'b0} > {1'b0, side} :",
         "{upwards, 1'b0} > {1'b0, side} - (COORDINATE_BITS + 2)'(BUG) :"}},
       "another port or class"},
      {"a channel takes flits too early",
       {{"output_port.sv", "pause <= interval - 1'b1;",
         "pause <= BUG && interval > 1 ? interval - INTERVAL_BITS'(2) : interval - 1'b1;"}},
       "before the channel takes one"},
      {"headers are a cycle late",
       {{"arrival_age.sv", "(delay - 1'b1)) != 0;", "(delay - 1'b1 + DELAY_BITS'(BUG))) != 0;"}},
       kOtherDates},
      {"the second local port is not used",
       {{"vc_allocator.sv", "assign requests = local_port[l-1].left_over;",
         "assign requests = BUG ? 0 : local_port[l-1].left_over;"}},
       kOtherDates},
      {"a flit is overwritten",
       {{"vc_buffer.sv",
         "if (write) write_index <=", "if (write && !(BUG && count == 1)) write_index <="}},
       "another"},
      {"a flit leaves twice",
       {{"vc_buffer.sv",
         "if (pop) read_index <=", "if (pop && !(BUG && count == 2)) read_index <="}},
       "another"},
      {"an output is given to all who ask",
       {{"vc_unit.sv", "free[vc] ? winner :", "free[vc] ? (BUG ? first : winner) :"}},
       "two worms"},
      {"an output is free behind a header",
       {{"output_port.sv", "if (own && is_tail) held", "if (own && (is_tail || BUG)) held"}},
       "two worms"},
      {"a route is not shifted",
       {{"router_routes.sv", ">> PORT_BITS)}", ">> (BUG ? 0 : PORT_BITS))}"}},
       "another route"},
      {"it sleeps while headers age",
       {{"input_vc.sv", "busy = copies | young != 0;", "busy = copies | (young != 0 && !BUG);"}},
       kOtherDates},
      {"an address stays in the buffer",
       {{"input_vc.sv", "leaves = goes | strips;", "leaves = goes | (strips && !BUG);"}},
       "no credit for a flit that left"},
      {"a flit goes without a credit",
       {{"room.sv", "else if (enough) requests", "else if (enough || BUG) requests"}},
       "without a credit"},
  };
  return all;
}

/// What is said of a network all of whose routers have the bug; empty if they are equal to the
/// model.
std::string said_of(const DrawnNetwork& network, const RtlSet& set,
                    const FlitcastRtlRouter& library) {
  const MakeRouterCore make_core = [&](const RouterSite& site) {
    return std::make_unique<RtlCore>(site, set.parameters, library);
  };
  try {
    ComparedNetwork compare(network, make_core);
    compare.run();
    return compare.difference();
  } catch (const ProtocolViolation& violation) {
    return violation.what();
  }
}

TEST(RtlBugs, AreCaughtAndNamed) {
  constexpr std::uint64_t kSeeds = 3000;
  const RtlSet& set = rtl_sets()[1];
  const FlitcastRtlRouter& library =
      rtl_library(set.parameters, rtl_test_cache(), sources_with_bugs(bugs()));
  std::vector<DrawnNetwork> networks;
  for (std::uint64_t seed = 1; seed < kSeeds; ++seed) {
    DrawnNetwork network = NetworkDrawer(set.kind, seed).draw();
    if (set.fits(network, network.topology())) {
      networks.push_back(std::move(network));
    }
  }
  for (std::size_t bug = 0; bug <= bugs().size(); ++bug) {
    ::setenv("FLITCAST_RTL_BUG", std::to_string(bug).c_str(), 1);
    std::string said;
    for (std::size_t i = 0; i < networks.size() && said.empty(); ++i) {
      said = said_of(networks[i], set, library);
    }
    if (bug == 0) {
      ASSERT_EQ(said, "") << "without a bug";
      continue;
    }
    const RtlBug& planted = bugs()[bug - 1];
    EXPECT_NE(said, "") << planted.what << ": nobody sees it";
    EXPECT_NE(said.find(planted.caught), std::string::npos) << planted.what << ": " << said;
  }
}

}  // namespace
}  // namespace flitcast::cosim::test_rtl_bugs
